"""Compare the checkpoints of an archive: one log of each service, and one history of each log.

A service has one log (RC-LOG-6), and all checkpoints of a log are of one history (RC-LOG-4):
offline, equal sizes must have equal roots. With the tiles of the log, each root must also follow
from them; then the larger trees continue the smaller ones.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from domain.record.finding import Finding
from domain.record.logged import Published
from domain.transparency.checkpoints import Checkpoint
from domain.transparency.tiles import BadTile, Tile, TiledTree, TileHashes
from service.archives.examining import Examined

_WHERE: Final = "$.inclusion.checkpoint"


class Histories:
    """The checkpoints that records had so far."""

    def __init__(
        self, log: Path | None, services: Sequence[frozenset[str]] = (), *, trusted: bool
    ) -> None:
        """Compare with the tiles in this folder, if one is given.

        ``services`` are the thumbprints of the keys of each service; other keys are one each.
        ``trusted`` says that valid records have only checkpoints of published keys. Otherwise
        anybody can sign one, so only those of one key are compared with each other.
        """
        self._log = log
        self._services = {kid: number for number, kids in enumerate(services) for kid in kids}
        self._origins: dict[int | str, tuple[str, str, str]] = {}
        """The origin that each service had first, with the key that signed, and the place."""
        self._trusted = trusted
        self._seen: dict[tuple[str, str, int], tuple[bytes, str, tuple[Finding, ...]]] = {}

    def compared(self, one: Examined) -> Examined:
        """Return a record, with what is wrong with its checkpoint next to all before it."""
        if one.published is None or not one.audited.holds:
            return one
        checkpoint, kid = one.published.checkpoint, one.published.kid
        key = (checkpoint.origin, "" if self._trusted else kid, checkpoint.size)
        if key not in self._seen:
            self._seen[key] = (checkpoint.root, one.place, self._in_the_tiles(checkpoint))
        root, place, found = self._seen[key]
        if root != checkpoint.root:
            facts = {
                "origin": checkpoint.origin,
                "size": checkpoint.size,
                "root": checkpoint.root.hex(),
                "other": place,
                "other_root": root.hex(),
            }
            found = (Finding("breach", "RC-LOG-4", "another_root", facts, where=_WHERE),)
        found = (*found, *self._in_another_log(one.published, one.place))
        if not found:
            return one
        return one._replace(audited=replace(one.audited, findings=(*one.audited.findings, *found)))

    def _in_another_log(self, published: Published, place: str) -> Iterator[Finding]:
        """Yield a breach if the service signed a checkpoint of another log before.

        Its two logs could have different histories, which no comparison of roots would show.
        """
        origin, kid = published.checkpoint.origin, published.kid
        service = self._services.get(kid, kid)
        first, key, other = self._origins.setdefault(service, (origin, kid, place))
        if first != origin:
            facts = {
                "origin": origin,
                "key": kid,
                "other": other,
                "other_origin": first,
                "other_key": key,
            }
            yield Finding("breach", "RC-LOG-6", "another_origin", facts, where=_WHERE)

    def _in_the_tiles(self, checkpoint: Checkpoint) -> tuple[Finding, ...]:
        """Compare a checkpoint with the tiles of the log."""
        if self._log is None:
            return ()
        try:
            root = TiledTree(self._read, checkpoint.size).root()
        except BadTile as wrong:
            facts = {"size": checkpoint.size, **wrong.facts}
            return (Finding("note", "RC-LOG-4", wrong.reason, facts, where=_WHERE),)
        if root == checkpoint.root:
            return ()
        facts = {"size": checkpoint.size, "root": checkpoint.root.hex(), "tiles": root.hex()}
        return (Finding("breach", "RC-LOG-4", "not_the_root_of_the_tiles", facts, where=_WHERE),)

    def _read(self, tile: Tile) -> TileHashes:
        """Return a tile from the folder: the full one, or the shortest that is long enough."""
        assert self._log is not None, "only then are tiles read"
        full = self._log / Tile(tile.level, tile.number).path
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
