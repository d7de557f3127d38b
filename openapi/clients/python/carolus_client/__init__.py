"""A client of Carolus, the open service that plays, checks, replays and proves board games."""

from carolus_client import types
from carolus_client._async.client import AsyncClient
from carolus_client._async.seat import AsyncChoose, AsyncSeat
from carolus_client._sync.client import Client
from carolus_client._sync.seat import Choose, Seat
from carolus_client.errors import (
    CarolusError,
    IllegalAction,
    NotAllowed,
    ProblemError,
    ServiceUnreachable,
    StaleVersion,
    TooManyRequests,
    VerifierMissing,
)
from carolus_client.frames import Frame
from carolus_client.patience import Patience, new_key
from carolus_client.verifying import verify

__all__ = [
    "AsyncChoose",
    "AsyncClient",
    "AsyncSeat",
    "CarolusError",
    "Choose",
    "Client",
    "Frame",
    "IllegalAction",
    "NotAllowed",
    "Patience",
    "ProblemError",
    "Seat",
    "ServiceUnreachable",
    "StaleVersion",
    "TooManyRequests",
    "VerifierMissing",
    "new_key",
    "types",
    "verify",
]
