"""What each entrant did, round by round: the one source of pairings and standings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from domain.refusal import IllegalAction
from domain.tournament.model import Announced, Entrant, RoundPlayed, Sitting
from domain.tournament.points import places, points_of, points_of_bye

OutingKind: TypeAlias = Literal[
    "played", "pending", "forfeit_win", "forfeit_loss", "pairing", "full", "half", "zero"
]

REQUESTED: Final = frozenset({"half", "zero"})
"""Byes that an entrant requested; every round after a withdrawal is one (C.07, 16.1)."""

UNPLAYED_BY_CHOICE: Final = REQUESTED | {"forfeit_loss"}
"""FIDE's *voluntarily unplayed rounds* (C.07, 16.1)."""


class Outing(Struct, frozen=True):
    """What one entrant did in one round."""

    kind: OutingKind
    points: int
    opponents: tuple[int, ...] = ()
    """The others at the table: after a game those who played it, after a forfeit all."""
    duels: tuple[int, ...] = ()
    """Against each of them 2 for a better place, 1 for the same, 0 for a worse one."""
    seat: int = 0
    size: int = 0
    """The size of the table; 0 without one."""
    partner: int = 0
    score: int = 0

    @property
    def played(self) -> bool:
        """Whether there was a game."""
        return self.kind == "played"


HistoryOf: TypeAlias = Mapping[int, Sequence[Outing]]
"""The outings of each entrant, by pairing number."""


def history_of(
    rules: Announced, entrants: Iterable[Entrant], rounds: Iterable[RoundPlayed]
) -> dict[int, list[Outing]]:
    """Return what each entrant did in each round; refuse rounds that cannot have been so.

    An entrant sits at one table a round or takes one bye (TN-ROUND-1), and only entrants do
    (TN-ROUND-2).
    """
    found: dict[int, list[Outing]] = {one.number: [] for one in entrants}
    for number, one in enumerate(rounds, 1):
        outings = _of_round(rules, one, number)
        if unknown := sorted(outings.keys() - found.keys()):
            raise IllegalAction("TN-ROUND-2", "not_an_entrant", round=number, players=unknown)
        for player, history in found.items():
            history.append(outings.get(player) or Outing("zero", 0))
    return found


def _of_round(rules: Announced, one: RoundPlayed, number: int) -> dict[int, Outing]:
    found: dict[int, Outing] = {}
    parts = [_at_table(rules, sitting) for sitting in one.sittings]
    parts += [{bye.player: Outing(bye.kind, points_of_bye(rules, bye.kind))} for bye in one.byes]
    for part in parts:
        if twice := sorted(found.keys() & part.keys()):
            raise IllegalAction("TN-ROUND-1", "twice_in_a_round", round=number, players=twice)
        found |= part
    return found


def _at_table(rules: Announced, sitting: Sitting) -> dict[int, Outing]:
    if len(sitting.players) not in rules.sizes:
        raise IllegalAction("TN-ROUND-3", "table_of_another_size", players=sitting.players)
    points = points_of(rules, sitting)
    found = places(sitting) if sitting.ranks else {}
    return {
        player: _outing(rules, sitting, seat, points, found)
        for seat, player in enumerate(sitting.players)
    }


def _outing(
    rules: Announced, sitting: Sitting, seat: int, points: Mapping[int, int], found: dict[int, int]
) -> Outing:
    player = sitting.players[seat]
    kind = _kind(sitting, player)
    absent = sitting.forfeits if kind in {"played", "pending"} else ()
    others = tuple(one for one in sitting.players if one != player and one not in absent)
    return Outing(
        kind=kind,
        points=points.get(player, 0),
        opponents=others,
        duels=tuple(_duel(found, player, other, sitting) for other in others),
        seat=seat,
        size=len(sitting.players),
        partner=sitting.players[(seat + 2) % 4] if rules.partners else 0,
        score=sitting.scores[seat] if sitting.scores else 0,
    )


def _kind(sitting: Sitting, player: int) -> OutingKind:
    if player in sitting.forfeits:
        return "forfeit_loss"
    if sitting.forfeits and len(sitting.forfeits) == len(sitting.players) - 1:
        return "forfeit_win"
    return "played" if sitting.ranks else "pending"


def _duel(found: Mapping[int, int], player: int, other: int, sitting: Sitting) -> int:
    """Return 2, 1 or 0; a player who forfeits is behind everybody who does not."""
    if player in sitting.forfeits or other in sitting.forfeits:
        return 0 if player in sitting.forfeits else 2
    if not found:
        return 0
    return 1 + (found[player] < found[other]) - (found[player] > found[other])
