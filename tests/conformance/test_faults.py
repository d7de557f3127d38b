"""``carolus conformance`` finds each fault of a service, and names it.

A proxy breaks one promise at a time, as a careless service or proxy would.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
import pytest

from service.live.streams import Pace
from tests.conformance.changing import Asked, Changing, Sent, as_asked, as_sent, changing
from tests.conformance.test_conformance import GAME, outcomes
from tests.support.servers.commands import run
from tests.support.servers.inside import served_inside

JSON: Final = "application/json"
EVENTS: Final = re.compile(r"GET /v1/games/\w+/events")


Changed: TypeAlias = Callable[[Sent], Sent]


class Fault(NamedTuple):
    """A promise that the service breaks, and what the report must say about it."""

    check: str
    why: str
    sent: Changed = as_sent
    asked: Callable[[Asked], Asked] = as_asked


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Changing]:
    folder = tmp_path_factory.mktemp("faults")
    pace = Pace(heartbeat_seconds=0.1)
    with served_inside(folder, pace, rate_per_minute=0) as inside, changing(inside.url) as found:
        yield found


# --- what a service may ignore in a request ------------------------------------------------------


def deaf(name: str, where: str = "", value: str = "") -> Callable[[Asked], Asked]:
    """Return a service that ignores a header, at some addresses or with some values."""

    def ask(asked: Asked) -> Asked:
        if where not in asked.what or value not in asked.headers.get(name, ""):
            return asked
        kept = {key: one for key, one in asked.headers.items() if key != name}
        return asked._replace(headers=kept)

    return ask


def misheard(name: str, value: str, instead: str) -> Callable[[Asked], Asked]:
    """Return a service that understands a value of a header as another one."""

    def ask(asked: Asked) -> Asked:
        heard = {**asked.headers, name: instead}
        return asked._replace(headers=heard) if asked.headers.get(name) == value else asked

    return ask


def blind(name: str) -> Callable[[Asked], Asked]:
    """Return a service that ignores a parameter of the query."""

    def ask(asked: Asked) -> Asked:
        kept = re.sub(rf"([?&]){name}=[^&]*&?", r"\1", asked.what).rstrip("?&")
        return asked._replace(what=kept)

    return ask


def with_keys_as_they_are(asked: Asked) -> Asked:
    key = asked.headers.get("idempotency-key", "")
    if key.startswith('"'):
        return asked._replace(headers={**asked.headers, "idempotency-key": f"{key[1:-1]}-quoted"})
    return asked


# --- what it may leave out of an answer, or get wrong -------------------------------------------


def without(name: str, where: str = "") -> Changed:
    """Return a service that omits a header."""

    def send(sent: Sent) -> Sent:
        kept = {key: one for key, one in sent.headers.items() if key != name}
        return sent._replace(headers=kept) if where in sent.what else sent

    return send


def with_header(name: str, where: str, value: str, status: int | None = None) -> Changed:
    """Return a service that sends a wrong header."""

    def send(sent: Sent) -> Sent:
        if where in sent.what and status in (None, sent.status):
            return sent._replace(headers={**sent.headers, name: value})
        return sent

    return send


def with_status(where: str, before: int, after: int) -> Changed:
    """Return a service with a wrong status."""

    def send(sent: Sent) -> Sent:
        wrong = re.search(where, sent.what) and sent.status == before
        return sent._replace(status=after) if wrong else sent

    return send


def with_body(where: str, change: Callable[[Any], object], status: int = 200) -> Changed:
    """Return a service whose JSON differs: ``change`` alters it."""

    def send(sent: Sent) -> Sent:
        kind = sent.headers.get("content-type", "")
        if not re.search(where, sent.what) or sent.status != status or "json" not in kind:
            return sent
        found = msgspec.json.decode(sent.body)
        change(found)
        return sent._replace(body=msgspec.json.encode(found))

    return send


def with_frames(where: str, change: Callable[[bytes], bytes]) -> Changed:
    """Return a service whose frames of streams differ."""

    def send(sent: Sent) -> Sent:
        stream = sent.headers.get("content-type", "").startswith("text/event-stream")
        return sent._replace(body=change(sent.body)) if stream and where in sent.what else sent

    return send


def with_signature(record: Any) -> None:
    head, _, signature = record["signature"].rpartition(".")
    record["signature"] = f"{head}.{'A' * len(signature)}"


def with_event(page: Any) -> None:
    """Change an event, but not its hash."""
    if page["events"]:
        page["events"][1]["entropy"] = "beef"


A_GAME: Final = r"^GET /v1/games/[^/?]+$"
LEGAL: Final = r"/v1/games/\w+/legal-actions"
ACTIONS: Final = r"^POST /v1/games/\w+/actions"
AXIOS: Final = "application/json, text/plain, */*"

FAULTS: Final[dict[str, Fault]] = {
    # documents
    "document": Fault("documents", "schema/openapi.json has no ETag", without("etag", "openapi")),
    "kept": Fault("documents", "200, not 304", asked=deaf("if-none-match", "/schema/")),
    "lost": Fault(
        "documents.of_streams",
        "Ended leads nowhere",
        with_body("asyncapi", lambda one: one["components"]["schemas"].pop("Ended")),
    ),
    "unexplained": Fault(
        "documents.problems", "answers 404", with_status("/problems/stale-version", 200, 404)
    ),
    "alike": Fault(
        "documents.problems",
        "explains another one",
        with_body("/problems/", lambda one: one.update(type="/problems/internal")),
    ),
    # kinds of answers
    "page": Fault(
        "http.not_found",
        "is not application/problem+json",
        with_header("content-type", "no-such-thing", "text/html", 404),
    ),
    "allow": Fault("http.not_found", "Allow lacks GET, POST", without("allow")),
    "kind": Fault(
        "http.not_found",
        "undeclared type application/json",
        with_header("content-type", "/v1/games/", JSON, 404),
    ),
    "another": Fault(
        "http.not_found",
        "another status",
        with_body("/v1/games/", lambda one: one.update(status=400), 404),
    ),
    "lenient": Fault(
        "http.malformed", "answers 200, expected 400", asked=blind("no_such_parameter")
    ),
    "anything": Fault(
        "http.malformed",
        "answers 400, expected 415",
        asked=misheard("content-type", "text/plain", JSON),
    ),
    "where": Fault(
        "http.malformed",
        "does not say where",
        with_body("/v1/games", lambda one: one.pop("errors"), 400),
    ),
    "id": Fault("http.request_ids", "not that of the request", asked=deaf("x-request-id")),
    "no_id": Fault("http.request_ids", "has no X-Request-Id", without("x-request-id")),
    "axios": Fault(
        "http.accept", "not application/json", asked=misheard("accept", AXIOS, "text/event-stream")
    ),
    "never": Fault(
        "http.accept",
        "not application/json",
        asked=misheard("accept", "text/event-stream;q=0, */*", "text/event-stream"),
    ),
    "location": Fault("http.location", "no Location", without("location")),
    "elsewhere": Fault(
        "http.location", "not that of the game", with_header("location", "POST", "/v1/games/x", 201)
    ),
    "link": Fault("http.pages", "no Link", without("link")),
    "cursor": Fault("http.pages", "does not go on", asked=blind("cursor")),
    "limit": Fault("http.pages", "the limit is 1", asked=blind("limit")),
    "charset": Fault(
        "http.reads",
        "text/plain without charset=utf-8",
        with_header("content-type", "/transparency/checkpoint", "text/plain"),
    ),
    "gone": Fault("http.reads", "answers 410", with_status("GET /v1/players/", 404, 410)),
    "lines": Fault(
        "http.reads",
        "and the client accepts",
        asked=misheard("accept", "application/x-ndjson, application/problem+json;q=0.5", JSON),
    ),
    # conditions
    "head": Fault("http.head", "answers 405", with_status("^HEAD", 200, 405)),
    "tag": Fault("http.conditions", "200 has no ETag", without("etag", "/v1/games/")),
    "weakened": Fault(
        "http.conditions", "is weak", with_header("etag", "/v1/games/", 'W/"1-spectator"', 200)
    ),
    "if_none_match": Fault(
        "http.conditions", "answers 200, expected 304", asked=deaf("if-none-match", "/v1/")
    ),
    "weak": Fault("http.conditions", "expected 304", asked=deaf("if-none-match", "/v1/", "W/")),
    "several": Fault(
        "http.conditions", "expected 304", asked=deaf("if-none-match", "/v1/", '"another", ')
    ),
    "any": Fault("http.conditions", "expected 304", asked=misheard("if-none-match", "*", '"x"')),
    "if_match": Fault("http.conditions", "answers 200, expected 412", asked=deaf("if-match")),
    "strong": Fault("http.conditions", "expected 412", asked=deaf("if-match", "", "W/")),
    "stale": Fault("http.writes", "takeSeat", asked=deaf("if-match", "PUT")),
    "exists": Fault("http.writes", "takeSeat", asked=deaf("if-none-match", "PUT")),
    "version": Fault(
        "http.writes",
        "412 lacks the current version",
        with_body("^PUT", lambda one: one.pop("version", None), 412),
    ),
    "key": Fault("http.keys", "has another answer", asked=deaf("idempotency-key")),
    "quoted": Fault("http.keys", "has another answer", asked=with_keys_as_they_are),
    # streams
    "heartbeat": Fault(
        "streams.heartbeat",
        "no heartbeat",
        with_frames("/events", lambda one: b"" if one.startswith(b":") else one),
    ),
    "silent": Fault(
        "streams.events",
        "does not come within",
        with_frames("/events", lambda one: b"" if b"event: event" in one else one),
    ),
    "snapshot": Fault(
        "streams.events",
        "the frame game differs",
        with_frames("/events", lambda one: one.replace(b'"open"', b'"over"')),
    ),
    "lobby": Fault(
        "streams.lobby",
        "in a different form",
        with_frames("/lobby/", lambda one: one.replace(b'"open"', b'"over"')),
    ),
    "ready": Fault(
        "streams.lobby",
        "expected ready",
        with_frames("/lobby/", lambda one: one.replace(b"event: ready", b"event: hello")),
    ),
    "ticket": Fault("streams.tickets", "a false ticket", asked=blind("ticket")),
    "handshake": Fault("streams.actions", "the WebSocket breaks"),
    "upgrade": Fault("streams.actions", "426 has the Upgrade none", without("upgrade")),
    # a game
    "at": Fault(f"{GAME}.legal_actions", "at=", asked=blind("at")),
    "sample": Fault(f"{GAME}.legal_actions", "sample=", asked=blind("sample")),
    "next": Fault(f"{GAME}.legal_actions", "pages of one", asked=blind("cursor")),
    "twice": Fault(
        f"{GAME}.legal_actions",
        "lists an action twice",
        with_body(LEGAL, lambda one: one["actions"].__setitem__(-1, one["actions"][0])),
    ),
    "checker": Fault(
        f"{GAME}.checker",
        "other legal actions",
        with_body("/v1/rulesets/.*/legal-actions", lambda one: one["actions"].reverse()),
    ),
    "dry_run": Fault(f"{GAME}.answers", "a dry run", asked=blind("dry_run")),
    "prefer": Fault(f"{GAME}.answers", "the answer has the game", asked=deaf("prefer")),
    "applied": Fault(f"{GAME}.answers", "Preference-Applied", without("preference-applied")),
    "expand": Fault(f"{GAME}.answers", "no legal actions", asked=blind("legal_actions")),
    "status": Fault(f"{GAME}.game", "answers 200, expected 201", with_status("/games$", 201, 200)),
    "member": Fault(
        f"{GAME}.game", "$ lacks awaits", with_body(A_GAME, lambda one: one.pop("awaits"))
    ),
    "old": Fault(f"{GAME}.game", "expected 412", asked=deaf("if-match")),
    "event": Fault(
        f"{GAME}.chain",
        "the hash of event 2 does not follow",
        with_body(r"/events\?", with_event),
    ),
    "signature": Fault(f"{GAME}.record", "RC-SIGN-1", with_body("/record$", with_signature)),
    "credulous": Fault(
        f"{GAME}.verdict",
        "does not find a false head",
        with_body("/records/check", lambda one: one.update(valid=True, findings=[])),
    ),
    "order": Fault(
        f"{GAME}.stream",
        "3 in place of 4",
        with_frames("/events", lambda one: one * 2 if b"\nid: 3\n" in b"\n" + one else one),
    ),
    "ids": Fault(
        f"{GAME}.stream",
        "has the id None",
        with_frames("/events", lambda one: re.sub(rb"^id: .*\n", b"", one, flags=re.MULTILINE)),
    ),
    "resume": Fault(f"{GAME}.resume", "all events once and in order", asked=deaf("last-event-id")),
    "over": Fault(f"{GAME}.resume", "gets 200, expected 204", with_status(r"/events", 204, 200)),
}
FEW: Final = ("kept", "kind", "axios", "weak", "stale", "quoted", "silent", "sample", "ids")
"""One of each kind."""


@pytest.mark.parametrize(
    "name",
    [name if name in FEW else pytest.param(name, marks=pytest.mark.long) for name in FAULTS],
)
def test_a_fault_is_found_and_named(
    proxy: Changing, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    fault = FAULTS[name]
    proxy.sent, proxy.asked = fault.sent, fault.asked
    monkeypatch.setattr("service.conformance.streams.HEARTBEAT_SECONDS_MAX", 0.5)
    monkeypatch.setattr("service.conformance.live.SECONDS_MAX", 1.0)
    asked = ("--ruleset", GAME, "--decisions", "3", "--patient", "--check", fault.check)
    result = run("conformance", proxy.url, *asked)
    assert result.exit_code == 1, result.output
    assert any(fault.why in why for why in outcomes(result.output).values()), result.output
