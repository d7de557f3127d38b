"""The messages that webhooks receive. Receivers depend on these shapes."""

from typing import Final, Literal, TypeAlias, get_args

import msgspec

from domain.ruleset import Seat
from service.wire.games import GameSummary, Timestamp
from service.wire.rounds import TournamentPhase

GameKind: TypeAlias = Literal["game.started", "game.action", "game.turn", "game.over"]
"""The types of messages about a game."""

TournamentKind: TypeAlias = Literal[
    "tournament.started",
    "tournament.action",
    "tournament.asked",
    "tournament.round",
    "tournament.over",
]
"""The types of messages about a tournament."""

Kind: TypeAlias = GameKind | TournamentKind

GAME_KINDS: Final[tuple[GameKind, ...]] = get_args(GameKind)
TOURNAMENT_KINDS: Final[tuple[TournamentKind, ...]] = get_args(TournamentKind)
KINDS: Final[tuple[Kind, ...]] = (*GAME_KINDS, *TOURNAMENT_KINDS)
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

    type: GameKind
    timestamp: Timestamp
    """When it happened."""
    data: WebhookData


class TournamentInMessage(msgspec.Struct, frozen=True):
    """A tournament in a message."""

    id: str
    version: int
    """The number of events so far."""
    name: str
    ruleset: str
    """Id and edition of the ruleset."""
    phase: TournamentPhase
    entrants: int
    """How many have entered, including those who left."""
    rounds: int
    """The number of rounds that applies now."""
    round: int
    """The number of the last round that is paired; 0 before the first."""


class TournamentWebhookData(msgspec.Struct, frozen=True):
    """A tournament as it was at the time of the message."""

    tournament: TournamentInMessage
    head: str
    """Hash of the last event in hexadecimal."""


class TournamentWebhookMessage(msgspec.Struct, frozen=True):
    """A message about something that happened in a tournament."""

    type: TournamentKind
    timestamp: Timestamp
    """When it happened."""
    data: TournamentWebhookData


class NoData(msgspec.Struct, frozen=True):
    """Nothing."""


class WebhookTest(msgspec.Struct, frozen=True):
    """A message that tests a webhook."""

    type: Literal["webhook.test"]
    timestamp: Timestamp
    data: NoData
