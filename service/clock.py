"""The time, as the log writes it."""

from datetime import UTC, datetime


def now() -> str:
    """Return the present time in RFC 3339, UTC, with microseconds."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
