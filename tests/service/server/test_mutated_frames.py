"""Frames of a WebSocket that no client library sends: each connection ends, without an error."""

import logging
import struct
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import Final

import pytest

from tests.support.http.client import create
from tests.support.http.plain import plain_client
from tests.support.http.raw import CLOSE, HANDSHAKE, PING, TEXT, Raw, frame, heard, request
from tests.support.run.long import cases
from tests.support.servers.inside import Inside, served_inside

NOWHERE: Final = "/v1/games/aaaaaaaaaaaaaaaa/live"
HELLO: Final = frame(TEXT, b'{"type": "hello"}')
NOT_TEXT: Final = frame(TEXT, b"\xff")
GOODBYE: Final = frame(CLOSE, struct.pack("!H", 1000))
MESSAGES: Final = (
    *(b'{"type": "act", "id": "a", "actions": [{"type": "resign"}]}', b"[" * 30_000, b"\xff"),
    *(b'{"type": "act", "id": 1}', b'{"type": "hello"}', b"null", b"{", b""),
)


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with served_inside(tmp_path_factory.mktemp("frames"), rate_per_minute=0) as inside:
        inside.server.config.ws_ping_interval = inside.server.config.ws_ping_timeout = 1
        yield inside


def opened(url: str, path: str) -> Raw:
    """Return a connection after the handshake."""
    raw = Raw(url)
    assert raw.send(request("GET", path, *HANDSHAKE)).answer().status == 101
    return raw


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]


def test_invalid_text_is_ignored_after_the_end(
    inside: Inside, caplog: pytest.LogCaptureFixture
) -> None:
    """The service has said goodbye, and waits for the client to do the same."""
    with opened(inside.url, NOWHERE) as raw:
        assert heard(raw.send(HELLO))[1] == 4404
        assert raw.send(NOT_TEXT, GOODBYE).is_over()
    assert errors(caplog) == []


def mutated(random: Random) -> bytes:
    """Return a frame that is wrong, or that comes at the wrong time."""
    length = random.choice([2**63, 70_000, 2**40])
    return random.choice(
        [
            frame(TEXT, random.choice(MESSAGES)),
            frame(random.randrange(16), random.randbytes(9), last=random.random() < 0.5),
            frame(CLOSE, struct.pack("!H", random.randrange(65_536)) + b"x"),
            frame(TEXT, b'{"ty', last=False) + frame(PING, b"p") + frame(0, b'pe": "hello"}'),
            struct.pack("!BBQ", 0x81, 0xFF, length) + random.randbytes(10),
            random.randbytes(random.randint(1, 50)),
            b"\x81\x03abc",  # without a mask
        ]
    )


def test_every_connection_ends(inside: Inside, caplog: pytest.LogCaptureFixture, seed: int) -> None:
    """The client says goodbye after a few frames, perhaps within one, and does not read before."""
    random = Random(seed)
    with plain_client(inside.url) as http, ExitStack() as until_the_end:
        path = f"{create(http).url}/live"
        lines: list[Raw] = []
        for _ in range(cases(300, 60)):
            line = until_the_end.enter_context(opened(inside.url, random.choice([path, NOWHERE])))
            pieces = [HELLO, *(mutated(random) for _ in range(random.randint(1, 4)))]
            line.send(*pieces[random.randrange(2) :], GOODBYE)
            lines.append(line)
        for line in lines:
            try:
                while line.socket.recv(65_536):
                    pass
            except ConnectionResetError:
                pass
            except TimeoutError:
                pytest.fail("the connection stays open")
    assert errors(caplog) == []
