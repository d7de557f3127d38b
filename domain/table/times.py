"""Times of entries as integers, and back, without a clock or the calendar of a library.

A time is text in the form of the log, RFC 3339 in UTC with six decimals:
``2025-01-01T12:00:00.000000Z``. As all have this form, their order is that of the text.
"""

from typing import Final

SECOND: Final = 1_000_000
"""A second in microseconds."""
MILLISECOND: Final = 1_000

_DAY: Final = 86_400 * SECOND
_LAST: Final = "9999-12-31T23:59:59.999999Z"


def micros(at: str) -> int:
    """Return a time as microseconds since the beginning of 1970.

    >>> micros("1970-01-02T00:00:00.000001Z")
    86400000001
    """
    days = _days(int(at[:4]), int(at[5:7]), int(at[8:10]))
    seconds = int(at[11:13]) * 3600 + int(at[14:16]) * 60 + int(at[17:19])
    return days * _DAY + seconds * SECOND + int(at[20:26])


def rfc3339(moment: int) -> str:
    """Return the time for this number of microseconds, at most the end of the year 9999.

    >>> rfc3339(86400000001)
    '1970-01-02T00:00:00.000001Z'
    """
    moment = min(moment, _MOST)
    days, rest = divmod(moment, _DAY)
    year, month, day = _date(days)
    seconds, fraction = divmod(rest, SECOND)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{fraction:06}Z"


# The calendar repeats itself every 400 years, which are 146,097 days. Years are counted from March
# here, so that the day of a leap year is the last of its year.

_ERA: Final = 146_097
_BEFORE_1970: Final = 719_468
"""Days from the first of March of the year 0 to the first of January 1970."""


def _days(year: int, month: int, day: int) -> int:
    """Return the days since the first of January 1970."""
    year -= month <= 2
    months = (month + 9) % 12
    era, of_era = divmod(year, 400)
    of_year = (153 * months + 2) // 5 + day - 1
    return era * _ERA + of_era * 365 + of_era // 4 - of_era // 100 + of_year - _BEFORE_1970


def _date(days: int) -> tuple[int, int, int]:
    """Return year, month and day of this number of days since the first of January 1970."""
    era, of_era = divmod(days + _BEFORE_1970, _ERA)
    years = (of_era - of_era // 1_460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * years + years // 4 - years // 100)
    months = (5 * of_year + 2) // 153
    day = of_year - (153 * months + 2) // 5 + 1
    month = (months + 2) % 12 + 1
    return era * 400 + years + (month <= 2), month, day


_MOST: Final = micros(_LAST)
