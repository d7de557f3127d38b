"""The other dispatch table: event → what it changes. It trusts the events and refuses none."""

from collections.abc import Callable, Sequence
from typing import Any, Final

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
from domain.rulesets.carolus_magnus.position import Draft, Step, ended


def apply(draft: Draft, events: Sequence[AnyEvent]) -> None:
    """Change the draft as the events say."""
    for event in events:
        _APPLY[type(event)](draft, event)


def _lots_drawn(d: Draft, e: LotsDrawn) -> None:
    d.order = e.opening
    d.emperor = e.emperor
    for segment, name in enumerate(e.paladins, start=1):
        clan = CLAN_INDEX[name]
        d.land[segment * CLANS_COUNT + clan] += 1
        d.supply[clan] -= 1


def _dice_rolled(d: Draft, e: DiceRolled) -> None:
    """Change nothing: what the seat takes for its dice is another event."""


def _paladins_returned(d: Draft, e: PaladinsReturned) -> None:
    clan = CLAN_INDEX[e.clan]
    for at in range(clan, len(d.courts), CLANS_COUNT):
        d.courts[at] -= e.each
    d.supply[clan] += e.each * d.options.players


def _take(d: Draft, seat: int, clans: tuple[str, ...]) -> None:
    """Move these paladins from the supply to the reserve of the seat."""
    reserves, supply, first = d.reserves, d.supply, seat * CLANS_COUNT
    for name in clans:
        clan = CLAN_INDEX[name]
        reserves[first + clan] += 1
        supply[clan] -= 1


def _reserve_filled(d: Draft, e: ReserveFilled) -> None:
    _take(d, e.seat, e.paladins)
    d.crowns = e.crowns
    if d.phase != "setup":
        d.step = "refill_crowns" if e.crowns else "refill_dice"
        return
    d.jokers[e.seat] += e.jokers
    if not e.crowns:
        d.turn += 1


def _crowns_chosen(d: Draft, e: CrownsChosen) -> None:
    _take(d, e.seat, e.clans)
    d.crowns = 0
    if d.phase == "setup":
        d.turn += 1


def _jokers_exchanged(d: Draft, e: JokersExchanged) -> None:
    _take(d, e.seat, e.clans)
    d.jokers[e.seat] = 0
    d.step = "place"


def _round_started(d: Draft, e: RoundStarted) -> None:
    seats = len(d.played)
    d.phase = "opening"
    d.step = None
    d.round = e.round
    d.order = e.order
    d.turn = 0
    if e.discs_returned:
        d.discs = bytearray([ALL_DISCS]) * seats
    d.played = bytearray(seats)
    d.placed_this_round = False
    d.owner_changed_this_round = False


def _disc_played(d: Draft, e: DiscPlayed) -> None:
    d.discs[e.seat] -= 1 << e.disc
    d.played[e.seat] = e.disc
    d.turn += 1


def _turn_order_set(d: Draft, e: TurnOrderSet) -> None:
    d.phase = "action"
    d.order = e.order
    d.turn = 0
    d.step = _first_step(d)


def _paladin_placed(d: Draft, e: PaladinPlaced) -> None:
    clan = CLAN_INDEX[e.clan]
    at = e.seat * CLANS_COUNT + clan
    d.reserves[at] -= 1
    to = e.to
    if to == "court":
        d.courts[at] += 1
    else:
        d.land[to * CLANS_COUNT + clan] += 1
    d.placed_this_round = True


def _marker_taken(d: Draft, e: MarkerTaken) -> None:
    d.markers[CLAN_INDEX[e.clan]] = e.seat


def _placing_ended(d: Draft, e: PlacingEnded) -> None:
    d.step = "move"


def _emperor_moved(d: Draft, e: EmperorMoved) -> None:
    d.emperor = e.to
    d.step = "refill_dice"


def _castle_built(d: Draft, e: CastleBuilt) -> None:
    _own(d, e.territory, SIDE_INDEX[e.side], 1)


def _territory_taken_over(d: Draft, e: TerritoryTakenOver) -> None:
    d.castles_in_play[SIDE_INDEX[e.previous]] -= d.castles[e.territory]
    _own(d, e.territory, SIDE_INDEX[e.side], e.castles)


def _own(d: Draft, head: int, side: int, castles: int) -> None:
    """Let the side own the territory, with this many castles that it has just put into play."""
    d.owners[head] = side
    d.castles[head] = castles
    d.castles_in_play[side] += castles
    d.owner_changed_this_round = True


def _territories_merged(d: Draft, e: TerritoriesMerged) -> None:
    head, *absorbed = e.parts
    land = d.land
    for part in absorbed:
        for clan in range(CLANS_COUNT):
            land[head * CLANS_COUNT + clan] += land[part * CLANS_COUNT + clan]
            land[part * CLANS_COUNT + clan] = 0
        d.castles[head] += d.castles[part]
        d.castles[part] = 0
        d.owners[part] = NOBODY
    d.heads = bytearray(other for other in d.heads if other not in absorbed)
    d.owners[head] = SIDE_INDEX[e.side]
    if d.emperor in absorbed:
        d.emperor = head


def _turn_ended(d: Draft, e: TurnEnded) -> None:
    d.turn += 1
    d.step = _first_step(d) if d.turn < len(d.order) else None


def _game_ended(d: Draft, e: GameEnded) -> None:
    # In the order of the sides, which the JSON of a stored event does not keep.
    castles = {side: e.castles[side] for side in SIDES if side in e.castles}
    d.outcome = ended(d, e.reason, e.winners, castles)
    # No seat is active any longer: all seats in the order have finished.
    d.phase = "over"
    d.step = None
    d.turn = len(d.order)
    d.crowns = 0


def _first_step(d: Draft) -> Step:
    """Return the first step of the turn of the active seat."""
    return "exchange" if d.jokers[d.order[d.turn]] else "place"


_APPLY: Final[dict[type[AnyEvent], Callable[[Draft, Any], None]]] = {
    LotsDrawn: _lots_drawn,
    DiceRolled: _dice_rolled,
    PaladinsReturned: _paladins_returned,
    ReserveFilled: _reserve_filled,
    CrownsChosen: _crowns_chosen,
    JokersExchanged: _jokers_exchanged,
    RoundStarted: _round_started,
    DiscPlayed: _disc_played,
    TurnOrderSet: _turn_order_set,
    PaladinPlaced: _paladin_placed,
    MarkerTaken: _marker_taken,
    PlacingEnded: _placing_ended,
    EmperorMoved: _emperor_moved,
    CastleBuilt: _castle_built,
    TerritoryTakenOver: _territory_taken_over,
    TerritoriesMerged: _territories_merged,
    TurnEnded: _turn_ended,
    GameEnded: _game_ended,
}
