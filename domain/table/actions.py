"""What can be asked of a table, whatever is played at it: seats, resignation, draws, abort.

``OpenGame``, ``TakeSeat`` and ``LeaveSeat`` have resources of their own over HTTP; the others are
sent like the actions of the game.
"""

from typing import Annotated, Generic, TypeAlias, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.chance import Scheme

OptionsT = TypeVar("OptionsT")

# In Python alone does `$` also stand before a line feed at the end, so each pattern forbids that.
Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=r"^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]+$(?!\n)",
        description="What a seat wants to be called; no control characters.",
    ),
]
Entropy = Annotated[
    str,
    Meta(
        max_length=128,
        pattern=r"^([0-9a-f]{2})*$(?!\n)",
        description="Hexadecimal digits that this seat adds to the dice of the game.",
    ),
]

Player = Annotated[
    str,
    Meta(
        pattern=r"^[a-z2-7]{26}$(?!\n)",
        description="The account of a player: letters and digits that never change.",
    ),
]


class OpenGame(
    Struct,
    Generic[OptionsT],
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="open_game",
    omit_defaults=True,
):
    """Set up a table: what is played, with which options, and the commitment of the dice."""

    ruleset: str
    options: OptionsT
    scheme: Scheme
    commitment: str
    """Of the secret of fair dice; empty for recorded ones."""
    wordings: dict[str, int] = {}
    """The versions of events, by owner and tag, where they are not the first."""


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="take_seat"):
    """Sit down, or let a house bot sit down."""

    seat: int
    name: Name | None = None
    bot: str | None = None
    entropy: Entropy = ""
    player: Player | UnsetType = UNSET
    """The account of who sits down; left out for who has none."""


class LeaveSeat(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="leave_seat"
):
    """Stand up again, before the start."""

    seat: int


class Resign(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="resign"):
    """Give the game up for this seat."""


class OfferDraw(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="offer_draw"
):
    """Offer to end the game as a draw of all sides."""


class AcceptDraw(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="accept_draw"
):
    """Agree to the draw that was offered."""


class DeclineDraw(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="decline_draw"
):
    """Turn down the draw that was offered."""


class AbortGame(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="abort_game"
):
    """Call the game off before it starts; the creator's right."""


SeatTableAction: TypeAlias = Resign | OfferDraw | AcceptDraw | DeclineDraw
SentTableAction: TypeAlias = SeatTableAction | AbortGame
TableAction: TypeAlias = TakeSeat | LeaveSeat | SentTableAction
"""Whatever can be asked of a table that is set up."""
