"""Parameters that choose among games; several lists have them."""

from typing import Annotated, Final, TypeAlias

from litestar.params import QueryParameter

from domain.table.game import Status
from service.access.keys import ACCOUNT_PATTERN

RULESET_PATTERN: Final = r"^[a-z0-9-]{1,60}$"

OfStatus: TypeAlias = Annotated[
    Status | None,
    QueryParameter(name="status", required=False, description="Only games in this state."),
]
OfRuleset: TypeAlias = Annotated[
    str | None,
    QueryParameter(
        name="ruleset",
        required=False,
        pattern=rf"{RULESET_PATTERN}(?!\n)",
        description="Only games of this ruleset, by its id.",
    ),
]
OfPlayer: TypeAlias = Annotated[
    str | None,
    QueryParameter(
        name="player",
        required=False,
        pattern=rf"{ACCOUNT_PATTERN}(?!\n)",
        description="Only games in which this player sits or sat.",
    ),
]
SeatsFree: TypeAlias = Annotated[
    int | None,
    QueryParameter(
        name="seats_free",
        ge=1,
        le=100,
        required=False,
        description="Only open games with so many free seats or more.",
    ),
]
