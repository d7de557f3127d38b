"""A second engine, as plain as a player at the table, to compare the real one with.

It follows the procedure of the rules piece by piece: it places each paladin and checks the marker,
takes each die, and walks each step of the emperor. It shares only the wire names with the engine
under test. It checks nothing, because its input is decisions that were accepted, and it is slow on
purpose.

``returned`` selects how many paladins all seats return when the supply lacks a clan: according to
the rules, this makes no difference (property P-2).
"""

from typing import Any, Literal

Returned = Literal["most", "one", "early"]

CLANS = ["blue", "green", "pink", "red", "yellow"]
SIDES = {
    (2, "opposite"): ["white", "black"],
    (2, "adjacent"): ["white", "black"],
    (3, "opposite"): ["white", "black", "gray"],
    (3, "adjacent"): ["white", "black", "gray"],
    (4, "opposite"): ["white", "black", "white", "black"],
    (4, "adjacent"): ["white", "white", "black", "black"],
}


class Table:
    """One table, with its pieces in plain lists and dictionaries."""

    def __init__(self, options: dict[str, Any], returned: Returned = "most") -> None:
        self.options = options
        self.returned = returned
        self.n: int = options["players"]
        self.goal = 8 if self.n == 3 else 10
        self.size = 9 if self.n == 3 else 7
        self.side_of = SIDES[self.n, options["seating"]]
        self.sides = list(dict.fromkeys(self.side_of))
        self.phase = "setup"
        self.step: str | None = None
        self.round = 1
        self.order: list[int] = []
        self.turn = 0
        self.crowns = 0
        self.emperor = 0
        """The index of the emperor's territory in the ring."""
        self.ring: list[dict[str, Any]] = []
        self.supply = dict.fromkeys(CLANS, 40)
        self.markers: dict[str, int | None] = dict.fromkeys(CLANS)
        self.courts = [dict.fromkeys(CLANS, 0) for _ in range(self.n)]
        self.reserves = [dict.fromkeys(CLANS, 0) for _ in range(self.n)]
        self.jokers = [0] * self.n
        self.discs = [[1, 2, 3, 4, 5] for _ in range(self.n)]
        self.played: list[int | None] = [None] * self.n
        self.placed = False
        self.changed = False
        self.outcome: dict[str, Any] | None = None

    def feed(self, action: dict[str, Any]) -> None:
        """Apply an action in wire format."""
        getattr(self, action["type"])(**{key: action[key] for key in action if key != "type"})

    # --- chance

    def arrange_table(self, opening: list[int], paladins: list[str], emperor: int) -> None:
        """Lay out the ring."""
        self.order = list(opening)
        for segment, clan in enumerate(paladins, start=1):
            here = dict.fromkeys(CLANS, 0)
            here[clan] = 1
            self.supply[clan] -= 1
            self.ring.append({"segments": [segment], "paladins": here, "owner": None, "castles": 0})
        self.emperor = emperor - 1

    def roll_dice(self, faces: list[str]) -> None:
        """Take the paladins that the dice show, one by one in clan order."""
        seat = self.order[self.turn]
        crowns = faces.count("crown")
        if self.phase == "setup" and self.options["setup"] == "yucata":
            self.jokers[seat] = crowns
            crowns = 0
        for clan in CLANS:
            for face in faces:
                if face == clan and not self._take(seat, clan):
                    crowns += 1
        can_be_taken = sum(
            self.supply[clan] + self.n * min(court[clan] for court in self.courts) for clan in CLANS
        )
        self.crowns = min(crowns, can_be_taken)
        if self.phase == "action":
            self.step = "refill_crowns"
        if not self.crowns:
            self._refilled()

    # --- decisions

    def choose_crowns(self, clans: list[str]) -> None:
        """Take paladins of the named clans."""
        for clan in clans:
            assert self._take(self.order[self.turn], clan)
        self.crowns = 0
        self._refilled()

    def choose_disc(self, disc: int) -> None:
        """Play a disc; the last one sets the turn order."""
        seat = self.order[self.turn]
        self.discs[seat].remove(disc)
        self.played[seat] = disc
        self.turn += 1
        if self.turn == self.n:
            by_disc = []
            for number in range(1, 6):
                by_disc += [one for one in self.order if self.played[one] == number]
            self.order = by_disc
            self.phase = "action"
            self.turn = 0
            self._turn_begins()

    def exchange_jokers(self, clans: list[str]) -> None:
        """Take a paladin for each joker."""
        seat = self.order[self.turn]
        self.jokers[seat] = 0
        for clan in clans:
            assert self._take(seat, clan)
        self.step = "place"

    def place_paladins(self, placements: list[dict[str, Any]]) -> None:
        """Place the paladins, and check the marker after each one in the court."""
        seat = self.order[self.turn]
        for placement in placements:
            clan = placement["clan"]
            self.placed = True
            self.reserves[seat][clan] -= 1
            if placement["to"] != "court":
                self._at(placement["to"])["paladins"][clan] += 1
                continue
            self.courts[seat][clan] += 1
            mine = self.courts[seat][clan]
            others = [self.courts[other][clan] for other in range(self.n) if other != seat]
            if all(mine > theirs for theirs in others):
                self.markers[clan] = seat
        self.step = "move"

    def move_emperor(self, steps: int) -> None:
        """Walk, resolve, build or take over, merge, and check for the end."""
        for _ in range(steps):
            self.emperor = (self.emperor + 1) % len(self.ring)
        land = self.ring[self.emperor]
        side = self._strongest(land)
        if side is not None and side != land["owner"]:
            wanted = land["castles"] or 1
            land["castles"] = 0
            left = self.goal - self._castles(side)
            land["owner"] = side
            land["castles"] = min(wanted, left)
            self.changed = True
            self._merge(land)
            if self._castles(side) >= self.goal:
                self._end("castle_goal")
            elif len(self.ring) < 4:
                self._end("few_territories")
        if self.outcome is None:
            self.step = "refill_dice"

    # --- pieces

    def _take(self, seat: int, clan: str) -> bool:
        if not self.supply[clan]:
            self._return(clan)
        if not self.supply[clan]:
            return False
        self.supply[clan] -= 1
        self.reserves[seat][clan] += 1
        if self.returned == "early" and not self.supply[clan]:
            self._return(clan)
        return True

    def _return(self, clan: str) -> None:
        each = min(court[clan] for court in self.courts)
        if self.returned == "one":
            each = min(each, 1)
        for court in self.courts:
            court[clan] -= each
            self.supply[clan] += each

    def _at(self, head: int) -> dict[str, Any]:
        return next(land for land in self.ring if land["segments"][0] == head)

    def _castles(self, side: str) -> int:
        return sum(land["castles"] for land in self.ring if land["owner"] == side)

    def _strongest(self, land: dict[str, Any]) -> str | None:
        strength = dict.fromkeys(self.sides, 0)
        for clan, holder in self.markers.items():
            if holder is not None:
                strength[self.side_of[holder]] += land["paladins"][clan]
        if land["owner"] is not None:
            strength[land["owner"]] += land["castles"]
        for side in self.sides:
            if all(strength[side] > strength[other] for other in self.sides if other != side):
                return side
        return None

    def _merge(self, land: dict[str, Any]) -> None:
        at = self.ring.index(land)
        before = self.ring[at - 1]
        after = self.ring[(at + 1) % len(self.ring)]
        if after["owner"] == land["owner"] and after is not land:
            self._join(land, after)
        if before["owner"] == land["owner"] and before is not land and before in self.ring:
            self._join(before, land)
            land = before
        # After segment 15 the ring continues with 1; sort territories by their heads.
        self.ring.sort(key=lambda one: int(one["segments"][0]))
        self.emperor = self.ring.index(land)

    def _join(self, first: dict[str, Any], second: dict[str, Any]) -> None:
        first["segments"] += second["segments"]
        first["castles"] += second["castles"]
        for clan in CLANS:
            first["paladins"][clan] += second["paladins"][clan]
        self.ring.remove(second)

    # --- turns, rounds, the end

    def _turn_begins(self) -> None:
        self.step = "exchange" if self.jokers[self.order[self.turn]] else "place"

    def _refilled(self) -> None:
        self.turn += 1
        if self.phase == "setup":
            if self.turn == self.n:
                self._opening_begins()
        elif self.turn < self.n:
            self._turn_begins()
        elif not self.placed and not self.changed:
            self._end("stalled")
        elif self.round == self.options["max_rounds"]:
            self._end("round_limit")
        else:
            if self.round % 5 == 0:
                self.discs = [[1, 2, 3, 4, 5] for _ in range(self.n)]
            self.round += 1
            self._opening_begins()

    def _opening_begins(self) -> None:
        self.phase = "opening"
        self.step = None
        self.turn = 0
        self.played = [None] * self.n
        self.placed = False
        self.changed = False

    def _end(self, reason: str) -> None:
        castles = {side: self._castles(side) for side in self.sides}
        winners = [side for side in self.sides if castles[side] == max(castles.values())]
        by_castles = "CM-END-8" if len(winners) == 1 else "CM-END-9"
        if self.options["tie_break"] == "clan_markers":
            held = {
                side: sum(
                    holder is not None and self.side_of[holder] == side
                    for holder in self.markers.values()
                )
                for side in self.sides
            }
        else:
            held = dict.fromkeys(self.sides, 0)
        strengths = {side: 10 * castles[side] + held[side] for side in self.sides}
        winners = [side for side in self.sides if strengths[side] == max(strengths.values())]
        standing = [
            {
                "side": side,
                "rank": 1 + sum(other > strengths[side] for other in strengths.values()),
                "score": castles[side],
                "rule": "CM-END-12",
            }
            for side in self.sides
        ]
        for place in standing:
            if place["side"] in winners:
                place["rule"] = "CM-END-2" if reason == "castle_goal" else by_castles
        self.outcome = {
            "reason": reason,
            "winners": winners,
            "castles": castles,
            "standing": sorted(standing, key=lambda place: place["rank"]),
        }
        self.phase = "over"
        self.step = None

    # --- the position

    def position(self) -> dict[str, Any]:
        """Return the position in wire format."""
        return {
            "phase": self.phase,
            "step": self.step,
            "round": self.round,
            "order": self.order,
            "active": None if self.phase == "over" else self.order[self.turn],
            "crowns": self.crowns,
            "emperor": self.ring[self.emperor]["segments"][0],
            "territories": self.ring,
            "markers": self.markers,
            "supply": self.supply,
            "seats": [
                {
                    "side": self.side_of[seat],
                    "court": self.courts[seat],
                    "reserve": self.reserves[seat],
                    "jokers": self.jokers[seat],
                    "discs": self.discs[seat],
                    "disc_played": self.played[seat],
                }
                for seat in range(self.n)
            ],
            "castles_in_play": {side: self._castles(side) for side in self.sides},
            "placed_this_round": self.placed,
            "owner_changed_this_round": self.changed,
            "outcome": self.outcome,
        }

    def available(self) -> dict[str, int]:
        """Return how many paladins of each clan can be taken, including returns."""
        return {
            clan: self.supply[clan] + self.n * min(court[clan] for court in self.courts)
            for clan in CLANS
        }
