"""Checks of pieces and cards: that all are there, and in places where they may be (CA-INV)."""

from collections.abc import Iterator

from domain.kit import Refusal, fault, repeated
from domain.rulesets.ancients.board import CARD_PLACE, CARDS, IMPASSABLE, Scenario
from domain.rulesets.ancients.hexes import BOTTOM, HEX, SIDES, TOP
from domain.rulesets.ancients.options import Options
from domain.rulesets.ancients.view import PositionView


def frame_faults(view: PositionView, options: Options) -> Iterator[Refusal]:
    """Yield the fault of another battle, because then no other fault can be judged."""
    if (view.scenario, view.sides) != (options.scenario, options.sides):
        yield fault(
            "CA-SET-1",
            "battle_must_be_that_of_the_options",
            scenario=view.scenario,
            sides=list(view.sides),
        )


def place_faults(view: PositionView, battle: Scenario) -> Iterator[Refusal]:
    """Yield the faults that leave open where each piece is."""
    yield from _hexes(view)
    yield from _pieces(view, battle)


def faults(view: PositionView, battle: Scenario) -> Iterator[Refusal]:
    """Yield all other faults of pieces and cards."""
    yield from _stacks(view, battle)
    yield from _blocks(view, battle)
    yield from _cards(view)
    yield from _hands(view)
    yield from _banners(view, battle)


def _hexes(view: PositionView) -> Iterator[Refusal]:
    play, combat = view.play, view.combat
    named = [*(one.hex for one in view.units), *(one.hex for one in view.leaders)]
    named += [*view.camps, *(play.entered.values() if play is not None else ())]
    if combat is not None:
        named += [combat.from_, combat.hex]
        named += [one.hex for one in combat.after if one.hex is not None]
    unknown = sorted({one for one in named if one not in HEX})
    if unknown:
        yield fault("CA-GEO-1", "unknown_hex", hexes=unknown)


def _pieces(view: PositionView, battle: Scenario) -> Iterator[Refusal]:
    """Check that each piece of the battle is in one place, and in the order of the data file."""
    count = battle.unit_count
    units, leaders = [one.id for one in view.units], [one.id for one in view.leaders]
    lists = (units, leaders, view.reserve, view.eliminated, view.left_board)
    everything = [one for some in lists for one in some]
    numbers = battle.numbers
    wrong = sorted({one for one in everything if one not in numbers})
    missing = [one for one in battle.ids if one not in everything]
    twice = repeated(everything)
    if wrong or missing or twice:
        yield fault(
            "CA-SET-1",
            "each_piece_must_be_in_one_place",
            unknown=wrong,
            missing=missing,
            twice=twice,
        )
        return
    sorts = any(numbers[one] >= count for one in units) or any(
        numbers[one] < count for one in leaders
    )
    reserve = {*battle.reserve, *dict(battle.reserve_leaders)}
    ordered = all(list(some) == sorted(some, key=numbers.__getitem__) for some in lists)
    if sorts or not ordered or not reserve >= set(view.reserve):
        yield fault("CA-SET-1", "pieces_must_be_in_order", reserve=list(view.reserve))


def _stacks(view: PositionView, battle: Scenario) -> Iterator[Refusal]:
    units = [one.hex for one in view.units]
    leaders = [one.hex for one in view.leaders]
    sides: dict[str, set[str]] = {}
    pieces = [(one.hex, one.id) for one in view.units]
    pieces += [(one.hex, one.id) for one in view.leaders]
    for at, piece in pieces:
        sides.setdefault(at, set()).add(piece[0])
    mixed = [at for at, found in sides.items() if len(found) > 1]
    crowded = sorted({*repeated(units), *repeated(leaders), *mixed})
    if crowded:
        yield fault("CA-INV-3", "hex_holds_too_much", hexes=crowded)
    ground = dict(battle.terrain)
    stuck = sorted({at for at in sides if ground.get(at) in IMPASSABLE})
    if stuck:
        yield fault("CA-INV-3", "terrain_is_impassable", hexes=stuck)


def _blocks(view: PositionView, battle: Scenario) -> Iterator[Refusal]:
    for one in view.units:
        number = battle.numbers.get(one.id)
        if number is None or number >= battle.unit_count:
            continue
        most = battle.types[number].blocks
        if not 1 <= one.blocks <= most:
            yield fault(
                "CA-INV-4", "blocks_out_of_range", unit=one.id, blocks=one.blocks, most=most
            )


def _cards(view: PositionView) -> Iterator[Refusal]:
    hands = (view.hands.top, view.hands.bottom)
    if None in hands:
        yield fault("CA-INV-1", "hands_must_be_shown")
        return
    table = () if view.play is None else (view.play.card,)
    shown = [*(hands[TOP] or ()), *(hands[BOTTOM] or ()), *view.discard, *table]
    unknown = sorted({one for one in shown if one not in CARD_PLACE})
    twice = repeated(shown)
    if unknown or twice or view.deck != len(CARDS) - len(shown):
        yield fault(
            "CA-INV-1",
            "each_card_must_be_in_one_place",
            unknown=unknown,
            twice=twice,
            deck=view.deck,
            expected=len(CARDS) - len(shown),
        )


def _hands(view: PositionView) -> Iterator[Refusal]:
    """Check that hands are full when a card is due (CA-INV-2)."""
    for side in SIDES:
        hand = getattr(view.hands, side) or ()
        limit, count = getattr(view.hand_limits, side), getattr(view.hand_counts, side)
        if len(hand) != count and getattr(view.hands, side) is not None:
            yield fault("CA-INV-2", "hand_count_must_match", side=side, count=count)
        due = view.draws.count(side)
        if view.step == "choose_card" and len(hand) != limit:
            yield fault("CA-INV-2", "hand_must_be_full", side=side, cards=len(hand), limit=limit)
        elif view.step == "draw" and view.draws and len(hand) + due != limit:
            yield fault(
                "CA-INV-2", "draws_must_fill_the_hand", side=side, cards=len(hand), draws=due
            )
        elif len(hand) > limit:
            yield fault("CA-INV-2", "hand_is_too_large", side=side, cards=len(hand), limit=limit)


def _banners(view: PositionView, battle: Scenario) -> Iterator[Refusal]:
    for number, side in enumerate(SIDES):
        fallen = [one for one in view.eliminated if one[0] != ("t", "b")[number]]
        banners = getattr(view.banners, side)
        objectives = getattr(view.objectives, side)
        if banners != len(fallen) + objectives:
            yield fault(
                "CA-INV-5",
                "banners_must_be_earned",
                side=side,
                banners=banners,
                eliminated=len(fallen),
                objectives=objectives,
            )
        if objectives != (_objectives(view, battle) if number == BOTTOM else 0):
            yield fault("CA-VIC-1", "objectives_must_be_earned", side=side, objectives=objectives)
    reached = any(getattr(view.banners, side) >= battle.target for side in SIDES)
    over = view.outcome is not None
    if (reached and not over) or (over != (view.step == "over")):
        yield fault("CA-INV-6", "game_ends_at_the_target", over=over, step=view.step)


def _objectives(view: PositionView, battle: Scenario) -> int:
    """Return the objectives that the bottom side has gained."""
    if "camp_capture" in battle.rules:
        return len(set(view.camps))
    if "castulo_exit" in battle.rules:
        return sum("-L-" not in one and one[0] == "b" for one in view.left_board)
    return 0
