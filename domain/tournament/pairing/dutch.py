"""FIDE's Dutch system (C.04.3) behind a port: a program proposes pairs, and the rules are ours.

The program decides who meets whom and who rests. The turn order, the order of the tables, the check
of the absolute criteria and every refusal are the domain's, so that all programs are held to the
same rules. The system names one pairing, so that any other conforming program gives the same.
"""

from collections.abc import Collection, Sequence
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import asdict

from domain.refusal import IllegalAction
from domain.tournament.history import HistoryOf, Outing
from domain.tournament.model import Announced
from domain.tournament.pairing.colours import TurnNumber, TwoSeatPlayer, allocated, turns_of
from domain.tournament.pairing.costs import CostVector, cost_of
from domain.tournament.pairing.criteria import breaches, rested
from domain.tournament.pairing.situation import met_in, situation_of
from domain.tournament.pairing.swiss import Paired

FloatKind: TypeAlias = Literal["up", "down", "none"]
"""Whether an entrant met someone with more or fewer points, or had points without a game."""


class DutchEntrant(Struct, frozen=True):
    """What the system needs to know of an entrant (C.04.3, A)."""

    number: int
    points: int
    turns: tuple[TurnNumber, ...]
    floats: tuple[FloatKind, ...]
    met: frozenset[int]
    """Who this entrant must not meet: former opponents, and those barred."""
    rested: bool
    """Whether a bye of the pairing is no longer possible."""


class DutchProgram(Protocol):
    """A program that pairs by the Dutch system."""

    name: str
    version: str
    most_players: int

    def pairs(
        self, entrants: Sequence[DutchEntrant], number: int, rounds: int, initial: TurnNumber
    ) -> Sequence[tuple[int, ...]]:
        """Return the pairs of round ``number``, and one entrant alone who rests if it must be."""
        ...


def must_score_as_chess(rules: Announced) -> None:
    """Refuse all points but 1, ½ and 0 (TN-DUTCH-1)."""
    if rules.scales != ((60, 0),):
        raise IllegalAction("TN-DUTCH-1", "dutch_needs_one_half_zero", points=rules.scales)


def paired_by(
    program: DutchProgram,
    rules: Announced,
    histories: HistoryOf,
    present: Collection[int],
    *,
    barred: Collection[frozenset[int]] = (),
    initial: TurnNumber = 0,
) -> Paired:
    """Return the next round of the entrants who are present, by this program.

    Refuse games that are not chess-like (TN-DUTCH-1), more players than the program takes
    (TN-DUTCH-2), fewer than two (TN-PAIR-2), and every round for which the program has no legal
    pairing (TN-DUTCH-3).
    """
    must_score_as_chess(rules)
    if len(present) > program.most_players:
        most = program.most_players
        raise IllegalAction("TN-DUTCH-2", "too_many_players", players=len(present), most=most)
    if len(present) < 2:
        raise IllegalAction("TN-PAIR-2", "too_few_players", players=len(present), table=2)
    numbers = sorted(present)
    entrants = [dutch_entrant(histories, player, barred) for player in numbers]
    done = len(histories[numbers[0]])
    proposed = program.pairs(entrants, done + 1, rules.rounds, initial)
    known = {one.number: TwoSeatPlayer(one.number, one.points, one.turns) for one in entrants}
    byes = [pair[0] for pair in proposed if len(pair) == 1]
    tables = [
        allocated(known[pair[0]], known[pair[1]], initial) for pair in proposed if len(pair) == 2
    ]
    ordered = [(one.number, other.number) for one, other in sorted(tables, key=_board)]
    _must_be_legal(rules, histories, present, ordered, byes, barred)
    situation = situation_of(rules, histories, numbers, barred)
    cost = cost_of(situation, [[numbers.index(one) for one in table] for table in ordered])
    algorithm = f"{program.name} {program.version}"
    return Paired(tuple(ordered), tuple(byes), cost, CostVector(), algorithm)


def dutch_entrant(
    histories: HistoryOf, player: int, barred: Collection[frozenset[int]] = ()
) -> DutchEntrant:
    """Return what the system needs to know of an entrant."""
    history = histories[player]
    met = {other for one in history for other in met_in(one)}
    return DutchEntrant(
        number=player,
        points=sum(one.points for one in history),
        turns=turns_of(history),
        floats=tuple(_float(histories, player, at) for at in range(len(history))),
        met=frozenset(met.union(*(pair - {player} for pair in barred if player in pair))),
        rested=rested(histories, player),
    )


def _float(histories: HistoryOf, player: int, at: int) -> FloatKind:
    """Return the float of a round (A.4); a round without a game is one down if it gave points."""
    one: Outing = histories[player][at]
    if one.kind not in {"played", "pending"}:
        return "down" if one.points else "none"
    mine, theirs = (
        sum(before.points for before in histories[who][:at]) for who in (player, one.opponents[0])
    )
    if mine == theirs:
        return "none"
    return "down" if mine > theirs else "up"


def _board(table: tuple[TwoSeatPlayer, TwoSeatPlayer]) -> tuple[int, int, int]:
    """Order the tables: the highest entrant's points, the sum of both, the highest rank."""
    ranked = sorted(table, key=lambda one: (-one.points, one.number))
    return -ranked[0].points, -ranked[0].points - ranked[1].points, ranked[0].number


def _must_be_legal(
    rules: Announced,
    histories: HistoryOf,
    present: Collection[int],
    tables: Sequence[tuple[int, int]],
    byes: Sequence[int],
    barred: Collection[frozenset[int]],
) -> None:
    found = [asdict(one) for one in breaches(rules, histories, present, tables, byes)]
    found += [
        {"criterion": "barred", "players": table} for table in tables if frozenset(table) in barred
    ]
    if found:
        raise IllegalAction("TN-DUTCH-3", "no_legal_pairing", breaches=found)
