"""Requests with random mutations, from the seed of the run, get an answer or an end, in time."""

import re
import struct
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.support.http.raw import CLOSE, HANDSHAKE, Raw, frame, request
from tests.support.servers.inside import served_inside

CASES: Final = 400
LIMIT_SECONDS: Final = 5
"""The limit of a request here; longer than any answer takes."""
SILENCE_SECONDS: Final = 1
"""The limit of heads, bodies after their answers and idle connections here."""

GAME: Final = b'{"ruleset": "carolus-magnus", "options": {"players": 2}}'
JSON: Final = "Content-Type: application/json"
LINES: Final = "Content-Type: application/x-ndjson"
LENGTH: Final = f"Content-Length: {len(GAME)}"
CHUNKED: Final = "Transfer-Encoding: chunked"
CHUNKS: Final = b"9\r\n" + GAME[:9] + b"\r\n%x\r\n" % (len(GAME) - 9) + GAME[9:] + b"\r\n0\r\n\r\n"
GOODBYE: Final = frame(CLOSE, struct.pack("!H", 1000))
NOWHERE: Final = "/v1/games/aaaaaaaaaaaaaaaa"

REQUESTS: Final = (
    request("GET", "/v1/games?limit=5&status=open", "Accept: application/json;q=0.5, */*"),
    request("GET", "/v1/rulesets/teg", 'If-None-Match: "a", W/"b"', "Accept-Language: de"),
    request("POST", "/v1/games", JSON, LENGTH, 'Idempotency-Key: "k"', body=GAME),
    request("POST", "/v1/games", JSON, CHUNKED, body=CHUNKS),
    request("PUT", f"{NOWHERE}/seats/0", JSON, "Content-Length: 2", 'If-Match: "1"', body=b"{}"),
    request(
        "POST", "/v1/records/check", "Content-Type: application/x-ndjson", CHUNKED, body=CHUNKS
    ),
    request("GET", f"{NOWHERE}/live", *HANDSHAKE),
    request("OPTIONS", "/v1/games", "Origin: http://x", "Access-Control-Request-Method: POST"),
)
PIECES: Final = (
    *(b"\r\n", b"\n", b"\r", b"\0", b"\xff", b"\xc3\xa4", b" ", b"\t", b":", b";", b",", b'"'),
    *(b"%00", b"%2f", b"%", b"/../", b"//", b"?", b"#", b"{", b"[" * 500, b"9" * 30, b"-1", b"1e9"),
    *(b"Content-Length: 5\r\n", b"Content-Length: -1\r\n", b"Transfer-Encoding: chunked\r\n"),
    *(
        b"Transfer-Encoding: gzip\r\n",
        b"Host: y\r\n",
        b"Connection: close\r\n",
        b"Upgrade: h2c\r\n",
    ),
    *(
        b"Expect: 100-continue\r\n",
        b"HTTP/2.0",
        b"a: b\r\n c\r\n",
        b"0\r\n\r\n",
        b"GET / HTTP/1.1\r\n",
    ),
)


def _inserted(random: Random, said: bytearray, at: int) -> None:
    said[at:at] = random.choice(PIECES)


def _flipped(random: Random, said: bytearray, at: int) -> None:
    said[at] ^= 1 << random.randrange(8)


def _cut(random: Random, said: bytearray, at: int) -> None:
    del said[at : at + random.randint(1, 20)]


def _doubled(random: Random, said: bytearray, at: int) -> None:
    said[at:at] = said[at : at + random.randint(1, 40)]


MUTATIONS: Final[tuple[Callable[[Random, bytearray, int], None], ...]] = (
    *(_inserted, _inserted, _flipped, _cut, _doubled),
)


def mutated(random: Random) -> bytes:
    """Return a request that is valid but for a few places."""
    said = bytearray(random.choice(REQUESTS))
    for _ in range(random.randint(1, 3)):
        random.choice(MUTATIONS)(random, said, random.randrange(len(said)))
    return bytes(said)


def answers_in(received: bytes) -> Iterator[tuple[int, str]]:
    """Yield the status and the head of each answer."""
    for found in re.finditer(rb"HTTP/1\.1 (\d{3}) .*?\r\n\r\n", received, re.DOTALL):
        yield int(found[1]), found[0].decode("latin-1").lower()


@pytest.mark.long
def test_every_request_gets_an_answer_or_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """No server error, no refusal without a problem and an id, and no connection that stays."""
    for name in ("HEAD_SECONDS_MAX", "LATE_BODY_SECONDS_MAX"):
        monkeypatch.setattr(f"service.server.http.{name}", SILENCE_SECONDS)
    monkeypatch.setattr("service.server.KEEP_ALIVE_SECONDS", SILENCE_SECONDS)
    random = Random(seed)
    refused = 0
    service = served_inside(tmp_path, rate_per_minute=0, request_seconds_max=LIMIT_SECONDS)
    with service as inside, ExitStack() as open_until_the_end:
        said = [mutated(random) for _ in range(CASES)]
        lines = [open_until_the_end.enter_context(Raw(inside.url)) for _ in said]
        for line, one in zip(lines, said, strict=True):
            line.send(one)
        for line, one in zip(lines, said, strict=True):
            received = b""
            try:
                while block := line.socket.recv(65_536):
                    received += block
                    if b"HTTP/1.1 101 " in block:
                        line.send(GOODBYE)  # else the service waits for a message, then for this
            except ConnectionError:
                pass
            except TimeoutError:
                pytest.fail(f"the connection stays open: {one!r}")
            for status, head in answers_in(received):
                assert status < 500, (one, received)
                if status >= 400:
                    refused += 1
                    assert "content-type: application/problem+json" in head, (one, received)
                    assert "x-request-id: " in head, (one, received)
    assert refused > CASES / 4
