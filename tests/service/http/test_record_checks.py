"""The checker of records: one record, many in a stream, and invalid input."""

import asyncio
import gzip
import json
import tracemalloc
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient
from zstandard import ZstdCompressor

from domain.record.record import write_record
from domain.table.actions import TakeSeat
from service.app import create_app
from service.http.operations import record_checks
from service.http.requests.record_bodies import lines
from service.runtime.exchange import begin
from tests.support.http.client import good, play, start
from tests.support.proof import records
from tests.support.proof.short_games import short_game
from tests.support.run.long import long_after
from tests.support.servers.applications import application_on
from tests.support.storage.stores import settings_of

CHECK = "/v1/records/check"
NDJSON = {"Content-Type": "application/x-ndjson"}
TEXT = {"Content-Type": "text/plain"}

KEPT = {name: path.read_bytes() for name, path in ((p.stem, p) for p in records.FOLDER.iterdir())}
SHORTEST = min(KEPT.values(), key=len)


@pytest.fixture
def http(lasting: httpx.Client) -> httpx.Client:
    return lasting


def check(http: httpx.Client, content: bytes, **headers: str) -> dict[str, Any]:
    """Return the verdict on one record."""
    return good(http.post(CHECK, content=content, headers=headers))


def check_lines(http: httpx.Client, *sent: bytes) -> list[dict[str, Any]]:
    """Return the verdicts on these lines."""
    answer = http.post(CHECK, content=b"\n".join(sent), headers=NDJSON)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == NDJSON["Content-Type"]
    return [json.loads(line) for line in answer.content.splitlines()]


def one_line(content: bytes) -> bytes:
    """Return a record on one line."""
    return json.dumps(json.loads(content)).encode()


# --- one record --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", long_after(3, sorted(KEPT)))
def test_records_from_anywhere_are_valid(http: httpx.Client, name: str) -> None:
    """Finished or not, played here or not; the verdict has the result."""
    sent = json.loads(KEPT[name])
    verdict = check(http, KEPT[name])
    assert verdict["valid"], verdict
    assert (verdict["game"], verdict["head"]) == (sent["id"], sent["head"])
    assert verdict["entries"] == len(sent["entries"]) >= verdict["decisions"]
    assert {one["weight"] for one in verdict["findings"]} <= {"note"}
    assert "line" not in verdict


def test_the_service_knows_the_key_of_its_own_signatures(http: httpx.Client) -> None:
    """There are no findings about them."""
    table = start(http)
    good(table.act(0, {"type": "resign"}))
    content = http.get(f"{table.url}/record").content
    assert check(http, content)["findings"] == []


def test_another_service_does_not_know_the_key(http: httpx.Client, tmp_path: Path) -> None:
    """That is a note, not a breach."""
    table = start(http)
    good(table.act(0, {"type": "resign"}))
    content = http.get(f"{table.url}/record").content
    with application_on(settings_of(tmp_path)) as app, TestClient(app) as other:
        verdict = good(other.post(CHECK, content=content))
    assert verdict["valid"]
    assert {(one["rule"], one["reason"]) for one in verdict["findings"]} == {
        ("RC-SIGN-3", "key_is_not_published"),
        ("RC-SIGN-6", "key_is_not_published"),
        ("RC-LOG-3", "key_is_not_published"),
    }


def test_a_running_game_can_be_checked(http: httpx.Client) -> None:
    """With a note that its dice cannot be verified yet."""
    table = start(http, players=3)
    for _, _ in zip(play(table, Random(3), people=(0, 1, 2)), range(9), strict=False):
        pass
    verdict = check(http, http.get(f"{table.url}/record").content)
    assert (verdict["valid"], verdict["status"]) == (True, "running")
    assert verdict["head"] == table.now()["head"]
    assert [one["reason"] for one in verdict["findings"]] == ["game_is_not_finished"]


def test_an_invalid_record_gets_a_verdict(http: httpx.Client) -> None:
    """200, with rule, reason, facts, place, and a message in the requested language."""
    sent = json.loads(SHORTEST)
    sent["head"] = "00" * 32
    for language, begins in (("en", "The"), ("de", "Der"), ("es", "La")):
        answer = http.post(CHECK, json=sent, headers={"Accept-Language": language})
        verdict = good(answer)
        assert answer.headers["content-language"] == language
        assert not verdict["valid"]
        (breach,) = [one for one in verdict["findings"] if one["weight"] == "breach"]
        assert (breach["rule"], breach["where"]) == ("RC-HEAD-1", "$.head")
        assert breach["facts"]["recorded"] == sent["head"]
        assert breach["message"].startswith(begins)


def test_the_verdict_names_the_first_invalid_entry(http: httpx.Client) -> None:
    """With the rule that it breaks. The entries before it are valid."""
    table = start(http)
    for _, _ in zip(play(table, Random(1), people=(0, 1)), range(6), strict=False):
        pass
    sent = http.get(f"{table.url}/record").json()
    moves = [
        index
        for index, entry in enumerate(sent["entries"])
        if entry["action"]["type"] == "move_emperor"
    ]
    sent["entries"][moves[0]]["action"]["steps"] = 77
    verdict = good(http.post(CHECK, json=sent))
    (breach,) = verdict["findings"]
    assert (breach["rule"], breach["entry"]) == ("CM-MOVE-1", moves[0])
    assert breach["where"] == f"$.entries[{moves[0]}]"
    assert verdict["entries"] == moves[0]


@pytest.mark.parametrize(
    ("content", "where"),
    [
        (b"", "$"),
        (b"{", "$"),
        (b"[]", "$"),
        (b"\xff\xfe", "$"),
        (b"[" * 100_000, "$"),
        (b'{"format":"carolus-record/2","ruleset":"carolus-magnus@1"}', "$.format"),
        (b'{"format":"carolus-record/1","ruleset":"chess@1"}', "$.ruleset"),
        (b'{"format":"carolus-record/1","ruleset":"carolus-magnus@1"}', "$"),
        (b'{"format":"carolus-record/1","format":"carolus-record/1"}', "$"),
    ],
)
def test_invalid_documents_are_malformed(http: httpx.Client, content: bytes, where: str) -> None:
    """Like any other body outside the schema, with the place."""
    answer = http.post(CHECK, content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["where"] == where


def test_duplicate_and_unknown_members_are_malformed(http: httpx.Client) -> None:
    """But 5.0 is accepted for 5, as everywhere."""
    content = SHORTEST
    sent = json.loads(content)
    twice = content.replace(b'"head":', b'"head":null,"head":', 1)
    assert http.post(CHECK, content=twice).status_code == 400
    assert http.post(CHECK, json={**sent, "more": 1}).status_code == 400
    sent["options"]["players"] = float(sent["options"]["players"])
    assert good(http.post(CHECK, json=sent))["valid"]
    sent["options"]["players"] = 2.5
    assert http.post(CHECK, json=sent).status_code == 400


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "application/x-ndjson"])
@pytest.mark.parametrize("packed", ["zstd", "gzip", "br"])
def test_compressed_bodies_are_refused(http: httpx.Client, packed: str, kind: str) -> None:
    """Recognised by the first bytes, whatever the media type, or by the header."""
    plain = b'{"format":"carolus-record/1"}\n'
    body = {"zstd": ZstdCompressor().compress(plain), "gzip": gzip.compress(plain), "br": plain}
    headers = {"Content-Type": kind} | ({"Content-Encoding": "br"} if packed == "br" else {})
    for address in (CHECK, "/v1/records/replay"):
        if (address, kind) == ("/v1/records/replay", "application/x-ndjson"):
            continue  # it accepts only one record
        refused = http.post(address, content=body[packed], headers=headers)
        assert refused.status_code == 415
        assert refused.json()["facts"]["packed"] == packed
        assert kind in refused.json()["facts"]["expected"]
    headers = {"Content-Type": "text/plain", "Content-Encoding": "identity"}
    assert good(http.post(CHECK, content=plain, headers=headers))["valid"] is False


def test_other_media_types_and_large_bodies_are_refused(tmp_path: Path) -> None:
    """One record, or one text, has its own size limit."""
    settings = settings_of(tmp_path, record_bytes_max=2048)
    with TestClient(create_app(settings)) as http:
        assert (
            http.post(CHECK, content=b"a,b", headers={"Content-Type": "text/csv"}).status_code
            == 415
        )
        large = b'{"format":"' + b"x" * 3000 + b'"}'
        assert http.post(CHECK, content=large).status_code == 413
        assert http.post(CHECK, content=large, headers=TEXT).status_code == 413

        def blocks() -> Any:
            yield from (large[at : at + 100] for at in range(0, len(large), 100))

        assert http.post(CHECK, content=blocks()).status_code == 413
        assert http.get("/healthz").status_code == 200


def test_a_text_can_be_checked(http: httpx.Client) -> None:
    """In the format of the service. Invalid text gets a verdict with the line."""
    table = start(http)
    good(table.act(1, {"type": "resign"}))
    text = http.get(f"{table.url}/record", headers={"Accept": "text/plain"}).content
    verdict = check(http, text, **TEXT)
    assert (verdict["valid"], verdict["findings"]) == (True, [])
    for wrong in (b"", b"\xff", b"hello", text.replace(b"resign", b"regisn")):
        verdict = check(http, wrong, **TEXT)
        assert not verdict["valid"]
        (finding,) = verdict["findings"]
        assert (finding["rule"], finding["reason"]) == ("RC-FORM-1", "not_a_record")
        assert finding["where"].startswith("line ")


def test_only_post_is_allowed(http: httpx.Client) -> None:
    """OPTIONS says so."""
    assert http.options(CHECK).headers["allow"] == "OPTIONS, POST"
    assert http.get(CHECK).status_code == 405


# --- many records ------------------------------------------------------------------------------


def test_many_records_get_as_many_verdicts_in_order(http: httpx.Client) -> None:
    """Each with its line number. A bad line affects only itself, and blank lines get no verdict."""
    kept = [one_line(content) for content in sorted(KEPT.values(), key=len)[:4]]
    sent = [
        b"\xef\xbb\xbf" + kept[0] + b"\r",
        b"not json",
        b"",
        b"  \r",
        kept[1],
        b"{}",
        b"\xff\xfe\x00",
        b"[" * 20_000,
        kept[2].replace(b'"head"', b'"hexd"'),
        kept[3],
    ]
    verdicts = check_lines(http, *sent)
    assert [one["line"] for one in verdicts] == [1, 2, 5, 6, 7, 8, 9, 10]
    assert [one["line"] for one in verdicts if one["valid"]] == [1, 5, 10]
    for one in verdicts:
        if not one["valid"]:
            assert [finding["rule"] for finding in one["findings"]] == ["RC-FORM-1"]
    assert check_lines(http) == check_lines(http, b"", b"\n") == []


def test_a_long_line_affects_only_itself(tmp_path: Path) -> None:
    """It gets a verdict, and so do the lines after it."""
    longest = max(len(one_line(content)) for content in KEPT.values())
    with TestClient(create_app(settings_of(tmp_path, record_bytes_max=longest))) as http:
        good_line = one_line(SHORTEST)
        verdicts = check_lines(
            http, good_line, b"x" * (longest + 1), good_line, b"y" * 10 * longest
        )
    assert [one["valid"] for one in verdicts] == [True, False, True, False]
    expected = f"at most {longest} bytes in a line"
    assert verdicts[1]["findings"][0]["facts"] == {"fault": expected}
    assert verdicts[3]["line"] == 4


@pytest.mark.parametrize(
    ("entropy", "reasons"),
    [
        ("", ["no_entropy_from_persons"]),
        ("5a", ["too_little_entropy_from_persons"]),
        ("5a" * 16, []),
    ],
)
def test_missing_entropy_is_noted(http: httpx.Client, entropy: str, reasons: list[str]) -> None:
    """For one record and for many, as in an audit (RC-DICE-5)."""
    record = write_record(short_game("one", [TakeSeat(0), TakeSeat(1, entropy=entropy)]))
    for verdict in (check(http, record), *check_lines(http, record)):
        assert verdict["valid"]
        notes = [one for one in verdict["findings"] if one["rule"] == "RC-DICE-5"]
        assert [(one["weight"], one["reason"]) for one in notes] == [
            ("note", reason) for reason in reasons
        ]


def test_many_records_are_compared_with_each_other(http: httpx.Client) -> None:
    """As in an audit: a game that occurs twice, and a game with two different ends."""
    table = start(http)
    good(table.act(0, {"type": "resign"}))
    sent = good(http.get(f"{table.url}/record"))
    *before, last = sent["entries"]
    later = last | {"at": last["at"].replace("20", "21", 1)}
    other = sent | {"head": None, "signature": None, "entries": [*before, later]}
    verdicts = check_lines(http, *(json.dumps(one).encode() for one in (sent, sent, other)))
    assert [one["valid"] for one in verdicts] == [True, True, False]
    assert verdicts[0]["findings"] == []
    (again,) = verdicts[1]["findings"]
    assert (again["weight"], again["rule"]) == ("note", "RC-ONE-1")
    (twice,) = (one for one in verdicts[2]["findings"] if one["weight"] == "breach")
    assert (twice["rule"], twice["reason"]) == ("RC-ONE-1", "game_has_another_head")
    assert twice["facts"] == {"other": "line 1", "head": sent["head"]}


def test_a_forgery_does_not_cast_doubt_on_a_signed_game(http: httpx.Client) -> None:
    """It is the breach even if it comes first, and each line has one verdict, in its place."""
    table = start(http)
    good(table.act(0, {"type": "resign"}))
    signed = good(http.get(f"{table.url}/record"))
    *before, last = signed["entries"]
    later = last | {"at": last["at"].replace("20", "21", 1)}
    forged = signed | {"head": None, "signature": None, "entries": [*before, later]}
    lines = [
        b"",
        one_line(SHORTEST),
        *(json.dumps(one).encode() for one in (forged, signed)),
        b"{}",
    ]
    verdicts = check_lines(http, *lines)
    assert [(one["line"], one["valid"]) for one in verdicts] == [
        (2, True),
        (3, False),
        (4, True),
        (5, False),
    ]
    (breach,) = (one for one in verdicts[1]["findings"] if one["weight"] == "breach")
    assert breach["facts"] == {"other": "line 4", "head": signed["head"]}


def test_a_record_may_be_larger_than_other_bodies(http: httpx.Client) -> None:
    """As large as in archives, so any game played here can be checked here."""
    content = SHORTEST
    large = content + b" " * (2 << 20)
    assert check(http, large)["valid"]
    replayed = http.post("/v1/records/replay?limit=1", content=large)
    assert good(replayed)["record"]["id"] == json.loads(content)["id"]
    assert http.post(CHECK, content=content + b" " * (8 << 20)).status_code == 413


def test_a_stream_may_be_longer_than_a_body(http: httpx.Client) -> None:
    """The limit applies to each line, not to the stream."""
    line = b"{}" + b" " * 60_000
    count = 1 + (2 << 20) // len(line)
    verdicts = check_lines(http, *[line] * count, one_line(SHORTEST))
    assert [one["line"] for one in verdicts] == list(range(1, count + 2))
    assert verdicts[-1]["valid"]


def test_the_size_of_verdicts_is_limited(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A flood of tiny lines cannot fill the disk."""
    monkeypatch.setattr(record_checks, "VERDICTS_BYTES_MAX", 10_000)
    answer = http.post(CHECK, content=b"{}\n" * 1000, headers=NDJSON)
    assert answer.status_code == 413
    assert len(check_lines(http, *[b"{}"] * 10)) == 10


class Sender:
    """A request whose body arrives in blocks."""

    def __init__(self, blocks: Iterable[bytes]) -> None:
        self._blocks = blocks
        scope: Any = {"state": {}, "headers": []}
        begin(scope, None, "")
        self.scope = scope

    async def stream(self) -> AsyncIterator[bytes]:
        """Yield the blocks."""
        for block in self._blocks:
            yield block


BLOCKS = 200
"""Enough that they would pass the limit if their lines were kept."""


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize(
    "block", long_after(1, [b"x" * 65_536, b"x" * 65_535 + b"\n", b"{}\n" * 1_000])
)
def test_lines_take_bounded_memory(block: bytes) -> None:
    """However long the body and its lines are."""

    async def scene() -> int:
        sender: Any = Sender([block] * BLOCKS)
        count = 0
        async for _ in lines(sender, 100_000):
            count += 1
        return count

    tracemalloc.start()
    try:
        count = asyncio.run(scene())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == max(1, block.count(b"\n") * BLOCKS)
    assert peak < 8 << 20


def test_lines_are_the_same_wherever_the_blocks_end() -> None:
    """Even if a block ends within a line that is too long."""
    body = b"\xef\xbb\xbfab\r\n\n  \n" + b"c" * 50 + b"\nd\n" + b"e" * 40 + b"\nlast"

    async def of(size: int) -> list[tuple[int, bytes | None]]:
        sender: Any = Sender(body[at : at + size] for at in range(0, len(body), size))
        return [(line.number, line.data) async for line in lines(sender, 40)]

    expected = [(1, b"ab"), (4, None), (5, b"d"), (6, b"e" * 40), (7, b"last")]
    for size in (1, 2, 3, 7, 41, 1000):
        assert asyncio.run(of(size)) == expected


def test_a_slow_stream_delays_no_other_request(lasting_data: Path) -> None:
    """Not even another check."""
    line = one_line(SHORTEST)

    async def scene(app: Any) -> list[bool]:
        transport = httpx.ASGITransport(app=app)
        go_on = asyncio.Event()

        async def slow() -> AsyncIterator[bytes]:
            yield (line + b"\n") * 20
            await go_on.wait()
            yield line

        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            stream = asyncio.create_task(client.post(CHECK, content=slow(), headers=NDJSON))
            for _ in range(3):
                assert (await client.get("/v1/games")).status_code == 200
                assert (await client.post(CHECK, content=line)).json()["valid"]
            assert not stream.done()
            go_on.set()
            answer = await stream
        return [json.loads(one)["valid"] for one in answer.content.splitlines()]

    with application_on(settings_of(lasting_data)) as app:
        assert asyncio.run(asyncio.wait_for(scene(app), 60)) == [True] * 21
