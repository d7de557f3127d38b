"""What the log tells webhooks: whose turn it is, once, whoever reads it and in whatever pieces."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from shutil import copytree
from unittest.mock import patch

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import select

from domain.table.actions import Resign, TakeSeat
from domain.table.game import TABLE
from service.access.watching import Watching
from service.storage.database import Database
from service.webhooks import news
from service.webhooks.hooks import Hook, Hooks
from service.webhooks.messages import KINDS
from service.webhooks.news import News
from service.webhooks.tables import MESSAGES
from tests.support.http.client import Json
from tests.support.storage.handling import legal_actions, on_turn, open_game
from tests.support.storage.stores import Clock, handler_of, opened_database, run, settings_of

ACTIONS = 40


class Told:
    """A log, and a webhook about the lobby."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.handler = handler_of(database.log)
        self.hooks = Hooks(database, Clock())
        self.hook = self.make()

    def make(self) -> Hook:
        """Make a webhook that is told everything."""
        return self.hooks.make("a" * 26, "lobby", "https://hook.example/", KINDS)

    def news(self) -> News:
        """Return what a worker reads the log with."""
        watching = Watching(self.database.log, self.handler.vaults)
        return News(self.database, watching, Clock())

    def messages(self, kind: str, hook: Hook | None = None) -> list[Json]:
        """Return what the webhook is told of this kind, in order."""
        asked = select(MESSAGES).where(MESSAGES.c.hook == (hook or self.hook).id)
        with self.database.reading() as connection:
            rows = connection.execute(asked.order_by(MESSAGES.c.number)).all()
        found = [json.loads(row.body) for row in rows]
        return [one for one in found if one["type"] == kind]

    def act(self, game: str, random: Random) -> None:
        """Let the seat that is due do something."""
        stored, seat = run(on_turn(self.handler, game))
        action = random.choice(legal_actions(stored.game, 9))
        run(self.handler.perform(game, seat, [action]))

    def due(self, game: str) -> int:
        """Return the seat that is due."""
        return run(on_turn(self.handler, game))[1]

    def start(self) -> str:
        """Open a game of two people."""
        game = run(open_game(self.handler))
        run(self.handler.perform(game, TABLE, [TakeSeat(0), TakeSeat(1)]))
        return game


@pytest.fixture
def told(database: str, migrated_folder: Path, tmp_path: Path) -> Iterator[Told]:
    """Return them, on each kind of database."""
    folder = copytree(migrated_folder, tmp_path / "data")
    with opened_database(settings_of(folder, database)) as opened:
        yield Told(opened)


def test_a_turn_is_told_when_it_begins(told: Told, seed: int) -> None:
    """Read after each action, or all at once: whoever is due is told so once for each turn."""
    reader, random = told.news(), Random(seed)
    game = told.start()
    assert reader.step()
    turns = [told.due(game)]
    for _ in range(ACTIONS):
        told.act(game, random)
        if told.due(game) != turns[-1]:
            turns.append(told.due(game))
        assert reader.step()
    assert not reader.step()
    assert [one["data"]["seats"] for one in told.messages("game.turn")] == [[one] for one in turns]
    versions = [one["data"]["game"]["version"] for one in told.messages("game.action")]
    assert len(versions) == ACTIONS + 1
    assert versions == sorted(versions)
    assert len(told.messages("game.started")) == 1


def test_what_is_read_together_is_told_together(told: Told, seed: int) -> None:
    """One message of each kind, with the state at the end; the start and the end are among them."""
    game, random = told.start(), Random(seed)
    while told.due(game) == 0:
        told.act(game, random)
    run(told.handler.perform(game, 0, [Resign()]))
    assert told.news().step()
    (action,) = told.messages("game.action")
    (over,) = told.messages("game.over")
    assert len(told.messages("game.started")) == 1
    assert told.messages("game.turn") == []
    head = told.database.log.head(game)
    assert head is not None
    assert action["data"] == over["data"]
    assert over["data"]["head"] == head.hash.hex()
    assert over["data"]["game"]["status"] == "over"


def test_rows_are_told_in_any_pieces(told: Told, seed: int) -> None:
    """Also when a page ends amid what one action caused: nobody is told of a turn twice."""
    game, random = told.start(), Random(seed)
    turns = [told.due(game)]
    for _ in range(ACTIONS):
        told.act(game, random)
        if told.due(game) != turns[-1]:
            turns.append(told.due(game))
    with patch.object(news, "NOTICES_AT_ONCE", 1):
        while told.news().step():
            pass
    seats = [one["data"]["seats"] for one in told.messages("game.turn")]
    begun = [seat for seat, before in zip(seats, [None, *seats], strict=False) if seat != before]
    assert begun == [[one] for one in turns]
    assert len(told.messages("game.started")) == 1


def test_many_readers_tell_each_row_once(told: Told, seed: int) -> None:
    """Four workers read the same log at the same time; none is in another's way."""
    game, random = told.start(), Random(seed)
    for _ in range(ACTIONS):
        told.act(game, random)

    def read(reader: News) -> None:
        while reader.step():
            pass

    with patch.object(news, "NOTICES_AT_ONCE", 7), ThreadPoolExecutor(4) as threads:
        list(threads.map(read, [told.news() for _ in range(4)]))
    versions = [one["data"]["game"]["version"] for one in told.messages("game.action")]
    assert versions == sorted(set(versions))
    head = told.database.log.head(game)
    assert head is not None
    assert versions[-1] == head.version


def test_only_from_now_on(told: Told) -> None:
    """A new webhook is told nothing of before; one that is removed nothing more."""
    first = told.start()
    late = told.make()
    second = told.start()
    assert told.news().step()
    games = [one["data"]["game"]["id"] for one in told.messages("game.started")]
    assert games == [first, second]
    games = [one["data"]["game"]["id"] for one in told.messages("game.started", late)]
    assert games == [second]
    told.hooks.remove(late.account, late.id)
    told.hooks.remove(late.account, told.hook.id)
    told.start()
    assert not told.news().step()
    assert told.hooks.waiting() == 0


def test_too_much_that_waits_disables(told: Told) -> None:
    """With a reason, and nothing waits any more."""
    told.start()
    before = REGISTRY.get_sample_value("carolus_webhooks_disabled_total", {"why": "given_up"})
    assert before is not None
    with patch.object(news, "WAITING_MAX", 1):
        assert told.news().step()
    (hook,) = told.hooks.of(told.hook.account)
    assert hook.disabled_why == "more than 1 messages waited"
    given_up = REGISTRY.get_sample_value("carolus_webhooks_disabled_total", {"why": "given_up"})
    assert given_up == before + 1
    assert told.hooks.waiting() == 0
