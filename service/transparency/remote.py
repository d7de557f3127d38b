"""Reading a transparency log over HTTP, and keeping a mirror of its files in a folder."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import httpx

from domain.record.jws import Jwk
from domain.transparency.checkpoints import Checkpoint, checkpoint_in, cosignatures
from domain.transparency.following import (
    CHECKPOINT,
    Fetch,
    FollowedLog,
    MissingTile,
    files_of,
    followed,
)
from domain.transparency.notes import NoteKey, read_note
from domain.transparency.tiles import (
    ENTRIES,
    HEIGHT,
    WIDTH,
    BadTile,
    Tile,
    TileHashes,
    hashed_entries,
    tile_above,
    unbundled,
)
from domain.transparency.tree import HASH_BYTES
from service.access.ed25519 import verify_bytes
from service.access.note_keys import note_keys
from service.runtime.complete_file import complete_file

PREFIX: Final = "/v1/transparency"
"""Where a service has its log."""
SECONDS_MAX: Final = 30.0

CopyProgress: TypeAlias = Callable[[int, int], None]
"""Called with the number of files that are there, and of all."""


class LogUnreachable(Exception):
    """A file of the log could not be fetched, for a reason other than its absence."""


def over_http(address: str, client: httpx.Client) -> Fetch:
    """Return a function that fetches files of the log of a service at this address."""
    prefix = f"{address.rstrip('/')}{PREFIX}"

    def fetch(path: str) -> bytes:
        try:
            answer = client.get(f"{prefix}/{path}")
        except (httpx.HTTPError, httpx.InvalidURL) as failure:
            raise LogUnreachable(f"{prefix}/{path}: {failure}") from None
        if answer.status_code == httpx.codes.NOT_FOUND:
            raise MissingTile(path)
        if answer.status_code != httpx.codes.OK:
            raise LogUnreachable(f"{prefix}/{path}: status {answer.status_code}")
        return answer.content

    return fetch


def mirror(
    fetch: Fetch,
    keys: Sequence[Jwk],
    folder: Path,
    progress: CopyProgress = lambda done, of: None,
    cosigners: Sequence[NoteKey] = (),
) -> FollowedLog:
    """Bring a mirror up to date with a log, and return its checkpoint.

    The mirror has the checkpoint and all tiles and bundles of its tree, under their paths. The new
    checkpoint must continue the one in the folder, each full tile must have the hash that the tile
    above it has, and each entry the hash in its tile. Cosignatures of ``cosigners`` must be valid,
    but there may be none.

    Raises the errors of ``followed``, LogUnreachable, and OSError. Then the checkpoint in the
    folder stays what it was.
    """
    last = last_in(folder)
    origin = checkpoint_in(read_note(fetch(CHECKPOINT))).origin
    found = followed(fetch, note_keys(origin, (key.x for key in keys)), verify_bytes, last)
    cosignatures(found.note, cosigners, verify_bytes)
    size = found.checkpoint.size
    # From the root down, because each file is compared with the one above it.
    files = sorted(files_of(size), key=lambda one: -one.level)
    for done, tile in enumerate(files):
        path = folder / tile.path
        if not path.exists():
            _keep(path, _fetched(fetch, tile, folder, size))
        progress(done + 1, len(files))
    _keep(folder / CHECKPOINT, str(found.note).encode())
    return found


def last_in(folder: Path) -> Checkpoint | None:
    """Return the checkpoint of a mirror; None if it has none yet."""
    try:
        return checkpoint_in(read_note((folder / CHECKPOINT).read_bytes()))
    except FileNotFoundError:
        return None


def _fetched(fetch: Fetch, tile: Tile, folder: Path, size: int) -> bytes:
    """Return a file of the log that fits the one above it, which is in the folder."""
    try:
        content = fetch(tile.path)
    except MissingTile:
        raise BadTile("tile_is_missing", tile=tile.path) from None
    if tile.level == ENTRIES:
        hashes = (folder / tile._replace(level=0).path).read_bytes()
        if b"".join(hashed_entries(unbundled(tile, content))) != hashes:
            raise BadTile("entries_do_not_match", tile=tile.path)
    elif len(content) != tile.bytes:
        raise BadTile("tile_is_truncated", tile=tile.path, bytes=len(content), expected=tile.bytes)
    elif tile.width == WIDTH:
        above = tile_above(tile, size)
        at = tile.number % WIDTH * HASH_BYTES
        expected = (folder / above.path).read_bytes()[at : at + HASH_BYTES]
        if TileHashes(content).subtree(HEIGHT, 0) != expected:
            raise BadTile("tile_does_not_match", tile=tile.path, above=above.path)
    return content


def _keep(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with complete_file(path) as file:
        file.write(content)
