"""This implementation matches the tables of the rules, kept as data in ``vectors/tables``."""

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.rulesets.teg import RULESET
from domain.rulesets.teg.atlas import (
    BONUSES,
    CARD_INDEX,
    CARDS,
    CONTINENTS,
    FIGURE_OF,
    INDEX,
    LANDS,
    TERRITORIES,
)
from domain.rulesets.teg.board import DESTRUCTIONS, OCCUPATIONS
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.rules.attack import dice_due, losses
from domain.rulesets.teg.rules.cards import is_set, tokens_of_trade
from domain.rulesets.teg.rules.collecting import collected
from domain.rulesets.teg.rules.objectives import TRIANGLES, is_occupied
from domain.rulesets.teg.rules.turns import order_of_round
from tests.support.games import spec
from tests.support.games.teg import attack, given, place_of

FOLDER = Path(__file__).parent / "vectors" / "tables"


def test_components_describe_the_whole_box() -> None:
    """Borders are symmetric, each territory has its card, and every objective is defined."""
    data = msgspec.to_builtins(RULESET.components("es"))
    lands = {one["id"]: one for one in data["territories"]}
    assert list(lands) == list(TERRITORIES)
    assert lands["great_britain"]["name"] == "Gran Bretaña"
    borders = {(one, other) for one, land in lands.items() for other in land["neighbours"]}
    assert len(borders) == 2 * 89
    assert {(other, one) for one, other in borders} == borders
    assert {one["id"]: one["tokens"] for one in data["continents"]} == BONUSES
    owners = [one["territory"] for one in data["cards"]]
    assert owners == [*TERRITORIES, None, None]
    assert [one["figure"] for one in data["cards"]] == list(FIGURE_OF)
    goals = {one["id"]: one for one in data["objectives"]}
    assert goals["O2"]["territories"] == {"south_america": 6, "europe": 7}
    assert goals["O2"]["triangle"]
    assert goals["O13"] == {
        "id": "O13",
        "territories": {},
        "triangle": False,
        "destroy": "yellow",
    }


def table(name: str) -> dict[str, Any]:
    """Return one table."""
    data: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return data


def test_all_are_here() -> None:
    """Each table lists the ids it covers, and none is missing."""
    ids = [id_ for file in FOLDER.glob("*.json") for id_ in table(file.stem)["ids"]]
    names = ("DICE", "PAIR", "COLLECT", "TRADE", "ORDER", "CREATE", "MAP", "OBJ")
    data = [f"TG-V-{name}" for name in names]
    data += [f"TG-V-PROB-{number}" for number in range(1, 5)]
    data += [f"TG-BAD-{number}" for number in range(1, 5)]
    assert sorted(ids) == sorted(data)


# --- the map and its cards -----------------------------------------------------------------------


def distances(start: str) -> dict[str, int]:
    """Return how many borders separate a territory from each other one."""
    found = {start: 0}
    queue = [start]
    for name in queue:
        for other in LANDS[name].neighbours:  # type: ignore[index]  # names from JSON
            if other not in found:
                found[other] = found[name] + 1
                queue.append(other)
    return found


@pytest.mark.rule("TG-INV-24")
def test_borders() -> None:
    """TG-V-MAP: all borders of the table, each from both sides, none from a territory to itself."""
    data = table("map")
    edges = {frozenset((name, other)) for name, land in LANDS.items() for other in land.neighbours}
    assert len(LANDS) == data["territories"]
    assert len(edges) == data["edges"]
    assert all(len(edge) == 2 for edge in edges)
    assert {name: len(land.neighbours) for name, land in sorted(LANDS.items())} == data["degree"]
    assert sum(data["degree"].values()) == data["sum_of_degrees"] == 2 * len(edges)
    assert all(
        name in LANDS[other].neighbours for name, land in LANDS.items() for other in land.neighbours
    )
    inside: Counter[str] = Counter()
    across = []
    for one, other in map(sorted, edges):
        if LANDS[one].continent == LANDS[other].continent:
            inside[LANDS[one].continent] += 1
        else:
            across.append([one, other])
    assert inside == data["internal_edges"]
    assert sorted(across) == data["border_edges"]


@pytest.mark.rule("TG-INV-24")
def test_distances() -> None:
    """TG-V-MAP: all territories and each continent are connected; the distances match."""
    data = table("map")
    far = {name: distances(name) for name in TERRITORIES}
    assert all(len(found) == 50 for found in far.values())
    reach = {name: max(found.values()) for name, found in far.items()}
    assert (max(reach.values()), min(reach.values())) == (data["diameter"], data["radius"])
    farthest = [
        list(pair) for pair in combinations(sorted(TERRITORIES), 2) if far[pair[0]][pair[1]] == 9
    ]
    assert farthest == data["farthest_pairs"]
    for pair, distance in data["distance"].items():
        one, other = pair.split("-")
        assert far[one][other] == distance
    for continent in CONTINENTS:
        members = {name for name, land in LANDS.items() if land.continent == continent}
        assert members == _reached_within(members)


def _reached_within(members: set[Any]) -> set[Any]:
    reached = {min(members)}
    while True:
        more = {other for name in reached for other in LANDS[name].neighbours if other in members}
        if more <= reached:
            return reached
        reached |= more


@pytest.mark.rule("TG-CARD-1")
def test_figures() -> None:
    """TG-V-MAP: a card for each territory with one of three figures, and two wildcards."""
    data = table("map")
    assert len(CARDS) == len(set(CARDS)) == 52
    assert Counter(figure or "wild" for figure in FIGURE_OF) == data["figure_count"]
    assert [card for card in CARDS if FIGURE_OF[CARD_INDEX[card]] is None] == ["w_1", "w_2"]
    assert [card.removeprefix("c_") for card in CARDS[:50]] == list(TERRITORIES)


# --- dice ----------------------------------------------------------------------------------------


@pytest.mark.rule("TG-ATTACK-11", "TG-ATTACK-12", "TG-ATTACK-13")
def test_numbers_of_dice() -> None:
    """TG-V-DICE: the tokens on both territories determine the number of dice."""
    data = table("dice")
    for attacker in data["attacker"]:
        for defender in data["defender"]:
            tokens = {"argentina": attacker["tokens"], "brazil": defender["tokens"]}
            scene = given(2, own={0: "argentina"}, rest=[1], tokens=tokens, pool={})
            scene.when(attack(0, "argentina", "brazil"))
            if attacker["dice"] is None:
                scene.refused("TG-ATTACK-5", "source_needs_two_tokens")
                continue
            scene.then()
            assert dice_due(scene.position) == (attacker["dice"], defender["dice"])
            assert RULESET.asks(scene.position) == (6,) * (attacker["dice"] + defender["dice"])


@pytest.mark.rule("TG-ATTACK-14", "TG-ATTACK-15", "TG-ATTACK-16")
@pytest.mark.parametrize("battle", table("dice")["battles"])
def test_battles(battle: dict[str, Any]) -> None:
    """TG-V-PAIR: dice are sorted and paired, and the defender wins ties."""
    lost = losses(battle["attacker"], battle["defender"])
    assert lost == (battle["attacker_losses"], battle["defender_losses"])


# --- collection, trades, rounds ------------------------------------------------------------------


@pytest.mark.rule("TG-COLLECT-2")
def test_free_tokens() -> None:
    """TG-V-COLLECT: half the territories, at least three and at most ten."""
    for count, free in enumerate(table("collection")["free_by_territories"], start=1):
        owners = bytes([0] * count + [1] * (50 - count))
        assert collected(owners, 0, 3).free == free


@pytest.mark.rule("TG-COLLECT-3", "TG-TURN-8", "TG-TURN-9", "TG-TURN-10")
def test_bound_tokens() -> None:
    """TG-V-COLLECT: each continent brings its bonus in every round that collects."""
    data = table("collection")
    assert data["bonus"] == BONUSES
    for continent, bonus in data["bonus"].items():
        owners = bytes(LANDS[name].continent != continent for name in TERRITORIES)
        for number, collects in data["collects"].items():
            pool = msgspec.to_builtins(collected(owners, 0, int(number)))
            assert pool[continent] == (bonus if collects else 0)
            assert bool(pool["free"]) == collects
        assert not any(
            count
            for name, count in msgspec.to_builtins(collected(owners, 0, 3)).items()
            if name not in ("free", continent)
        )


@pytest.mark.rule("TG-TRADE-7")
def test_tokens_of_trades() -> None:
    """TG-V-TRADE: 4, 6, 8, 10, and then always 10."""
    worth = table("trades")["tokens_of_trade"]
    assert [tokens_of_trade(number) for number in range(1, 9)] == worth
    assert tokens_of_trade(1_000) == worth[-1]


@pytest.mark.rule("TG-TRADE-2", "TG-TRADE-3")
def test_sets() -> None:
    """TG-V-TRADE: all kinds of three figures, and all sets of three cards of the deck."""
    data = table("trades")
    for one in data["sets"]:
        left = list(range(52))
        cards = []
        for figure in one["figures"]:
            cards.append(next(card for card in left if (FIGURE_OF[card] or "wild") == figure))
            left.remove(cards[-1])
        assert is_set(cards) == one["valid"]
    sets = list(combinations(range(52), 3))
    assert len(sets) == data["all_sets"]
    assert sum(map(is_set, sets)) == data["valid_sets"]


@pytest.mark.rule("TG-TURN-2", "TG-TURN-3", "TG-TURN-4")
@pytest.mark.parametrize("case", table("order")["cases"])
def test_orders(case: dict[str, Any]) -> None:
    """TG-V-ORDER: the order of turns with a fixed and with a rotating starter."""
    players = case["players"]
    status = ["resigned" if seat in case["out"] else "active" for seat in range(players)]
    scene = given(
        players,
        first=case["first"],
        status=status,
        options={"round_starter": case["round_starter"]},
    )
    statuses = scene.position.statuses
    for number, order in enumerate(case["orders"], start=1):
        assert order_of_round(scene.position, number, statuses) == tuple(order)


# --- objectives and options ----------------------------------------------------------------------


@pytest.mark.rule("TG-SETUP-8")
def test_objectives() -> None:
    """TG-V-OBJ: the definitions of all fifteen objectives."""
    defined = {
        objective: {
            "require": {
                name: need for name, need in zip(CONTINENTS, one.needs, strict=True) if need
            },
            **({"triangle": True} if one.triangle else {}),
        }
        for objective, one in OCCUPATIONS.items()
    }
    destroyed = {objective: {"destroy": color} for objective, color in DESTRUCTIONS.items()}
    assert {**defined, **destroyed} == table("objectives")["definitions"]


@pytest.mark.rule("TG-OBJ-4", "TG-OBJ-5")
@pytest.mark.parametrize("case", table("objectives")["cases"])
def test_occupations(case: dict[str, Any]) -> None:
    """TG-V-OBJ: met with exactly these territories, or not, with surplus or not."""
    owners = bytearray([1] * 50)
    for name in case["owned"]:
        owners[INDEX[name]] = 0
    assert is_occupied(case["objective"], bytes(owners), 0) == case["met"], case["description"]


@pytest.mark.rule("TG-OBJ-5")
def test_triangles() -> None:
    """TG-V-MAP: the number of triples of territories that all border on one another."""
    data = table("map")
    assert len(TRIANGLES) == len(set(TRIANGLES)) == data["triangles"]
    outside = [
        triangle
        for triangle in TRIANGLES
        if all(LANDS[TERRITORIES[one]].continent != "south_america" for one in triangle)
    ]
    assert len(outside) == data["triangles_outside_south_america"]


@pytest.mark.rule("TG-OPT-1", "TG-OPT-2", "TG-OPT-4")
@pytest.mark.parametrize("case", [one for one in table("options")["cases"] if "mode" in one])
def test_options_that_fit(case: dict[str, Any]) -> None:
    """TG-V-CREATE: the goal of the game, and the colours of the seats."""
    options = msgspec.convert(case["options"], Options)
    RULESET.start(options)
    assert options.mode == case["mode"]
    assert RULESET.sides(options) == tuple(case["colors"])


@pytest.mark.rule("TG-OPT-1", refused=True)
@pytest.mark.parametrize("case", [one for one in table("options")["cases"] if "refused" in one])
def test_options_that_are_refused(case: dict[str, Any]) -> None:
    """TG-V-CREATE, TG-BAD-1 to TG-BAD-4: options with which no game can start."""
    options = msgspec.convert(case["options"], Options)
    rule, reason = case["refused"]
    spec.refused(rule, reason, lambda: RULESET.start(options))


@pytest.mark.parametrize("case", [one for one in table("options")["cases"] if "malformed" in one])
def test_options_that_do_not_fit_the_schema(case: dict[str, Any]) -> None:
    """TG-V-CREATE, TG-BAD-1 to TG-BAD-4: unknown options, and values outside the schema."""
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.json.decode(msgspec.json.encode(case["options"]), type=Options)
    assert place_of(caught.value) == case["malformed"]
