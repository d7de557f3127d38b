"""Event → what it changes in a tournament. It never refuses an event."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from domain.tournament.stream import events as e
from domain.tournament.stream.state import (
    CheckInState,
    EntrantState,
    EntrantStatus,
    PartnerRequest,
    RelationClaim,
    ReplacedPerson,
    ResultClaim,
    RoundState,
    SeedState,
    Source,
    TableResult,
    TableState,
    Tournament,
)


def opened(tournament: str, event: e.TournamentOpened) -> Tournament:
    """Return the tournament after the first event of its stream."""
    return Tournament(
        id=tournament,
        organiser=event.organiser,
        commitment=event.commitment,
        announcement=event.announcement,
        rules=event.announcement.rules,
        names=event.names,
        edition=event.edition,
    )


def evolve(state: Tournament, event: Any) -> Tournament:
    """Return the tournament after an event."""
    return replace(_CHANGES[type(event)](state, event), version=state.version + 1)


def fold(state: Tournament, happened: Iterable[Any]) -> Tournament:
    """Return the tournament after these events."""
    for event in happened:
        state = evolve(state, event)
    return state


def folded(tournament: str, happened: Iterable[Any]) -> Tournament:
    """Return the tournament of a whole stream."""
    first, *others = happened
    return fold(opened(tournament, first), others)


# --- people -----------------------------------------------------------------------------------


def _arbiter_named(state: Tournament, event: e.ArbiterNamed) -> Tournament:
    return replace(state, arbiters=(*state.arbiters, (event.account, event.name)))


def _arbiter_dismissed(state: Tournament, event: e.ArbiterDismissed) -> Tournament:
    left = tuple(one for one in state.arbiters if one[0] != event.account)
    return replace(state, arbiters=left)


def _relation_declared(state: Tournament, event: e.RelationDeclared) -> Tournament:
    pair = (event.account, event.entrant)
    claims = tuple(one for one in state.claims if (one.account, one.entrant) != pair)
    return replace(state, relations=(*state.relations, pair), claims=claims)


def _relation_claimed(state: Tournament, event: e.RelationClaimed) -> Tournament:
    claim = RelationClaim(event.account, event.entrant, event.reason)
    return replace(state, claims=(*state.claims, claim))


def _relation_rejected(state: Tournament, event: e.RelationRejected) -> Tournament:
    pair = (event.account, event.entrant)
    claims = tuple(
        replace(one, rejected=True) if (one.account, one.entrant) == pair else one
        for one in state.claims
    )
    return replace(state, claims=claims)


def _players_invited(state: Tournament, event: e.PlayersInvited) -> Tournament:
    return replace(state, invited=state.invited.union(event.accounts))


def _entrant_registered(state: Tournament, event: e.EntrantRegistered) -> Tournament:
    entrant = EntrantState(
        number=event.entrant,
        people=event.people,
        rating=event.rating,
        entropy=event.entropy,
        tip=event.tip,
        late=event.late,
        link=event.tip,
    )
    left = _without_requests(state, [person.key for person in event.people])
    state = replace(left, entrants=(*state.entrants, entrant))
    return _numbered(state, event.entrant) if event.late else state


def _partner_asked(state: Tournament, event: e.PartnerAsked) -> Tournament:
    state = _without_request_by(state, event.asker)
    asked = PartnerRequest(event.asker, event.people, event.entropy, event.tip)
    return replace(state, asked=(*state.asked, asked))


def _partner_declined(state: Tournament, event: e.PartnerDeclined) -> Tournament:
    return _without_request_by(state, event.asker)


def _without_request_by(state: Tournament, asker: str) -> Tournament:
    """Return the tournament without an open request of this player."""
    asked = tuple(replace(one, open=one.open and one.asker != asker) for one in state.asked)
    return replace(state, asked=asked)


def _without_requests(state: Tournament, entered: Collection[str]) -> Tournament:
    """Return the tournament without open requests in which someone is who has entered."""
    if not any(one.open for one in state.asked):
        return state
    asked = tuple(
        replace(one, open=one.open and not any(each.key in entered for each in one.people))
        for one in state.asked
    )
    return replace(state, asked=asked)


def _numbered(state: Tournament, entrant: int) -> Tournament:
    """Return the tournament with an entrant after all others: the last number and lot."""
    lots = (*state.lots, max(state.lots, default=0) + 1)
    return replace(state, order=(*state.order, entrant), lots=lots)


def _registration(is_open: bool) -> Callable[[Tournament, Any], Tournament]:
    def change(state: Tournament, event: Any) -> Tournament:
        return replace(state, registration_open=is_open)

    return change


def _status(status: EntrantStatus) -> Callable[[Tournament, Any], Tournament]:
    def change(state: Tournament, event: Any) -> Tournament:
        return _with_entrant(state, replace(state.entrants[event.entrant - 1], status=status))

    return change


def _entrant_reinstated(state: Tournament, event: e.EntrantReinstated) -> Tournament:
    if state.started and event.entrant not in state.order:
        state = _numbered(state, event.entrant)
    return _status("in")(state, event)


def _player_replaced(state: Tournament, event: e.PlayerReplaced) -> Tournament:
    before = state.entrants[event.entrant - 1]
    at = event.member - 1
    left = ReplacedPerson(before.people[at], event.member, event.round, event.reason)
    return _with_entrant(
        state,
        replace(
            before,
            people=(*before.people[:at], event.person, *before.people[at + 1 :]),
            replaced=(*before.replaced, left),
            link=None,
        ),
    )


def _pairing_forbidden(state: Tournament, event: e.PairingForbidden) -> Tournament:
    return replace(state, barred=(*state.barred, event.entrants))


def _pairing_allowed(state: Tournament, event: e.PairingAllowed) -> Tournament:
    left = tuple(pair for pair in state.barred if set(pair) != set(event.entrants))
    return replace(state, barred=left)


def _bye_granted(state: Tournament, event: e.ByeGranted) -> Tournament:
    before = state.entrants[event.entrant - 1]
    requests = before.requests + (event.reason is None)
    byes = (*before.byes, (event.round, event.kind))
    return _with_entrant(state, replace(before, byes=byes, requests=requests))


def _check_in_opened(state: Tournament, event: e.CheckInOpened) -> Tournament:
    return replace(state, check_in=CheckInState(event.round))


def _entrant_checked_in(state: Tournament, event: e.EntrantCheckedIn) -> Tournament:
    now = state.check_in or CheckInState(event.round)
    number = event.entrant
    links = now.links
    if event.link is not None:
        entrant = replace(state.entrants[number - 1], link=event.link, link_round=event.round)
        state = _with_entrant(state, entrant)
        # Who comes after the closing contributes nothing: the others' links are known by then.
        links = (*links, (number, event.link)) if now.open else links
    return replace(state, check_in=replace(now, present=(*now.present, number), links=links))


def _check_in_closed(state: Tournament, event: e.CheckInClosed) -> Tournament:
    return replace(state, check_in=replace(state.check_in or CheckInState(event.round), open=False))


def _rules_changed(state: Tournament, event: e.RulesChanged) -> Tournament:
    return replace(state, rules=event.rules)


def _with_entrant(state: Tournament, entrant: EntrantState) -> Tournament:
    at = entrant.number - 1
    entrants = (*state.entrants[:at], entrant, *state.entrants[at + 1 :])
    return replace(state, entrants=entrants)


# --- rounds -----------------------------------------------------------------------------------


def _tournament_started(state: Tournament, event: e.TournamentStarted) -> Tournament:
    rules, schedule = state.rules, event.schedule
    if schedule is not None and not schedule.groups:
        rules = replace(rules, rounds=len(schedule.rounds))
    return replace(
        state,
        phase="between",
        registration_open=False,
        order=event.order,
        lots=event.lots,
        initial=event.initial,
        founders=len(event.order),
        rules=rules,
        schedule=schedule,
        seeds=(SeedState(0, event.seed),),
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
    # Who goes on is open again until the round is paired, because a result may be corrected.
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
    # What someone claimed before says nothing about a table without these players.
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


# --- the end ----------------------------------------------------------------------------------


def _tournament_ended(state: Tournament, event: e.TournamentEnded) -> Tournament:
    return replace(state, phase="ended", standings=event.standings)


def _tournament_aborted(state: Tournament, event: e.TournamentAborted) -> Tournament:
    return replace(state, phase="aborted", registration_open=False)


def _secret_revealed(state: Tournament, event: e.TournamentSecretRevealed) -> Tournament:
    return replace(state, secret=event.secret)


_CHANGES: Final[Mapping[type[Any], Callable[[Tournament, Any], Tournament]]] = {
    e.ArbiterNamed: _arbiter_named,
    e.ArbiterDismissed: _arbiter_dismissed,
    e.RelationDeclared: _relation_declared,
    e.RelationClaimed: _relation_claimed,
    e.RelationRejected: _relation_rejected,
    e.PlayersInvited: _players_invited,
    e.EntrantRegistered: _entrant_registered,
    e.PartnerAsked: _partner_asked,
    e.PartnerDeclined: _partner_declined,
    e.RegistrationClosed: _registration(is_open=False),
    e.RegistrationReopened: _registration(is_open=True),
    e.EntrantWithdrawn: _status("withdrawn"),
    e.EntrantExpelled: _status("expelled"),
    e.EntrantReinstated: _entrant_reinstated,
    e.PlayerReplaced: _player_replaced,
    e.PairingForbidden: _pairing_forbidden,
    e.PairingAllowed: _pairing_allowed,
    e.ByeGranted: _bye_granted,
    e.CheckInOpened: _check_in_opened,
    e.EntrantCheckedIn: _entrant_checked_in,
    e.CheckInClosed: _check_in_closed,
    e.RulesChanged: _rules_changed,
    e.TournamentStarted: _tournament_started,
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
    e.TournamentEnded: _tournament_ended,
    e.TournamentAborted: _tournament_aborted,
    e.TournamentSecretRevealed: _secret_revealed,
}
