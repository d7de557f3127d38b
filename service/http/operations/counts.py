"""Counts: how many games of a ruleset there are."""

from litestar import Response, get
from litestar.params import FromPath

from service.access.rights import EVERYBODY
from service.http.answers.answer import answer
from service.http.answers.contract import Answer, Contract
from service.http.answers.kinds import MALFORMED, NOT_FOUND, UNAVAILABLE
from service.http.parts import parts_of
from service.http.requests.request import AnyRequest
from service.http.requests.resources import the_ruleset
from service.projections.counts import RulesetCounts


@get(
    "/v1/rulesets/{ruleset:str}/counts",
    operation_id="getCounts",
    tags=["rulesets"],
    summary="How many games there are",
    opt={
        "contract": Contract(
            right=EVERYBODY,
            answers={200: Answer("The counts.", RulesetCounts)},
            problems=(MALFORMED, NOT_FOUND, UNAVAILABLE),
        )
    },
)
async def get_counts(request: AnyRequest, ruleset: FromPath[str]) -> Response[bytes]:
    """Count the games of a ruleset: by state, by what was agreed, and by why they ended."""
    projections = parts_of(request).projections
    asked = the_ruleset(ruleset).meta.id

    def counted() -> RulesetCounts:
        return projections.counts.of(asked)

    return answer(await projections.ask(counted, projections.counts))
