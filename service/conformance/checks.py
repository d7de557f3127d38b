"""The checks, in their order."""

import time
from collections.abc import Callable, Collection, Iterator
from secrets import token_hex
from typing import Any, Final

import httpx

from service.conformance import live, proof, streams
from service.conformance.client import DOCUMENT, PROBLEM, ContractClient, body_of, must, problem_of
from service.conformance.played import CheckedGame
from service.conformance.results import CheckResult, NonConforming, NotChecked
from service.conformance.schemas import JsonMap, resolved

NOT_COVERED: Final = (
    "accounts, tokens and rights; webhooks, notifications and e-mail",
    "clocks, take-backs, pauses, links and witnesses",
    "the stream of own games",
    "pictures, stories, guides, ratings, archives and the transparency log",
    "limits, time-outs, CORS, and malformed HTTP",
)
"""What no check is about."""

STREAMS: Final = "schema/asyncapi.json"
"""The document of streams, which a service need not have."""

_NEEDED: Final = (
    *("listRulesets", "getRuleset", "createGame", "listGames", "getGame", "takeSeat"),
    *("takeActions", "listLegalActions", "listEvents", "getRecord", "getKeys", "checkRecords"),
)
_NOBODY: Final = {"game": "no-such-game"}


class NoService(Exception):
    """There is no service at this address that has a document."""


class Conformance:
    """Runs the checks against one service; ``decisions`` are played in each game."""

    def __init__(
        self, client: ContractClient, rulesets: Collection[str], decisions: int, *, patient: bool
    ) -> None:
        self._client = client
        self._wanted = rulesets
        self._decisions = decisions
        self._patient = patient
        self._offered: list[str] = []

    def run(self) -> Iterator[CheckResult]:
        """Yield the result of each check; raise NoService."""
        with self._client.http:
            yield from self._run()

    def _run(self) -> Iterator[CheckResult]:
        try:
            self._client.plain("GET", DOCUMENT)
        except httpx.TransportError as failure:
            raise NoService(f"{failure}") from failure
        documents = (self._document, self._references, self._rulesets, self._of_rulesets)
        for check in (*documents, self._of_streams):
            yield _tried(f"documents.{check.__name__.strip('_')}", check)
        if not self._offered:
            return
        for check in (self._not_found, self._malformed, self._types, self._conditions):
            yield _tried(f"http.{check.__name__.strip('_')}", check)
        for check in (self._heartbeat, self._lobby, self._actions):
            yield _tried(f"streams.{check.__name__.strip('_')}", check)
        for ruleset in self._offered:
            if not self._wanted or ruleset in self._wanted:
                yield from self._game(ruleset)
            else:
                yield CheckResult(f"{ruleset}.game", "not checked", "not requested", 0)

    # --- documents ----------------------------------------------------------------------------

    def _document(self) -> None:
        answer = self._client.plain("GET", DOCUMENT)
        must(answer.status_code == 200, f"{DOCUMENT} answers {answer.status_code}, expected 200")
        self._client.document = body_of(answer)
        version = str(self._client.document.get("openapi"))
        must(version.startswith("3."), f"{DOCUMENT} is no OpenAPI document of version 3")
        for name in _NEEDED:
            self._client.operation(name)
        tag = answer.headers.get("etag")
        must(tag is not None, f"{DOCUMENT} has no ETag")
        again = self._client.plain("GET", DOCUMENT, headers={"If-None-Match": tag})
        must(again.status_code == 304, f"{DOCUMENT} with its ETag: {again.status_code}, not 304")

    def _references(self) -> None:
        _must_resolve(self._client.document, self._client.document)

    def _rulesets(self) -> None:
        found = body_of(self._client.ask("listRulesets", 200))["rulesets"]
        must(bool(found), "the service offers no ruleset")
        self._offered = [one["id"] for one in found]
        unknown = set(self._wanted) - set(self._offered)
        must(not unknown, f"the service does not offer {', '.join(sorted(unknown))}")
        for one in self._offered:
            self._client.ask("getRuleset", 200, {"ruleset": one})

    def _of_rulesets(self) -> None:
        for one in self._offered:
            answer = self._client.plain("GET", f"schema/{one}.json")
            if answer.status_code == 404:
                raise NotChecked(f"there is no document for {one} alone")
            must(answer.status_code == 200, f"schema/{one}.json answers {answer.status_code}")
            document = body_of(answer)
            _must_resolve(document, document)

    def _of_streams(self) -> None:
        answer = self._client.plain("GET", STREAMS)
        if answer.status_code == 404:
            raise NotChecked("there is no AsyncAPI document")
        must(answer.status_code == 200, f"{STREAMS} answers {answer.status_code}")
        document = body_of(answer)
        version = str(document.get("asyncapi"))
        must(version.startswith("3."), f"{STREAMS} is no AsyncAPI document of version 3")
        _must_resolve(document, document)

    # --- HTTP ---------------------------------------------------------------------------------

    def _not_found(self) -> None:
        problem_of(self._client.ask("getGame", 404, _NOBODY))

    def _malformed(self) -> None:
        answer = self._client.ask("createGame", 400, json={"ruleset": "no-such-ruleset"})
        must(bool(problem_of(answer).get("errors")), "400 does not say where the error is")
        problem_of(self._client.ask("listGames", 400, params={"limit": "many"}))

    def _types(self) -> None:
        """The type of a problem is the address of an explanation."""
        answer = self._client.ask("getGame", 404, _NOBODY)
        address = answer.url.join(problem_of(answer)["type"])
        kind = self._client.http.get(address, headers={"Accept": f"application/json, {PROBLEM}"})
        must(kind.status_code == 200, f"the type {address} answers {kind.status_code}")

    def _conditions(self) -> None:
        game = self._opened()
        must("location" in game.opened.headers, "createGame: 201 has no Location")
        game.open_again()
        tag = game.state().headers.get("etag")
        must(tag is not None, "getGame: 200 has no ETag")
        same = self._client.ask("getGame", 304, game.place, headers={"If-None-Match": tag})
        must(not same.content, "getGame: 304 has a body")
        must(same.headers.get("etag") == tag, "getGame: 304 has not the ETag of 200")
        game.state(**{"If-None-Match": '"another"'})
        game.state(**{"If-Match": tag})
        self._client.ask("getGame", 412, game.place, headers={"If-Match": '"another"'})

    # --- streams --------------------------------------------------------------------------------

    def _heartbeat(self) -> None:
        if not self._patient:
            raise NotChecked("it takes half a minute: use --patient")
        streams.must_beat(self._client, self._opened())

    def _lobby(self) -> None:
        live.must_report_new_games(self._client, self._opened)

    def _actions(self) -> None:
        """Act over a WebSocket, and end the game."""
        game = self._opened()
        game.sit_down()
        live.must_act_on_the_socket(game)
        game.play(0)

    def _opened(self) -> CheckedGame:
        return CheckedGame(self._client, self._offered[0], token_hex(16))

    # --- games --------------------------------------------------------------------------------

    def _game(self, ruleset: str) -> Iterator[CheckResult]:
        """Yield the results about a game of one ruleset; most need that it was played."""
        played: list[Any] = []

        def play() -> None:
            game = CheckedGame(self._client, ruleset, token_hex(16))
            game.sit_down()
            game.play(self._decisions)
            played[:] = [game, game.events()]

        yield _tried(f"{ruleset}.game", play)
        needs: dict[str, Callable[[CheckedGame, list[JsonMap]], None]] = {
            "chain": proof.must_be_chained,
            "record": lambda game, _: proof.must_have_a_true_record(game),
            "stream": lambda game, events: streams.must_be_in_order(
                streams.streamed(game), events, 0
            ),
            "resume": streams.must_resume,
            "websocket": streams.must_be_on_the_socket,
        }
        for name, check in needs.items():

            def checked(check: Callable[[CheckedGame, list[JsonMap]], None] = check) -> None:
                if not played:
                    raise NotChecked("the game was not played to its end")
                check(*played)

            yield _tried(f"{ruleset}.{name}", checked)


def _tried(name: str, check: Callable[[], None]) -> CheckResult:
    began = time.perf_counter()
    try:
        check()
    except NonConforming as fault:
        found = ("failed", f"{fault}")
    except NotChecked as reason:
        found = ("not checked", f"{reason}")
    except (httpx.HTTPError, LookupError, TypeError, ValueError, AttributeError) as failure:
        # An answer in another form than the contract says, or none.
        found = ("failed", f"{type(failure).__name__}: {failure}")
    else:
        found = ("passed", "")
    outcome: Any = found[0]
    return CheckResult(name, outcome, found[1], time.perf_counter() - began)


def _must_resolve(document: JsonMap, node: Any) -> None:
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            try:
                resolved(document, node)
            except (LookupError, TypeError):
                raise NonConforming(f"{node['$ref']} leads nowhere") from None
        for name, one in node.items():
            if name not in ("example", "examples"):
                _must_resolve(document, one)
    elif isinstance(node, list):
        for one in node:
            _must_resolve(document, one)
