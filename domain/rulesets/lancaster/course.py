"""The course of a game: which decision comes after what happened (LA-GEN-6).

``apply`` calls these functions, so a position always knows what is due. Where something happens by
itself, the moment of the draft says so, and ``rules/automatic.py`` has the event.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from domain.kit import Seat
from domain.rulesets.lancaster.board import (
    COUNTIES,
    COUNTY,
    LAW,
    ROUNDS,
    SLOTS,
    CountyId,
    LawId,
    number_of,
)
from domain.rulesets.lancaster.position import (
    VALUED,
    Battle,
    Draft,
    Holder,
    Side,
    Table,
    battles_joined,
    controller,
    deployed,
    holder_of,
    is_ally,
    round_order,
    sides_of,
    spaces_of,
    stock_of,
    upgradable,
)

TOTALLED: Final[tuple[LawId, ...]] = ("L01", "L02")
"""The laws that begin with revealed totals (LA-LAW-7)."""


# --- troops ------------------------------------------------------------------------------------


def begin_troops(draft: Draft) -> None:
    """Let the start player place a knight first (LA-TROOPS-1)."""
    pass_turn(draft, draft.start - 1)


def pass_turn(draft: Draft, after: Seat) -> None:
    """Let the next seat place a knight that can; if none can, parliament begins (LA-TROOPS-8)."""
    players = draft.options.players
    draft.subject = None
    for step in range(1, players + 1):
        seat = (after + step) % players
        if can_place(draft, seat):
            draft.moment, draft.queue = "place", (seat,)
            return
    _begin_vote(draft)


def can_place(table: Table, seat: Seat) -> bool:
    """Return whether a seat has a legal placement (LA-TROOPS-7, LA-TWO-7)."""
    return any(
        table.courts[side] and _side_can(table, seat, side) for side in sides_of(table, seat)
    )


def _side_can(table: Table, seat: Seat, side: Side) -> bool:
    if any(open_spaces(table, side)):
        return True
    if any(battle is not None and has_room(battle, side) for battle in table.battles):
        return True
    squires = 0 if is_ally(table, side) else table.squires[seat]
    strongest = table.courts[side][-1]
    return any(
        strongest >= COUNTY[county].min
        and (
            holder is None
            or (controller(table, holder.side) != seat and strongest + squires > power_of(holder))
        )
        for county, holder in zip(COUNTIES, table.holders, strict=True)
    )


def power_of(holder: Holder) -> int:
    """Return the strength of a knight in a county with its squires."""
    return holder.strength + holder.squires


def open_spaces(table: Table, side: Side) -> Iterator[bool]:
    """Yield for each castle space of a side whether a knight can be placed there."""
    covered = () if is_ally(table, side) else table.extensions[side]
    for space, strength in zip(spaces_of(table, side), table.castles[side], strict=True):
        yield not strength and space not in covered


def has_room(battle: Battle, side: Side) -> bool:
    """Return whether a knight of a side may enter a battle (LA-BATTLE-4, LA-BATTLE-5)."""
    return len(battle.slots) < SLOTS or any(slot.side == side for slot in battle.slots)


# --- parliament --------------------------------------------------------------------------------


def _begin_vote(draft: Draft) -> None:
    """Begin the vote on the next proposed law; after the last one, markers return."""
    draft.subject = next((law for law in draft.proposed if law is not None), None)
    draft.queue = () if draft.subject is None else round_order(draft)
    draft.moment = "return" if draft.subject is None else "vote"


def vote_was_cast(draft: Draft, seat: Seat) -> None:
    """Await the other seats, or the reveal (LA-PARL-15)."""
    draft.queue = _without(draft.queue, seat)
    if not draft.queue:
        draft.moment = "reveal"


def votes_were_revealed(draft: Draft) -> None:
    """Begin the next vote (LA-PARL-12)."""
    _begin_vote(draft)


def begin_laws(draft: Draft) -> None:
    """Apply the laws in force (LA-PARL-14)."""
    _begin_law(draft, 0)


def _begin_law(draft: Draft, number: int) -> None:
    """Begin this law, or the next one in which something happens (LA-GEN-9)."""
    for law in draft.current[number:]:
        draft.moment, draft.subject = "law", law
        draft.queue = round_order(draft) if LAW[law].kind == "AUTO" else ()
        if law in TOTALLED:
            return  # the totals come first
        if not draft.queue:
            draft.queue = asked(draft, law)
        if draft.queue:
            return
    _begin_county(draft, 0)


def totals_were_revealed(draft: Draft, law: LawId) -> None:
    """Ask those with the highest total, or go on with the next law."""
    draft.queue = asked(draft, law)
    if not draft.queue:
        _begin_law(draft, draft.current.index(law) + 1)


def law_was_done(draft: Draft) -> None:
    """Let the next seat use the law, or begin the next law."""
    draft.queue = draft.queue[1:]
    if not draft.queue:
        law = next(index for index, one in enumerate(draft.current) if one == draft.subject)
        _begin_law(draft, law + 1)


def asked(table: Table, law: LawId) -> tuple[Seat, ...]:
    """Return the seats that decide in a law, in their order (LA-GEN-9)."""
    return tuple(seat for seat in round_order(table) if _is_asked(table, law, seat))


def _is_asked(table: Table, law: LawId, seat: Seat) -> bool:
    condition = _ASKED.get(law)
    return condition is None or condition(table, seat)


def _has_most_gold(table: Table, seat: Seat) -> bool:
    return table.gold[seat] == max(table.gold) and bool(upgradable(table, seat))


def _has_most_squires(table: Table, seat: Seat) -> bool:
    return table.squires[seat] == max(table.squires) and can_recruit(table, seat)


def _may_build(table: Table, seat: Seat) -> bool:
    return extensions_by_law(table, seat) > 0 and bool(stock_of(table, seat))


def _lacks_a_strength(table: Table, seat: Seat) -> bool:
    strength = number_of("L09", "strength")
    has_one = any(one == strength for one, _ in deployed(table, seat))
    return not has_one and bool(upgradable(table, seat))


def _may_recruit(table: Table, seat: Seat) -> bool:
    return recruits_by_law(table, seat) > 0 and can_recruit(table, seat)


def _may_swap(table: Table, seat: Seat) -> bool:
    before, after = number_of("L10", "from"), number_of("L10", "to")
    return after in table.reserves[seat] and any(one == before for one, _ in deployed(table, seat))


_ASKED: Final[Mapping[LawId, Callable[[Table, Seat], bool]]] = {
    "L01": _has_most_gold,
    "L02": _has_most_squires,
    "L06": _may_build,
    "L09": _lacks_a_strength,
    "L10": _may_swap,
    "L15": _may_recruit,
}
"""By law that does not ask everyone: whom it asks."""


def can_recruit(table: Table, side: Side) -> bool:
    """Return whether a knight of strength 1 is in the reserve of a side (LA-GAIN-11)."""
    return 1 in table.reserves[side]


def extensions_by_law(table: Table, seat: Seat) -> int:
    """Return how many extensions law L06 lets a seat build, whatever its stock."""
    return battles_joined(table, seat) // number_of("L06", "per") * number_of("L06", "extend")


def recruits_by_law(table: Table, seat: Seat) -> int:
    """Return how many recruits law L15 gives a seat, whatever its reserve."""
    return len(table.tables[seat]) // number_of("L15", "per") * number_of("L15", "recruit")


# --- scoring -----------------------------------------------------------------------------------


def _begin_county(draft: Draft, number: int) -> None:
    """Value the next county with a knight, or the castles (LA-SC-COUNTY-1)."""
    for county in COUNTIES[number:]:
        holder = holder_of(draft, county)
        if holder is not None:
            draft.moment, draft.subject = "county", county
            draft.queue = (controller(draft, holder.side),)
            return
    draft.moment, draft.subject, draft.queue = "castle", None, round_order(draft)


def county_was_left(draft: Draft, county: CountyId) -> None:
    """Ask for the next start player, or go on with the next county (LA-SC-COUNTY-8)."""
    if COUNTY[county].start_choice and draft.round < ROUNDS:
        draft.moment = "start_player"
    else:
        _begin_county(draft, COUNTIES.index(county) + 1)


def next_county(draft: Draft) -> None:
    """Go on after the county in question."""
    _begin_county(draft, next(n for n, one in enumerate(COUNTIES) if one == draft.subject) + 1)


def has_sources(table: Table, seat: Seat) -> bool:
    """Return whether a seat still has something to value in its castles (LA-SC-CASTLE-2)."""
    if any(any(table.castles[side]) for side in sides_of(table, seat)):
        return True
    return any(tile not in table.tiles_valued for tile in table.extensions[seat])


def castle_was_valued(draft: Draft) -> None:
    """Go on with the castle of the next seat, or with the battles."""
    draft.queue, draft.tiles_valued = draft.queue[1:], ()
    if not draft.queue:
        _begin_battle(draft, 0)


def source_was_valued(draft: Draft) -> None:
    """End a castle without a table to value (LA-SC-CASTLE-8)."""
    if draft.round == ROUNDS and not has_sources(draft, draft.queue[0]):
        castle_was_valued(draft)


def _begin_battle(draft: Draft, number: int) -> None:
    """Value the next battle, or end the round (LA-SC-BATTLE-1)."""
    draft.queue = ()
    for place in VALUED[number:]:
        battle = draft.battles[place]
        if battle is not None:
            draft.moment, draft.subject = "battle", battle.card
            return
    draft.subject = None
    draft.moment = "cards" if draft.round < ROUNDS else "final"


def battle_was_valued(draft: Draft, place: int) -> None:
    """Go on with the next battle."""
    _begin_battle(draft, VALUED.index(place) + 1)


def begin_ransom(draft: Draft, battle: Battle) -> None:
    """Ask the owners of the prisoners, after those of allies are gone (LA-RANSOM-1)."""
    owners = {slot.side for slot in battle.slots if not is_ally(draft, slot.side)}
    draft.moment = "ransom"
    draft.queue = tuple(seat for seat in round_order(draft) if seat in owners)


def _without(queue: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(one for one in queue if one != seat)
