"""What standing orders answer; in each example, the bottom side attacks a unit of the top."""

from itertools import product
from typing import Any, Final

import pytest
from msgspec import inspect

from domain.rulesets.ancients import RULESET
from domain.rulesets.ancients.actions import Attack, BattleBack, IgnoreFlags, React
from domain.rulesets.ancients.reactions import StandingOrders, follow, reacts
from tests.rulesets.ancients.test_hiding import world_next_to
from tests.rulesets.ancients.test_properties import BATTLES, game_of
from tests.support.games.ancients import FIRST_STRIKE, Run, Stage
from tests.support.run.long import cases

TOP: Final = 1
"""The seat of the side that is attacked."""


def attacked(patch: pytest.MonkeyPatch, kind: str, *, led: bool = False, held: bool = False) -> Run:
    """Return a game in which a unit of this type is attacked by heavy infantry."""
    units = [["a", "bottom", "HI", "F7"], ["d", "top", kind, "E7"], ["n", "top", "LI", "A1"]]
    leaders = [["l", "top", "E7"]] if led else []
    stage = Stage(patch, units, leaders).card("order-4-center")
    stage.hands(top=[FIRST_STRIKE] if held else [])
    return Run(stage.position, stage.names).do(Attack(stage.names["a"], "E7"))


def answer(run: Run, seat: int = TOP, **orders: Any) -> Any:
    """Return what orders answer now."""
    return follow(run.position, StandingOrders(**orders), seat)


def test_without_other_orders_the_player_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each member leaves its decisions to the person by default."""
    assert answer(attacked(monkeypatch, "LI")) is None


@pytest.mark.rule("CA-REACT-1", "CA-EVA-2")
def test_a_unit_evades_unless_with_a_leader(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same unit, alone and with its leader, who can have orders of his own."""
    alone = attacked(monkeypatch, "LI")
    assert answer(alone, evaders="evade") == React("evade")
    assert answer(alone, evaders="stand") == React("stand")
    assert answer(alone, evaders_with_leader="evade", others="stand") is None
    led = attacked(monkeypatch, "LI", led=True)
    assert answer(led, evaders="evade", others="stand") is None
    assert answer(led, evaders="evade", evaders_with_leader="stand") == React("stand")


@pytest.mark.rule("CA-EVA-2")
@pytest.mark.parametrize("led", [False, True])
def test_a_unit_that_may_not_evade_stands(monkeypatch: pytest.MonkeyPatch, *, led: bool) -> None:
    """Whatever units do that may."""
    run = attacked(monkeypatch, "MI", led=led)
    assert answer(run, others="stand") == React("stand")
    assert answer(run, evaders="evade", evaders_with_leader="evade") is None


@pytest.mark.rule("CA-BACK-3", "CA-FLAG-2")
def test_orders_answer_flags_and_battle_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A unit ignores all flags that it may ignore, and battles back if it still stands there."""
    run = attacked(monkeypatch, "MI", led=True).do(React("stand"))
    assert answer(run, others="stand", flags="ignore", battle_back="fight") is None
    run.roll("flag", *["light"] * 4)
    assert answer(run, flags="ignore") == IgnoreFlags(1)
    assert answer(run, battle_back="fight") is None
    run.do(IgnoreFlags(1))
    assert answer(run, flags="ignore") is None
    assert answer(run, battle_back="fight") == BattleBack(True)


def test_orders_are_for_the_turns_of_the_other_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """The attacker decides about flags of the battle back, and is asked."""
    units = [["a", "bottom", "HI", "F7"], ["d", "top", "MI", "E7"], ["n", "top", "LI", "A1"]]
    stage = Stage(monkeypatch, units, [["l", "bottom", "F7"]])
    run = stage.ordered("order-4-center").do(Attack(stage.names["a"], "E7"))
    assert reacts(run.position, TOP)
    assert not reacts(run.position, 1 - TOP)
    run.do(React("stand")).roll(*["light"] * run.dice_due()).do(BattleBack(True))
    run.roll("flag", *["light"] * (run.dice_due() - 1))
    assert (run.due.seat, run.due.actions) == (1 - TOP, ("ignore_flags",))
    assert not reacts(run.position, 1 - TOP)
    assert answer(run, 1 - TOP, flags="ignore") is None


@pytest.mark.rule("CA-HID-6")
@pytest.mark.parametrize("kind", ["LI", "MI"])
def test_orders_do_not_depend_on_first_strike(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """If they asked only the player who holds it, every pause would show that it is held."""
    orders: dict[str, Any] = {"evaders": "stand", "others": "stand"}
    runs = [attacked(monkeypatch, kind, held=held) for held in (False, True)]
    assert [answer(run, **orders) for run in runs] == [React("stand")] * 2


def every_order() -> list[StandingOrders]:
    """Return all possible orders."""
    info = inspect.type_info(StandingOrders)
    assert isinstance(info, inspect.StructType)
    members = [field.type.values for field in info.fields]  # type: ignore[attr-defined] # a literal
    return [StandingOrders(*each) for each in product(*members)]


@pytest.mark.rule("CA-HID-6")
@pytest.mark.parametrize("scenario", BATTLES[:: cases(1, 5)])
def test_an_answer_is_legal_and_the_same_whatever_is_held(scenario: str) -> None:
    """In whole games, for all orders: only the seat that is due answers, with something legal."""
    answered = 0
    for step in game_of(scenario, "positions"):
        position = step.before
        for seat in (0, 1):
            if not reacts(position, seat):
                continue
            (due,) = RULESET.awaits(position)
            assert due.seat == seat
            legal = list(RULESET.legal(position, seat))
            for orders in every_order():
                found = follow(position, orders, seat)
                assert follow(position, orders, 1 - seat) is None
                assert found is None or found in legal
                for side in (0, 1):
                    assert follow(world_next_to(position, side), orders, seat) == found
                answered += found is not None
    assert answered
