"""The compact form of legal actions describes them all, and nothing else, as the docs explain."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, permutations, product
from typing import Any, Final

import msgspec
import pytest

from domain.ruleset import LANGUAGES
from domain.rulesets.ancients import RULESET
from tests.rulesets.ancients.test_properties import BATTLES, game_of
from tests.support.run.long import cases

EVERY: Final = cases(1, 8)
"""One in this many decisions is expanded."""
LISTED_MAX: Final = cases(3_000, 400)
SLOTS: Final = {"move": ("piece", "to"), "attack": ("unit", "target")}
NEAR: Final[dict[str, set[str]]] = {
    part["id"]: set(part["neighbours"])
    for part in msgspec.json.decode(msgspec.json.encode(RULESET.components(LANGUAGES[0])))["hexes"]
}


def connected(hexes: set[str]) -> bool:
    """Return whether one can walk from each of these hexes to all others over them alone."""
    reached: set[str] = set()
    edge = set(list(hexes)[:1])
    while edge:
        reached |= edge
        edge = {other for one in edge for other in NEAR[one] & hexes} - reached
    return reached == hexes


class Client:
    """A client that knows a position as it is shown, its ``choices``, and what the docs say."""

    def __init__(self, position: Mapping[str, Any]) -> None:
        """Note where each piece stands."""
        pieces = [*position["units"], *position["leaders"]]
        self.hexes = {one["id"]: one["hex"] for one in pieces}

    def actions(self, choice: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the actions that an entry describes."""
        kind = choice["type"]
        if kind == "issue_orders":
            for orders in self.orders(choice):
                yield {"type": kind, "commander": None, "ambush": None, **orders}
        elif kind in SLOTS:
            piece, place = SLOTS[kind]
            for one, places in choice[piece].items():
                yield from ({"type": kind, piece: one, place: to} for to in places)
        elif kind == "assign_dice":
            for some in product(*choice["assignments"]):
                if all(some.count(one) <= most for one, most in choice["each"].items()):
                    yield {"type": kind, "assignments": list(some)}
        else:
            slots = {name: each for name, each in choice.items() if isinstance(each, list)}
            for values in product(*slots.values()):
                yield {"type": kind, **dict(zip(slots, values, strict=True))}

    def orders(self, choice: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the orders that an entry describes."""
        match choice.get("from"):
            case "sections":
                yield from by_section(choice["orders"], choice["pieces"])
            case "leader":
                yield from self.by_leader(choice)
            case "ambush":
                yield from ({"pieces": [], "ambush": one} for one in ambushes(choice))
            case None:
                for some in subsets(choice["pieces"]):
                    if not choice.get("linked") or self.linked(some):
                        yield {"pieces": some}

    def by_leader(self, choice: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield orders of no piece, of one unit alone, and of a leader and those around him."""
        yield {"pieces": []}
        yield from ({"pieces": [one]} for one in choice["alone"])
        for leader, unit in choice["commanders"].items():
            own = [leader] if unit is None else [leader, unit]
            of = [one for one in choice["pieces"]["of"] if one not in own]
            for further in subsets({**choice["pieces"], "of": of}):
                if self.linked([*own, *further]):
                    yield {"pieces": [*own, *further], "commander": leader}
                    yield {"pieces": [*own, *further]}

    def linked(self, pieces: Sequence[str]) -> bool:
        """Return whether pieces stand next to each other."""
        return connected({self.hexes[one] for one in pieces})


def subsets(slot: Mapping[str, Any]) -> Iterator[list[str]]:
    """Yield the subsets that a slot describes."""
    sizes = range(slot["at_least"], slot["at_most"] + 1)
    found = chain.from_iterable(combinations(slot["of"], size) for size in sizes)
    return map(list, found)


def by_section(
    orders: Mapping[str, int], pieces: Mapping[str, Sequence[str]]
) -> Iterator[dict[str, Any]]:
    """Yield the sets of pieces of which each has an order of one of its sections."""
    for size in range(sum(orders.values()) + 1):
        for some in combinations(pieces, size):
            ways = product(*(pieces[one] for one in some))
            if any(all(way.count(one) <= orders.get(one, 0) for one in way) for way in ways):
                yield {"pieces": list(some)}


def ambushes(choice: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the ways in which the reserve enters: as many units as there is room for."""
    for section, hexes in choice["sections"].items():
        count = min(len(hexes), len(choice["units"]))
        for units in combinations(choice["units"], count):
            for places in permutations(hexes, count):
                placed = [{"unit": unit, "hex": at} for unit, at in zip(units, places, strict=True)]
                for led in units if choice["leader"] else [None]:
                    yield {"section": section, "placements": placed, "leader_with": led}


def form(action: Mapping[str, Any]) -> str:
    """Return an action in a form that does not depend on the order of its pieces."""
    found = dict(action)
    if "pieces" in found:
        found["pieces"] = sorted(found["pieces"])
    if found.get("ambush"):
        places = sorted(found["ambush"]["placements"], key=lambda one: str(one["unit"]))
        found["ambush"] = {**found["ambush"], "placements": places}
    return msgspec.json.encode(found, order="deterministic").decode()


def described(position: Any, seat: int) -> tuple[set[str], list[Any]]:
    """Return the actions that a client reads from the choices of a seat, and the choices."""
    choices = msgspec.json.decode(msgspec.json.encode(RULESET.legal(position, seat).choices))
    view = msgspec.json.decode(msgspec.json.encode(RULESET.view(position, seat)))
    client = Client(view)
    return {form(one) for choice in choices for one in client.actions(choice)}, choices


@pytest.mark.parametrize("scenario", BATTLES)
def test_a_client_reads_every_legal_action_from_the_choices(scenario: Any, seed: int) -> None:
    """At each decision of a random game, it reads no action that the rules refuse."""
    compared: set[str] = set()
    for step in game_of(scenario, f"{seed} 0")[::EVERY]:
        if not isinstance(step.by, int):
            continue
        legal = RULESET.legal(step.before, step.by)
        if legal.count > LISTED_MAX:
            continue
        found, choices = described(step.before, step.by)
        assert found == {form(msgspec.to_builtins(one)) for one in legal}, choices
        compared |= {one["type"] for one in choices}
    assert cases({"play_card", "issue_orders", "move", "attack"}, {"move"}) <= compared
