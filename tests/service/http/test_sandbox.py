"""A sandbox: repeatable answers from a seed, and games that prove nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
import msgspec
import pytest

from domain.record.audit import audit
from domain.record.record import read_record
from domain.record.text.parser import parse_text
from domain.record.text.printer import write_text
from service.access.record_verifier import RecordVerifier
from service.access.sandbox_keys import put_sandbox_keys
from service.runtime.sandbox import HEADER, Sandbox
from tests.support.http.plain import plain_client
from tests.support.proof import verifier
from tests.support.servers.commands import run
from tests.support.servers.inside import served_inside

DECISIONS: Final = 12
"""After this many decisions a seat resigns, unless a test plays to the end."""


class Answered(NamedTuple):
    """All that a client sees of an answer."""

    asked: str
    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


class Client:
    """Sends requests with a seed, and keeps every answer."""

    def __init__(self, http: httpx.Client, seed: str) -> None:
        self.answers: list[Answered] = []
        self._http = http
        self._seed = seed

    def ask(self, method: str, path: str, token: str = "", **asked: Any) -> Any:
        """Return the body of an answer, which must be a success."""
        headers = {HEADER: self._seed, **asked.pop("headers", {})}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        answer = self._http.request(method, path, headers=headers, **asked)
        assert answer.is_success, answer.text
        raw = tuple(answer.headers.raw)
        self.answers.append(Answered(f"{method} {path}", answer.status_code, raw, answer.content))
        is_json = answer.headers.get("content-type", "").endswith("json")
        return answer.json() if is_json else answer.content


@contextmanager
def sandbox(folder: Path) -> Iterator[httpx.Client]:
    """Serve a fresh sandbox."""
    folder.mkdir()
    put_sandbox_keys(folder, Sandbox.now)
    with served_inside(folder, sandbox=Sandbox()) as inside, plain_client(inside.url) as http:
        yield http


def everything(http: httpx.Client, seed: str, decisions: int) -> Client:
    """Do what clients do: an account with tokens, a game against a house bot, its proofs."""
    client = Client(http, seed)
    account = client.ask("POST", "/v1/players", json={"name": "Ana"})
    mine = account["secret"]
    client.ask("POST", "/v1/tokens", mine, json={"name": "bot", "scopes": ["play"]})
    client.ask("POST", "/v1/players/me/stream-ticket", mine)
    opened = client.ask("POST", "/v1/games", mine, json={"ruleset": "carolus-magnus"})
    game, tokens = opened["game"], opened["tokens"]
    url = f"/v1/games/{game['id']}"
    client.ask("PUT", f"{url}/seats/1", tokens["creator"], json={"bot": "greedy"})
    client.ask("PUT", f"{url}/seats/0", mine, json={"entropy": "c0ffee"})
    for number in range(10_000):
        if client.ask("GET", url)["status"] != "running":
            break
        legal = client.ask("GET", f"{url}/legal-actions", mine, params={"sample": 1})
        action = {"type": "resign"} if number == decisions else legal["actions"][0]
        client.ask("POST", f"{url}/actions", mine, json={"actions": [action]})
    for path in (url, f"{url}/events", f"{url}/record", f"{url}/proof", "/v1/games"):
        client.ask("GET", path)
    client.ask("GET", f"{url}/events", headers={"Accept": "text/event-stream"})
    client.ask("GET", f"{url}/record", headers={"Accept": "text/plain"})
    client.ask("GET", "/.well-known/jwks.json")
    return client


def body_of(client: Client, path: str) -> Any:
    """Return the JSON of the first answer from an address that ends like this."""
    return next(msgspec.json.decode(one.body) for one in client.answers if one.asked.endswith(path))


@pytest.mark.parametrize(
    "decisions", [DECISIONS, pytest.param(10_000, marks=pytest.mark.long, id="whole")]
)
def test_two_fresh_sandboxes_answer_the_same_requests_with_the_same_bytes(
    tmp_path: Path, decisions: int
) -> None:
    """Statuses, headers with ETags and ids, bodies, frames and signatures; another seed differs."""
    with sandbox(tmp_path / "one") as http:
        first = everything(http, "a", decisions)
        other = everything(http, "b", DECISIONS)
    with sandbox(tmp_path / "two") as http:
        second = everything(http, "a", decisions)
    assert len(first.answers) > 30
    for one, same in zip(first.answers, second.answers, strict=True):
        assert one == same
    ours, theirs = (body_of(client, "/record") for client in (first, other))
    for name in ("id", "chance", "head", "signature"):
        assert ours[name] != theirs[name]
    times = [{entry["at"] for entry in record["entries"]} for record in (ours, theirs)]
    assert not times[0] & times[1]


def test_no_game_of_a_sandbox_passes_an_audit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first event has the seed; audit, independent verifier, checker and import say why."""
    with sandbox(tmp_path / "one") as http:
        client = everything(http, "a", DECISIONS)
        line = next(one.body for one in client.answers if one.asked.endswith("/record"))
        checked = http.post("/v1/records/check", content=line, headers=JSON).json()
        shown = http.get(f"/v1/games/{msgspec.json.decode(line)['id']}").json()
    events = body_of(client, "/events")["events"]
    assert events[0]["sandbox"] == "a"
    assert shown["sandbox"] == "a"
    record = read_record(line)
    keys = body_of(client, "/jwks.json")
    found = audit(record, RecordVerifier([one["kid"] for one in keys["keys"]]))
    (finding,) = (one for one in found.findings if one.weight == "breach")
    assert finding.rule == "RC-SANDBOX-1"
    assert finding.facts == {"seed": "a"}
    assert not found.is_valid
    assert not checked["valid"]
    assert "RC-SANDBOX-1" in {one["rule"] for one in checked["findings"]}
    with pytest.raises(verifier.Wrong, match="a game of a sandbox proves nothing"):
        verifier.verify(events, body_of(client, "/proof"), keys, msgspec.json.decode(line))
    assert parse_text(write_text(record)) == record
    monkeypatch.setenv("CAROLUS_DATA", str(tmp_path / "real"))
    path, published = tmp_path / "game.json", tmp_path / "jwks.json"
    path.write_bytes(line)
    published.write_bytes(msgspec.json.encode(keys))
    for command in (("audit", "--keys", str(published)), ("import",)):
        result = run(*command, str(path))
        assert result.exit_code == 1
        assert "RC-SANDBOX-1" in result.output


JSON: Final = {"Content-Type": "application/json"}


def test_a_sandbox_says_that_it_is_one(tmp_path: Path) -> None:
    with sandbox(tmp_path / "one") as http:
        assert http.get("/healthz").headers[HEADER] == "carolus"
        assert http.get("/healthz", headers={HEADER: "x.1"}).headers[HEADER] == "x.1"
        for path in ("/schema/openapi.json", "/schema/teg.json"):
            assert http.get(path).json()["info"]["x-carolus-sandbox"] is True
        assert "x-carolus-sandbox" not in http.get("/schema/record.json").json()
        for wrong in ("", "a b", "x" * 65, "ä".encode()):
            answer = http.get("/healthz", headers=[(HEADER.encode(), _bytes(wrong))])
            assert answer.status_code == 400
            assert answer.json()["errors"][0]["where"] == HEADER
        twice = [(HEADER, "a"), (HEADER, "b")]
        assert http.get("/healthz", headers=twice).status_code == 400


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def test_a_rematch_in_a_sandbox_is_marked_too(tmp_path: Path) -> None:
    with sandbox(tmp_path / "one") as http:
        client = everything(http, "a", DECISIONS)
        url = f"/v1/games/{body_of(client, '/proof')['game']}"
        mine = body_of(client, "/v1/players")["secret"]
        again = client.ask("POST", f"{url}/rematch", mine, json={})
        events = client.ask("GET", f"/v1/games/{again['game']['id']}/events")["events"]
    assert events[0]["sandbox"] == "a"


def test_another_service_ignores_the_seed(tmp_path: Path) -> None:
    with served_inside(tmp_path) as inside, plain_client(inside.url) as http:
        seeded = {HEADER: "a"}
        games = [http.post("/v1/games", json={"ruleset": "teg"}, headers=seeded) for _ in range(2)]
        assert HEADER not in games[0].headers
        assert games[0].headers["date"]
        events = http.get(f"/v1/games/{games[0].json()['game']['id']}/events").json()["events"]
        assert "sandbox" not in events[0]
        assert "sandbox" not in games[0].json()["game"]
        assert "x-carolus-sandbox" not in http.get("/schema/openapi.json").json()["info"]


def test_a_sandbox_refuses_to_be_reached_or_to_last(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run("serve", "--sandbox", "--host", "0.0.0.0", "--port", "0")  # noqa: S104 - refused
    assert result.exit_code == 2
    assert "not on 0.0.0.0" in result.stderr
    assert "--expose-sandbox allows it" in result.stderr
    result = run("serve", "--expose-sandbox")
    assert result.exit_code == 2
    assert "--expose-sandbox needs --sandbox" in result.stderr
    for name, value in (
        ("CAROLUS_DATABASE", "postgresql://localhost/carolus"),
        ("CAROLUS_REDIS", "redis://localhost"),
    ):
        with monkeypatch.context() as changed:
            changed.setenv(name, value)
            result = run("serve", "--sandbox")
        assert result.exit_code == 2
        assert f"--sandbox needs {name} to be empty" in result.stderr
