"""Counts: the numbers of games of a ruleset."""

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
    "Count the games of a ruleset",
    right=EVERYBODY,
    answer=Answer("The counts.", RulesetCounts),
)
async def get_counts(request: AnyRequest, ruleset: FromPath[str]) -> Response[bytes]:
    """Count the games of a ruleset: by state, by agreed terms, and by how they ended."""
    projections = parts_of(request).projections
    ruleset_id = the_ruleset(ruleset).meta.id

    def count() -> RulesetCounts:
        return projections.counts.of(ruleset_id)

    return answer(await projections.ask(count, projections.counts))
