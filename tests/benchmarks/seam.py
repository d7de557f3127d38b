"""Playouts through the common interface of rulesets: legal → pick → decide → apply."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from domain.ruleset import CHANCE, AnyRuleset, Legal
from domain.rulesets.carolus_magnus.actions import (
    ChooseCrowns,
    ChooseDisc,
    MoveEmperor,
    Placement,
    PlacePaladins,
)
from tests.benchmarks.bare_engine import Pick

Choose: TypeAlias = Callable[[Legal[Any], Pick], Any]


class Played(NamedTuple):
    """A game at its end, and how much happened in it."""

    position: Any
    decisions: int
    """Decisions of players; chance's answers do not count."""
    events: int


def playout(rules: AnyRuleset, start: Any, choose: Choose, pick: Pick) -> Played:
    """Play one game to its end."""
    draft = rules.thaw(start)
    decisions = events_count = 0
    while due := rules.awaits(draft):
        by = due[0].seat
        if by == CHANCE:
            action = rules.answer(draft, [pick(bound) for bound in rules.asks(draft)])
        else:
            action = choose(rules.legal(draft, by), pick)
            decisions += 1
        events = rules.decide(draft, by, action)
        events_count += len(events)
        rules.apply(draft, events)
    return Played(rules.freeze(draft), decisions, events_count)


def any_legal(legal: Legal[Any], pick: Pick) -> Any:
    """Choose any legal action, each equally likely."""
    return legal.at(pick(legal.count))


def one_by_one(legal: Legal[Any], pick: Pick) -> Any:
    """Choose as the bare engine does: paladin by paladin, crown by crown."""
    (choice,) = legal.choices
    return _ONE_BY_ONE[choice["type"]](choice, pick)


def _disc(choice: Mapping[str, Any], pick: Pick) -> Any:
    return ChooseDisc(choice["discs"][pick(len(choice["discs"]))])


def _steps(choice: Mapping[str, Any], pick: Pick) -> Any:
    return MoveEmperor(choice["steps"][pick(len(choice["steps"]))])


def _crowns(choice: Mapping[str, Any], pick: Pick) -> Any:
    left = dict(choice["at_most"])
    named = []
    for _ in range(choice["count"]):
        clans = [clan for clan in left if left[clan]]
        clan = clans[pick(len(clans))]
        left[clan] -= 1
        named.append(clan)
    return ChooseCrowns(tuple(named))


def _placements(choice: Mapping[str, Any], pick: Pick) -> Any:
    left = dict(choice["at_most"])
    places = choice["to"]
    placed = []
    for _ in range(choice["count"]):
        clans = [clan for clan in left if left[clan]]
        which, where = divmod(pick(len(clans) * len(places)), len(places))
        left[clans[which]] -= 1
        placed.append(Placement(clans[which], places[where]))
    return PlacePaladins(tuple(placed))


_ONE_BY_ONE: Mapping[str, Callable[[Mapping[str, Any], Pick], Any]] = {
    "choose_disc": _disc,
    "move_emperor": _steps,
    "choose_crowns": _crowns,
    "place_paladins": _placements,
}
