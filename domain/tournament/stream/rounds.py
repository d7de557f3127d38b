"""Rounds: start, pairing by the algorithm or by hand, changed tables, opening and closing."""

from collections.abc import Iterable, Sequence
from typing import Any

from domain.refusal import IllegalAction
from domain.tournament.model import ByeTaken
from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.chance import lots_at_start
from domain.tournament.stream.grouping import must_be_of_one_group
from domain.tournament.stream.knocking_out import advancing_from, is_knock_out, is_over
from domain.tournament.stream.officials import must_not_judge_own
from domain.tournament.stream.pairers import pair, schedule_for
from domain.tournament.stream.people import Acting
from domain.tournament.stream.state import RoundState, Tournament

BY_HAND = "by_hand"
"""What a pairing names as its algorithm that an arbiter made."""


def start_tournament(
    state: Tournament, by: Acting, action: a.StartTournament
) -> tuple[e.TournamentStarted]:
    """End registration: order the entrants by rating, and equal ones by lot (TN-START-1, -2)."""
    entrants = [one for one in state.entrants if one.status == "in"]
    least = min(state.rules.sizes)
    if len(entrants) < least:
        raise IllegalAction("TN-START-1", "too_few_entrants", entrants=len(entrants), least=least)
    numbered = [one.number for one in entrants]
    lots, initial = lots_at_start(bytes.fromhex(action.seed), numbered)
    order = sorted(entrants, key=lambda one: (-one.rating, lots[one.number]))
    numbers = tuple(one.number for one in order)
    places = tuple(lots[number] for number in numbers)
    schedule = schedule_for(state, numbers, bytes.fromhex(action.seed))
    return (e.TournamentStarted(action.seed, numbers, places, initial, schedule),)


def pair_round(state: Tournament, by: Acting, action: a.PairRound) -> tuple[e.RoundPaired]:
    """Pair the next round by the announced algorithm, from the seed of the round (TN-NEXT)."""
    _must_be_next(state, action.round)
    for used in state.seeds:
        if used.round == action.round and used.seed != action.seed:
            raise IllegalAction("TN-NEXT-4", "another_seed", round=action.round, seed=used.seed)
    found = pair(state, bytes.fromhex(action.seed), action.proposal)
    return (
        e.RoundPaired(
            round=action.round,
            tables=found.tables,
            byes=(*found.byes, *_granted(state)),
            algorithm=found.algorithm,
            seed=action.seed,
            cost=found.cost,
            bounds=found.bounds,
            advanced=found.advanced,
        ),
    )


def pair_by_hand(state: Tournament, by: Acting, action: a.PairByHand) -> tuple[e.RoundPaired]:
    """Pair the next round by a decision of an arbiter (TN-HAND-1, TN-HAND-2)."""
    _must_be_next(state, action.round)
    if is_knock_out(state, action.round):
        raise IllegalAction("TN-HAND-4", "results_decide_who_meets", round=action.round)
    must_not_judge_own(state, by, (player for table in action.tables for player in table))
    must_not_judge_own(state, by, (one.player for one in action.byes))
    byes = (*action.byes, *_granted(state))
    _must_place(state, action.tables, byes, {*state.present(), *(one.player for one in byes)})
    must_be_of_one_group(state, action.round, action.tables)
    return (
        e.RoundPaired(action.round, action.tables, byes, algorithm=BY_HAND, reason=action.reason),
    )


def unpair_round(state: Tournament, by: Acting, action: a.UnpairRound) -> tuple[e.RoundUnpaired]:
    """Withdraw the pairing of the round that has not opened (TN-ACT-4), if one is not in it."""
    now = _must_be_current(state, action.round)
    must_not_judge_own(state, by, (player for table in now.tables for player in table.players))
    return (e.RoundUnpaired(action.round, action.reason),)


def change_tables(state: Tournament, by: Acting, action: a.ChangeTables) -> tuple[e.TablesChanged]:
    """Change tables at which nothing has happened yet (TN-HAND-1 to TN-HAND-3, TN-HAND-5)."""
    now = _must_be_current(state, action.round)
    tables = [table.players for table in now.tables]
    touched: set[int] = set()
    for one in action.tables:
        before = state.table(action.round, one.table)
        if before.is_touched or one.table in touched:
            raise IllegalAction("TN-HAND-3", "table_has_begun", round=now.number, table=one.table)
        touched.add(one.table)
        must_not_judge_own(state, by, (*before.players, *one.players))
        if is_knock_out(state, action.round) and set(one.players) != set(before.players):
            raise IllegalAction("TN-HAND-4", "results_decide_who_meets", table=one.table)
        tables[one.table - 1] = one.players
    byes = now.byes if action.byes is None else action.byes
    must_not_judge_own(state, by, (one.player for one in {*byes} ^ {*now.byes}))
    everybody = {player for table in now.tables for player in table.players}
    everybody.update(one.player for one in now.byes)
    # Someone who was not there when the round was paired can take a place, too.
    came = {player for table in action.tables for player in table.players} - everybody
    came = {one for one in came if state.entrant(one).status == "in"}
    _must_place(state, tables, byes, everybody | came)
    must_be_of_one_group(state, action.round, tables)
    if tables == [table.players for table in now.tables] and set(byes) == set(now.byes):
        raise IllegalAction("TN-HAND-5", "nothing_changes", round=now.number)
    return (e.TablesChanged(action.round, action.tables, byes, action.reason),)


def open_round(state: Tournament, by: Acting, action: a.OpenRound) -> tuple[Any, ...]:
    """Let the tables of the round be played; who is out by then loses there (TN-LEAVE-3, -4)."""
    now = _must_be_current(state, action.round)
    forfeits = []
    for at, table in enumerate(now.tables, 1):
        out = tuple(one for one in table.players if state.entrant(one).has_left(now.number))
        if out:
            forfeits.append(e.SidesForfeited(action.round, at, out))
    return (e.RoundOpened(action.round), *forfeits)


def close_round(state: Tournament, by: Acting, action: a.CloseRound) -> tuple[e.RoundClosed]:
    """End the round when all tables have a result (TN-CLOSE-1, TN-CLOSE-2)."""
    now = _must_be_current(state, action.round)
    missing = [at for at, table in enumerate(now.tables, 1) if table.result is None]
    if missing:
        raise IllegalAction("TN-CLOSE-1", "tables_without_result", round=now.number, tables=missing)
    if is_knock_out(state, now.number):
        advancing_from(state, now)
    return (e.RoundClosed(action.round),)


def _must_be_next(state: Tournament, number: int) -> None:
    """Refuse to pair any round but the next one, and that while another is played (TN-NEXT)."""
    if state.phase != "between":
        now = state.rounds[-1]
        missing = [at for at, table in enumerate(now.tables, 1) if table.result is None]
        reason = "round_is_not_over" if missing else "round_is_not_closed"
        raise IllegalAction("TN-NEXT-2", reason, round=now.number, tables=missing)
    if number != state.next_round or is_over(state):
        raise IllegalAction(
            "TN-NEXT-1",
            "not_the_next_round",
            round=number,
            next=state.next_round,
            rounds=state.rules.rounds,
        )
    if state.announcement.check_in and not state.is_frozen:
        raise IllegalAction("TN-NEXT-3", "check_in_is_not_over", round=number)


def _must_be_current(state: Tournament, number: int) -> RoundState:
    now = state.round(number)
    if number != len(state.rounds):
        raise IllegalAction("TN-ACT-4", "round_is_closed", round=number, current=len(state.rounds))
    return now


def _granted(state: Tournament) -> tuple[ByeTaken, ...]:
    """Return the byes that were requested or given for the next round, of those who are in."""
    number = state.next_round
    return tuple(
        ByeTaken(one.number, dict(one.byes)[number])
        for one in state.entrants
        if one.status == "in" and number in dict(one.byes)
    )


def _must_place(
    state: Tournament,
    tables: Iterable[Sequence[int]],
    byes: Iterable[ByeTaken],
    everybody: set[int],
) -> None:
    """Refuse tables that do not place everybody once (TN-HAND-1), or seat a barred pair (-2)."""
    seated = [player for table in tables for player in table]
    placed = sorted([*seated, *(one.player for one in byes)])
    for player in placed:
        state.entrant(player)
    if placed != sorted(everybody):
        facts = {
            "missing": sorted(everybody - set(placed)),
            "unknown": sorted(set(placed) - everybody),
            "twice": sorted({one for one in placed if placed.count(one) > 1}),
        }
        raise IllegalAction("TN-HAND-1", "everybody_has_one_place", **facts)
    sizes = state.rules.sizes
    for table in tables:
        if len(table) not in sizes:
            raise IllegalAction("TN-HAND-1", "table_of_another_size", players=table, sizes=sizes)
        for pair_barred in state.barred:
            if set(pair_barred) <= set(table):
                raise IllegalAction("TN-HAND-2", "barred_pair_would_meet", entrants=pair_barred)
