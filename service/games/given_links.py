"""The links that seats gave for the next moment of their games, until the moment is drawn.

A game can wait for days for its last link, and each link can arrive at another worker. So the links
are in a table that all workers share, and a response means that the link is stored. The table masks
them with the service key: a link is worth something until the others are there, and a copy of the
database must not contain it. When the moment is drawn, with links or without, its rows go.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple, TypeAlias

from sqlalchemy import Table, delete, select

from domain.refusal import IllegalAction
from domain.ruleset import Seat
from domain.table.game import Game
from domain.table.giving import is_known, must_be_due
from domain.table.moments import links_due, must_fit
from service.access.actors import Requester, acting
from service.games.handler import ActionRefused, Handler
from service.storage.database import Database
from service.storage.rows import Head, Stored
from service.storage.tables import METADATA, number_, put, text_

GIVEN: Final = Table(
    "given_links_1",
    METADATA,
    text_("game", key=True),
    number_("moment", key=True),
    number_("seat", key=True),
    text_("masked"),
)
_G: Final = GIVEN.c

Mask: TypeAlias = Callable[[str, int, Seat], bytes]
"""Returns 32 bytes for a game, a moment and a seat that nobody outside of the service knows."""


class OfferedLink(NamedTuple):
    """A link as a client gives it."""

    seat: Seat
    moment: int
    head: bytes
    """The head of the log for which it is given."""
    link: bytes


class GivenLinks:
    """The links that wait. All methods block."""

    def __init__(self, database: Database, mask: Mask) -> None:
        self._database = database
        self._mask = mask

    def keep(self, game: str, moment: int, seat: Seat, link: bytes) -> None:
        """Store a link, in place of another one of this seat for this moment.

        Raises PersistenceError if the database cannot be written.
        """
        masked = self._masked(game, moment, seat, link).hex()
        row = {"game": game, "moment": moment, "seat": seat, "masked": masked}
        with self._database.writing() as connection:
            put(connection, GIVEN, [row], renew=["masked"])

    def given(self, game: Game) -> dict[Seat, bytes]:
        """Return the links given for the moment that a game waits for; raise PersistenceError.

        One that does not fit counts as not given: the service key that masks it may have changed.
        """
        moment, due = game.moments + 1, links_due(game)
        query = select(_G.seat, _G.masked).where(_G.game == game.id, _G.moment == moment)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(_G.seat)).all()
        found: dict[Seat, bytes] = {}
        for seat, masked in rows:
            link = self._masked(game.id, moment, seat, bytes.fromhex(masked))
            with suppress(IllegalAction):
                if seat in due:
                    must_fit(game, seat, moment, link)
                    found[seat] = link
        return found

    def drop(self, game: Game) -> None:
        """Remove the links that a game no longer waits for: all links, if it has ended.

        Those for the next moment stay, because a seat may have given one already.
        """
        gone = delete(GIVEN).where(_G.game == game.id)
        if not game.finished:
            gone = gone.where(_G.moment <= game.moments)
        with self._database.writing() as connection:
            connection.execute(gone)

    def _masked(self, game: str, moment: int, seat: Seat, link: bytes) -> bytes:
        """Return a masked link as it was, or mask it."""
        mask = self._mask(game, moment, seat)
        return bytes(one ^ other for one, other in zip(link, mask, strict=True))


async def give(
    handler: Handler, links: GivenLinks, game: str, by: Requester, offered: OfferedLink
) -> Stored:
    """Store the link of a seat for the moment that is due, and return the game as it is then.

    Nothing changes if the log has the link already. Raises NoSuchGame, ActionRefused, Forbidden,
    Unauthorized, or PersistenceError.
    """
    stored = await handler.load(game)
    acting(stored.game, by)
    if is_known(stored.game, offered.seat, offered.moment, offered.link):
        return stored
    try:
        must_be_due(stored.game, offered.seat, offered.moment)
        _must_be_for(offered.head, await handler.statements.called_head(stored))
        must_fit(stored.game, offered.seat, offered.moment, offered.link)
    except IllegalAction as no:
        raise ActionRefused(no, stored.head) from None
    await asyncio.to_thread(links.keep, game, offered.moment, offered.seat, offered.link)
    after = await handler.load(game)
    if after.game.finished or after.game.moments >= offered.moment:
        # The moment was drawn, or the game ended, while the link was stored.
        await asyncio.to_thread(links.drop, after.game)
    return after


def _must_be_for(head: bytes, called: Head) -> None:
    """Refuse a link that was given for another head of the log (TB-MOMENT-4)."""
    if head != called.hash:
        expected = called.hash.hex()
        raise IllegalAction("TB-MOMENT-4", "another_head", head=head.hex(), expected=expected)
