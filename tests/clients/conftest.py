"""Provide a running service, and a network in front of it that cuts connections."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import httpx
import pytest

from carolus_client import Patience
from tests.support.run.tracing import untraced
from tests.support.servers.inside import served_inside
from tests.support.servers.proxy import Proxy, place_of

DOCUMENTED: Final = "http://127.0.0.1:8000"
"""The address of the service in documents."""

QUICK: Final = Patience(wait_seconds=0.01, wait_seconds_max=0.05)
"""The patience of a client that need not wait for a real service."""

BUSY: Final = {"type": "/problems/too-many-requests", "title": "Busy", "status": 429}
"""The problem of an empty bucket."""

CUTS_MIN: Final = 10
"""How many connections are cut in a game at least."""

PIECES: Final = 7
"""The pieces of responses that pass on a connection before it is cut too."""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of the service."""
    with untraced(threads=False), served_inside(tmp_path_factory.mktemp("clients")) as inside:
        yield inside.url


@pytest.fixture
def line(url: str, seed: int) -> Iterator[Proxy]:
    """Return a proxy that cuts every third connection in its first response.

    It cuts the others later, so that there are many.
    """
    with Proxy(place_of(url), Random(seed)) as proxy:
        proxy.cut_after = lambda number: 0 if number % 3 == 2 else PIECES
        yield proxy


def example_in(readme: Path, language: str, url: str) -> str:
    """Return the example in a README, for the service at this address."""
    _, _, rest = readme.read_text("utf-8").partition(f"```{language}\n")
    example, _, _ = rest.partition("```\n")
    assert example.count(DOCUMENTED) == 1
    return example.replace(DOCUMENTED, url)


def scripted(
    *answers: httpx.Response | Exception,
) -> tuple[httpx.MockTransport, list[httpx.Request]]:
    """Return the network of a service that gives these answers, and the requests that it gets."""
    left = list(answers)
    asked: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        found = left.pop(0)
        if isinstance(found, Exception):
            raise found
        return found

    return httpx.MockTransport(answer), asked
