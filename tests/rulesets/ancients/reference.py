"""A second engine of Ancients, which shares no code with the ruleset.

It reads the data files, and views and events as JSON. It works with points in the plane: neighbours
are the nearest centers, sight is two lines a hair apart, and ways are searched step by step. It
answers what may move, retreat, evade and attack, with how many dice, and what a roll does.
"""

import json
from collections.abc import Iterator
from functools import cache
from itertools import product
from math import hypot, sqrt
from pathlib import Path
from typing import Any

import domain.rulesets.ancients as package

HOME = Path(str(package.__file__)).parent
_UNITS = json.loads((HOME / "units.json").read_text("utf-8"))
TYPES: dict[str, Any] = {one["id"]: one for one in _UNITS["types"]}
CARDS: dict[str, Any] = {
    one["id"]: one for one in json.loads((HOME / "cards.json").read_text("utf-8"))
}
BATTLES: dict[str, Any] = {
    one["id"]: one for one in json.loads((HOME / "scenarios.json").read_text("utf-8"))
}
LIGHT_FOOT = {"LI", "LB", "LS", "AX"}
CLOSED = {"river", "lake", "steep"}

CENTER = {
    f"{row}{column + 1}": (sqrt(3) * (column + (number % 2) / 2), 1.5 * number)
    for number, row in enumerate("ABCDEFGHI")
    for column in range(12 if number % 2 else 13)
}


def away(one: str, other: str) -> float:
    """Return the distance of two centers in the plane."""
    (a, b), (c, d) = CENTER[one], CENTER[other]
    return hypot(a - c, b - d)


@cache
def near(at: str) -> tuple[str, ...]:
    """Return the hexes whose centers are the nearest: all as far as the width of a hex."""
    return tuple(one for one in CENTER if 0 < away(at, one) < 1.8)


@cache
def rings(at: str) -> dict[str, int]:
    """Return the number of steps from a hex to every other."""
    found, edge, steps = {at: 0}, [at], 0
    while edge:
        steps += 1
        edge = [two for one in edge for two in near(one) if two not in found]
        found.update(dict.fromkeys(edge, steps))
    return found


def rear(at: str, side: str) -> list[str]:
    """Return the neighbours nearer to the side's own edge."""
    down = 1 if side == "b" else -1
    return [one for one in near(at) if (CENTER[one][1] - CENTER[at][1]) * down > 0.1]


@cache
def crossed(one: str, other: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the hexes under two lines, a hair to the left and to the right of the true one."""
    (a, b), (c, d) = CENTER[one], CENTER[other]
    length = hypot(c - a, d - b)
    lines = []
    for hair in (0.001, -0.001):
        dx, dy = -(d - b) / length * hair, (c - a) / length * hair
        under = set()
        for part in range(1, 400):
            x, y = a + (c - a) * part / 400 + dx, b + (d - b) * part / 400 + dy
            under.add(closest(x, y))
        lines.append(frozenset(under & set(CENTER)) - {one, other})
    return lines[0], lines[1]


def closest(x: float, y: float) -> Any:
    """Return the place whose center is the nearest to a point."""
    return min(_GRID, key=lambda at: hypot(_GRID[at][0] - x, _GRID[at][1] - y))


_GRID: dict[Any, tuple[float, float]] = {
    **CENTER,
    **{
        ("off", column, row): (sqrt(3) * (column + (row % 2) / 2), 1.5 * row)
        for row in range(-1, 10)
        for column in (-1, 12, 13)
        if row in (-1, 9) or column == -1 or column >= (12 if row % 2 else 13)
    },
}
"""With places around the board, which are open."""


class Engine:
    """One position, as its view says."""

    def __init__(self, view: Any) -> None:
        self.view = view
        self.battle = BATTLES[view["scenario"]]
        self.ground = dict(self.battle["terrain"])
        self.at = {one["id"]: one["hex"] for one in (*view["units"], *view["leaders"])}
        self.blocks = {one["id"]: one["blocks"] for one in view["units"]}
        self.units = {one["hex"]: one["id"] for one in view["units"]}
        self.leaders = {one["hex"]: one["id"] for one in view["leaders"]}
        play = view["play"]
        self.play = play
        bare = play is None or play["choice"] or play["effective"] is None
        self.card: Any = {} if bare else CARDS[play["effective"]]

    def type(self, unit: str) -> Any:
        """Return the values of a unit's type."""
        return TYPES[unit.split("-")[1]]

    def someone(self, at: str) -> str | None:
        """Return the unit in a hex, or the lone leader."""
        return self.units.get(at, self.leaders.get(at))

    def led(self, unit: str) -> bool:
        """Return whether a leader is attached."""
        return self.at[unit] in self.leaders

    def halts(self, at: str, *, foot: bool) -> bool:
        """Return whether terrain stops what enters."""
        return self.ground.get(at) in (("forest", "ford") if foot else ("forest", "ford", "broken"))

    # --- moves -------------------------------------------------------------------------------

    def moves(self) -> dict[str, dict[str, int]]:
        """Return the destinations of each ordered piece, with their distances."""
        play = self.play
        found = {}
        for piece in play["orders"]:
            if piece not in self.at or piece in (*play["done"], *play["barred"]):
                continue
            alone = "-L-" in piece and self.at[piece] not in self.units
            if "-L-" in piece:
                ways = self.leader_moves(piece) if alone or self.card.get("detach") else {}
            else:
                ways = self.unit_moves(piece)
            if ways:
                found[piece] = ways
        return found

    def unit_moves(self, unit: str) -> dict[str, int]:
        """Return the destinations of a unit."""
        kind, card = self.type(unit), self.card
        most = card.get("move_for", {}).get(kind["id"], kind["move"])
        most = min(most, card.get("move_most") or most)
        charge = most
        if kind["id"] == "WA" and not card.get("move_most"):
            charge = card.get("charge", 2)
        gone = 1 if unit in self.play["ambushed"] else 0
        passes = bool(card.get("passes")) and kind["id"] in LIGHT_FOOT
        ends: dict[str, int] = {}
        best = {self.at[unit]: gone}
        edge = [self.at[unit]]
        exits = "castulo_exit" in self.battle["rules"] and unit[0] == "b"
        while edge:
            here = edge.pop(0)
            steps = best[here] + 1
            if steps > max(most, charge):
                continue
            if exits and here[0] == "A" and int(here[1:]) >= 5 and steps <= most:
                ends["off"] = min(ends.get("off", 99), steps)
            for one in near(here):
                if one in best or one == self.at[unit] or not self.may_enter(unit, one, passes):
                    continue
                best[one] = steps
                own = self.units.get(one)
                enemy_near = any(self.is_enemy(two, unit) for two in near(one))
                if own is None and (steps <= most or enemy_near):
                    ends[one] = steps
                stops = self.halts(one, foot=kind["mobility"] == "foot")
                if not stops and (own is not None or one not in self.leaders):
                    edge.append(one)
        return ends

    def may_enter(self, unit: str, at: str, passes: bool) -> bool:
        """Return whether a unit may be in a hex, if only to pass."""
        if self.ground.get(at) in CLOSED or self.is_enemy(at, unit):
            return False
        if at in self.units:
            stops = self.halts(at, foot=self.type(unit)["mobility"] == "foot")
            return passes and not stops
        return at not in self.leaders or not self.led(unit)

    def is_enemy(self, at: str, piece: str) -> bool:
        """Return whether an enemy stands in a hex."""
        other = self.someone(at)
        return other is not None and other[0] != piece[0]

    def leader_moves(self, leader: str) -> dict[str, int]:
        """Return the destinations of a leader."""
        best, edge, ends = {self.at[leader]: 0}, [self.at[leader]], {}
        while edge:
            here = edge.pop(0)
            if best[here] == 3:
                continue
            for one in near(here):
                closed = self.ground.get(one) in CLOSED or self.is_enemy(one, leader)
                if one in best or closed:
                    continue
                best[one] = best[here] + 1
                if one not in self.leaders:
                    ends[one] = best[one]
                if not self.halts(one, foot=False):
                    edge.append(one)
        return ends

    # --- retreats and evades -----------------------------------------------------------------

    def retreats(self, unit: str, hexes: int) -> tuple[set[str], int]:
        """Return the ends of a retreat, and the hexes that are not made."""
        ways = list(self.back(unit, self.at[unit], hexes))
        fewest = min(left for _, left in ways)
        return {at for at, left in ways if left == fewest}, fewest

    def back(self, unit: str, here: str, left: int) -> Iterator[tuple[str, int]]:
        """Yield every end of a retreat with what is left of it."""
        yield here, left
        for one in rear(here, unit[0]) if left else ():
            if one in self.units or self.ground.get(one) in CLOSED:
                continue
            leader = self.leaders.get(one)
            if leader is None:
                yield from self.back(unit, one, left - 1)
            elif leader[0] == unit[0] and not self.led(unit):
                yield one, 0

    def evades(self, unit: str) -> set[str]:
        """Return the ends of an evade: with nothing left of two steps, or else of one."""
        two = {at for at, left in self.back(unit, self.at[unit], 2) if left == 0}
        return two or {at for at, left in self.back(unit, self.at[unit], 1) if left == 0}

    def leader_paths(self, leader: str) -> set[tuple[str, ...]]:
        """Return the paths of a leader with the fewest escapes."""
        found: dict[tuple[str, ...], int] = {}
        start = self.at[leader]
        for turns in product((0, 1), repeat=3):
            here, escapes = start, 0
            path: tuple[str, ...] = ()
            for turn in turns:
                behind = rear(here, leader[0])
                if not behind:
                    found[(*path, "off")] = escapes
                    break
                if len(behind) <= turn:
                    break
                here = behind[turn]
                if self.ground.get(here) in CLOSED:
                    break
                path = (*path, here)
                unit = self.units.get(here)
                hostile = unit is not None and unit[0] != leader[0]
                escapes += hostile
                if not hostile and here not in self.leaders:
                    found[path] = escapes
        fewest = min(found.values(), default=0)
        return {path for path, escapes in found.items() if escapes == fewest}

    # --- attacks -----------------------------------------------------------------------------

    def attacks(self) -> dict[str, dict[str, int]]:
        """Return the targets of each ordered unit, with the dice."""
        found = {}
        for unit in self.play["orders"]:
            if "-L-" in unit or unit not in self.at or self.is_spent(unit):
                continue
            enemies = [at for one, at in self.at.items() if one[0] != unit[0]]
            some = {at: self.dice(unit, at) for at in enemies if self.may_attack(unit, at)}
            some = {at: dice for at, dice in some.items() if dice > 0}
            if some:
                found[unit] = some
        return found

    def is_spent(self, unit: str) -> bool:
        """Return whether a unit may not battle any more, or not after its move."""
        play, kind, card = self.play, self.type(unit), self.card
        if play["battles"].get(unit, 0) >= card.get("shots", 1):
            return True
        most = kind["battle_after"]
        if kind["id"] in card.get("move_for", {}):
            most = max(most, card["move_for"][kind["id"]])
        if kind["id"] == "WA":
            most = 9
        if play["moved"].get(unit, 0) > most:
            return True
        here = self.at[unit]
        if play["entered"].get(unit) != here:
            return False
        ground, foot = self.ground.get(here), kind["mobility"] == "foot"
        fit = kind["id"] in LIGHT_FOOT | {"WA"}
        return (ground == "forest" and not fit) or (ground == "broken" and not foot)

    def may_attack(self, unit: str, at: str) -> bool:
        """Return whether a hex is in range and sight, and the card allows it."""
        steps = rings(self.at[unit])[at]
        if steps <= 1:
            return not self.card.get("no_close")
        if self.card.get("no_ranged") or steps > self.type(unit)["range"]:
            return False
        adjacent = [self.units.get(one) for one in near(self.at[unit])]
        if any(one is not None and one[0] != unit[0] for one in adjacent):
            return False
        return self.sees(self.at[unit], at)

    def sees(self, one: str, other: str) -> bool:
        """Return whether one of two lines is free."""
        return any(
            not any(self.hides(at, one, other) for at in line) for line in crossed(one, other)
        )

    def hides(self, at: str, one: str, other: str) -> bool:
        """Return whether a hex takes the sight between two others."""
        if self.someone(at) is not None:
            return True
        ground = self.ground.get(at)
        if ground == "hill":
            return not ({one, other} <= self.hill_of(at))
        return ground in ("forest", "camp", "steep")

    def hill_of(self, at: str) -> set[str]:
        """Return the hills that belong together with one."""
        found = {at}
        while True:
            more = {two for one in found for two in near(one) if self.ground.get(two) == "hill"}
            if more <= found:
                return found
            found |= more

    def dice(self, unit: str, at: str) -> int:
        """Return the dice of an attack, before reactions."""
        here = self.at[unit]
        kind, card = self.type(unit), self.card
        mine, theirs = self.ground.get(here), self.ground.get(at)
        if rings(here)[at] > 1:
            dice = 1 if unit in self.play["moved"] else 2
            dice = 1 if mine == "ford" or theirs == "forest" else dice
            return int(dice - (mine == "camp") + card.get("ranged_bonus", 0))
        target = self.units.get(at)
        if kind["id"] == "EL":
            known = _UNITS["elephant_dice"]
            dice = 1 if target is None else known[target.split("-")[1]]
        else:
            full = self.blocks[unit] == kind["blocks"]
            dice = kind["attack"] + (kind["id"] == "WA" and full)
        if {mine, theirs} & {"forest", "broken", "ford"}:
            dice = min(dice, 2)
        if mine == "hill":
            dice = min(dice, 3 if kind["mobility"] == "foot" else 2)
        elif theirs == "hill":
            dice = min(dice, 2)
        return int(dice - (mine == "camp") + card.get("close_bonus", 0))

    # --- rolls -------------------------------------------------------------------------------

    def hits(self, role: str, striker: str, target: str, faces: list[str]) -> int:
        """Return the hits of a roll against a unit."""
        mine, theirs = self.type(striker), self.type(target)
        if role in ("ranged", "evade", "rampage"):
            return faces.count(theirs["class"])
        around = [self.leaders.get(one) for one in (self.at[striker], *near(self.at[striker]))]
        led = any(one is not None and one[0] == striker[0] for one in around)
        led = led or striker == self.battle["sacred_band"]
        hits, spared = 0, False
        shield = theirs["id"] == "HCH"
        shield = shield or (
            theirs["mobility"] == "foot" and self.ground.get(self.at[target]) == "camp"
        )
        thick = theirs["id"] == "EL" and mine["arm"] in ("cavalry", "chariot")
        for face in faces:
            if face == theirs["class"]:
                hits, thick = hits + (not thick), False
            elif face == "swords" and mine["swords"] and theirs["id"] != "EL":
                if shield and not spared:
                    spared = True
                else:
                    hits += 1
            elif face == "leader" and led and mine["id"] != "EL":
                hits += 1
        return hits
