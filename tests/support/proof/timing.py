"""What the times of events show without the rules: flags that fell early, and late witnesses.

Part of the independent verifier, written from ``docs/reference/http.md`` (clocks) and
``docs/reference/witness.md`` (times).
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from operator import lt
from typing import Any, Final, TypeAlias

Json: TypeAlias = dict[str, Any]

TOLERATED: Final = 60_000
"""The milliseconds by which the clocks of a witness and of the service may differ."""

_SUSPENDING: Final = ("game_suspended", "suspension_lifted")

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


def fault_in_flags(events: Sequence[Json]) -> str | None:
    """Return why a flag cannot have fallen, or a seat cannot have lost so much time; None if fine.

    Which seats the game awaited is up to the rules, so ``running`` is taken as it is.
    """
    clocks = _Clocks(events[0]["seats"])
    for event in events:
        fault = clocks.follow(event)
        if fault is not None:
            return f"{fault} in event {event['version']}"
    return None


class _Clocks:
    """The clocks of a game, by its events."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._clock: Json | None = None
        self._left: list[int] = []
        self._running: list[int] = []
        self._since = 0
        self._last = 0
        self._suspended = False

    def follow(self, event: Json) -> str | None:
        """Follow an event; return what is wrong with it."""
        kind, at = event["type"], _microseconds(event["at"])
        before, self._last = self._last, at
        if at < before and self._clock is not None:
            return "time goes back"
        if self._suspended and event["by"] != "table":
            return "someone acts in a suspended game"
        return self._suspend(kind) if kind in _SUSPENDING else self._time(kind, event, at)

    def _time(self, kind: str, event: Json, at: int) -> str | None:
        if kind == "clock_set":
            self._clock = event["clock"]
            self._left = [_full(event["clock"])] * self._seats
        elif kind in ("clocks_run", "flag_fell", "time_added") and self._clock is None:
            return f"the game has no clock, but there is {kind}"
        elif kind == "clocks_run":
            return self._run(event, at)
        elif kind == "flag_fell":
            return self._fall(event, at)
        elif kind == "time_added":
            self._left = list(self._left)
            self._left[event["seat"]] += event["seconds"] * 1_000
        return None

    def _suspend(self, kind: str) -> str | None:
        if self._suspended == (kind == "game_suspended"):
            return f"{kind} changes nothing"
        self._suspended = not self._suspended
        return None

    def _run(self, event: Json, at: int) -> str | None:
        """Compare with the least that a seat can have; what it gets back is up to the rules."""
        assert self._clock is not None
        passed = max(0, at - self._since) // 1_000
        least = [
            max(0, left - passed) if seat in self._running else left
            for seat, left in enumerate(self._left)
        ]
        if self._clock["kind"] != "bank":  # time that was added is for one action
            least = [min(left, _full(self._clock)) for left in least]
        most = self._clock.get("reaction_seconds")
        if most is not None:
            least = [min(left, most * 1_000) for left in least]
        self._left, self._running, self._since = event["left_ms"], event["running"], at
        if len(least) != len(self._left) or any(map(lt, self._left, least)):
            return "a seat loses more time than has passed"
        if self._suspended and self._running:
            return "a clock runs in a suspended game"
        return "clocks run from another time" if event["since"] != event["at"] else None

    def _fall(self, event: Json, at: int) -> str | None:
        """Compare with the time that the seat had left."""
        seat = event["seat"]
        if event["by"] != "table" or seat not in self._running:
            return "the flag of a seat whose clock does not run falls"
        early = at < self._since + self._left[seat] * 1_000
        return "a flag falls before the time has run out" if early else None


def untimely(events: Sequence[Json]) -> Iterator[str]:
    """Yield what witnesses gave at a time that does not fit the events, by more than a minute."""
    opening = events[0]
    opened = _microseconds(opening["at"]) // 1_000
    for place, one in enumerate(opening.get("witnesses", ())):
        if one["time"] > opened + TOLERATED:
            yield f"witness {128 + place} registered the game after it was opened"
    for before, event in pairwise(events):
        if event["type"] != "moment_drawn":
            continue
        earliest, latest = (_microseconds(one["at"]) // 1_000 for one in (before, event))
        for note in event["witness"]:
            if note["time"] < earliest - TOLERATED:
                yield f"witness {note['who']} gave moment {event['moment']} before its head"
            if note["time"] > latest + TOLERATED:
                yield f"witness {note['who']} gave moment {event['moment']} after it was drawn"


def _full(clock: Json) -> int:
    """Return the time of a seat at the start, in milliseconds."""
    days = {"days": clock["days"]} if clock["kind"] == "days" else {"seconds": clock["seconds"]}
    return timedelta(**days) // timedelta(milliseconds=1)


def _microseconds(at: str) -> int:
    """Return a time as microseconds since the beginning of 1970."""
    return (datetime.fromisoformat(at) - _EPOCH) // _MICROSECOND
