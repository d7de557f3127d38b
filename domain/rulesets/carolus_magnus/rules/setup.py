"""The set-up: lots, the arrangement of the ring, initial reserves (CM-SET)."""

from collections import Counter

from domain.kit import IllegalAction
from domain.rulesets.carolus_magnus.actions import ArrangeTable, ExchangeJokers, RollDice
from domain.rulesets.carolus_magnus.board import (
    CLANS,
    CLANS_COUNT,
    SEGMENTS_COUNT,
    Clan,
)
from domain.rulesets.carolus_magnus.events import (
    AnyEvent,
    CrownsChosen,
    DiceRolled,
    JokersExchanged,
    LotsDrawn,
    ReserveFilled,
    RoundStarted,
)
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.position import Position
from domain.rulesets.carolus_magnus.rules import refill

_PER_CLAN = SEGMENTS_COUNT // CLANS_COUNT


def emperor_start(options: Options) -> int | None:
    """Return the segment where the emperor must start, or None if a lot decides (CM-SET-5)."""
    if options.setup == "yucata":
        return 1
    return None if options.emperor_start == "random" else options.emperor_start


def arrange_table(position: Position, action: ArrangeTable) -> list[AnyEvent]:
    """Draw the lots: opening order, ring, emperor (CM-SET-3, CM-SET-4, CM-SET-5)."""
    options = position.options
    seats = list(range(options.players))
    opening = list(action.opening)
    if sorted(opening) != seats:
        raise IllegalAction(
            "CM-SET-3", "opening_must_name_each_seat_once", opening=opening, seats=seats
        )
    first = opening[0]
    clockwise = seats[first:] + seats[:first]
    if options.setup == "tabletop" and opening != clockwise:
        raise IllegalAction(
            "CM-SET-3", "opening_must_go_clockwise", opening=opening, expected=clockwise
        )
    counts = Counter(action.paladins)
    if counts != dict.fromkeys(CLANS, _PER_CLAN):
        raise IllegalAction(
            "CM-SET-4",
            "ring_must_hold_three_paladins_of_each_clan",
            counts={clan: counts[clan] for clan in CLANS},
            segments=len(action.paladins),
        )
    start = emperor_start(options)
    if start is not None and action.emperor != start:
        raise IllegalAction(
            "CM-SET-5", "emperor_must_start_as_agreed", emperor=action.emperor, expected=start
        )
    if not 1 <= action.emperor <= SEGMENTS_COUNT:
        raise IllegalAction(
            "CM-SET-5",
            "emperor_must_start_on_a_segment",
            emperor=action.emperor,
            least=1,
            greatest=SEGMENTS_COUNT,
        )
    return [LotsDrawn(action.opening, action.paladins, action.emperor)]


def initial_dice(position: Position, action: RollDice) -> list[AnyEvent]:
    """Fill the reserve of the seat whose turn it is to draw (CM-SET-7, CM-SET-8)."""
    seat = position.order[position.turn]
    yucata = position.options.setup == "yucata"
    rule = "CM-SET-8" if yucata else "CM-SET-7"
    due = position.numbers.reserve_size
    if len(action.faces) != due:
        raise IllegalAction(
            rule, "dice_must_fill_the_reserve", dice=len(action.faces), expected=due
        )
    refill.examine_faces(action.faces)
    crowns = action.faces.count("crown")
    taken: tuple[Clan, ...] = tuple(face for face in action.faces if face != "crown")
    rolled = DiceRolled(seat, action.faces)
    if yucata:
        filled = ReserveFilled(seat, taken, 0, jokers=crowns)
    else:
        filled = ReserveFilled(seat, taken, crowns)
    if filled.crowns:
        return [rolled, filled]
    return [rolled, filled, *_set_up_ends(position)]


def initial_crowns(position: Position, clans: tuple[Clan, ...]) -> list[AnyEvent]:
    """Name the clans for the crowns of the initial throw (CM-SET-7)."""
    refill.examine_clans(position, clans, position.crowns, rule_of_number="CM-SET-7")
    seat = position.order[position.turn]
    return [CrownsChosen(seat, clans), *_set_up_ends(position)]


def exchange_jokers(position: Position, action: ExchangeJokers) -> list[AnyEvent]:
    """Exchange all jokers of the active seat for paladins (CM-SET-9)."""
    seat = position.order[position.turn]
    clans = action.clans
    refill.examine_clans(
        position, clans, position.jokers[seat], rule_of_number="CM-SET-9", rule_of_clan="CM-SET-9"
    )
    return [*refill.returns(position, clans), JokersExchanged(seat, clans)]


def _set_up_ends(position: Position) -> list[AnyEvent]:
    """Begin round 1 after the last seat has drawn its reserve."""
    if position.turn + 1 < len(position.order):
        return []
    return [RoundStarted(1, position.order, discs_returned=False)]
