"""The page of Carolus Magnus: its controls reach every action, its previews are right.

The page's code runs in Node.js (``page.mjs``); the tests compare its results with the rules.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, get_args

import msgspec
import pytest

from domain.kit.story import Tale
from domain.ruleset import CHANCE, Legal
from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.actions import Action, MoveEmperor, PlacePaladins, SeatAction
from domain.rulesets.carolus_magnus.events import (
    CastleBuilt,
    EmperorMoved,
    GameEnded,
    TerritoriesMerged,
    TerritoryTakenOver,
)
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.position import Position
from domain.rulesets.carolus_magnus.rules.emperor import destination, influence
from tests.rulesets.carolus_magnus.games import GAMES, near_empty
from tests.support.browser.javascript import call, plain
from tests.support.browser.markup import examine
from tests.support.games import carolus_magnus as cm
from tests.support.games.listed import listed
from tests.support.games.play import Choose, Step, at_random, play
from tests.support.proof.records import drawn_answers, records
from tests.support.run.long import cases

PAGE: Final = Path(__file__).with_name("page.mjs")
LANGUAGES: Final = ("en", "es", "de")
"""Actions that one press sends, so a draft has no choice to resume."""
SCORE: Final = "final.score."
NOT_PLAYED: Final = (
    *("option.", "reason.", "how.", "chapter.", "board.", "deed.", "doing.", "text.", SCORE),
    *("story.", "step.", "summary", "ending", "taken.", "control.", "score", "side.partners"),
    "clans.crown",
)
"""The words of the shell's forms and lists, of the rules, the picture, the terminal, the story."""
TURNS_MAX: Final = 400
PREVIEWS_MAX: Final = cases(250, 150)
FORESEEN: Final = (
    EmperorMoved,
    CastleBuilt,
    TerritoryTakenOver,
    TerritoriesMerged,
    GameEnded,
)
"""The consequences of a walk itself, not of chance or of the order of turns."""


class Played(NamedTuple):
    """A game from the first lot to its end."""

    options: Options
    steps: Sequence[Step]

    @property
    def sides(self) -> list[str]:
        """The side of each seat."""
        return list(RULESET.sides(self.options))

    @property
    def events(self) -> list[dict[str, Any]]:
        """All events as the service sends them, with versions."""
        events = [event for step in self.steps for event in step.events]
        return [{**plain(event), "version": 1 + index} for index, event in enumerate(events)]


def data_of(position: Position) -> Any:
    """Return a position as JSON data; None before the lots."""
    return plain(RULESET.view(position, "spectator"))


def whole(played: Played) -> dict[str, Any]:
    """Return the data that the page needs for the graphs of a game."""
    return {"sides": played.sides, "events": played.events}


def game(name: str, options: Options, choose: Choose = at_random) -> Played:
    """Return the game of this name."""
    steps = play(RULESET, RULESET.start(options), Random(name), choose=choose, steps_max=3_000)
    return Played(options, list(steps))


@pytest.fixture(scope="module")
def games(seed: int) -> list[Played]:
    """Return a game of each kind, and one of each kind in which paladins run out."""
    found = []
    for kind, options in GAMES.items():
        found.append(game(f"{seed} page {kind}", options))
        found.append(game(f"{seed} page near empty {kind}", options, near_empty))
    return found


@pytest.fixture(scope="module")
def turns(games: list[Played], seed: int) -> list[dict[str, Any]]:
    """Return decisions of all kinds from these games, as the page receives them."""
    steps = [step for played in games for step in played.steps if step.by != CHANCE]
    Random(f"{seed} turns").shuffle(steps)
    return [*short_turns(), *map(turn, steps[:TURNS_MAX])]


def short_turns() -> Iterator[dict[str, Any]]:
    """Yield turns with a reserve of zero and one paladin, which random games rarely have."""
    for reserve in ("", "red 1"):
        before = cm.given(2, reserves={0: reserve}).position
        action = RULESET.legal(before, 0).at(0)
        events = RULESET.decide(before, 0, action)
        yield turn(Step(before, 0, action, events, RULESET.fold(before, events)))


def legal_of(step: Step) -> Legal[Action]:
    """Return the actions that the seat could have taken."""
    assert isinstance(step.by, int)
    return RULESET.legal(step.before, step.by)


def turn(step: Step) -> dict[str, Any]:
    """Return a decision, with the checker's answers about the actions taken."""
    legal = legal_of(step)
    return {
        "position": data_of(step.before),
        "options": plain(step.before.options),
        "seat": step.by,
        "legal": {"count": legal.count, "choices": plain(legal.choices)},
        "wanted": plain(listed(step.action)),
        "verdicts": verdicts(step),
    }


def verdicts(step: Step) -> dict[str, dict[str, Any]]:
    """Return the checker's answer, keyed by the actions before the walks, as JSON of the page."""
    before: list[Any] = []
    if isinstance(step.action, PlacePaladins):
        before = [listed(step.action)]
    elif not isinstance(step.action, MoveEmperor):
        return {}
    verdict, after = effect(step, step.before, before)
    walks = (MoveEmperor(steps) for steps in range(1, step.before.played[int(step.by)] + 1))
    verdict["alternatives"] = [effect(step, after, [walk])[0] for walk in walks]
    return {msgspec.json.encode(before).decode(): verdict}


def effect(step: Step, position: Position, actions: list[Any]) -> tuple[dict[str, Any], Position]:
    """Return what these actions cause there, and the position after them."""
    tale = Tale(RULESET, position, RULESET.sides(position.options), "arbiter", "en")
    sentences: dict[int, dict[str, Any]] = {}
    events: list[dict[str, Any]] = []
    for index, action in enumerate(actions):
        caused = RULESET.decide(position, step.by, action)
        events += [{"index": index, "event": plain(event)} for event in caused]
        for found in filter(None, map(tale.describe, caused)):
            sentences[found.first] = {"index": index, "text": found.text}
        position = RULESET.fold(position, caused)
    answer = {
        "legal": True,
        "refusals": [],
        "events": events,
        "sentences": [*sentences.values()],
        "position": data_of(position),
    }
    return answer, position


# --- chance --------------------------------------------------------------------------------------


@pytest.mark.long
def test_every_lot_and_die_of_all_records_is_reproduced() -> None:
    """From the secret alone, as the page about fair chance describes; the verifier draws."""
    assert all(record.chance.secret is not None for record in records().values())
    drawn = [(one, record) for record in records().values() for one in drawn_answers(record)]
    answers = [one for one, _ in drawn]
    asked = [
        {"position": data_of(one.game.position), "options": plain(record.options)}
        for one, record in drawn
    ]
    questions = [
        {**one, "draws": answer.draws(found["bounds"])}
        for one, answer, found in zip(asked, answers, call(PAGE, "chances", asked), strict=True)
    ]
    actions = [plain(one.action) for one in answers]
    assert [found["action"] for found in call(PAGE, "chances", questions)] == actions


def test_chance_is_asked_as_in_the_rules(games: list[Played], seed: int) -> None:
    """Bounds and meaning of every answer, even when reserves run short."""
    questions, expected = [], []
    random = Random(seed)
    for step in (step for played in games for step in played.steps if step.by == CHANCE):
        bounds = RULESET.asks(step.before)
        draws = [random.randrange(bound) for bound in bounds]
        position, options = data_of(step.before), plain(step.before.options)
        questions.append({"position": position, "options": options, "draws": draws})
        action = plain(RULESET.answer(step.before, draws))
        expected.append({"bounds": list(bounds), "action": action})
    assert call(PAGE, "chances", questions) == expected


# --- words ---------------------------------------------------------------------------------------


def test_words_are_the_same_in_three_languages() -> None:
    """They have the same keys and the same placeholders, and none is empty."""
    words = call(PAGE, "shape")["words"]
    assert words.keys() == set(LANGUAGES)
    for key, text in words["en"].items():
        for language in LANGUAGES:
            other = words[language][key]
            assert other.strip() == other != ""
            assert set(re.findall(r"\{\w+\}", other)) == set(re.findall(r"\{\w+\}", text)), key
    assert words["en"].keys() == words["es"].keys() == words["de"].keys()


def test_every_option_is_explained() -> None:
    """The form contains each option once, with words for the option and its values."""
    shape = call(PAGE, "shape")
    names = [option["name"] for option in shape["options"]]
    assert sorted(names) == sorted(Options.__struct_fields__)
    words = shape["words"]["en"]
    values = {
        "players": RULESET.meta.seats,
        "setup": ("tabletop", "yucata"),
        "seating": ("opposite", "adjacent"),
        "emperor_start": ("random", "number"),
        "tie_break": ("shared", "clan_markers"),
        "max_rounds": ("null", "number"),
    }
    data_of = {key for key in words if key.startswith("option.")}
    expected = {f"option.{name}{part}" for name in names for part in ("", ".help")}
    expected |= {f"option.{name}.{value}" for name in names for value in values[name]}
    assert data_of == expected


def test_every_word_is_used(games: list[Played], turns: list[dict[str, Any]]) -> None:
    """No word is unused; a missing one would throw."""
    blind = [{**one, "verdicts": None} for one in turns[:2]]
    found = call(
        PAGE,
        "unused",
        {
            "languages": LANGUAGES[:1],  # all have the same words
            "turns": [*turns, *blind],
            "games": [*map(whole, games)],
            "positions": [
                data_of(step.after) for one in games for step in one.steps[:: cases(3, 8)]
            ],
        },
    )
    for language in found:
        assert {key for key in language if not key.startswith(NOT_PLAYED)} == set()


# --- graphs and panels ---------------------------------------------------------------------------


def test_graphs_follow_the_positions(games: list[Played]) -> None:
    """Castles of each side, and the clans it controls, at the end of every turn."""
    answers = call(PAGE, "graphs", [*map(whole, games)])
    for played, (castles, control) in zip(games, answers, strict=True):
        at = {version: index for index, version in enumerate(castles["at"])}
        assert castles["at"] == control["at"] == sorted(at)
        version = 0
        for step in played.steps:
            version += len(step.events)
            last = at.get(version)
            if last is None:
                continue
            view = data_of(step.after)
            sides = list(view["castles_in_play"])
            in_play = {line["style"]: line["values"][last] for line in castles["lines"]}
            assert in_play == view["castles_in_play"]
            held = {line["style"]: line["values"][last] for line in control["lines"]}
            holders = [
                view["seats"][seat]["side"] for seat in view["markers"].values() if seat is not None
            ]
            assert held == {side: holders.count(side) for side in sides}
        assert version in at, "the end is in the graph"


def test_decisions_taken_back_do_not_count(games: list[Played]) -> None:
    """After a decision is taken back, the graphs continue from before it."""
    for played in games[:: cases(1, 4)]:
        events: list[dict[str, Any]] = []
        after: list[int] = []
        for step in played.steps:
            caused = [plain(event) for event in step.events]
            if step.by != CHANCE:
                noted = {"type": "decision_noted", "seat": step.by}
                events += [noted, *caused, {"type": "decisions_taken_back", "seat": step.by}, noted]
            after += range(len(events), len(events) + len(caused))
            events += caused
            if step.by == CHANCE:
                events.append({"type": "decisions_sealed"})
        events = [{**event, "version": 1 + index} for index, event in enumerate(events)]
        asked = [whole(played), {"sides": played.sides, "events": events}]
        plainly, again = call(PAGE, "graphs", asked)
        for one, other in zip(plainly, again, strict=True):
            last = {1 + index: number for number, index in enumerate(after, 1)}
            kept = [number for number, version in enumerate(other["at"]) if version in last]
            assert one["at"] == [last[other["at"][number]] for number in kept]
            for line, longer in zip(one["lines"], other["lines"], strict=True):
                assert line["values"] == [longer["values"][number] for number in kept]


def test_seats_and_status_are_drawn(games: list[Played]) -> None:
    """In any position, the HTML closes every tag and has no style or script."""
    positions = [
        data_of(step.after) for played in games for step in played.steps[:: cases(51, 150)]
    ]
    for answers in call(PAGE, "looks", positions):
        assert len(set(answers)) == len(LANGUAGES)
        for html in answers:
            examine(html)


def test_nobody_is_due_after_a_game_ends_outside_the_rules(games: list[Played]) -> None:
    """After a resignation, the position still has a turn order."""
    steps = [step for played in games for step in played.steps[::17]]
    positions = [data_of(step.after) for step in steps if step.after.outcome is None]
    orders = ("Turn order", "Disc order")
    for running, over in call(PAGE, "statuses", positions):
        assert any(order in running for order in orders)
        assert "Game over" not in running
        assert not any(order in over for order in orders)
        assert "Game over" in over


# --- drafts --------------------------------------------------------------------------------------


def needs_one_press(wanted: dict[str, Any]) -> bool:
    """Return whether an action is sent by the press that chooses it: a disc, or a single clan."""
    return wanted["type"] == "choose_disc" or len(wanted.get("clans", ())) == 1


def test_every_action_can_be_reached(turns: list[dict[str, Any]]) -> None:
    """By the controls alone, by the picture, and by dragging, the page sends the wanted action.

    So does a new draft that resumes the choice, as after a reload.
    """
    turns = turns[:: cases(3, 6)]
    answers = call(PAGE, "driven", turns)
    kinds = set()
    words = call(PAGE, "shape")["words"]
    left = ("left.other", "place.left.other")
    none = [re.escape(words[one][key].format(count=0)) for one in LANGUAGES for key in left]
    nothing_left = re.compile(rf"(?<!\d)({'|'.join(none)})")
    for asked, answer in zip(turns, answers, strict=True):
        for way, sent in answer["sent"].items():
            (action,) = sent
            assert plain(listed(msgspec.convert(action, Action))) == asked["wanted"], way
        for html in answer["html"]:
            examine(html)
            assert not nothing_left.search(html)
        kinds.add(asked["wanted"]["type"])
        assert ("resumed" in answer["sent"]) != needs_one_press(asked["wanted"])
    assert kinds == {kind.__struct_config__.tag for kind in get_args(SeatAction)}


@pytest.mark.long
def test_random_presses_send_legal_actions(turns: list[dict[str, Any]], seed: int) -> None:
    """Pressing random controls soon sends an action that the rules accept."""
    turns = turns[::3]
    answers = call(PAGE, "fumbled", turns, seed)
    for asked, sent in zip(turns, answers, strict=True):
        position = RULESET.read(
            msgspec.convert(asked["position"], RULESET.view_type),
            msgspec.convert(asked["options"], Options),
        )
        (action,) = sent
        assert RULESET.decide(position, asked["seat"], msgspec.convert(action, Action))


def test_all_small_choices_can_be_reached(games: list[Played]) -> None:
    """Every disc, every number of steps and every list of clans of a decision, and no others."""
    steps = [step for played in games for step in played.steps if step.by != CHANCE]
    kinds: dict[str, Step] = {}
    for step in steps:
        kind = step.action.__struct_config__.tag
        legal = legal_of(step)
        if kind != "place_paladins" and legal.count > 2:
            kinds.setdefault(kind, step)
    for step in kinds.values():
        legal = legal_of(step)
        asked = [{**turn(step), "wanted": plain(action)} for action in legal]
        for one, answer in zip(asked, call(PAGE, "driven", asked), strict=True):
            assert all([one["wanted"]] == sent for sent in answer["sent"].values())


def test_the_dice_that_brought_crowns_are_shown(turns: list[dict[str, Any]]) -> None:
    """Those of the player's last roll, next to the choice of clans."""
    asked = next(one for one in turns if one["wanted"]["type"] == "choose_crowns")
    other = next(one for one in turns if one["wanted"]["type"] == "place_paladins")
    seat = asked["seat"]
    rolls = [
        {"seat": seat, "faces": ["red"]},
        {"seat": seat, "faces": ["crown", "blue", "crown"]},
        {"seat": 1 - seat, "faces": ["green"]},
    ]
    assert call(PAGE, "rolled", asked, rolls) == ["crown", "blue", "crown"]
    assert call(PAGE, "rolled", asked, []) == []
    assert call(PAGE, "rolled", other, rolls) == []


def test_a_place_shows_its_influence_after_the_placement(games: list[Played]) -> None:
    """The influence of each side is that of the position after the placement."""
    steps = [
        step
        for played in games
        for step in played.steps
        if isinstance(step.action, PlacePaladins)
        and not any(event.__struct_config__.tag == "marker_taken" for event in step.events)
    ][:30]
    seen = 0
    for step, found in zip(steps, call(PAGE, "placed", [turn(one) for one in steps]), strict=True):
        for placement in step.action.placements:
            if placement.to == "court":
                continue
            strengths = influence(step.after, placement.to)
            sides = (side.capitalize() for side in data_of(step.after)["castles_in_play"])
            named = ", ".join(
                f"{side} {count}" for side, count in zip(sides, strengths, strict=True)
            )
            text = found[f"territory-{placement.to}"]
            assert (f"Influence: {named}." in text) == any(strengths)
            seen += any(strengths)
    assert seen


def test_a_preview_shows_what_then_happens(games: list[Played]) -> None:
    """It has the sentences on the walk, and shows castles where they will stand."""
    steps = [step for played in games for step in played.steps]
    walks = [step for step in steps if isinstance(step.action, MoveEmperor)]
    chosen = Random(len(walks)).sample(walks, min(len(walks), PREVIEWS_MAX))
    seen = set()
    answers = call(PAGE, "previews", [turn(step) for step in chosen])
    for step, found in zip(chosen, answers, strict=True):
        kinds = {event.__struct_config__.tag for event in step.events}
        tale = Tale(RULESET, step.before, RULESET.sides(step.before.options), "arbiter", "en")
        described = zip(step.events, map(tale.describe, step.events), strict=True)
        moved, *changes = [
            one.text for event, one in described if one and isinstance(event, FORESEEN)
        ]
        rest = found["preview"]
        for sentence in changes or [moved]:
            assert sentence in rest
            rest = rest.replace(sentence, "", 1)
        assert ("Castles afterwards" in rest) <= ("territory_taken_over" in kinds)
        assert "." not in rest.replace("Castles afterwards", "").rstrip(". ")
        merged = {event.parts for event in step.events if isinstance(event, TerritoriesMerged)}
        built = kinds & {"castle_built", "territory_taken_over"}
        (heads,) = merged or ([destination(step.before, step.action.steps)],)
        for head in heads:
            assert (f"territory-{head}" in found["castles"]) == bool(built)
        seen |= kinds
    assert seen >= {"castle_built", "territory_taken_over", "territories_merged", "game_ended"}
