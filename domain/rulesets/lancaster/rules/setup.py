"""The lots of set-up and rounds, the choice of allies and of first extensions (LA-SETUP)."""

from collections.abc import Sequence
from typing import Any

from domain.kit import IllegalAction, Seat
from domain.rulesets.lancaster.actions import (
    ArrangeTable,
    ChooseAlly,
    ChooseExtension,
    TurnUpCards,
)
from domain.rulesets.lancaster.board import (
    BATTLES_PER_ROUND,
    COLORS,
    FIRST_LAWS,
    NEW_LAWS,
    CardId,
    LawId,
)
from domain.rulesets.lancaster.events import (
    AllyChosen,
    CardsTurnedUp,
    ExtensionBuilt,
    TableArranged,
)
from domain.rulesets.lancaster.position import Table
from domain.rulesets.lancaster.rules.play import Play
from domain.rulesets.lancaster.rules.rewards import tile_named
from domain.rulesets.lancaster.start import battles_left, laws_left, next_laws


def arrange_table(play: Play, by: Any, action: ArrangeTable) -> None:
    """Draw the start player, the first battles and the first laws."""
    draft = play.draft
    agreed = draft.options.first_seat
    if action.start >= draft.options.players or agreed not in ("random", action.start):
        raise IllegalAction(
            "LA-SETUP-3",
            "start_must_be_that_of_the_options",
            start=action.start,
            first_seat=agreed,
            players=draft.options.players,
        )
    if len(action.battles) != BATTLES_PER_ROUND:
        raise IllegalAction("LA-SETUP-10", "two_battles_are_due", battles=list(action.battles))
    _must_be_left(draft, action.battles)
    if len(action.laws) != FIRST_LAWS:
        raise IllegalAction("LA-SETUP-12", "six_laws_are_due", laws=list(action.laws))
    _must_be_next(draft, action.laws)
    play.happens(TableArranged(action.start, action.battles, action.laws))


def turn_up_cards(play: Play, by: Any, action: TurnUpCards) -> None:
    """Draw the battles and laws of the next round (LA-NEXT)."""
    draft = play.draft
    if len(action.battles) != BATTLES_PER_ROUND:
        raise IllegalAction("LA-NEXT-1", "two_battles_are_due", battles=list(action.battles))
    _must_be_left(draft, action.battles)
    if len(action.laws) != NEW_LAWS:
        raise IllegalAction("LA-NEXT-3", "three_laws_are_due", laws=list(action.laws))
    _must_be_next(draft, action.laws)
    begins = draft.start if draft.next_start is None else draft.next_start
    play.happens(CardsTurnedUp(draft.round + 1, begins, action.battles, action.laws))


def _must_be_left(table: Table, battles: Sequence[CardId]) -> None:
    left = battles_left(table)
    for card in battles:
        if card not in left:
            raise IllegalAction("LA-SETUP-9", "card_is_not_in_the_deck", card=card, deck=left)
        left.remove(card)


def _must_be_next(table: Table, laws: Sequence[LawId]) -> None:
    left = laws_left(table)
    for law in laws:
        possible = next_laws(left)
        if law not in possible:
            raise IllegalAction(
                "LA-SETUP-11", "law_is_not_in_the_next_group", law=law, group=possible
            )
        left.remove(law)


def choose_ally(play: Play, seat: Seat, action: ChooseAlly) -> None:
    """Choose a colour that no side has (LA-TWO-1)."""
    if action.color in play.draft.colors:
        free = [color for color in COLORS if color not in play.draft.colors]
        raise IllegalAction("LA-TWO-1", "color_is_taken", color=action.color, free=free)
    play.happens(AllyChosen(seat, action.color))


def choose_extension(play: Play, seat: Seat, action: ChooseExtension) -> None:
    """Build the first extension (LA-SETUP-13)."""
    tile = tile_named(action.extension)
    if tile is None:
        raise IllegalAction(
            "LA-SETUP-13", "no_space_of_a_castle_of_a_player", extension=action.extension
        )
    play.happens(ExtensionBuilt(seat, tile))
