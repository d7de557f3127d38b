"""How long a client waits for a service, and what a response says about that."""

import secrets
from dataclasses import dataclass
from random import SystemRandom
from typing import Final, cast

import httpx

from carolus_client.errors import ProblemError, ServiceUnreachable, error_of
from carolus_client.types import Problem

BUSY: Final = 429
TEMPORARY: Final = frozenset({502, 503, 504})
"""Statuses after which the same request may succeed."""

_random: Final = SystemRandom()


@dataclass(frozen=True, slots=True)
class Patience:
    """How often the client tries again, and how long it waits in between."""

    losses: int = 8
    """How many responses in a row may be lost."""
    wait_seconds: float = 0.25
    """The wait after the first loss; each further one doubles it."""
    wait_seconds_max: float = 8.0
    retry_after_seconds_max: float = 120.0
    """The longest wait that the service may ask for with ``Retry-After``."""
    silence_seconds: float = 40.0
    """A stream that is silent for so long is lost: the service sends something every 15 seconds."""

    def after(self, losses: int) -> float:
        """Return how long to wait after this many losses in a row: at random, up to a limit."""
        longest = min(self.wait_seconds * 2.0 ** (losses - 1), self.wait_seconds_max)
        return longest * _random.uniform(0.5, 1)

    def for_bucket(self, refused: ProblemError, waits: float | None) -> float:
        """Return how long to wait after a 429; raise TooManyRequests if that is too long."""
        seconds = 1.0 if waits is None else waits
        if seconds > self.retry_after_seconds_max:
            raise refused
        return seconds + _random.uniform(0, 0.25)


def problem_in(response: httpx.Response) -> ProblemError:
    """Return what the service, or a proxy in front of it, says in a response."""
    try:
        content = response.json()
    except ValueError:
        content = None
    problem = {
        "type": "about:blank",
        "title": response.reason_phrase or "Unexpected response",
        "status": response.status_code,
        "detail": f"{response.request.method} {response.request.url}",
        **(content if isinstance(content, dict) else {}),
    }
    return error_of(cast(Problem, problem))


def retry_after(response: httpx.Response) -> float | None:
    """Return the seconds that a response asks to wait; None if it does not."""
    text = response.headers.get("Retry-After", "")
    return float(text) if text.isdecimal() else None


def unreachable(failure: Exception) -> Exception:
    """Return the error to raise when the client gives up."""
    if isinstance(failure, ProblemError):
        return failure
    return ServiceUnreachable(f"no answer: {str(failure) or type(failure).__name__}")


def new_key() -> str:
    """Return an idempotency key from 128 random bits."""
    return secrets.token_urlsafe(16)
