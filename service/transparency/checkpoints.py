"""The checkpoints of the service: signed when the tree has grown, and published with cosignatures.

All methods block; they raise PersistenceError.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import msgspec
import structlog
from eventsourcing.persistence import PersistenceError
from prometheus_client import Gauge
from sqlalchemy import Connection

from domain.transparency.checkpoints import Checkpoint, origin_of
from domain.transparency.inclusion import (
    WITNESSED_MAX,
    Inclusion,
    LeafOfGame,
    LeafProof,
    WitnessedOpening,
)
from domain.transparency.notes import NoteSignature, to_base64
from domain.transparency.tiles import (
    WIDTH,
    BadTile,
    Tile,
    TiledTree,
    TileHashes,
    bundle,
    tile_of,
)
from service.access.note_keys import NoteSigner
from service.projections.all import Projections
from service.projections.runner import NotCaughtUp
from service.runtime.lru_cache import LruCache
from service.storage.database import Database
from service.storage.tables import put
from service.transparency import stored
from service.transparency.stored import PublishedCheckpoint
from service.transparency.tables import CHECKPOINTS, COSIGNATURES

CATCH_UP_SECONDS: Final = 1.0
"""How long a checkpoint waits for the tree to catch up."""

TILES_BYTES_MAX: Final = 8 << 20
"""How much memory tiles may take, with the hashes of their subtrees: a full one takes 16 KiB."""

CONTRADICTED: Final = Gauge(
    "carolus_transparency_contradicted",
    "1 if the log contradicts a checkpoint that was signed before, else 0.",
    multiprocess_mode="max",
)

_INCLUSION: Final = msgspec.json.Decoder(Inclusion)
_LOG = structlog.get_logger("carolus.transparency")


class Checkpoints:
    """The checkpoints of a log, and its tree up to the latest of them."""

    def __init__(
        self, database: Database, projections: Projections, signer: NoteSigner | None
    ) -> None:
        """Use the key of ``signer``; without one, publish only what was signed before."""
        self._database = database
        self._log = database.log
        self._runner = projections.runner
        self._tree = projections.tree
        self._signer = signer
        self._origin: str | None = None
        self._current: tuple[int, PublishedCheckpoint | None] | None = None
        """The position of the log, and its checkpoint there."""
        self._signed = 0
        """The size of a checkpoint that was signed, perhaps not the latest."""
        self._tiles: LruCache[Tile, TileHashes] = LruCache(TILES_BYTES_MAX, weigh=_bytes)

    # --- publishing ---------------------------------------------------------------------------

    def current(self, *, fresh: bool = False) -> PublishedCheckpoint | None:
        """Sign the log as it is now, if it has grown, and return the latest checkpoint.

        If the tree cannot catch up soon, or the database can only be read, the result is the latest
        of those that were signed before. Unless ``fresh``, cosignatures that other workers stored
        may be missing.
        """
        position = self._log.position()
        if not fresh and self._current is not None and self._current[0] == position:
            return self._current[1]
        published, _ = self.renewed(position)
        return published

    def renewed(self, position: int | None = None) -> tuple[PublishedCheckpoint | None, bool]:
        """Return the fresh checkpoint, and whether its tree has all leaves of the log.

        A checkpoint without them must not reach a witness: its cosignature would claim that the
        missing leaves did not exist at that time. ``position`` is that of the log, if it is known.
        """
        position = self._log.position() if position is None else position
        try:
            self._runner.catch_up(self._tree, seconds=CATCH_UP_SECONDS, again=False)
            size = self._tree.size()
            published = self.publish()
        except PersistenceError as failure:
            _LOG.warning("no_new_checkpoint", error=str(failure))
            return self.latest(), False
        self._current = (position, published)
        return published, published is not None and published.checkpoint.size >= size

    def latest(self) -> PublishedCheckpoint | None:
        """Return the latest checkpoint; None if there is none yet."""
        with self._database.reading() as connection:
            return stored.latest(connection)

    def publish(self) -> PublishedCheckpoint | None:
        """Sign the tree as it is, if it has grown, and return the latest checkpoint.

        Nothing is signed that contradicts an earlier checkpoint, for example after a backup was
        restored wrongly, or with a key that has no leaf yet.
        """
        last, size = self.latest(), self._tree.size()
        before = 0 if last is None else last.checkpoint.size
        if self._signer is None or size <= before or not self._tree.has_key(self._signer.kid, size):
            return last
        tree = self.tree(size)
        if last is not None and tree.root(before) != last.checkpoint.root:
            _LOG.error("log_contradicts_checkpoint", size=before, origin=last.checkpoint.origin)
            CONTRADICTED.set(1)
            return last
        CONTRADICTED.set(0)
        origin = self._named()
        note = self._signer.sign(origin, Checkpoint(origin, size, tree.root()).text)
        row = {"size": size, "note": str(note), "vkey": self._signer.vkey(origin)}
        with self._database.writing() as connection:
            put(connection, CHECKPOINTS, [row])  # another worker may have signed this size
        return self.latest()

    def add(self, size: int, witness: str, line: NoteSignature) -> None:
        """Store a verified cosignature of a checkpoint, unless the witness has one there.

        The first one stays, because it was published and proves the most: its time is the earliest.
        """
        row = {"size": size, "witness": witness, "line": line.line}
        with self._database.writing() as connection:
            put(connection, COSIGNATURES, [row])
        self._current = None

    def cosigned(self, witness: str) -> int:
        """Return the size of the latest checkpoint that a witness cosigned; 0 if it has none."""
        with self._database.reading() as connection:
            return stored.cosigned_by(connection, witness)

    def consistency(self, old: int, size: int) -> list[bytes]:
        """Return the proof that the tree of one size continues that of another."""
        return self.tree(size).consistency(old)

    def _named(self) -> str:
        """Return the name of the log, which its first leaf gives: a signing key."""
        if self._origin is None:
            (first,) = self._tree.leaves(0, 1)
            self._origin = origin_of(first.subject)
        return self._origin

    # --- the tree -----------------------------------------------------------------------------

    def tree(self, size: int) -> TiledTree:
        """Return the tree of this size."""
        return TiledTree(self._read, size)

    def hashes(self, tile: Tile) -> bytes | None:
        """Return a tile of the latest checkpoint's tree; None if the tree has no such tile."""
        if not self._reaches(tile):
            return None
        return self._read(tile).content

    def entries(self, tile: Tile) -> bytes | None:
        """Return a bundle of entries of that tree; None if it has no such bundle."""
        if not self._reaches(tile):
            return None
        leaves = self._tree.leaves(tile.number * WIDTH, tile.width)
        if len(leaves) < tile.width:
            raise self._building
        return bundle([leaf.content.encode() for leaf in leaves])

    def inclusion(self, published: PublishedCheckpoint | None, game: str) -> Inclusion | None:
        """Return where the tree of a checkpoint has a game.

        For an imported game, which is not a leaf here, the result is where its own service had it.
        It is None if there is no proof, or while the tree is being rebuilt.
        """
        found = None if published is None else self._found(published, game)
        if found is not None:
            return found
        brought = self._log.inclusion(game)
        return None if brought is None else _INCLUSION.decode(brought)

    def _found(self, published: PublishedCheckpoint, game: str) -> Inclusion | None:
        tree = self.tree(published.checkpoint.size)
        with self._database.reading() as connection:
            known = self._tree.leaves_of(connection, game)
            leaves = {about: index for about, index in known.items() if index < tree.size}
            earlier = _first_cosigned(connection, leaves, tree.size)
        if not leaves:
            return None
        try:
            proofs = {about: _proof(tree, index) for about, index in leaves.items()}
            witnessed = tuple(
                WitnessedOpening(
                    str(one.note),
                    one.vkey,
                    _proof(self.tree(one.checkpoint.size), leaves["opening"]),
                )
                for one in earlier
            )
        except NotCaughtUp:
            return None
        return Inclusion(str(published.note), published.vkey, **proofs, witnessed=witnessed)

    def includer(self) -> Callable[[str], Inclusion | None]:
        """Return a function that proves games, all in the tree of the current checkpoint."""
        return partial(self.inclusion, self.current())

    @property
    def _building(self) -> NotCaughtUp:
        return NotCaughtUp(self._tree.name, "is being built")

    def _reaches(self, tile: Tile) -> bool:
        """Return whether the latest checkpoint covers a tile; most requests are for old tiles."""
        if tile.size_needed > self._signed:
            latest = self.latest()
            self._signed = 0 if latest is None else latest.checkpoint.size
        return tile.size_needed <= self._signed

    def _read(self, tile: Tile) -> TileHashes:
        """Return a tile; it stays in memory for a while, because it never changes."""
        hashes = self._tiles.get(tile)
        if hashes is None:
            try:
                hashes = tile_of(tile, self._tree.read(tile))
            except BadTile:
                raise self._building from None
            self._tiles.put(tile, hashes)
        return hashes


def _bytes(tile: TileHashes) -> int:
    """Return what a tile takes in memory once its subtrees, as many as hashes, are computed."""
    return 2 * len(tile.content)


def _proof(tree: TiledTree, index: int) -> LeafProof:
    """Return the proof that a tree has a leaf."""
    return LeafProof(index, tuple(map(to_base64, tree.inclusion(index))))


def _first_cosigned(
    connection: Connection, leaves: Mapping[LeafOfGame, int], size: int
) -> list[PublishedCheckpoint]:
    """Return the first checkpoints with an opening that witnesses cosigned, below a size.

    The very first one counts in any case. Those of other witnesses count only if they do not have
    the end: a witness that came years later says nothing about the game.
    """
    opening, end = leaves.get("opening"), leaves.get("end", size)
    if opening is None:
        return []
    sizes = stored.first_cosigned(connection, opening, size)[:WITNESSED_MAX]
    return [
        stored.of_size(connection, one)
        for number, one in enumerate(sizes)
        if number == 0 or one <= end
    ]
