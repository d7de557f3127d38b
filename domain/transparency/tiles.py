"""Tiles (C2SP tlog-tiles): a tree as static files of up to 256 hashes, and proofs from them.

A tile of level L has hashes of subtrees with 256 ** L leaves each. A full tile never changes, and
the tiles at the right edge only grow, so a shorter tile is the beginning of a longer one.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import accumulate, pairwise
from typing import Any, Final, NamedTuple, TypeAlias

from domain.transparency.tree import (
    HASH_BYTES,
    Range,
    consistency_ranges,
    inclusion_ranges,
    joined,
    leaf_hash,
    subtrees,
)

HEIGHT: Final = 8
WIDTH: Final = 1 << HEIGHT
"""Hashes of a full tile, and entries of a full bundle."""
FULL_BYTES: Final = WIDTH * HASH_BYTES
LEVEL_MAX: Final = 63

_NODE: Final = sha256(b"\x01")
"""The beginning of every node."""
_ROWS: Final = (0, *accumulate(FULL_BYTES >> height for height in range(1, HEIGHT)))
"""Where the hashes of each height begin among those of all subtrees, and where the last end."""
_INDEX: Final = re.compile(r"(?P<n>(?:x[0-9]{3}/)*[0-9]{3})(?:\.p/(?P<width>[1-9][0-9]{0,2}))?")
_LEVEL: Final = re.compile(r"0|[1-9][0-9]?")


class BadTile(Exception):
    """A tile that is missing or wrong. ``reason`` is a code; ``facts`` name the tile."""

    def __init__(self, reason: str, /, **facts: Any) -> None:
        super().__init__(f"{reason}: {facts}")
        self.reason = reason
        self.facts: Mapping[str, Any] = facts


class Tile(NamedTuple):
    """The place of a tile, or with level -1 of a bundle of entries."""

    level: int
    number: int
    width: int = WIDTH

    @property
    def path(self) -> str:
        """The path below the prefix of the log: ``tile/0/x001/234.p/5``."""
        level = "entries" if self.level < 0 else f"{self.level}"
        return f"tile/{level}/{index_path(self.number, self.width)}"

    @property
    def size_needed(self) -> int:
        """The size of the smallest tree that has this tile."""
        return (self.number * WIDTH + self.width) << (HEIGHT * max(self.level, 0))

    @property
    def bytes(self) -> int:
        """The length of a tile of hashes."""
        return self.width * HASH_BYTES


class TileHashes:
    """The hashes of a tile, and of the complete subtrees in it, each computed once.

    A full tile can bring those of its subtrees, so that a proof from it computes nothing.
    """

    def __init__(self, content: bytes, subtrees: bytes = b"") -> None:
        """Take a tile as it is sent, and perhaps the ``subtrees`` of the full tile."""
        self._rows = [content]
        if subtrees:
            self._rows += [subtrees[begin:end] for begin, end in pairwise(_ROWS)]

    @property
    def content(self) -> bytes:
        """The tile as it is sent."""
        return self._rows[0]

    @property
    def subtrees(self) -> bytes:
        """The hashes of its subtrees below the whole tile: those of two hashes, of four, of 128."""
        self.subtree(HEIGHT - 1, 0)
        return b"".join(self._rows[1:HEIGHT])

    def subtree(self, height: int, first: int) -> bytes:
        """Return the hash over the 2 ** ``height`` hashes from ``first``."""
        while len(self._rows) <= height:
            self._rows.append(_paired(self._rows[-1]))
        at = (first >> height) * HASH_BYTES
        return self._rows[height][at : at + HASH_BYTES]


ReadTile: TypeAlias = Callable[[Tile], TileHashes]
"""Returns the hashes of a tile, and possibly more of the same; raises BadTile."""

ENTRIES: Final = -1
"""The level of bundles of entries."""


def index_path(number: int, width: int = WIDTH) -> str:
    """Return the last elements of a path: ``x001/x234/067``, with ``.p/W`` for a partial tile."""
    digits = f"{number:03d}"
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    parts = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    whole = "/".join([*(f"x{part}" for part in parts[:-1]), parts[-1]])
    return whole if width == WIDTH else f"{whole}.p/{width}"


def tile_at(level: str, path: str) -> Tile | None:
    """Return the tile of a path such as ``x001/234.p/5``, or None if no tile has this path."""
    found = _INDEX.fullmatch(path)
    if found is None:
        return None
    number = int(found["n"].replace("x", "").replace("/", ""))
    width = int(found["width"] or WIDTH)
    if level == "entries":
        height = ENTRIES
    elif _LEVEL.fullmatch(level) and int(level) <= LEVEL_MAX:
        height = int(level)
    else:
        return None
    partial_is_full = found["width"] is not None and width >= WIDTH
    if partial_is_full or index_path(number, width) != path:
        return None
    return Tile(height, number, width)


class TiledTree:
    """A tree of a known size, read from tiles. Each tile is read once.

    The proofs of leaves near each other have most of their hashes in common.
    """

    def __init__(self, read: ReadTile, size: int) -> None:
        self.size = size
        self._read = read
        self._tiles: dict[tuple[int, int], TileHashes] = {}
        self._hashes: dict[Range, bytes] = {}

    def root(self, size: int | None = None) -> bytes:
        """Return the root of this tree, or of the earlier one of ``size`` leaves."""
        return self._hash((0, self.size if size is None else size))

    def leaf(self, index: int) -> bytes:
        """Return the hash of a leaf."""
        return self._hash((index, index + 1))

    def inclusion(self, index: int) -> list[bytes]:
        """Return the inclusion proof of a leaf; raise ValueError if there is no such leaf."""
        return [self._hash(one) for one in inclusion_ranges(index, self.size)]

    def consistency(self, old: int) -> list[bytes]:
        """Return the proof that this tree continues the one of ``old`` leaves, or ValueError."""
        return [self._hash(one) for one in consistency_ranges(old, self.size)]

    def _hash(self, leaves: Range) -> bytes:
        found = self._hashes.get(leaves)
        if found is None:
            begin, end = leaves
            count = end - begin
            if count.bit_count() == 1:  # one subtree, as nearly all ranges of a proof
                found = self._subtree(count.bit_length() - 1, begin // count)
            else:
                found = joined([self._subtree(*one) for one in subtrees(begin, end)])
            self._hashes[leaves] = found
        return found

    def _subtree(self, height: int, number: int) -> bytes:
        """Return the hash of a complete subtree, from one tile."""
        level, above = divmod(height, HEIGHT)
        tile, first = divmod(number << above, WIDTH)
        return self._tile(level, tile).subtree(above, first)

    def _tile(self, level: int, number: int) -> TileHashes:
        hashes = self._tiles.get((level, number))
        if hashes is None:
            width = min(WIDTH, (self.size >> (HEIGHT * level)) - number * WIDTH)
            tile = Tile(level, number, width)
            hashes = self._tiles[level, number] = self._read(tile)
            must_be_whole(tile, hashes.content)
        return hashes


def must_be_whole(tile: Tile, content: bytes) -> None:
    """Raise BadTile unless the content has all hashes of a tile."""
    if len(content) < tile.bytes:
        raise BadTile("tile_is_truncated", tile=tile.path, bytes=len(content), expected=tile.bytes)


def tile_above(tile: Tile, size: int) -> Tile:
    """Return the tile that has the hash of a full tile, in a tree of this size."""
    level, number = tile.level + 1, tile.number // WIDTH
    return Tile(level, number, min(WIDTH, (size >> (HEIGHT * level)) - number * WIDTH))


def edge(size: int) -> list[Tile]:
    """Return the tiles to which the next leaves are appended, those that are not empty."""
    found: list[Tile] = []
    for level in range(LEVEL_MAX + 1):
        count = size >> (HEIGHT * level)
        if count == 0:
            break
        number, width = divmod(count, WIDTH)
        if width:
            found.append(Tile(level, number, width))
    return found


def appended(
    edge_tiles: Mapping[Tile, bytes], size: int, leaves: Iterable[bytes]
) -> dict[tuple[int, int], bytes]:
    """Return the tiles that change when leaves of these hashes follow the first ``size``.

    ``edge_tiles`` are the tiles of ``edge(size)``. The result maps level and number to the content.
    """
    growing = {tile.level: (tile.number, content) for tile, content in edge_tiles.items()}
    changed: dict[tuple[int, int], bytes] = {}
    level, new = 0, list(leaves)
    count = size
    while new:
        number, content = growing.get(level, (count // WIDTH, b""))
        above: list[bytes] = []
        for one in new:
            content += one
            if len(content) == FULL_BYTES:
                changed[level, number] = content
                above.append(_root_of_tile(content))
                number, content = number + 1, b""
        if content:
            changed[level, number] = content
        level, new, count = level + 1, above, count // WIDTH
    return changed


def bundle(entries: Sequence[bytes]) -> bytes:
    """Return a bundle of entries, each after its length as two bytes, big-endian."""
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def unbundled(tile: Tile, content: bytes) -> list[bytes]:
    """Return the entries of a bundle; raise BadTile if it has another number of them."""
    entries: list[bytes] = []
    at = 0
    while at < len(content):
        end = at + 2 + int.from_bytes(content[at : at + 2], "big")
        if end > len(content) or at + 2 > len(content):
            raise BadTile("entry_is_truncated", tile=tile.path, entry=len(entries), byte=at)
        entries.append(content[at + 2 : end])
        at = end
    if len(entries) < tile.width:
        raise BadTile(
            "tile_is_truncated", tile=tile.path, entries=len(entries), expected=tile.width
        )
    return entries


def hashed_entries(entries: Iterable[bytes]) -> list[bytes]:
    """Return the hashes of entries, as the tile of level 0 has them."""
    return [leaf_hash(entry) for entry in entries]


def with_subtrees(content: bytes) -> bytes:
    """Return a full tile followed by the hashes of its subtrees, as ``TileHashes`` takes them.

    A shorter tile stays as it is, because it still grows.
    """
    if len(content) < FULL_BYTES:
        return content
    return content + TileHashes(content).subtrees


def tile_of(tile: Tile, stored: bytes) -> TileHashes:
    """Return a tile from what ``with_subtrees`` returned for it, or for the full tile.

    Raises BadTile if hashes are missing; those of subtrees may be.
    """
    must_be_whole(tile, stored)
    return TileHashes(stored[: tile.bytes], stored[FULL_BYTES:])


def _root_of_tile(content: bytes) -> bytes:
    return TileHashes(content).subtree(HEIGHT, 0)


def _paired(row: bytes) -> bytes:
    """Return the hashes of all pairs in a row, those of nodes."""
    pair = 2 * HASH_BYTES
    whole = len(row) - len(row) % pair
    # A tile has 255 nodes. It is faster to copy a hash object that has read the prefix than to make
    # a new one.
    new_node = _NODE.copy
    above: list[bytes] = []
    for at in range(0, whole, pair):
        node = new_node()
        node.update(row[at : at + pair])
        above.append(node.digest())
    return b"".join(above)
