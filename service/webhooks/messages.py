"""What a webhook is told. Receivers are written against these shapes."""

from typing import Final, Literal, TypeAlias, get_args

import msgspec

from domain.ruleset import Seat
from service.wire.games import GameSummary, Timestamp

Kind: TypeAlias = Literal["game.started", "game.action", "game.turn", "game.over"]
"""What can be told of a game."""

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""In the order in which they are told."""


class WebhookData(msgspec.Struct, frozen=True):
    """A game as it was then."""

    game: GameSummary
    head: str
    """Hash of the last event, in hexadecimal."""
    seats: tuple[Seat, ...]
    """The seats whose turn it is now, with ``game.turn``; else empty."""


class WebhookMessage(msgspec.Struct, frozen=True):
    """What is sent when something has happened in a game."""

    type: Kind
    timestamp: Timestamp
    """When it happened."""
    data: WebhookData


class NoData(msgspec.Struct, frozen=True):
    """Nothing."""


class WebhookTest(msgspec.Struct, frozen=True):
    """What is sent to try a webhook."""

    type: Literal["webhook.test"]
    timestamp: Timestamp
    data: NoData
