"""Following a log: checking each new checkpoint against the last, from its public files alone.

A log is behind a ``Fetch``: over HTTP, or a folder with a mirror of it.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from domain.transparency.checkpoints import Checkpoint, refuse_extensions, verified
from domain.transparency.notes import BadNote, NoteKey, SignedNote, VerifyBytes, read_note
from domain.transparency.tiles import (
    ENTRIES,
    HEIGHT,
    LEVEL_MAX,
    WIDTH,
    BadTile,
    ReadTile,
    Tile,
    TiledTree,
    TileHashes,
)
from domain.transparency.tree import proves_consistency

CHECKPOINT: Final = "checkpoint"


class MissingTile(Exception):
    """The log has no such file."""


Fetch: TypeAlias = Callable[[str], bytes]
"""Returns a file of the log, such as ``tile/0/000``; raises MissingTile."""


class Misbehaved(Exception):
    """A log that contradicts itself: proof, if both checkpoints are signed.

    ``reason`` is a code; ``facts`` have the sizes and roots.
    """

    def __init__(self, reason: str, /, **facts: Any) -> None:
        super().__init__(f"{reason}: {facts}")
        self.reason = reason
        self.facts = facts


class FollowedLog(NamedTuple):
    """A new checkpoint that continues the last one."""

    note: SignedNote
    checkpoint: Checkpoint
    proof: tuple[bytes, ...]
    """Proves that it continues the last one; empty for the first one, or for the same size."""


def followed(
    fetch: Fetch, keys: Sequence[NoteKey], verify: VerifyBytes, last: Checkpoint | None
) -> FollowedLog:
    """Return the latest checkpoint of a log, which continues the last one that was seen.

    ``keys`` are those of the log; ``last`` is None for a log that was never seen before.
    Raises BadNote for a checkpoint that none of them signed, Misbehaved if the log contradicts the
    last checkpoint or its own tiles, and BadTile or MissingTile if tiles cannot be read.
    """
    try:
        note = read_note(fetch(CHECKPOINT))
    except MissingTile:
        raise BadNote("no_checkpoint") from None
    checkpoint = verified(note, keys, verify)
    refuse_extensions(note)
    tree = TiledTree(tiles_of(fetch), checkpoint.size)
    proof = _continuing(tree, checkpoint, last)
    _must_match(tree.root(), checkpoint)
    return FollowedLog(note, checkpoint, proof)


def _continuing(
    tree: TiledTree, checkpoint: Checkpoint, last: Checkpoint | None
) -> tuple[bytes, ...]:
    """Return the proof that a checkpoint continues the last one; raise Misbehaved."""
    if last is None:
        return ()
    facts = {"old": last.size, "size": checkpoint.size}
    if checkpoint.origin != last.origin:
        raise BadNote("unknown_origin", origin=checkpoint.origin, expected=last.origin)
    if checkpoint.size < last.size:
        raise Misbehaved("checkpoint_goes_backward", **facts)
    if checkpoint.size == last.size:
        if checkpoint.root != last.root:
            roots = {"root": checkpoint.root.hex(), "before": last.root.hex()}
            raise Misbehaved("another_root", **facts, **roots)
        return ()
    proof = tuple(tree.consistency(last.size))
    roots_and_sizes = (last.size, last.root, checkpoint.size, checkpoint.root)
    if not proves_consistency(*roots_and_sizes, proof):
        raise Misbehaved("not_consistent", **facts)
    return proof


def _must_match(root: bytes, checkpoint: Checkpoint) -> None:
    if root != checkpoint.root:
        roots = {"root": checkpoint.root.hex(), "tiles": root.hex()}
        raise Misbehaved("tiles_do_not_match", size=checkpoint.size, **roots)


def tiles_of(fetch: Fetch) -> ReadTile:
    """Return a reader of tiles; where a partial tile has gone, it reads the full one."""

    def read(tile: Tile) -> TileHashes:
        for path in (tile.path, Tile(tile.level, tile.number).path):
            try:
                return TileHashes(fetch(path))
            except MissingTile:
                continue
        raise BadTile("tile_is_missing", tile=tile.path)

    return read


def files_of(size: int) -> list[Tile]:
    """Return all tiles and bundles of entries of a tree, for a mirror."""
    found: list[Tile] = []
    for level in (ENTRIES, *range(LEVEL_MAX + 1)):
        count = size >> (HEIGHT * max(level, 0))
        full, width = divmod(count, WIDTH)
        found += [Tile(level, number) for number in range(full)]
        found += [Tile(level, full, width)] if width else []
        if count == 0:
            break
    return found
