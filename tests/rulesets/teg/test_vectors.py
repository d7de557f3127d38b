"""This implementation passes the worked examples of the rules, data in ``vectors/games``."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.ruleset import CHANCE
from domain.rulesets.teg import RULESET
from domain.rulesets.teg.actions import ChanceAction, SeatAction
from domain.rulesets.teg.rules.leaving import resign
from tests.support.games import teg

FOLDER = Path(__file__).parent / "vectors" / "games"


def _vectors() -> list[dict[str, Any]]:
    files = sorted(FOLDER.glob("*.json"))
    return [vector for file in files for vector in json.loads(file.read_text("utf-8"))]


def _marked(vector: dict[str, Any]) -> Any:
    """Return the vector as a parameter, marked with the rules that it shows."""
    refused = {step["refused"][0] for step in vector["do"] if "refused" in step}
    marks = [pytest.mark.rule(*(rule for rule in vector["rules"] if rule not in refused))]
    if refused:
        marks.append(pytest.mark.rule(*sorted(refused), refused=True))
    return pytest.param(vector, id=vector["id"], marks=marks)


VECTORS = _vectors()


@pytest.mark.parametrize("vector", [_marked(vector) for vector in VECTORS])
def test_vector(vector: Mapping[str, Any]) -> None:
    """Each step has the events, the refusal or the fault that the vector expects."""
    scene = teg.given(vector["players"], options=vector.get("options"), **vector["given"])
    for step in vector["do"]:
        expected = step.get("expect", {})
        if "resigns" in step:
            _leave(scene, step["resigns"], step["events"])
        elif "malformed" in step:
            _check_malformed(step)
        elif "refused" in step:
            scene.when(_request(step)).refused(*step["refused"])
            scene.refusal = None
        else:
            scene.when(_request(step)).then()
            assert _tags(scene.batch) == step["events"]
        scene.then(**expected)


def test_all_are_here() -> None:
    """There are as many vectors as the rules state, and no id occurs twice."""
    ids = {vector["id"] for vector in VECTORS}
    assert len(ids) == len(VECTORS)
    expected_ids = {f"TG-S-{number}" for number in range(1, 36) if number != 14}
    expected_ids |= {f"TG-S-14.{number}" for number in (0, 1, 2, 3, 4, 9)}
    expected_ids |= {f"TG-BAD-{number}" for number in range(5, 21)}
    assert ids == expected_ids


def _schema(by: Any) -> Any:
    return ChanceAction if by == CHANCE else SeatAction


def _request(step: Mapping[str, Any]) -> Any:
    return step["by"], msgspec.convert(step["action"], _schema(step["by"]))


def _check_malformed(step: Mapping[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.json.decode(msgspec.json.encode(step["action"]), type=_schema(step["by"]))
    assert teg.place_of(caught.value) == step["malformed"]


def _leave(scene: teg.Example, seat: int, expected: Sequence[str] | None) -> None:
    events = resign(scene.position, seat)
    assert (None if events is None else _tags(events)) == expected
    scene.position = RULESET.fold(scene.position, events or ())


def _tags(events: Sequence[Any]) -> list[str]:
    return [event.__struct_config__.tag for event in events]
