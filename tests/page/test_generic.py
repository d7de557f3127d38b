"""Test the page of a ruleset without a page of its own, in node."""

from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest

from domain.ruleset import CHANCE, AnyRuleset
from domain.rulesets.registry import RULESETS
from tests.support.browser import javascript
from tests.support.games.play import Step, options_of, play
from tests.support.run.long import cases

GENERIC: Final = Path(__file__).parents[1] / "support" / "browser" / "generic.mjs"
RANDOM: Final = "Pick one at random"
LISTED: Final = 100
TURNS: Final = 12
EACH: Final = 7
"""Every seventh of the listed actions is tried."""

JUMP: Final = [
    ({"type": "jump", "from": "a1", "to": "b2"}, ["field-a1", "field-b2"]),
    ({"type": "jump", "from": "a1", "to": "c3"}, ["field-a1", "field-c3"]),
    ({"type": "drop", "piece": "big_man"}, ["field-d4"]),
    ({"type": "drop", "piece": "king"}, ["field-d4"]),
    ({"type": "pass"}, []),
]
FIRST: Final = "jump: from a1; to b2"


def turn(moves: Any = JUMP, choices: Any = None, **more: Any) -> dict[str, Any]:
    """Return a turn with these actions and their spots."""
    # The page reads from the compact form only which kinds have a choice.
    kinds: dict[str, Any] = {action["type"]: dict.fromkeys(action, ()) for action, _ in moves}
    legal = {
        "count": len(moves),
        "choices": choices or [{**slots, "type": kind} for kind, slots in kinds.items()],
        "actions": [action for action, _ in moves],
        "spots": [spots for _, spots in moves],
        "next": None,
    }
    return {"legal": legal, **more}


def after(given: dict[str, Any], *steps: Any) -> Any:
    """Return what a player sees after these steps, and the actions sent."""
    return javascript.call(GENERIC, "after", given, steps)


def test_the_board_lights_the_first_places_of_all_actions() -> None:
    found = after(turn())
    assert found["spots"] == {
        "field-a1": ["legal", "field a1: 2 legal moves"],
        "field-d4": ["legal", "field d4: 2 legal moves"],
    }
    assert found["buttons"] == [
        *("pass", FIRST, "jump: from a1; to c3", "drop: piece big man", "drop: piece king"),
        RANDOM,
    ]
    assert "5 legal moves. Choose on the board or in the list." in found["text"]


def test_places_narrow_the_list_until_one_action_is_chosen() -> None:
    one = after(turn(), ["point", "field-a1"])
    assert one["spots"]["field-a1"] == ["chosen", "Take back field a1"]
    assert one["spots"]["field-b2"] == ["legal", FIRST]
    assert one["buttons"] == ["pass", FIRST, "jump: from a1; to c3", RANDOM]
    both = after(turn(), ["point", "field-a1"], ["point", "field-b2"])
    assert both["buttons"] == [FIRST, "pass", RANDOM]
    assert both["sent"] is None
    for confirm in (["press", FIRST], ["point", "field-b2"]):
        sent = after(turn(), ["point", "field-a1"], ["point", "field-b2"], confirm)["sent"]
        assert sent == [JUMP[0][0]]


def test_actions_with_the_same_places_stay_in_the_list() -> None:
    found = after(turn(), ["point", "field-d4"], ["point", "field-d4"])
    assert found["sent"] is None
    assert found["buttons"] == ["pass", "drop: piece big man", "drop: piece king", RANDOM]


def test_pointing_can_be_undone() -> None:
    assert not after(turn())["undoable"]
    pointed = ["point", "field-a1"], ["point", "field-b2"]
    assert after(turn(), *pointed, ["undo"]) == after(turn(), pointed[0])
    assert after(turn(), *pointed, ["undo"], ["undo"]) == after(turn())
    assert after(turn(), pointed[0], ["point", "field-a1"]) == after(turn())


def test_a_reload_resumes_the_choice() -> None:
    """Of places, and of things in the order in which they were chosen."""
    for steps in ([], [["point", "field-a1"]], [["point", "field-a1"], ["point", "field-b2"]]):
        assert after(turn(), *steps, ["reload"]) == after(turn(), *steps)
    ticked = ["set", "chief", ""], ["set", "light 1", ""]
    assert after(ordering(), *ticked, ["reload"]) == after(ordering(), *ticked)
    assert after(ordering(), *ticked, ["reload"], ["undo"]) == after(ordering(), ticked[0])


def test_an_action_without_a_choice_always_has_a_button() -> None:
    """Even if it is not among the first actions, as the end of a turn with many moves."""
    given = turn()
    del given["legal"]["actions"][-1]
    assert after(given, ["press", "pass"])["sent"] == [JUMP[4][0]]
    only = turn(JUMP[4:])
    assert after(only)["text"] == f"pass Your options {RANDOM}"


def test_every_action_is_in_the_list() -> None:
    without = turn([(action, []) for action, _ in JUMP])
    assert after(without)["spots"] == {}
    assert "on the board" not in after(without)["text"]
    del without["legal"]["spots"]
    assert after(without)["spots"] == {}
    assert after(without, ["press", FIRST])["sent"] == [JUMP[0][0]]


def test_further_actions_are_listed_on_request() -> None:
    """Their places light up too, after those that the player has already chosen."""
    given = turn(JUMP[:1], turn()["legal"]["choices"], pages={"2": turn(JUMP[1:])["legal"]})
    given["legal"] |= {"next": "2", "count": 5}
    assert after(given, ["point", "field-a1"])["buttons"] == [FIRST, "pass", "Show more", RANDOM]
    more = after(given, ["point", "field-a1"], ["undo"], ["press", "Show more"])
    assert more["spots"].keys() == {"field-a1", "field-b2", "field-c3"}
    assert more["buttons"] == ["pass", FIRST, "jump: from a1; to c3", RANDOM]
    assert after(given, ["press", "Show more"]) == after(turn())


def test_a_long_list_can_be_filtered() -> None:
    moves: Any = [({"type": "go", "to": f"field_{number}"}, []) for number in range(13)]
    assert "Filter" not in after(turn(moves[1:]))["text"]
    found = after(turn(moves), ["set", "search", "x"])
    assert found["buttons"] == [RANDOM]


def test_words_of_the_ruleset_name_its_actions() -> None:
    found = after(turn(words={"action.jump": "Jump over"}))
    assert found["buttons"][1] == "Jump over: from a1; to b2"


UNITS: Final = ["light_1", "heavy_2", "chief"]
ORDER: Final = {"type": "order_units", "units": {"of": UNITS, "at_least": 1, "at_most": 2}}


def ordering(choice: Any = ORDER, words: Any = None) -> dict[str, Any]:
    """Return a turn with the choice of a subset, and one other action."""
    moves = [({"type": "order_units", "units": [one]}, [f"unit-{one}"]) for one in UNITS]
    drops = {"type": "drop", "piece": ["king"]}
    return turn([*moves, JUMP[3]], [choice, drops], words=words or {})


def test_a_subset_has_check_boxes() -> None:
    """The list leaves its actions out, because there may be very many."""
    empty = after(ordering())
    assert empty["boxes"] == ["light 1", "heavy 2", "chief"]
    assert empty["buttons"] == ["drop: piece king", RANDOM]
    assert empty["spots"].keys() == {"field-d4"}
    assert "Choose 1 to 2; 0 chosen." in empty["text"]
    named = after(ordering(words={"action.order_units": "Order"}), ["set", "chief", ""])
    assert named["buttons"] == ["Order", "drop: piece king", RANDOM]


def test_a_subset_of_an_allowed_size_is_sent_in_the_order_of_its_things() -> None:
    ticked = ["set", "chief", ""], ["set", "light 1", ""]
    full = after(ordering(), *ticked)
    assert full["boxes"] == ["light 1", "chief"], "no third one is possible"
    sent = after(ordering(), *ticked, ["press", "order units"])["sent"]
    assert sent == [{"type": "order_units", "units": ["light_1", "chief"]}]
    fewer = after(ordering(), *ticked, ["set", "light 1", ""], ["press", "order units"])["sent"]
    assert fewer == [{"type": "order_units", "units": ["chief"]}]
    assert after(ordering(), *ticked, ["undo"], ["undo"]) == after(ordering())


def test_a_subset_may_be_empty_or_have_one_size() -> None:
    none = {"type": "order_units", "units": {"of": UNITS, "at_least": 0, "at_most": 1}}
    sent = after(ordering(none), ["press", "order units"])["sent"]
    assert sent == [{"type": "order_units", "units": []}]
    exact = {"type": "order_units", "units": {"of": UNITS, "at_least": 2, "at_most": 2}}
    assert "Choose 2; 0 chosen." in after(ordering(exact))["text"]
    alone = turn([({"type": "order_units", "units": UNITS[:2]}, [])], [exact])
    assert "legal move" not in after(alone)["text"], "there is nothing to list"


def test_a_choice_with_another_slot_stays_in_the_list() -> None:
    found = after(ordering({**ORDER, "card": ["a", "b"]}))
    assert found["boxes"] == []
    assert found["buttons"][0] == "order units: units light 1"
    assert found["spots"].keys() == {"unit-light_1", "unit-heavy_2", "unit-chief", "field-d4"}


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: str(one.meta.id))
def test_every_action_can_be_reached_on_the_board(ruleset: AnyRuleset, seed: int) -> None:
    """Point at its places; then it is chosen, or in the list with those of the same places."""
    start = ruleset.start(options_of(ruleset))
    steps = [step for step in islice(play(ruleset, start, Random(seed)), 400) if step.by != CHANCE]
    turns = [listed(ruleset, step) for step in Random(seed).sample(steps, cases(TURNS // 3, TURNS))]
    found = javascript.call(GENERIC, "reached", turns)
    for one, answers in zip(turns, found, strict=True):
        for action, sent in zip(one["legal"]["actions"], answers, strict=True):
            assert [action] in sent
    assert any(any(one["legal"]["spots"]) for one in turns)


def listed(ruleset: AnyRuleset, step: Step) -> dict[str, Any]:
    """Return a turn as the page receives it, with some of the first actions."""
    assert isinstance(step.by, int)
    legal = ruleset.legal(step.before, step.by)
    actions = [legal.at(index) for index in range(0, min(legal.count, LISTED), EACH)]
    spots = [ruleset.spots(step.before, action) for action in actions]
    plain = msgspec.json.decode(msgspec.json.encode(actions))
    return turn(list(zip(plain, spots, strict=True)))
