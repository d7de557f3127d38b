"""A client of Carolus, the open service that plays, checks, replays and proves board games."""

from carolus_client import types
from carolus_client.client import Client
from carolus_client.errors import (
    CarolusError,
    IllegalAction,
    NotAllowed,
    ProblemError,
    ServiceUnreachable,
    StaleVersion,
    TooManyRequests,
)
from carolus_client.seat import Choose, Seat
from carolus_client.sending import Patience, new_key
from carolus_client.streams import Frame
from carolus_client.verifying import verify

__all__ = [
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
    "new_key",
    "types",
    "verify",
]
