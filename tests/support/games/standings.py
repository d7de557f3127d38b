"""What every standing must be, whatever the game."""

from collections.abc import Iterator
from typing import Any

from domain.kit.standing import TABLE_RULES
from domain.ruleset import AnyRuleset
from domain.table.catalogue import CATALOGUE


def faults(ruleset: AnyRuleset, options: Any, outcome: Any) -> Iterator[str]:
    """Yield what is wrong with the standing of an outcome."""
    sides = list(dict.fromkeys(ruleset.sides(options)))
    places = outcome.standing
    if sorted(place.side for place in places) != sorted(sides):
        yield "it does not have every side once"
        return
    if sorted(places, key=lambda one: (one.rank, sides.index(one.side))) != list(places):
        yield "it is not in order"
    ranks = [place.rank for place in places]
    if any(rank != 1 + sum(other < rank for other in ranks) for rank in ranks):
        yield "a rank does not count the sides that did better"
    if {place.side for place in places if place.rank == 1} != set(outcome.winners):
        yield "the winners are not the sides of rank 1"
    if any(place.rule not in {*ruleset.catalogue, *CATALOGUE} for place in places):
        yield "a rule is in no catalogue"
    by_table = {place.rule in CATALOGUE for place in places if place.rank == 1}
    if by_table != {outcome.reason in TABLE_RULES}:
        yield "the rule of the winners does not fit the reason"
    if any(place.rule in CATALOGUE for place in places if place.rank > 1):
        yield "a rule of the table ranks a side that did not win"
    scores = {place.side: place.score for place in places}
    counts = [value for value in _members(outcome) if isinstance(value, dict)]
    if counts and scores not in counts:
        yield "a score is not what the outcome counts"


def _members(outcome: Any) -> Iterator[Any]:
    for name in outcome.__struct_fields__:
        yield getattr(outcome, name)
