"""Valuing the castles (LA-SC-CASTLE): one source at a time, in an order of the player's choice."""

from domain.kit import IllegalAction, Seat
from domain.rulesets.lancaster.actions import ValueSource
from domain.rulesets.lancaster.board import (
    ALLY_SPACES,
    SPACE,
    SPACE_INDEX,
    effect_of,
)
from domain.rulesets.lancaster.events import KnightReturned, SourceValued
from domain.rulesets.lancaster.position import Side, Table, ally_of, color_of
from domain.rulesets.lancaster.rules import rewards
from domain.rulesets.lancaster.rules.play import Play


def value_source(play: Play, seat: Seat, action: ValueSource) -> None:
    """Use a knight or a tile of the castle, or decline it (LA-SC-CASTLE-4)."""
    draft = play.draft
    side = _side_of(draft, seat, action)
    _must_use_what_it_has(draft, action)
    space = SPACE[action.space]
    gained = rewards.NOTHING
    if action.use:
        _must_be_usable(draft, seat, side, action)
        gained = rewards.goods_of(draft, side, space.reward, squires_paid=space.cost.squire)
    play.happens(SourceValued(seat, action.source, action.space, action.use, gained))
    if action.use:
        for effect in space.reward:
            if effect.op == "UPGRADE" and action.upgrade is not None:
                rewards.upgrade(play, side, action.upgrade)
            elif effect.op == "RECRUIT":
                rewards.recruit(play, side)
    if action.source == "knight":
        # An upgrade may have made this very knight stronger.
        strength = play.draft.castles[side][SPACE_INDEX[action.space]]
        play.happens(KnightReturned(color_of(draft, side), strength, action.space))


def _side_of(table: Table, seat: Seat, action: ValueSource) -> Side:
    """Return the side whose castle has the source."""
    if action.source == "tile":
        if action.space not in table.extensions[seat]:
            raise IllegalAction(
                "LA-SC-CASTLE-2",
                "tile_is_not_built",
                space=action.space,
                built=list(table.extensions[seat]),
            )
        if action.space in table.tiles_valued:
            raise IllegalAction(
                "LA-SC-CASTLE-3",
                "tile_was_valued",
                space=action.space,
                valued=list(table.tiles_valued),
            )
        return seat
    side = ally_of(table, seat) if action.space in ALLY_SPACES else seat
    if side is None or not table.castles[side][SPACE_INDEX[action.space]]:
        raise IllegalAction("LA-SC-CASTLE-2", "no_knight_on_the_space", space=action.space)
    return side


def _must_use_what_it_has(table: Table, action: ValueSource) -> None:
    space = SPACE[action.space]
    upgrades = effect_of(space.reward, "UPGRADE")
    if action.upgrade is not None and upgrades is None:
        raise IllegalAction("LA-SC-CASTLE-2", "source_does_not_use_this", field="upgrade")
    if action.use:
        return
    if action.upgrade is not None:
        raise IllegalAction("LA-SC-CASTLE-4", "no_upgrade_when_declining", space=action.space)
    if not space.cost.squire and upgrades is None and effect_of(space.reward, "RECRUIT") is None:
        raise IllegalAction("LA-GAIN-15", "goods_are_not_declined", space=action.space)


def _must_be_usable(table: Table, seat: Seat, side: Side, action: ValueSource) -> None:
    """Check that the cost can be paid and an upgrade received (LA-SC-CASTLE-4)."""
    space = SPACE[action.space]
    rewards.must_not_exceed(seat, {"squires": table.squires[seat]}, {"squires": space.cost.squire})
    if effect_of(space.reward, "UPGRADE") is not None:
        rewards.must_name_a_knight(table, side, action.upgrade)
