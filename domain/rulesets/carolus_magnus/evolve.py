"""The other dispatch table: event → next position. It trusts the events and never refuses one."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from domain.rulesets.carolus_magnus.board import (
    ALL_DISCS,
    CLAN_INDEX,
    CLANS_COUNT,
    NOBODY,
    SIDE_INDEX,
    SIDES,
)
from domain.rulesets.carolus_magnus.events import (
    AnyEvent,
    CastleBuilt,
    CrownsChosen,
    DiceRolled,
    DiscPlayed,
    EmperorMoved,
    GameEnded,
    JokersExchanged,
    LotsDrawn,
    MarkerTaken,
    PaladinPlaced,
    PaladinsReturned,
    PlacingEnded,
    ReserveFilled,
    RoundStarted,
    TerritoriesMerged,
    TerritoryTakenOver,
    TurnEnded,
    TurnOrderSet,
)
from domain.rulesets.carolus_magnus.position import Outcome, Position, Step, added


def evolve(position: Position, event: AnyEvent) -> Position:
    """Return the position after the event."""
    return _EVOLVE[type(event)](position, event)


def fold(position: Position, events: Sequence[AnyEvent]) -> Position:
    """Return the position after these events; all placements of a turn are applied together."""
    # Placements come first in the events of their action.
    if events and type(events[0]) is PaladinPlaced:
        position, count = _placed(position, events)
        events = events[count:]
    for event in events:
        position = _EVOLVE[type(event)](position, event)
    return position


def _lots_drawn(p: Position, e: LotsDrawn) -> Position:
    land = bytearray(p.land)
    supply = bytearray(p.supply)
    for segment, name in enumerate(e.paladins, start=1):
        clan = CLAN_INDEX[name]
        land[segment * CLANS_COUNT + clan] += 1
        supply[clan] -= 1
    return replace(p, order=e.opening, emperor=e.emperor, land=bytes(land), supply=bytes(supply))


def _dice_rolled(p: Position, e: DiceRolled) -> Position:
    return p


def _paladins_returned(p: Position, e: PaladinsReturned) -> Position:
    clan = CLAN_INDEX[e.clan]
    courts = bytearray(p.courts)
    for at in range(clan, len(courts), CLANS_COUNT):
        courts[at] -= e.each
    supply = added(p.supply, clan, e.each * p.options.players)
    return replace(p, courts=bytes(courts), supply=supply)


def _take(p: Position, seat: int, clans: tuple[str, ...]) -> tuple[bytes, bytes]:
    """Return the reserves and the supply after the seat takes these paladins."""
    reserves = bytearray(p.reserves)
    supply = bytearray(p.supply)
    for name in clans:
        clan = CLAN_INDEX[name]
        reserves[seat * CLANS_COUNT + clan] += 1
        supply[clan] -= 1
    return bytes(reserves), bytes(supply)


def _reserve_filled(p: Position, e: ReserveFilled) -> Position:
    reserves, supply = _take(p, e.seat, e.paladins)
    if p.phase == "setup":
        return replace(
            p,
            reserves=reserves,
            supply=supply,
            crowns=e.crowns,
            jokers=added(p.jokers, e.seat, e.jokers),
            turn=p.turn if e.crowns else p.turn + 1,
        )
    step: Step = "refill_crowns" if e.crowns else "refill_dice"
    return replace(p, reserves=reserves, supply=supply, crowns=e.crowns, step=step)


def _crowns_chosen(p: Position, e: CrownsChosen) -> Position:
    reserves, supply = _take(p, e.seat, e.clans)
    turn = p.turn + 1 if p.phase == "setup" else p.turn
    return replace(p, reserves=reserves, supply=supply, crowns=0, turn=turn)


def _jokers_exchanged(p: Position, e: JokersExchanged) -> Position:
    reserves, supply = _take(p, e.seat, e.clans)
    jokers = added(p.jokers, e.seat, -p.jokers[e.seat])
    return replace(p, reserves=reserves, supply=supply, jokers=jokers, step="place")


def _round_started(p: Position, e: RoundStarted) -> Position:
    seats = len(p.played)
    return replace(
        p,
        phase="opening",
        step=None,
        round=e.round,
        order=e.order,
        turn=0,
        discs=bytes([ALL_DISCS]) * seats if e.discs_returned else p.discs,
        played=bytes(seats),
        placed_this_round=False,
        owner_changed_this_round=False,
    )


def _disc_played(p: Position, e: DiscPlayed) -> Position:
    discs = bytearray(p.discs)
    discs[e.seat] -= 1 << e.disc
    played = bytearray(p.played)
    played[e.seat] = e.disc
    return replace(p, discs=bytes(discs), played=bytes(played), turn=p.turn + 1)


def _turn_order_set(p: Position, e: TurnOrderSet) -> Position:
    return replace(p, phase="action", order=e.order, turn=0, step=_first_step(p, e.order[0]))


def _placed(p: Position, events: Sequence[AnyEvent]) -> tuple[Position, int]:
    """Return the position after the placements of a turn, and their number of events.

    Half of all events are placements, so building a position for each of them would be slow.
    """
    reserves = bytearray(p.reserves)
    courts = bytearray(p.courts)
    land = bytearray(p.land)
    markers = p.markers
    step = p.step
    placed = p.placed_this_round
    count = 0
    for e in events:
        if type(e) is PaladinPlaced:
            clan = CLAN_INDEX[e.clan]
            at = e.seat * CLANS_COUNT + clan
            to = e.to
            reserves[at] -= 1
            if to == "court":
                courts[at] += 1
            else:
                land[to * CLANS_COUNT + clan] += 1
            placed = True
        elif type(e) is PlacingEnded:
            step = "move"
        elif type(e) is MarkerTaken:
            changed = bytearray(markers)
            changed[CLAN_INDEX[e.clan]] = e.seat
            markers = bytes(changed)
        else:
            break
        count += 1
    after = replace(
        p,
        reserves=bytes(reserves),
        courts=bytes(courts),
        land=bytes(land),
        markers=markers,
        step=step,
        placed_this_round=placed,
    )
    return after, count


def _one_placed(p: Position, e: AnyEvent) -> Position:
    return _placed(p, (e,))[0]


def _emperor_moved(p: Position, e: EmperorMoved) -> Position:
    return replace(p, emperor=e.to, step="refill_dice")


def _castle_built(p: Position, e: CastleBuilt) -> Position:
    side = SIDE_INDEX[e.side]
    return _owner_changed(p, e.territory, side, 1, added(p.castles_in_play, side, 1))


def _territory_taken_over(p: Position, e: TerritoryTakenOver) -> Position:
    side = SIDE_INDEX[e.side]
    in_play = added(p.castles_in_play, SIDE_INDEX[e.previous], -p.castles[e.territory])
    return _owner_changed(p, e.territory, side, e.castles, added(in_play, side, e.castles))


def _owner_changed(
    p: Position, head: int, side: int, castles_count: int, castles_in_play: bytes
) -> Position:
    owners = bytearray(p.owners)
    owners[head] = side
    castles = bytearray(p.castles)
    castles[head] = castles_count
    return replace(
        p,
        owners=bytes(owners),
        castles=bytes(castles),
        castles_in_play=castles_in_play,
        owner_changed_this_round=True,
    )


def _territories_merged(p: Position, e: TerritoriesMerged) -> Position:
    head, *absorbed = e.parts
    land = bytearray(p.land)
    castles = bytearray(p.castles)
    owners = bytearray(p.owners)
    for part in absorbed:
        for clan in range(CLANS_COUNT):
            land[head * CLANS_COUNT + clan] += land[part * CLANS_COUNT + clan]
            land[part * CLANS_COUNT + clan] = 0
        castles[head] += castles[part]
        castles[part] = 0
        owners[part] = NOBODY
    owners[head] = SIDE_INDEX[e.side]
    return replace(
        p,
        heads=bytes(other for other in p.heads if other not in absorbed),
        land=bytes(land),
        castles=bytes(castles),
        owners=bytes(owners),
        emperor=head if p.emperor in absorbed else p.emperor,
    )


def _turn_ended(p: Position, e: TurnEnded) -> Position:
    turn = p.turn + 1
    step = _first_step(p, p.order[turn]) if turn < len(p.order) else None
    return replace(p, turn=turn, step=step)


def _game_ended(p: Position, e: GameEnded) -> Position:
    # In the order of the sides, which the JSON of a stored event does not keep.
    castles = {side: e.castles[side] for side in SIDES if side in e.castles}
    outcome = Outcome(e.reason, e.winners, castles)
    # No seat is active any longer: all seats in the order have finished.
    return replace(p, phase="over", step=None, turn=len(p.order), crowns=0, outcome=outcome)


def _first_step(p: Position, seat: int) -> Step:
    return "exchange" if p.jokers[seat] else "place"


_EVOLVE: Final[dict[type[AnyEvent], Callable[[Position, Any], Position]]] = {
    LotsDrawn: _lots_drawn,
    DiceRolled: _dice_rolled,
    PaladinsReturned: _paladins_returned,
    ReserveFilled: _reserve_filled,
    CrownsChosen: _crowns_chosen,
    JokersExchanged: _jokers_exchanged,
    RoundStarted: _round_started,
    DiscPlayed: _disc_played,
    TurnOrderSet: _turn_order_set,
    PaladinPlaced: _one_placed,
    MarkerTaken: _one_placed,
    PlacingEnded: _one_placed,
    EmperorMoved: _emperor_moved,
    CastleBuilt: _castle_built,
    TerritoryTakenOver: _territory_taken_over,
    TerritoriesMerged: _territories_merged,
    TurnEnded: _turn_ended,
    GameEnded: _game_ended,
}
