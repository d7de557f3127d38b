# Derived from _async by `make openapi`: change that instead.
"""Follows streams of server-sent events, and resumes them after every loss."""

import time
from collections.abc import Generator, Mapping
from typing import Any, Final

import httpx

from carolus_client._sync.sending import Sender
from carolus_client.errors import ProblemError
from carolus_client.frames import Frame, StreamPosition
from carolus_client.patience import BUSY, problem_in, retry_after, unreachable

_SERVER_ERROR: Final = 500


def follow(
    sender: Sender,
    path: str,
    headers: Mapping[str, str],
    params: Mapping[str, Any],
    after: int | str | None,
) -> Generator[Frame]:
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
            with sender.stream(path, sent, params) as response:
                if response.status_code == httpx.codes.NO_CONTENT:
                    return
                if response.is_success:
                    for line in response.iter_lines():
                        frame = at.read(line)
                        if frame is None:
                            continue
                        if frame.name == "dropped":
                            break  # the next connection shows what this caller may see now
                        yield frame
                        if frame.name == "end":
                            return
                else:
                    failure = _refusal(sender, response)
        except httpx.TransportError as lost:
            failure = lost
        _wait(sender, at, failure)


def _refusal(sender: Sender, response: httpx.Response) -> ProblemError | None:
    """Wait if the service is busy; return a temporary failure, and raise any other."""
    problem = problem_in(response)
    waits = retry_after(response)
    if response.status_code == BUSY:
        sender.wait_for_bucket(problem, waits)
        return None
    if response.status_code < _SERVER_ERROR:
        raise problem
    if waits is not None:
        time.sleep(min(waits, sender.patience.retry_after_seconds_max))
    return problem


def _wait(sender: Sender, at: StreamPosition, failure: Exception | None) -> None:
    """Wait before the next connection; raise if there were too many losses in a row."""
    if failure is None:
        time.sleep(at.retry_seconds)
        return
    at.losses += 1
    if at.losses > sender.patience.losses:
        raise unreachable(failure) from failure
    time.sleep(sender.patience.after(at.losses))
