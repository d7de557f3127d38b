"""Placing knights (LA-TROOPS, LA-COUNTY, LA-CASTLE, LA-BATTLE)."""

from domain.kit import IllegalAction, Seat
from domain.rulesets.lancaster.actions import PlaceKnight
from domain.rulesets.lancaster.board import (
    ALLY_SPACES,
    COUNTY,
    COUNTY_INDEX,
    SPACE_INDEX,
)
from domain.rulesets.lancaster.course import power_of
from domain.rulesets.lancaster.events import KnightPlaced, Ousted
from domain.rulesets.lancaster.position import (
    Holder,
    Side,
    Table,
    battle_named,
    color_of,
    controller,
    holder_of,
    is_ally,
    side_named,
    sides_of,
)
from domain.rulesets.lancaster.rules.battles import must_have_room
from domain.rulesets.lancaster.rules.play import Play


def place_knight(play: Play, seat: Seat, action: PlaceKnight) -> None:
    """Place a knight of the player's side on a county, in a castle or on a battle (LA-TROOPS-2)."""
    draft = play.draft
    side = side_named(draft, action.side)
    if side is None or side not in sides_of(draft, seat):
        raise IllegalAction("LA-TROOPS-2", "side_of_another", side=action.side, seat=seat)
    if action.strength not in draft.courts[side]:
        raise IllegalAction(
            "LA-TROOPS-2",
            "no_such_knight_at_court",
            side=action.side,
            strength=action.strength,
            court=list(draft.courts[side]),
        )
    ousted = None
    if action.to in COUNTY_INDEX:
        ousted = _on_county(draft, seat, side, action)
    elif action.to in SPACE_INDEX:
        _in_castle(draft, side, action)
    else:
        _on_battle(draft, side, action)
    play.happens(
        KnightPlaced(seat, action.side, action.strength, action.to, action.squires, ousted)
    )


def _on_county(table: Table, seat: Seat, side: Side, action: PlaceKnight) -> Ousted | None:
    least = COUNTY[action.to].min
    if action.strength < least:
        raise IllegalAction(
            "LA-COUNTY-2",
            "knight_is_too_weak",
            county=action.to,
            strength=action.strength,
            least=least,
        )
    if is_ally(table, side) and action.squires:
        raise IllegalAction(
            "LA-TWO-8", "squires_do_not_help_an_ally", side=action.side, squires=action.squires
        )
    if action.squires > table.squires[seat]:
        raise IllegalAction(
            "LA-COUNTY-3",
            "squires_exceed_those_owned",
            squires=action.squires,
            owned=table.squires[seat],
        )
    holder = holder_of(table, action.to)
    if holder is None:
        return None
    _must_oust(table, side, action, holder)
    return Ousted(color_of(table, holder.side), holder.strength, holder.squires)


def _must_oust(table: Table, side: Side, action: PlaceKnight, holder: Holder) -> None:
    if holder.side == side:
        raise IllegalAction("LA-COUNTY-6", "own_knight_is_there", county=action.to)
    if controller(table, holder.side) == controller(table, side):
        raise IllegalAction(
            "LA-TWO-11",
            "knight_of_the_same_player_is_there",
            county=action.to,
            side=color_of(table, holder.side),
        )
    if action.strength + action.squires <= power_of(holder):
        raise IllegalAction(
            "LA-COUNTY-5",
            "knight_is_not_stronger",
            county=action.to,
            power=action.strength + action.squires,
            holder=power_of(holder),
        )


def _in_castle(table: Table, side: Side, action: PlaceKnight) -> None:
    of_ally = action.to in ALLY_SPACES
    if of_ally and not table.options.has_allies:
        raise IllegalAction("LA-CASTLE-1", "no_castle_has_this_space", space=action.to)
    if of_ally != is_ally(table, side):
        raise IllegalAction(
            "LA-TWO-10", "castle_of_the_other_side", space=action.to, side=action.side
        )
    if action.squires:
        raise IllegalAction("LA-CASTLE-5", "no_squires_in_a_castle", squires=action.squires)
    if table.castles[side][SPACE_INDEX[action.to]]:
        raise IllegalAction("LA-CASTLE-2", "space_is_taken", space=action.to)
    if not of_ally and action.to in table.extensions[side]:
        raise IllegalAction("LA-CASTLE-3", "space_is_covered", space=action.to)


def _on_battle(table: Table, side: Side, action: PlaceKnight) -> None:
    if action.squires:
        raise IllegalAction("LA-BATTLE-8", "no_squires_in_a_battle", squires=action.squires)
    found = battle_named(table, action.to)
    if found is None:
        raise IllegalAction("LA-BATTLE-1", "battle_is_not_on_the_board", card=action.to)
    _, battle = found
    must_have_room(battle, side, action.to)
