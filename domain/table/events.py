"""What happened at a table. THIS FILE IS A STORAGE FORMAT: add versions, never edit.

The events of the game that is played stand between these in the same stream.
"""

from typing import Any, Final, TypeAlias

from msgspec import Struct

from domain.chance import Scheme
from domain.ruleset import Retired


class Event(Struct, frozen=True, gc=False, tag_field="type"):
    """The base of all events of a table."""


class GameOpened(Event, frozen=True, tag="game_opened", omit_defaults=True):
    """The table was set up; ``commitment`` binds the dice before anybody sits down.

    ``wordings`` are the versions of the events of this game, by owner and tag, where they are not
    the first; empty, it is left out.
    """

    ruleset: str
    options: dict[str, Any]
    seats: int
    scheme: Scheme
    commitment: str
    wordings: dict[str, int] = {}


class SeatTaken(Event, frozen=True, gc=False, tag="seat_taken"):
    """A person (``bot`` is None) or a house bot sat down."""

    seat: int
    name: str | None
    bot: str | None
    entropy: str


class PlayerSeated(Event, frozen=True, gc=False, tag="player_seated"):
    """Who sat down on the seat is the player with this account."""

    seat: int
    player: str


class SeatLeft(Event, frozen=True, gc=False, tag="seat_left"):
    """The seat is free again."""

    seat: int


class GameStarted(Event, frozen=True, gc=False, tag="game_started"):
    """The last seat was taken."""


class SeatResigned(Event, frozen=True, gc=False, tag="seat_resigned"):
    """The seat gave up; if the game goes on, ``bot`` plays on for it."""

    seat: int
    bot: str


class DrawOffered(Event, frozen=True, gc=False, tag="draw_offered"):
    """The seat offered a draw."""

    seat: int


class DrawAccepted(Event, frozen=True, gc=False, tag="draw_accepted"):
    """The seat agreed to the draw."""

    seat: int


class DrawDeclined(Event, frozen=True, gc=False, tag="draw_declined"):
    """The seat turned the draw down; the offer is gone."""

    seat: int


class GameConceded(Event, frozen=True, tag="game_conceded"):
    """All other sides have resigned."""

    winners: tuple[str, ...]


class DrawAgreed(Event, frozen=True, tag="draw_agreed"):
    """Everybody agreed to a draw of these sides."""

    winners: tuple[str, ...]


class GameAborted(Event, frozen=True, gc=False, tag="game_aborted"):
    """The game was called off before it started."""


class SecretRevealed(Event, frozen=True, gc=False, tag="secret_revealed"):
    """The game is over: the secret of the dice, in hexadecimal, for everybody to recompute them."""

    secret: str


TableEvent: TypeAlias = (
    GameOpened
    | SeatTaken
    | PlayerSeated
    | SeatLeft
    | GameStarted
    | SeatResigned
    | DrawOffered
    | DrawAccepted
    | DrawDeclined
    | GameConceded
    | DrawAgreed
    | GameAborted
    | SecretRevealed
)

RETIRED: Final[tuple[Retired, ...]] = ()
"""Earlier versions of these events."""
