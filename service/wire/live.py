"""The JSON of live streams, apart from games and events. Clients depend on these shapes."""

from typing import Annotated, TypeAlias

import msgspec

from domain.ruleset import Seat
from domain.table.game import Status
from service.tournaments.roles import RequestedRole
from service.wire.marks import part
from service.wire.rounds import TournamentPhase

VersionNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
Id: TypeAlias = Annotated[str, msgspec.Meta(max_length=64)] | int | None


class Ended(msgspec.Struct, frozen=True):
    """The game is finished, and all of its events were sent."""

    status: Status
    version: int


class TournamentOver(msgspec.Struct, frozen=True):
    """The tournament is over, and all of its events were sent."""

    phase: TournamentPhase
    version: int


class Dropped(msgspec.Struct, frozen=True):
    """The stream ends for another reason; the client may reconnect."""

    reason: str


class Ready(msgspec.Struct, frozen=True):
    """The stream contains all changes after this position of the log."""

    position: int


class Gone(msgspec.Struct, frozen=True):
    """A game no longer matches the client's filter."""

    id: str


class TournamentChanged(msgspec.Struct, frozen=True):
    """A tournament of which something in lists of tournaments may have changed."""

    id: str


class OwnGame(msgspec.Struct, frozen=True):
    """A game in which the account of the stream sits, after a change."""

    game: Annotated[msgspec.Raw, part("summary")]
    """The game as in a list, not delayed."""
    head: str
    """Hash of its last event, in hexadecimal."""
    seats: tuple[Seat, ...]
    """The seats of the account."""
    turn: tuple[Seat, ...]
    """Those of them whose turn it is."""


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="hello"):
    """The first message of a client that cannot send a header."""

    token: str | None = None


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="act"):
    """A request for actions."""

    actions: Annotated[msgspec.Raw, part("sent_actions")]
    id: Id = None
    """The id of the request, repeated in the answer."""
    version: VersionNumber | None = None
    """The expected version of the game, as in ``If-Match``."""
    key: str | None = None
    """The ``Idempotency-Key``."""


class ActInTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="act"):
    """A request for actions in a tournament."""

    actions: Annotated[msgspec.Raw, part("sent_tournament_actions")]
    id: Id = None
    """The id of the request, repeated in the answer."""
    version: VersionNumber | None = None
    """The expected version of the tournament, as in ``If-Match``; decisions of arbiters need it."""
    key: str | None = None
    """The ``Idempotency-Key``."""
    role: RequestedRole | None = None
    """In which role you act; required if your token and the actions leave several open."""
