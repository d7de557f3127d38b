"""The tree of the transparency log: its leaves in the order of the log, and its tiles.

A row becomes a leaf if the key that signed it has become one before. So the key precedes its use,
and an imported game, which another service signed, is not a leaf: its own service has it. Index and
bytes of each leaf follow from the order and the content of the rows alone.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Column, Connection, Index, LargeBinary, Table, bindparam, func, select

from domain.transparency.inclusion import LeafOfGame
from domain.transparency.tiles import BadTile, Tile, appended, edge, with_subtrees
from domain.transparency.tree import leaf_hash
from service.projections.leaves import Leaf, leaf_of, may_be_leaf
from service.projections.projection import Change, Projection
from service.storage.database import Database
from service.storage.log import Notice
from service.storage.tables import METADATA, number_, put, text_

_LEAVES: Final = Table(
    "tree_1_leaves",
    METADATA,
    number_("number", key=True),
    text_("kind"),
    text_("subject"),
    text_("content"),
)
"""The leaves, by index."""
_L: Final = _LEAVES.c
_BY_SUBJECT: Final = Index("tree_1_leaves_by_subject", _L.subject, _L.kind)

_OF_GAME: Final = (
    select(_L.kind, _L.number)
    .where(_L.subject == bindparam("game"), _L.kind != "key")
    .order_by(_L.number.desc())
)
"""The leaves of a game, latest first."""

_TILES: Final = Table(
    "tree_1_tiles",
    METADATA,
    number_("level", key=True),
    number_("number", key=True),
    Column("hashes", LargeBinary, nullable=False),
)
"""The tiles, those that are full with their subtrees; the others are at the right edge."""
_T: Final = _TILES.c

_OF_TILE: Final = select(_T.hashes).where(
    _T.level == bindparam("level"), _T.number == bindparam("number")
)
"""The hashes of a tile."""


class PlacedLeaf(NamedTuple):
    """A leaf with its index."""

    number: int
    kind: str
    subject: str
    content: str


class Tree(Projection):
    """The leaves and tiles of the transparency log."""

    name = "tree.v1"
    tables = (_LEAVES, _TILES)

    def __init__(self, database: Database) -> None:
        self._database = database

    def apply(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Do nothing: what players do has no leaf of its own."""

    def note(self, connection: Connection, notices: Sequence[Notice]) -> None:
        """Append the leaves among these rows."""
        found = [leaf for notice in notices if (leaf := self._leaf(notice)) is not None]
        if not found:
            return
        known = _keys(connection, {leaf.kid for leaf in found})
        new: list[Leaf] = []
        for leaf in found:
            if leaf.kind == "key":
                known.add(leaf.kid)
            if leaf.kid in known:
                new.append(leaf)
        if new:
            _append(connection, new)

    def _leaf(self, notice: Notice) -> Leaf | None:
        if not may_be_leaf(notice.stream):
            return None
        (row,) = self._database.log.read(notice.stream, notice.version - 1, limit=1)
        return leaf_of(row)

    # --- reading ------------------------------------------------------------------------------

    def size(self) -> int:
        """Return the number of leaves."""
        with self._database.reading() as connection:
            return _size(connection)

    def read(self, tile: Tile) -> bytes:
        """Return a tile for ``tile_of``, and perhaps more of it; raise BadTile if it is missing."""
        place = {"level": tile.level, "number": tile.number}
        with self._database.reading() as connection:
            found: bytes | None = connection.execute(_OF_TILE, place).scalar()
        if found is None:
            raise BadTile("tile_is_missing", tile=tile.path)
        return found

    def leaves(self, first: int, count: int) -> list[PlacedLeaf]:
        """Return some leaves in order."""
        query = select(_LEAVES).where(_L.number >= first, _L.number < first + count)
        with self._database.reading() as connection:
            return [PlacedLeaf(*row) for row in connection.execute(query.order_by(_L.number))]

    def leaves_of(self, connection: Connection, game: str) -> dict[LeafOfGame, int]:
        """Return the indexes of the leaves of a game, by what they are about."""
        # Only the first counts: if the same text were signed again, the first is older.
        rows = connection.execute(_OF_GAME, {"game": game}).all()
        return {row.kind: row.number for row in rows}

    def has_key(self, kid: str, size: int) -> bool:
        """Return whether the first ``size`` leaves have this key."""
        query = select(_L.number).where(_L.subject == kid, _L.kind == "key", _L.number < size)
        with self._database.reading() as connection:
            return connection.execute(query.limit(1)).scalar() is not None


def _append(connection: Connection, new: Sequence[Leaf]) -> None:
    """Append leaves to the tree."""
    size = _size(connection)
    rows = [
        {
            "number": number,
            "kind": leaf.kind,
            "subject": leaf.subject,
            "content": leaf.text.decode(),
        }
        for number, leaf in enumerate(new, size)
    ]
    put(connection, _LEAVES, rows)
    tiles = {tile: _hashes(connection, tile) for tile in edge(size)}
    changed = appended(tiles, size, [leaf_hash(leaf.text) for leaf in new])
    put_tiles(connection, changed)


def put_tiles(connection: Connection, changed: Mapping[tuple[int, int], bytes]) -> None:
    """Store tiles, by level and number, in place of shorter ones."""
    rows = [
        {"level": level, "number": number, "hashes": with_subtrees(content)}
        for (level, number), content in changed.items()
    ]
    put(connection, _TILES, rows, renew=["hashes"])


def _size(connection: Connection) -> int:
    last: int | None = connection.execute(select(func.max(_L.number))).scalar()
    return 0 if last is None else last + 1


def _hashes(connection: Connection, tile: Tile) -> bytes:
    place = {"level": tile.level, "number": tile.number}
    found: bytes = connection.execute(_OF_TILE, place).scalar_one()
    return found


def _keys(connection: Connection, kids: set[str]) -> set[str]:
    """Return those of these keys that are leaves."""
    query = select(_L.subject).where(_L.kind == "key", _L.subject.in_(sorted(kids)))
    return set(connection.execute(query).scalars())
