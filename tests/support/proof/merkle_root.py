"""The root of a Merkle tree from all its leaves at once, for comparison with trees of tiles."""

from collections.abc import Sequence

from domain.transparency.tree import EMPTY_ROOT, node_hash


def root_of(hashes: Sequence[bytes]) -> bytes:
    """Return the root of a tree with leaves of these hashes."""
    if not hashes:
        return EMPTY_ROOT
    row = list(hashes)
    while len(row) > 1:
        paired = [node_hash(row[at], row[at + 1]) for at in range(0, len(row) - 1, 2)]
        # An odd last node moves up: RFC 6962 splits at the largest power of two.
        row = paired + row[len(row) - len(row) % 2 :]
    return row[0]
