"""The engine and a second one, written plainly from the rules, play the same games."""

from typing import Any, cast

import msgspec
import pytest

from domain.rulesets.teg import RULESET
from domain.rulesets.teg.options import Options
from tests.rulesets.teg.games import TELLING, campaign
from tests.rulesets.teg.reference import Table
from tests.support.run.long import cases


def data_of(value: object) -> dict[str, Any]:
    """Return a value in wire format."""
    return cast(dict[str, Any], msgspec.json.decode(msgspec.json.encode(value)))


@pytest.mark.usefixtures("untraced")
@pytest.mark.rule("TG-TURN-5", "TG-TRADE-8", "TG-CONQ-1", "TG-ELIM-2", "TG-OBJ-7", "TG-WIN-7")
@pytest.mark.parametrize("options", TELLING)
def test_both_engines_agree(options: Options, seed: int) -> None:
    """After every input, both engines have the same position, to the last token."""
    for game in range(cases(3, 1)):
        table = Table(data_of(options))
        for step in campaign(options, f"{seed} reference {game}"):
            if step.action is None:
                assert isinstance(step.by, int)
                table.resign(step.by)
            else:
                table.feed(data_of(step.action))
            assert data_of(RULESET.view(step.after, "arbiter")) == table.position()
