"""The Merkle tree of RFC 6962, section 2.1: its hashes, and proofs of inclusion and consistency.

The functions that make proofs return ranges of leaves, ``(begin, end)``: the hash of each range is
one line of the proof. Where these hashes come from is up to the caller, for example tiles.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final, TypeAlias

HASH_BYTES: Final = 32
EMPTY_ROOT: Final = sha256().digest()
"""The root of a tree without leaves."""

Range: TypeAlias = tuple[int, int]
"""The leaves from the first index up to, and without, the second."""


def leaf_hash(leaf: bytes) -> bytes:
    """Return the hash of a leaf."""
    return sha256(b"\x00" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of a node with two children."""
    return sha256(b"\x01" + left + right).digest()


# --- making proofs -----------------------------------------------------------------------------


def inclusion_ranges(index: int, size: int) -> list[Range]:
    """Return the ranges of the inclusion proof of a leaf, from the leaf to the root.

    Raises ValueError if the tree has no such leaf.
    """
    if not 0 <= index < size:
        raise ValueError(f"a tree of {size} leaves has no leaf {index}")
    found: list[Range] = []
    begin, end = 0, size
    while end - begin > 1:
        middle = begin + _split(end - begin)
        if index < middle:
            found.append((middle, end))
            end = middle
        else:
            found.append((begin, middle))
            begin = middle
    return found[::-1]


def consistency_ranges(old: int, size: int) -> list[Range]:
    """Return the ranges of the proof that a tree of ``size`` leaves continues one of ``old``.

    The proof is empty if the sizes are equal, or if ``old`` is 0. Raises ValueError if ``old`` is
    larger than ``size``.
    """
    if not 0 <= old <= size:
        raise ValueError(f"a tree of {size} leaves cannot continue a tree of {old}")
    if old in {0, size}:
        return []
    found: list[Range] = []
    begin, end = 0, size
    whole = True  # whether the old tree is a node of the new one, which the verifier knows
    while old != end:
        middle = begin + _split(end - begin)
        if old <= middle:
            found.append((middle, end))
            end = middle
        else:
            found.append((begin, middle))
            begin, whole = middle, False
    if not whole:
        found.append((begin, end))
    return found[::-1]


def subtrees(begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the complete subtrees of a range of a proof, left to right, as (height, number).

    The subtree ``(height, number)`` has the leaves from ``number << height``, 2 ** height of them.
    """
    while begin < end:
        height = (end - begin).bit_length() - 1
        yield height, begin >> height
        begin += 1 << height


def joined(hashes: Sequence[bytes]) -> bytes:
    """Return the hash of a range, given those of its subtrees in the order of ``subtrees``."""
    if not hashes:
        return EMPTY_ROOT
    *rest, result = hashes
    for one in reversed(rest):
        result = node_hash(one, result)
    return result


def _split(size: int) -> int:
    """Return the largest power of two below ``size``."""
    return 1 << ((size - 1).bit_length() - 1)


# --- verifying proofs --------------------------------------------------------------------------


def proves_inclusion(
    leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes
) -> bool:
    """Return whether a path proves that the leaf with this hash has this index in a tree.

    The algorithm is the one of RFC 9162, section 2.1.3.2.
    """
    if not 0 <= index < size:
        return False
    at, last, result = index, size - 1, leaf
    for one in path:
        if last == 0:
            return False
        if at & 1 or at == last:
            result = node_hash(one, result)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            result = node_hash(result, one)
        at, last = at >> 1, last >> 1
    return last == 0 and result == root


def proves_consistency(
    old: int, old_root: bytes, size: int, root: bytes, path: Sequence[bytes]
) -> bool:
    """Return whether a path proves that a tree continues an older one.

    The algorithm is the one of RFC 9162, section 2.1.4.2. Every tree continues the empty one.
    """
    if old == size:
        return not path and old_root == root
    if old == 0:
        return not path and old_root == EMPTY_ROOT
    if not 0 < old < size or not path:
        return False
    hashes = list(path)
    if old & (old - 1) == 0:  # a power of two: the old root is itself the first hash
        hashes.insert(0, old_root)
    at, last = old - 1, size - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    before = now = hashes[0]
    for one in hashes[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            before, now = node_hash(one, before), node_hash(one, now)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            now = node_hash(now, one)
        at, last = at >> 1, last >> 1
    return last == 0 and before == old_root and now == root
