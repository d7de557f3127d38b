"""The absolute criteria of FIDE's Dutch system, checked on a finished pairing (C.04.3, C.1 to C.3).

In our own words:

* **C.1** Two entrants meet at most once. A game that was lost by forfeit is not a meeting.
* **C.2** Nobody has a bye of the pairing who has had one, or the points of a win without a game.
* **C.3** Two entrants who must both be first, or both second, do not meet. In the last round this
  does not apply to *topscorers*: those with more than half of the possible points.

Whatever computed a pairing, it counts only if it passes this check.
"""

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from domain.tournament.history import HistoryOf
from domain.tournament.model import Announced
from domain.tournament.pairing.colours import TurnNumber, absolute, difference, turns_of
from domain.tournament.pairing.situation import met_in


class Breach(Struct, frozen=True):
    """A criterion that a pairing does not meet."""

    criterion: str
    players: tuple[int, ...]


def rested(histories: HistoryOf, player: int) -> bool:
    """Say whether an entrant must not have a bye of the pairing any more (C.2)."""
    return any(one.kind in {"pairing", "full", "forfeit_win"} for one in histories[player])


def topscorers(rules: Announced, histories: HistoryOf, present: Collection[int]) -> frozenset[int]:
    """Return who has more than half of the possible points, before the last round only."""
    played = max((len(histories[player]) for player in present), default=0)
    if played != rules.rounds - 1:
        return frozenset()
    return frozenset(
        player
        for player in present
        if 2 * sum(one.points for one in histories[player]) > rules.win * played
    )


def breaches(
    rules: Announced,
    histories: HistoryOf,
    present: Collection[int],
    tables: Sequence[tuple[int, int]],
    byes: Sequence[int],
) -> list[Breach]:
    """Return every criterion that these tables, in turn order, do not meet.

    ``everybody`` is about the form: each entrant who is present plays or rests once, and one rests
    if their number is odd. ``turns`` is what C.3 protects: no third time in a row the same, and no
    difference above two.
    """
    named = sorted([player for table in tables for player in table] + list(byes))
    found = []
    if named != sorted(present) or len(byes) != len(present) % 2:
        found.append(Breach("everybody", tuple(named)))
    top = topscorers(rules, histories, present)
    known = [table for table in tables if set(table) <= histories.keys()]
    found += [Breach("C.2", (player,)) for player in byes if rested(histories, player)]
    for table in known:
        found += _of_table(histories, table, exempt=bool(top & set(table)))
    return found


def _of_table(histories: HistoryOf, table: tuple[int, int], *, exempt: bool) -> Iterator[Breach]:
    one, other = table
    if any(other in met_in(outing) for outing in histories[one]):
        yield Breach("C.1", table)
    if exempt:
        return
    turns = [turns_of(histories[player]) for player in table]
    if absolute(turns[0]) is not None and absolute(turns[0]) == absolute(turns[1]):
        yield Breach("C.3", table)
    played: tuple[TurnNumber, TurnNumber] = (0, 1)
    for player, before, turn in zip(table, turns, played, strict=True):
        after = (*before, turn)
        if abs(difference(after)) > 2 or (len(after) > 2 and len(set(after[-3:])) == 1):
            yield Breach("turns", (player,))
