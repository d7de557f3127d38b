"""The port to the algorithms: a tournament, a seed and perhaps a proposal → the tables of a round.

Each format has one pairer. They take pairing numbers; this module gives entries back.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, TypeAlias

from msgspec import Struct

from domain.refusal import IllegalAction
from domain.tournament.model import ENTRANTS_MAX, Announced, ByeTaken
from domain.tournament.pairing.colours import TurnNumber, TwoSeatPlayer, allocated, turns_of
from domain.tournament.pairing.costs import CostVector
from domain.tournament.pairing.dutch import DutchEntrant, paired_by
from domain.tournament.pairing.seats import seated
from domain.tournament.pairing.situation import situation_of
from domain.tournament.pairing.swiss import VERSION, Paired, paired
from domain.tournament.schedules.berger import Schedule, berger
from domain.tournament.schedules.designs import DESIGNED, design
from domain.tournament.schedules.searched import met_by_all
from domain.tournament.schedules.turns import in_turn_order
from domain.tournament.schedules.whist import WHIST, whist
from domain.tournament.stream.announcement import Engine, Groups, KnockOut, RoundRobin, Swiss
from domain.tournament.stream.events import FixedSchedule, RoundCosts
from domain.tournament.stream.grouping import in_groups
from domain.tournament.stream.knocking_out import (
    due_tables,
    is_knock_out,
    rounds_needed,
    went_on,
)
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

    A proposal is for a program outside these rules, and only for that (TN-NEXT-5). A program needs
    two players to propose anything, so fewer are refused for that (TN-PAIR-2).
    """
    form = state.announcement.format
    outside = isinstance(form, Swiss) and form.engine.system == "dutch"
    if bool(proposal) is not outside and not (outside and len(state.present()) < 2):
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
    """Return the rounds in which these entrants all meet, or those of groups; None for others.

    Refuse more rounds than were announced, more entrants than a search can take, and too few for a
    group or a final (TN-START-2). ``seed`` is that of the lots; only schedules that must be
    searched depend on it.
    """
    form, rules = state.announcement.format, state.rules
    if isinstance(form, Swiss):
        return None
    if isinstance(form, KnockOut):
        _must_be_enough(rounds_needed(state, len(order)), rules.rounds)
        return None
    if isinstance(form, Groups):
        return _of_groups(state, form, order, seed)
    name, found = _robin(rules, len(order), form.legs, seed)
    _must_be_enough(len(found), rules.rounds)
    return FixedSchedule(name, _named(found, order))


def _of_groups(state: Tournament, form: Groups, order: Sequence[int], seed: bytes) -> FixedSchedule:
    """Return the rounds of all groups, which play at the same time."""
    groups = in_groups(order, form.groups)
    least = max(min(state.rules.sizes), form.qualify + 1)
    if len(groups[-1]) < least:
        facts = {"entrants": len(order), "groups": form.groups, "least": least * form.groups}
        raise IllegalAction("TN-START-2", "groups_are_too_small", **facts)
    robins = {
        size: _robin(state.rules, size, form.legs, seed) for size in sorted({*map(len, groups)})
    }
    each = [_named(robins[len(group)][1], group) for group in groups]
    rounds = tuple(
        tuple(table for tables in at_once for table in tables)
        for at_once in zip_longest(*each, fillvalue=())
    )
    final = rounds_needed(state, form.groups * form.qualify)
    _must_be_enough(len(rounds) + final, state.rules.rounds)
    names = dict.fromkeys(name for name, _ in robins.values())
    return FixedSchedule(", ".join(names), rounds, tuple(map(tuple, groups)))


def _robin(rules: Announced, players: int, legs: int, seed: bytes) -> tuple[str, Schedule]:
    """Return the rounds in which this many players meet, and the construction that gives them."""
    if rules.seats == 2:
        return "berger", berger(players, legs)
    if rules.partners and players in WHIST:
        return "whist", in_turn_order(whist(players), teams=True) * legs
    if not rules.partners and (players, rules.seats) in DESIGNED:
        return "design", in_turn_order(design(players, rules.seats)) * legs
    if players <= SEARCHED_MOST:
        return VERSION, met_by_all(rules, players, seed).rounds * legs
    raise IllegalAction("TN-START-2", "no_schedule", entrants=players, most=SEARCHED_MOST)


def _named(rounds: Schedule, order: Sequence[int]) -> Schedule:
    """Return the rounds with the entries of an order in place of the numbers of a schedule."""
    return tuple(
        tuple(tuple(order[number - 1] for number in table) for table in tables) for tables in rounds
    )


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
    return Found(in_entries(state, tables), (), "knock_out", advanced=went_on(state))


def _groups(state: Tournament, seed: bytes, proposal: Proposal) -> Found:
    """Return the tables of all groups, or then those of the final."""
    final = is_knock_out(state, state.next_round)
    return (_knock_out if final else _round_robin)(state, seed, proposal)


_PAIRERS: Final[Mapping[type[Any], Callable[[Tournament, bytes, Proposal], Found]]] = {
    Swiss: _swiss,
    RoundRobin: _round_robin,
    KnockOut: _knock_out,
    Groups: _groups,
}
"""The pairer of each format."""
