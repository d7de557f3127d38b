"""Find games, secrets and hash chains that occur more than once, and the copy that counts."""

import pickle
import sqlite3
from collections.abc import Iterator
from enum import IntEnum
from typing import Any, Final, NamedTuple, Self

from msgspec.structs import replace

from domain.record.finding import Finding, Weight
from service.archives.examining import Examined, with_findings

_BEST: Final = (
    "SELECT game, head, rank, place FROM copies WHERE {} ORDER BY rank DESC, number LIMIT 1"
)
_HAS_TIP: Final = "number IN (SELECT number FROM tips WHERE tip = ?)"
_WITH_TIP: Final = _BEST.format(f"{_HAS_TIP} AND game <> ?")
_OF_GAME: Final = _BEST.format("game = ?")
_WITH_SECRET: Final = _BEST.format("secret <> '' AND secret = ? AND game <> ?")


class Rank(IntEnum):
    """What a copy of a game is worth: a higher one displaces a lower one, whatever their order."""

    UNFINISHED = 0
    """Anybody can make one from public data, by cutting off the end of a game."""
    FINISHED = 1
    PROVED = 2
    """A key that counts signed the end."""

    @classmethod
    def of(cls, one: Examined) -> Self:
        """Return the rank of a valid record."""
        if not one.is_finished:
            return cls(cls.UNFINISHED)
        return cls(cls.PROVED if one.is_proved else cls.FINISHED)


class Compared(NamedTuple):
    """A record after a comparison with those before it."""

    one: Examined
    """With findings about duplicates."""
    counts: bool
    """Whether it is certain that this copy of its game counts."""
    displaced: Iterator[Examined] = iter(())
    """Earlier records that are invalid because of this one; read all before the next record."""


class Seen:
    """The games, the secrets and the hash chains of an archive (RC-ONE).

    Only valid records count: a broken record must not cast doubt on a proved one. Of several copies
    of a game, the first of those with the highest rank counts.
    The data is in a temporary SQLite database, with a few megabytes in memory. Use it only in the
    thread that created it.
    """

    def __init__(self, highest: Rank = Rank.PROVED) -> None:
        """Prepare for records of at most this rank: without keys, no game can be proved."""
        self._highest = highest
        # An empty name is a temporary file that SQLite deletes on close.
        self._database = sqlite3.connect("", isolation_level=None)
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.execute(
            "CREATE TABLE copies (number INTEGER PRIMARY KEY, game TEXT, head TEXT, secret TEXT,"
            " rank INTEGER, place TEXT, kept BLOB)"
        )
        self._database.execute("CREATE INDEX by_game ON copies (game, rank DESC, number)")
        self._database.execute(
            "CREATE INDEX by_secret ON copies (secret, rank DESC, number) WHERE secret <> ''"
        )
        self._database.execute("CREATE TABLE tips (tip TEXT, number INTEGER)")
        self._database.execute("CREATE INDEX by_tip ON tips (tip)")
        self._database.execute(
            "CREATE TABLE claims (number INTEGER PRIMARY KEY, source TEXT, version INTEGER,"
            " compared INTEGER DEFAULT 0)"
        )
        self._database.execute("CREATE INDEX by_source ON claims (source)")
        self._database.execute("CREATE TABLE sources (place TEXT PRIMARY KEY, game TEXT)")
        self._database.execute("BEGIN")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Delete the database."""
        self._database.close()

    def examined(self, one: Examined) -> Compared:
        """Compare a record with those before it."""
        if not one.audited.is_valid:
            return Compared(one, counts=False)
        rank = Rank.of(one)
        before = self._best(_OF_GAME, one.audited.game)
        found = [
            *_same_game(before, one, rank),
            *self._same_secret(one, rank),
            *self._same_chains(one, rank),
        ]
        if found:
            one = with_findings(one, *found)
        if not one.audited.is_valid:
            return Compared(one, counts=False)
        displaced = self._displaced(one) if rank is Rank.PROVED else iter(())
        # A source that is read later can still show that a claim is false.
        certain = rank >= self._highest and one.claim is None
        self._add(one, rank, kept=None if certain else pickle.dumps(one))
        first = before is None or before.rank < rank
        return Compared(one, counts=certain and first, displaced=displaced)

    def remaining(self) -> Iterator[Examined]:
        """Yield the copies that count of all other games, in the order of reading.

        Call it after the last record.
        """
        rows = self._database.execute(
            "SELECT kept FROM copies AS one WHERE kept IS NOT NULL AND number ="
            " (SELECT number FROM copies WHERE game = one.game ORDER BY rank DESC, number LIMIT 1)"
            " ORDER BY number"
        )
        for (kept,) in rows:
            yield _unpickled(kept)

    # --- games that continue others ---------------------------------------------------------------

    def find_sources(self) -> bool:
        """Find the record that counts of each game that others continue; return whether any does.

        Call it after the last record.
        """
        self._database.execute(
            "INSERT OR IGNORE INTO sources SELECT place, game FROM copies AS one WHERE game IN"
            " (SELECT source FROM claims) AND number ="
            " (SELECT number FROM copies WHERE game = one.game ORDER BY rank DESC, number LIMIT 1)"
        )
        return bool(self._value("SELECT EXISTS (SELECT 1 FROM claims)"))

    @property
    def sources_left(self) -> bool:
        """Whether there is a source that was not compared."""
        return bool(self._value("SELECT EXISTS (SELECT 1 FROM sources)"))

    def source_at(self, place: str) -> str | None:
        """Return the game whose record at this place is a source that was not compared."""
        found: str | None = self._value("SELECT game FROM sources WHERE place = ?", place)
        return found

    def source_is_done(self, place: str) -> None:
        """Remember that all claims about the source at this place were compared."""
        self._database.execute("DELETE FROM sources WHERE place = ?", (place,))

    def has(self, game: str) -> bool:
        """Return whether the archive has a valid record of a game."""
        return self._best(_OF_GAME, game) is not None

    def versions_claimed(self, source: str) -> list[int]:
        """Return the versions of a game that others continue."""
        query = "SELECT DISTINCT version FROM claims WHERE source = ?"
        return [version for (version,) in self._database.execute(query, (source,))]

    def claims_about(self, source: str) -> Iterator[tuple[int, Examined]]:
        """Yield the records that continue a game, with their numbers."""
        return self._claims("source = ?", source)

    def claiming(self) -> Iterator[tuple[int, Examined]]:
        """Yield all records that continue games, with their numbers, in the order of reading."""
        return self._claims("TRUE")

    def is_compared(self, number: int) -> bool:
        """Return whether the record with this number was compared with its source."""
        return bool(self._value("SELECT compared FROM claims WHERE number = ?", number))

    def claims_falsely(self, game: str) -> bool:
        """Return whether the record that counts of a game is invalid because of its own claim."""
        kept: bytes | None = self._value(
            "SELECT kept FROM copies WHERE game = ? ORDER BY rank DESC, number LIMIT 1", game
        )
        return kept is not None and not _unpickled(kept).audited.is_valid

    def settle(self, number: int, one: Examined) -> None:
        """Keep a record with what the comparison with its source found."""
        self._database.execute(
            "UPDATE copies SET kept = ? WHERE number = ?", (pickle.dumps(one), number)
        )
        self._database.execute("UPDATE claims SET compared = 1 WHERE number = ?", (number,))

    def forget_false_claims(self) -> None:
        """Forget the records whose claims are false, so that they do not count."""
        for number, one in self._claims("TRUE"):
            if not one.audited.is_valid:
                self._forget(number)

    def _claims(self, condition: str, *values: str) -> Iterator[tuple[int, Examined]]:
        """Yield claims one by one, so that each can be changed meanwhile."""
        query = (
            f"SELECT number, kept FROM claims JOIN copies USING (number) WHERE {condition}"  # noqa: S608 - our own text
            " AND number > ? ORDER BY number LIMIT 1"
        )
        number = 0
        while row := self._database.execute(query, (*values, number)).fetchone():
            number, kept = row
            yield number, _unpickled(kept)

    def _value(self, query: str, *values: str | int) -> Any:
        """Return the first value of the first row; None if there is no row."""
        row = self._database.execute(query, values).fetchone()
        return None if row is None else row[0]

    def _add(self, one: Examined, rank: Rank, kept: bytes | None) -> None:
        added = self._database.execute(
            "INSERT INTO copies (game, head, secret, rank, place, kept) VALUES (?, ?, ?, ?, ?, ?)",
            (one.audited.game, one.audited.head, one.commitment, rank, one.place, kept),
        )
        for tip in one.tips.values():
            self._database.execute("INSERT INTO tips VALUES (?, ?)", (tip, added.lastrowid))
        if one.claim is not None:
            said = one.claim.continues
            self._database.execute(
                "INSERT INTO claims (number, source, version) VALUES (?, ?, ?)",
                (added.lastrowid, said.game, said.version),
            )

    def _same_secret(self, one: Examined, rank: Rank) -> Iterator[Finding]:
        if not one.commitment:
            return
        other = self._best(_WITH_SECRET, one.commitment, one.audited.game)
        weight = _weight(other, rank)
        if other is not None and weight is not None:
            yield _other_game(weight, other.game, other.place)

    def _same_chains(self, one: Examined, rank: Rank) -> Iterator[Finding]:
        for where, tip in one.tips.items():
            other = self._best(_WITH_TIP, tip, one.audited.game)
            weight = _weight(other, rank)
            if other is not None and weight is not None:
                yield _other_chain(weight, where, tip, other.game, other.place)

    def _displaced(self, one: Examined) -> Iterator[Examined]:
        """Yield the finished records that a proved one contradicts, and forget them."""
        game, head, secret = one.audited.game, one.audited.head, one.commitment
        rows = self._database.execute(
            "SELECT number, game = ?1 FROM copies WHERE rank = ?4"
            " AND (game = ?1 AND head <> ?2 OR secret <> '' AND secret = ?3 AND game <> ?1)"
            " ORDER BY number",
            (game, head, secret, Rank.FINISHED),
        ).fetchall()
        for number, is_same_game in rows:
            (kept,) = self._database.execute(
                "SELECT kept FROM copies WHERE number = ?", (number,)
            ).fetchone()
            self._forget(number)
            found = (
                _other_head(one.place, head)
                if is_same_game
                else _other_game("breach", game, one.place)
            )
            yield _displaced(_unpickled(kept), found)
        for tip in one.tips.values():
            yield from self._displaced_by_chain(one, tip)

    def _displaced_by_chain(self, one: Examined, tip: str) -> Iterator[Examined]:
        """Yield the finished records of other games with this tip, and forget them."""
        rows = self._database.execute(
            f"SELECT number, kept FROM copies WHERE {_HAS_TIP} AND game <> ? AND rank = ?"  # noqa: S608 - our own text
            " ORDER BY number",
            (tip, one.audited.game, Rank.FINISHED),
        ).fetchall()
        for number, kept in rows:
            self._forget(number)
            other = _unpickled(kept)
            found = [
                _other_chain("breach", where, tip, one.audited.game, one.place)
                for where, own in other.tips.items()
                if own == tip
            ]
            yield _displaced(other, *found)

    def _forget(self, number: int) -> None:
        # SQLite may give the number to another record.
        self._database.execute("DELETE FROM claims WHERE number = ?", (number,))
        self._database.execute("DELETE FROM tips WHERE number = ?", (number,))
        self._database.execute("DELETE FROM copies WHERE number = ?", (number,))

    def _best(self, query: str, *values: str | None) -> "_Copy | None":
        """Return the first of the copies with the highest rank."""
        row = self._database.execute(query, values).fetchone()
        return None if row is None else _Copy(row[0], row[1], Rank(row[2]), row[3])


class _Copy(NamedTuple):
    """A valid record of a game."""

    game: str
    head: str | None
    rank: Rank
    place: str


def _same_game(before: _Copy | None, one: Examined, rank: Rank) -> Iterator[Finding]:
    """Yield what follows from the best copy of the same game so far."""
    if before is None:
        return
    facts = {"other": before.place, "head": before.head}
    if before.head is not None and before.head == one.audited.head:
        yield Finding("note", "RC-ONE-1", "duplicate_record", facts, where="$.id")
    elif Rank.UNFINISHED in {rank, before.rank}:
        yield Finding("note", "RC-ONE-1", "unfinished_duplicate", facts, where="$.id")
    elif before.rank >= rank:
        yield _other_head(before.place, before.head)


def _weight(other: _Copy | None, rank: Rank) -> Weight | None:
    """Return how severe it is that another game has what should be a game's own.

    None if there is no other game, or if it will be displaced.
    """
    if other is None or (rank is Rank.PROVED and other.rank is Rank.FINISHED):
        return None
    # An unfinished game may own it, or only copy what the other game published.
    return "note" if Rank.UNFINISHED in {rank, other.rank} else "breach"


def _other_chain(weight: Weight, where: str, tip: str, game: str | None, place: str) -> Finding:
    facts = {"other": place, "game": game, "tip": tip}
    return Finding(weight, "RC-ONE-3", "chain_of_another_game", facts, where=where)


def _other_head(place: str, head: str | None) -> Finding:
    facts = {"other": place, "head": head}
    return Finding("breach", "RC-ONE-1", "game_has_another_head", facts, where="$.id")


def _other_game(weight: Weight, game: str | None, place: str) -> Finding:
    facts = {"other": place, "game": game}
    where = "$.chance.commitment"
    return Finding(weight, "RC-ONE-2", "secret_of_another_game", facts, where=where)


def _displaced(one: Examined, *found: Finding) -> Examined:
    """Return a record that a later one made invalid; a claim has had no result before."""
    return replace(with_findings(one, *found), displaced=one.claim is None)


def _unpickled(kept: bytes) -> Examined:
    one: Any = pickle.loads(kept)  # noqa: S301 - from the database of this object
    assert isinstance(one, Examined)
    return one
