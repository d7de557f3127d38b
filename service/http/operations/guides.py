"""Guides: the guided first games of rulesets, as data."""

from typing import Annotated, Any, Final

import msgspec
from litestar import Response
from litestar.params import FromPath

from domain.kit.guide import Guide
from domain.ruleset import Actor, AnyRuleset, Language
from service.access.rights import EVERYBODY
from service.http.answers.answer import answer, language_headers
from service.http.answers.contract import Answer, Operations
from service.http.requests.request import AnyRequest, language
from service.http.requests.resources import NotFound, the_ruleset

operation: Final = Operations("rulesets")


class GuideMove(msgspec.Struct, frozen=True):
    """An action of a guide, and who takes it, as the checker accepts them."""

    seat: Actor
    action: dict[str, Any]


class LessonView(msgspec.Struct, frozen=True):
    """One step of a guide: a text to read, and perhaps an action to take."""

    id: str
    text: str
    """What the lesson explains, in the requested language."""
    task: str | None
    """What the learner should do, in the requested language; null for a lesson that is only read.
    """
    points: tuple[str, ...]
    """The places of the picture (``data-spot``) that the text is about."""
    expects: tuple[dict[str, Any], ...]
    """What completes the lesson: an action that has all members of one of these; the order of lists
    is ignored. Empty for a lesson that is only read."""
    answers: tuple[GuideMove, ...]
    """What chance and the other seats do afterwards."""


class GuideView(msgspec.Struct, frozen=True):
    """A guided first game: a fixed course, in which the learner takes some of the actions.

    The position before a lesson is what the checker returns for these options and, in order, the
    opening and, for each lesson before it, the action of the learner and the answers.
    """

    seat: Annotated[int, msgspec.Meta(ge=0)]
    """The seat of the learner."""
    sides: tuple[str, ...]
    """The side of each seat."""
    options: dict[str, Any]
    opening: tuple[GuideMove, ...]
    """What happens before the first lesson, from the start of the game."""
    lessons: tuple[LessonView, ...]


@operation(
    "GET",
    "/v1/rulesets/{ruleset:str}/guide",
    "Get the guided first game of a ruleset",
    right=EVERYBODY,
    answer=Answer("The guide.", GuideView, headers=("Content-Language",)),
    needs_log=False,
)
def get_guide(request: AnyRequest, ruleset: FromPath[str]) -> Response[bytes]:
    """Return the guided first game, with its texts in the language of ``Accept-Language``.

    The service stores nothing of it. Send the actions so far to the checker, with ``viewer`` set to
    the learner's seat, and draw and list the legal actions of the position that it returns. If an
    action of the learner is legal but completes no lesson, say so and let the learner try again.
    """
    rules = the_ruleset(ruleset)
    if rules.guide is None:
        raise NotFound("guide", ruleset=ruleset)
    preferred = language(request)
    return answer(_view(rules, rules.guide, preferred), headers=language_headers(preferred))


def _view(rules: AnyRuleset, guide: Guide, preferred: Language) -> GuideView:
    script = guide.script
    options = msgspec.convert(script.options, rules.options_type)
    return GuideView(
        script.seat,
        rules.sides(options),
        msgspec.to_builtins(options),
        tuple(GuideMove(one.seat, dict(one.action)) for one in script.opening),
        tuple(
            LessonView(
                lesson.id,
                guide.text(lesson, preferred),
                guide.task(lesson, preferred),
                lesson.points,
                tuple(dict(one) for one in lesson.expects),
                tuple(GuideMove(one.seat, dict(one.action)) for one in lesson.answers),
            )
            for lesson in script.lessons
        ),
    )
