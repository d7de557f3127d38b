"""What the service tells of itself, for who watches over it."""

import httpx

from tests.support.http.client import create, good


def test_the_games_in_memory_are_told(http: httpx.Client) -> None:
    """As many as were opened, and no more of them because one is asked for again."""
    opened = [create(http) for _ in range(3)]
    good(http.get(opened[0].url))
    assert "\ncarolus_games_in_memory 3.0\n" in http.get("/metrics").text
