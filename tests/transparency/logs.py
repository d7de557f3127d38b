"""Small transparency logs for tests: leaves in memory, their tiles, and keys that sign."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.transparency.checkpoints import Checkpoint, cosignature_line, cosigned_message
from domain.transparency.notes import COSIGNATURE, ED25519, NoteKey, NoteSignature, SignedNote
from domain.transparency.tiles import BadTile, Tile, TileHashes, appended, edge
from domain.transparency.tree import HASH_BYTES, leaf_hash
from tests.support.proof.merkle_root import root_of

ORIGIN: Final = "carolus.example/log"


class LogInMemory:
    """A log that grows, and signs its checkpoints."""

    def __init__(self, origin: str = ORIGIN, seed: int = 1) -> None:
        self.origin = origin
        self.leaves: list[bytes] = []
        self.tiles: dict[tuple[int, int], bytes] = {}
        self._private = private_key(seed)

    @property
    def key(self) -> NoteKey:
        """The public key."""
        return NoteKey(self.origin, ED25519, self._private.public_key().public_bytes_raw())

    def grow(self, count: int, prefix: str = "leaf") -> None:
        """Append leaves with different texts."""
        size = len(self.leaves)
        self.append(*(f"{prefix} {size + at}".encode() for at in range(count)))

    def append(self, *new: bytes) -> None:
        """Append these leaves."""
        size = len(self.leaves)
        tiles = {tile: self.tiles[tile.level, tile.number] for tile in edge(size)}
        self.tiles |= appended(tiles, size, map(leaf_hash, new))
        self.leaves += new

    def read(self, tile: Tile) -> TileHashes:
        """Return the hashes of a tile."""
        try:
            return TileHashes(self.tiles[tile.level, tile.number])
        except KeyError:
            raise BadTile("tile_is_missing", tile=tile.path) from None

    def checkpoint(self, size: int | None = None) -> Checkpoint:
        """Return the checkpoint of this size."""
        leaves = self.leaves if size is None else self.leaves[:size]
        return Checkpoint(self.origin, len(leaves), root_of([*map(leaf_hash, leaves)]))

    def note(self, size: int | None = None) -> SignedNote:
        """Return the signed checkpoint of this size."""
        return self.signed(self.checkpoint(size).text)

    def write(self, folder: Path) -> None:
        """Write the tiles to a folder, as a mirror has them."""
        for (level, number), content in self.tiles.items():
            path = folder / Tile(level, number, len(content) // HASH_BYTES).path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

    def signed(self, text: str) -> SignedNote:
        """Return a note that this log signs."""
        signature = self._private.sign(text.encode())
        return SignedNote(text, (NoteSignature(self.key.name, self.key.key_id, signature),))


class Cosigner:
    """The key of a witness."""

    def __init__(self, name: str = "witness.example/w1", seed: int = 7) -> None:
        self._private = private_key(seed)
        self.key = NoteKey(name, COSIGNATURE, self._private.public_key().public_bytes_raw())
        self.sign = self._private.sign

    def cosigned(self, note: SignedNote, time: int) -> SignedNote:
        """Return a note with a cosignature."""
        signature = self.sign(cosigned_message(note.text, time))
        return note._replace(
            signatures=(*note.signatures, cosignature_line(self.key, time, signature))
        )


def private_key(seed: int) -> Ed25519PrivateKey:
    """Return the key that this number stands for."""
    return Ed25519PrivateKey.from_private_bytes(seed.to_bytes(32, "big"))


def flipped(hashes: Sequence[bytes], at: int) -> list[bytes]:
    """Return hashes, one of which has another bit."""
    changed = bytes([hashes[at][0] ^ 1]) + hashes[at][1:]
    return [*hashes[:at], changed, *hashes[at + 1 :]]
