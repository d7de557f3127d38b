"""The deal (TG-SETUP)."""

from domain.kit import IllegalAction
from domain.rulesets.teg.actions import DealBoard
from domain.rulesets.teg.atlas import TERRITORIES_COUNT
from domain.rulesets.teg.events import AnyEvent, BoardDealt
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.position import Position
from domain.rulesets.teg.rules.turns import first_turn


def deal_board(position: Position, action: DealBoard) -> list[AnyEvent]:
    """Deal territories and objectives, and begin round 1 (TG-SETUP-1 … TG-SETUP-10)."""
    options = position.options
    agreed = options.first_seat
    if agreed == "random" and action.first >= options.players:
        raise IllegalAction(
            "TG-SETUP-7", "first_seat_must_be_a_seat", first=action.first, players=options.players
        )
    if agreed not in ("random", action.first):
        raise IllegalAction(
            "TG-SETUP-7", "first_seat_must_be_as_agreed", first=action.first, expected=agreed
        )
    _examine_owners(options, action.owners)
    _examine_objectives(options, action)
    dealt = BoardDealt(action.first, action.owners, action.objectives)
    return [dealt, first_turn(position, action.first, bytes(action.owners))]


def _examine_owners(options: Options, owners: tuple[int, ...]) -> None:
    """Refuse an uneven deal (TG-SETUP-1, TG-SETUP-2)."""
    if len(owners) != TERRITORIES_COUNT:
        raise IllegalAction(
            "TG-SETUP-1",
            "each_territory_has_an_owner",
            owners=len(owners),
            expected=TERRITORIES_COUNT,
        )
    strangers = sorted({owner for owner in owners if owner >= options.players})
    if strangers:
        raise IllegalAction(
            "TG-SETUP-1", "owner_must_be_a_seat", owners=strangers, players=options.players
        )
    shares = [owners.count(seat) for seat in range(options.players)]
    if max(shares) - min(shares) > 1:
        raise IllegalAction("TG-SETUP-2", "shares_must_be_equal_or_nearly", shares=shares)


def _examine_objectives(options: Options, action: DealBoard) -> None:
    """Refuse objectives in a game without them, or not one for each seat (TG-SETUP-8, 9)."""
    objectives = action.objectives
    if options.mode != "secret_and_common":
        if objectives:
            raise IllegalAction("TG-SETUP-9", "no_objectives_are_dealt", objectives=len(objectives))
        return
    if len(objectives) != options.players:
        raise IllegalAction(
            "TG-SETUP-8",
            "each_seat_gets_an_objective",
            objectives=len(objectives),
            players=options.players,
        )
    if len(set(objectives)) != len(objectives):
        raise IllegalAction("TG-SETUP-8", "objectives_must_differ", players=options.players)
