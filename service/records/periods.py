"""Periods in which games ended, as the filters of records take them: a day, or a time in UTC."""

from typing import Final

from domain.record.record import DAY

TIME_PATTERN: Final = (
    rf"^{DAY}(T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{{1,6}})?Z)?$(?!\n)"
)
"""The pattern of a bound: an existing day, or a time of RFC 3339 in UTC."""

TIME_EXPECTED: Final = "a day such as 2025-01-31, or a time such as 2025-01-31T12:00:00Z"


def beginning(time: str | None) -> str | None:
    """Return a bound as text that sorts before every later time, whatever its precision."""
    return None if time is None else time.removesuffix("Z")
