"""The options of a game, and the rules that refuse them (LA-SETUP-1 to LA-SETUP-3)."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from domain.kit import IllegalAction, allowed, repeated
from domain.rulesets.lancaster.board import COLORS, SEATS, Color

_Number = Annotated[int, Meta(ge=0, le=9999)]


class Options(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The settings of a game, fixed before anything is drawn."""

    players: Annotated[_Number, allowed(minimum=min(SEATS), maximum=max(SEATS))] = 3
    """The number of players: 2 to 5 (LA-SETUP-1)."""
    colors: (
        Annotated[
            tuple[Color | None, ...],
            Meta(max_length=40),
            allowed(minItems=min(SEATS), maxItems=max(SEATS)),
        ]
        | None
    ) = None
    """The colour of each seat; null, for one seat or for all, means the default (LA-SETUP-17)."""
    first_seat: (
        Literal["random"] | Annotated[_Number, allowed(minimum=0, maximum=max(SEATS) - 1)]
    ) = "random"
    """The start player of the first round, or ``random`` (LA-SETUP-3)."""

    @property
    def seat_colors(self) -> tuple[Color, ...]:
        """The colour of each seat; seats without one get the first free colours (LA-SETUP-17)."""
        chosen = self.colors or (None,) * self.players
        free = iter(color for color in COLORS if color not in chosen)
        return tuple(next(free) if color is None else color for color in chosen)

    @property
    def has_allies(self) -> bool:
        """Whether each player controls an ally."""
        return self.players == _WITH_ALLIES

    @property
    def has_screens(self) -> bool:
        """Whether gold and squires are hidden (LA-TWO-21)."""
        return self.players != _WITH_ALLIES


_WITH_ALLIES: Final = 2


def sides(options: Options) -> tuple[str, ...]:
    """Return the side of each seat: each plays alone, so its side is its colour."""
    return options.seat_colors


def examine(options: Options) -> None:
    """Raise IllegalAction with the first fault of these options."""
    players = options.players
    if players not in SEATS:
        raise IllegalAction(
            "LA-SETUP-1", "players_must_be_2_to_5", players=players, allowed=list(SEATS)
        )
    if options.colors is not None:
        if len(options.colors) != players:
            raise IllegalAction(
                "LA-SETUP-2",
                "colors_must_be_one_per_seat",
                colors=len(options.colors),
                players=players,
            )
        twice = sorted(repeated(color for color in options.colors if color is not None))
        if twice:
            raise IllegalAction("LA-SETUP-2", "color_chosen_twice", colors=twice)
    if options.first_seat != "random" and options.first_seat >= players:
        raise IllegalAction(
            "LA-SETUP-3",
            "first_seat_must_be_a_seat",
            first_seat=options.first_seat,
            players=players,
        )
