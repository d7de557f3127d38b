"""The page of Lancaster: its controls reach every action, its panels show every position.

The page's code runs in Node.js (``page.mjs``); the tests compare its results with the rules.
"""

from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any, Final, get_args

import msgspec
import pytest

from domain.ruleset import CHANCE, LANGUAGES, Viewer, tag_of
from domain.rulesets.lancaster import RULESET
from domain.rulesets.lancaster.actions import (
    ChooseFavour,
    PlaceKnight,
    Ransom,
    ScoreCounty,
    SeatAction,
    UseLaw,
    ValueSource,
)
from domain.rulesets.lancaster.events import KnightPlaced
from domain.rulesets.lancaster.options import Options
from domain.rulesets.lancaster.position import holder_of, is_ally
from domain.rulesets.lancaster.spots import spots
from tests.support.browser.javascript import call, plain
from tests.support.games.listed import listed
from tests.support.games.play import Step, play
from tests.support.run.long import cases

PAGE: Final = Path(__file__).with_name("page.mjs")
PLAYERS: Final = (2, 3, 5)
GAMES: Final = cases(6, 1)
"""For each number of players."""
TURNS_OF_A_KIND: Final = cases(150, 20)


def seen(step: Step, viewer: Viewer) -> Any:
    """Return the position after a step, as a viewer sees it."""
    return plain(RULESET.view(step.after, viewer))


@pytest.fixture(scope="module")
def games(seed: int) -> list[list[Step]]:
    """Return random games of several numbers of players."""
    return [
        list(
            play(RULESET, RULESET.start(Options(players=players)), Random(f"{seed} {players} {n}"))
        )
        for players in PLAYERS
        for n in range(GAMES)
    ]


@pytest.fixture(scope="module")
def turns(games: list[list[Step]], seed: int) -> list[tuple[Step, dict[str, Any]]]:
    """Return decisions of each kind, each as the page of its seat receives it."""
    steps = [step for game in games for step in game if step.by != CHANCE]
    Random(f"{seed} turns").shuffle(steps)
    found: dict[str, list[tuple[Step, dict[str, Any]]]] = {}
    for step in steps:
        of_kind = found.setdefault(tag_of(step.action), [])
        if len(of_kind) < TURNS_OF_A_KIND:
            of_kind.append((step, turn(step)))
    assert found.keys() == {tag_of(kind) for kind in get_args(SeatAction)}
    return [one for of_kind in found.values() for one in of_kind]


def turn(step: Step) -> dict[str, Any]:
    """Return a decision as the page of its seat receives it, and the action taken."""
    assert isinstance(step.by, int)
    legal = RULESET.legal(step.before, step.by)
    return {
        "position": plain(RULESET.view(step.before, step.by)),
        "options": plain(step.before.options),
        "seat": step.by,
        "legal": {"count": legal.count, "choices": plain(legal.choices)},
        "wanted": plain(listed(step.action)),
    }


def read(sent: Any) -> Any:
    """Return an action that the page sent."""
    return None if sent is None else msgspec.convert(sent, SeatAction)


def test_every_action_is_reached_by_the_controls(turns: list[tuple[Step, dict[str, Any]]]) -> None:
    """Each value is offered, and what the page sends is the action that was wanted.

    So does a new draft that resumes the choice, as after a reload.
    """
    answers = call(PAGE, "taken", [data for _, data in turns])
    for (step, _), answer in zip(turns, answers, strict=True):
        assert read(answer["sent"]) == listed(step.action)
        assert answer["resumed"] == answer["sent"]


def test_the_button_says_what_it_sends(turns: list[tuple[Step, dict[str, Any]]]) -> None:
    """Where nothing else shows it: a source of the castle, and what is passed on."""
    found = set()
    answers = call(PAGE, "worded", [data for _, data in turns])
    for (step, _), answer in zip(turns, answers, strict=True):
        match step.action:
            case ValueSource(space=space, use=use):
                name = RULESET.words["en"](f"space.{space}")
                expected = f"{'Score' if use else 'Pass on'}: {name}"
            case UseLaw(amount=0, upgrade=None, extensions=(), swap=False):
                expected = "Pass on the law"
            case Ransom(knights=()):
                expected = "Ransom nobody"
            case _:
                continue
        assert answer["send"].strip() == expected
        found.add(type(step.action))
    assert found >= {ValueSource, UseLaw}


def test_hints_say_what_an_ally_can_use(turns: list[tuple[Step, dict[str, Any]]]) -> None:
    """Its favours and counties bring no goods, and it can pay for nothing."""
    answers = call(PAGE, "worded", [data for _, data in turns])
    seen: set[tuple[str, bool]] = set()
    for (step, _), answer in zip(turns, answers, strict=True):
        kind, position = tag_of(step.action), step.before
        if isinstance(step.action, ChooseFavour):
            side = position.favour_side
        elif isinstance(step.action, ScoreCounty):
            holder = holder_of(position, str(position.subject))
            assert holder is not None
            side = holder.side
        else:
            continue
        assert side is not None
        ally = is_ally(position, side)
        hint = RULESET.words["en"](f"hint.{kind}.ally" if ally else f"hint.{kind}")
        assert hint in answer["text"]
        seen.add((kind, ally))
    assert len(seen) == 4


def test_knights_are_placed_by_pointing_at_the_board(
    turns: list[tuple[Step, dict[str, Any]]],
) -> None:
    """The target first, then the knight; the target again confirms."""
    placed = [(step, data) for step, data in turns if isinstance(step.action, PlaceKnight)]
    places = [spots(step.before, step.action)[0] for step, _ in placed]
    answers = call(PAGE, "pointed", [data for _, data in placed], places)
    for (step, _), answer in zip(placed, answers, strict=True):
        assert answer["undoable"]
        assert read(answer["sent"]) == step.action


def test_every_choice_can_be_taken_back(turns: list[tuple[Step, dict[str, Any]]]) -> None:
    assert all(call(PAGE, "undone", [data for _, data in turns]))


def test_chance_is_asked_as_in_the_rules(games: list[list[Step]], seed: int) -> None:
    """Bounds and meaning of every answer, so a browser can draw each card again."""
    random = Random(seed)
    questions, expected = [], []
    for step in (step for game in games for step in game if step.by == CHANCE):
        bounds = RULESET.asks(step.before)
        draws = [random.randrange(bound) for bound in bounds]
        position = plain(RULESET.view(step.before, "arbiter"))
        options = plain(step.before.options)
        questions.append({"position": position, "options": options, "draws": draws})
        action = plain(RULESET.answer(step.before, draws))
        expected.append({"bounds": list(bounds), "action": action})
    assert {one["action"]["type"] for one in expected} == {
        "arrange_table",
        "reveal_votes",
        "turn_up_cards",
    }
    assert call(PAGE, "chances", questions) == expected


def test_the_graph_follows_the_points(games: list[list[Step]]) -> None:
    """After each vote, each battle and at the end, it has the points of the positions."""
    asked = []
    for game in games:
        events = [plain(event) for step in game for event in step.events]
        asked.append(
            {
                "sides": list(RULESET.sides(game[0].before.options)),
                "events": [{**one, "version": 1 + index} for index, one in enumerate(events)],
            }
        )
    for game, (graph,) in zip(games, call(PAGE, "graphs", asked), strict=True):
        ends = list(accumulate(len(step.events) for step in game))
        after = dict(zip(ends, (step.after for step in game), strict=True))
        compared = 0
        for index, version in enumerate(graph["at"]):
            if version in after:
                compared += 1
                shown = [line["values"][index] for line in graph["lines"]]
                assert shown == list(after[version].power)
        assert compared > 15
        assert [line["values"][-1] for line in graph["lines"]] == list(game[-1].after.power)


def test_panels_show_what_the_viewer_may_see(games: list[list[Step]]) -> None:
    """In each language; what is hidden is a question mark, and who has voted is said."""
    steps = [step for game in games for step in game[::29] if step.after.round]
    asked = [
        {"position": seen(step, viewer), "options": plain(step.after.options)}
        for step in steps
        for viewer in (0, "spectator")
    ]
    for question, languages in zip(asked, call(PAGE, "panels", asked), strict=True):
        seats = question["position"]["seats"]
        assert len({tuple(texts) for texts in languages}) == len(LANGUAGES)
        for texts in languages:
            for held, text in zip(seats, texts, strict=False):
                assert text.count("?") == (held["gold"] is None) + (held["squires"] is None)


def test_an_arrow_shows_where_a_knight_goes(games: list[list[Step]]) -> None:
    """From a court of the board to the place."""
    placed = [
        step
        for game in games
        for step in game
        if any(isinstance(event, KnightPlaced) for event in step.events)
    ][:: cases(2, 5)]
    asked = [{"step": plain(step.events), "position": seen(step, "spectator")} for step in placed]
    for step, scene in zip(placed, call(PAGE, "scenes", asked), strict=True):
        picture = RULESET.picture(RULESET.view(step.after, "spectator"), "en", "board")
        assert scene["arrow"]["to"] == spots(step.before, step.action)[0]
        for end in scene["arrow"].values():
            assert f'data-spot="{end}"' in picture


def test_every_option_is_explained() -> None:
    """The form contains each option once, with words for the option and its values."""
    shape = call(PAGE, "shape")
    names = [option["name"] for option in shape["options"]]
    assert sorted(names) == sorted(Options.__struct_fields__)
    for language in LANGUAGES:
        words = shape["words"][language]
        assert all(f"option.{name}" in words for name in names)
        assert all(f"option.{name}.help" in words for name in names)
