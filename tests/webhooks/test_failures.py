"""Test that any error counts as a failure of its webhook only, and does not block others."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from sqlalchemy import insert

from service.access.vaults import Vaults
from service.access.visibility import Visibility
from service.storage.database import Database
from service.webhooks.deliverer import Webhooks
from service.webhooks.destinations import Guard
from service.webhooks.hooks import Hook
from service.webhooks.sending import Delivery, Sender
from service.webhooks.tables import MESSAGES
from service.webhooks.trial_deliveries import Trials
from tests.support.http.follow import until
from tests.support.run.long import long_after
from tests.support.storage.stores import Ticks, messages_waiting, opened_database, run, settings_of
from tests.webhooks.test_addresses import hook_to

UNUSABLE = {
    "a port that is none": "https://hook.example:99999/",
    "a name that is none": "https://xn--a/",
    "a URL that is none": "https://[::1",
    "nothing": "",
    "another scheme": "ftp://hook.example/",
}
"""An earlier version may have stored these."""


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """Return a database."""
    with opened_database(settings_of(tmp_path)) as opened:
        yield opened


def waiting(webhooks: Webhooks, database: Database, url: str) -> Hook:
    """Return a webhook to this URL, with a waiting message."""
    hook = webhooks.hooks.make("a" * 26, "me", url, ["game.over"])
    row = {"hook": hook.id, "number": 1, "body": '{"timestamp": "2025-01-01T12:00:00.000000Z"}'}
    with database.writing() as connection:
        connection.execute(insert(MESSAGES), [row])
    return hook


def webhooks_of(database: Database) -> Webhooks:
    """Return the webhooks of a service."""
    visibility = Visibility(database.log, Vaults(database.log))
    return Webhooks(database, visibility, Ticks(), private=True)


@pytest.mark.parametrize("url", long_after(1, UNUSABLE.values()), ids=UNUSABLE)
def test_an_unusable_url_counts_as_a_failure(database: Database, url: str) -> None:
    """Each try fails with the reason; the next webhook gets its message."""

    async def receive(reader: StreamReader, writer: StreamWriter) -> None:
        await reader.readuntil(b"}")
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        await writer.drain()
        writer.close()

    async def scene() -> None:
        server = await asyncio.start_server(receive, "127.0.0.1", 0)
        host, port = server.sockets[0].getsockname()
        webhooks = webhooks_of(database)
        bad = waiting(webhooks, database, url)
        good = waiting(webhooks, database, f"http://{host}:{port}/")

        def now(hook: Hook) -> Hook:
            return webhooks.hooks.one(hook.account, hook.id)

        webhooks.start()
        await until(lambda: now(bad).failures > 0 and bool(now(good).last_success))
        await webhooks.stop()
        assert all((now(bad).failing_since, now(bad).last_error, now(bad).next_try))
        assert messages_waiting(database) == 1
        server.close()

    run(scene())


@pytest.mark.parametrize("url", long_after(1, UNUSABLE.values()), ids=UNUSABLE)
def test_a_test_of_an_unusable_url_fails(url: str) -> None:
    """The answer gives the reason, instead of an internal error."""
    outcome = run(Trials(Sender(Guard(private=False))).send(hook_to(url), "h-1", "{}"))
    assert not outcome.taken
    assert outcome.error


def test_an_unexpected_exception_is_an_outcome() -> None:
    """The exception may come from anywhere."""
    failures = [ValueError("odd"), OverflowError(), AssertionError(), KeyError(1)]
    coming = iter(failures)

    async def fails(host: str, port: int) -> Sequence[str]:
        raise next(coming)

    sender = Sender(Guard(private=True, resolve=fails))
    for failure in failures:
        outcome = run(sender.send(hook_to("https://hook.example/"), "h-1", "{}"))
        name = type(failure).__name__
        assert outcome == Delivery(taken=False, error=f"it could not be sent: {name}")


def test_a_secret_that_cannot_sign_is_an_outcome() -> None:
    """Someone may have edited the table."""
    hook = Hook("h", "a", "me", "https://hook.example/", ("game.over",), "whsec_!", "", 0)
    assert not run(Sender(Guard(private=True)).send(hook, "h-1", "{}")).taken
