"""Query parameters that filter games, shared by several lists."""

from typing import Annotated, Final, TypeAlias

from domain.table.actions import LABEL_EXPECTED, LABEL_PATTERN
from domain.table.game import Status
from service.access.game_keys import ACCOUNT_EXPECTED, ACCOUNT_PATTERN
from service.access.policy import Seating
from service.access.stream_tickets import TICKET_PATTERN
from service.http.requests.queries import Query

RULESET_PATTERN: Final = r"^[a-z0-9-]{1,60}$"

OfStatus: TypeAlias = Annotated[
    Status | None,
    Query(name="status", description="Only games in this state."),
]
OfRuleset: TypeAlias = Annotated[
    str | None,
    Query(
        name="ruleset",
        pattern=rf"{RULESET_PATTERN}(?!\n)",
        expected="the id of a ruleset: 1 to 60 of a to z, 0 to 9 and `-`",
        description="Only games of this ruleset, by its id.",
    ),
]
OfPlayer: TypeAlias = Annotated[
    str | None,
    Query(
        name="player",
        pattern=rf"{ACCOUNT_PATTERN}(?!\n)",
        expected=ACCOUNT_EXPECTED,
        description="Only games in which this player sits or sat.",
    ),
]
OfLabel: TypeAlias = Annotated[
    str | None,
    Query(
        name="label",
        pattern=LABEL_PATTERN,
        expected=LABEL_EXPECTED,
        description="Only games with exactly this label.",
    ),
]
OfStratum: TypeAlias = Annotated[
    str | None,
    Query(
        name="stratum",
        pattern=r"^[a-z0-9_=,-]{1,200}$(?!\n)",
        expected="a stratum from a profile, such as players=4",
        description="The ratings in the games of one stratum, such as `players=4`; by default, "
        "those in all games of the ruleset.",
    ),
]
OfSeason: TypeAlias = Annotated[
    str | None,
    Query(
        name="season",
        pattern=r"^[0-9]{4}-Q[1-4]$(?!\n)",
        expected="a season: a calendar quarter in UTC, such as 2026-Q4",
        description="The ratings in the games that ended in one season, a calendar quarter in "
        "UTC, such as `2026-Q4`; by default, those in games of all times.",
    ),
]
SeatsFree: TypeAlias = Annotated[
    int | None,
    Query(
        name="seats_free",
        ge=1,
        le=100,
        description="Only open games with at least this many free seats. A seat that is reserved "
        "for a player is not free.",
    ),
]
OfSeating: TypeAlias = Annotated[
    Seating | None,
    Query(
        name="seating",
        description="Only games in which these people may sit down: holders of a seat's link, "
        "anyone, or only those for whom the seats are reserved.",
    ),
]
ReservedFor: TypeAlias = Annotated[
    str | None,
    Query(
        name="reserved_for",
        pattern=rf"{ACCOUNT_PATTERN}(?!\n)",
        expected=ACCOUNT_EXPECTED,
        description="Only open games with a seat that is reserved for this player, and not taken "
        "yet: the tables of tournaments where others wait.",
    ),
]
TICKET: Final = "ticket"
"""The query parameter with the ticket of a stream."""

StreamTicket: TypeAlias = Annotated[
    str | None,
    Query(
        name=TICKET,
        pattern=rf"{TICKET_PATTERN}(?!\n)",
        expected="a ticket from the service, such as ticket_…",
        description="A ticket for this stream, for clients that cannot set `Authorization`.",
    ),
]

AfterFrame: TypeAlias = Annotated[
    int | None,
    Query(ge=0, le=10**15, description="Continue after this id; `Last-Event-ID` takes precedence."),
]
"""The frame after which a stream of many games continues."""
After: TypeAlias = Annotated[
    int | None,
    Query(
        name="after",
        ge=0,
        le=10**9,
        description="Only events with greater versions. Without it, a stream begins now.",
    ),
]
Snapshot: TypeAlias = Annotated[
    bool | None,
    Query(
        name="snapshot",
        description="Whether a stream begins with the current state. By default it does, unless "
        "the client sends `after` or `Last-Event-ID`.",
    ),
]
