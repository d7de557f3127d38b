"""Rights: who may ask for what. Each operation declares one, and is admitted by what it declares.

A right names the kinds of callers that it lets in. What a caller is, in general or in one game,
says ``service.games.callers``; nothing else decides.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

import msgspec

from domain.ruleset import Seat, Viewer
from domain.table.game import Game
from service.access.keys import Role
from service.access.policy import OPEN, Policy

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
"""As what a caller is let in: without a token; with the right of the seat that the address names,
of any seat, or of the creator; as a player where anybody may sit down, or as an arbiter who does
not play; with a token of any account, or of one with this scope."""

TokenKind: TypeAlias = Literal["none", "account", "game"]
"""Whose tokens an operation knows: nobody's, as it looks at none; those of accounts; or these and
the ones of its game."""


class Unauthorized(Exception):
    """The request needs a token and has none, or one that belongs to nothing here."""


class Forbidden(Exception):
    """The token is good, but not for this. ``needs`` says whose token would be."""

    def __init__(self, needs: str) -> None:
        super().__init__(f"this needs {needs}")
        self.needs = needs


class Identity(NamedTuple):
    """Whose account a token belongs to, and what it is for."""

    account: str
    token: str | None
    """Its id; None if it is not one of ours."""
    scopes: frozenset[Scope]
    expires: str | None = None

    @property
    def doer(self) -> str:
        """How the trail names who did something with it."""
        return self.token or self.account


class Caller(NamedTuple):
    """Who asks: what the token of a request stands for, in the game that it is about."""

    seat: Seat | None = None
    creator: bool = False
    identity: Identity | None = None
    """Of who has an account."""
    policy: Policy = OPEN
    """Of the game."""
    plays: bool = False
    """Whether the account sits in the game, also if the token is not for playing."""

    @property
    def account(self) -> str | None:
        """The account, whatever the token is for."""
        return None if self.identity is None else self.identity.account

    @property
    def player(self) -> str | None:
        """The account that may sit down and act, if the token is for that."""
        found = self.identity
        return found.account if found is not None and "play" in found.scopes else None

    @property
    def arbiter(self) -> bool:
        """Whether the caller may judge the game: nobody does who sits in it."""
        found = self.identity
        return found is not None and "arbitrate" in found.scopes and not self.plays

    @property
    def has_a_right(self) -> bool:
        """Whether the caller is more than a spectator."""
        return self.creator or self.seat is not None or self.arbiter

    @property
    def keyholder(self) -> Role | str | None:
        """Whose the keys of requests are: those of the role in the game, or of the account.

        An account keeps its keys when it sits down, so that this can be asked for again too.
        """
        return self.role if self.identity is None else self.identity.account

    @property
    def role(self) -> Role | None:
        """The role in the game."""
        return "creator" if self.seat is None and self.creator else self.seat

    @property
    def signed(self) -> bool:
        """Whether there was a token."""
        return self.creator or self.seat is not None or self.identity is not None

    @property
    def viewer(self) -> Viewer:
        """As whom the caller sees the game."""
        if self.seat is not None:
            return self.seat
        return "arbiter" if self.arbiter else "spectator"

    def holds_in(self, game: Game) -> bool:
        """Whether the caller is still who they were, as the game is now.

        Whoever opens a game has the links of all its seats. Where something is hidden they could
        look into the hands of others with them; so from the start on the link of a seat is good for
        nothing if its player has an account, as only the account is then, or if the house sits
        there. And an account may have stood up, or sat down, since it was told who it is: then it
        sees as whoever it is by now.
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
        """Return all that the caller is, for a request that is about a seat, or about none."""
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
        if self.player is not None and self.policy.seating == "anyone":
            found.add("player")
        return found


NOBODY: Final = Caller()


class Right(msgspec.Struct, frozen=True):
    """Who may ask for an operation."""

    tokens: TokenKind
    allows: tuple[CallerKind, ...]
    needs: str = ""
    """Who is let in, in words; ``{}`` stands for the seat that the address names."""
    actions: Mapping[str, "Right"] = {}
    """Of these actions of the table, by their names; all others are for seats."""

    def admit(self, caller: Caller, seat: Seat | None = None) -> None:
        """Raise Unauthorized or Forbidden unless this caller is let in."""
        if not caller.known_as(seat).isdisjoint(self.allows):
            return
        if not caller.signed:
            raise Unauthorized
        raise Forbidden(self.needs.format(seat))


EVERYBODY: Final = Right("none", ("nobody",))
"""What is the same for everybody: no token is looked at."""

WATCH: Final = Right("game", ("nobody", "seat", "creator", "account"))
"""To look at a game; what is seen depends on who looks."""

SIT: Final = Right(
    "game", ("own_seat", "creator", "player"), "the token of seat {} or of the creator"
)
"""To take a seat."""

STAND_UP: Final = Right("game", ("own_seat", "creator"), "the token of seat {} or of the creator")
"""To free a seat."""

SEAT: Final = Right("game", ("seat",), "the token of a seat")
"""To ask on behalf of a seat."""

ACCOUNT: Final = Right("account", ("account",), "the token of an account")
"""To look after the tokens of one's account."""

ADMIN: Final = Right("account", ("admin",), "a token with the scope admin")
"""To look after everybody's accounts."""

WEBHOOKS: Final = Right("account", ("play", "organise"), "a token with the scope play or organise")
"""To look after the webhooks of one's account."""

OPEN_GAME: Final = Right(
    "account", ("nobody", "play", "organise"), "a token with the scope play or organise"
)
"""To open a game: anybody may, and whoever has an account is known as its creator."""

CALL_OFF: Final = Right("game", ("creator",), "the token of the creator")
"""To call a game off."""

ARBITRATE: Final = Right(
    "game", ("arbiter",), "a token with the scope arbitrate, of somebody who does not play in it"
)
"""To end a running game from outside."""

ACT: Final = Right(
    "game",
    ("seat", "creator", "arbiter"),
    "the token of a seat, of the creator or of an arbiter",
    {"abort_game": CALL_OFF, "adjudicate": ARBITRATE, "call_off_game": ARBITRATE},
)
"""To act in a game."""
