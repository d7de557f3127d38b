"""HTTP on the wire: upgrade offers, trailers, ``Host``, and invalid requests."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.http.bounds.metrics import EXPIRED, REQUESTS
from service.runtime.exchange import NO_ANSWER
from service.server import http
from tests.support.http.raw import HANDSHAKE, PING, PONG, TEXT, Raw, frame, request
from tests.support.run.waiting import until
from tests.support.servers.inside import Inside, served_inside

GAME = b'{"ruleset": "carolus-magnus"}'
JSON = "Content-Type: application/json"
LENGTH = f"Content-Length: {len(GAME)}"
CHUNKED = "Transfer-Encoding: chunked"
IN_CHUNKS = b"%x\r\n%b\r\n%x\r\n%b\r\n0\r\n" % (9, GAME[:9], len(GAME) - 9, GAME[9:])
HEALTH = request("GET", "/healthz")


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with served_inside(tmp_path_factory.mktemp("raw"), rate_per_minute=0) as inside:
        yield inside


@pytest.fixture
def raw(inside: Inside) -> Iterator[Raw]:
    with Raw(inside.url) as connection:
        yield connection


def counted(method: str, path: str, status: int) -> float:
    """Return how many requests were counted with this status."""
    return float(REQUESTS.labels(method, path, str(status))._value.get())


# --- offers to upgrade (RFC 9110, section 7.8) -------------------------------------------------


@pytest.mark.parametrize("offer", ["h2c", "h2c, websocket", "foo"])
@pytest.mark.parametrize(
    ("framing", "body"), [(LENGTH, GAME), (CHUNKED, IN_CHUNKS + b"\r\n")], ids=["length", "chunks"]
)
@pytest.mark.parametrize("in_pieces", [False, True])
def test_an_offer_is_ignored(
    raw: Raw, offer: str, framing: str, body: bytes, in_pieces: bool
) -> None:
    """The body is read, and so are the requests behind it.

    The client of the JDK sends such offers.
    """
    upgrade = ("Connection: Upgrade, HTTP2-Settings", f"Upgrade: {offer}", "HTTP2-Settings: AAMA")
    asked = request("POST", "/v1/games", JSON, framing, *upgrade, body=body)
    if in_pieces:
        for number in range(len(asked)):
            raw.send(asked[number : number + 1])
        raw.send(HEALTH)
    else:
        raw.send(asked, asked, HEALTH)
        assert raw.answer().status == 201
    opened = raw.answer()
    assert opened.status == 201
    assert json.loads(opened.body)["game"]["ruleset"] == "carolus-magnus@1"
    assert raw.answer().status == 200
    assert raw.send(HEALTH).answer().status == 200


def test_an_offer_without_a_body_is_ignored(raw: Raw) -> None:
    asked = request("GET", "/healthz", "Connection: Upgrade", "Upgrade: h2c")
    raw.send(asked, asked, HEALTH)
    assert [raw.answer().status for _ in range(3)] == [200, 200, 200]


LIVE = "/v1/games/aaaaaaaaaaaaaaaa/live"


@pytest.mark.parametrize(
    ("asked", "status", "where"),
    [
        (request("POST", "/v1/games", JSON, LENGTH, *HANDSHAKE, body=GAME), 400, "Upgrade"),
        (request("PUT", LIVE, *HANDSHAKE), 400, "Upgrade"),
        (request("GET", LIVE, CHUNKED, *HANDSHAKE, body=b"0\r\n\r\n"), 400, "Upgrade"),
        (request("GET", LIVE, *HANDSHAKE[:2]), 400, "Sec-WebSocket-Key"),
        (request("GET", LIVE, *HANDSHAKE[:2], *HANDSHAKE[3:]), 426, None),
        (request("GET", LIVE, *HANDSHAKE).replace(b"HTTP/1.1", b"HTTP/1.0"), 400, "Upgrade"),
        (request("GET", f"/{'x' * 9000}", *HANDSHAKE), 400, "Upgrade"),
    ],
)
def test_an_invalid_handshake_is_refused_and_closed(
    raw: Raw, asked: bytes, status: int, where: str | None
) -> None:
    """With a problem that gives the reason; uvicorn would neither answer nor close."""
    answer = raw.send(asked).answer()
    details = answer.problem()
    assert answer.status == status
    assert answer.headers["connection"] == "close"
    assert where is None or [one["where"] for one in details["errors"]] == [where]
    assert raw.is_over()


@pytest.mark.parametrize("path", ["/v1/games", "/healthz", "/nowhere"])
def test_a_handshake_elsewhere_is_a_problem(raw: Raw, path: str) -> None:
    answer = raw.send(request("GET", path, *HANDSHAKE)).answer()
    assert answer.status == 404
    assert answer.problem()["facts"] == {"what": "websocket"}
    assert raw.is_over()


def test_a_handshake_waits_for_earlier_responses(raw: Raw) -> None:
    """Otherwise frames and responses would mix on one connection."""
    raw.send(request("GET", "/v1/games"), request("GET", LIVE, *HANDSHAKE))
    assert raw.answer().status == 200
    assert raw.answer().problem()["errors"][0]["where"] == "Upgrade"
    assert raw.is_over()


def test_frames_before_the_response_to_a_handshake_are_kept(raw: Raw) -> None:
    """A client should wait. One that does not loses no frames, and gets the response first."""
    opened = raw.send(request("POST", "/v1/games", JSON, LENGTH, body=GAME)).answer()
    live = f"/v1/games/{json.loads(opened.body)['game']['id']}/live"
    early = frame(PING, b"x" * 100) * 100 + frame(TEXT, b'{"type": "hello"}')
    answer = raw.send(request("GET", live, *HANDSHAKE), early).answer()
    assert answer.status == 101
    kinds = [next(frames)[0] for frames in [raw.frames()] for _ in range(101)]
    assert kinds == [PONG] * 100 + [TEXT]


def test_a_handshake_has_an_id(raw: Raw) -> None:
    answer = raw.send(request("GET", LIVE, *HANDSHAKE, "X-Request-Id: mine")).answer()
    assert (answer.status, answer.headers["x-request-id"]) == (101, "mine")


def test_a_websocket_address_requires_an_upgrade(raw: Raw) -> None:
    """426 to GET; ``Allow`` lists only methods."""
    answer = raw.send(request("GET", LIVE)).answer()
    assert answer.status == 426
    assert answer.headers["upgrade"] == "websocket"
    assert answer.headers["connection"] == "upgrade"
    assert answer.problem()["type"] == "/problems/upgrade-required"
    answer = raw.send(request("POST", LIVE, "Content-Length: 0")).answer()
    assert answer.status == 405
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


# --- trailers (RFC 9110, section 6.5.1) --------------------------------------------------------


def test_trailers_are_not_headers(raw: Raw) -> None:
    """Neither of their own request nor of the next one."""
    trailers = b"X-Request-Id: trailer\r\nAuthorization: Bearer x\r\nHost: y\r\nIf-Match: 7\r\n\r\n"
    asked = request("POST", "/v1/games", JSON, CHUNKED, body=IN_CHUNKS + trailers)
    raw.send(asked, HEALTH)
    for status in (201, 200):
        answer = raw.answer()
        assert answer.status == status
        assert answer.headers["x-request-id"] != "trailer"


def test_a_token_in_a_trailer_gives_no_right(raw: Raw) -> None:
    opened = json.loads(
        raw.send(request("POST", "/v1/games", JSON, LENGTH, body=GAME)).answer().body
    )
    seat = f"/v1/games/{opened['game']['id']}/seats/0"
    body = (
        b"2\r\n{}\r\n0\r\nAuthorization: Bearer %b\r\n\r\n" % opened["tokens"]["seats"][0].encode()
    )
    assert raw.send(request("PUT", seat, JSON, CHUNKED, body=body)).answer().status == 401


def test_a_trailer_does_not_choose_the_address(tmp_path: Path) -> None:
    """Otherwise a client behind a proxy could have one bucket for each address it invents."""
    with (
        served_inside(tmp_path, proxies="127.0.0.1", rate_per_minute=1, rate_burst=10) as inside,
        Raw(inside.url) as raw,
    ):
        statuses = []
        for number in range(3):
            trailer = b"X-Forwarded-For: 192.0.2.%d\r\n\r\n" % number
            body = IN_CHUNKS + trailer
            raw.send(request("POST", "/v1/games", JSON, CHUNKED, body=body))
            statuses.append(raw.answer().status)
    assert statuses == [201, 201, 429]  # each request costs five


@pytest.mark.parametrize("path", ["/v1/games", "/nowhere"])
def test_a_trailer_can_close_the_connection(raw: Raw, path: str) -> None:
    """The parser obeys it and reads nothing more, whether or not the response has been sent."""
    asked = request("POST", path, JSON, CHUNKED, body=IN_CHUNKS)
    raw.send(asked, b"Connection: close\r\n\r\n", HEALTH)
    assert raw.answer().status in (201, 404)
    assert raw.is_over()


def test_a_trailer_after_the_response_can_close_the_connection(raw: Raw) -> None:
    assert raw.send(request("POST", "/nowhere", CHUNKED)).answer().status == 404
    raw.send(b"0\r\nConnection: close\r\n\r\n", HEALTH)
    assert raw.is_over()


@pytest.mark.parametrize("trailer", [b"Content-Length: 1\r\n", b"Transfer-Encoding: chunked\r\n"])
def test_a_trailer_cannot_set_the_framing(raw: Raw, trailer: bytes) -> None:
    """Trailers that redefine the end of the body are refused."""
    raw.send(request("POST", "/v1/games", JSON, CHUNKED, body=IN_CHUNKS + trailer + b"\r\n"))
    assert raw.answer().problem()["status"] == 400
    assert raw.is_over()


# --- framing bytes -----------------------------------------------------------------------------

NO_BODY = {
    "a trailer": b"0\r\nA: " + b"a" * 1_000_000,
    "trailers": b"0\r\n" + b"A: b\r\n" * 200_000,
    "an extension": b"1;" + b"a" * 1_000_000,
    "extensions": (b"1;" + b"a" * 300 + b"\r\n \r\n") * 3000,
    "a long size": b"0" * 1_000_000,
}


@pytest.mark.parametrize("name", NO_BODY)
def test_the_framing_of_a_body_has_a_limit(raw: Raw, name: str) -> None:
    """The same as the head. The operation that waits for the body returns a problem."""
    raw.send(request("POST", "/v1/games", JSON, CHUNKED, "Expect: 100-continue"))
    assert raw.answer().status == 100
    answer = raw.send(NO_BODY[name]).answer()
    assert answer.status in (400, 431)  # the parser accepts at most 16 digits of a size
    assert answer.problem()
    assert raw.is_over()


def test_ordinary_chunks_do_not_count_as_framing(raw: Raw) -> None:
    """However many there are: the framing of these exceeds the limit."""
    chunk = b"0000000000000001\r\n \r\n"
    body = chunk * 5000 + IN_CHUNKS
    raw.send(request("POST", "/v1/games", JSON, CHUNKED, body=body + b"\r\n"), HEALTH)
    assert [raw.answer().status, raw.answer().status] == [201, 200]


@pytest.mark.long
@pytest.mark.parametrize(
    ("endless", "times"),
    [(b"0\r\nA: " + b"a" * 100_000, 1), (b"400\r\n%b\r\n" % (b" " * 1024), 17_000)],
    ids=["trailer", "chunks"],
)
def test_an_endless_body_after_its_response_is_cut_off(
    raw: Raw, monkeypatch: pytest.MonkeyPatch, endless: bytes, times: int
) -> None:
    """No operation reads it, so the server must end it as soon as it is too long.

    A client that is still sending may get a reset.
    """
    monkeypatch.setattr(http, "LATE_BODY_SECONDS_MAX", 600)
    assert raw.send(request("POST", "/nowhere", CHUNKED)).answer().status == 404
    try:
        raw.send(endless * times)
        assert raw.is_over()
    except ConnectionError:
        pass


@pytest.mark.parametrize("framing", ["Content-Length: 15000000", CHUNKED])
def test_a_body_may_end_after_its_response(raw: Raw, framing: str) -> None:
    """A client that has begun to send cannot stop half-way, and a proxy passes on 16 MiB.

    Afterwards the connection stays open.
    """
    rest = b" " * 15_000_000 if framing != CHUNKED else b"400\r\n%b\r\n" % (b" " * 1024) * 15_000
    assert raw.send(request("POST", "/nowhere", framing)).answer().status == 404
    raw.send(rest, b"0\r\n\r\n" if framing == CHUNKED else b"", HEALTH)
    assert raw.answer().status == 200


def test_a_body_that_stalls_after_its_response_is_cut_off(
    raw: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "LATE_BODY_SECONDS_MAX", 0)
    assert raw.send(request("POST", "/nowhere", CHUNKED, body=b"1\r\n")).answer().status == 404
    assert raw.is_over()


# --- unsupported framing -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "codings",
    [
        ["gzip, chunked"],
        ["identity, chunked"],
        ["chunked, chunked"],
        ["gzip", "chunked"],
        ["chunked", "chunked"],
    ],
)
def test_only_the_chunked_coding_is_accepted(raw: Raw, codings: list[str]) -> None:
    """Ignoring another coding would mean misreading the body."""
    lines = [f"Transfer-Encoding: {coding}" for coding in codings]
    raw.send(request("POST", "/v1/games", JSON, *lines, body=IN_CHUNKS + b"\r\n"))
    assert raw.answer().problem()["status"] == 400
    assert raw.is_over()


@pytest.mark.parametrize("version", [b"0.9", b"1.2", b"2.0", b"3.0"])
def test_other_versions_are_refused(raw: Raw, version: bytes) -> None:
    assert raw.send(HEALTH.replace(b"1.1", version, 1)).answer().problem()["status"] == 400
    assert raw.is_over()


# --- Host (RFC 9112, section 3.2) --------------------------------------------------------------


@pytest.mark.parametrize(
    "head",
    [
        b"GET /healthz HTTP/1.1\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n",
        b"GET /healthz HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x/y\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x, y\r\n\r\n",
        request("GET", LIVE, *HANDSHAKE).replace(b"Host: x\r\n", b""),
    ],
)
def test_a_request_names_one_host(raw: Raw, head: bytes) -> None:
    answer = raw.send(head).answer()
    assert answer.status == 400
    assert answer.problem()["errors"][0]["where"] == "Host"
    assert raw.is_over()


@pytest.mark.parametrize("host", ["", "x", "x:80", "127.0.0.1:1", "[::1]:80", "a_b.example", "x:"])
def test_valid_hosts(raw: Raw, host: str) -> None:
    assert raw.send(request("GET", "/healthz", host=host)).answer().status == 200


def test_http_1_0_needs_no_host(raw: Raw) -> None:
    assert raw.send(b"GET /healthz HTTP/1.0\r\n\r\n").answer().status == 200
    assert raw.is_over()


def test_every_404_is_a_problem(inside: Inside, raw: Raw) -> None:
    """In every folder of the service, although the framework has its own error pages."""
    app: Any = inside.server.config.app
    folders = {route.path.partition("{")[0].rpartition("/")[0] for route in app.routes}
    assert {"", "/schema", "/v1/games"} <= folders
    for folder in folders:
        for method in ("GET", "POST"):
            answer = raw.send(
                request(method, f"{folder}/a/b/nothing", "Content-Length: 0")
            ).answer()
            if (method, answer.status) != ("POST", 405):
                assert answer.problem()["type"] == "/problems/not-found", folder
    for path in ("/schema/nothing", "/schema/metrics"):
        assert raw.send(request("GET", path)).answer().problem()["status"] == 404


# --- invalid requests --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (b"\x16\x03\x01 hello\r\n\r\n", 400),
        (b"FROB / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        ("GET /ü HTTP/1.1\r\nHost: x\r\n\r\n".encode(), 400),
        (b"GET http://x HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (b"GET /healthz#metrics HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (b"CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (request("GET", "/healthz", "Content-Length: 1", CHUNKED), 400),
        (request("GET", "/healthz", *(f"a{number}: b" for number in range(200))), 431),
        (request("GET", "/healthz", f"a: {'b' * 500_000}"), 431),
    ],
)
def test_a_refusal_is_a_problem(raw: Raw, said: bytes, status: int) -> None:
    """It has an id and follows the responses to earlier requests; then the connection closes."""
    raw.send(HEALTH, said)
    assert raw.answer().status == 200
    answer = raw.answer()
    assert answer.status == status
    assert answer.problem()
    assert raw.is_over()


# --- incomplete bodies -------------------------------------------------------------------------

BODIES = [
    ("/v1/games", JSON),
    ("/v1/records/check", JSON),
    ("/v1/records/check", "Content-Type: application/x-ndjson"),
]


@pytest.mark.parametrize(("path", "kind"), BODIES)
@pytest.mark.parametrize("begun", [(CHUNKED, b"5\r\nab"), ("Content-Length: 100", b"ab")])
def test_a_disconnect_during_the_body_is_not_a_server_error(
    raw: Raw, path: str, kind: str, begun: tuple[str, bytes]
) -> None:
    """It is counted and logged as 499; alerts watch for 5xx."""
    before = counted("POST", path, NO_ANSWER), counted("POST", path, 500)
    framing, body = begun
    raw.send(request("POST", path, kind, framing, body=body)).socket.close()
    until(lambda: counted("POST", path, NO_ANSWER) == before[0] + 1)
    assert counted("POST", path, 500) == before[1]


@pytest.mark.parametrize(("path", "kind"), BODIES)
@pytest.mark.parametrize("body", [b"zz\r\n", b"-1\r\n", b"2\r\nabcd\r\n", b"f" * 20 + b"\r\n"])
@pytest.mark.parametrize("at_once", [True, False])
def test_a_malformed_chunk_is_a_problem(
    raw: Raw, path: str, kind: str, body: bytes, at_once: bool
) -> None:
    """The client gets a 400. It is counted without a route if it arrived together with the head."""

    def all_counted(status: int) -> float:
        return counted("POST", path, status) + counted("POST", "", status)

    before = all_counted(400), all_counted(500)
    raw.send(request("POST", path, kind, CHUNKED, "Expect: 100-continue", body=body * at_once))
    if not at_once:
        assert raw.answer().status == 100  # the operation waits for its body
        raw.send(body)
    answer = raw.answer()
    assert answer.status == 400
    assert "chunk" in answer.problem()["errors"][0]["message"].lower()
    assert raw.is_over()
    until(lambda: all_counted(400) == before[0] + 1)
    assert all_counted(500) == before[1]


def test_timeouts_caused_by_clients_are_counted_separately(tmp_path: Path) -> None:
    """Alerts watch for timeouts caused by the service."""

    def expired(what: str) -> float:
        return float(EXPIRED.labels(what)._value.get())

    before = expired("reading"), expired("answering")
    with served_inside(tmp_path, request_seconds_max=0.1) as inside, Raw(inside.url) as raw:
        raw.send(request("POST", "/v1/games", JSON, "Content-Length: 100"))
        assert raw.answer().problem()["type"] == "/problems/request-timeout"
    assert (expired("reading"), expired("answering")) == (before[0] + 1, before[1])
