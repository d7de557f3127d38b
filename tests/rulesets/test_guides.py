"""The guided first games: each can be walked to its end, whatever its lessons allow."""

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec
import pytest

from carolus_pig import RULESET as PIG
from domain.kit.guide import Guide, Lesson, Move, fits
from domain.ruleset import CHANCE, LANGUAGES, AnyRuleset
from domain.rulesets.registry import RULESETS
from tests.support.browser import javascript

GUIDED = [*(one for one in RULESETS if one.guide is not None), PIG]
LESSONS_MIN, LESSONS_MAX = 4, 12
WORDS_MAX = 520
"""As many as people read in three minutes and have time to act."""
SENTENCES_MAX = 4
"""In a lesson, without its task."""
WAYS_MAX = 40
"""The actions that complete one lesson, of which the test walks all."""

of_each = pytest.mark.parametrize("ruleset", GUIDED, ids=lambda one: str(one.meta.id))


class Arrival(NamedTuple):
    """A lesson, and a position in which it begins."""

    lesson: Lesson
    position: Any


def guide_in(rules: AnyRuleset) -> Guide:
    """Return the guide of a ruleset that has one."""
    guide: Guide | None = rules.guide
    assert guide is not None
    return guide


def taken(rules: AnyRuleset, position: Any, moves: tuple[Move, ...]) -> Any:
    """Return the position after moves of the script; raise IllegalAction if a rule refuses one.

    The rules refuse what chance cannot answer, too.
    """
    for seat, action in ((one.seat, one.action) for one in moves):
        union = rules.chance_actions if seat == CHANCE else rules.seat_actions
        events = rules.decide(position, seat, msgspec.convert(action, union))
        position = rules.fold(position, events)
    return position


def completing(rules: AnyRuleset, guide: Guide, arrival: Arrival) -> list[Any]:
    """Return the legal actions that complete a lesson: one if it names all members, else many."""
    lesson, position = arrival
    seat = guide.script.seat
    found = []
    for expected in lesson.expects:
        try:
            found.append(msgspec.convert(expected, rules.seat_actions))
        except msgspec.ValidationError:
            every = rules.legal(position, seat)
            found += [one for one in every if fits(expected, msgspec.to_builtins(one))]
    return found


def arrivals(rules: AnyRuleset) -> Iterator[Arrival]:
    """Yield every lesson in every position in which it can begin."""
    guide = guide_in(rules)
    script = guide.script
    options = msgspec.convert(script.options, rules.options_type)
    reached = [taken(rules, rules.start(options), script.opening)]
    for lesson in script.lessons:
        before, reached = reached, []
        for position in before:
            arrival = Arrival(lesson, position)
            yield arrival
            for one in after(rules, guide, arrival):
                answered = taken(rules, one, lesson.answers)
                if answered not in reached:
                    reached.append(answered)


def after(rules: AnyRuleset, guide: Guide, arrival: Arrival) -> list[Any]:
    """Return the positions after each action that completes a lesson, before its answers."""
    lesson, position = arrival
    if not lesson.expects:
        return [position]
    actions = completing(rules, guide, arrival)
    assert 0 < len(actions) <= WAYS_MAX, f"{lesson.id}: {len(actions)} ways"
    seat = guide.script.seat
    return [rules.fold(position, rules.decide(position, seat, one)) for one in actions]


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: str(one.meta.id))
def test_every_ruleset_here_has_a_guide(ruleset: AnyRuleset) -> None:
    assert ruleset.guide is not None


@of_each
def test_each_lesson_can_be_completed_and_points_at_places_of_the_picture(
    ruleset: AnyRuleset,
) -> None:
    """In every position that the lessons before it allow; the checker accepts what it shows."""
    script = guide_in(ruleset).script
    options = msgspec.convert(script.options, ruleset.options_type)
    reached = []
    for lesson, position in arrivals(ruleset):
        reached.append(lesson.id)
        view = ruleset.view(position, script.seat)
        assert view is not None
        read = ruleset.read(ruleset.complete(view, options).view, options)
        assert ruleset.view(read, script.seat) == view
        picture = ruleset.picture(view, "en", "board")
        places = set(re.findall(r'data-spot="([^"]+)"', picture))
        assert set(lesson.points) <= places, f"{lesson.id}: {set(lesson.points) - places}"
    assert list(dict.fromkeys(reached)) == [one.id for one in script.lessons]


@of_each
def test_each_lesson_has_words_in_every_language(ruleset: AnyRuleset) -> None:
    """Exactly one text, and a task if there is something to do; all can be read in minutes."""
    guide = guide_in(ruleset)
    lessons = guide.script.lessons
    assert LESSONS_MIN <= len(lessons) <= LESSONS_MAX
    assert lessons[0].points or lessons[1].points
    wanted = {
        key
        for lesson in lessons
        for key in (lesson.id, f"{lesson.id}.task")
        if key == lesson.id or lesson.expects
    }
    for language in LANGUAGES:
        texts = guide.texts[language]
        assert texts.keys() == wanted, language
        assert sum(len(text.split()) for text in texts.values()) <= WORDS_MAX, language
        for lesson in lessons:
            sentences = re.findall(r"[.!?](?=\s|$)", guide.text(lesson, language))
            assert 1 <= len(sentences) <= SENTENCES_MAX, (language, lesson.id)
    for key in wanted:
        assert len({guide.texts[language][key] for language in LANGUAGES}) == len(LANGUAGES), key


TWO: Final = [{"clan": "red", "to": 2}, {"to": "court", "clan": "blue"}]


@pytest.mark.parametrize(
    ("expected", "found", "wanted"),
    [
        ({"type": "vote"}, {"type": "vote", "stance": "yes"}, True),
        ({"type": "vote", "stance": "no"}, {"type": "vote", "stance": "yes"}, False),
        ({"type": "vote", "stance": "no"}, {"type": "vote"}, False),
        ({"to": None}, {"to": None}, True),
        ({"to": None}, {"to": "C10"}, False),
        ({"at": {"x": 1}}, {"at": {"x": 1, "y": 2}}, True),
        ({"at": {"x": 1}}, {"at": 1}, False),
        ({"at": {"x": 1}}, {"at": None}, False),
        ({"placed": TWO}, {"placed": [{"clan": "blue", "to": "court"}, TWO[0]]}, True),
        ({"placed": TWO}, {"placed": TWO[:1]}, False),
        ({"placed": TWO}, {"placed": None}, False),
        ({"clans": ["red", "red", "blue"]}, {"clans": ["blue", "red", "red"]}, True),
        ({"clans": ["red", "red", "blue"]}, {"clans": ["blue", "blue", "red"]}, False),
    ],
)
def test_service_and_page_agree_on_what_completes_a_lesson(
    expected: Any, found: Any, wanted: bool
) -> None:
    """Members that a lesson does not name are free, and so is the order of lists."""
    assert fits(expected, found) is wanted
    assert javascript.call("/page/app/guide/fits.js", "fits", expected, found) is wanted
