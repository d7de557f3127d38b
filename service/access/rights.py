"""Rights: who may do what. Each operation declares one right.

A right names the kinds of callers that it admits. Only ``service.games.callers`` decides which kind
a caller is, in general or in one game.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

import msgspec

from domain.ruleset import Seat, Viewer
from domain.table.game import Game
from service.access.game_keys import Role
from service.access.policy import OPEN, Policy, Seating

Scope: TypeAlias = Literal["play", "organise", "arbitrate", "admin"]
"""What the token of an account is for."""

SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)

CallerKind: TypeAlias = Literal[
    "nobody",
    "own_seat",
    "seat",
    "creator",
    "player",
    "arbiter",
    "account",
    "play",
    "organise",
    "arbitrate",
    "admin",
]
"""The kinds of callers that a right can admit: without a token; with the token of the seat in the
address, of any seat, or of the creator; a player who may sit down with an account; an arbiter who
does not play; a token of any account, or one with this scope."""

TokenKind: TypeAlias = Literal["none", "account", "game"]
"""Which tokens an operation accepts: none (it ignores them), those of accounts, or those of
accounts and of its game."""


TokenFault: TypeAlias = Literal["missing", "wrong_form", "not_valid"]


class Unauthorized(Exception):
    """The request needs a valid token and has none.

    Callers learn only that a token is not valid, not whether it ever was.
    """

    def __init__(self, fault: TokenFault = "not_valid") -> None:
        super().__init__(fault)
        self.fault: TokenFault = fault


Need: TypeAlias = Literal[
    "seat",
    "this_seat",
    "this_seat_or_creator",
    "account_or_this_seat_or_creator",
    "account_of_this_seat",
    "creator",
    "seat_creator_or_arbiter",
    "arbiter",
    "right_in_game",
    "actions_of_one_kind",
    "account",
    "this_account",
    "scope",
    "all_scopes",
    "later_expiry",
    "game_of_account",
    "tournament_of_account",
]
"""What a forbidden request lacks; ``service.http.answers.forbidden_details`` has the sentences."""


class Forbidden(Exception):
    """The token is valid, but not for this.

    ``needs`` says what is required, and ``facts`` say more.
    """

    def __init__(self, needs: Need, /, **facts: Any) -> None:
        super().__init__(needs)
        self.needs = needs
        self.facts = facts


class Identity(NamedTuple):
    """Whose account a token belongs to, and what it is for."""

    account: str
    token: str | None
    """Its id; None if another issuer made it."""
    scopes: frozenset[Scope]
    expires: str | None = None

    @property
    def doer(self) -> str:
        """The name of this identity in the audit trail."""
        return self.token or self.account


class Caller(NamedTuple):
    """Who makes a request: what its token stands for, in the game it addresses."""

    seat: Seat | None = None
    creator: bool = False
    identity: Identity | None = None
    """None without an account."""
    policy: Policy = OPEN
    """Of the game."""
    plays: bool = False
    """Whether the account sits in the game, even if the token's scopes do not include ``play``."""
    expected: Seat | None = None
    """The seat that is reserved for the account."""

    @property
    def account(self) -> str | None:
        """The account, whatever the scopes of the token."""
        return None if self.identity is None else self.identity.account

    @property
    def player(self) -> str | None:
        """The account that may sit down and act, if the token has the scope ``play``."""
        found = self.identity
        return found.account if found is not None and "play" in found.scopes else None

    @property
    def arbiter(self) -> bool:
        """Whether the caller may judge the game; players of the game may not."""
        found = self.identity
        return found is not None and "arbitrate" in found.scopes and not self.plays

    @property
    def has_a_right(self) -> bool:
        """Whether the caller is more than a spectator."""
        return self.creator or self.seat is not None or self.arbiter

    @property
    def keyholder(self) -> Role | str | None:
        """The owner of the idempotency keys: the account, or the role in the game.

        An account keeps its keys when it sits down, so it can retry that request too.
        """
        return self.role if self.identity is None else self.identity.account

    @property
    def role(self) -> Role | None:
        """The role in the game."""
        return "creator" if self.seat is None and self.creator else self.seat

    @property
    def signed(self) -> bool:
        """Whether the request had a token."""
        return self.creator or self.seat is not None or self.identity is not None

    @property
    def viewer(self) -> Viewer:
        """The viewer whose view of the game the caller gets."""
        if self.seat is not None:
            return self.seat
        return "arbiter" if self.arbiter else "spectator"

    def valid_in(self, game: Game) -> bool:
        """Whether the token still gives the same right in the game as it is now.

        The creator of a game has the links of all seats. In a game with hidden information these
        would show other players' hands. So once the game has started, the link of a seat is invalid
        if its player has an account (the account's token is required) or if a house bot sits there.
        And an account may have sat down or stood up since its right was last determined.
        """
        if game.status == "open" or not game.hides_something:
            return True
        if self.seat is None:
            return not self.arbiter or all(one.player != self.account for one in game.seats)
        state = game.seats[self.seat]
        if self.identity is not None:
            return state.player == self.account
        return state.player is None and not state.is_of_the_house

    def known_as(self, seat: Seat | None) -> set[CallerKind]:
        """Return all kinds that the caller is, for a request about a seat or about none."""
        if not self.signed:
            return {"nobody"}
        found: set[CallerKind] = set()
        if self.creator:
            found.add("creator")
        if self.seat is not None:
            found.add("seat")
            if self.seat == seat:
                found.add("own_seat")
        if self.identity is not None:
            found |= {"account", *self.identity.scopes}
        if self.arbiter:
            found.add("arbiter")
        if self.player is not None and self._may_sit(seat):
            found.add("player")
        return found

    def _may_sit(self, seat: Seat | None) -> bool:
        """Return whether an account may take a seat without its token."""
        if self.policy.seating == "reserved":
            return seat is not None and seat == self.expected
        return self.policy.seating == "anyone"


NOBODY: Final = Caller()

_BY_ACCOUNTS: Final[Mapping[Seating, Need]] = {
    "anyone": "account_or_this_seat_or_creator",
    "reserved": "account_of_this_seat",
}
"""Which token takes a seat where accounts may sit down."""


class Right(msgspec.Struct, frozen=True):
    """Who may request an operation."""

    tokens: TokenKind
    allows: tuple[CallerKind, ...]
    needs: Need = "right_in_game"
    scopes: tuple[Scope, ...] = ()
    """The scopes of which a token must have one, if it needs a scope."""
    actions: Mapping[str, "Right"] = {}
    """The rights of table actions, by their names; all other actions are for seats."""

    def admit(self, caller: Caller, seat: Seat | None = None) -> None:
        """Raise Unauthorized or Forbidden unless this right admits the caller."""
        if not caller.known_as(seat).isdisjoint(self.allows):
            return
        if not caller.signed:
            raise Unauthorized("missing")
        facts: dict[str, Any] = {"scopes": self.scopes} if self.scopes else {}
        if seat is not None:
            facts["seat"] = seat
        if "player" in self.allows and caller.policy.seating in _BY_ACCOUNTS:
            raise Forbidden(_BY_ACCOUNTS[caller.policy.seating], **facts)
        raise Forbidden(self.needs, **facts)


EVERYBODY: Final = Right("none", ("nobody",))
"""The answer is the same for everyone; tokens are ignored."""

WATCH: Final = Right("game", ("nobody", "seat", "creator", "account"))
"""To look at a game; the answer depends on the caller."""

SIT: Final = Right("game", ("own_seat", "creator", "player"), "this_seat_or_creator")
"""To take a seat."""

STAND_UP: Final = Right("game", ("own_seat", "creator"), "this_seat_or_creator")
"""To free a seat."""

SEAT: Final = Right("game", ("seat",), "seat")
"""To act for a seat."""

GIVE_LINK: Final = Right("game", ("own_seat",), "this_seat")
"""To give a link of the chain of a seat."""

SEE_LINKS: Final = Right("game", ("seat", "creator", "arbiter"), "seat_creator_or_arbiter")
"""To see which links a game waits for."""

ACCOUNT: Final = Right("account", ("account",), "account")
"""To manage the tokens of your own account."""

ADMIN: Final = Right("account", ("admin",), "scope", ("admin",))
"""To manage all accounts."""

WEBHOOKS: Final = Right("account", ("play", "organise"), "scope", ("play", "organise"))
"""To manage the webhooks of your own account."""

NOTIFICATIONS: Final = Right("account", ("play", "organise"), "scope", ("play", "organise"))
"""To manage the notifications of your own account."""

OWN_GAMES: Final = Right("account", ("play", "organise"), "scope", ("play", "organise"))
"""To follow the games of your own account."""

FOLLOW: Final = Right("game", ("seat", "creator", "account"), "right_in_game")
"""To follow a game with a token."""

OPEN_GAME: Final = Right("account", ("nobody", "play", "organise"), "scope", ("play", "organise"))
"""To open a game: anyone may; an account becomes its creator."""

ANNOUNCE: Final = Right("account", ("organise",), "scope", ("organise",))
"""To announce a tournament; the account becomes its organiser."""

TAKE_PART: Final = Right(
    "account", ("play", "organise", "arbitrate"), "scope", ("play", "organise", "arbitrate")
)
"""To act in a tournament; the rules decide in which role."""

CALL_OFF: Final = Right("game", ("creator",), "creator")
"""To call a game off."""

ARBITRATE: Final = Right("game", ("arbiter",), "arbiter")
"""To end a running game from outside."""

ACT: Final = Right(
    "game",
    ("seat", "creator", "arbiter"),
    "seat_creator_or_arbiter",
    actions={"abort_game": CALL_OFF, "adjudicate": ARBITRATE, "call_off_game": ARBITRATE},
)
"""To act in a game."""
