"""What the tables of checkpoints contain: each checkpoint, and what witnesses signed below it."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, bindparam, func, select

from domain.transparency.checkpoints import Checkpoint, checkpoint_in
from domain.transparency.notes import SignedNote, read_note
from service.transparency.tables import CHECKPOINTS, COSIGNATURES

_C: Final = CHECKPOINTS.c
_S: Final = COSIGNATURES.c
_LATEST: Final = select(CHECKPOINTS).order_by(_C.size.desc()).limit(1)
_OF_SIZE: Final = select(CHECKPOINTS).where(_C.size == bindparam("size"))
_BELOW: Final = select(_S.line).where(_S.size == bindparam("size")).order_by(_S.witness)
_FIRST: Final = select(func.min(_S.size)).where(
    _S.witness == bindparam("witness"), _S.size > bindparam("leaf"), _S.size < bindparam("below")
)
_NEXT_WITNESS: Final = select(func.min(_S.witness)).where(_S.witness > bindparam("after"))


class PublishedCheckpoint(NamedTuple):
    """A checkpoint that the service signed."""

    checkpoint: Checkpoint
    vkey: str
    """The key that signed it, as verifiers are configured with it."""
    note: SignedNote
    """With the cosignatures of witnesses."""


def latest(connection: Connection) -> PublishedCheckpoint | None:
    """Return the largest checkpoint; None if there is none yet."""
    row = connection.execute(_LATEST).one_or_none()
    return None if row is None else _with_cosignatures(connection, row)


def of_size(connection: Connection, size: int) -> PublishedCheckpoint:
    """Return the checkpoint of this size, which a witness cosigned."""
    row = connection.execute(_OF_SIZE, {"size": size}).one()
    return _with_cosignatures(connection, row)


def cosigned_by(connection: Connection, witness: str) -> int:
    """Return the size of the latest checkpoint that a witness cosigned; 0 if it has none."""
    found: int | None = connection.execute(
        select(func.max(_S.size)).where(_S.witness == witness)
    ).scalar()
    return found or 0


def first_cosigned(connection: Connection, leaf: int, below: int) -> list[int]:
    """Return the size of the first checkpoint with a leaf that each witness cosigned.

    Only sizes less than ``below`` count. The result is in order, and has each size once.
    """
    sizes = (
        connection.execute(_FIRST, {"witness": witness, "leaf": leaf, "below": below}).scalar()
        for witness in _witnesses(connection)
    )
    return sorted({size for size in sizes if size is not None})


def _witnesses(connection: Connection) -> Iterator[str]:
    """Yield all witnesses that ever cosigned, each found in the index after the one before it."""
    witness: str | None = ""
    while True:
        witness = connection.execute(_NEXT_WITNESS, {"after": witness}).scalar()
        if witness is None:
            return
        yield witness


def _with_cosignatures(connection: Connection, row: Row[Any]) -> PublishedCheckpoint:
    lines: list[str] = list(connection.execute(_BELOW, {"size": row.size}).scalars())
    note = read_note(f"{row.note}{''.join(lines)}".encode())
    return PublishedCheckpoint(checkpoint_in(note), row.vkey, note)
