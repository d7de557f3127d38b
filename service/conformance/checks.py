"""The checks, in their order."""

import time
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from secrets import token_hex
from typing import Any, Final, TypeAlias

import httpx

from service.conformance import answers, conditions, deciding, documents, live, proof, streams
from service.conformance.check_results import CheckResult, NonConforming, NotChecked
from service.conformance.client import DOCUMENT, ContractClient, body_of, must
from service.conformance.played_game import CheckedGame
from service.conformance.schemas import JsonMap

NOT_COVERED: Final = (
    "accounts, tokens and rights; webhooks, notifications and e-mail",
    "clocks, take-backs, pauses, links and witnesses",
    "what a seat may not see, and the stream of own games",
    "the contents of pictures, stories, guides and ratings, archives, and the transparency log",
    "limits, time-outs, CORS, and malformed HTTP",
)
"""What no check is about."""

_Check: TypeAlias = Callable[[], None]
_OfPlayed: TypeAlias = Callable[[CheckedGame, list[JsonMap]], None]

_OF_PLAYED: Final[Mapping[str, _OfPlayed]] = {
    "chain": proof.must_be_chained,
    "record": lambda game, _: proof.must_have_a_true_record(game),
    "verdict": lambda game, _: proof.must_be_judged(game),
    "stream": lambda game, events: streams.must_be_in_order(streams.streamed(game), events, 0),
    "resume": streams.must_resume,
    "websocket": streams.must_be_on_the_socket,
}
"""The checks of a game that was played to its end."""

_OF_SEATED: Final[Mapping[str, Callable[[CheckedGame], None]]] = {
    "legal_actions": deciding.must_list_legal_actions,
    "checker": deciding.must_check_alike,
    "answers": deciding.must_answer_as_asked,
}
"""The checks of a game that has just started."""


class NoService(Exception):
    """There is no service at this address that has a document."""


class Conformance:
    """Runs the checks against one service; ``decisions`` are played in each game.

    ``only`` are the names of the checks to run, or of their groups; all if it is empty.
    """

    def __init__(
        self,
        client: ContractClient,
        rulesets: Collection[str],
        decisions: int,
        *,
        patient: bool,
        only: Collection[str] = (),
    ) -> None:
        self._client = client
        self._wanted = rulesets
        self._decisions = decisions
        self._patient = patient
        self._only = only
        self._offered: list[str] = []
        self._left: list[CheckedGame] = []

    def run(self) -> Iterator[CheckResult]:
        """Yield the result of each check; raise NoService."""
        with self._client.http:
            yield from self._run()

    def _run(self) -> Iterator[CheckResult]:
        try:
            self._client.plain("GET", DOCUMENT)
        except httpx.TransportError as failure:
            raise NoService(f"{failure}") from failure
        yield _tried("documents.document", lambda: documents.read(self._client))
        yield _tried("documents.rulesets", self._rulesets)  # all others need these two
        if not self._offered:
            return
        for name in self._unknown():
            yield CheckResult(name, "failed", "there is no such check", 0)
        for name, check in self._of_service().items():
            if self._includes(name):
                yield _tried(name, check)
        for game in self._left:  # or the lobby would show them for ever
            _tried("the end of an open game", game.clear_away)
        for ruleset in self._offered:
            if not self._wanted or ruleset in self._wanted:
                yield from self._of_ruleset(ruleset)
            else:
                yield CheckResult(f"{ruleset}.game", "not checked", "not requested", 0)

    def _includes(self, *names: str) -> bool:
        """Return whether one of these checks is requested."""
        asked = {part for name in names for part in (name, name.partition(".")[0])}
        return not self._only or not asked.isdisjoint(self._only)

    def _unknown(self) -> list[str]:
        """Return the requested names that no check has, and no group."""
        of_ruleset = ("game", *_OF_SEATED, *_OF_PLAYED)
        names = {f"{ruleset}.{name}" for ruleset in self._offered for name in of_ruleset}
        names |= {"documents.document", "documents.rulesets", *self._of_service()}
        groups = {name.partition(".")[0] for name in names}
        return sorted({*self._only} - names - groups)

    def _rulesets(self) -> None:
        found = body_of(self._client.ask("listRulesets", 200))["rulesets"]
        must(bool(found), "the service offers no ruleset")
        self._offered = [one["id"] for one in found]
        unknown = set(self._wanted) - set(self._offered)
        must(not unknown, f"the service does not offer {', '.join(sorted(unknown))}")
        for one in self._offered:
            self._client.ask("getRuleset", 200, {"ruleset": one})

    def _of_service(self) -> Mapping[str, _Check]:
        """Return the checks that need no game, or one without actions."""
        client, opened = self._client, self._opened
        return {
            "documents.references": lambda: documents.must_resolve(
                client.document, client.document
            ),
            "documents.of_rulesets": lambda: documents.must_have_documents_of(
                client, self._offered
            ),
            "documents.of_streams": lambda: documents.must_resolve_at(
                client, documents.STREAMS, "asyncapi"
            ),
            "documents.problems": lambda: documents.must_explain_problems(client),
            "http.not_found": lambda: answers.must_refuse_what_is_not_there(client),
            "http.malformed": lambda: answers.must_refuse_what_is_malformed(client),
            "http.request_ids": lambda: answers.must_name_requests(client),
            "http.accept": lambda: answers.must_choose_what_is_accepted(opened()),
            "http.location": lambda: answers.must_lead_to_what_was_made(opened()),
            "http.pages": self._pages,
            "http.reads": lambda: answers.must_read_as_declared(opened()),
            "http.head": lambda: conditions.must_answer_head(opened()),
            "http.conditions": lambda: conditions.must_keep_conditions_of_reads(opened()),
            "http.writes": lambda: conditions.must_keep_conditions_of_writes(opened()),
            "http.keys": lambda: conditions.must_keep_keys(opened()),
            "streams.heartbeat": self._heartbeat,
            "streams.events": lambda: live.must_report_events(opened()),
            "streams.tickets": lambda: live.must_admit_by_ticket(opened(), opened()),
            "streams.lobby": lambda: live.must_report_new_games(client, opened),
            "streams.actions": lambda: self._in_new_game(
                self._offered[0], live.must_act_on_the_socket
            ),
        }

    def _pages(self) -> None:
        self._opened()
        self._opened()
        answers.must_turn_pages(self._client)

    def _heartbeat(self) -> None:
        if not self._patient:
            raise NotChecked("it takes half a minute: use --patient")
        streams.must_beat(self._opened())

    def _opened(self) -> CheckedGame:
        """Return a new game, which is cleared away after the checks."""
        self._left.append(CheckedGame(self._client, self._offered[0], token_hex(16)))
        return self._left[-1]

    def _seated(self, ruleset: str) -> CheckedGame:
        game = CheckedGame(self._client, ruleset, token_hex(16))
        game.sit_down()
        return game

    def _of_ruleset(self, ruleset: str) -> Iterator[CheckResult]:
        """Yield the results about games of one ruleset."""
        for name, check in _OF_SEATED.items():
            if self._includes(f"{ruleset}.{name}"):
                yield _tried(f"{ruleset}.{name}", partial(self._in_new_game, ruleset, check))
        of_played = {f"{ruleset}.{name}": check for name, check in _OF_PLAYED.items()}
        if not self._includes(f"{ruleset}.game", *of_played):
            return
        played: list[Any] = []

        def play() -> None:
            game = self._seated(ruleset)
            game.play(self._decisions)
            played[:] = [game, game.events()]

        yield _tried(f"{ruleset}.game", play)
        for name, of_played_game in of_played.items():
            if self._includes(f"{ruleset}.game", name):
                yield _tried(name, partial(_afterwards, played, of_played_game))

    def _in_new_game(self, ruleset: str, check: Callable[[CheckedGame], None]) -> None:
        """Run a check of a game that has just started, and end the game."""
        game = self._seated(ruleset)
        try:
            check(game)
        finally:
            game.play(0)


def _afterwards(played: list[Any], check: _OfPlayed) -> None:
    """Run a check of a game that was played, which ``played`` has with its events."""
    if not played:
        raise NotChecked("the game was not played to its end")
    check(*played)


def _tried(name: str, check: _Check) -> CheckResult:
    began = time.perf_counter()
    try:
        check()
    except NonConforming as fault:
        found = ("failed", f"{fault}")
    except NotChecked as reason:
        found = ("not checked", f"{reason}")
    except (httpx.HTTPError, LookupError, TypeError, ValueError, AttributeError) as failure:
        # An answer in a form that the contract does not allow, or none.
        found = ("failed", f"{type(failure).__name__}: {failure}")
    else:
        found = ("passed", "")
    outcome: Any = found[0]
    return CheckResult(name, outcome, found[1], time.perf_counter() - began)
