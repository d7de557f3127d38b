"""Times in the format of the log: RFC 3339, UTC, with microseconds."""

from datetime import UTC, datetime, timedelta


def now() -> str:
    """Return the current time."""
    return written(datetime.now(UTC))


def written(moment: datetime) -> str:
    """Return a UTC time in the format of the log."""
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def later(time: str, seconds: float) -> str:
    """Return the time ``seconds`` after another time."""
    return written(datetime.fromisoformat(time) + timedelta(seconds=seconds))
