"""What changes in a round: its tables, their games and their results."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from domain.tournament.stream import events as e
from domain.tournament.stream.state import (
    ResultClaim,
    RoundState,
    SeedState,
    Source,
    TableResult,
    TableState,
    Tournament,
)


def _round_paired(state: Tournament, event: e.RoundPaired) -> Tournament:
    tables = tuple(TableState(players) for players in event.tables)
    seeds = state.seeds
    if event.seed and all(one.round != event.round for one in seeds):
        now = state.check_in
        links = now.links if now is not None and now.round == event.round else ()
        seeds = (*seeds, SeedState(event.round, event.seed, links))
    rounds = state.rounds
    if event.advanced:
        rounds = (*rounds[:-1], replace(rounds[-1], advanced=event.advanced))
    paired = RoundState(event.round, tables, event.byes)
    return replace(state, phase="paired", rounds=(*rounds, paired), seeds=seeds)


def _round_unpaired(state: Tournament, event: e.RoundUnpaired) -> Tournament:
    # A corrected result may change who goes on, until the round is paired again.
    rounds = state.rounds[:-1]
    if rounds:
        rounds = (*rounds[:-1], replace(rounds[-1], advanced=()))
    return replace(state, phase="between", rounds=rounds)


def _tables_changed(state: Tournament, event: e.TablesChanged) -> Tournament:
    now = state.rounds[event.round - 1]
    tables = list(now.tables)
    for one in event.tables:
        tables[one.table - 1] = TableState(one.players)
    return _with_round(state, replace(now, tables=tuple(tables), byes=event.byes))


def _round_opened(state: Tournament, event: e.RoundOpened) -> Tournament:
    state = replace(state, phase="playing")
    return _with_round(state, replace(state.rounds[event.round - 1], opened=True))


def _round_closed(state: Tournament, event: e.RoundClosed) -> Tournament:
    state = replace(state, phase="between")
    return _with_round(state, replace(state.rounds[event.round - 1], closed=True))


def _with_round(state: Tournament, now: RoundState) -> Tournament:
    at = now.number - 1
    return replace(state, rounds=(*state.rounds[:at], now, *state.rounds[at + 1 :]))


# --- tables -----------------------------------------------------------------------------------


def _of_table(change: Callable[[TableState, Any], TableState]) -> Any:
    """Return the change of a tournament that a change of one table makes."""

    def changed(state: Tournament, event: Any) -> Tournament:
        now = state.rounds[event.round - 1]
        at = event.table - 1
        table = change(now.tables[at], event)
        tables = (*now.tables[:at], table, *now.tables[at + 1 :])
        return _with_round(state, replace(now, tables=tables))

    return changed


def _table_opened(state: Tournament, event: e.TableOpened) -> Tournament:
    named: Tournament = _of_table(_game_named)(state, event)
    return replace(named, games=state.games | {event.game})


def _game_named(table: TableState, event: e.TableOpened) -> TableState:
    return replace(table, game=event.game, games=(*table.games, event.game))


def _game_recorded(table: TableState, event: e.GameRecorded) -> TableState:
    source: Source = "as_it_stands" if event.as_it_stands else "game"
    return replace(table, result=TableResult(event.ranks, event.scores, source))


def _result_claimed(table: TableState, event: e.ResultClaimed) -> TableState:
    others = tuple(one for one in table.claims if one.entrant != event.entrant)
    made = 1 + sum(one.made for one in table.claims if one.entrant == event.entrant)
    claim = ResultClaim(event.entrant, event.ranks, event.scores, made)
    return replace(table, claims=(*others, claim))


def _result_confirmed(table: TableState, event: e.ResultConfirmed) -> TableState:
    return replace(table, result=TableResult(event.ranks, event.scores, "players"))


def _result_entered(table: TableState, event: e.ResultEntered) -> TableState:
    result = TableResult(event.ranks, event.scores, "arbiter", reason=event.reason)
    return replace(table, result=result)


def _sides_forfeited(table: TableState, event: e.SidesForfeited) -> TableState:
    forfeits = (*table.forfeits, *event.entrants)
    decided = len(forfeits) >= len(table.players) - 1
    # Results claimed before were about a table with these players.
    result = TableResult((), (), "forfeit") if decided else None
    return replace(table, forfeits=forfeits, claims=(), result=result)


def _replay_ordered(table: TableState, event: e.ReplayOrdered) -> TableState:
    return TableState(table.players, games=table.games)


def _result_corrected(table: TableState, event: e.ResultCorrected) -> TableState:
    reason = event.reason
    result = TableResult(event.ranks, event.scores, "arbiter", corrected=True, reason=reason)
    return replace(table, forfeits=event.forfeits, result=result)


def _time_granted(table: TableState, event: e.TimeGranted) -> TableState:
    return replace(table, granted=(*table.granted, (event.entrant, event.seconds)))


def _pause(*, paused: bool) -> Callable[[Tournament, Any], Tournament]:
    def change(state: Tournament, event: Any) -> Tournament:
        now = state.rounds[event.round - 1]
        tables = tuple(
            replace(table, paused=paused) if at in event.tables else table
            for at, table in enumerate(now.tables, 1)
        )
        return _with_round(state, replace(now, tables=tables))

    return change


ROUNDS: Final[Mapping[type[Any], Callable[[Tournament, Any], Tournament]]] = {
    e.RoundPaired: _round_paired,
    e.RoundUnpaired: _round_unpaired,
    e.TablesChanged: _tables_changed,
    e.RoundOpened: _round_opened,
    e.TableOpened: _table_opened,
    e.GameRecorded: _of_table(_game_recorded),
    e.ResultClaimed: _of_table(_result_claimed),
    e.ResultConfirmed: _of_table(_result_confirmed),
    e.ResultEntered: _of_table(_result_entered),
    e.SidesForfeited: _of_table(_sides_forfeited),
    e.ReplayOrdered: _of_table(_replay_ordered),
    e.ResultCorrected: _of_table(_result_corrected),
    e.TimeGranted: _of_table(_time_granted),
    e.TablesPaused: _pause(paused=True),
    e.TablesResumed: _pause(paused=False),
    e.RoundClosed: _round_closed,
}
"""By type of event: what it changes."""
