"""The options of a game, the rules that refuse them (PIG-OPT), and the sides."""

from typing import Annotated

from msgspec import Meta, Struct

from domain.kit import IllegalAction, allowed

SIDES = ("red", "blue", "green", "yellow")


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed before the game."""

    players: Annotated[int, Meta(ge=0, le=99), allowed(minimum=2, maximum=4)] = 2
    """The number of seats (PIG-OPT-1)."""
    goal: Annotated[int, Meta(ge=0, le=1000), allowed(minimum=2)] = 100
    """The points that win (PIG-OPT-2)."""


def sides(options: Options) -> tuple[str, ...]:
    """Return the side of each seat."""
    return SIDES[: options.players]


def examine(options: Options) -> None:
    """Raise IllegalAction with the first rule that the options break."""
    if not 2 <= options.players <= len(SIDES):
        raise IllegalAction("PIG-OPT-1", "players_must_be_2_to_4", players=options.players)
    if options.goal < 2:
        raise IllegalAction("PIG-OPT-2", "goal_must_be_at_least_2", goal=options.goal)
