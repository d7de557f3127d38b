"""Rulesets: the games on offer, with their options and rules."""

from functools import cache
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Response
from litestar.params import FromPath

from domain.kit.bots import name_of
from domain.ruleset import AnyRuleset, Language
from domain.rulesets.registry import RULESETS
from domain.tournament.stream.announcement import PLAYERS
from service.access.rights import EVERYBODY
from service.http.answers.answer import answer, language_headers, tagged
from service.http.answers.contract import Answer, Link, Operations
from service.http.parts import parts_of
from service.http.requests.request import AnyRequest, language
from service.http.requests.resources import the_ruleset
from service.tournaments.games import PARTNERS_SEATS, are_partners

operation: Final = Operations("rulesets")


class Duration(msgspec.Struct, frozen=True):
    """How many minutes a game usually takes people who play without a break."""

    least: int
    """With few players."""
    most: int
    """With many."""


class HouseBot(msgspec.Struct, frozen=True):
    """A house bot of a ruleset."""

    id: str
    """The bot's name in requests that seat it, in events and in profiles."""
    name: str
    """Its name for people, in every language."""
    level: Annotated[int, msgspec.Meta(ge=1)]
    """Its place among the ruleset's house bots by strength, from 1 for the weakest."""


class RulesetView(msgspec.Struct, frozen=True):
    """The details that a lobby needs to offer a ruleset."""

    id: str
    edition: int
    title: str
    designers: tuple[str, ...]
    summary: str
    """What the game is about, in the requested language."""
    seats: tuple[int, ...]
    minutes: Duration
    difficulty: Literal["easy", "medium", "hard"]
    """How much a newcomer has to learn."""
    maturity: str
    rulebook: str
    guided: bool
    """Whether there is a guided first game, at ``/v1/rulesets/{ruleset}/guide``."""
    bots: tuple[HouseBot, ...]
    """The house bots that can take a seat, the weakest first."""
    house_options: dict[str, Any]
    """Recommended options for games between house bots, which never tire: with these options, every
    game ends. Empty if the defaults already ensure that."""


class RuleView(msgspec.Struct, frozen=True):
    """A rule, in the requested language."""

    id: str
    text: str
    source: str


class RulesetDetails(RulesetView, frozen=True):
    """A ruleset with its rules and the JSON Schemas of its inputs and outputs."""

    rules: tuple[RuleView, ...]
    options_schema: dict[str, Any]
    actions_schema: dict[str, Any]
    chance_schema: dict[str, Any]
    events_schema: dict[str, Any]
    position_schema: dict[str, Any]
    components: Any
    """The fixed components of the game, such as a map or the numbers of pieces, with names in the
    requested language. The form depends on the ruleset; null if the ruleset declares none."""
    partners: bool
    """Whether four players are two teams, so that a tournament can have fixed or changing
    partners."""


class RulesetList(msgspec.Struct, frozen=True):
    """All rulesets, and what else a form needs to open a game."""

    rulesets: tuple[RulesetView, ...]
    witnesses: int
    """How many witnesses contribute to the dice of a game opened with ``witnessed``; if 0, the
    service has none and refuses such games."""


@operation(
    "GET",
    "/v1/rulesets",
    "List the rulesets",
    right=EVERYBODY,
    answer=Answer(
        "The rulesets.",
        RulesetList,
        headers=("Content-Language",),
        links={
            "ruleset": Link(
                "getRuleset",
                "Get the first ruleset, with its rules and schemas.",
                {"ruleset": "$response.body#/rulesets/0/id"},
            ),
        },
    ),
    needs_log=False,
)
def list_rulesets(request: AnyRequest) -> Response[bytes]:
    """List the rulesets of the games that the service offers."""
    preferred = language(request)
    found = tuple(RulesetView(**_meta(rules, preferred)) for rules in RULESETS)
    offered = RulesetList(found, parts_of(request).handler.witnesses)
    return answer(offered, headers=language_headers(preferred))


@operation(
    "GET",
    "/v1/rulesets/{ruleset:str}",
    "Get a ruleset with its rules and schemas",
    right=EVERYBODY,
    headers=("If-None-Match",),
    answer=Answer("The ruleset.", RulesetDetails, headers=("Content-Language",)),
    needs_log=False,
)
def get_ruleset(request: AnyRequest, ruleset: FromPath[str]) -> Response[bytes]:
    """Return a ruleset, with the rules in the language of ``Accept-Language``."""
    preferred = language(request)
    return tagged(request, _details(the_ruleset(ruleset).meta.id, preferred), preferred)


@cache
def _details(ruleset: str, preferred: Language) -> RulesetDetails:
    rules = the_ruleset(ruleset)
    return RulesetDetails(
        **_meta(rules, preferred),
        rules=tuple(
            RuleView(rule.id, rule.sentence(preferred), rule.source)
            for rule in rules.catalogue.values()
        ),
        options_schema=msgspec.json.schema(rules.options_type),
        actions_schema=msgspec.json.schema(rules.seat_actions),
        chance_schema=msgspec.json.schema(rules.chance_actions),
        events_schema=msgspec.json.schema(rules.events),
        position_schema=msgspec.json.schema(rules.view_type),
        components=rules.components(preferred),
        partners=_has_partners(rules),
    )


def _has_partners(rules: AnyRuleset) -> bool:
    if PARTNERS_SEATS not in rules.meta.seats:
        return False
    wanted = {PLAYERS: PARTNERS_SEATS} if PLAYERS in rules.options_type.__struct_fields__ else {}
    return are_partners(rules.sides(msgspec.convert(wanted, rules.options_type)))


def _meta(rules: AnyRuleset, preferred: Language) -> dict[str, Any]:
    return {
        **msgspec.structs.asdict(rules.meta),
        "summary": rules.meta.summary[preferred],
        "minutes": Duration(*rules.meta.minutes),
        "guided": rules.guide is not None,
        "bots": tuple(
            HouseBot(bot, name_of(bot), level) for level, bot in enumerate(rules.bots, start=1)
        ),
        "house_options": dict(rules.house_options),
    }
