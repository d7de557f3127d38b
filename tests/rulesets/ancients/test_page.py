"""The page of Ancients: its controls reach every action, its panels show every position.

The page's code runs in Node.js (``page.mjs``); the tests compare its results with the rules.
"""

from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any, Final, get_args

import msgspec
import pytest

from domain.refusal import IllegalAction
from domain.ruleset import CHANCE, LANGUAGES, Language, Viewer, tag_of
from domain.rulesets.ancients import RULESET
from domain.rulesets.ancients.actions import (
    Attack,
    IssueOrders,
    Move,
    PlayCard,
    SeatAction,
)
from domain.rulesets.ancients.board import SCENARIO, kind_of
from domain.rulesets.ancients.options import Options
from domain.rulesets.ancients.phrases import card_effect, piece_name
from domain.rulesets.ancients.spots import spots
from domain.rulesets.ancients.view import view
from domain.rulesets.ancients.words import WORDS
from tests.support.browser.javascript import call, plain
from tests.support.games.listed import listed
from tests.support.games.play import Step, play
from tests.support.run.long import cases

PAGE: Final = Path(__file__).with_name("page.mjs")
BATTLES: Final = ("001", "005", "010", "015")
"""One without special rules, one with a reserve, one with an exit, one with everything else."""
SPOKEN: Final[tuple[Language, ...]] = ("en", "es", "de")
"""In the order of ``page.mjs``."""
TURNS: Final = cases(200, 60)
TURNS_OF_A_KIND: Final = cases(300, 25)
STEPS_MAX: Final = cases(12_000, 2_500)


def seen(step: Step, viewer: Viewer) -> Any:
    """Return the position after a step, as a viewer sees it."""
    return plain(RULESET.view(step.after, viewer))


@pytest.fixture(scope="module")
def games(seed: int) -> list[list[Step]]:
    """Return random games of several battles."""
    return [
        list(
            play(
                RULESET,
                RULESET.start(Options(scenario=battle, turn_limit=TURNS)),
                Random(f"{seed} {battle}"),
                steps_max=STEPS_MAX,
            )
        )
        for battle in BATTLES
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
    rare = {"assign_dice", "extra_hex", "leader_evade", "bonus_attack"}
    assert found.keys() >= {tag_of(kind) for kind in get_args(SeatAction)} - rare
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
    """Return an action that the page sent, in the form of ``legal``."""
    return None if sent is None else listed(msgspec.convert(sent, SeatAction))


def alike(sent: Any, wanted: Any) -> bool:
    """Return whether the page sent what was wanted; it always names a commander."""
    if isinstance(sent, IssueOrders) and isinstance(wanted, IssueOrders):
        return (sent.pieces, sent.ambush) == (wanted.pieces, wanted.ambush)
    return bool(sent == wanted)


def test_every_action_is_reached_by_the_controls(turns: list[tuple[Step, dict[str, Any]]]) -> None:
    """Each value is offered, and what the page sends is the action that was wanted.

    So does a new draft that resumes the choice, as after a reload.
    """
    answers = call(PAGE, "taken", [data for _, data in turns])
    for (step, data), answer in zip(turns, answers, strict=True):
        sent = read(answer["sent"])
        assert alike(sent, listed(step.action)), data["wanted"]
        assert answer["resumed"] == answer["sent"]
        RULESET.decide(step.before, step.by, sent)


def test_a_question_names_the_unit_that_decides(turns: list[tuple[Step, dict[str, Any]]]) -> None:
    """In an advance that is the striker, and in a reaction or a battle back its target."""
    asked = [step for step, _ in turns if tag_of(step.action) in ("momentum", "battle_back")]
    expected = []
    for step in asked:
        assert isinstance(step.by, int)
        position = view(step.before, step.by)
        assert position is not None
        assert position.combat is not None
        combat = position.combat
        if tag_of(step.action) == "momentum":
            unit = piece_name(position, combat.unit, WORDS["en"])
            expected.append(f"{combat.hex} is empty: {unit} may advance.")
        else:
            unit = piece_name(position, combat.target, WORDS["en"])
            expected.append(f"{unit} stood and may battle back.")
    assert {tag_of(step.action) for step in asked} == {"momentum", "battle_back"}
    found = call(PAGE, "questions", [turn(step) for step in asked])
    assert [one.strip() for one in found] == expected


def test_the_card_is_explained_where_orders_are_given(
    turns: list[tuple[Step, dict[str, Any]]],
) -> None:
    """How many pieces it orders, and which, so players need not look for the card."""
    english, compared = WORDS["en"], 0
    given = [step for step, _ in turns if isinstance(step.action, IssueOrders)]
    for step, asked in zip(
        given, call(PAGE, "questions", [turn(one) for one in given]), strict=True
    ):
        assert isinstance(step.by, int)
        position = view(step.before, step.by)
        assert position is not None
        assert position.play is not None
        kind = position.play.effective or kind_of(position.play.card)
        if step.action.ambush is None:
            said = f"{english(f'card.{kind}')}. {card_effect(kind, english)}"
            assert said in asked.replace(", and", " and"), "a browser may put a comma there"
            compared += 1
    assert compared


@pytest.mark.long
def test_rare_decisions_are_reached_too(seed: int) -> None:
    """A reserve that enters, dice for orders, a leader's way, an extra hex, a bonus combat."""
    random = Random(f"{seed} rare")
    rare = {"assign_dice", "extra_hex", "leader_evade", "bonus_attack", "ambush"}
    found: list[tuple[Step, dict[str, Any]]] = []
    while rare:
        start = RULESET.start(Options(scenario="005", turn_limit=80))
        for step in play(RULESET, start, random):
            action = reserve(step, random) if "ambush" in rare else None
            kind = "ambush" if action is not None else tag_of(step.action)
            if kind in rare:
                rare.remove(kind)
                taken = step if action is None else step._replace(action=action)
                found.append((taken, turn(taken)))
    answers = call(PAGE, "taken", [data for _, data in found])
    for (step, _), answer in zip(found, answers, strict=True):
        sent = read(answer["sent"])
        assert alike(sent, listed(step.action))
        assert answer["resumed"] == answer["sent"]
        RULESET.decide(step.before, step.by, sent)


def reserve(step: Step, random: Random) -> IssueOrders | None:
    """Return the orders of this moment that let the reserve enter, if there are any."""
    if not isinstance(step.action, IssueOrders) or not isinstance(step.by, int):
        return None
    legal = RULESET.legal(step.before, step.by)
    if legal.choices[-1].get("from") != "ambush":
        return None
    last = legal.at(legal.count - 1 - random.randrange(min(legal.count, 6)))
    return last if isinstance(last, IssueOrders) and last.ambush is not None else None


def test_pieces_and_cards_are_chosen_on_the_board(
    turns: list[tuple[Step, dict[str, Any]]],
) -> None:
    """A piece and then its hex, or a card; the last one again confirms."""
    kinds = (PlayCard, Move, Attack)
    chosen = [
        (step, data)
        for step, data in turns
        if isinstance(step.action, kinds)
        and not (isinstance(step.action, Move) and step.action.to == "off")
        and alone(data)
    ]
    places = [spots(step.before, step.action) for step, _ in chosen]
    answers = call(PAGE, "pointed", [data for _, data in chosen], places)
    assert len(chosen) > 30
    for (step, _), answer in zip(chosen, answers, strict=True):
        assert answer["found"]
        assert answer["undoable"]
        assert read(answer["sent"]) == step.action


def alone(data: dict[str, Any]) -> bool:
    """Return whether a piece shares its hex with no other that can be chosen as well."""
    wanted = data["wanted"].get("piece")
    where = {
        one["id"]: one["hex"] for one in (*data["position"]["units"], *data["position"]["leaders"])
    }
    able = data["legal"]["choices"][0].get("piece")
    return wanted is None or [where[one] for one in able].count(where[wanted]) == 1


def test_every_choice_can_be_taken_back(turns: list[tuple[Step, dict[str, Any]]]) -> None:
    assert all(call(PAGE, "undone", [data for _, data in turns]))


def test_the_page_lets_nobody_send_too_many_orders(
    turns: list[tuple[Step, dict[str, Any]]], seed: int
) -> None:
    """Whatever is chosen of what is offered, the rules accept it, or it cannot be sent."""
    random = Random(seed)
    asked = []
    for step, data in turns:
        if not isinstance(step.action, IssueOrders):
            continue
        pieces = [one["id"] for key in ("units", "leaders") for one in data["position"][key]]
        some = random.sample(pieces, min(len(pieces), random.randint(1, 12)))
        wanted = {"type": "issue_orders", "pieces": some, "commander": None, "ambush": None}
        asked.append((step, {**data, "wanted": wanted}))
    answers = call(PAGE, "taken", [data for _, data in asked])
    sent = [(step, read(answer["sent"])) for (step, _), answer in zip(asked, answers, strict=True)]
    assert any(action is not None and action.pieces for _, action in sent)
    for step, action in sent:
        if action is not None:
            try:
                RULESET.decide(step.before, step.by, action)
            except IllegalAction as refused:
                raise AssertionError(f"{action}: {refused.refusal}") from refused


def test_chance_is_asked_as_in_the_rules(games: list[list[Step]], seed: int) -> None:
    """Bounds and meaning of every answer, so a browser can draw each die and card again."""
    random = Random(seed)
    questions, expected = [], []
    for step in (step for game in games for step in game[::7] + game[:1] if step.by == CHANCE):
        bounds = RULESET.asks(step.before)
        draws = [random.randrange(bound) for bound in bounds]
        position = plain(RULESET.view(step.before, "arbiter"))
        options = plain(step.before.options)
        questions.append({"position": position, "options": options, "draws": draws})
        action = plain(RULESET.answer(step.before, draws))
        expected.append({"bounds": list(bounds), "action": action})
    assert {one["action"]["type"] for one in expected} == {"deal_hands", "roll_dice", "draw_card"}
    assert call(PAGE, "chances", questions) == expected


def test_the_graph_follows_the_banners(games: list[list[Step]]) -> None:
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
        sides = game[0].before.options.sides
        for index, version in enumerate(graph["at"]):
            if version in after:
                shown = [line["values"][index] for line in graph["lines"]]
                banners = dict(zip(("top", "bottom"), after[version].banners, strict=True))
                assert shown == [banners[side] for side in sides]
        assert [line["style"] for line in graph["lines"]] == list(sides)


def test_panels_show_what_the_viewer_may_see(games: list[list[Step]]) -> None:
    """In each language; a hand only to its owner."""
    steps = [step for game in games for step in game[:: len(game) // 8 + 1] if step.after.turn]
    viewers: tuple[Viewer, ...] = (0, "spectator")
    asked = [seen(step, viewer) for step in steps for viewer in viewers]
    for position, languages in zip(asked, call(PAGE, "panels", asked), strict=True):
        assert len({tuple(texts) for texts in languages}) == len(LANGUAGES)
        target = SCENARIO[position["scenario"]].target
        for language, texts in zip(SPOKEN, languages, strict=True):
            words = RULESET.words[language]
            for side, text in zip(position["sides"], texts, strict=False):
                assert words("seat.of", count=position["banners"][side], total=target) in text
                hand = position["hands"][side]
                shown = words("seat.hand", cards="").strip()
                assert (shown in text) == bool(hand)


def test_an_arrow_and_dice_show_what_happens(games: list[list[Step]]) -> None:
    """From hex to hex of the board, and each die of a roll with its face."""
    shown = [
        step
        for game in games
        for step in game[::3]
        if {tag_of(one) for one in step.events} & {"piece_moved", "unit_retreated", "dice_rolled"}
    ][:: cases(2, 20)]
    asked = [{"step": plain(step.events), "position": seen(step, "spectator")} for step in shown]
    arrows = 0
    for step, scene in zip(shown, call(PAGE, "scenes", asked), strict=True):
        picture = RULESET.picture(RULESET.view(step.after, "spectator"), "en", "board")
        faces = [event.faces for event in step.events if tag_of(event) == "dice_rolled"]
        assert scene["dice"] == list(faces[-1] if faces else ())
        for end in scene.get("arrow", {}).values():
            arrows += 1
            assert f'data-spot="{end}"' in picture
        for flight in scene.get("flights", []):
            assert f'data-piece="{flight["to"]["spot"]}"' in picture
    assert arrows > 5


def test_every_option_is_explained() -> None:
    """The form contains each option once, with words for the option and its values."""
    shape = call(PAGE, "shape")
    names = [option["name"] for option in shape["options"]]
    assert sorted(names) == sorted(Options.__struct_fields__)
    for language in LANGUAGES:
        words = shape["words"][language]
        assert all(f"option.{name}" in words for name in names)
        assert all(f"option.{name}.help" in words for name in names)
        assert all(f"option.scenario.{battle}" in words for battle in SCENARIO)
