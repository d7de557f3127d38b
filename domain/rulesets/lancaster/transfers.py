"""Moves the pieces of a draft: knights between places, goods between supply and players."""

from domain.kit import Seat
from domain.rulesets.lancaster.board import COUNTY_INDEX, SPACE_INDEX, Color, PlaceId
from domain.rulesets.lancaster.events import Gained
from domain.rulesets.lancaster.position import (
    Battle,
    Draft,
    Side,
    Slot,
    Strengths,
    battle_named,
    side_named,
)


def enter(d: Draft, side: Side, strength: int, card: str) -> None:
    """Put a knight on its side's slot of a battle, or on the first free one (LA-BATTLE-2)."""
    place, battle = battle_of(d, card)
    slots = [
        Slot(side, more(slot.knights, strength)) if slot.side == side else slot
        for slot in battle.slots
    ]
    if all(slot.side != side for slot in slots):
        slots.append(Slot(side, (strength,)))
    d.battles[place] = Battle(battle.card, tuple(slots))


def strengthen(d: Draft, side: Side, at: PlaceId, strength: int) -> None:
    """Put the stronger knight in the exact place of the other (LA-GAIN-8)."""
    if at == "court":
        d.courts[side] = more(less(d.courts[side], strength), strength + 1)
    elif at in COUNTY_INDEX:
        county = COUNTY_INDEX[at]
        holder = d.holders[county]
        assert holder is not None, "the knight stands there"
        d.holders[county] = holder._replace(strength=strength + 1)
    elif at in SPACE_INDEX:
        stand_in_castle(d, side, at, strength + 1)
    else:
        place, battle = battle_of(d, at)
        slots = tuple(
            Slot(side, more(less(slot.knights, strength), strength + 1))
            if slot.side == side
            else slot
            for slot in battle.slots
        )
        d.battles[place] = Battle(battle.card, slots)


def to_court(d: Draft, side: Side, *strengths: int) -> None:
    """Return knights of a side to its court."""
    d.courts[side] = more(d.courts[side], *strengths)


def stand_in_castle(d: Draft, side: Side, space: str, strength: int) -> None:
    """Put a knight of a side on a space of its castle."""
    castle = list(d.castles[side])
    castle[SPACE_INDEX[space]] = strength
    d.castles[side] = tuple(castle)


def leave_county(d: Draft, county: int) -> None:
    """Take the knight from a county; its squires go to the supply (LA-SC-COUNTY-6)."""
    holder = d.holders[county]
    assert holder is not None, "the knight stood there"
    d.squires_left += holder.squires
    d.holders[county] = None


def receive(d: Draft, seat: Seat, gained: Gained) -> None:
    """Give a seat what it gained, from the supply."""
    d.gold[seat] += gained.gold
    d.gold_left -= gained.gold
    d.squires[seat] += gained.squires
    d.squires_left -= gained.squires
    d.votes[seat] += gained.votes
    d.votes_left -= gained.votes
    d.power[seat] += gained.power


def pay(d: Draft, seat: Seat, *, gold: int = 0, squires: int = 0) -> None:
    """Return goods of a seat to the supply (LA-GAIN-4)."""
    d.gold[seat] -= gold
    d.gold_left += gold
    d.squires[seat] -= squires
    d.squires_left += squires


def side_of(d: Draft, color: Color) -> Side:
    """Return the side with this colour."""
    side = side_named(d, color)
    assert side is not None, "the colour is in the game"
    return side


def battle_of(d: Draft, card: str) -> tuple[int, Battle]:
    """Return the place of a battle card on the board, and its battle."""
    found = battle_named(d, card)
    assert found is not None, "the card is on the board"
    return found


def more(knights: Strengths, *strengths: int) -> Strengths:
    """Return the knights with these, ascending."""
    return tuple(sorted((*knights, *strengths)))


def less(knights: Strengths, strength: int) -> Strengths:
    """Return the knights without one of this strength."""
    left = list(knights)
    left.remove(strength)
    return tuple(left)
