"""Sends requests until they succeed: through lost connections, and while the service is busy."""

import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from random import SystemRandom
from typing import Any, Final, cast

import httpx

from carolus_client.errors import ProblemError, ServiceUnreachable, error_of
from carolus_client.types import Problem

_TEMPORARY: Final = frozenset({502, 503, 504})
_BUSY: Final = 429
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
        """Return how long to wait after so many losses in a row: at random, up to a limit."""
        longest = min(self.wait_seconds * 2.0 ** (losses - 1), self.wait_seconds_max)
        return longest * _random.uniform(0.5, 1)


class Sender:
    """Sends requests to one service."""

    def __init__(self, http: httpx.Client, url: str, patience: Patience) -> None:
        self.patience = patience
        self._http = http
        self._url = url

    def send(
        self,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str],
        params: Mapping[str, Any] | None = None,
        body: Any = None,
        repeatable: bool,
    ) -> httpx.Response:
        """Return the response, which is a success.

        The client repeats a request after a lost response only if that is ``repeatable``. It always
        repeats one that the service refused because it was busy. Raises ProblemError and
        ServiceUnreachable.
        """
        losses = 0
        url = self._url + path
        while True:
            failure: Exception
            try:
                response = self._http.request(
                    method, url, headers=headers, params=params, json=body
                )
            except httpx.TransportError as lost:
                failure, waits = lost, None
            else:
                if response.is_success or response.status_code == httpx.codes.NOT_MODIFIED:
                    return response
                failure, waits = problem_in(response), retry_after(response)
                if response.status_code == _BUSY:
                    self.wait_for_bucket(failure, waits)
                    continue
                if response.status_code not in _TEMPORARY:
                    raise failure
            losses += 1
            if not repeatable or losses > self.patience.losses:
                raise unreachable(failure) from failure
            time.sleep(max(self.patience.after(losses), waits or 0))

    def wait_for_bucket(self, refused: ProblemError, waits: float | None) -> None:
        """Wait as long as the service asks for; raise TooManyRequests if that is too long."""
        seconds = 1.0 if waits is None else waits
        if seconds > self.patience.retry_after_seconds_max:
            raise refused
        time.sleep(seconds + _random.uniform(0, 0.25))

    @contextmanager
    def stream(
        self, path: str, headers: Mapping[str, str], params: Mapping[str, Any]
    ) -> Iterator[httpx.Response]:
        """Open a stream once. The response may have any status; reading it may fail."""
        timeout = httpx.Timeout(self.patience.silence_seconds)
        with self._http.stream(
            "GET", self._url + path, headers=headers, params=params, timeout=timeout
        ) as response:
            if not response.is_success:
                response.read()
            yield response


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
    """Return an idempotency key that nobody can guess."""
    return secrets.token_urlsafe(16)
