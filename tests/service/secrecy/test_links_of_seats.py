"""The links of seats: nothing shows one before its moment is drawn, not even the database.

Nor does anything that the service sends unasked show the secret of the dice before the end.
"""

import io
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from litestar.testing import TestClient

from service.storage.address import FILE_NAME
from tests.service.secrecy.test_secrecy import hunt, shapes_of, vault_of
from tests.support.http.chains import Chained
from tests.support.http.client import create, good, seat_due
from tests.support.run.waiting import until
from tests.support.servers.applications import application_on
from tests.support.storage.stores import settings_of

KINDS = ["game.started", "game.action", "game.turn", "game.over"]


@pytest.fixture
def http(data: Path, logged: io.BytesIO) -> Iterator[TestClient[Any]]:
    """Yield a client of a service that may send webhooks anywhere."""
    with (
        application_on(settings_of(data, webhooks_private=True)) as app,
        TestClient(app, raise_server_exceptions=False) as client,
    ):
        yield client


def frames(http: TestClient[Any], chained: Chained) -> list[bytes]:
    """Return all that a WebSocket sends of the game so far, to a player."""
    table = chained.table
    version = table.now()["version"]
    found: list[bytes] = []
    for query in ("after=0", "snapshot=true"):
        address = f"{table.url}/live?{query}"
        with http.websocket_connect(address, headers=table.headers(1)) as socket:
            reached = 0
            while reached < version:
                frame = socket.receive_text()
                found.append(frame.encode())
                reached = json.loads(frame).get("id", reached)
    return found


def opened(data: Path) -> sqlite3.Connection:
    """Open the database to read it."""
    return sqlite3.connect(f"file:{data / FILE_NAME}?mode=ro", uri=True)


def stored(data: Path, name: str = "%") -> bytes:
    """Return everything in the tables of the database with such a name, row by row."""
    with closing(opened(data)) as connection:
        asked = "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE ?"
        tables = connection.execute(asked, [name]).fetchall()
        return b"\n".join(
            value if isinstance(value, bytes) else str(value).encode()
            for (table,) in tables
            for row in connection.execute(f'SELECT * FROM "{table}"')  # noqa: S608 - its own names
            for value in row
        )


def webhook(http: TestClient[Any], chained: Chained) -> None:
    """Have the service send messages about the game to an address without a receiver."""
    secret = good(http.post("/v1/players", json={"name": "Ana"}))["secret"]
    asked = {
        "url": "http://127.0.0.1:9/",
        "about": chained.table.id,
        "events": KINDS,
        "creator_token": chained.table.tokens["creator"],
    }
    headers = {"Authorization": f"Bearer {secret}"}
    good(http.post("/v1/webhooks", json=asked, headers=headers))


@pytest.mark.long
def test_no_link_leaks_before_its_moment_is_drawn(
    http: TestClient[Any], data: Path, logged: io.BytesIO
) -> None:
    """Neither over HTTP nor by WebSocket or webhook, nor in log and database; then it is public."""
    chained = Chained(create(http, terms={"links": True}, players=2), 0, 1)
    webhook(http, chained)
    for seat in (0, 1):
        chained.sit(seat)
    chained.give_all()
    until(lambda: isinstance(seat_due(chained.table.now()), int), "the first moment")
    random = Random(1)
    while isinstance(due := seat_due(chained.table.now()), int):
        good(chained.table.act(due, chained.table.any_action(due, random)))
    chained.give(0)
    assert count(data, "given_links_1") == 1
    given = chained.chains[0].link(2)
    later = [chained.chains[seat].link(number) for seat in (0, 1) for number in (2, 3, 128)]
    hidden = [shape for link in (given, *later) for shape in shapes_of(link)]

    def shown() -> list[bytes]:
        return [*frames(http, chained), stored(data), logged.getvalue()]

    hunt(chained.table, hidden, Random(1))
    assert chained.due(0)["given"] == [0]
    assert not [shape for shape in hidden for text in shown() if shape in text]
    until(lambda: count(data, "webhook_messages_1") > 0, "the messages")
    chained.give(1)
    until(lambda: isinstance(seat_due(chained.table.now()), int), "the second moment")
    public = given.hex().encode()
    assert sum(public in text for text in shown()) >= 2  # a frame, and the log of the game
    with pytest.raises(AssertionError, match="leaks"):
        hunt(chained.table, shapes_of(given), Random(1))
    until(lambda: count(data, "given_links_1") == 0, "the links to go")


def test_messages_that_nobody_requested_do_not_show_the_secret(
    http: TestClient[Any], data: Path, logged: io.BytesIO
) -> None:
    """Neither frames of a WebSocket nor messages for webhooks, nor logs; then it is public."""
    chained = Chained(create(http, terms={"links": True}, players=2), 0, 1)
    webhook(http, chained)
    for seat in (0, 1):
        chained.sit(seat)
    chained.give_all()
    until(lambda: isinstance(seat_due(chained.table.now()), int), "the first moment")
    until(lambda: count(data, "webhook_messages_1") > 0, "the messages")
    secret = bytes.fromhex(vault_of(data, chained.table.id).secret)
    messages = stored(data, "webhook_messages_1")
    assert b"game.action" in messages
    shown = [*frames(http, chained), messages, logged.getvalue()]
    assert not [shape for shape in shapes_of(secret) for text in shown if shape in text]
    good(chained.table.act(0, {"type": "resign"}))
    assert secret.hex().encode() in b"".join(frames(http, chained))


def test_links_of_a_waived_moment_leave_the_table(http: TestClient[Any], data: Path) -> None:
    """The game goes on without them, and they must not stay until it ends."""
    chained = Chained(create(http, terms={"links": True}, players=2), 0, 1)
    for seat in (0, 1):
        chained.sit(seat)
    chained.give(0)
    assert count(data, "given_links_1") == 1
    for seat, word in ((0, "offer"), (1, "accept")):
        good(chained.table.act(seat, {"type": f"{word}_waiver"}))
    assert isinstance(seat_due(chained.table.now()), int)
    until(lambda: count(data, "given_links_1") == 0, "the link to go")


def count(data: Path, table: str) -> int:
    """Return how many rows a table has."""
    with closing(opened(data)) as connection:
        ((rows,),) = connection.execute(f"SELECT count(*) FROM {table}").fetchall()  # noqa: S608 - its own names
        return int(rows)
