"""Helpers for examples of Lancaster: a table of which only what matters is named.

A ``Setting`` begins with a table in round 2, in which nobody has a knight in play, gold, squires or
vote markers, and each player has built ``CS_POWER``. Examples add what they are about. ``position``
completes it: knights that were not named are in reserve, and all other pieces are in the supply.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from domain.refusal import IllegalAction
from domain.ruleset import CHANCE, Actor
from domain.rulesets.lancaster import RULESET
from domain.rulesets.lancaster.actions import CastVote, RevealVotes, ValueSource
from domain.rulesets.lancaster.board import (
    BATTLE,
    COUNTIES,
    COUNTY_INDEX,
    EDITION,
    KNIGHTS,
    LAWS,
    SPACE_INDEX,
    TILES,
)
from domain.rulesets.lancaster.events import AllyChosen, ExtensionBuilt, TableArranged
from domain.rulesets.lancaster.options import Options
from domain.rulesets.lancaster.position import (
    BOTTOM,
    TOP,
    Battle,
    Draft,
    Holder,
    Position,
    Slot,
    in_play,
    round_order,
    side_named,
    thaw,
)
from tests.support.games.spec import SEEN

ALL = ("blue", "green", "yellow", "red", "purple")


class Setting:
    """A draft to which an example adds what it is about."""

    def __init__(
        self,
        colors: Sequence[str] = ALL,
        *,
        allies: Mapping[str, str] | None = None,
        start: int = 0,
        round_number: int = 2,
    ) -> None:
        """Set the table; ``allies`` has the player of each ally's colour."""
        options = msgspec.convert({"players": len(colors), "colors": list(colors)}, Options)
        self.draft: Draft = thaw(RULESET.start(options))
        self.apply(TableArranged(start, ("B01", "B02"), LAWS[:6]))
        if options.has_allies:
            chosen = {owner: ally for ally, owner in (allies or {}).items()}
            free = [color for color in ALL if color not in (*colors, *chosen.values())]
            for seat in round_order(self.draft):
                color: Any = chosen.get(colors[seat]) or free.pop(0)
                self.apply(AllyChosen(seat, color))
        for seat in round_order(self.draft):
            self.apply(ExtensionBuilt(seat, "CS_POWER"))
        d = self.draft
        d.round = round_number
        d.courts = [()] * len(d.courts)
        for goods in (d.gold, d.squires, d.votes):
            goods[:] = [0] * len(goods)

    def apply(self, *events: Any) -> None:
        """Apply events to the draft."""
        RULESET.apply(self.draft, events)

    def side(self, color: Any) -> int:
        """Return the number of a side."""
        side = side_named(self.draft, color)
        assert side is not None, color
        return side

    def stand(self, color: str, place: Any, *strengths: int, squires: int = 0) -> "Setting":
        """Put knights of a side at a place, in a battle on the next slot."""
        d, side = self.draft, self.side(color)
        if place == "court":
            d.courts[side] = tuple(sorted((*d.courts[side], *strengths)))
        elif place in COUNTY_INDEX:
            (strength,) = strengths
            d.holders[COUNTIES.index(place)] = Holder(side, strength, squires)
        elif place in SPACE_INDEX:
            castle = list(d.castles[side])
            (castle[SPACE_INDEX[place]],) = strengths
            d.castles[side] = tuple(castle)
        else:
            number, battle = next(
                (n, one) for n, one in enumerate(d.battles) if one and one.card == place
            )
            slots = (*battle.slots, Slot(side, strengths))
            d.battles[number] = Battle(battle.card, slots)
        return self

    def battle(
        self, card: str, slots: Iterable[tuple[str, Sequence[int]]], *, row: str, column: int = 0
    ) -> "Setting":
        """Put a battle card on the board, with its slots."""
        places = TOP if row == "top" else BOTTOM
        self.draft.battles[places[column]] = Battle(BATTLE[card].id, ())
        for color, strengths in slots:
            self.stand(color, card, *strengths)
        return self

    def own(self, color: str, **goods: Any) -> "Setting":
        """Set what a player owns: gold, squires, votes, nobles, extensions, power."""
        seat = self.side(color)
        fields = {"nobles": "tables"}
        for good, amount in goods.items():
            getattr(self.draft, fields.get(good, good))[seat] = amount
        return self

    def due(self, moment: Any, *seats: int, subject: str | None = None) -> "Setting":
        """Set the decision that is due."""
        self.draft.moment, self.draft.subject, self.draft.queue = moment, subject, seats
        return self

    def laws(self, current: Sequence[Any], proposed: Sequence[Any]) -> "Setting":
        """Set the laws in force and those to vote on."""
        self.draft.current, self.draft.proposed = tuple(current), tuple(proposed)
        return self

    def position(self, **supply: int) -> Position:
        """Return the position, with all other pieces in reserves and in the supply."""
        d = self.draft
        for side in range(len(d.courts)):
            reserve = list(KNIGHTS)
            for strength, _ in in_play(d, side):
                reserve.remove(strength)
            d.reserves[side] = tuple(reserve)
        on_counties = sum(holder.squires for holder in d.holders if holder)
        d.gold_left = supply.get("gold", EDITION.supply.gold - sum(d.gold))
        d.squires_left = EDITION.supply.squire - sum(d.squires) - on_counties
        d.votes_left = EDITION.supply.vote - sum(d.votes)
        position: Position = RULESET.freeze(d)
        return position


class Run:
    """A position, and what happened in it."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.events: list[Any] = []
        self.refusal: Any = None

    def do(self, by: Actor, action: Any) -> "Run":
        """Decide; a refusal ends the run."""
        if self.refusal is None:
            try:
                events = RULESET.decide(self.position, by, action)
            except IllegalAction as error:
                self.refusal = error.refusal
                assert self.refusal.rule in RULESET.catalogue
                SEEN.add(self.refusal.rule)
                return self
            self.events += events
            self.position = RULESET.fold(self.position, events)
        return self

    def of(self, kind: type[Any]) -> list[Any]:
        """Return the events of a type."""
        return [event for event in self.events if isinstance(event, kind)]

    def side(self, color: Any) -> int:
        """Return the number of a side."""
        side = side_named(self.position, color)
        assert side is not None, color
        return side


def laws_begin(setting: Setting, **supply: int) -> Run:
    """Let everyone reject the last proposed law, so that the laws in force are applied."""
    d = setting.draft
    rejected = next(law for law in LAWS if law not in d.current)
    setting.laws(d.current, (None, None, rejected))
    setting.due("vote", *round_order(d), subject=rejected)
    run = Run(setting.position(**supply))
    for seat in round_order(run.position):
        run.do(seat, CastVote("no"))
    return run.do(CHANCE, RevealVotes())


def battles_begin(setting: Setting) -> Run:
    """Let the last castle of the round be valued, so that the battles follow."""
    d = setting.draft
    seat = round_order(d)[-1]
    d.extensions[seat] = ("CS_POWER",)
    setting.due("castle", seat)
    run = Run(setting.position())
    power = list(run.position.power)
    run.do(seat, ValueSource("tile", "CS_POWER"))
    assert power[seat] + 2 <= run.position.power[seat]
    return run


assert TILES[-1] == "CS_POWER", "the tile that changes no pieces"
