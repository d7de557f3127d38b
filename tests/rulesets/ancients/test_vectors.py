"""This implementation passes the worked examples of the rules, data in ``vectors``.

Each example has a kind; a function for each kind sets the stage, lets it happen, and compares.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.ruleset import CHANCE
from domain.rulesets.ancients import combat_dice, ordering, paths
from domain.rulesets.ancients.actions import (
    Attack,
    BattleBack,
    BonusAttack,
    EvadeTo,
    ExtraHex,
    IgnoreFlags,
    IssueOrders,
    LeaderEvade,
    Momentum,
    PlayCard,
    React,
    RetreatTo,
    RollDice,
)
from domain.rulesets.ancients.board import CARD, CARDS, TYPE
from domain.rulesets.ancients.events import CardDrawn
from domain.rulesets.ancients.hexes import (
    ALL,
    DIRECTIONS,
    HEX,
    NAMES,
    REAR,
    SECTIONS,
    SECTIONS_OF,
    SIDES,
    distance,
    neighbour,
)
from domain.rulesets.ancients.sight import sees
from tests.support.games.ancients import FIRST_STRIKE, Run, Stage, begun

FILE = Path(__file__).parent / "vectors" / "vectors.jsonl"
Vector = Mapping[str, Any]
VECTORS: list[Vector] = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


def _marked(vector: Vector) -> Any:
    return pytest.param(vector, id=vector["id"], marks=pytest.mark.rule(*vector["rules"]))


@pytest.mark.parametrize("vector", [_marked(vector) for vector in VECTORS])
def test_vector(vector: Vector, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the rules give is what the example expects."""
    KINDS[vector["kind"]](vector, monkeypatch)


def test_all_are_here() -> None:
    """There are as many vectors as the rules state, and no id occurs twice."""
    assert len(VECTORS) == len({vector["id"] for vector in VECTORS}) == 168


def stage_of(given: Vector, patch: pytest.MonkeyPatch) -> Stage:
    """Set the stage of an example."""
    return Stage(
        patch,
        given.get("units", ()),
        given.get("leaders", ()),
        terrain=given.get("terrain", ()),
        target=given.get("bannerTarget", 99),
    )


# --- geometry ----------------------------------------------------------------------------------


def section(vector: Vector, patch: pytest.MonkeyPatch) -> None:
    """The sections of a hex for a side."""
    given = vector["given"]
    side = SIDES.index(given["side"])
    assert list(SECTIONS_OF[side][HEX[given["hex"]]]) == vector["expect"]


def census(vector: Vector, patch: pytest.MonkeyPatch) -> None:
    """The number of hexes in each section."""
    of = SECTIONS_OF[SIDES.index(vector["given"]["side"])]
    found: dict[str, int] = {one: sum(one in of[at] for at in ALL) for one in SECTIONS}
    found["total"] = len(ALL)
    found["inTwoSections"] = sum(len(of[at]) > 1 for at in ALL)
    assert found == vector["expect"]


def neighbours(vector: Vector, patch: pytest.MonkeyPatch) -> None:
    """The neighbours of a hex by direction."""
    at = HEX[vector["given"]["hex"]]
    found = {name: neighbour(at, number) for number, name in enumerate(DIRECTIONS)}
    assert {name: NAMES[one] for name, one in found.items() if one is not None} == vector["expect"]


def steps(vector: Vector, patch: pytest.MonkeyPatch) -> None:
    """The distance of two hexes."""
    given = vector["given"]
    assert distance(HEX[given["a"]], HEX[given["b"]]) == vector["expect"]


def rear(vector: Vector, patch: pytest.MonkeyPatch) -> None:
    """The rear hexes of a hex."""
    given = vector["given"]
    found = REAR[SIDES.index(given["side"])][HEX[given["hex"]]]
    assert [NAMES[one] for one in found] == vector["expect"]


def sight(vector: Vector, patch: pytest.MonkeyPatch) -> None:
    """The line of sight, both ways."""
    given = vector["given"]
    field = stage_of(given, patch).field()
    one, other = HEX[given["from"]], HEX[given["to"]]
    assert sees(field, one, other) == sees(field, other, one) == vector["expect"]


# --- dice and hits -----------------------------------------------------------------------------


def close_dice(vector: Vector, patch: pytest.MonkeyPatch) -> None:
    """The number of dice in close combat."""
    given = vector["given"]
    lone = given["target"] == "lone-leader"
    striker = ["s", "bottom", given["striker"], given["strikerHex"]]
    target = ["t", "top", given["target"], given["targetHex"]]
    stage = Stage(
        patch,
        [striker] if lone else [striker, target],
        [["t", "top", given["targetHex"]]] if lone else [],
        terrain=given.get("terrain", ()),
    )
    role = given["role"].replace("-", "_")
    bonus = 0
    if role in ("attack", "bonus"):
        bonus = combat_dice.close_bonus(CARD[given["card"]], is_bonus=role == "bonus")
    at = (HEX[given["strikerHex"]], HEX[given["targetHex"]])
    roll = combat_dice.Roll(stage.number("s"), stage.number("t"), role, at)
    full = given["strikerAtFullStrengthAtStart"]
    found = combat_dice.close_dice(stage.field(), roll, full=full, bonus=bonus)
    assert found == vector["expect"]


def ranged_dice(vector: Vector, patch: pytest.MonkeyPatch) -> None:
    """The number of dice in ranged combat."""
    given = vector["given"]
    units = [
        ["f", "bottom", given["firer"], given["firerHex"]],
        ["t", "top", "MI", given["targetHex"]],
    ]
    stage = Stage(patch, units, terrain=given.get("terrain", ()))
    moved = {stage.number("f"): given["moved"]} if given["moved"] else {}
    play = stage.card(given["card"], moved=moved).position.play
    assert play is not None
    target = HEX[given["targetHex"]]
    found = combat_dice.attack_dice(stage.field(), play, stage.number("f"), target)
    assert found == vector["expect"]


def score(vector: Vector, patch: pytest.MonkeyPatch) -> None:
    """The hits and flags of a roll."""
    given, expected = vector["given"], vector["expect"]
    found = combat_dice.score(
        TYPE[given["striker"]],
        TYPE[given["target"]],
        given["faces"],
        close=given["mode"] == "close",
        led=given["friendlyLeaderAttachedOrAdjacent"],
        in_camp=["E7", "camp"] in given.get("terrain", []),
    )
    flags = 0 if given["mode"] == "evade" else found.flags
    assert {"hits": found.hits, "flags": flags} == expected


# --- ways --------------------------------------------------------------------------------------


def retreat_options(vector: Vector, patch: pytest.MonkeyPatch) -> None:
    """The ends of a retreat, with the blocks lost there."""
    given = vector["given"]
    stage = stage_of(given, patch)
    found = paths.retreats(stage.field(), stage.number(given["unit"]), given["hexes"])
    ends = [{"to": NAMES[at], "losses": found.unmade} for at in found.ends]
    assert ends == vector["expect"]


def evade_options(vector: Vector, patch: pytest.MonkeyPatch) -> None:
    """The ends of an evade; none if the unit may not."""
    given = vector["given"]
    stage = stage_of(given, patch)
    field, unit = stage.field(), stage.number(given["unit"])
    may = combat_dice.may_evade_from(field, unit, stage.number(given["attacker"]))
    found = paths.evades(field, unit) if may else ()
    assert [NAMES[at] for at in found] == vector["expect"]


def leader_paths(vector: Vector, patch: pytest.MonkeyPatch) -> None:
    """The paths of a leader, with the units through which he escapes."""
    given = vector["given"]
    stage = stage_of(given, patch)
    names = {stage.number(name): name for name in stage.names}
    found = [
        {
            "path": ["off" if at == paths.OFF else NAMES[at] for at in one.steps],
            "escapes": [names[unit] for unit in one.escapes],
        }
        for one in paths.leader_paths(stage.field(), stage.number(given["leader"]))
    ]
    assert found == vector["expect"]


def reach(vector: Vector, patch: pytest.MonkeyPatch) -> None:
    """The destinations of an ordered move."""
    given, expected = vector["given"], vector["expect"]
    stage = stage_of(given, patch)
    card = CARD[given["card"]]
    found = paths.reach(stage.field(), stage.number(given["unit"]), card)
    named = {NAMES[at]: steps for at, steps in found.items()}
    assert (len(named), max(named.values())) == (expected["count"], expected["max"])
    assert {name: named.get(name) for name in expected.get("has", {})} == expected.get("has", {})
    assert not set(expected.get("not", ())) & set(named)


# --- cards -------------------------------------------------------------------------------------


def orders(vector: Vector, patch: pytest.MonkeyPatch) -> None:
    """Orders by a card in the opening of a battle."""
    given, expected = vector["given"], vector["expect"].replace("-", "_")
    card = f"{given['card']}#1"
    run = begun(given["scenario"], **{given["side"]: [card]})
    if SIDES[run.position.active] != given["side"]:
        other = run.position.hands[run.position.active][0]
        run.do(PlayCard(other)).do(IssueOrders(())).draw()
    run.do(PlayCard(card))
    assert run.refusal is None
    seat = run.position.options.seat_of(SIDES.index(given["side"]))
    action = IssueOrders(tuple(given["pieces"]))
    if expected == "selection_not_taken" and run.position.step != "battle":
        # Nobody is adjacent at the start, so the card orders nothing and the turn goes on.
        run = _clash(patch)
        action = IssueOrders((run.id("a"),))
    run.do(action, seat)
    assert ("ok" if run.refusal is None else run.refusal.reason) == expected


def _clash(patch: pytest.MonkeyPatch) -> Run:
    """Return a run in which Clash of Shields has selected its units."""
    stage = Stage(patch, [["a", "bottom", "HI", "F7"], ["d", "top", "MI", "E7"]])
    run = Run(stage.hands(bottom=["clash-of-shields#1"]).position, stage.names)
    return run.do(PlayCard("clash-of-shields#1"))


def counter(vector: Vector, patch: pytest.MonkeyPatch) -> None:
    """What Counter Attack copies."""
    assert ordering.copy_of(vector["given"]["opponentsEffectiveCard"]) == vector["expect"]


# --- combat ------------------------------------------------------------------------------------


_ANSWERS: Mapping[str, Callable[[Any], Any]] = {
    "react": lambda value: React(value.replace("-", "_")),
    "evadeTo": EvadeTo,
    "ignoreFlags": IgnoreFlags,
    "retreatTo": RetreatTo,
    "leaderEvade": lambda value: LeaderEvade(tuple(value)),
    "momentum": Momentum,
    "extraHex": ExtraHex,
    "bonusAttack": BonusAttack,
    "battleBack": BattleBack,
}


def _answer(answer: Vector) -> Any:
    ((kind, value),) = answer.items()
    return _ANSWERS[kind](value)


def combat(vector: Vector, patch: pytest.MonkeyPatch) -> None:
    """A whole combat sequence, with dice and answers in their order."""
    given, expected = vector["given"], vector["expect"]
    stage = stage_of(given, patch).card(given.get("card", "order-4-center"))
    held = given.get("firstStrikeHeldBy")
    stage.hands(**({held: [FIRST_STRIKE]} if held else {}))
    run = Run(stage.position, stage.names)
    attack = vector["attack"]
    run.do(Attack(run.id(attack["unit"]), attack["target"]))
    dice, answers = list(vector["dice"]), list(vector["answers"])
    while run.position.combat is not None:
        if run.due.seat == CHANCE:
            count = run.dice_due()
            run.do(RollDice(tuple(dice[:count])))
            del dice[:count]
        else:
            run.do(_answer(answers.pop(0)))
        assert run.refusal is None
    assert (dice, answers) == ([], [])
    assert run.units() == expected["units"]
    assert run.leaders() == expected["leaders"]
    assert run.banners() == expected["banners"]
    assert run.rolls() == [[role.replace("-", "_"), n] for role, n in expected["rolls"]]
    outcome = run.position.outcome
    assert (outcome is None) == ("winner" not in expected)
    if outcome is not None:
        assert outcome.winners == (expected["winner"],)


# --- turns -------------------------------------------------------------------------------------


def _counts(run: Run) -> dict[str, Any]:
    view: Any = run.position
    return {
        "hands": dict(zip(SIDES, map(len, view.hands), strict=True)),
        "deck": 60 - sum(map(len, view.hands)) - len(view.discard) - (view.play is not None),
        "discard": len(view.discard),
        "active": SIDES[view.active],
        "state": view.step.replace("_", "-"),
    }


def turn(vector: Vector, patch: pytest.MonkeyPatch) -> None:
    """The cards after a turn."""
    run, expected = _TURNS[vector["id"]](patch), dict(vector["expect"])
    drawn = [one.side for one in run.of(CardDrawn)]
    assert drawn == expected.pop("drawOrder", drawn)
    sizes = expected.pop("sizes", None)
    assert sizes is None or _sizes_of_rome(run) == sizes
    found = _counts(run)
    assert {name: found[name] for name in expected} == expected


def _ordinary(patch: pytest.MonkeyPatch) -> Run:
    run = begun("001", bottom=["order-2-left#1"])
    return run.do(PlayCard("order-2-left#1")).do(IssueOrders(())).draw()


def _struck_first(patch: pytest.MonkeyPatch) -> Run:
    stage = Stage(patch, [["a", "bottom", "HI", "F7"], ["d", "top", "MI", "E7"]])
    stage.card("order-4-center").hands(top=[FIRST_STRIKE])
    run = Run(stage.position, stage.names).do(Attack(stage.names["a"], "E7"))
    run.do(React("first_strike")).roll(*["light"] * 4).roll(*["light"] * 5)
    return run.draw()


def _spartacus(patch: pytest.MonkeyPatch) -> Run:
    card = "i-am-spartacus#1"
    run = begun("001", bottom=[card]).do(PlayCard(card))
    return run.roll(*["swords"] * 6).draw()


def _empty_deck(patch: pytest.MonkeyPatch) -> Run:
    run = begun("001", bottom=["order-2-left#1"])
    position: Any = run.position
    dealt = {*position.hands[0], *position.hands[1]}
    rest = tuple(one for one in CARDS if one not in dealt)
    run = Run(replace(position, discard=rest))
    return run.do(PlayCard("order-2-left#1")).do(IssueOrders(())).draw()


def _four_turns(patch: pytest.MonkeyPatch) -> Run:
    run = begun("006")
    for _ in range(8):
        active = run.position.active
        hand = run.position.hands[active]
        card = next(one for one in hand if one.startswith("order"))
        run.do(PlayCard(card)).do(IssueOrders(())).draw()
    return run


def _sizes_of_rome(run: Run) -> list[int]:
    """Return the hand size of Rome at the end of each of its turns."""
    sizes, hand = [], 2
    for event in run.events:
        kind = type(event).__name__
        if kind == "CardPlayed" and event.side == "bottom":
            hand -= 1
        elif kind == "CardDrawn" and event.side == "bottom":
            hand += 1
        elif kind == "TurnEnded" and event.side == "bottom":
            sizes.append(hand)
    return sizes


_TURNS: Mapping[str, Callable[[pytest.MonkeyPatch], Run]] = {
    "CA-V-220": lambda patch: begun("001"),
    "CA-V-221": _ordinary,
    "CA-V-222": _struck_first,
    "CA-V-223": _spartacus,
    "CA-V-224": _empty_deck,
    "CA-V-225": _four_turns,
}

KINDS: Mapping[str, Callable[[Vector, pytest.MonkeyPatch], None]] = {
    "section": section,
    "section-census": census,
    "neighbours": neighbours,
    "distance": steps,
    "rear": rear,
    "line-of-sight": sight,
    "close-dice": close_dice,
    "ranged-dice": ranged_dice,
    "score": score,
    "retreat-options": retreat_options,
    "evade-options": evade_options,
    "leader-evade-options": leader_paths,
    "reach": reach,
    "orders": orders,
    "counter-attack": counter,
    "close-combat": combat,
    "ranged-combat": combat,
    "turn": turn,
}
"""By kind of example: how it is played."""
