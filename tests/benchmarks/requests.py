"""Over HTTP: actions with a response after their commit, in many games at once.

The yardsticks are a POST that does nothing on the same server, and boardgame.io's server, which
keeps its matches in memory.
"""

import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

import uvloop

from tests.benchmarks import boardgame_io
from tests.benchmarks.contestants import Contestant, Empty, Service, Turn
from tests.benchmarks.measure import Row, microseconds, per_second
from tests.benchmarks.servers import PROCESSES, Server, postgres, service, yardstick
from tests.support.servers.services import start_redis

AT_ONCE: Final = (16, 64)
"""Games at once: a quiet evening, and a tournament."""
TURNS: Final = 5

EMPTY: Final = "an empty typed POST"
THEIRS: Final = "boardgame.io, matches in memory, a move that does nothing"
TWO: Final = "two workers"
GOALS: Final = {"SQLite": "≥ 0.4", "PostgreSQL": "≥ 0.25"}
"""The service's requests per second divided by the empty server's, by database."""

Key = tuple[str, int]
"""A contestant and the number of games at once."""


def rows() -> Iterator[Row]:
    """Start all servers, let them take turns, then yield the lines of the table."""
    with (
        tempfile.TemporaryDirectory() as folder,
        postgres() as database,
        postgres() as shared,
        start_redis() as bus,
        service(Path(folder) / "sqlite") as on_sqlite,
        service(Path(folder) / "postgres", database=database.url) as on_postgres,
        service(Path(folder) / "two", database=shared.url, redis=bus.url) as first,
        service(Path(folder) / "two", database=shared.url, redis=bus.url) as second,
        yardstick("empty_server") as empty,
        boardgame_io.server() as theirs,
    ):
        contestants: dict[str, Contestant] = {
            EMPTY: Empty([empty.port], empty.seconds),
            "SQLite": Service([on_sqlite.port], on_sqlite.seconds),
            "PostgreSQL": Service(
                [on_postgres.port], lambda: on_postgres.seconds() + database.seconds()
            ),
            TWO: Service(
                [first.port, second.port],
                lambda: first.seconds() + second.seconds() + shared.seconds(),
            ),
        }
        turns = uvloop.run(_take_turns(contestants, theirs))
    yield from _rates(turns)
    if PROCESSES.exists():
        yield from _spent(turns)


async def _take_turns(
    contestants: Mapping[str, Contestant], theirs: Server
) -> Mapping[Key, list[Turn]]:
    turns: dict[Key, list[Turn]] = defaultdict(list)
    async with boardgame_io.contestant(theirs) as other:
        for _ in range(TURNS):
            for name, one in {**contestants, THEIRS: other}.items():
                for at_once in AT_ONCE:
                    turns[name, at_once].append(await one.turn(at_once))
    return turns


def _rates(turns: Mapping[Key, list[Turn]]) -> Iterator[Row]:
    # Servers, threads and the client share a machine of varying speed, so take the median.
    rates = {key: median(turn.rate for turn in taken) for key, taken in turns.items()}

    def row(database: str, at_once: int, against: str, goal: str) -> Row:
        ours, others = rates[database, at_once], rates[against, at_once]
        return Row(
            f"an action over HTTP, committed to {database}; {at_once} games at once",
            per_second(ours, "actions"),
            f"{against}: {per_second(others, 'moves' if against == THEIRS else 'requests')}",
            ours / others,
            goal,
        )

    for database, goal in GOALS.items():
        for at_once in AT_ONCE:
            yield row(database, at_once, EMPTY, goal)
    for at_once in AT_ONCE:
        yield row("SQLite", at_once, THEIRS, "≥ 1.1")
    for at_once in AT_ONCE:
        two, one = rates[TWO, at_once], rates["PostgreSQL", at_once]
        yield Row(
            f"an action over HTTP, two workers on PostgreSQL; {at_once} games at once",
            per_second(two, "actions"),
            f"one worker on PostgreSQL: {per_second(one, 'actions')}",
            two / one,
            "",
        )


def _spent(turns: Mapping[Key, list[Turn]]) -> Iterator[Row]:
    at_once = AT_ONCE[0]
    names = {
        "an action, SQLite in its process": "SQLite",
        "an action, PostgreSQL and its processes": "PostgreSQL",
        "an action, two workers and PostgreSQL": TWO,
        EMPTY: EMPTY,
        "a move of boardgame.io": THEIRS,
    }
    spent = {name: _per_request(turns[name, at_once]) for name in names.values()}
    for what, name in names.items():
        if name in {*GOALS, TWO}:
            yield Row(
                f"the server's processor time for {what}; {at_once} games",
                microseconds(spent[name].server),
                f"{EMPTY}: {microseconds(spent[EMPTY].server)}",
                spent[EMPTY].server / spent[name].server,
                "",
            )
    for what, name in names.items():
        yield Row(
            f"the client's processor time for {what}; {at_once} games",
            microseconds(spent[name].client),
            f"the server's: {microseconds(spent[name].server)}",
            spent[name].client / spent[name].server,
            "≤ 1",
        )


class _Spent(NamedTuple):
    """CPU seconds per request."""

    server: float
    client: float


def _per_request(turns: Sequence[Turn]) -> _Spent:
    requests = sum(turn.requests for turn in turns)
    return _Spent(
        sum(turn.server for turn in turns) / requests, sum(turn.client for turn in turns) / requests
    )
