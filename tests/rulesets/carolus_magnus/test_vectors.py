"""This implementation passes the worked examples of the rules, kept as data in ``vectors/``."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from domain.ruleset import CHANCE
from domain.rulesets.carolus_magnus.actions import ArrangeTable
from tests.support.games import carolus_magnus as cm
from tests.support.games.spec import Request

FOLDER = Path(__file__).parent / "vectors"


def vectors() -> list[dict[str, Any]]:
    """Return all vectors of all chapters."""
    files = sorted(FOLDER.glob("*.json"))
    return [vector for file in files for vector in json.loads(file.read_text("utf-8"))]


def _marked(vector: dict[str, Any]) -> Any:
    """Return the vector as a parameter, marked with the rules that it shows."""
    rejected = vector["expect"].get("rejected")
    marks = [pytest.mark.rule(*(rule for rule in vector["rules"] if rule != rejected))]
    if rejected:
        marks.append(pytest.mark.rule(rejected, refused=True))
    return pytest.param(vector, id=vector["id"], marks=marks)


VECTORS = vectors()


@pytest.mark.parametrize("vector", [_marked(vector) for vector in VECTORS])
def test_vector(vector: Mapping[str, Any]) -> None:
    """The result has each field that the vector expects, and a refusal is the expected one."""
    scene = _begun(vector)
    scene.when(*(_request(step) for step in vector.get("do", ())))
    expected = dict(vector["expect"])
    rejected = expected.pop("rejected", None)
    if rejected:
        assert scene.refusal is not None, "the last decision was accepted"
        scene.refused(rejected, scene.refusal.reason, **expected)
    else:
        scene.then(**expected)


def test_all_are_here() -> None:
    """There are as many vectors as the rules state, and no id occurs twice."""
    ids = [vector["id"] for vector in VECTORS]
    assert len(set(ids)) == len(ids) == 74


def _begun(vector: Mapping[str, Any]) -> cm.Example:
    options = vector.get("options", {})
    if "chance" not in vector:
        return cm.given(vector["players"], options=options, **vector.get("given", {}))
    return cm.set_up(vector["players"], **options).when(*_set_up(vector["players"], vector))


def _set_up(players: int, vector: Mapping[str, Any]) -> Iterator[Request]:
    chance = vector["chance"]
    first = chance.get("opening_first", 0)
    clockwise = [(first + place) % players for place in range(players)]
    yield (
        CHANCE,
        ArrangeTable(
            tuple(chance.get("opening_order", clockwise)),
            tuple(chance["arrangement"]),
            chance.get("emperor", 1),
        ),
    )
    for throw in chance["initial"]:
        yield cm.dice(" ".join(throw["dice"]))
        if throw.get("crowns"):
            yield cm.crowns(throw["seat"], " ".join(throw["crowns"]))


def _request(step: Mapping[str, Any]) -> Request:
    """Return the request of one entry of ``do``."""
    ((kind, arguments),) = step.items()
    match kind:
        case "choose_disc":
            return cm.disc(*arguments)
        case "place_paladins":
            seat, placements = arguments
            return cm.place(seat, *(f"{clan} {to}" for clan, to in placements))
        case "move_emperor":
            return cm.move(*arguments)
        case "dice":
            return cm.dice(" ".join(arguments))
        case "choose_crowns":
            return cm.crowns(arguments[0], " ".join(arguments[1]))
        case "exchange_jokers":
            return cm.exchange(arguments[0], " ".join(arguments[1]))
        case _:
            raise ValueError(kind)
