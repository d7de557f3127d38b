"""Sends requests until they succeed: through lost connections, and while the service is busy."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx

from carolus_client.errors import ProblemError
from carolus_client.patience import (
    BUSY,
    TEMPORARY,
    Patience,
    problem_in,
    retry_after,
    unreachable,
)


class AsyncSender:
    """Sends requests to one service."""

    def __init__(self, http: httpx.AsyncClient, url: str, patience: Patience) -> None:
        self.patience = patience
        self._http = http
        self._url = url

    async def send(
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
                response = await self._http.request(
                    method, url, headers=headers, params=params, json=body
                )
            except httpx.TransportError as lost:
                failure, waits = lost, None
            else:
                if response.is_success or response.status_code == httpx.codes.NOT_MODIFIED:
                    return response
                failure, waits = problem_in(response), retry_after(response)
                if response.status_code == BUSY:
                    await self.wait_for_bucket(failure, waits)
                    continue
                if response.status_code not in TEMPORARY:
                    raise failure
            losses += 1
            if not repeatable or losses > self.patience.losses:
                raise unreachable(failure) from failure
            await asyncio.sleep(max(self.patience.after(losses), waits or 0))

    async def wait_for_bucket(self, refused: ProblemError, waits: float | None) -> None:
        """Wait as long as the service asks for; raise TooManyRequests if that is too long."""
        await asyncio.sleep(self.patience.for_bucket(refused, waits))

    @asynccontextmanager
    async def stream(
        self, path: str, headers: Mapping[str, str], params: Mapping[str, Any]
    ) -> AsyncIterator[httpx.Response]:
        """Open a stream once. The response may have any status; reading it may fail."""
        timeout = httpx.Timeout(self.patience.silence_seconds)
        async with self._http.stream(
            "GET", self._url + path, headers=headers, params=params, timeout=timeout
        ) as response:
            if not response.is_success:
                await response.aread()
            yield response
