"""A second engine that shares no code with the ruleset: plain data, and the rules as they read.

It keeps its own pieces, moves them as the events say, and works out by itself who may stand where,
how votes, laws and battles end, and the final scoring. Its only input are events in the form of
JSON, and the data file of the components.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import domain

DATA: Any = json.loads(
    (Path(domain.__file__).parent / "rulesets/lancaster/edition.json").read_text("utf-8")
)
COUNTY = {one["id"]: one for one in DATA["counties"]}
BATTLE = {one["id"]: one for one in DATA["battles"]}
SPACE = {one["id"]: one for one in (*DATA["castle_spaces"], *DATA["ally_castle_spaces"])}
EXCHANGE = {"L04": ("gold",), "L05": ("gold", "squires"), "L16": ("gold",), "L17": ("squires",)}
GOODS = ("gold", "squires", "votes")


class Engine:
    """All pieces of a game."""

    def __init__(self, colors: list[str]) -> None:
        self.colors = colors
        self.players = len(colors)
        self.owner = {color: seat for seat, color in enumerate(colors)}
        self.allies: set[str] = set()
        self.knights: dict[str, dict[str, list[int]]] = {}
        for color in colors:
            self.knights[color] = {"court": [1, 2], "reserve": [1, 1, 2, 3, 4]}
        self.goods = [{"gold": 2, "squires": 2, "votes": 1, "power": 0} for _ in colors]
        self.nobles: list[list[str]] = [[] for _ in colors]
        self.tiles: list[list[str]] = [[] for _ in colors]
        self.squires: dict[str, int] = dict.fromkeys(COUNTY, 0)
        self.rows: dict[str, tuple[str, int]] = {}
        self.slots: dict[str, list[str]] = {}
        self.laws: list[str] = []
        self.round = 0
        self.county = ""

    # --- what follows from the pieces ---------------------------------------------------------

    def at(self, color: str, place: str) -> list[int]:
        """Return the knights of a side at a place."""
        return self.knights[color].setdefault(place, [])

    def holder(self, county: str) -> str | None:
        """Return the side that holds a county."""
        return next((color for color in self.knights if self.at(color, county)), None)

    def deployed(self, color: str) -> list[int]:
        """Return the strengths of a side's knights on counties, castle spaces and battles."""
        places = [one for one in self.knights[color] if one not in ("court", "reserve")]
        return [strength for place in places for strength in self.at(color, place)]

    def placements(self, seat: int) -> Iterator[tuple[str, int, str, int]]:
        """Yield what a seat may place: side, strength, place and squires."""
        for color in [one for one, owner in self.owner.items() if owner == seat]:
            squires = 0 if color in self.allies else self.goods[seat]["squires"]
            for strength in set(self.at(color, "court")):
                for county, card in COUNTY.items():
                    for used in range(squires + 1):
                        if strength >= card["min"] and self._takes(seat, county, strength + used):
                            yield color, strength, county, used
                for space in SPACE:
                    mine = space.startswith("AS") == (color in self.allies)
                    if mine and not self.at(color, space) and space not in self._covered(color):
                        yield color, strength, space, 0
                for card_id, slots in self.slots.items():
                    if color in slots or len(slots) < 3:
                        yield color, strength, card_id, 0

    def _covered(self, color: str) -> list[str]:
        return [] if color in self.allies else self.tiles[self.owner[color]]

    def _takes(self, seat: int, county: str, power: int) -> bool:
        holder = self.holder(county)
        if holder is None:
            return True
        rival = sum(self.at(holder, county)) + self.squires[county]
        return self.owner[holder] != seat and power > rival

    def battle(self, card: str) -> tuple[int, str, list[str], list[int]]:
        """Return how a battle ends: strength, winner, ranking and points."""
        stakes = {color: sum(self.at(color, card)) for color in self.slots[card]}
        ranking: list[str] = []
        for color in reversed(self.slots[card]):
            before = [one for one in ranking if stakes[one] >= stakes[color]]
            ranking.insert(len(before), color)
        english = sum(stakes.values())
        values = list(BATTLE[card]["pp"])
        if english < BATTLE[card]["f"]:
            values = [*values[1:], 0]
        points = [
            0 if color in self.allies else value
            for color, value in zip(ranking, values, strict=False)
        ]
        return english, "england" if english >= BATTLE[card]["f"] else "france", ranking, points

    def law(self, law: str, seat: int) -> dict[str, int]:
        """Return what a law without a decision gives a seat, if the supply has it."""
        color = self.colors[seat]
        counties = sum(bool(self.at(color, county)) for county in COUNTY)
        battles = sum(color in slots for slots in self.slots.values())
        strengths = self.deployed(color)
        in_play = {*strengths, *self.at(color, "court")}
        return {
            "L03": {"power": counties // 2 * 3},
            "L07": {"squires": strengths.count(2)},
            "L08": dict.fromkeys(GOODS, battles // 2),
            "L11": {"power": len(self.tiles[seat]) // 3 * 5},
            "L12": {"power": battles * 3},
            "L13": {"power": counties // 3 * 8},
            "L14": {"power": 5 if strengths.count(1) == 3 else 0},
            "L18": {"power": 6 if in_play >= {1, 2, 3, 4} else 0},
        }[law]

    def supply(self, good: str) -> int:
        """Return what is left of gold, squires or vote markers."""
        used = sum(one[good] for one in self.goods)
        return 37 - used - (sum(self.squires.values()) if good == "squires" else 0)

    def final(self) -> dict[str, list[int]]:
        """Return the points of the final scoring."""
        strengths = [
            sum(self.deployed(color)) + sum(self.at(color, "court")) for color in self.colors
        ]
        squires = [one["squires"] for one in self.goods]
        gold = [one["gold"] for one in self.goods]
        built = [len(tiles) for tiles in self.tiles]
        return {
            "knighthood": self._majority(list(zip(strengths, squires, strict=True))),
            "extensions": self._majority(list(zip(built, gold, strict=True))),
            "nobles": [len(nobles) * (len(nobles) - 1) // 2 for nobles in self.nobles],
        }

    def _majority(self, values: list[tuple[int, int]]) -> list[int]:
        places = sorted(set(values), reverse=True)
        first = [seat for seat, value in enumerate(values) if value == places[0]]
        points = [0] * len(values)
        second = 4 if self.players > 2 else 0
        for seat in first:
            points[seat] = 8 if len(first) == 1 else (8 + second) // len(first)
        if len(first) == 1 and len(places) > 1:
            others = [seat for seat, value in enumerate(values) if value == places[1]]
            for seat in others:
                points[seat] = second // len(others)
        return points

    # --- what happens -------------------------------------------------------------------------

    def happens(self, event: Mapping[str, Any]) -> None:
        """Check an event against the rules, and move the pieces."""
        getattr(self, f"_{event['type']}", _nothing)(event)
        if "gained" in event:
            for good, amount in event["gained"].items():
                self.goods[event["seat"]][good] += amount

    def _table_arranged(self, event: Any) -> None:
        self.round = 1
        self.laws = event["laws"][:3]
        self._cards(event)

    def _cards_turned_up(self, event: Any) -> None:
        self.round += 1
        assert event["round"] == self.round
        self._cards(event)

    def _cards(self, event: Any) -> None:
        for column, card in enumerate(event["battles"]):
            self.rows[card], self.slots[card] = ("top", column), []

    def _ally_chosen(self, event: Any) -> None:
        color = event["color"]
        assert color not in self.owner
        self.owner[color] = event["seat"]
        self.allies.add(color)
        self.knights[color] = {"court": [2], "reserve": [1, 1, 1, 2, 3, 4]}

    def _extension_built(self, event: Any) -> None:
        tiles = self.tiles[event["seat"]]
        assert event["extension"] not in tiles
        tiles.append(event["extension"])

    def _knight_placed(self, event: Any) -> None:
        color, place, strength = event["side"], event["to"], event["strength"]
        wanted = (color, strength, place, event["squires"])
        assert wanted in set(self.placements(event["seat"]))
        self.at(color, "court").remove(strength)
        if place in COUNTY:
            rival = self.holder(place)
            assert (rival is None) == (event["ousted"] is None)
            if rival is not None:
                assert event["ousted"] == {
                    "side": rival,
                    "strength": self.at(rival, place)[0],
                    "squires": self.squires[place],
                }
                self.at(rival, "court").append(self.at(rival, place).pop())
            self.squires[place] = event["squires"]
            self.goods[event["seat"]]["squires"] -= event["squires"]
        self._arrives(color, strength, place)

    def _arrives(self, color: str, strength: int, place: str) -> None:
        self.at(color, place).append(strength)
        if place in self.slots and color not in self.slots[place]:
            self.slots[place].append(color)
            assert len(self.slots[place]) <= 3

    def _knight_upgraded(self, event: Any) -> None:
        here, reserve = self.at(event["side"], event["place"]), self.at(event["side"], "reserve")
        here.remove(event["strength"])
        reserve.remove(event["strength"] + 1)
        here.append(event["strength"] + 1)
        reserve.append(event["strength"])

    def _knight_recruited(self, event: Any) -> None:
        self.at(event["side"], "reserve").remove(1)
        self.at(event["side"], "court").append(1)

    def _noble_taken(self, event: Any) -> None:
        nobles = self.nobles[event["seat"]]
        assert event["county"] not in nobles
        nobles.append(event["county"])

    def _votes_revealed(self, event: Any) -> None:
        counts = {"yes": 0, "no": 0}
        for seat, vote in enumerate(event["ballots"]):
            counts[vote["ballot"]] += 1 + vote["markers"]
            self.goods[seat]["votes"] -= vote["markers"]
            assert self.goods[seat]["votes"] >= 0
        assert counts == {"yes": event["yes"], "no": event["no"]}
        assert event["approved"] == (counts["yes"] >= counts["no"])
        if event["approved"]:
            assert event["removed"] == self.laws.pop(0)
            self.laws.append(event["law"])
        else:
            assert event["removed"] == event["law"]

    def _markers_returned(self, event: Any) -> None:
        assert event["markers"] == [one["votes"] for one in self.goods]
        for one in self.goods:
            one["votes"] = 0

    def _totals_revealed(self, event: Any) -> None:
        good = {"L01": "gold", "L02": "squires"}[event["law"]]
        assert event["totals"] == [one[good] for one in self.goods]

    def _law_applied(self, event: Any) -> None:
        due = self.law(event["law"], event["seat"])
        given = {
            good: min(amount, self.supply(good)) if good in GOODS else amount
            for good, amount in due.items()
        }
        assert event["gained"] == {good: amount for good, amount in given.items() if amount}

    def _law_used(self, event: Any) -> None:
        goods, amount = self.goods[event["seat"]], event["amount"]
        for good in EXCHANGE.get(event["law"], ()):
            goods[good] -= amount
            assert goods[good] >= 0
        match event["law"]:
            case "L04":
                goods["votes"] += amount
            case "L05":
                goods["power"] += 3 * amount
            case "L16" | "L17":
                goods["power"] += amount

    def _county_scored(self, event: Any) -> None:
        self.county = event["county"]
        assert self.holder(self.county) == event["side"]
        if event["option"] == "both":
            self.goods[event["seat"]]["gold"] -= 3
            assert self.goods[event["seat"]]["gold"] >= 0

    def _knight_sailed(self, event: Any) -> None:
        assert self.at(event["side"], self.county).pop() == event["strength"]
        self.squires[self.county] = 0
        self._arrives(event["side"], event["strength"], event["to"])

    def _knight_returned(self, event: Any) -> None:
        place = event["from"]
        self.at(event["side"], place).remove(event["strength"])
        self.at(event["side"], "court").append(event["strength"])
        if place in COUNTY:
            self.squires[place] = 0

    def _source_valued(self, event: Any) -> None:
        if event["use"]:
            cost = SPACE[event["space"]]["cost"].get("squire", 0)
            self.goods[event["seat"]]["squires"] -= cost
            assert self.goods[event["seat"]]["squires"] >= 0

    def _table_valued(self, event: Any) -> None:
        assert self.round < 5
        due = min(len(self.nobles[event["seat"]]) + 1, self.supply("votes"))
        assert event["votes"] == due
        self.goods[event["seat"]]["votes"] += due

    def _battle_valued(self, event: Any) -> None:
        card = event["card"]
        english, winner, ranking, points = self.battle(card)
        assert event["english"] == english
        assert event["winner"] == winner
        assert event["ranking"] == ranking
        assert event["power"] == points
        for color, power in zip(ranking, points, strict=True):
            if color not in self.allies:
                self.goods[self.owner[color]]["power"] += power
        row, column = self.rows[card]
        if winner == "england":
            for color in ranking:
                self._leaves(color, card, self.at(color, card), "court")
        elif row == "top":
            self.rows[card] = ("bottom", column)
        if winner == "england" or (row == "bottom" and not ranking):
            self._gone(card)

    def _leaves(self, color: str, card: str, strengths: list[int], to: str) -> None:
        for strength in list(strengths):
            self.at(color, card).remove(strength)
            self.at(color, to).append(strength)

    def _gone(self, card: str) -> None:
        del self.rows[card], self.slots[card]

    def _prisoners_settled(self, event: Any) -> None:
        color = event["side"]
        card = next(
            one for one in self.slots if self.rows[one][0] == "bottom" and self.at(color, one)
        )
        self._leaves(color, card, event["ransomed"], "court")
        self._leaves(color, card, event["lost"], "reserve")
        assert not self.at(color, card)
        if color in self.allies:
            assert not event["ransomed"]
        else:
            self.goods[self.owner[color]]["gold"] -= sum(event["ransomed"])
            assert self.goods[self.owner[color]]["gold"] >= 0
        self.slots[card].remove(color)
        if not self.slots[card]:
            self._gone(card)

    def _final_scored(self, event: Any) -> None:
        points = self.final()
        assert {name: event[name] for name in points} == points
        for seat, one in enumerate(self.goods):
            one["power"] += sum(values[seat] for values in points.values())

    def _game_ended(self, event: Any) -> None:
        power = {color: self.goods[seat]["power"] for seat, color in enumerate(self.colors)}
        assert event["power"] == power
        assert self.round == 5
        best = max(power.values())
        assert event["winners"] == [color for color in self.colors if power[color] == best]

    # --- comparison ---------------------------------------------------------------------------

    def differences(self, view: Mapping[str, Any]) -> Iterator[str]:
        """Yield where the pieces differ from those of an arbiter's view."""
        for good in GOODS:
            if view["supply"][good] != self.supply(good):
                yield f"supply of {good}"
        for seat, held in enumerate(view["seats"]):
            for good in (*GOODS, "power"):
                if held[good] != self.goods[seat][good]:
                    yield f"{good} of {seat}: {held[good]}, not {self.goods[seat][good]}"
            if held["nobles"] != self.nobles[seat]:
                yield f"nobles of {seat}"
            if set(held["extensions"]) != set(self.tiles[seat]):
                yield f"extensions of {seat}"
        yield from self._courts(view)
        yield from self._board(view)

    def _courts(self, view: Mapping[str, Any]) -> Iterator[str]:
        for side in view["sides"]:
            for place in ("court", "reserve"):
                if sorted(side[place]) != sorted(self.at(side["side"], place)):
                    yield f"{place} of {side['side']}"
            castle = {
                space: self.at(side["side"], space)[0]
                for space in SPACE
                if self.at(side["side"], space)
            }
            if side["castle"] != castle:
                yield f"castle of {side['side']}"

    def _board(self, view: Mapping[str, Any]) -> Iterator[str]:
        for one in view["counties"]:
            holder = self.holder(one["county"])
            knight = holder and {"side": holder, "strength": self.at(holder, one["county"])[0]}
            if (one["knight"], one["squires"]) != (knight, self.squires[one["county"]]):
                yield f"county {one['county']}"
        found = {
            battle["card"]: (row, column, battle["slots"])
            for row in ("top", "bottom")
            for column, battle in enumerate(view["battles"][row])
            if battle is not None
        }
        expected = {
            card: (
                *self.rows[card],
                [{"side": one, "knights": sorted(self.at(one, card))} for one in slots],
            )
            for card, slots in self.slots.items()
        }
        if found != expected:
            yield f"battles: {found}, not {expected}"
        if view["laws"]["current"] != self.laws:
            yield "laws in force"


def _nothing(event: Any) -> None:
    """Let an event pass that moves nothing by itself."""
