"""Draws the moments of games with chains: gets all links that are due, and lets chance answer.

A game waits after each decision from which dice follow. Seats give their links by requests, at any
worker; the game waits for a due link, and never leaves it out. When the links of all seats are
there, this task asks the witnesses. The call for links follows from the log alone, and a witness
always answers the same call in the same way. So nothing here could be lost: after a crash, another
worker gets the same links. The task caches what the witnesses of a game gave, because that takes
reading the whole game.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final

import structlog

from domain.links import FIRST_WITNESS
from domain.record.jws import Jwk, thumbprint
from domain.record.witnesses import GivenByWitnesses, after_moment, at_the_opening
from domain.ruleset import Seat
from domain.table.actions import DrawMoment
from domain.table.contributions import GivenLink, WitnessNote
from domain.table.events import MomentDrawn
from domain.table.game import Game
from domain.table.moments import links_due, waits_for_links
from service.games.given_links import GivenLinks
from service.games.handler import Handler
from service.links.witnesses import (
    BadWitness,
    Witnesses,
    WitnessLink,
    WitnessRefused,
    WitnessUnavailable,
)
from service.runtime.lru_cache import LruCache
from service.storage.log import Appended
from service.storage.rows import Stored, event_of
from service.tasks.game_queue import GameQueue, TryLater

SILENT_SECONDS: Final = 2.0
"""Delay before a witness that did not answer is asked again."""

REFUSED_SECONDS: Final = 60.0
"""Delay before a witness that refused, or gave something wrong, is asked again."""

GAMES_MAX: Final = 5_000
"""Games whose witnesses are in memory; for others, the game is read again."""

_LOG = structlog.get_logger("carolus.moments")


class MomentQueue(GameQueue):
    """Draws what games with chains wait for."""

    def __init__(self, handler: Handler, witnesses: Witnesses, links: GivenLinks) -> None:
        super().__init__("moments")
        self._handler = handler
        self._witnesses = witnesses
        self._links = links
        self._given: LruCache[str, tuple[int, GivenByWitnesses]] = LruCache(GAMES_MAX)

    def committed(self, done: Appended) -> None:
        """Queue a game after a commit if it waits for links, or no longer does."""
        game = done.stored.game
        if waits_for_links(game) or (_has_seats_with_chains(game) and _frees_links(done)):
            self.notice(game.id)

    async def look(self, game: str) -> None:
        """Draw the moment that a game waits for, if all links of seats are there.

        Raises TryLater if a witness gives no link.
        """
        stored = await self._handler.load(game)
        if _has_seats_with_chains(stored.game):
            await asyncio.to_thread(self._links.drop, stored.game)
        if not waits_for_links(stored.game):
            return
        due = links_due(stored.game)
        seats = await asyncio.to_thread(self._links.given, stored.game)
        if not seats.keys() >= {who for who in due if who < FIRST_WITNESS}:
            return  # each link that comes queues the game again
        await self._draw(stored, seats, [who for who in due if who >= FIRST_WITNESS])

    async def _draw(
        self, stored: Stored, seats: Mapping[Seat, bytes], witnesses: Sequence[int]
    ) -> None:
        """Draw the next moment with the links of these seats and witnesses."""
        game, head = stored.game, stored.head
        number = game.moments + 1
        given = await self._given_in(stored) if witnesses else {}
        answers = await self._asked(stored, given, witnesses)
        links = {**seats, **{who: one.link for who, one in answers.items()}}
        action = DrawMoment(
            number,
            tuple(GivenLink(who, links[who].hex()) for who in sorted(links)),
            tuple(WitnessNote(who, one.time, one.signature) for who, one in answers.items()),
        )
        await self._handler.draw(game.id, action, head.version)
        if witnesses:
            drawn = MomentDrawn(number, action.links, action.witness, ())
            self._given.put(game.id, (number, after_moment(given, head.hash, drawn)))

    async def _asked(
        self, stored: Stored, given: GivenByWitnesses, witnesses: Sequence[int]
    ) -> dict[int, WitnessLink]:
        """Return the links of these witnesses, in order; raise TryLater if one gives none."""
        number, call = stored.game.moments + 1, await self._handler.statements.call(stored)
        try:
            links = await asyncio.gather(
                *(self._link(given, who, number, stored.head.hash, call) for who in witnesses)
            )
        except WitnessUnavailable:
            raise TryLater(SILENT_SECONDS) from None
        except (WitnessRefused, BadWitness) as refused:
            game = stored.game.id
            _LOG.error("witness_gives_no_link", game=game, moment=number, error=str(refused))
            raise TryLater(REFUSED_SECONDS) from None
        return dict(zip(witnesses, links, strict=True))

    async def _link(
        self, given: GivenByWitnesses, who: int, number: int, head: bytes, call: str
    ) -> WitnessLink:
        one = given[who]
        key = thumbprint(Jwk("Ed25519", "OKP", one.key))
        return await self._witnesses.link(key, one.state, number, head, call)

    async def _given_in(self, stored: Stored) -> GivenByWitnesses:
        """Return what the witnesses gave in a game up to its last moment."""
        cached = self._given.get(stored.game.id)
        if cached is not None and cached[0] == stored.game.moments:
            return cached[1]
        return await asyncio.to_thread(self._read, stored)

    def _read(self, stored: Stored) -> GivenByWitnesses:
        game = stored.game
        given = at_the_opening(game.id, game.commitment, game.witnesses)
        head = b""
        for row in self._handler.log.rows(game.id, up_to=stored.head.version):
            event = event_of(row)
            if isinstance(event, MomentDrawn):
                given = after_moment(given, head, event)
            head = bytes.fromhex(row.hash)
        return given


def _frees_links(done: Appended) -> bool:
    """Return whether the table may have links that no moment of the game needs any more."""
    return done.stored.game.finished or any(
        isinstance(event_of(row), MomentDrawn) for row in done.rows
    )


def _has_seats_with_chains(game: Game) -> bool:
    return any(chain.who < FIRST_WITNESS for chain in game.chains)
