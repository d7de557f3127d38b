"""Test what webhooks learn from the log: each turn once, with any readers and any pieces."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import Connection, delete, select

from domain.table.actions import Resign, TakeSeat
from domain.table.game import TABLE
from domain.table.opening import OpeningTerms
from service.access.visibility import Visibility
from service.storage.database import Database
from service.webhooks import news
from service.webhooks.hooks import Hook, Hooks, lock
from service.webhooks.messages import KINDS
from service.webhooks.news import News
from service.webhooks.tables import MESSAGES
from tests.support.games.table import RULES
from tests.support.http.client import Json
from tests.support.servers.databases import leave_gaps
from tests.support.storage.handling import game_and_seat_due, legal_actions, open_game
from tests.support.storage.stores import (
    Ticks,
    handler_of,
    messages_waiting,
    on_both_engines,
    opened_database,
    run,
    settings_of,
)

ACTIONS = 20


class Subscribed:
    """A log, and a webhook about the lobby."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.handler = handler_of(database.log)
        self.hooks = Hooks(database, Ticks())
        self.hook = self.make()

    def make(self) -> Hook:
        """Make a webhook for every kind of event."""
        return self.hooks.make("a" * 26, "lobby", "https://hook.example/", KINDS)

    def news(self) -> News:
        """Return the reader of one worker."""
        visibility = Visibility(self.database.log, self.handler.vaults)
        return News(self.database, visibility, Ticks())

    def messages(self, kind: str, hook: Hook | None = None) -> list[Json]:
        """Return the messages of this kind for the webhook, in order."""
        asked = select(MESSAGES).where(MESSAGES.c.hook == (hook or self.hook).id)
        with self.database.reading() as connection:
            rows = connection.execute(asked.order_by(MESSAGES.c.number)).all()
        found = [json.loads(row.body) for row in rows]
        return [one for one in found if one["type"] == kind]

    def act(self, game: str, random: Random) -> None:
        """Let the player whose turn it is act."""
        stored, seat = run(game_and_seat_due(self.handler, game))
        action = random.choice(legal_actions(stored.game, 9))
        run(self.handler.perform(game, seat, [action]))

    def due(self, game: str) -> int:
        """Return the seat whose turn it is."""
        return run(game_and_seat_due(self.handler, game))[1]

    def start(self) -> str:
        """Open a game for two players."""
        game = run(open_game(self.handler))
        run(self.handler.perform(game, TABLE, [TakeSeat(0), TakeSeat(1)]))
        return game


@pytest.fixture
def subscribed(database: str, tmp_path: Path) -> Iterator[Subscribed]:
    """Return a log with a webhook, on each kind of database."""
    with opened_database(settings_of(tmp_path / "data", database)) as opened:
        yield Subscribed(opened)


@pytest.mark.long
def test_a_turn_is_announced_when_it_begins(subscribed: Subscribed, seed: int) -> None:
    """Each turn causes one message."""
    reader, random = subscribed.news(), Random(seed)
    game = subscribed.start()
    assert reader.step()
    turns = [subscribed.due(game)]
    for _ in range(ACTIONS):
        subscribed.act(game, random)
        if subscribed.due(game) != turns[-1]:
            turns.append(subscribed.due(game))
        assert reader.step()
    assert not reader.step()
    assert [one["data"]["seats"] for one in subscribed.messages("game.turn")] == [
        [one] for one in turns
    ]
    versions = [one["data"]["game"]["version"] for one in subscribed.messages("game.action")]
    assert len(versions) == ACTIONS + 1
    assert versions == sorted(versions)
    assert len(subscribed.messages("game.started")) == 1


def test_events_that_are_read_together_share_messages(subscribed: Subscribed, seed: int) -> None:
    """One message of each kind has the state at the end, even for the start and end of the game."""
    game, random = subscribed.start(), Random(seed)
    while subscribed.due(game) == 0:
        subscribed.act(game, random)
    run(subscribed.handler.perform(game, 0, [Resign()]))
    assert subscribed.news().step()
    (action,) = subscribed.messages("game.action")
    (over,) = subscribed.messages("game.over")
    assert len(subscribed.messages("game.started")) == 1
    assert subscribed.messages("game.turn") == []
    head = subscribed.database.log.head(game)
    assert head is not None
    assert action["data"] == over["data"]
    assert over["data"]["head"] == head.hash.hex()
    assert over["data"]["game"]["status"] == "over"


@pytest.mark.long
def test_rows_may_be_read_in_any_pieces(subscribed: Subscribed, seed: int) -> None:
    """Even if a page ends within the events of one action, no turn is announced twice."""
    game, random = subscribed.start(), Random(seed)
    turns = [subscribed.due(game)]
    for _ in range(ACTIONS):
        subscribed.act(game, random)
        if subscribed.due(game) != turns[-1]:
            turns.append(subscribed.due(game))
    with patch.object(news, "NOTICES_AT_ONCE", 1):
        while subscribed.news().step():
            pass
    seats = [one["data"]["seats"] for one in subscribed.messages("game.turn")]
    begun = [seat for seat, before in zip(seats, [None, *seats], strict=False) if seat != before]
    assert begun == [[one] for one in turns]
    assert len(subscribed.messages("game.started")) == 1


@on_both_engines
@pytest.mark.long
def test_many_readers_announce_each_row_once(
    subscribed: Subscribed, database: str, seed: int
) -> None:
    """Four workers read the same log at the same time without conflicts, and across gaps."""
    if database:
        leave_gaps(database)
    game, random = subscribed.start(), Random(seed)
    for _ in range(ACTIONS):
        subscribed.act(game, random)

    def read(reader: News) -> None:
        while reader.step():
            pass

    with patch.object(news, "NOTICES_AT_ONCE", 7), ThreadPoolExecutor(4) as threads:
        list(threads.map(read, [subscribed.news() for _ in range(4)]))
    versions = [one["data"]["game"]["version"] for one in subscribed.messages("game.action")]
    assert versions == sorted(set(versions))
    head = subscribed.database.log.head(game)
    assert head is not None
    assert versions[-1] == head.version


@on_both_engines
def test_a_webhook_starts_when_it_is_made(subscribed: Subscribed) -> None:
    """A new webhook gets nothing from before, and a removed one nothing more."""
    first = subscribed.start()
    late = subscribed.make()
    second = subscribed.start()
    assert subscribed.news().step()
    games = [one["data"]["game"]["id"] for one in subscribed.messages("game.started")]
    assert games == [first, second]
    games = [one["data"]["game"]["id"] for one in subscribed.messages("game.started", late)]
    assert games == [second]
    subscribed.hooks.remove(late.account, late.id)
    subscribed.hooks.remove(late.account, subscribed.hook.id)
    subscribed.start()
    assert not subscribed.news().step()
    assert messages_waiting(subscribed.database) == 0


def test_a_game_is_summarised_once_for_all_its_webhooks(
    subscribed: Subscribed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not summarised at all if none of them gets a message."""
    for _ in range(3):
        subscribed.make()
    subscribed.start()
    asked: list[str] = []
    created = subscribed.database.log.created_at

    def counted(game: str) -> str:
        asked.append(game)
        return created(game)

    monkeypatch.setattr(subscribed.database.log, "created_at", counted)
    assert subscribed.news().step()
    assert len(subscribed.messages("game.started")) == 1
    assert len(asked) == 1
    for hook in subscribed.hooks.of(subscribed.hook.account):
        subscribed.hooks.remove(hook.account, hook.id)
    subscribed.hooks.make("a" * 26, "lobby", "https://hook.example/", ["game.over"])
    subscribed.start()
    assert subscribed.news().step()
    assert len(asked) == 1


@on_both_engines
def test_too_many_waiting_messages_disable_a_webhook(subscribed: Subscribed) -> None:
    """The webhook has a reason, and nothing waits any more."""
    subscribed.start()
    before = REGISTRY.get_sample_value("carolus_webhooks_disabled_total", {"why": "given_up"})
    assert before is not None
    with patch.object(news, "WAITING_MAX", 1):
        assert subscribed.news().step()
    (hook,) = subscribed.hooks.of(subscribed.hook.account)
    assert hook.disabled_why == "more than 1 messages waited"
    given_up = REGISTRY.get_sample_value("carolus_webhooks_disabled_total", {"why": "given_up"})
    assert given_up == before + 1
    assert messages_waiting(subscribed.database) == 0


def test_a_webhook_that_has_caught_up_is_not_disabled(
    subscribed: Subscribed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its receiver accepts a message after the worker has counted them, and before it disables."""

    def caught_up(connection: Connection) -> None:
        lock(connection)
        connection.execute(delete(MESSAGES))

    subscribed.start()
    monkeypatch.setattr(news, "WAITING_MAX", 1)
    monkeypatch.setattr(news, "lock", caught_up)
    before = REGISTRY.get_sample_value("carolus_webhooks_disabled_total", {"why": "given_up"})
    assert subscribed.news().step()
    assert messages_waiting(subscribed.database) == 0
    (hook,) = subscribed.hooks.of(subscribed.hook.account)
    assert not hook.disabled_at
    after = REGISTRY.get_sample_value("carolus_webhooks_disabled_total", {"why": "given_up"})
    assert after == before


def test_a_reserved_seat_is_announced_to_its_account(subscribed: Subscribed) -> None:
    """When the game opens, as at a table of a tournament; and then its turns, as in any game."""
    reader, (ana, ben) = subscribed.news(), ("a" * 26, "b" * 26)
    hooks = {
        who: subscribed.hooks.make(who, "me", "https://hook.example/", KINDS) for who in (ana, ben)
    }
    terms = OpeningTerms(reserved=(ana, ben))
    opening = subscribed.handler.open(RULES, RULES.options_type(players=2), None, terms=terms)
    game = run(opening).stored.game.id
    assert reader.step()

    def seats(who: str) -> list[list[int]]:
        return [one["data"]["seats"] for one in subscribed.messages("game.turn", hooks[who])]

    assert (seats(ana), seats(ben)) == ([[0]], [[1]])
    for seat, who in enumerate((ana, ben)):
        run(subscribed.handler.perform(game, seat, [TakeSeat(seat, player=who)]))
        assert reader.step()
    due = subscribed.due(game)
    expected = [[[0]], [[1]]]
    expected[due].append([due])
    assert [seats(ana), seats(ben)] == expected
