"""Counts: how many games of a ruleset there are."""

from typing import Final

from litestar import Response
from litestar.params import FromPath

from service.access.rights import EVERYBODY
from service.http.answers.answer import answer
from service.http.answers.contract import Answer, Operations
from service.http.parts import parts_of
from service.http.requests.request import AnyRequest
from service.http.requests.resources import the_ruleset
from service.projections.counts import RulesetCounts

operation: Final = Operations("rulesets")


@operation(
    "GET",
    "/v1/rulesets/{ruleset:str}/counts",
    "How many games there are",
    right=EVERYBODY,
    answer=Answer("The counts.", RulesetCounts),
)
async def get_counts(request: AnyRequest, ruleset: FromPath[str]) -> Response[bytes]:
    """Count the games of a ruleset: by state, by what was agreed, and by why they ended."""
    projections = parts_of(request).projections
    asked = the_ruleset(ruleset).meta.id

    def counted() -> RulesetCounts:
        return projections.counts.of(asked)

    return answer(await projections.ask(counted, projections.counts))
