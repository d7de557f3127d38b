"""The initial position, and the draws that a position requires (CM-SET)."""

from domain.kit import Bounds, Draws, shuffle, shuffle_bounds
from domain.rulesets.carolus_magnus.actions import ArrangeTable, ChanceAction, RollDice
from domain.rulesets.carolus_magnus.board import (
    ALL_DISCS,
    CLANS,
    CLANS_COUNT,
    FACES,
    NOBODY,
    NUMBERS,
    PALADINS_PER_CLAN,
    SEGMENTS_COUNT,
)
from domain.rulesets.carolus_magnus.options import Options, examine
from domain.rulesets.carolus_magnus.position import BY_SEGMENT, Position, dice_due
from domain.rulesets.carolus_magnus.rules.setup import emperor_start


def start(options: Options) -> Position:
    """Return the position that awaits the lots; raise IllegalAction for bad options (CM-OPT)."""
    examine(options)
    seats = options.players
    return Position(
        options=options,
        phase="setup",
        step=None,
        round=1,
        order=(),
        turn=0,
        crowns=0,
        emperor=1,
        heads=bytes(range(1, BY_SEGMENT)),
        owners=bytes([NOBODY]) * BY_SEGMENT,
        castles=bytes(BY_SEGMENT),
        land=bytes(BY_SEGMENT * CLANS_COUNT),
        supply=bytes([PALADINS_PER_CLAN]) * CLANS_COUNT,
        markers=bytes([NOBODY]) * CLANS_COUNT,
        courts=bytes(seats * CLANS_COUNT),
        reserves=bytes(seats * CLANS_COUNT),
        jokers=bytes(seats),
        discs=bytes([ALL_DISCS]) * seats,
        played=bytes(seats),
        castles_in_play=bytes(NUMBERS[seats].sides_count),
        placed_this_round=False,
        owner_changed_this_round=False,
        outcome=None,
    )


def asks(position: Position) -> Bounds:
    """Return the draws required by this position, which awaits chance."""
    if position.order:
        return (len(FACES),) * dice_due(position, position.order[position.turn])
    options = position.options
    opening = shuffle_bounds(options.players) if options.setup == "yucata" else (options.players,)
    emperor = (SEGMENTS_COUNT,) if emperor_start(options) is None else ()
    return (*opening, *shuffle_bounds(SEGMENTS_COUNT), *emperor)


def answer(position: Position, draws: Draws) -> ChanceAction:
    """Return the action of chance for these draws."""
    if position.order:
        return RollDice(tuple([FACES[draw] for draw in draws]))
    options = position.options
    seats = list(range(options.players))
    numbers = list(draws)
    if options.setup == "yucata":
        cut = options.players - 1
        opening = shuffle(seats, numbers[:cut])
    else:
        cut = 1
        opening = seats[numbers[0] :] + seats[: numbers[0]]
    ring = shuffle(
        [clan for clan in CLANS for _ in range(SEGMENTS_COUNT // CLANS_COUNT)],
        numbers[cut : cut + SEGMENTS_COUNT - 1],
    )
    fixed = emperor_start(options)
    emperor = numbers[-1] + 1 if fixed is None else fixed
    return ArrangeTable(tuple(opening), tuple(ring), emperor)
