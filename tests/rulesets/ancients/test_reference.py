"""The ruleset and the second engine agree on ways, targets, dice and hits."""

from typing import Any

import msgspec
import pytest

from domain.ruleset import CHANCE
from domain.rulesets.ancients import RULESET
from domain.rulesets.ancients.position import Position
from tests.rulesets.ancients.reference import CENTER, Engine, near, rear
from tests.rulesets.ancients.test_properties import BATTLES, game_of
from tests.support.run.long import cases

EVERY = cases(1, 8)
"""One in this many decisions and rolls is compared."""


def decoded(value: Any) -> Any:
    """Return a value as JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("scenario", BATTLES)
def test_both_engines_agree(scenario: Any, seed: int) -> None:
    """At the decisions and rolls of a random game."""
    compared: set[str] = set()
    for step in game_of(scenario, f"{seed} 0")[::EVERY]:
        position = step.before
        if position.step == "deal":
            continue
        engine = Engine(decoded(RULESET.view(position, "arbiter")))
        if step.by != CHANCE:
            compared |= compare_choices(engine, position, step.by)
        else:
            compared |= compare_roll(engine, step)
    assert cases({"move", "attack"}, {"move"}) <= compared


def compare_choices(engine: Engine, position: Position, seat: int) -> set[str]:
    """Compare the legal actions of a decision with the other engine; return its kind."""
    kind = RULESET.awaits(position)[0].actions[0]
    choices = {one["type"]: one for one in decoded(list(RULESET.legal(position, seat).choices))}
    piece = due_piece(engine)
    match kind:
        case "move":
            found = choices.get("move", {}).get("piece", {})
            assert found == engine.moves()
        case "attack":
            assert choices.get("attack", {}).get("unit", {}) == engine.attacks()
        case "retreat_to":
            hexes = engine.view["combat"]["after"][0]["number"]
            ends, unmade = engine.retreats(piece, hexes)
            assert (set(choices[kind]["to"]), choices[kind]["losses"]) == (ends, unmade)
        case "evade_to":
            assert set(choices[kind]["to"]) == engine.evades(piece)
        case "leader_evade":
            assert {tuple(one) for one in choices[kind]["path"]} == engine.leader_paths(piece)
        case _:
            return set()
    return {kind}


def due_piece(engine: Engine) -> Any:
    """Return the piece that a decision within a combat is about."""
    combat = engine.view["combat"]
    return combat["after"][0].get("piece") if combat else None


def compare_roll(engine: Engine, step: Any) -> set[str]:
    """Compare the blocks lost by a roll with the other engine's hits; return the role."""
    rolled = next((one for one in decoded(step.events) if one["type"] == "dice_rolled"), None)
    combat = engine.view["combat"]
    if rolled is None or combat is None or rolled["role"] in ("leader_check", "escape"):
        return set()
    (now, *_) = combat["after"]
    target: Any = now.get("piece") or engine.someone(rolled["hex"])
    after = decoded(RULESET.view(step.after, "arbiter"))["combat"]
    later = [] if after is None else [one.get("role") for one in after["after"]]
    again = "reroll" in (rolled["role"], *later)
    if again or "-L-" in target:
        return set()
    hits = engine.hits(rolled["role"], now["by"], target, rolled["faces"])
    lost = next((one for one in decoded(step.events) if one["type"] == "blocks_lost"), None)
    expected = min(hits, engine.blocks[target])
    assert (0 if lost is None or lost["unit"] != target else lost["count"]) >= expected
    if expected:
        assert lost is not None
        assert (lost["unit"], lost["count"]) == (target, expected)
    return {rolled["role"]}


def test_both_boards_are_the_same() -> None:
    """Neighbours and rear hexes, found in the plane."""
    for part in decoded(RULESET.components("en"))["hexes"]:
        assert set(part["neighbours"]) == set(near(part["id"]))
        assert {one for side in "tb" for one in rear(part["id"], side)} <= set(part["neighbours"])
    assert len(CENTER) == 113
