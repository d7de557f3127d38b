"""What happens by itself between two decisions (CA-TURN-6, CA-DRAW, CA-END)."""

from domain.rulesets.ancients import attack_targets, combat_due, movable_pieces, ordering
from domain.rulesets.ancients.board import CARD
from domain.rulesets.ancients.events import (
    AnyEvent,
    CardDiscarded,
    DeckRenewed,
    GameEnded,
    HandLimitChanged,
    OrdersIssued,
    PhaseEnded,
    TurnEnded,
)
from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.hexes import BOTTOM, SIDES
from domain.rulesets.ancients.position import CardPlay, Table, deck_of
from domain.rulesets.ancients.rules.play import Play

_TRASIMENUS = (2, 4)
"""The first and the last hand limit of Rome (CA-SCN-5)."""


def go_on(play: Play) -> None:
    """Let everything happen that needs no decision."""
    while (event := _next(play.draft)) is not None:
        play.happens(event)


def due_by_itself(table: Table) -> bool:
    """Return whether something happens before the next decision."""
    return _next(table) is not None


def _next(table: Table) -> AnyEvent | None:
    """Return what happens next by itself; None if a decision is due."""
    if table.outcome is not None:
        return None
    if table.draws or (table.step == "draw" and table.play is None):
        return _drawing(table)
    if table.stack:
        found = combat_due.look(table)
        return None if isinstance(found, combat_due.Due | combat_due.Roll) else found
    return None if table.play is None else _of_turn(table, table.play)


def _of_turn(table: Table, play: CardPlay) -> AnyEvent | None:
    field, side = Field(table), table.active
    match table.step:
        case "issue_orders" if selects(play):
            pieces = ordering.orderable(field, side, play)
            ids = tuple(table.battle.ids[one] for one in pieces)
            return OrdersIssued(SIDES[side], ids, None)
        case "move" | "second_move" if not movable_pieces.can_move(field, play):
            return PhaseEnded(table.step)
        case "battle" if not attack_targets.can_attack(field, play, side):
            return PhaseEnded("battle")
        case "draw":
            return _end_of_turn(table, play)
        case _:
            return None


def selects(play: CardPlay) -> bool:
    """Return whether the card selects the pieces that it orders."""
    return play.text is not None and play.text.mode in ("auto_adjacent", "auto_missile")


def _end_of_turn(table: Table, play: CardPlay) -> AnyEvent:
    limit = table.options.turn_limit
    if limit is not None and table.turn >= limit:
        return GameEnded("turn_limit", table.options.sides)
    if "trasimenus_hand" in table.battle.rules and table.active == BOTTOM:
        first, last = _TRASIMENUS
        hand = min(first + table.last[BOTTOM].turns, last)
        if table.limits[BOTTOM] < hand:
            return HandLimitChanged(SIDES[BOTTOM], hand)
    return CardDiscarded(play.card)


def _drawing(table: Table) -> AnyEvent | None:
    effective = table.last[table.active].effective
    shuffles = effective is not None and CARD[effective].reshuffle
    at_end = table.step == "draw" and table.play is None
    deck = len(deck_of(table))
    if table.discard and ((shuffles and at_end) or (table.draws and not deck)):
        return DeckRenewed(deck + len(table.discard))
    return None if table.draws else TurnEnded(SIDES[table.active])
