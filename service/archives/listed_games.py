"""The games that a transparency log lists: someone withheld a game that archives lack.

The leaves of a log name every game that the service signed, with its label and times. A mirror has
them next to its tiles, so an audit can say which of these games are in none of the archives.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from domain.record.jws import Jwk
from domain.record.log_listing import (
    ListedGame,
    ListedTournament,
    RequiredGames,
    is_missing,
    is_not_shown,
    listed_by,
    tournament_listed_by,
)
from domain.record.tournament_audit import AuditedTournament
from domain.transparency.checkpoints import Checkpoint
from domain.transparency.following import CHECKPOINT, files_of
from domain.transparency.notes import BadNote
from domain.transparency.tiles import (
    ENTRIES,
    WIDTH,
    BadTile,
    Tile,
    TiledTree,
    hashed_entries,
    unbundled,
)
from domain.transparency.tree import HASH_BYTES
from service.archives.examining import AuditResult, Examined
from service.archives.mirrors import signed_checkpoint, tiles_in
from service.archives.record_lines import ReadFault
from service.archives.statements import StatementResult


class ListedGames:
    """The games in some mirrors that the archives have to contain."""

    def __init__(self, folders: Sequence[Path], keys: Sequence[Jwk], scope: RequiredGames) -> None:
        """Read all leaves; ``keys`` are those of the service, which signed the checkpoints."""
        self._games: dict[str, ListedGame] = {}
        self._tournaments: dict[str, ListedTournament] = {}
        self._faults: list[ReadFault] = []
        for folder in folders:
            try:
                self._read(folder, signed_checkpoint(folder, keys))
            except (BadNote, BadTile) as wrong:
                self._fault(folder, f"{wrong.reason.replace('_', ' ')}: {dict(wrong.facts)}")
            except OSError as failure:
                self._fault(folder, failure.strerror or str(failure))
        self._missing = {one.game: one for one in self._games.values() if scope.has(one)}
        self._not_shown = {
            one.tournament: one for one in self._tournaments.values() if scope.is_at(one.at)
        }
        self.count = len(self._missing) if folders else None
        """How many games the archives have to contain; None if there is no mirror."""

    def faults(self) -> Iterator[ReadFault]:
        """Yield the mirrors whose leaves cannot be read, or do not follow from their checkpoint."""
        yield from self._faults

    def saw(self, result: AuditResult) -> None:
        """Take note of a record: its game is in an archive.

        An unfinished record of a game that ended does not count: its end was withheld. An
        invalid record has findings of its own.
        """
        if not isinstance(result, Examined) or result.audited.game not in self._missing:
            return
        ended = self._missing[result.audited.game].stage == "ended"
        if result.is_finished or not (ended and result.audited.is_valid):
            del self._missing[result.audited.game]

    def saw_tournament(self, one: AuditedTournament) -> None:
        """Take note of the record of a tournament."""
        if one.record is not None:
            self._not_shown.pop(one.record.id, None)

    def missing(self) -> Iterator[StatementResult]:
        """Yield the games, and the tournaments, that were in no record; call it after the last."""
        for one in self._missing.values():
            yield StatementResult(one.source, 1, one.game, is_missing(one))
        for other in self._not_shown.values():
            yield StatementResult(other.source, 1, None, is_not_shown(other))

    def _fault(self, folder: Path, error: str) -> None:
        source = str(folder / CHECKPOINT)
        self._faults.append(ReadFault(source, None, "log_is_not_whole", {"error": error}))

    def _read(self, folder: Path, checkpoint: Checkpoint) -> None:
        """Read the leaves, each of which must follow from the checkpoint."""
        tiles = tiles_in(folder)
        root = TiledTree(tiles, checkpoint.size).root()
        if root != checkpoint.root:
            raise BadTile("tiles_do_not_match", size=checkpoint.size, tiles=root.hex())
        for place in files_of(checkpoint.size):
            if place.level == ENTRIES:
                hashes = tiles(place._replace(level=0)).content
                for at, leaf in enumerate(_leaves(folder, place, hashes)):
                    self._take(str(folder / CHECKPOINT), place.number * WIDTH + at, leaf)

    def _take(self, source: str, index: int, leaf: bytes) -> None:
        one = listed_by(leaf, source, index, self._games)
        if one is not None:
            self._games[one.game] = one
        other = tournament_listed_by(leaf, source, index)
        if other is not None and (other.ended or other.tournament not in self._tournaments):
            self._tournaments[other.tournament] = other


def _leaves(folder: Path, place: Tile, hashes: bytes) -> list[bytes]:
    """Return the leaves of a bundle; raise BadTile unless they are those of the tile."""
    try:
        content = (folder / place.path).read_bytes()
    except FileNotFoundError:
        raise BadTile("tile_is_missing", tile=place.path) from None
    leaves = unbundled(place, content)
    if b"".join(hashed_entries(leaves)) != hashes[: place.width * HASH_BYTES]:
        raise BadTile("entries_do_not_match", tile=place.path)
    return leaves
