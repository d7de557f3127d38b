"""The record of one game over HTTP."""

from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from domain.record.audit import audit
from domain.record.jws import jwks_in
from domain.record.record import read_record
from domain.record.text import read_text
from service.access.record_verifier import RecordVerifier
from tests.support.http.client import Table, create, good, play, start
from tests.support.run.long import long_after

JSON = "application/json"


def resigned(http: httpx.Client, **options: Any) -> Table:
    """Return a game that all players but one soon resigned."""
    table = start(http, **options)
    for seat in range(len(table.tokens["seats"]) - 1):
        good(table.act(seat, {"type": "resign"}))
    return table


def verifier(http: httpx.Client) -> RecordVerifier:
    """Return a verifier that knows the published keys of the service."""
    return RecordVerifier(jwks_in(http.get("/.well-known/jwks.json").content))


# --- one game ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", long_after(1, [2, 3, 4]))
def test_the_record_of_a_whole_game_proves_it(http: httpx.Client, players: int) -> None:
    """An audit of entries, hashes, dice, signature and outcome finds nothing."""
    table = start(http, players=players, max_rounds=6)
    for _ in play(table, Random(players), people=range(players)):
        pass
    answer = http.get(f"{table.url}/record")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == JSON
    assert answer.headers["content-disposition"] == f'inline; filename="carolus-{table.id}.json"'
    record = read_record(answer.content)
    audited = audit(record, verifier(http))
    now = table.now()
    assert audited.findings == ()
    assert (audited.game, audited.status, audited.head) == (table.id, "over", now["head"])
    assert audited.events == now["version"]
    assert record.chance.secret == now["chance"]["secret"]


@pytest.mark.long
def test_the_record_of_a_running_game_ends_at_the_current_version(http: httpx.Client) -> None:
    """It has the head of the game at every version, and no secret."""
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
        audited = audit(record, verifier(http))
        assert [one.reason for one in audited.findings] == ["game_is_not_finished"]
        assert record.chance.secret is None
        assert record.signature is None


OF_EACH_REQUEST = ("x-request-id", "ratelimit")


def test_an_unchanged_record_is_not_sent_again(http: httpx.Client) -> None:
    """If-None-Match gets a 304 until the game goes on. HEAD returns the same headers."""
    table = start(http)
    first = http.get(f"{table.url}/record")
    tag = f'"{table.now()["version"]}-log3-1"'
    assert first.headers["etag"] == tag, "it names the checkpoint, too"
    headers = {"If-None-Match": first.headers["etag"]}
    again = http.get(f"{table.url}/record", headers=headers)
    assert (again.status_code, again.content) == (304, b"")
    head = http.head(f"{table.url}/record")
    assert (head.status_code, head.content) == (200, b"")
    from_head, from_get = (
        {name: value for name, value in answer.headers.items() if name not in OF_EACH_REQUEST}
        for answer in (head, first)
    )
    assert from_head == from_get
    good(table.act(0, {"type": "resign"}))
    assert http.get(f"{table.url}/record", headers=headers).status_code == 200
    options = http.options(f"{table.url}/record")
    assert (options.status_code, options.headers["allow"]) == (204, "GET, HEAD, OPTIONS")


def test_an_unknown_game_has_no_record(http: httpx.Client) -> None:
    """Unknown parameters are refused."""
    assert http.get("/v1/games/aaaaaaaaaaaaaaaa/record").status_code == 404
    table = create(http)
    assert http.get(f"{table.url}/record?version=1").status_code == 400


def test_the_record_has_one_form(http: httpx.Client) -> None:
    """Reading and writing it again gives the same bytes."""
    content = http.get(f"{resigned(http).url}/record").content
    assert msgspec.json.encode(read_record(content)) == content


def test_the_record_as_text(http: httpx.Client) -> None:
    """The same record in readable form, with its own tag."""
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
