"""Test when the quiet time of an account ends."""

import pytest

from service.notifications.preferences import QuietTime

NIGHT = QuietTime("22:00", "07:30", "Europe/Berlin")
LUNCH = QuietTime("12:00", "13:00", "America/New_York")


@pytest.mark.parametrize(
    ("quiet", "at", "end"),
    [
        (NIGHT, "2025-01-10T20:59:59.999999Z", ""),
        (NIGHT, "2025-01-10T21:00:00.000000Z", "2025-01-11T06:30:00.000000Z"),
        (NIGHT, "2025-01-11T06:29:59.000000Z", "2025-01-11T06:30:00.000000Z"),
        (NIGHT, "2025-01-11T06:30:00.000000Z", ""),
        (NIGHT, "2025-07-10T20:00:00.000000Z", "2025-07-11T05:30:00.000000Z"),
        # The night in which the clocks of Berlin go forward, and the one in which they go back.
        (NIGHT, "2025-03-29T23:00:00.000000Z", "2025-03-30T05:30:00.000000Z"),
        (NIGHT, "2025-10-25T22:00:00.000000Z", "2025-10-26T06:30:00.000000Z"),
        (LUNCH, "2025-01-10T16:59:00.000000Z", ""),
        (LUNCH, "2025-01-10T17:30:00.000000Z", "2025-01-10T18:00:00.000000Z"),
        (LUNCH, "2025-01-10T18:00:00.000000Z", ""),
    ],
)
def test_a_quiet_time_ends_at_a_local_time(quiet: QuietTime, at: str, end: str) -> None:
    """Even if that is after midnight, or the clocks change in between."""
    assert quiet.end_after(at) == end


def test_a_quiet_time_never_ends_in_the_past() -> None:
    """At 02:10, for the second time that night, a quiet time until 02:30 ended once already."""
    quiet = QuietTime("22:00", "02:30", "Europe/Berlin")
    for at in ("2025-10-26T00:10:00.000000Z", "2025-10-26T01:10:00.000000Z"):
        assert quiet.end_after(at) >= at
