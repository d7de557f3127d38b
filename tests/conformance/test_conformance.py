"""``carolus conformance`` against our own service, a fork, and services that break the contract."""

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final, NamedTuple
from xml.etree import ElementTree as ET

import msgspec
import pytest

from domain.rulesets.registry import RULESETS
from service.conformance.schemas import fault_in
from service.live.frames import Form
from service.live.lobby import LobbyChange
from service.live.streams import Pace
from tests.support.http.plain import plain_client
from tests.support.run.long import long_after
from tests.support.servers.commands import run
from tests.support.servers.inside import served_inside

GAME: Final = "carolus-magnus"
_DROPPED: Final = {"content-length", "transfer-encoding", "connection", "content-encoding"}


class Sent(NamedTuple):
    """An answer on its way through the proxy."""

    what: str
    """Method and path of the request."""
    status: int
    headers: dict[str, str]
    body: bytes


Change = Callable[[Sent], Sent]


@contextmanager
def proxied(url: str, change: Change) -> Iterator[str]:
    """Yield the address of a proxy before a service, which changes answers.

    It knows no WebSockets, and no answers without an end.
    """

    class Proxy(BaseHTTPRequestHandler):
        def _pass(self) -> None:
            content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            sent = {name: one for name, one in self.headers.items() if name != "Host"}
            if self.path.partition("?")[0].endswith(("/live", "/lobby/events")):
                found = Sent("", 404, {}, b"")
            else:
                answer = http.request(self.command, self.path, content=content, headers=sent)
                what = f"{self.command} {self.path}"
                found = change(Sent(what, answer.status_code, dict(answer.headers), answer.content))
            self.send_response(found.status)
            for name, value in found.headers.items():
                if name not in _DROPPED:
                    self.send_header(name, value)
            if found.status not in (204, 304):
                self.send_header("Content-Length", str(len(found.body)))
            self.end_headers()
            self.wfile.write(found.body)

        do_GET = do_POST = do_PUT = _pass  # noqa: N815 - the names of the base

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base's name
            """Log nothing."""

    with plain_client(url) as http, ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


def outcomes(output: str) -> dict[str, str]:
    """Return the lines of checks that did not pass: each name with its reason."""
    lines = (line.partition(": ") for line in output.splitlines())
    return {head[5:]: why for head, _, why in lines if head.startswith(("FAIL ", "skip "))}


def test_our_service_conforms(tmp_path: Path) -> None:
    """In documents, HTTP, streams with a heartbeat, the WebSocket and a game that is verified."""
    report = tmp_path / "report.xml"
    with served_inside(tmp_path / "data", Pace(heartbeat_seconds=0.2)) as inside:
        result = run(
            *("conformance", inside.url, "--ruleset", GAME, "--decisions", "3", "--patient"),
            *("--junit", str(report)),
        )
    assert result.exit_code == 0, result.output
    others = {f"{one.meta.id}.game" for one in RULESETS} - {f"{GAME}.game"}
    assert outcomes(result.output) == dict.fromkeys(others, "not requested")
    assert "No check is about" in result.output
    suite = ET.fromstring(report.read_bytes())[0]  # noqa: S314 - our own file
    assert suite.get("failures") == "0"
    assert suite.get("skipped") == str(len(others))
    names = [f"{case.get('classname')}.{case.get('name')}" for case in suite]
    assert len(names) == int(str(suite.get("tests"))) == len(set(names))
    assert {f"{GAME}.record", "http.conditions", "streams.heartbeat"} <= set(names)


@pytest.mark.long
def test_our_service_conforms_in_every_game(tmp_path: Path) -> None:
    with served_inside(tmp_path) as inside:
        result = run("conformance", inside.url, "--decisions", "20")
    assert result.exit_code == 0, result.output
    assert list(outcomes(result.output)) == ["streams.heartbeat"]


@pytest.mark.long
def test_a_fork_with_one_game_and_more_members_conforms(tmp_path: Path) -> None:
    """It stands behind a proxy without WebSockets, and without endless answers."""

    def forked(sent: Sent) -> Sent:
        if sent.what == "GET /v1/rulesets":
            found = msgspec.json.decode(sent.body)
            found["rulesets"] = [one for one in found["rulesets"] if one["id"] == GAME]
            return sent._replace(body=msgspec.json.encode({**found, "operator": "us"}))
        if re.search(r"/v1/games/[^/]+$", sent.what) and sent.status == 200:
            found = msgspec.json.decode(sent.body) | {"spectacle": {"seats": 3}}
            return sent._replace(body=msgspec.json.encode(found))
        return sent

    with served_inside(tmp_path) as inside, proxied(inside.url, forked) as url:
        result = run("conformance", url, "--decisions", "5")
    assert result.exit_code == 0, result.output
    missing = {"streams.heartbeat", "streams.lobby", "streams.actions", f"{GAME}.websocket"}
    assert set(outcomes(result.output)) == missing


def another_status(sent: Sent) -> Sent:
    return sent._replace(status=200) if sent.what == "POST /v1/games" else sent


def without_a_tag(sent: Sent) -> Sent:
    kept = {name: value for name, value in sent.headers.items() if name != "etag"}
    return sent._replace(headers=kept) if "/v1/games/" in sent.what else sent


def reordered(sent: Sent) -> Sent:
    """Exchange two events of a stream."""
    if sent.headers.get("content-type", "").startswith("text/event-stream"):
        frames = sent.body.split(b"\n\n")
        frames[3], frames[4] = frames[4], frames[3]
        return sent._replace(body=b"\n\n".join(frames))
    return sent


def with_another_signature(sent: Sent) -> Sent:
    if sent.what.endswith("/record"):
        record = msgspec.json.decode(sent.body)
        head, _, signature = record["signature"].rpartition(".")
        turned = signature[::-1].replace(signature[-1], "A")
        record["signature"] = f"{head}.{turned[:-1]}A"
        return sent._replace(body=msgspec.json.encode(record))
    return sent


def with_another_event(sent: Sent) -> Sent:
    """Change an event, but not its hash."""
    if "/events?" in sent.what and sent.headers["content-type"] == "application/json":
        page = msgspec.json.decode(sent.body)
        if page["events"]:
            page["events"][1]["entropy"] = "beef"
        return sent._replace(body=msgspec.json.encode(page))
    return sent


def without_a_member(sent: Sent) -> Sent:
    if re.search(r"^GET /v1/games/[^/?]+$", sent.what) and sent.status == 200:
        found = msgspec.json.decode(sent.body)
        del found["awaits"]
        return sent._replace(body=msgspec.json.encode(found))
    return sent


def without_problems(sent: Sent) -> Sent:
    if sent.status >= 400:
        return sent._replace(headers={**sent.headers, "content-type": "application/json"})
    return sent


def with_lost_schemas(sent: Sent) -> Sent:
    if sent.what == "GET /schema/asyncapi.json":
        return sent._replace(body=sent.body.replace(b'"Ended":', b'"Finished":'))
    return sent


BROKEN: Final[dict[str, tuple[Change, str, str]]] = {
    "status": (
        another_status,
        f"{GAME}.game",
        "answers 200, expected 201",
    ),
    "tag": (without_a_tag, "http.conditions", "getGame: 200 has no ETag"),
    "frames": (reordered, f"{GAME}.stream", "not all events once and in order"),
    "signature": (with_another_signature, f"{GAME}.record", "RC-SIGN-1"),
    "event": (with_another_event, f"{GAME}.chain", "the hash of event 2 does not follow"),
    "member": (without_a_member, f"{GAME}.game", "$ fits no variant: $ lacks awaits"),
    "schemas": (with_lost_schemas, "documents.of_streams", "Ended"),
    "problem": (without_problems, "http.not_found", "undeclared type application/json"),
}


@pytest.mark.parametrize("name", long_after(1, list(BROKEN)))
def test_a_broken_service_is_found_and_its_fault_named(tmp_path: Path, name: str) -> None:
    change, check, why = BROKEN[name]
    report = tmp_path / "report.xml"
    with served_inside(tmp_path / "data") as inside, proxied(inside.url, change) as url:
        result = run(
            *("conformance", url, "--ruleset", GAME, "--decisions", "3"), *("--junit", str(report))
        )
    assert result.exit_code == 1, result.output
    assert why in outcomes(result.output)[check]
    failures = ET.fromstring(report.read_bytes()).iter("failure")  # noqa: S314 - our own file
    assert any(why in str(one.get("message")) for one in failures)


def of_another_status(form: Form, change: LobbyChange, *_: object) -> bytes:
    """Return a frame of the lobby that does not show the game as the list does."""
    return form.frame("game", change.summary.replace(b'"open"', b'"over"'), change.position)


def always_an_answer(_: bytes, number: Any, data: bytes) -> bytes:
    """Return a reply that hides that it is a problem."""
    return b'{"type":"answer","id":%b,"data":%b}' % (msgspec.json.encode(number), data)


@pytest.mark.parametrize(
    ("broken", "by", "check", "why"),
    [
        ("service.live.streams._frame_for", of_another_status, "lobby", "another form"),
        pytest.param(
            "service.http.operations.websocket._reply",
            always_an_answer,
            "actions",
            "takes an action that no ruleset has",
            marks=pytest.mark.long,
        ),
    ],
    ids=["lobby", "socket"],
)
def test_a_broken_stream_is_found_and_its_fault_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str, by: Any, check: str, why: str
) -> None:
    monkeypatch.setattr(broken, by)
    with served_inside(tmp_path / "data") as inside:
        result = run("conformance", inside.url, "--ruleset", GAME, "--decisions", "1")
    assert result.exit_code == 1, result.output
    failed = {name for name, reason in outcomes(result.output).items() if why in reason}
    assert failed == {f"streams.{check}"}


def test_an_address_without_a_service_is_wrong_usage() -> None:
    result = run("conformance", "http://127.0.0.1:1")
    assert result.exit_code == 2
    assert "there is no service at http://127.0.0.1:1" in result.stderr
    assert run("conformance", "ftp://127.0.0.1").exit_code == 2


NAMES: Final = {"type": ["string", "null"], "pattern": "^[a-z]+$"}


def test_a_schema_allows_what_it_does_not_mention() -> None:
    document = {"Seat": {"type": "integer", "minimum": 0, "maximum": 3}}
    schema = {
        "type": "object",
        "required": ["seat"],
        "properties": {
            "seat": {"anyOf": [{"$ref": "#/Seat"}, {"const": "chance"}]},
            "names": {
                "type": "array",
                "items": NAMES,
            },
        },
        "additionalProperties": False,
    }
    for good in ({"seat": 3, "more": 1}, {"seat": "chance", "names": ["ana", None]}):
        assert fault_in(document, schema, good) is None
    for bad, where in (
        ({}, "$ lacks seat"),
        ([], "$ is []"),
        ({"seat": 4}, "$.seat fits no variant"),
        ({"seat": True}, "$.seat fits no variant"),
        ({"seat": 1, "names": ["A"]}, "$.names[0]"),
    ):
        assert str(fault_in(document, schema, bad)).startswith(where)
