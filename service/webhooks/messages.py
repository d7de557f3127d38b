"""The messages that webhooks receive. Receivers depend on these shapes."""

from typing import Final, Literal, TypeAlias, get_args

import msgspec

from domain.ruleset import Seat
from service.wire.games import GameSummary, Timestamp

Kind: TypeAlias = Literal["game.started", "game.action", "game.turn", "game.over"]
"""The types of messages about a game."""

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""The types, in the order in which they are sent."""


class WebhookData(msgspec.Struct, frozen=True):
    """A game as it was at the time of the message."""

    game: GameSummary
    head: str
    """Hash of the last event in hexadecimal."""
    seats: tuple[Seat, ...]
    """The seats whose turn it is, or that are reserved and free, in ``game.turn``; otherwise
    empty."""


class WebhookMessage(msgspec.Struct, frozen=True):
    """A message about something that happened in a game."""

    type: Kind
    timestamp: Timestamp
    """When it happened."""
    data: WebhookData


class NoData(msgspec.Struct, frozen=True):
    """Nothing."""


class WebhookTest(msgspec.Struct, frozen=True):
    """A message that tests a webhook."""

    type: Literal["webhook.test"]
    timestamp: Timestamp
    data: NoData
