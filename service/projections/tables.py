"""The tables about all projections: their progress, and what they missed.

If the rows of a projection change, the projection gets a new version with new tables; the old ones
stay, so workers of two versions can run at the same time.
"""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, Table

from service.storage.tables import METADATA, number_, put, text_

PROGRESS: Final = Table(
    "progress",
    METADATA,
    text_("projection", key=True),
    number_("position"),
    number_("build"),
)
"""How far each projection has read the log, and how often it was rebuilt."""

MISSED: Final = Table(
    "projection_missed",
    METADATA,
    text_("projection", key=True),
    text_("game", key=True),
)
"""Games that a projection skipped because they could not be read; tournaments by their streams."""


def note_missed(connection: Connection, projection: str, games: Sequence[str]) -> None:
    """Store what a projection skipped."""
    put(connection, MISSED, [{"projection": projection, "game": game} for game in games])
