"""The port to the algorithms: a tournament, a seed and perhaps a proposal → the tables of a round.

Each format has one pairer. They take pairing numbers; this module gives entries back.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct

from domain.refusal import IllegalAction
from domain.tournament.model import ENTRANTS_MAX, ByeTaken
from domain.tournament.pairing.colours import TurnNumber, TwoSeatPlayer, allocated, turns_of
from domain.tournament.pairing.costs import CostVector
from domain.tournament.pairing.dutch import DutchEntrant, paired_by
from domain.tournament.pairing.seats import seated
from domain.tournament.pairing.situation import situation_of
from domain.tournament.pairing.tables import VERSION, Paired, paired
from domain.tournament.schedules.berger import berger
from domain.tournament.schedules.designs import DESIGNED, design
from domain.tournament.schedules.searched import met_by_all
from domain.tournament.schedules.turns import in_turn_order
from domain.tournament.schedules.whist import WHIST, whist
from domain.tournament.stream.announcement import Engine, KnockOut, RoundRobin, Swiss
from domain.tournament.stream.events import FixedSchedule, RoundCosts
from domain.tournament.stream.knocking_out import due_tables, going_on_from, rounds_needed
from domain.tournament.stream.played import barred_pairs, histories_of, in_entries, numbers_of
from domain.tournament.stream.state import Tournament

SEARCHED_MOST: Final = 16
"""With more entrants, the search for a schedule takes too long for a request."""

Proposal: TypeAlias = Sequence[Sequence[int]]


class Found(Struct, frozen=True):
    """The tables of a round, and what the algorithm says about them."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[ByeTaken, ...]
    algorithm: str
    cost: RoundCosts | None = None
    bounds: RoundCosts | None = None
    advanced: tuple[int, ...] = ()


def pair(state: Tournament, seed: bytes, proposal: Proposal) -> Found:
    """Return the next round; refuse what the algorithm refuses (TN-PAIR, TN-DUTCH).

    A proposal is for a program outside these rules, and only for that (TN-NEXT-5).
    """
    form = state.announcement.format
    outside = isinstance(form, Swiss) and form.engine.system == "dutch"
    if bool(proposal) is not outside:
        reason = "proposal_is_missing" if outside else "proposal_is_not_needed"
        raise IllegalAction("TN-NEXT-5", reason, pairs=len(proposal))
    return _PAIRERS[type(form)](state, seed, proposal)


def _swiss(state: Tournament, seed: bytes, proposal: Proposal) -> Found:
    form = state.announcement.format
    assert isinstance(form, Swiss), "the table of pairers says so"
    numbers = numbers_of(state)
    present = [numbers.of[one] for one in state.present()]
    initial: TurnNumber = 1 if state.initial else 0
    if form.engine.system == "house":
        found = paired(
            state.rules,
            histories_of(state),
            present,
            seed,
            barred=barred_pairs(state),
            initial=initial,
        )
        certificate = _costs(found.cost), _costs(found.bounds)
        return _found(state, found, certificate)
    others = sorted({one for pair in proposal for one in pair} - set(state.present()))
    if others:
        raise IllegalAction("TN-NEXT-5", "proposal_names_others", entrants=others)
    program = _Proposed(form.engine, [[numbers.of[one] for one in pair] for pair in proposal])
    found = paired_by(
        program,
        state.rules,
        histories_of(state),
        present,
        barred=barred_pairs(state),
        initial=initial,
    )
    return _found(state, found, (_costs(found.cost), None))


def _found(
    state: Tournament, found: Paired, certificate: tuple[RoundCosts, RoundCosts | None]
) -> Found:
    numbers = numbers_of(state)
    byes = tuple(ByeTaken(numbers.entry(one), "pairing") for one in found.byes)
    return Found(in_entries(state, found.tables), byes, found.algorithm, *certificate)


def _costs(cost: CostVector) -> RoundCosts:
    return RoundCosts(*cost)


class _Proposed:
    """The pairs that the announced program proposed, as the program that the port expects."""

    most_players: int = ENTRANTS_MAX

    def __init__(self, engine: Engine, proposal: Proposal) -> None:
        self.name = engine.name
        self.version = engine.version
        self._proposal = [tuple(pair) for pair in proposal]

    def pairs(
        self, entrants: Sequence[DutchEntrant], number: int, rounds: int, initial: TurnNumber
    ) -> Sequence[tuple[int, ...]]:
        """Return what was proposed; the port checks it."""
        return self._proposal


def _round_robin(state: Tournament, seed: bytes, proposal: Proposal) -> Found:
    """Return the tables of the schedule that was fixed at the start."""
    assert state.schedule is not None, "a round robin starts with one"
    tables = state.schedule.rounds[state.next_round - 1]
    seated = {player for table in tables for player in table}
    resting = [player for player in state.order[: state.founders] if player not in seated]
    byes = tuple(ByeTaken(player, "zero") for player in resting)
    return Found(tables, byes, state.schedule.construction)


def schedule_for(state: Tournament, order: Sequence[int], seed: bytes) -> FixedSchedule | None:
    """Return the rounds in which these entrants all meet; None for other formats.

    Refuse more rounds than were announced, and more entrants than a search can take (TN-START-2).
    ``seed`` is that of the lots; only schedules that must be searched depend on it.
    """
    form, rules = state.announcement.format, state.rules
    if isinstance(form, Swiss):
        return None
    if isinstance(form, KnockOut):
        _must_be_enough(rounds_needed(state, len(order)), rules.rounds)
        return None
    players, legs = len(order), form.legs
    if rules.seats == 2:
        name, found = "berger", berger(players, legs)
    elif rules.partners and players in WHIST:
        name, found = "whist", in_turn_order(whist(players), teams=True) * legs
    elif not rules.partners and (players, rules.seats) in DESIGNED:
        name, found = "design", in_turn_order(design(players, rules.seats)) * legs
    elif players <= SEARCHED_MOST:
        name, found = VERSION, met_by_all(rules, players, seed).rounds * legs
    else:
        most = SEARCHED_MOST
        raise IllegalAction("TN-START-2", "no_schedule", entrants=players, most=most)
    _must_be_enough(len(found), rules.rounds)
    rounds = tuple(
        tuple(tuple(order[number - 1] for number in table) for table in tables) for tables in found
    )
    return FixedSchedule(name, rounds)


def _must_be_enough(needed: int, announced: int) -> None:
    if needed > announced:
        raise IllegalAction("TN-START-2", "too_few_rounds", needed=needed, announced=announced)


def _knock_out(state: Tournament, seed: bytes, proposal: Proposal) -> Found:
    """Return the matches or heats that are due; everybody has had each seat about equally often."""
    due = due_tables(state)
    numbers = numbers_of(state)
    histories = histories_of(state)
    tables = []
    for table in due:
        players = sorted(numbers.of[player] for player in table)
        if state.rules.seats == 2:
            one, other = (TwoSeatPlayer(at, 0, turns_of(histories[at])) for at in players)
            initial: TurnNumber = 1 if state.initial else 0
            tables.append([player.number for player in allocated(one, other, initial)])
        else:
            situation = situation_of(state.rules, histories, players)
            order = seated(state.rules, situation, range(len(players)))
            tables.append([players[at] for at in order])
    advanced = going_on_from(state, state.rounds[-1]) if state.rounds else ()
    return Found(in_entries(state, tables), (), "knock_out", advanced=advanced)


_PAIRERS: Final[Mapping[type[Any], Callable[[Tournament, bytes, Proposal], Found]]] = {
    Swiss: _swiss,
    RoundRobin: _round_robin,
    KnockOut: _knock_out,
}
"""The pairer of each format."""
