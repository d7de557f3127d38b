"""Metrics of the service for monitoring."""

import httpx

from tests.support.http.client import create, good


def test_the_number_of_games_in_memory(http: httpx.Client) -> None:
    """It equals the number opened; requesting one of them again does not change it."""
    opened = [create(http) for _ in range(3)]
    good(http.get(opened[0].url))
    assert "\ncarolus_games_in_memory 3.0\n" in http.get("/metrics").text
