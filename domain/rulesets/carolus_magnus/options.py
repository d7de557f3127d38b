"""The options of a game, and the rules that refuse a combination of them (CM-OPT)."""

from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.kit import IllegalAction, allowed
from domain.rulesets.carolus_magnus.board import NUMBERS, SEGMENTS_COUNT, SIDES, SIDES_OF_SEATS

_Number = Annotated[int, Meta(ge=0, le=9999)]


class Options(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The settings of a game, fixed before the first lot is drawn (CM-OPT-7)."""

    players: Annotated[_Number, allowed(minimum=min(NUMBERS), maximum=max(NUMBERS))] = 2
    """The number of seats: 2, 3 or 4 (CM-OPT-1)."""
    setup: Literal["tabletop", "yucata"] = "tabletop"
    """How to draw lots and the initial reserves; ``yucata`` is for 2 or 3 players (CM-OPT-2)."""
    seating: Literal["opposite", "adjacent"] = "opposite"
    """Where partners sit in a game of 4 players (CM-OPT-3)."""
    emperor_start: (
        Literal["random"] | Annotated[_Number, allowed(minimum=1, maximum=SEGMENTS_COUNT)]
    ) = "random"
    """``random``, or a segment 1 … 15; only for the set-up ``tabletop`` (CM-OPT-4)."""
    tie_break: Literal["shared", "clan_markers"] = "shared"
    """How to break a tie between sides with equally many castles (CM-OPT-5)."""
    max_rounds: Annotated[_Number, allowed(minimum=1)] | None = None
    """The game ends after this round; null for no limit (CM-OPT-6)."""


@cache
def sides(options: Options) -> tuple[str, ...]:
    """Return the side of each seat; with 4 players, partners have the same."""
    return tuple(SIDES[side] for side in SIDES_OF_SEATS[options.players, options.seating])


def stratum(options: Options) -> str:
    """Return the name of comparable games: with 4 players, the seats of partners matter."""
    players = f"players={options.players}"
    return f"{players},seating={options.seating}" if options.players == 4 else players


def examine(options: Options) -> None:
    """Raise IllegalAction with the first rule that these options break."""
    if options.players not in NUMBERS:
        raise IllegalAction(
            "CM-OPT-1", "players_must_be_2_3_or_4", players=options.players, allowed=[2, 3, 4]
        )
    if options.setup == "yucata" and options.players == 4:
        raise IllegalAction(
            "CM-OPT-2", "yucata_is_for_2_or_3_players", players=options.players, setup="yucata"
        )
    start = options.emperor_start
    if start != "random" and not 1 <= start <= SEGMENTS_COUNT:
        raise IllegalAction(
            "CM-OPT-4",
            "emperor_must_start_on_a_segment",
            emperor_start=start,
            least=1,
            greatest=SEGMENTS_COUNT,
        )
    if options.max_rounds is not None and options.max_rounds < 1:
        raise IllegalAction(
            "CM-OPT-6", "max_rounds_must_be_positive", max_rounds=options.max_rounds, least=1
        )
