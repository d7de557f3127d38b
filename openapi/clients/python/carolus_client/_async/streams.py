"""Follows streams of server-sent events, and resumes them after every loss."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from typing import Any, Final

import httpx

from carolus_client._async.sending import AsyncSender
from carolus_client.errors import ProblemError
from carolus_client.frames import Frame, StreamPosition
from carolus_client.patience import BUSY, problem_in, retry_after, unreachable

_SERVER_ERROR: Final = 500


async def follow(
    sender: AsyncSender,
    path: str,
    headers: Mapping[str, str],
    params: Mapping[str, Any],
    after: int | str | None,
) -> AsyncGenerator[Frame]:
    """Yield the frames of a stream, each once and in order, until the stream has an end.

    The client reconnects after every loss, even after a silence, and continues after the last
    complete frame. It raises ProblemError for a refusal, and ServiceUnreachable after several
    losses in a row.
    """
    at = StreamPosition(after)
    while True:
        sent = {**headers, "Accept": "text/event-stream", **at.connecting()}
        failure: Exception | None = None
        try:
            async with sender.stream(path, sent, params) as response:
                if response.status_code == httpx.codes.NO_CONTENT:
                    return
                if response.is_success:
                    async for line in response.aiter_lines():
                        frame = at.read(line)
                        if frame is None:
                            continue
                        if frame.name == "dropped":
                            break  # the next connection shows what this caller may see now
                        yield frame
                        if frame.name == "end":
                            return
                else:
                    failure = await _refusal(sender, response)
        except httpx.TransportError as lost:
            failure = lost
        await _wait(sender, at, failure)


async def _refusal(sender: AsyncSender, response: httpx.Response) -> ProblemError | None:
    """Wait if the service is busy; return a temporary failure, and raise any other."""
    problem = problem_in(response)
    waits = retry_after(response)
    if response.status_code == BUSY:
        await sender.wait_for_bucket(problem, waits)
        return None
    if response.status_code < _SERVER_ERROR:
        raise problem
    if waits is not None:
        await asyncio.sleep(min(waits, sender.patience.retry_after_seconds_max))
    return problem


async def _wait(sender: AsyncSender, at: StreamPosition, failure: Exception | None) -> None:
    """Wait before the next connection; raise if there were too many losses in a row."""
    if failure is None:
        await asyncio.sleep(at.retry_seconds)
        return
    at.losses += 1
    if at.losses > sender.patience.losses:
        raise unreachable(failure) from failure
    await asyncio.sleep(sender.patience.after(at.losses))
