"""The initial position, and the draws that a position requires."""

from typing import Final

from domain.kit import Bounds, Draws, shuffle, shuffle_bounds
from domain.rulesets.teg.actions import ChanceAction, DealBoard, DrawCard, RollDice
from domain.rulesets.teg.atlas import CARDS, TERRITORIES_COUNT
from domain.rulesets.teg.board import DIE_FACES, EMPTY_POOL, NOWHERE, OBJECTIVES
from domain.rulesets.teg.options import Options, examine
from domain.rulesets.teg.position import ACTIVE, Position
from domain.rulesets.teg.rules.attack import dice_due

ALL_CARDS: Final = bytes(range(len(CARDS)))


def start(options: Options) -> Position:
    """Return the position that awaits the deal; raise IllegalAction for bad options (TG-OPT-1)."""
    examine(options)
    seats = options.players
    return Position(
        options=options,
        round=0,
        first=0,
        active=None,
        owners=b"",
        tokens=NOWHERE,
        arrived=NOWHERE,
        pool=EMPTY_POOL,
        hands=(b"",) * seats,
        deck=ALL_CARDS,
        discard=b"",
        objectives=(),
        statuses=bytes([ACTIVE]) * seats,
        trades=(0,) * seats,
        conquests=0,
        conquered=None,
        attacked=False,
        moved=False,
        attack=None,
        card_due=False,
        outcome=None,
    )


def asks(position: Position) -> Bounds:
    """Return the draws required by this position, which awaits chance."""
    if position.attack is not None:
        return (DIE_FACES,) * sum(dice_due(position))
    if position.card_due:
        return (len(position.deck),)
    options = position.options
    first = (options.players,) if options.first_seat == "random" else ()
    objectives = shuffle_bounds(len(OBJECTIVES)) if options.mode == "secret_and_common" else ()
    return (
        *first,
        *shuffle_bounds(options.players),
        *shuffle_bounds(TERRITORIES_COUNT),
        *objectives,
    )


def answer(position: Position, draws: Draws) -> ChanceAction:
    """Return the action of chance for these draws."""
    if position.attack is not None:
        attacking, _ = dice_due(position)
        dice = tuple([draw + 1 for draw in draws])
        return RollDice(dice[:attacking], dice[attacking:])
    if position.card_due:
        return DrawCard(CARDS[position.deck[draws[0]]])
    return _deal(position.options, list(draws))


def _deal(options: Options, numbers: list[int]) -> DealBoard:
    """Return the deal: territories in random order, dealt round the seats in random order."""
    agreed = options.first_seat
    first = numbers.pop(0) if agreed == "random" else agreed
    players = options.players
    seats = shuffle(range(players), numbers[: players - 1])
    numbers = numbers[players - 1 :]
    territories = shuffle(range(TERRITORIES_COUNT), numbers[: TERRITORIES_COUNT - 1])
    numbers = numbers[TERRITORIES_COUNT - 1 :]
    owners = bytearray(TERRITORIES_COUNT)
    for place, territory in enumerate(territories):
        owners[territory] = seats[place % players]
    # Without objectives, no draws are left.
    objectives = shuffle(OBJECTIVES, numbers)[:players] if numbers else []
    return DealBoard(first, tuple(owners), tuple(objectives))
