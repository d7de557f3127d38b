"""Compare copies of a transparency log: two that differ prove that the service shows two histories.

A copy is a folder with a checkpoint and its tiles, as ``carolus mirror`` makes it. Of two copies,
the tiles of the larger one also have the tree of the smaller size, and its root must be the one
that the service signed for the smaller copy.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from domain.record.finding import Finding, Weight
from domain.record.jws import Jwk
from domain.transparency.checkpoints import Checkpoint, checkpoint_in, cosignatures, verified
from domain.transparency.following import CHECKPOINT
from domain.transparency.notes import BadNote, NoteKey, read_note
from domain.transparency.tiles import BadTile, ReadTile, Tile, TiledTree, TileHashes
from service.access.ed25519 import verify_bytes
from service.access.note_keys import note_keys
from service.archives.statements import StatementResult


class Mirror(NamedTuple):
    """A copy with a checkpoint that the service signed."""

    folder: Path
    checkpoint: Checkpoint
    not_cosigned: tuple[NoteKey, ...] = ()
    """The keys of trusted witnesses that did not cosign it."""

    @property
    def source(self) -> str:
        """The file of the checkpoint."""
        return str(self.folder / CHECKPOINT)

    def root(self, size: int) -> bytes:
        """Return the root of the tree of this size, from the tiles; raise BadTile."""
        return TiledTree(tiles_in(self.folder), size).root()


class Mirrors:
    """Some copies, and what they prove without any record."""

    def __init__(
        self, folders: Sequence[Path], keys: Sequence[Jwk], cosigners: Sequence[NoteKey] = ()
    ) -> None:
        """Read the checkpoints.

        ``keys`` are those of the service, and ``cosigners`` those of trusted witnesses.
        """
        self._mirrors: list[Mirror] = []
        self._unused: list[StatementResult] = []
        for folder in folders:
            try:
                checkpoint = signed_checkpoint(folder, keys)
                missing = _not_cosigned(folder, cosigners)
            except (BadNote, OSError) as wrong:
                self._unused.append(_unused(folder, wrong))
            else:
                self._mirrors.append(Mirror(folder, checkpoint, missing))

    @property
    def count(self) -> int:
        """The number of checkpoints that are used."""
        return len(self._mirrors)

    def results(self) -> Iterator[StatementResult]:
        """Yield the copies that are not used, those that contradict one before them, and notes."""
        yield from self._unused
        for number, one in enumerate(self._mirrors):
            for key in one.not_cosigned:
                facts = {"cosigner": key.vkey, "size": one.checkpoint.size}
                yield _result(one, "note", "not_cosigned", rule="RC-LOG-7", **facts)
            for other in self._mirrors[:number]:
                if one.checkpoint.origin == other.checkpoint.origin:
                    yield from _compared(one, other)


def tiles_in(folder: Path) -> ReadTile:
    """Return a reader of the tiles in a folder: the full one, or the shortest that suffices."""

    def read(tile: Tile) -> TileHashes:
        full = folder / Tile(tile.level, tile.number).path
        partial = full.with_name(f"{full.name}.p")
        widths = sorted(int(path.name) for path in partial.glob("[0-9]*") if path.name.isdecimal())
        enough = [partial / f"{width}" for width in widths if width >= tile.width]
        # A tile that is too short is reported as truncated, one that is not there as missing.
        others = [partial / f"{width}" for width in widths[::-1]]
        for path in (full, *enough, *others):
            try:
                return TileHashes(path.read_bytes())
            except FileNotFoundError:
                continue
            except OSError as failure:
                raise BadTile(
                    "tile_is_unreadable", tile=tile.path, error=failure.strerror
                ) from None
        raise BadTile("tile_is_missing", tile=tile.path)

    return read


def signed_checkpoint(folder: Path, keys: Sequence[Jwk]) -> Checkpoint:
    """Return the checkpoint of a copy; raise BadNote unless one of these keys signed it."""
    note = read_note((folder / CHECKPOINT).read_bytes())
    origin = checkpoint_in(note).origin
    return verified(note, note_keys(origin, (key.x for key in keys)), verify_bytes)


def _not_cosigned(folder: Path, cosigners: Sequence[NoteKey]) -> tuple[NoteKey, ...]:
    """Return the witnesses that did not cosign the checkpoint of a copy; raise BadNote."""
    note = read_note((folder / CHECKPOINT).read_bytes())
    return tuple(key for key in cosigners if not cosignatures(note, [key], verify_bytes))


def _compared(one: Mirror, other: Mirror) -> Iterator[StatementResult]:
    """Yield what is wrong with a copy next to another one of the same log."""
    small, large = sorted((one, other), key=lambda mirror: mirror.checkpoint.size)
    try:
        if large.root(large.checkpoint.size) != large.checkpoint.root:
            yield _result(large, "note", "tiles_do_not_match", size=large.checkpoint.size)
            return
        root = large.root(small.checkpoint.size)
    except BadTile as wrong:
        yield _result(large, "note", wrong.reason, **wrong.facts)
        return
    if root != small.checkpoint.root:
        yield _result(
            one,
            "breach",
            "mirrors_contradict",
            other=other.source,
            size=small.checkpoint.size,
            root=small.checkpoint.root.hex(),
            larger=large.checkpoint.size,
            other_root=root.hex(),
        )


def _unused(folder: Path, wrong: BadNote | OSError) -> StatementResult:
    source = str(folder / CHECKPOINT)
    if isinstance(wrong, BadNote):
        facts, reason = dict(wrong.facts), wrong.reason
    else:
        facts, reason = {"error": wrong.strerror}, "checkpoint_is_unreadable"
    return StatementResult(source, 1, None, Finding("note", "RC-LOG-1", reason, facts))


def _result(
    mirror: Mirror, weight: Weight, reason: str, *, rule: str = "RC-LOG-4", **facts: object
) -> StatementResult:
    about = {"origin": mirror.checkpoint.origin, **facts}
    return StatementResult(mirror.source, 1, None, Finding(weight, rule, reason, about))
