"""Compare the checkpoints of an archive: one log of each service, and one history of each log.

A service has one log (RC-LOG-6), and all checkpoints of a log are of one history (RC-LOG-4):
offline, equal sizes must have equal roots. With the tiles of the log, each root must also follow
from them; then the larger trees continue the smaller ones. The times of leaves must follow the
order of the log, too (RC-LOG-9).
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Self

from msgspec.structs import replace

from domain.record.finding import Finding
from domain.record.signatures import Published
from domain.transparency.checkpoints import Checkpoint
from domain.transparency.tiles import BadTile, TiledTree
from service.archives.examining import Examined
from service.archives.mirrors import tiles_in
from service.archives.seen_checkpoints import SeenCheckpoint, SeenCheckpoints
from service.archives.seen_leaves import SeenLeaves


class Histories:
    """The checkpoints that records had so far. Use it only in the thread that created it."""

    def __init__(
        self, logs: Sequence[Path], services: Sequence[frozenset[str]] = (), *, trusted: bool
    ) -> None:
        """Compare with the tiles in these folders.

        ``services`` are the thumbprints of the keys of each service; other keys are one each.
        ``trusted`` says that valid records have only checkpoints of published keys. Otherwise
        anybody can sign one, so only those of one key are compared with each other.
        """
        self._logs = logs
        self._services = {kid: number for number, kids in enumerate(services) for kid in kids}
        self._origins: dict[int | str, tuple[str, str, str]] = {}
        """The origin that each service had first, with the key that signed, and the place."""
        self._trusted = trusted
        self._seen = SeenCheckpoints()
        self._leaves = SeenLeaves()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._seen.close()
        self._leaves.close()

    def compared(self, one: Examined) -> Examined:
        """Return a record, with what is wrong with its checkpoint next to all before it."""
        if not one.audited.is_valid:
            return one
        published = one.logged.published
        if published is None:
            is_missed = bool(self._logs) and one.vouched_by == "key"
            return replace(one, compared=False) if is_missed else one
        found: list[Finding] = []
        was_compared = True
        places = [f"$.inclusion.witnessed[{n}]" for n in range(len(one.logged.witnessed))]
        checkpoints = zip((*places, "$.inclusion"), (*one.logged.witnessed, published), strict=True)
        for where, each in checkpoints:
            wrong = [*self._history(each, one.place), *self._in_another_log(each, one.place)]
            found += (replace(finding, where=f"{where}.checkpoint") for finding in wrong)
            # Each note is about a copy that lacks tiles; one copy that has them is enough.
            notes = sum(finding.weight == "note" for finding in wrong)
            was_compared = was_compared and notes < len(self._logs)
        if all(finding.weight != "breach" for finding in found):
            found += self._leaves.out_of_order(
                self._log_of(published), one.logged.leaves, one.place
            )
        if self._logs:
            one = replace(one, compared=was_compared)
        if not found:
            return one
        audited = replace(one.audited, findings=(*one.audited.findings, *found))
        return replace(one, audited=audited)

    def _history(self, published: Published, place: str) -> tuple[Finding, ...]:
        """Return what is wrong with a checkpoint next to those before it, and to the tiles."""
        checkpoint = published.checkpoint

        def new() -> SeenCheckpoint:
            return SeenCheckpoint(checkpoint.root, place, self._in_the_tiles(checkpoint))

        root, other, found = self._seen.first(
            checkpoint, "" if self._trusted else published.kid, new
        )
        if root == checkpoint.root:
            return found
        facts = {
            "origin": checkpoint.origin,
            "size": checkpoint.size,
            "root": checkpoint.root.hex(),
            "other": other,
            "other_root": root.hex(),
        }
        return (Finding("breach", "RC-LOG-4", "another_root", facts),)

    def _log_of(self, published: Published) -> str:
        """Return the log in which leaves are compared: anyone can sign for a log without keys."""
        origin = published.checkpoint.origin
        return origin if self._trusted else f"{origin} {published.kid}"

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
            yield Finding("breach", "RC-LOG-6", "another_origin", facts)

    def _in_the_tiles(self, checkpoint: Checkpoint) -> tuple[Finding, ...]:
        """Compare a checkpoint with the tiles of each copy of the log."""
        return tuple(found for log in self._logs if (found := _in_tiles_of(log, checkpoint)))


def _in_tiles_of(log: Path, checkpoint: Checkpoint) -> Finding | None:
    facts: dict[str, Any] = {"log": str(log), "size": checkpoint.size}
    try:
        root = TiledTree(tiles_in(log), checkpoint.size).root()
    except BadTile as wrong:
        return Finding("note", "RC-LOG-4", wrong.reason, facts | dict(wrong.facts))
    if root == checkpoint.root:
        return None
    facts |= {"root": checkpoint.root.hex(), "tiles": root.hex()}
    return Finding("breach", "RC-LOG-4", "not_the_root_of_the_tiles", facts)
