"""Compare the checkpoints of an archive: all must be of one history of the log (RC-LOG-4).

Offline, equal sizes must have equal roots. With the tiles of the log, each root must also follow
from them; then the larger trees continue the smaller ones.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from domain.record.finding import Finding
from domain.transparency.checkpoints import Checkpoint
from domain.transparency.tiles import BadTile, TiledTree
from service.archives.examining import Examined
from service.archives.mirrors import tiles_in

_WHERE: Final = "$.inclusion.checkpoint"


class Histories:
    """The checkpoints that records had so far."""

    def __init__(self, logs: Sequence[Path], *, trusted: bool) -> None:
        """Compare with the tiles in these folders.

        ``trusted`` says that valid records have only checkpoints of published keys. Otherwise
        anybody can sign one, so only those of one key are compared with each other.
        """
        self._logs = logs
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
        if not found:
            return one
        return one._replace(audited=replace(one.audited, findings=(*one.audited.findings, *found)))

    def _in_the_tiles(self, checkpoint: Checkpoint) -> tuple[Finding, ...]:
        """Compare a checkpoint with the tiles of each copy of the log."""
        return tuple(found for log in self._logs if (found := _in_tiles_of(log, checkpoint)))


def _in_tiles_of(log: Path, checkpoint: Checkpoint) -> Finding | None:
    facts: dict[str, Any] = {"log": str(log), "size": checkpoint.size}
    try:
        root = TiledTree(tiles_in(log), checkpoint.size).root()
    except BadTile as wrong:
        return Finding("note", "RC-LOG-4", wrong.reason, facts | dict(wrong.facts), where=_WHERE)
    if root == checkpoint.root:
        return None
    facts |= {"root": checkpoint.root.hex(), "tiles": root.hex()}
    return Finding("breach", "RC-LOG-4", "not_the_root_of_the_tiles", facts, where=_WHERE)
