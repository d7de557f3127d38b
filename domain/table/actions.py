"""What can be asked of a table, whatever is played at it: seats, offers, flags, ends.

``OpenGame``, ``TakeSeat`` and ``LeaveSeat`` have resources of their own over HTTP, and ``FallFlag``
is the table's own; the others are sent like the actions of the game.
"""

from typing import Annotated, Final, Generic, TypeAlias, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.chance import Scheme
from domain.refusal import expects
from domain.table.clock import Clock

OptionsT = TypeVar("OptionsT")

# In Python alone does `$` also stand before a line feed at the end, so each pattern forbids that.
_CONTROLS: Final = r"\u0000-\u001f\u007f-\u009f\u2028\u2029"
_UNSEEN: Final = (
    _CONTROLS
    + r"\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u2800\u3164"
    + r"\ufeff\uffa0"
)
"""Beside control characters those that turn the direction of what follows (Unicode's UAX 9), and
those that nobody sees. The joiners U+200C and U+200D are letters' business and stay."""

Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=rf"^[^{_CONTROLS}]+$(?!\n)",
        description="What a seat wants to be called; no control characters.",
        extra=expects("1 to 40 characters, none of them a control character"),
    ),
]
"""A name as records have it."""

ChosenName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=rf"^[^\s{_UNSEEN}][^{_UNSEEN}]*$(?!\n)",
        description=(
            "What somebody wants to be called: no control characters, nothing that cannot be seen "
            "or that turns the direction of writing, and no space first."
        ),
        extra=expects(
            "1 to 40 characters that can be seen, the first no space and none that turns the "
            "direction of writing"
        ),
    ),
]
"""A name as it is taken from people: it stands in sentences that others read."""

Entropy = Annotated[
    str,
    Meta(
        max_length=128,
        pattern=r"^([0-9a-f]{2})*$(?!\n)",
        description=(
            "Hexadecimal digits that this seat adds to the dice of the game: an even number, in "
            "lower case."
        ),
        extra=expects("an even number of hexadecimal digits, lower case, at most 128"),
    ),
]

Player = Annotated[
    str,
    Meta(
        pattern=r"^[a-z2-7]{26}$(?!\n)",
        description="The account of a player: letters and digits that never change.",
        extra=expects("the id of an account: 26 of a to z and 2 to 7"),
    ),
]
SideName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=r"^[a-z_]+$(?!\n)",
        description="A side, as the ruleset calls it.",
        extra=expects("1 to 40 of a to z and `_`"),
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
    clock: Clock | None = None
    take_backs: bool = False
    """Whether a decision may be taken back if all agree."""


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


class OfferPause(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="offer_pause"
):
    """Offer to stop the clocks of the game for a while."""


class AcceptPause(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="accept_pause"
):
    """Agree to the pause that was offered."""


class DeclinePause(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="decline_pause"
):
    """Turn down the pause that was offered."""


class OfferResume(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="offer_resume"
):
    """Offer to go on with a game that is paused."""


class AcceptResume(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="accept_resume"
):
    """Agree to go on."""


class DeclineResume(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="decline_resume"
):
    """Turn down the offer to go on."""


class OfferTakeBack(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="offer_take_back"
):
    """Ask the others to take back the last decision of this seat, and all after it."""


class AcceptTakeBack(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="accept_take_back"
):
    """Agree to the take-back that was asked for."""


class DeclineTakeBack(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="decline_take_back"
):
    """Turn down the take-back that was asked for."""


class AbortGame(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="abort_game"
):
    """Call the game off before it starts; the creator's right."""


class Adjudicate(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="adjudicate"
):
    """End a running game by a decision of an arbiter, for one side or as a draw of several."""

    winners: Annotated[tuple[SideName, ...], Meta(min_length=1, max_length=8)]


class CallOffGame(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="call_off_game"
):
    """Call a running game off, without a winner; an arbiter's right."""


class FallFlag(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="fall_flag"):
    """Let the flag fall of the seat whose time was used up first; the table does it by itself."""


SeatTableAction: TypeAlias = (
    Resign
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | OfferPause
    | AcceptPause
    | DeclinePause
    | OfferResume
    | AcceptResume
    | DeclineResume
    | OfferTakeBack
    | AcceptTakeBack
    | DeclineTakeBack
)
ArbiterAction: TypeAlias = Adjudicate | CallOffGame
SentTableAction: TypeAlias = SeatTableAction | AbortGame | ArbiterAction
TableAction: TypeAlias = TakeSeat | LeaveSeat | SentTableAction | FallFlag
"""Whatever can be asked of a table that is set up."""
