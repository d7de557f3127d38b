"""The check of drafts finds the mistakes that it is there for."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from msgspec.structs import astuple

from domain.ruleset import AnyRuleset, Legal
from domain.rulesets.carolus_magnus import RULESET as CAROLUS_MAGNUS
from domain.rulesets.carolus_magnus import position as carolus_magnus
from domain.rulesets.teg import RULESET as TEG
from domain.rulesets.teg.board import NOWHERE
from domain.rulesets.teg.events import TurnStarted
from tests.support.games.drafts import first_fault
from tests.support.games.play import options_of, play
from tests.support.run.long import long_rows_after

STEPS = 300


def decide_that_notes_the_action(position: Any, by: Any, action: Any) -> Any:
    """Change a number of the draft."""
    events = CAROLUS_MAGNUS.decide(position, by, action)
    if isinstance(position, carolus_magnus.Draft):
        position.crowns += 1
    return events


def decide_that_tries(position: Any, by: Any, action: Any) -> Any:
    """Change a container of the draft, even if the action is refused."""
    if isinstance(position.discs, bytearray):
        position.discs[0] = 0
    return CAROLUS_MAGNUS.decide(position, by, action)


def legal_that_looks_later(position: Any, seat: int) -> Legal[Any]:
    """Look up the discs only when the actions are listed."""
    found = CAROLUS_MAGNUS.legal(position, seat)
    return Legal(
        found.count, lambda index: (found.at(index), position.discs[seat]), lambda: found.choices
    )


def order_of_the_draft(position: Any) -> Any:
    """Return a container of the draft itself."""
    return position.discs


def awaits_by_comparison(position: Any) -> Any:
    """Compare a list with a tuple."""
    return () if position.arrived == NOWHERE else TEG.awaits(position)


def samples_that_count(position: Any, event: Any) -> Any:
    """Count the samples in the draft."""
    if isinstance(position.trades, list):
        position.trades[0] += 1
    return TEG.samples(position, event)


def resign_that_leaves(position: Any, seat: int) -> Any:
    """Take the cards of the seat at once."""
    caused = TEG.resign(position, seat)
    if isinstance(position.hands, list):
        position.hands[seat] = b"\0"
    return caused


def frozen_in_part(draft: Any) -> Any:
    """Share the containers of the draft."""
    return carolus_magnus.Position(*astuple(draft))


_NOWHERE = list(NOWHERE)


def apply_with_a_common_list(draft: Any, events: Any) -> None:
    """Give the same list to all drafts."""
    TEG.apply(draft, events)
    if isinstance(events[-1], TurnStarted):
        draft.arrived = _NOWHERE


@pytest.mark.parametrize(
    ("ruleset", "changed", "found"),
    long_rows_after(
        3,
        [
            (CAROLUS_MAGNUS, {"decide": decide_that_notes_the_action}, "decide changes the draft"),
            (CAROLUS_MAGNUS, {"decide": decide_that_tries}, "decide changes the draft"),
            (CAROLUS_MAGNUS, {"legal": legal_that_looks_later}, "legal keeps a part of the draft"),
            (
                CAROLUS_MAGNUS,
                {"order": order_of_the_draft},
                "order finds something else in a draft",
            ),
            (TEG, {"awaits": awaits_by_comparison}, "awaits finds something else in a draft"),
            (TEG, {"samples": samples_that_count}, "samples changes the draft"),
            (TEG, {"resign": resign_that_leaves}, "resign changes the draft"),
            (CAROLUS_MAGNUS, {"freeze": frozen_in_part}, "the draft is not at the position"),
            (TEG, {"apply": apply_with_a_common_list}, "the draft is not at the position"),
        ],
    ),
    ids=lambda value: next(iter(value.values())).__name__ if isinstance(value, dict) else "",
)
def test_the_check_finds_each_planted_mistake(
    ruleset: AnyRuleset, changed: dict[str, Any], found: str, seed: int
) -> None:
    game = list(play(ruleset, ruleset.start(options_of(ruleset)), Random(seed), steps_max=STEPS))
    assert first_fault(ruleset, game) is None
    assert first_fault(replace(ruleset, **changed), game) == found
