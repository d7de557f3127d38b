"""Times as numbers: the table's calendar against that of the standard library."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.table.times import SECOND, micros, rfc3339

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def written(time: datetime) -> str:
    """Return a time in the format of the log."""
    # Not strftime, which omits the leading zeros of early years.
    return time.isoformat(timespec="microseconds").replace("+00:00", "Z")


@given(st.datetimes(timezones=st.just(UTC)))
def test_any_time_is_the_same_number_as_in_the_library(time: datetime) -> None:
    """From year 1 to year 9999, and back again."""
    text = written(time)
    assert micros(text) == (time - EPOCH) // timedelta(microseconds=1)
    assert rfc3339(micros(text)) == text


@pytest.mark.parametrize("year", [1, 4, 100, 400, 1900, 1970, 2000, 2023, 2024, 2100, 9999])
def test_every_day_of_a_year(year: int) -> None:
    """Leap years and others, and the turns of centuries."""
    day = datetime(year, 1, 1, tzinfo=UTC)
    before = micros(written(day)) - 86_400 * SECOND
    while True:
        assert micros(written(day)) == before + 86_400 * SECOND
        assert rfc3339(micros(written(day))) == written(day)
        before = micros(written(day))
        if (day.month, day.day) == (12, 31):
            break
        day += timedelta(days=1)


@given(st.datetimes(timezones=st.just(UTC)), st.datetimes(timezones=st.just(UTC)))
def test_strings_and_numbers_sort_alike(one: datetime, other: datetime) -> None:
    """So the strings in a record can be compared directly."""
    assert (written(one) < written(other)) == (micros(written(one)) < micros(written(other)))


def test_no_time_is_after_the_last_year() -> None:
    """A later deadline becomes the end of that year: a time has four digits for its year."""
    last = "9999-12-31T23:59:59.999999Z"
    assert rfc3339(micros(last) + 1) == last
