"""The options of a game, and the rule that refuses a combination of them (TG-OPT)."""

from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from domain.kit import IllegalAction, Seat, allowed, repeated
from domain.rulesets.teg.atlas import TERRITORIES_COUNT
from domain.rulesets.teg.board import COLORS, SEATS, Color

_Number = Annotated[int, Meta(ge=0, le=9999)]

Mode: TypeAlias = Literal["world", "common_only", "secret_and_common"]
"""The way to win: the whole world, the common objective, or that and a secret one (TG-OBJ)."""


def least_common_target(players: int) -> int:
    """Return the lowest common target: one more than the largest share of the deal."""
    return -(-TERRITORIES_COUNT // players) + 1


class Options(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The settings of a game, fixed before the board is dealt (TG-OPT-3)."""

    players: Annotated[_Number, allowed(minimum=min(SEATS), maximum=max(SEATS))] = 2
    """The number of seats: 2 to 6."""
    colors: (
        Annotated[
            tuple[Color | None, ...],
            Meta(max_length=40),
            allowed(minItems=min(SEATS), maxItems=max(SEATS)),
        ]
        | None
    ) = None
    """The colour of each seat; null, for one seat or for all, means the default (TG-OPT-4)."""
    map: Literal["teg50"] = "teg50"
    """The map with fifty territories; there is no other."""
    objectives: Literal["auto", "world", "common_only", "secret_and_common"] = "auto"
    """The way to win; ``auto`` depends on the number of seats (TG-OPT-2)."""
    common_target: Annotated[
        _Number, allowed(minimum=least_common_target(max(SEATS)), maximum=TERRITORIES_COUNT)
    ] = 30
    """The number of territories that meet the common objective (TG-OBJ-2)."""
    first_seat: (
        Literal["random"] | Annotated[_Number, allowed(minimum=0, maximum=max(SEATS) - 1)]
    ) = "random"
    """The first seat, or ``random`` (TG-SETUP-7)."""
    round_starter: Literal["fixed", "rotating"] = "fixed"
    """Whether the same seat begins every round (TG-TURN-3, TG-TURN-4)."""
    trade_counter: Literal["per_player", "global"] = "per_player"
    """Whose trades count for the tokens of a trade (TG-TRADE-8)."""
    trade_window: Literal["any_time", "before_attack"] = "any_time"
    """When in a turn cards may be traded (TG-TRADE-5, TG-TRADE-6)."""
    chain_moves: bool = False
    """Whether a token may move more than once in a turn (TG-MOVE-6, TG-MOVE-8)."""
    elimination_cards: Literal["inherit", "discard"] = "inherit"
    """Where an eliminated seat's cards go (TG-ELIM-2, TG-ELIM-3)."""
    allow_resign: bool = False
    """Whether a seat that resigns leaves the game by these rules (TG-RESIGN)."""
    round_limit: Annotated[_Number, allowed(minimum=2)] | None = None
    """The game ends after this round; null for no limit (TG-WIN-7)."""

    @property
    def mode(self) -> Mode:
        """The way to win in this game (TG-OPT-2)."""
        if self.objectives != "auto":
            return self.objectives
        return "world" if self.players <= 3 else "secret_and_common"

    @property
    def seat_colors(self) -> tuple[Color, ...]:
        """The colour of each seat; seats without one get the first free colours (TG-OPT-4)."""
        chosen = self.colors or (None,) * self.players
        free = iter(color for color in COLORS if color not in chosen)
        return tuple(next(free) if color is None else color for color in chosen)


HOUSE_OPTIONS: Final = {"round_limit": 30}
"""A round limit for games of house bots, because random or careful play might never end."""


def sides(options: Options) -> tuple[str, ...]:
    """Return the side of each seat: each plays alone, so its side is its colour."""
    return options.seat_colors


def stratum(options: Options) -> str:
    """Return the name of comparable games: what a place is worth depends on who begins a round."""
    return f"players={options.players},round_starter={options.round_starter}"


def right_of(options: Options, seat: Seat) -> Seat:
    """Return the neighbour on the right, who plays before the seat."""
    return (seat - 1) % options.players


def examine(options: Options) -> None:
    """Raise IllegalAction (TG-OPT-1) with the first fault of these options."""
    players = options.players
    if players not in SEATS:
        _refuse("players_must_be_2_to_6", players=players, allowed=list(SEATS))
    _examine_colors(options)
    least = least_common_target(players)
    if not least <= options.common_target <= TERRITORIES_COUNT:
        _refuse(
            "common_target_out_of_range",
            common_target=options.common_target,
            least=least,
            greatest=TERRITORIES_COUNT,
        )
    if options.first_seat != "random" and options.first_seat >= players:
        _refuse("first_seat_must_be_a_seat", first_seat=options.first_seat, players=players)
    if options.round_limit is not None and options.round_limit < 2:
        _refuse("round_limit_must_be_two_or_more", round_limit=options.round_limit, least=2)


def _examine_colors(options: Options) -> None:
    if options.colors is None:
        return
    if len(options.colors) != options.players:
        _refuse("colors_must_be_one_per_seat", colors=len(options.colors), players=options.players)
    chosen = [color for color in options.colors if color is not None]
    twice = sorted(repeated(chosen))
    if twice:
        _refuse("color_chosen_twice", colors=twice)


def _refuse(reason: str, **facts: Any) -> None:
    raise IllegalAction("TG-OPT-1", reason, **facts)
