"""What files of the page weigh, for the messages of tests that limit it."""

from collections.abc import Mapping


def largest_first(sizes: Mapping[str, int]) -> str:
    """Return the sum of these sizes in bytes, and each of them, the largest first."""
    ordered = sorted(sizes.items(), key=lambda one: -one[1])
    lines = (f"{size:>9,} {path}" for path, size in ordered)
    return "\n".join((f"{sum(sizes.values()):,} bytes in {len(sizes)} files:", *lines))
