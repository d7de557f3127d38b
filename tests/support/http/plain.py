"""Clients of services without TLS."""

from typing import Any

import httpx


def plain_client(url: str, seconds: float = 30) -> httpx.Client:
    """Return a client of this service, whose requests may take this many seconds.

    It loads no certificates of authorities, which takes longer than most tests.
    """
    return httpx.Client(base_url=url, timeout=seconds, verify=False)  # noqa: S501 - plain HTTP


def plain_request(method: str, url: str, **asked: Any) -> httpx.Response:
    """Send one request with such a client; httpx's own functions wait for five seconds only."""
    with plain_client("") as http:
        return http.request(method, url, **asked)
