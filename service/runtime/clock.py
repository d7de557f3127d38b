"""The time, as the log writes it: RFC 3339, UTC, with microseconds."""

from datetime import UTC, datetime, timedelta


def now() -> str:
    """Return the present time."""
    return written(datetime.now(UTC))


def written(moment: datetime) -> str:
    """Return a time in UTC."""
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def later(time: str, seconds: float) -> str:
    """Return the time so many seconds after another one."""
    return written(datetime.fromisoformat(time) + timedelta(seconds=seconds))
