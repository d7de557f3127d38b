"""The actions of a table, whatever its game: seats, offers, flags, ends.

``domain.table.opening`` has the first action. ``TakeSeat`` and ``LeaveSeat`` have resources of
their own over HTTP, only the table itself takes ``FallFlag``, ``AddTime``, ``SuspendGame`` and
``LiftSuspension``, and only chance ``DrawMoment``.
Clients send the others like the actions of the game.
"""

from typing import Annotated, Final, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.hexadecimal import Hex32
from domain.names.readability import READABLE
from domain.refusal import expects
from domain.table.contributions import (
    Contributor,
    GivenLink,
    MomentNumber,
    WitnessNote,
)

# Only in Python does `$` also match before a final line feed, so each pattern forbids that.
_CONTROLS: Final = r"\u0000-\u001f\u007f-\u009f\u2028\u2029"
_UNSEEN: Final = (
    _CONTROLS
    + r"\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u2800\u3164"
    + r"\ufeff\uffa0"
)
"""Control characters, characters that change the direction of text (Unicode UAX #9), and invisible
characters. The joiners U+200C and U+200D are allowed, because some scripts need them."""

Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=rf"^[^{_CONTROLS}]+$(?!\n)",
        description="The name of a player; no control characters.",
        extra=expects("1 to 40 characters, none of them a control character"),
    ),
]
"""A name in records."""

ShownName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=rf"^[^\s{_UNSEEN}][^{_UNSEEN}]*$(?!\n)",
        description=(
            "The name of a player: no control characters, no invisible characters, none that "
            "change the direction of text, and no space at the beginning."
        ),
        extra=expects(
            "1 to 40 visible characters, the first not a space, none that changes the direction "
            "of text"
        ),
    ),
]
"""A name that appears in sentences that others read."""

ChosenName = Annotated[
    ShownName,
    Meta(
        description=(
            "The name of a player: characters that people can see, in any script, the first not a "
            "space. Marks follow a letter of their own script, and no letter has more of them than "
            "its script needs."
        ),
        extra={READABLE: True},
    ),
]
"""A name that a person chooses: ``domain.names.readability`` says what else a new one must be."""

LABEL_PATTERN = rf"^[^\s{_UNSEEN}][^{_UNSEEN}]{{0,59}}$(?!\n)"
LABEL_EXPECTED = (
    "1 to 60 visible characters, the first not a space, none that changes the direction of text"
)
Label = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=60,
        pattern=LABEL_PATTERN,
        description=(
            "What the game belongs to, such as a tournament. Everyone can read it, and it never "
            "changes. It has no control characters, no invisible characters, none that change the "
            "direction of text, and no space at the beginning."
        ),
        extra=expects(LABEL_EXPECTED),
    ),
]
ChosenLabel = Annotated[
    Label,
    Meta(
        description=(
            "A title, such as that of a tournament. Everyone can read it, and it never changes: "
            "characters that people can see, in any script, the first not a space. Marks follow a "
            "letter of their own script, and no letter has more of them than its script needs."
        ),
        extra={READABLE: True},
    ),
]
"""A label or title that a person chooses: what is readable in a name is readable here, too."""

Entropy = Annotated[
    str,
    Meta(
        max_length=128,
        pattern=r"^([0-9a-f]{2})*$(?!\n)",
        description=(
            "Hexadecimal digits that this seat contributes to the dice of the game: an even "
            "number, in lower case."
        ),
        extra=expects("an even number of hexadecimal digits, lower case, at most 128"),
    ),
]

SANDBOX_SEED_PATTERN: Final = r"^[A-Za-z0-9._~-]{1,64}$(?!\n)"
SANDBOX_SEED_EXPECTED: Final = "1 to 64 of A to Z, a to z, 0 to 9, `.`, `_`, `~` and `-`"
SandboxSeed = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern=SANDBOX_SEED_PATTERN,
        description="The seed from which a sandbox made the id, the times and the secret of the "
        "game, so anyone could foresee its dice.",
        extra=expects(SANDBOX_SEED_EXPECTED),
    ),
]

GameId = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9._-]{1,64}$(?!\n)",
        description="The id of the game; its hash chain and the key of its dice depend on it.",
        extra=expects("1 to 64 of A to Z, a to z, 0 to 9, `.`, `_` and `-`"),
    ),
]

Player = Annotated[
    str,
    Meta(
        pattern=r"^[a-z2-7]{26}$(?!\n)",
        description="The id of a player's account, which never changes.",
        extra=expects("the id of an account: 26 of a to z and 2 to 7"),
    ),
]
SideName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=r"^[a-z_]+$(?!\n)",
        description="The ruleset's name of a side.",
        extra=expects("1 to 40 of a to z and `_`"),
    ),
]


Winners = Annotated[tuple[SideName, ...], Meta(min_length=1, max_length=8)]

EXPLANATION_PATTERN = rf"^[^\s{_UNSEEN}][^{_UNSEEN}]*$(?!\n)"
Explanation = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=200,
        pattern=EXPLANATION_PATTERN,
        description="Why an arbiter ended the game. Everyone can read it.",
        extra={
            READABLE: True,
            **expects(
                "1 to 200 visible characters, the first not a space, none that changes the "
                "direction of text"
            ),
        },
    ),
]


ADDED_SECONDS_MAX: Final = 8_640_000
"""The most that one action adds; there can be several."""

AddedSeconds = Annotated[
    int,
    Meta(
        ge=1,
        le=ADDED_SECONDS_MAX,
        description="How much time is added, in seconds.",
        extra=expects("1 to 8,640,000 seconds"),
    ),
]


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="take_seat"):
    """Sit down, or let a house bot sit down."""

    seat: int
    name: Name | None = None
    bot: str | None = None
    entropy: Entropy = ""
    player: Player | UnsetType = UNSET
    """The account of the player, if they have one."""
    tip: Hex32 | UnsetType = UNSET
    """The tip of the chain that this seat commits to, if it has one."""


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


class OfferWaiver(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="offer_waiver"
):
    """Offer to let chance draw the moment that is due without any links."""


class AcceptWaiver(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="accept_waiver"
):
    """Agree to go on without the links of this moment."""


class DeclineWaiver(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="decline_waiver"
):
    """Turn down the offer: the game waits for the links."""


class AskHint(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ask_hint"):
    """Ask a house bot what it would do. The log shows that this seat had help."""


class AbortGame(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="abort_game"
):
    """Call the game off before it starts; the creator's right."""


class AdjudicateRequest(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="adjudicate",
    omit_defaults=True,
):
    """End a running game by a decision of an arbiter, for one side or as a draw of several."""

    winners: Winners
    reason: Explanation | None = None


class CallOffRequest(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="call_off_game",
    omit_defaults=True,
):
    """Call a running game off, without a winner; an arbiter's right."""

    reason: Explanation | None = None


class Adjudicate(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="adjudicate",
    omit_defaults=True,
):
    """The decision of an arbiter that ended the game, for one side or as a draw of several."""

    winners: Winners
    reason: Explanation | None = None
    arbiter: Player | None = None
    """The account of the arbiter."""


class CallOffGame(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="call_off_game",
    omit_defaults=True,
):
    """The decision of an arbiter to call the game off, or that of the table in an endless game."""

    reason: Explanation | None = None
    arbiter: Player | None = None
    """The account of the arbiter; null if the table called the game off."""


class FallFlag(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="fall_flag"):
    """Record the fall of the first flag: that seat ran out of time.

    The table does this by itself.
    """


class AddTime(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="add_time"):
    """Add time to the clock of a seat, as an arbiter of the game's tournament decided."""

    seat: int
    seconds: AddedSeconds


class SuspendGame(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="suspend_game"
):
    """Stop the game for a while, as an arbiter of its tournament decided."""


class LiftSuspension(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="lift_suspension"
):
    """Let a suspended game go on, as an arbiter of its tournament decided."""


class DrawMoment(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="type", tag="draw_moment"
):
    """Let chance draw all that is due until the next decision; only chance takes it."""

    moment: MomentNumber
    links: tuple[GivenLink, ...] = ()
    """The links on which the dice depend, in the order of ``who``."""
    witness: tuple[WitnessNote, ...] = ()
    """When the witnesses gave their links, in the order of ``who``."""
    missing: tuple[Contributor, ...] = ()
    """The contributors whose links were due, if the dice depend on none, in ascending order."""


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
    | OfferWaiver
    | AcceptWaiver
    | DeclineWaiver
)
SentTableAction: TypeAlias = SeatTableAction | AbortGame | AdjudicateRequest | CallOffRequest
"""The actions of a table that clients may send as they send those of the game."""
TableAction: TypeAlias = (
    TakeSeat
    | LeaveSeat
    | SeatTableAction
    | AskHint
    | AbortGame
    | Adjudicate
    | CallOffGame
    | FallFlag
    | AddTime
    | SuspendGame
    | LiftSuspension
    | DrawMoment
)
"""All actions of an existing table, as they are decided and recorded."""


def decision_of(
    action: AdjudicateRequest | CallOffRequest, arbiter: str
) -> Adjudicate | CallOffGame:
    """Return the action that this arbiter takes with a request."""
    if isinstance(action, CallOffRequest):
        return CallOffGame(action.reason, arbiter)
    return Adjudicate(action.winners, action.reason, arbiter)
