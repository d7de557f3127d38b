"""A second engine for TEG, written plainly from the rules, to compare the first one with.

It has names instead of numbers, dictionaries instead of bytes, and no concern for speed. It takes
legal actions in wire format, and returns the position as an arbiter sees it. Of the code under test
it uses only the map and its cards; the objectives come from the vectors.
"""

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

from domain.rulesets.teg.atlas import CARDS, LANDS

LANDS_BY_NAME: dict[str, Any] = {str(name): land for name, land in LANDS.items()}
COLORS = ("blue", "red", "black", "yellow", "green", "magenta")
BONUS = {
    "south_america": 3,
    "north_america": 5,
    "africa": 3,
    "oceania": 2,
    "europe": 5,
    "asia": 7,
}
OBJECTIVES = json.loads(
    (Path(__file__).parent / "vectors" / "tables" / "objectives.json").read_text("utf-8")
)["definitions"]


class Table:
    """One game."""

    def __init__(self, options: dict[str, Any]) -> None:
        """Prepare a game with these options, in wire format."""
        self.options = options
        self.seats = list(range(options["players"]))
        chosen = options["colors"] or [None] * len(self.seats)
        free = [color for color in COLORS if color not in chosen]
        self.colors = [color or free.pop(0) for color in chosen]
        self.mode = options["objectives"]
        if self.mode == "auto":
            self.mode = "world" if len(self.seats) < 4 else "secret_and_common"
        self.round = 0
        self.first = 0
        self.active: int | None = None
        self.owner: dict[str, int] = {}
        self.tokens: dict[str, int] = {}
        self.pool: Counter[str] = Counter()
        self.hands: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.deck: set[str] = set(CARDS)
        self.discard: list[str] = []
        self.objectives: dict[int, str] = {}
        self.status = dict.fromkeys(self.seats, "active")
        self.trades = dict.fromkeys(self.seats, 0)
        self.conquered: str | None = None
        self.attack: dict[str, str] | None = None
        self.card_due = False
        self.outcome: dict[str, Any] | None = None
        self._fresh_turn()

    def feed(self, action: dict[str, Any]) -> None:
        """Apply an action of a seat or of chance."""
        {
            "deal_board": self._deal,
            "place_tokens": self._place,
            "trade_cards": self._trade,
            "attack": self._attack,
            "roll_dice": self._roll,
            "move_tokens": self._move,
            "end_turn": self._end_turn,
            "draw_card": self._draw,
        }[action["type"]](action)

    def resign(self, seat: int) -> None:
        """Let a seat leave the game."""
        self.status[seat] = "resigned"
        self.discard += self.hands[seat]
        self.hands[seat] = []
        left = self._playing()
        if len(left) == 1:
            self._win(left, "last_standing")
        elif seat == self.active:
            self._next_turn()

    # --- actions of seats and chance -------------------------------------------------------------

    def _deal(self, action: dict[str, Any]) -> None:
        self.first = action["first"]
        self.owner = dict(zip(LANDS_BY_NAME, action["owners"], strict=True))
        self.tokens = dict.fromkeys(LANDS_BY_NAME, 1)
        self.objectives = dict(enumerate(action["objectives"]))
        self._begin(self.first, 1)

    def _place(self, action: dict[str, Any]) -> None:
        self.pool[action["pool"]] -= action["count"]
        self.tokens[action["territory"]] += action["count"]

    def _trade(self, action: dict[str, Any]) -> None:
        seat = self._active()
        self.trades[seat] += 1
        number = self.trades[seat]
        if self.options["trade_counter"] == "global":
            number = sum(self.trades.values())
        self.pool["free"] += min(10, 4 + 2 * (number - 1))
        for card in action["cards"]:
            self.hands[seat].remove(card)
            self.discard.append(card)
            if self.owner.get(card.removeprefix("c_")) == seat:
                self.tokens[card.removeprefix("c_")] += 2

    def _attack(self, action: dict[str, Any]) -> None:
        self.attacked = True
        self.attack = {"source": action["source"], "target": action["target"]}

    def _roll(self, action: dict[str, Any]) -> None:
        assert self.attack is not None
        source, target = self.attack["source"], self.attack["target"]
        self.attack = None
        ours, theirs = sorted(action["attacker"]), sorted(action["defender"])
        while ours and theirs:
            loser = target if ours.pop() > theirs.pop() else source
            self.tokens[loser] -= 1
        if not self.tokens[target]:
            self._conquered(source, target)

    def _move(self, action: dict[str, Any]) -> None:
        self.moved = True
        self.tokens[action["source"]] -= action["count"]
        self.tokens[action["target"]] += action["count"]
        self.arrived[action["target"]] += action["count"]

    def _end_turn(self, _: dict[str, Any]) -> None:
        if not self.conquests or len(self.hands[self._active()]) == 5:
            self._next_turn()
            return
        if not self.deck:
            self.deck, self.discard = set(self.discard), []
        self.card_due = True

    def _draw(self, action: dict[str, Any]) -> None:
        self.deck.remove(action["card"])
        self.hands[self._active()].append(action["card"])
        self._next_turn()

    # --- consequences ----------------------------------------------------------------------------

    def _active(self) -> int:
        assert self.active is not None
        return self.active

    def _conquered(self, source: str, target: str) -> None:
        seat, loser = self._active(), self.owner[target]
        self.owner[target] = seat
        self.tokens[source] -= 1
        self.tokens[target] = 1
        self.conquests += 1
        self.conquered = target
        reasons = []
        gone = loser not in self.owner.values()
        if self.mode == "secret_and_common" and self._met(seat, loser if gone else None):
            reasons.append("secret")
        if gone:
            self._eliminated(loser, seat)
        held = self._held(seat)
        if self.mode != "world" and len(held) >= self.options["common_target"]:
            reasons.append("common")
        if self.mode == "world" and len(held) == 50:
            reasons.append("world")
        if gone and self._playing() == [seat]:
            reasons.append("last_standing")
        if reasons:
            self._win([seat], *reasons)

    def _eliminated(self, loser: int, seat: int) -> None:
        self.status[loser] = "eliminated"
        for card in self.hands[loser]:
            inherits = self.options["elimination_cards"] == "inherit"
            if inherits and len(self.hands[seat]) < 5:
                self.hands[seat].append(card)
            else:
                self.discard.append(card)
        self.hands[loser] = []
        for other in self._playing():
            if other != seat and self._target(other) == loser:
                self.objectives[other] = "COMMON"

    def _target(self, seat: int) -> int | None:
        asked = OBJECTIVES.get(self.objectives.get(seat), {}).get("destroy")
        if asked is None:
            return None
        if asked in self.colors and self.colors[seat] != asked:
            return self.colors.index(asked)
        return self.seats[seat - 1]

    def _met(self, seat: int, eliminated: int | None) -> bool:
        asked = OBJECTIVES.get(self.objectives[seat])
        if asked is None:
            return False
        if "destroy" in asked:
            return eliminated is not None and self._target(seat) == eliminated
        held = self._held(seat)
        if not asked.get("triangle"):
            return _enough(held, asked["require"])
        return any(
            _enough([name for name in held if name not in three], asked["require"])
            for three in combinations(held, 3)
            if all(two[1] in LANDS_BY_NAME[two[0]].neighbours for two in combinations(three, 2))
        )

    def _held(self, seat: int) -> list[str]:
        return [name for name, owner in self.owner.items() if owner == seat]

    def _playing(self) -> list[int]:
        return [seat for seat in self.seats if self.status[seat] == "active"]

    def _win(self, seats: list[int], *reasons: str) -> None:
        self.active = None
        self.pool.clear()
        self.attack = None
        self.card_due = False
        self.outcome = {
            "reason": reasons[0],
            "reasons": list(reasons),
            "winners": [self.colors[seat] for seat in seats],
            "territories": {self.colors[seat]: len(self._held(seat)) for seat in self.seats},
            "standing": self._standing(seats, reasons[0]),
        }

    def _standing(self, winners: list[int], reason: str) -> list[dict[str, Any]]:
        rules = {"round_limit": "TG-WIN-7", "last_standing": "TG-WIN-6"}
        others = [seat for seat in self._playing() if seat not in winners]
        others.sort(key=self._strength, reverse=True)
        out = [seat for seat in self.seats if seat not in (*winners, *others)]
        places = [(seat, 1, rules.get(reason, "TG-WIN-3")) for seat in winners]
        for seat in others:
            ahead = [one for one in others if self._strength(one) > self._strength(seat)]
            places.append((seat, 1 + len(winners) + len(ahead), "TG-WIN-9"))
        places += [(seat, 1 + len(winners) + len(others), "TG-WIN-9") for seat in out]
        return [
            {
                "side": self.colors[seat],
                "rank": rank,
                "score": len(self._held(seat)),
                "rule": rule,
            }
            for seat, rank, rule in places
        ]

    def _strength(self, seat: int) -> tuple[int, int]:
        held = self._held(seat)
        return len(held), sum(self.tokens[name] for name in held)

    def _order(self, number: int) -> list[int]:
        starter = self.first
        if self.options["round_starter"] == "rotating":
            starter += number - 1
        return [(starter + place) % len(self.seats) for place in self.seats]

    def _next_turn(self) -> None:
        self.attack = None
        self.card_due = False
        self.pool.clear()
        order = self._order(self.round)
        later = order[order.index(self._active()) + 1 :]
        number = self.round
        if not any(self.status[seat] == "active" for seat in later):
            if number == self.options["round_limit"]:
                self._count()
                return
            number += 1
            later = self._order(number)
        self._begin(next(seat for seat in later if self.status[seat] == "active"), number)

    def _count(self) -> None:
        best = max(map(self._strength, self._playing()))
        self._win([seat for seat in self._playing() if self._strength(seat) == best], "round_limit")

    def _begin(self, seat: int, number: int) -> None:
        self.active, self.round = seat, number
        self._fresh_turn()
        if number == 2:
            return
        held = self._held(seat)
        self.pool["free"] = min(10, max(3, len(held) // 2))
        for continent, bonus in BONUS.items():
            if all(
                name in held for name, land in LANDS_BY_NAME.items() if land.continent == continent
            ):
                self.pool[continent] = bonus

    def _fresh_turn(self) -> None:
        self.conquests = 0
        self.attacked = False
        self.moved = False
        self.arrived: Counter[str] = Counter()

    # --- the arbiter's view ----------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        """Return the position in wire format."""
        return {
            "round": self.round,
            "first": self.first,
            "active": self.active,
            "territories": [
                {
                    "territory": name,
                    "owner": owner,
                    "tokens": self.tokens[name],
                    "arrived": self.arrived[name],
                }
                for name, owner in self.owner.items()
            ],
            "pool": {name: self.pool[name] for name in ("free", *BONUS)},
            "seats": [
                {
                    "color": self.colors[seat],
                    "status": self.status[seat],
                    "card_count": len(self.hands[seat]),
                    "cards": self.hands[seat],
                    "trades": self.trades[seat],
                    "objective": self.objectives.get(seat),
                    "target": self._target(seat),
                }
                for seat in self.seats
            ],
            "deck": len(self.deck),
            "discard": self.discard,
            "conquests": self.conquests,
            "conquered": self.conquered,
            "attacked": self.attacked,
            "moved": self.moved,
            "attack": self.attack,
            "card_due": self.card_due,
            "outcome": self.outcome,
        }


def _enough(held: list[str], needs: dict[str, int]) -> bool:
    counts = Counter(LANDS_BY_NAME[name].continent for name in held)
    return all(counts[continent] >= need for continent, need in needs.items())
