"""Rulesets: what can be played, with which options, by which rules."""

from functools import cache
from typing import Any, Final

import msgspec
from litestar import Response
from litestar.params import FromPath

from domain.ruleset import AnyRuleset, Language
from domain.rulesets.registry import RULESETS
from service.access.rights import EVERYBODY
from service.http.answers.answer import answer, spoken_in
from service.http.answers.contract import Answer, Link, Operations
from service.http.requests.request import AnyRequest, language
from service.http.requests.resources import the_ruleset

operation: Final = Operations("rulesets")


class RulesetView(msgspec.Struct, frozen=True):
    """What a lobby needs to know in order to offer a ruleset."""

    id: str
    edition: int
    title: str
    designers: tuple[str, ...]
    summary: str
    seats: tuple[int, ...]
    maturity: str
    rulebook: str
    bots: tuple[str, ...]
    """The house bots that can take a seat."""
    house_options: dict[str, Any]
    """Options that a lobby does well to offer where house bots play, who do not tire: with them a
    game ends, whoever plays it; empty where the defaults do."""


class RuleView(msgspec.Struct, frozen=True):
    """One rule, told in the language asked for."""

    id: str
    text: str
    source: str


class RulesetDetails(RulesetView, frozen=True):
    """A ruleset with its rules and the JSON Schemas of what it takes and tells."""

    rules: tuple[RuleView, ...]
    options_schema: dict[str, Any]
    actions_schema: dict[str, Any]
    chance_schema: dict[str, Any]
    events_schema: dict[str, Any]
    position_schema: dict[str, Any]
    components: Any
    """What is in the box and no game changes, such as a map or the numbers of a game, with names in
    the language asked for; in a form of each ruleset's own, null where there is nothing to tell."""


class RulesetList(msgspec.Struct, frozen=True):
    """All rulesets."""

    rulesets: tuple[RulesetView, ...]


@operation(
    "GET",
    "/v1/rulesets",
    "What can be played",
    right=EVERYBODY,
    answer=Answer(
        "The rulesets.",
        RulesetList,
        links={
            "ruleset": Link(
                "getRuleset",
                "The first ruleset, with its rules and schemas.",
                {"ruleset": "$response.body#/rulesets/0/id"},
            ),
        },
    ),
    needs_log=False,
)
def list_rulesets() -> Response[bytes]:
    """List the rulesets."""
    return answer(RulesetList(tuple(RulesetView(**_meta(rules)) for rules in RULESETS)))


@operation(
    "GET",
    "/v1/rulesets/{ruleset:str}",
    "A ruleset with its rules and schemas",
    right=EVERYBODY,
    answer=Answer("The ruleset.", RulesetDetails, headers=("Content-Language",)),
    needs_log=False,
)
def get_ruleset(request: AnyRequest, ruleset: FromPath[str]) -> Response[bytes]:
    """Return a ruleset; the rules are told in the language of ``Accept-Language``."""
    spoken = language(request)
    details = _details(the_ruleset(ruleset).meta.id, spoken)
    return answer(details, headers=spoken_in(spoken))


@cache
def _details(ruleset: str, spoken: Language) -> RulesetDetails:
    rules = the_ruleset(ruleset)
    return RulesetDetails(
        **_meta(rules),
        rules=tuple(
            RuleView(rule.id, rule.sentence(spoken), rule.source)
            for rule in rules.catalogue.values()
        ),
        options_schema=msgspec.json.schema(rules.options_type),
        actions_schema=msgspec.json.schema(rules.seat_actions),
        chance_schema=msgspec.json.schema(rules.chance_actions),
        events_schema=msgspec.json.schema(rules.events),
        position_schema=msgspec.json.schema(rules.view_type),
        components=rules.components(spoken),
    )


def _meta(rules: AnyRuleset) -> dict[str, Any]:
    return {
        **msgspec.structs.asdict(rules.meta),
        "bots": tuple(sorted(rules.bots)),
        "house_options": dict(rules.house_options),
    }
