"""The service in simulation keeps its promises; and the simulation notices when it does not."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final

import pytest
from eventsourcing.persistence import PersistenceError
from sqlalchemy import Connection, update

from service.access.keys import Keys
from service.games import rematches
from service.games.handler import Handler
from service.http.operations import actions, games
from service.live.tail import Reader, Tail
from service.projections import runner
from service.projections.runner import Mark, Runner
from service.projections.tables import PROGRESS
from service.runtime.background import BackgroundTask
from service.storage import writer
from service.storage.idempotency import KeyedRequest, Notes
from service.storage.log import Log
from service.storage.writer import InDoubt, Writer
from service.tasks.patrol import Patrol
from service.tasks.timekeeper import Timekeeper
from tests.simulation.ledger import Violation
from tests.simulation.schedule import run
from tests.support.run.long import long_after, long_if

SCHEDULES: Final = 120
PARTS: Final = 4
SCHEDULES_UNTIL_FOUND_MAX: Final = 300

MUST_HAPPEN: Final = {
    "Redis away",
    "Redis line broke",
    "acknowledgement lost",
    "answer lost",
    "client gave up",
    "client gone",
    "clock jumped",
    "crash",
    "decisions of the house",
    "duplicate",
    "flags",
    "followed to the end",
    "in doubt, not stored",
    "in doubt, stored",
    "logs: request_took_too_long",
    "outage",
    "projection failed",
    "race lost",
    "read failed",
    "refused",
    "rematch",
    "request lost",
    "retry",
    "rows not put",
    "rows put, answer lost",
    "snapshot read",
    "start failed",
    "store away",
    "stream cut",
    "wake-up doubled",
    "wake-up lost",
    "worker down",
    "write failed",
}


def run_many(seed: int, numbers: Iterable[int]) -> Counter[str]:
    """Run schedules, and return what happened in all of them."""
    return sum((run(f"{seed}-{number}") for number in numbers), Counter())


@pytest.mark.parametrize("part", long_after(1, range(PARTS)))
def test_promises_are_kept(seed: int, part: int, untraced: None) -> None:
    """Whatever fails; and enough did."""
    happened = run_many(seed, range(part, SCHEDULES, PARTS))
    assert happened.keys() >= MUST_HAPPEN


def test_the_same_seed_is_the_same_schedule(seed: int) -> None:
    """Also in another process, whose sets are in another order."""
    code = (
        "from tests.simulation.schedule import run\n"
        f"for number in range(4): print(sorted(run(f'{seed}-{{number}}').items()))"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": hashes},
            capture_output=True,
            check=True,
        ).stdout
        for hashes in ("1", "2")
    }
    assert len(told) == 1


# --- planted bugs --------------------------------------------------------------------------------


def answers_before_the_commit(broken: pytest.MonkeyPatch) -> None:
    """The writer tells of rows that it has not put on disk yet."""
    commit, tell = Writer._commit, writer._tell

    def hasty(self: Any, batch: Any) -> Any:
        tell([(one, None) for one in batch])
        return commit(self, batch)

    broken.setattr(Writer, "_commit", hasty)


def forgets_requests(broken: pytest.MonkeyPatch) -> None:
    """No note of a keyed request is looked for."""

    async def nothing(*_: object) -> None:
        return None

    broken.setattr(Notes, "find", nothing)


def judges_on_memory(broken: pytest.MonkeyPatch) -> None:
    """A refusal is told without asking the log whether the game has gone on."""
    hot = Log.hot

    async def from_memory(self: Handler, game: str) -> Any:
        return hot(self.log, game) or self.log.load(game)

    broken.setattr(Handler, "load", from_memory)


def takes_doubt_for_success(broken: pytest.MonkeyPatch) -> None:
    """Who cannot know whether rows are stored is told that they are."""
    commit = Writer._commit

    def hopeful(self: Any, batch: Any) -> Any:
        return [
            (one, None if isinstance(failure, InDoubt) else failure)
            for one, failure in commit(self, batch)
        ]

    broken.setattr(Writer, "_commit", hopeful)


def takes_any_rows_for_its_own(broken: pytest.MonkeyPatch) -> None:
    """Rows that are found by a second try are taken for its own, whosesoever they are."""
    broken.setattr(Writer, "_is_own", lambda *_: True)


def believes_the_clock(broken: pytest.MonkeyPatch) -> None:
    """The time of an entry is that of the machine, also if it is before the last one."""
    broken.setattr(Handler, "_time", lambda self, stored: self._now())


def lets_the_first_win_the_others_too(broken: pytest.MonkeyPatch) -> None:
    """Of a batch with a conflict, nobody is told that it was too late."""
    others = Writer._commit_others

    def kind(self: Any, batch: Any, conflict: Any) -> Any:
        return [(one, None) for one, _ in others(self, batch, conflict)]

    broken.setattr(Writer, "_commit_others", kind)


def goes_on_one_event_too_late(broken: pytest.MonkeyPatch) -> None:
    """Who resumes a stream misses the event after the one that came last."""
    resumes_at(broken, 1)


def goes_on_one_event_too_early(broken: pytest.MonkeyPatch) -> None:
    """Who resumes a stream gets the event again that came last."""
    resumes_at(broken, -1)


def resumes_at(broken: pytest.MonkeyPatch, shift: int) -> None:
    begin = Reader.__init__

    def shifted(self: Reader, *args: Any) -> None:
        begin(self, *args)
        if not self.anew:
            self.position = max(0, self.position + shift)

    broken.setattr(Reader, "__init__", shifted)


def reads_without_looking_back(broken: pytest.MonkeyPatch) -> None:
    """Who is far behind is given what the tail has at hand."""
    broken.setattr(Tail, "kept_after", lambda self, _: self._events)


def applies_rows_whoever_was_first(broken: pytest.MonkeyPatch) -> None:
    """A projection's place is moved on without a look at where it is."""

    def hasty(connection: Connection, name: str, mark: Mark, position: int) -> bool:
        where = PROGRESS.c.projection == name
        connection.execute(update(PROGRESS).where(where).values(position=position))
        return True

    broken.setattr(runner, "_move", hasty)


def moves_on_before_rows_are_put(broken: pytest.MonkeyPatch) -> None:
    """A projection's place is moved on in a transaction of its own."""
    move = runner._move

    def apart(self: Any, group: Any, marks: Any, batch: Any) -> None:
        for one in group:
            with self._database.writing() as connection:
                moved = move(connection, one.name, marks[one.name], batch.position)
            if moved:
                with suppress(ZeroDivisionError), self._database.writing() as connection:
                    one.note(connection, batch.others)
                    one.apply(connection, batch.changes)

    broken.setattr(Runner, "_apply", apart)


def ends_with_the_database(broken: pytest.MonkeyPatch) -> None:
    """A background task whose database is away for a moment never looks again."""

    async def run_until_failure(self: Any) -> None:
        with suppress(PersistenceError):
            while not self.stopping:
                self._woken.clear()
                await self.look()
                await self._wait_for(self._woken, self._every)
                await self._wait_for(self._stopped, self._rest)

    broken.setattr(BackgroundTask, "_run", run_until_failure)


def lets_no_flag_fall_before_it_is_asked(broken: pytest.MonkeyPatch) -> None:
    """Flags fall when somebody asks for something in their game."""
    broken.setattr(Timekeeper, "_due", lambda *_: [])


def leaves_bots_to_their_workers(broken: pytest.MonkeyPatch) -> None:
    """Of a worker that has gone, nobody takes over the bots."""
    broken.setattr(Patrol, "_look", lambda _: {})


def reads_no_conditions(broken: pytest.MonkeyPatch) -> None:
    """What a request is bound to is not looked at."""
    broken.setattr(actions, "expected_versions", lambda _: None)


def reads_no_keys(broken: pytest.MonkeyPatch) -> None:
    """Each request is taken for a new one."""

    async def nothing(*_: object) -> None:
        return None

    broken.setattr(actions, "keyed", nothing)


def takes_all_keys_for_one(broken: pytest.MonkeyPatch) -> None:
    """Of those who have something made, nobody is told apart."""

    async def same(*_: object) -> KeyedRequest:
        return KeyedRequest("key", "what")

    broken.setattr(games, "keyed", same)


def draws_the_next_game(broken: pytest.MonkeyPatch) -> None:
    """Whoever plays again opens a game, and finds none."""
    broken.setattr(Keys, "rematch_id", lambda self, _: self.game_id())


def takes_nobody_along(broken: pytest.MonkeyPatch) -> None:
    """Whoever plays again is told where, and is not seated there."""
    broken.setattr(rematches, "sits_again", lambda *_: True)


def answers_from_the_rows_that_there_are(broken: pytest.MonkeyPatch) -> None:
    """Who asks a projection is answered from whatever it has read."""
    broken.setattr(Runner, "catch_up", lambda *_, **__: None)


PLANTED: Final[list[Callable[[pytest.MonkeyPatch], None]]] = [
    answers_before_the_commit,
    forgets_requests,
    judges_on_memory,
    takes_doubt_for_success,
    takes_any_rows_for_its_own,
    believes_the_clock,
    lets_the_first_win_the_others_too,
    goes_on_one_event_too_late,
    goes_on_one_event_too_early,
    reads_without_looking_back,
    applies_rows_whoever_was_first,
    moves_on_before_rows_are_put,
    ends_with_the_database,
    lets_no_flag_fall_before_it_is_asked,
    leaves_bots_to_their_workers,
    reads_no_conditions,
    reads_no_keys,
    takes_all_keys_for_one,
    draws_the_next_game,
    takes_nobody_along,
    answers_from_the_rows_that_there_are,
]

RARELY_FOUND: Final = (
    forgets_requests,
    applies_rows_whoever_was_first,
    ends_with_the_database,
    leaves_bots_to_their_workers,
)
"""Dozens of schedules are run until one shows it."""


@pytest.mark.parametrize(
    "plant", [long_if(plant in RARELY_FOUND, plant, id=plant.__name__) for plant in PLANTED]
)
def test_a_planted_bug_is_found(
    plant: Callable[[pytest.MonkeyPatch], None],
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
    untraced: None,
) -> None:
    """The service is broken on purpose; some schedule says so."""
    plant(monkeypatch)
    with pytest.raises(Violation, match=rf"^seed {seed}-\d+: "):
        run_many(seed, range(SCHEDULES_UNTIL_FOUND_MAX))
