"""Clients of services without TLS."""

import httpx


def plain_client(url: str, seconds: float = 30) -> httpx.Client:
    """Return a client of this service, whose requests may take so many seconds.

    It loads no certificates of authorities, which takes longer than most tests.
    """
    return httpx.Client(base_url=url, timeout=seconds, verify=False)  # noqa: S501 - plain HTTP
