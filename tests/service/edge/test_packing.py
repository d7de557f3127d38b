"""Long responses are compressed where no proxy does it (RFC 9110, sections 8.4 and 8.8.3)."""

import asyncio
import gzip
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import zstandard

from service.http.edge.packing import LENGTH_MIN, Packing
from tests.service.edge.conftest import Opened
from tests.support.http.client import start

UNPACKED: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.decompress,
    "zstd": lambda packed: zstandard.ZstdDecompressor().decompress(packed),
}
PLAIN = {"Accept-Encoding": "identity"}
BROWSER = {"Accept-Encoding": "gzip, deflate, br, zstd"}


@pytest.fixture
def board(lasting: httpx.Client) -> str:
    return f"{start(lasting).url}/board.svg"


def raw(http: httpx.Client, address: str, **headers: str) -> tuple[httpx.Response, bytes]:
    """Return a response, and its body as it was sent."""
    with http.stream("GET", address, headers=headers) as answer:
        return answer, b"".join(answer.iter_raw())


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip", "gzip"),
        ("zstd", "zstd"),
        ("gzip, deflate, br, zstd", "zstd"),
        ("zstd;q=0, gzip;q=0.5, identity;q=0.1", "gzip"),
    ],
)
def test_a_picture_is_compressed(
    lasting: httpx.Client, board: str, accepted: str, coding: str
) -> None:
    plain = lasting.get(board, headers=PLAIN)
    answer, sent = raw(lasting, board, **{"Accept-Encoding": accepted})
    assert answer.headers["content-encoding"] == coding
    assert int(answer.headers["content-length"]) == len(sent) < len(plain.content) / 4
    assert UNPACKED[coding](sent) == plain.content
    assert "Accept-Encoding" in answer.headers["vary"]
    assert answer.headers["etag"] == f'{plain.headers["etag"][:-1]}-{coding}"'


@pytest.mark.parametrize("accepted", ["identity", "br", "gzip;q=0", "*", "", "gzip;q=0, zstd;q=0"])
def test_a_client_that_prefers_the_plain_picture_gets_it(
    lasting: httpx.Client, board: str, accepted: str
) -> None:
    """Caches learn that others get another form."""
    answer, sent = raw(lasting, board, **{"Accept-Encoding": accepted})
    assert "content-encoding" not in answer.headers
    assert sent.startswith(b"<svg")
    assert answer.headers["etag"].endswith('-en"')
    assert answer.headers["vary"] == "Authorization, Accept-Language, Accept-Encoding"


@pytest.mark.parametrize("coding", ["gzip", "zstd"])
def test_the_tag_of_a_compressed_picture_is_valid_for_its_coding(
    lasting: httpx.Client, board: str, coding: str
) -> None:
    asked = {"Accept-Encoding": coding}
    tag = lasting.get(board, headers=asked).headers["etag"]
    for condition in (tag, f"W/{tag}", f'"0", {tag}', "*"):
        again = lasting.get(board, headers={**asked, "If-None-Match": condition})
        assert (again.status_code, again.content) == (304, b"")
        assert "Accept-Encoding" in again.headers["vary"]
        assert condition == "*" or again.headers["etag"] == tag
    plain = lasting.get(board, headers={**PLAIN, "If-None-Match": tag})
    assert (plain.status_code, plain.content[:4]) == (200, b"<svg")
    assert lasting.get(board, headers={**asked, "If-Match": tag}).status_code == 200
    other = lasting.get(board, headers={**asked, "If-Match": tag.replace('"', '"9', 1)})
    assert other.status_code == 412


def test_head_and_range(lasting: httpx.Client, board: str) -> None:
    """HEAD has the headers of GET. There are no ranges, so the whole picture is sent."""
    whole, head = lasting.get(board, headers=BROWSER), lasting.head(board, headers=BROWSER)
    assert head.content == b""
    for name in ("content-type", "content-length", "content-encoding", "etag", "vary"):
        assert head.headers[name] == whole.headers[name]
    part = lasting.get(board, headers={**BROWSER, "Range": "bytes=0-9"})
    assert (part.status_code, part.content) == (200, whole.content)


def test_a_position_and_long_json_are_compressed(lasting: httpx.Client) -> None:
    """The response to a POST is for its sender alone, so it says nothing to caches."""
    drawn = lasting.post("/v1/rulesets/teg/board.svg", json={}, headers=BROWSER)
    assert drawn.headers["content-encoding"] == "zstd"
    assert "Accept-Encoding" not in drawn.headers["vary"]
    words = lasting.get("/v1/rulesets/teg", headers=BROWSER)
    assert words.headers["content-encoding"] == "zstd"


def test_short_answers_and_archives_are_not_compressed(lasting: httpx.Client) -> None:
    table = start(lasting)
    asked = {**BROWSER, "Accept": "application/x-ndjson"}
    lines = lasting.get(f"{table.url}/events", headers=asked)
    for answer in (lasting.get(table.url, headers=BROWSER), lines):
        assert answer.status_code == 200
        assert "content-encoding" not in answer.headers


def test_a_proxy_compresses_instead(opened: Opened) -> None:
    http = opened(proxies="192.0.2.1")
    answer = http.get(f"{start(http).url}/board.svg", headers=BROWSER)
    assert "content-encoding" not in answer.headers
    assert "Accept-Encoding" not in answer.headers["vary"]


@pytest.mark.parametrize(
    "headers",
    [
        [(b"content-type", b"text/event-stream")],
        [(b"content-type", b"text/css"), (b"content-length", b"%d" % (LENGTH_MIN + 1))],
    ],
    ids=["a stream", "a file in pieces"],
)
def test_a_body_in_pieces_is_sent_piece_by_piece(headers: list[tuple[bytes, bytes]]) -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def piecemeal() -> None:
        scope: Any = {"type": "http", "method": "GET", "headers": [(b"accept-encoding", b"gzip")]}
        packing = Packing(scope, send)
        await packing({"type": "http.response.start", "status": 200, "headers": headers})
        await packing({"type": "http.response.body", "body": b" " * LENGTH_MIN, "more_body": True})
        assert [one["type"] for one in sent] == ["http.response.start", "http.response.body"]
        await packing({"type": "http.response.body", "body": b" ", "more_body": False})
        assert sent[0]["headers"] == headers
        assert [len(one["body"]) for one in sent[1:]] == [LENGTH_MIN, 1]

    asyncio.run(piecemeal())


@pytest.mark.parametrize(("status", "coding"), [(200, b"gzip"), (200, b"identity"), (304, b"gzip")])
def test_headers_may_be_repeated(status: int, coding: bytes) -> None:
    """A page of a deprecated operation has two links, for example."""
    links = [(b"link", b'</next>; rel="next"'), (b"link", b'</policy>; rel="deprecation"')]
    varies = [(b"vary", b"Accept"), (b"vary", b"Authorization, Accept-Encoding")]
    form = [(b"content-type", b"text/css"), (b"content-length", b"%d" % LENGTH_MIN)]
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def whole() -> None:
        scope: Any = {"type": "http", "method": "GET", "headers": [(b"accept-encoding", coding)]}
        packing = Packing(scope, send)
        headers = [*varies, *links, *(form if status == 200 else ())]
        await packing({"type": "http.response.start", "status": status, "headers": headers})
        await packing({"type": "http.response.body", "body": b" " * LENGTH_MIN, "more_body": False})

    asyncio.run(whole())
    found = sent[0]["headers"]
    assert [one for one in found if one[0] == b"link"] == links
    assert [one for one in found if one[0] == b"vary"] == [
        (b"vary", b"Accept, Authorization, Accept-Encoding")
    ]
    assert ((b"content-encoding", b"gzip") in found) is (status == 200 and coding == b"gzip")
