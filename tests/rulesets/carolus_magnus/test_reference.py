"""The engine and a second one, written plainly from the rules, play the same games."""

from random import Random
from typing import Any, cast

import msgspec
import pytest

from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.events import PaladinsReturned
from domain.rulesets.carolus_magnus.options import Options
from tests.rulesets.carolus_magnus.games import EACH_NUMBER, KINDS, near_empty
from tests.rulesets.carolus_magnus.reference import CLANS, Returned, Table
from tests.support.games.play import Choose, at_random, play
from tests.support.run.long import cases, long_after

GAMES = cases(25, 6)


def data_of(value: object) -> dict[str, Any]:
    """Return a value in wire format."""
    return cast(dict[str, Any], msgspec.json.decode(msgspec.json.encode(value)))


@pytest.mark.usefixtures("untraced")
@pytest.mark.rule("CM-RET-1", "CM-RET-2", "CM-FILL-4", "CM-FILL-5", "CM-OPEN-8", "CM-MERGE-4")
@pytest.mark.parametrize("choose", [at_random, near_empty], ids=["at random", "near empty"])
@pytest.mark.parametrize("options", EACH_NUMBER)
def test_both_engines_agree(options: Options, choose: Choose, seed: int) -> None:
    """After every input, both engines have the same position, to the last paladin."""
    for game in range(GAMES):
        table = Table(data_of(options))
        start = RULESET.start(options)
        for step in play(RULESET, start, Random(f"{seed} {game}"), choose=choose):
            table.feed(data_of(step.action))
            assert data_of(RULESET.view(step.after, "arbiter")) == table.position()


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("returned", ["one", "early"])
@pytest.mark.parametrize("options", long_after(1, KINDS))
def test_the_amount_returned_does_not_matter(
    options: Options, returned: Returned, seed: int
) -> None:
    """P-2: returning one at a time, or in advance, leads to the same markers and the same land.

    The paladins available are the same too, and the courts differ by one number for all seats.
    """
    returns = 0
    # Supplies run out late, so the game must last.
    options = msgspec.structs.replace(options, max_rounds=None)
    for game in range(GAMES):
        table = Table(data_of(options), returned)
        start = RULESET.start(options)
        for step in play(RULESET, start, Random(f"{seed} {game}"), choose=near_empty):
            table.feed(data_of(step.action))
            returns += any(isinstance(event, PaladinsReturned) for event in step.events)
            _same_but_for_courts(data_of(RULESET.view(step.after, "arbiter")), table)
    assert returns > 0, "no game had a return: the test shows nothing"


def _same_but_for_courts(mine: dict[str, Any], table: Table) -> None:
    theirs = table.position()
    for clan in CLANS:
        apart = {
            one["court"][clan] - other["court"][clan]
            for one, other in zip(mine["seats"], theirs["seats"], strict=True)
        }
        assert len(apart) == 1
        available = mine["supply"][clan] + len(mine["seats"]) * min(
            seat["court"][clan] for seat in mine["seats"]
        )
        assert available == table.available()[clan]
    for fields in (mine, theirs):
        fields.pop("supply")
        fields["seats"] = [{**seat, "court": None} for seat in fields["seats"]]
    assert mine == theirs
