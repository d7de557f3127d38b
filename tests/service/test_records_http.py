"""Records over HTTP: of one game, of many, and whether a record holds."""

from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from domain.record.audit import audit
from domain.record.record import read_record
from domain.record.text import read_text
from service.access.signing import Verifier, published_in
from tests.support.http.client import Table, create, good, play, start

JSON = "application/json"


def resigned(http: httpx.Client, **options: Any) -> Table:
    """Return a game that was soon given up."""
    table = start(http, **options)
    for seat in range(len(table.tokens["seats"]) - 1):
        good(table.act(seat, {"type": "resign"}))
    return table


def verifier(http: httpx.Client) -> Verifier:
    """Return what knows the keys that the service publishes."""
    return Verifier(published_in(http.get("/.well-known/jwks.json").content))


# --- one game ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_record_of_a_whole_game_proves_it(http: httpx.Client, players: int) -> None:
    """Every entry and hash again, dice, signature and outcome: with nothing to be said of it."""
    table = start(http, players=players)
    for _ in play(table, Random(players), people=range(players)):
        pass
    answer = http.get(f"{table.url}/record")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == JSON
    assert answer.headers["content-disposition"] == f'inline; filename="carolus-{table.id}.json"'
    record = read_record(answer.content)
    audited = audit(record, verifier(http).verify)
    now = table.now()
    assert audited.findings == ()
    assert (audited.game, audited.status, audited.head) == (table.id, "over", now["head"])
    assert audited.events == now["version"]
    assert record.chance.secret == now["chance"]["secret"]


def test_the_record_of_a_game_that_is_played_is_told_up_to_now(http: httpx.Client) -> None:
    """With the head that the game has, at each of its versions, and without the secret."""
    table = create(http, players=3)
    seen = []
    good(table.sit(0, name="Ana", entropy="00ff"))
    for seat in (1, 2):
        seen.append(read_record(http.get(f"{table.url}/record").content))
        good(table.sit(seat))
    for _, _ in zip(play(table, Random(1), people=(0, 1, 2)), range(12), strict=False):
        record = read_record(http.get(f"{table.url}/record").content)
        assert record.head == table.now()["head"]
        seen.append(record)
    for record in seen:
        audited = audit(record, verifier(http).verify)
        assert [one.reason for one in audited.findings] == ["game_is_not_finished"]
        assert record.chance.secret is None
        assert record.signature is None


OF_EACH_REQUEST = ("x-request-id", "ratelimit")


def test_the_record_is_sent_once(http: httpx.Client) -> None:
    """With If-None-Match it is sent again only when the game went on; HEAD tells as much."""
    table = start(http)
    first = http.get(f"{table.url}/record")
    assert first.headers["etag"] == f'"{table.now()["version"]}"'
    headers = {"If-None-Match": first.headers["etag"]}
    again = http.get(f"{table.url}/record", headers=headers)
    assert (again.status_code, again.content) == (304, b"")
    head = http.head(f"{table.url}/record")
    assert (head.status_code, head.content) == (200, b"")
    told, sent = (
        {name: value for name, value in answer.headers.items() if name not in OF_EACH_REQUEST}
        for answer in (head, first)
    )
    assert told == sent
    good(table.act(0, {"type": "resign"}))
    assert http.get(f"{table.url}/record", headers=headers).status_code == 200
    options = http.options(f"{table.url}/record")
    assert (options.status_code, options.headers["allow"]) == (204, "GET, HEAD, OPTIONS")


def test_there_is_no_record_of_no_game(http: httpx.Client) -> None:
    """Nor a parameter that the operation does not have."""
    assert http.get("/v1/games/aaaaaaaaaaaaaaaa/record").status_code == 404
    table = create(http)
    assert http.get(f"{table.url}/record?version=1").status_code == 400


def test_the_record_has_the_bytes_of_the_archive(http: httpx.Client) -> None:
    """It is written in one way: read and written again it is the same."""
    content = http.get(f"{resigned(http).url}/record").content
    assert msgspec.json.encode(read_record(content)) == content


def test_the_record_as_text(http: httpx.Client) -> None:
    """The same record, for people to read, with a tag of its own."""
    table = resigned(http)
    json = http.get(f"{table.url}/record")
    text = http.get(f"{table.url}/record", headers={"Accept": "text/plain"})
    assert text.headers["content-type"] == "text/plain; charset=utf-8"
    assert text.headers["content-disposition"] == f'inline; filename="carolus-{table.id}.txt"'
    assert text.headers["vary"] == json.headers["vary"] == "Accept, Authorization"
    assert read_text(text.content) == read_record(json.content)
    for accept, tag, status in (
        ("text/plain", text.headers["etag"], 304),
        ("text/plain", json.headers["etag"], 200),
        (JSON, json.headers["etag"], 304),
        (JSON, text.headers["etag"], 200),
    ):
        headers = {"Accept": accept, "If-None-Match": tag}
        assert http.get(f"{table.url}/record", headers=headers).status_code == status
