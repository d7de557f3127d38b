"""Test that flags fall by themselves, once, on any number of workers, even after SIGKILL."""

import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from domain.table.times import SECOND, micros
from tests.support.http.client import Json, Table, start
from tests.support.run.waiting import SECONDS_MAX, until
from tests.support.servers.site import Site
from tests.support.storage.stores import ENGINES

pytestmark = [
    pytest.mark.process,
    pytest.mark.long,
    pytest.mark.parametrize("database", ENGINES, indirect=True),
]

GAMES = 4
LIMIT = 3
"""Seconds: the time that workers are killed in."""


def clocked(seconds: int, on_flag: str) -> Json:
    """Return the terms of a game with this many seconds for each action."""
    clock = {"kind": "per_action", "seconds": seconds, "on_flag": on_flag}
    return {"clock": clock}


@contextmanager
def seen_by_all(site: Site, tables: Sequence[Table]) -> Iterator[list[Table]]:
    """Yield the same games as clients of alternating workers."""
    with site.client(0) as one, site.client(1) as other:
        clients = itertools.cycle((one, other))
        yield [
            Table(next(clients), {"game": {"id": table.id}, "tokens": table.tokens})
            for table in tables
        ]


def flags(table: Table) -> list[Json]:
    """Return the events of fallen flags."""
    return [event for event in table.events() if event["type"] == "flag_fell"]


def test_without_requests_every_flag_falls_once(site: Site) -> None:
    """Games of two end; in those of three, the house plays on until no clock is left."""
    with site.client() as http:
        ending = [start(http, terms=clocked(1, "forfeit")) for _ in range(GAMES)]
        going_on = [start(http, terms=clocked(1, "house"), players=3) for _ in range(2)]
    with seen_by_all(site, [*ending, *going_on]) as tables:
        for table in tables:
            until(lambda table=table: table.now()["status"] == "over")  # type: ignore[misc]
            seats = [flag["seat"] for flag in flags(table)]
            assert len(set(seats)) == len(seats)
            assert len(seats) == (1 if table in tables[:GAMES] else 3)
    site.must_be_clean(GAMES + 2)


def test_a_deadline_is_kept_when_all_workers_are_killed(site: Site) -> None:
    """No worker is left to remember it; the flags fall after a restart."""
    with site.client() as http:
        tables = [start(http, terms=clocked(LIMIT, "forfeit")) for _ in range(GAMES)]
    for worker in site.workers:
        worker.kill()
    site.start()
    with seen_by_all(site, tables) as again:
        for table in again:
            until(lambda table=table: table.now()["status"] == "over")  # type: ignore[misc]
            assert table.now()["outcome"]["reason"] == "time"
            (flag,) = flags(table)
            begun = table.events()[flag["version"] - 2]["at"]
            late = micros(flag["at"]) - micros(begun) - LIMIT * SECOND
            assert 0 <= late < SECONDS_MAX * SECOND
    site.must_be_clean(GAMES)
