"""The time, as the log writes it."""

from datetime import UTC, datetime


def now() -> str:
    """Return the present time in RFC 3339, UTC, with microseconds."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S.%f}Z"
