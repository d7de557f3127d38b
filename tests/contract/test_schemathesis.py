"""Run schemathesis in process: all checks on every operation, and its state machine over links.

The guide adds what no document contains: existing games, their tokens, and legal actions.
``schemathesis.toml`` contains its seed and depth; no check is disabled.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
import schemathesis
from schemathesis import GenerationMode, engine
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events
from schemathesis.python import asgi

from domain.names.readability import readable
from domain.ruleset import AnyRuleset
from domain.rulesets.registry import RULESETS
from domain.table.actions import EXPLANATION_PATTERN, LABEL_PATTERN
from service.access.game_keys import GAME_ID_PATTERN
from tests.support.run.long import cases

CONFIG = Path(__file__).with_name("schemathesis.toml")

SECONDS_MAX = 60
"""How long the service may take to make its document, on a busy machine."""

_LABEL = re.compile(LABEL_PATTERN)
_REASON = re.compile(rf"(?=.{{1,200}}$){EXPLANATION_PATTERN}")
_READ = {"name": _LABEL, "label": _LABEL, "reason": _REASON}
"""Members that people must be able to read, and what they are if a request is not malformed."""

TEXTS = ("application/x-ndjson", "text/plain")

OF_ONE_RULESET = {"SentAction": "anyOf", "CreateGameRequest": "oneOf"}
"""Requests of which only the first ruleset's are generated, for the service reads all alike.

``test_malformed_actions.py`` alters the actions and options of every ruleset, and
``test_every_type.py`` checks every type of action and event wherever the service sends it.
"""


@schemathesis.serializer("application/x-ndjson")
def lines(context: Any, value: str) -> bytes:
    """Send lines as they were generated."""
    return value.encode("utf-8", "surrogatepass")


class Guide:
    """Leads the generated requests to games of each ruleset: some open, some running, one over."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._random = Random(1)
        self._tokens: dict[str, list[str]] = {}
        self._played: list[str] = []
        """The games of the first ruleset, whose actions are generated."""
        self._due: dict[str, list[dict[str, Any]]] = {}
        """The seats whose turn it is, in each game requested since its last change."""
        self.answers: Counter[str] = Counter()
        resign = {"actions": [{"type": "resign"}]}
        for rules in RULESETS:
            for seats in (0, 1, 2, 2, 2):
                self._play(self._open(rules, seats))
            over = self._open(rules, 2)
            self._ask("POST", f"/v1/games/{over}/actions", over, 1, resign)

    def lead(self, path_parameters: dict[str, Any]) -> Any:
        """Replace a generated game by an existing one; leave malformed ones."""
        drawn = (path_parameters or {}).get("game")
        if not isinstance(drawn, str) or not re.fullmatch(GAME_ID_PATTERN, drawn):
            return path_parameters
        games = list(self._tokens)
        found = drawn if drawn in self._tokens else games[sum(drawn.encode()) % len(games)]
        return {**path_parameters, "game": found}

    def correct(self, case: Any) -> None:
        """Make three of four good requests succeed, with a legal action and the present version."""
        self.answers["all"] += 1
        if case.meta and case.meta.generation.mode != GenerationMode.POSITIVE:
            return
        if self.answers["all"] % 4 == 0:
            return
        case.headers.pop("If-Match", None)
        if "Idempotency-Key" in case.headers:
            case.headers["Idempotency-Key"] += str(self.answers["all"])
        if isinstance(seat := (case.path_parameters or {}).get("seat"), int):
            case.path_parameters["seat"] = seat % 2
        if _operation(case) == "createGame" and isinstance(case.body, dict):
            case.body.pop("witnessed", None)  # this service has no witnesses
        if _operation(case) == "takeActions":
            self._make_legal(case)

    def learn(self, case: Any, response: Any) -> None:
        """Remember the tokens of a new game, and count."""
        self.answers[f"{_operation(case)} {response.status_code}"] += 1
        if case.method.upper() != "GET" and response.status_code < 400:  # else it changed nothing
            self._due.pop((case.path_parameters or {}).get("game", ""), None)
        if _operation(case) == "createGame" and response.status_code == 201:
            self._note(response.json())

    def name(self, part: Any) -> Any:
        """Return a body with names and reasons that people can read, where they are some at all.

        No pattern says what is readable, so generated texts seldom are.
        """
        if isinstance(part, list):
            return [self.name(one) for one in part]
        if not isinstance(part, dict):
            return part
        return {
            key: (readable(value) or "Ana")
            if key in _READ and isinstance(value, str) and _READ[key].fullmatch(value)
            else self.name(value)
            for key, value in part.items()
        }

    # --- tokens -------------------------------------------------------------------------------

    def get(self, case: Any, context: Any) -> str:
        """Return a token for the game: mostly of the seat whose turn it is, to make progress."""
        game = (case.path_parameters or {}).get("game", "")
        tokens = self._tokens.get(game) or next(iter(self._tokens.values()))
        due = [int(one["seat"]) + 1 for one in self._awaits(game)]
        if due and self._random.random() < 0.7:
            return tokens[due[0]]
        return self._random.choice(tokens)

    def set(self, case: Any, data: str, context: Any) -> None:
        """Add a token to a request."""
        case.headers["Authorization"] = f"Bearer {data}"

    # --- games --------------------------------------------------------------------------------

    def _open(self, rules: AnyRuleset, seats: int) -> str:
        opened = self._client.post("/v1/games", json={"ruleset": rules.meta.id}).json()
        self._note(opened)
        game = str(opened["game"]["id"])
        for seat in range(seats):
            self._ask("PUT", f"/v1/games/{game}/seats/{seat}", game, seat + 1, {})
        return game

    def _ask(self, method: str, path: str, game: str, who: int, body: Any = None) -> Any:
        """Make a request with a token of the game: 0 is its creator, 1 the first seat."""
        headers = {"Authorization": f"Bearer {self._tokens[game][who]}"}
        return self._client.request(method, path, json=body, headers=headers).json()

    def _note(self, opened: Any) -> None:
        tokens = opened["tokens"]
        game = opened["game"]["id"]
        self._tokens[game] = [tokens["creator"], *tokens["seats"]]
        if RULESETS[0].meta.id in opened["game"]["ruleset"]:
            self._played.append(game)

    def _make_legal(self, case: Any) -> None:
        """Let a seat take a legal action: in another game if no seat can act in this one."""
        asked = case.path_parameters["game"]
        for game in sorted(self._played, key=lambda one: one != asked):
            for seat, action in self._choices(game):
                case.path_parameters["game"] = game
                case.body = {"actions": [action]}
                self.set(case, self._tokens[game][seat + 1], None)
                return

    def _play(self, game: str) -> None:
        for seat, action in self._choices(game):
            self._ask("POST", f"/v1/games/{game}/actions", game, seat + 1, {"actions": [action]})
        self._due.pop(game, None)

    def _choices(self, game: str) -> Iterator[tuple[int, Any]]:
        """Yield each seat that can act in this game, with one of its legal actions."""
        for due in self._awaits(game):
            path, seat = f"/v1/games/{game}/legal-actions?limit=5", int(due["seat"])
            if legal := self._ask("GET", path, game, seat + 1).get("actions"):
                yield seat, self._random.choice(legal)
            else:  # the house has moved, or time is up
                self._due.pop(game, None)

    def _awaits(self, game: str) -> list[dict[str, Any]]:
        if game not in self._due:
            now = self._client.get(f"/v1/games/{game}").json()
            self._due[game] = now.get("awaits", [])
        return self._due[game]


class Depth(NamedTuple):
    """How far a run goes, and what it must at least reach."""

    changed: dict[str, Any]
    """Settings that replace those of the file."""
    left: list[str]
    """Patterns of paths whose examples are not sent; they are large records."""
    answers: int
    taken: int
    """Actions that were taken."""


SHALLOW = Depth(
    {
        "generation": {"max-examples": 1},
        "phases": {
            "coverage": {"enabled": False},
            "stateful": {"max-steps": 8, "generation": {"max-examples": 2}},
        },
    },
    left=["^/v1/records/(check|replay)$"],
    answers=100,
    taken=0,
)
DEEP = Depth({}, [], answers=1000, taken=20)
DEPTH = cases(DEEP, SHALLOW)


def merged(settings: dict[str, Any], changed: dict[str, Any]) -> dict[str, Any]:
    """Return these settings with some replaced."""
    tables = {
        name: merged(settings.get(name, {}), value)
        for name, value in changed.items()
        if isinstance(value, dict)
    }
    return {**settings, **changed, **tables}


def narrowed(schemas: dict[str, Any]) -> dict[str, Any]:
    """Return these schemas without the requests that need not be generated for each ruleset."""
    first = {
        name: {alternatives: schemas[name][alternatives][:1]}
        for name, alternatives in OF_ONE_RULESET.items()
    }
    return {**schemas, **first}


def without_samples(schema: Any) -> Any:
    """Return a schema without the examples of its parts.

    They are for readers: names of pieces and places. Schemathesis would invent a whole position or
    record around each of them.
    """
    if isinstance(schema, dict):
        return {
            key: without_samples(one)
            for key, one in schema.items()
            if not (key == "examples" and isinstance(one, list))
        }
    return [without_samples(one) for one in schema] if isinstance(schema, list) else schema


@pytest.fixture
def api(app: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Any, Guide]]:
    """Return the service as schemathesis sees it, and its guide."""
    # Else the client searches the whole environment for proxies, twice for each request.
    monkeypatch.setenv("no_proxy", asgi.HOST)
    settings = tomllib.loads(CONFIG.read_text("utf-8"))
    without = {"phases": {"examples": {"enabled": False}}}
    settings["operations"] += [{"include-path-regex": one, **without} for one in DEPTH.left]
    config = SchemathesisConfig.from_dict(merged(settings, DEPTH.changed))

    @schemathesis.hook
    def before_load_schema(context: Any, raw_schema: dict[str, Any]) -> None:
        parts = raw_schema["components"]
        parts["schemas"] = without_samples(narrowed(parts["schemas"]))

    schema = schemathesis.openapi.from_asgi(
        "/schema/openapi.json", app, config=config, timeout=SECONDS_MAX
    )
    guide = Guide(asgi.get_client(app))
    tokens = {"get": staticmethod(guide.get), "set": staticmethod(guide.set)}
    schema.auth(refresh_interval=None)(type("Tokens", (), tokens))

    @schema.hook
    def map_path_parameters(context: Any, path_parameters: dict[str, Any]) -> Any:
        return guide.lead(path_parameters)

    @schemathesis.hook
    def filter_case(context: Any, case: Any) -> bool:
        # Generated values that are not text cannot be sent as text.
        return case.media_type not in TEXTS or isinstance(case.body, str)

    @schemathesis.hook
    def before_call(context: Any, case: Any, kwargs: Any) -> None:
        named = guide.name(case.body)
        if named != case.body:
            case.body = named  # schemathesis compares a body that was set with the schema
        guide.correct(case)
        kwargs["allow_redirects"] = False  # a redirect is an answer, too

    @schemathesis.hook
    def after_call(context: Any, case: Any, response: Any) -> None:
        guide.learn(case, response)

    yield schema, guide
    schemathesis.hooks.unregister(before_load_schema)
    schemathesis.hooks.unregister(filter_case)
    schemathesis.hooks.unregister(before_call)
    schemathesis.hooks.unregister(after_call)
    asgi.shutdown_lifespans()


@pytest.mark.usefixtures("untraced")
def test_every_answer_is_as_promised(api: tuple[Any, Guide]) -> None:
    """It runs all phases: examples, edge cases, generated data, and sequences along the links."""
    schema, guide = api
    failures: dict[tuple[str | None, str], str] = {}
    for event in engine.from_schema(schema).execute():
        match event:
            case events.NonFatalError():
                raise event.value
            case events.FatalError():
                raise event.exception
            case events.ScenarioFinished():
                for key, report in _failures(event.recorder):
                    failures.setdefault(key, report)
    assert not failures, "\n\n".join(f"{key}: {report}" for key, report in failures.items())
    assert guide.answers["all"] > DEPTH.answers
    taken = guide.answers["takeActions 200"]
    assert taken > DEPTH.taken, f"the generated requests got nowhere: {guide.answers}"


def _failures(recorder: Any) -> Iterator[tuple[tuple[str | None, str], str]]:
    for case, checks in recorder.checks.items():
        for check in checks:
            if check.failure_info is not None:
                failure = check.failure_info.failure
                answer = recorder.interactions[case].response
                report = (failure.title, failure.message, check.failure_info.code_sample)
                yield (
                    (failure.operation, check.name),
                    "\n".join([*report, answer.text if answer else "no answer"]),
                )


def _operation(case: Any) -> str:
    return str(case.operation.definition.raw.get("operationId"))
