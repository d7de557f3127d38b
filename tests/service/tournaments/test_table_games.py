"""The games of a tournament's tables: opened once each, for their players, and taken at the end."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from domain.record.tournaments import rerun_tournament
from domain.refusal import IllegalAction, Malformed
from domain.table.actions import AbortGame, Resign, TakeSeat
from domain.table.clock import BankClock
from domain.table.game import TABLE
from domain.table.reserving import TournamentTable
from domain.table.watching import Delayed, Refused, Spectators
from domain.tournament.model import announced
from domain.tournament.stream import actions as a
from domain.tournament.stream.announcement import (
    Announcement,
    Groups,
    RegistrationTerms,
)
from domain.tournament.stream.events import PairedTable
from domain.tournament.stream.people import Person
from service.access.policy import Policy
from service.access.signing import Verifier
from service.games.handler import Handler
from service.storage.stale_version import StaleVersion
from service.storage.tournaments import TournamentLog
from service.tasks.house import decide_for_house
from service.tournaments.games import must_be_playable, proof_of
from service.tournaments.handler import TournamentHandler
from service.tournaments.requests import EnterRequest, PairRequest, StartRequest
from service.tournaments.table_games import Tables
from tests.service.tournaments.test_handler import record_in
from tests.support.storage.stores import (
    SIGNER,
    OpenStore,
    Ticks,
    handler_of,
    keys_of,
    nobody_missing,
    on_both_engines,
    run,
)
from tests.support.tournaments.desk import ARBITER, ORGANISER, WHY, announcement
from tests.support.tournaments.handling import entered


class Hall(NamedTuple):
    """A worker: its games, its tournaments, and what connects them."""

    games: Handler
    desk: TournamentHandler
    tables: Tables


@contextmanager
def halls(store: OpenStore, count: int = 1) -> Iterator[list[Hall]]:
    """Yield workers on one log."""
    with store() as log:
        found = []
        for seed in range(count):
            games, keys = handler_of(log, seed), keys_of(f"tables {seed}")
            desk = TournamentHandler(TournamentLog(log), keys, SIGNER, Ticks(seed), nobody_missing)
            found.append(Hall(games, desk, Tables(games, desk, keys, Ticks(f"tables {seed}"))))
        yield found


async def paired(hall: Hall, count: int, terms: Announcement | None = None) -> str:
    """Return a tournament whose first round is open."""
    tournament = (await entered(hall.desk, count, terms or announcement())).state.id
    actions = [StartRequest(), PairRequest(1), a.OpenRound(1)]
    await hall.desk.perform(tournament, ORGANISER, actions)
    return tournament


@on_both_engines
def test_each_table_has_one_game(store: OpenStore) -> None:
    """On any worker, any number of times; its first event names table and players."""

    async def scene(one: Hall, other: Hall) -> None:
        tournament = await paired(one, 4)
        await one.tables.open(tournament)
        opened = await one.desk.load(tournament)
        await other.tables.open(tournament)
        assert await one.desk.load(tournament) == opened
        games = [table.game for table in opened.state.rounds[0].tables]
        assert len(set(games)) == 2
        for at, table in enumerate(opened.state.rounds[0].tables, 1):
            assert table.game is not None
            game = (await one.games.load(table.game)).game
            assert game.tournament == TournamentTable(tournament, 1, at)
            people = opened.state.seats_at(1, table)
            assert game.reserved == tuple(one.key for one in people)
            assert game.reserved_names == tuple(one.name for one in people)
            assert (game.label, game.options.players) == ("Club evening", 2)
            vault = await one.games.vault(table.game)
            assert vault.effective_policy == Policy("reserved")

    with halls(store, 2) as (one, other):
        run(scene(one, other))


@pytest.mark.parametrize("watched", [Delayed(3), Refused()])
def test_games_are_watched_as_announced(store: OpenStore, watched: Spectators) -> None:
    """Spectators are some turns behind, or see nothing, until the game is over."""

    async def scene(hall: Hall) -> None:
        tournament = await paired(hall, 2, announcement(spectators=watched))
        state = await hall.tables.open(tournament)
        (table,) = state.rounds[0].tables
        vault = await hall.games.vault(table.game or "")
        assert vault.effective_policy == Policy("reserved", watched)

    with halls(store) as (hall,):
        run(scene(hall))


@on_both_engines
def test_a_worker_that_ends_between_game_and_tournament_leaves_one_game(store: OpenStore) -> None:
    """The next one finds the game under the id that follows from its table."""

    async def scene(hall: Hall) -> None:
        tournament = await paired(hall, 2)
        game = await hall.tables._game(await hall.desk.load(tournament), 1)
        assert (await hall.desk.load(tournament)).state.rounds[0].tables[0].game is None
        opened = await hall.games.load(game)
        await hall.tables.open(tournament)
        assert (await hall.desk.load(tournament)).state.rounds[0].tables[0].game == game
        assert await hall.games.load(game) == opened

    with halls(store) as (hall,):
        run(scene(hall))


def test_a_game_that_was_opened_before_the_tables_were_changed(store: OpenStore) -> None:
    """Another one is opened for those who sit there now, and the first is called off."""

    async def scene(hall: Hall) -> None:
        tournament = await paired(hall, 4)
        before = await hall.desk.load(tournament)
        wrong = await hall.tables._game(before, 1)
        first, second = (one.players for one in before.state.rounds[0].tables)
        tables = (PairedTable(1, second), PairedTable(2, first))
        await hall.desk.perform(tournament, ARBITER, [a.ChangeTables(1, tables, WHY)])
        right = await hall.tables._game(await hall.desk.load(tournament), 2)
        with pytest.raises(StaleVersion):
            await hall.tables._game(before, 2)
        state = await hall.tables.open(tournament)
        for table in state.rounds[0].tables:
            assert table.game not in {None, wrong}
            game = (await hall.games.load(table.game or "")).game
            assert game.reserved == tuple(one.key for one in state.seats_at(1, table))
        assert state.rounds[0].tables[1].game == right
        assert (await hall.games.load(wrong)).game.finished
        await hall.desk.perform(tournament, ARBITER, [a.OrderReplay(1, 1, WHY)])
        again = (await hall.tables.open(tournament)).rounds[0].tables[0].games
        assert len(set(again)) == 2

    with halls(store) as (hall,):
        run(scene(hall))


async def resigned(hall: Hall, game: str, seat: int) -> None:
    """Let the players of a game of two sit down, and one of them resign."""
    seen = (await hall.games.load(game)).game
    for at, key in enumerate(seen.reserved):
        await hall.games.perform(game, at, [TakeSeat(at, seen.name_for(at), player=key)])
    await hall.games.perform(game, seat, [Resign()])


@on_both_engines
def test_a_finished_game_is_the_result_of_its_table(store: OpenStore) -> None:
    """Once; the event names head and key of the statement that the service signed."""

    async def scene(hall: Hall) -> None:
        tournament = await paired(hall, 2)
        await hall.tables.open(tournament)
        table = (await hall.desk.load(tournament)).state.rounds[0].tables[0]
        assert table.game is not None
        assert not await hall.tables.take(table.game)
        await resigned(hall, table.game, 0)
        assert await hall.tables.take(table.game)
        assert not await hall.tables.take(table.game)
        stored = await hall.desk.load(tournament)
        result = stored.state.rounds[0].tables[0].result
        assert result is not None
        assert (result.ranks, result.source) == ((2, 1), "game")
        signature = hall.games.log.signature(table.game)
        assert signature is not None
        proof = proof_of((await hall.games.load(table.game)).game, signature)
        assert proof is not None
        assert proof.kid == Verifier().verify(signature).kid
        assert proof.head.encode() in hall.desk.log.rows(tournament)[-1].canonical

    with halls(store) as (hall,):
        run(scene(hall))


def test_decisions_of_arbiters_stand(store: OpenStore) -> None:
    """A game that ends later changes nothing, and a replay has a game of its own."""

    async def scene(hall: Hall) -> None:
        tournament = await paired(hall, 2)
        await hall.tables.open(tournament)
        first = (await hall.desk.load(tournament)).state.rounds[0].tables[0].game
        assert first is not None
        await hall.desk.perform(tournament, ARBITER, [a.EnterResult(1, 1, (1, 2), WHY)])
        await resigned(hall, first, 0)
        assert not await hall.tables.take(first)
        await hall.desk.perform(tournament, ARBITER, [a.OrderReplay(1, 1, WHY)])
        await hall.tables.open(tournament)
        table = (await hall.desk.load(tournament)).state.rounds[0].tables[0]
        assert table.game not in (None, first)
        assert not await hall.tables.take(first)

    with halls(store) as (hall,):
        run(scene(hall))


def test_a_game_without_a_result_is_left_to_arbiters(store: OpenStore) -> None:
    async def scene(hall: Hall) -> None:
        tournament = await paired(hall, 2)
        await hall.tables.open(tournament)
        game = (await hall.desk.load(tournament)).state.rounds[0].tables[0].game
        assert game is not None
        await hall.games.perform(game, TABLE, [AbortGame()])
        assert not await hall.tables.take(game)

    with halls(store) as (hall,):
        run(scene(hall))


def test_real_tables_have_no_game(store: OpenStore) -> None:
    """Those with a guest; and none is opened before the round is."""
    guest = EnterRequest((Person("Guest", guest="ab" * 32),))

    async def scene(hall: Hall) -> None:
        tournament = (await entered(hall.desk, 1, announcement(real_tables=True))).state.id
        actions = [guest, StartRequest(), PairRequest(1)]
        before = (await hall.desk.perform(tournament, ORGANISER, actions)).stored
        await hall.tables.open(tournament)
        assert await hall.desk.load(tournament) == before
        await hall.desk.perform(tournament, ORGANISER, [a.OpenRound(1)])
        await hall.tables.open(tournament)
        assert (await hall.desk.load(tournament)).state.rounds[0].tables[0].game is None

    with halls(store) as (hall,):
        run(scene(hall))


async def _played(hall: Hall, game: str) -> None:
    """Let the house play a game of its bots to the end."""
    pick = Random(game).randrange
    while (now := (await hall.games.load(game)).game).bots_due:
        by, action = decide_for_house(now, pick)
        await hall.games.perform(game, by, [action], house=True)


def test_fourteen_bots_play_a_whole_tournament(store: OpenStore) -> None:
    """Two rounds at tables of four and three, to the signed end; its record is decided again."""
    terms = Announcement(
        "Club evening",
        "carolus-magnus@1",
        {"max_rounds": 1},
        announcement().format,
        announced(4, 2, "MBH", "LOT"),
        house_bots=("random",),
    )
    bots = [EnterRequest((Person(f"Bot {number}", bot="random"),)) for number in range(14)]

    async def scene(hall: Hall) -> None:
        tournament = (await hall.desk.open(ORGANISER, terms)).state.id
        await hall.desk.perform(tournament, ORGANISER, [*bots, StartRequest()])
        for number in (1, 2):
            await hall.desk.perform(
                tournament, ORGANISER, [PairRequest(number), a.OpenRound(number)]
            )
            await hall.tables.open(tournament)
            state = (await hall.desk.load(tournament)).state
            for table in state.rounds[-1].tables:
                assert table.game is not None
                await _played(hall, table.game)
                assert await hall.tables.take(table.game)
            await hall.desk.perform(tournament, ORGANISER, [a.CloseRound(number)])
        stored = (await hall.desk.perform(tournament, ORGANISER, [a.EndTournament()])).stored
        sizes = [sorted(len(one.players) for one in each.tables) for each in stored.state.rounds]
        assert sizes == [[3, 3, 4, 4]] * 2
        again = rerun_tournament(record_in(hall.desk, tournament))
        assert again.refused is None
        assert (again.tournament, again.head) == (stored.state, stored.head.hash.hex())
        assert len(stored.state.standings) == 14

    with halls(store) as (hall,):
        run(scene(hall))


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"ruleset": "chess@1"}, "$.announcement.ruleset"),
        ({"options": {"colour": "red"}}, "$.announcement.options"),
        ({"options": {"players": 4.0}}, "$.announcement.options.players"),
        ({"house_bots": ("nobody",)}, "$.announcement.house_bots"),
        (
            {"rules": announced(4, 3), "registration": RegistrationTerms(most=2)},
            "$.announcement.registration.most",
        ),
        (
            {"format": Groups(2), "registration": RegistrationTerms(most=3)},
            "$.announcement.registration.most",
        ),
        ({"rules": announced(6, 3)}, "$.announcement.rules"),
        ({"team": 2, "rules": announced(3, 3)}, "$.announcement.rules"),
        (
            {"team": 2, "rules": announced(2, 3), "options": {"seating": "adjacent"}},
            "$.announcement",
        ),
        ({"team": 2, "rules": announced(2, 3), "ruleset": "teg@1"}, "$.announcement"),
    ],
)
def test_an_announcement_of_impossible_games_is_refused(changes: Any, where: str) -> None:
    """Before anybody enters, not when the first table is opened."""
    must_be_playable(announcement())
    with pytest.raises(Malformed) as refused:
        must_be_playable(replace(announcement(), **changes))
    assert refused.value.where == where


def test_a_clock_that_the_game_refuses() -> None:
    clock = BankClock(60, "forfeit")
    must_be_playable(announcement(clock=clock))
    with pytest.raises(IllegalAction, match="TB-CLOCK-1"):
        must_be_playable(announcement(announced(3, 3), clock=clock))
