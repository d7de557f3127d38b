"""Turning the board by half a turn and exchanging the sides keeps what is legal."""

from random import Random
from typing import Any

import pytest

from domain.rulesets.ancients import attack_targets, movable_pieces, paths
from domain.rulesets.ancients.board import TYPE
from domain.rulesets.ancients.hexes import ALL, NAMES
from tests.support.games.ancients import Stage
from tests.support.run.long import cases

KINDS = [one for one in TYPE if one not in ("EL", "WA", "LS", "HC")]
CARDS = ("order-4-center", "order-light-troops", "line-command", "mounted-charge", "double-time")
OTHER = {"top": "bottom", "bottom": "top"}


def turned(at: str) -> str:
    """Return the hex on the other side of the center: the board is the same backwards."""
    return NAMES[len(ALL) - 1 - NAMES.index(at)]


def found(stage: Stage, card: str, *, turn: bool) -> dict[str, Any]:
    """Return what each unit of the active side can do, by its name; hexes turned if asked."""

    def names(hexes: Any) -> list[str]:
        return sorted(turned(NAMES[at]) if turn else NAMES[at] for at in hexes)

    stage.card(card)
    field, play = stage.field(), stage.position.play
    assert play is not None
    result = {}
    for name in stage.names:
        piece = stage.number(name)
        if field.side(piece) != stage.active or not field.is_unit(piece):
            continue
        result[name] = {
            "moves": names(movable_pieces.reach_of(field, play, piece)),
            "targets": names(attack_targets.targets(field, play, stage.active, piece)),
            "dice": sorted(attack_targets.targets(field, play, stage.active, piece).values()),
            "retreats": names(paths.retreats(field, piece, 2).ends),
            "evades": names(paths.evades(field, piece)),
        }
    return result


@pytest.mark.rule("CA-INV-16")
@pytest.mark.parametrize("number", range(cases(80, 30)))
def test_half_a_turn_changes_nothing(
    number: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For moves, targets, dice, retreats and evades of random armies on open ground."""
    random = Random(f"{seed} {number}")
    places = random.sample(NAMES, 24)
    units = [
        [f"u{n}", random.choice(("top", "bottom")), random.choice(KINDS), at]
        for n, at in enumerate(places[:20])
    ]
    leaders = [[f"l{n}", random.choice(("top", "bottom")), at] for n, at in enumerate(places[20:])]
    card = random.choice(CARDS)
    here = found(Stage(monkeypatch, units, leaders), card, turn=False)
    units = [[name, OTHER[side], kind, turned(at)] for name, side, kind, at in units]
    leaders = [[name, OTHER[side], turned(at)] for name, side, at in leaders]
    there = found(Stage(monkeypatch, units, leaders, active="top"), card, turn=True)
    assert here == there
