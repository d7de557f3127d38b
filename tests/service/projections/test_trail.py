"""The trail of accounts and tokens, as a projection."""

from collections.abc import Sequence
from typing import Any

import pytest
from eventsourcing.persistence import StoredEvent

from service.access.game_keys import Keys
from service.access.register import NewToken, Register
from service.settings import Settings
from tests.support.storage.projecting import worker
from tests.support.storage.stores import KEY, Ticks, on_both_engines, run

ROTATIONS = 30


@on_both_engines
def test_each_row_is_read_once(at: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the stream of an account is."""
    with worker(at) as one:
        register = Register(one.log, Keys(KEY), Ticks())
        token = run(register.open("Ana", NewToken("x", ("play",)))).token.id
        for _ in range(ROTATIONS):
            run(register.rotate(token, 0, "operator"))
        recorder: Any = one.log._recorder
        read: list[StoredEvent] = []
        select = recorder.select_events

        def selected(*values: Any, **named: Any) -> Sequence[StoredEvent]:
            found: Sequence[StoredEvent] = select(*values, **named)
            read.extend(found)
            return found

        monkeypatch.setattr(recorder, "select_events", selected)
        trail = one.projections.trail
        one.projections.runner.catch_up(trail)
        assert len(trail.page(None, 1000)) == len(read) == ROTATIONS + 2
