"""``carolus conformance`` against our own service and a fork, and its command."""

import re
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree as ET

import httpx
import msgspec
import pytest

from domain.rulesets.registry import RULESETS
from service.conformance.client import ContractClient
from service.conformance.schemas import fault_in
from service.live.streams import Pace
from service.settings import Settings
from tests.conformance.changing import Sent, changing
from tests.support.http.plain import plain_request
from tests.support.servers.commands import run
from tests.support.servers.inside import served_inside

GAME: Final = "carolus-magnus"


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
        games = plain_request("GET", f"{inside.url}/v1/games?limit=100").json()["games"]
        mistyped = run("conformance", inside.url, "--check", "http.condition", "--ruleset", GAME)
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
    assert {one["status"] for one in games} == {"over", "aborted"}, "some games are left"
    assert mistyped.exit_code == 1
    assert outcomes(mistyped.output)["http.condition"] == "there is no such check"


@pytest.mark.long
def test_our_service_conforms_in_every_game(tmp_path: Path) -> None:
    """Its rate limit is three times the usual one, and the checks still wait it out."""
    limit = Settings().rate_per_minute * 3
    with served_inside(tmp_path, rate_per_minute=limit) as inside:
        result = run("conformance", inside.url, "--decisions", "20")
    assert result.exit_code == 0, result.output
    assert list(outcomes(result.output)) == ["streams.heartbeat"]


@pytest.mark.long
def test_a_fork_with_one_game_and_more_members_conforms(tmp_path: Path) -> None:
    """It has no WebSockets."""

    def forked(sent: Sent) -> Sent:
        if sent.what == "GET /v1/rulesets":
            found = msgspec.json.decode(sent.body)
            found["rulesets"] = [one for one in found["rulesets"] if one["id"] == GAME]
            return sent._replace(body=msgspec.json.encode({**found, "operator": "us"}))
        if sent.what.endswith("/live"):
            return sent._replace(status=404)
        if re.search(r"^GET /v1/games/[^/]+$", sent.what) and sent.status == 200:
            found = msgspec.json.decode(sent.body) | {"spectacle": {"seats": 3}}
            return sent._replace(body=msgspec.json.encode(found))
        return sent

    with served_inside(tmp_path) as inside, changing(inside.url) as proxy:
        proxy.sent = forked
        result = run("conformance", proxy.url, "--decisions", "5")
    assert result.exit_code == 0, result.output
    missing = {"streams.heartbeat", "streams.actions", f"{GAME}.websocket"}
    assert set(outcomes(result.output)) == missing


def always_an_answer(_: bytes, number: Any, data: bytes) -> bytes:
    """Return a reply that hides that it is a problem."""
    return b'{"type":"answer","id":%b,"data":%b}' % (msgspec.json.encode(number), data)


@pytest.mark.long
def test_a_broken_socket_is_found_and_its_fault_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.http.conversation._reply", always_an_answer)
    report = tmp_path / "report.xml"
    with served_inside(tmp_path / "data") as inside:
        asked = ("--check", "streams.actions", "--junit", str(report))
        result = run("conformance", inside.url, "--ruleset", GAME, *asked)
    assert result.exit_code == 1, result.output
    why = "takes an action that no ruleset has"
    assert why in outcomes(result.output)["streams.actions"]
    (failure,) = ET.fromstring(report.read_bytes()).iter("failure")  # noqa: S314 - our own file
    assert why in str(failure.get("message"))


def test_an_address_without_a_service_is_wrong_usage() -> None:
    result = run("conformance", "http://127.0.0.1:1")
    assert result.exit_code == 2
    assert "there is no service at http://127.0.0.1:1" in result.stderr
    assert run("conformance", "ftp://127.0.0.1").exit_code == 2


def test_a_token_goes_to_no_other_service() -> None:
    """An answer may have an address elsewhere, such as that of an explanation."""
    sent: dict[str, str | None] = {}

    def answer(request: httpx.Request) -> httpx.Response:
        sent[request.url.host] = request.headers.get("Authorization")
        return httpx.Response(200)

    client = ContractClient("http://service", "secret")
    client.http = httpx.Client(transport=httpx.MockTransport(answer))
    for address in ("v1/rulesets", httpx.URL("http://service/v1"), httpx.URL("http://elsewhere/")):
        client.plain("GET", address, headers=client.headers())
    assert sent == {"service": "Bearer secret", "elsewhere": None}


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
