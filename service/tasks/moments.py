"""Draws the moments of games with witnesses: gets their links, and lets chance answer.

A game waits after each decision from which dice follow. The call for links follows from the log
alone, and a witness answers the same call always in the same way. So this task keeps nothing that
could be lost: after a crash, another worker gets the same links. It caches what the witnesses of a
game gave, because that takes reading the whole game.
"""

import asyncio
from typing import Final

import structlog

from domain.links import FIRST_WITNESS
from domain.record.witnesses import GivenByWitnesses, after_moment, at_the_opening
from domain.table.actions import DrawMoment
from domain.table.contributions import GivenLink, WitnessNote
from domain.table.events import MomentDrawn
from domain.table.game import Game
from domain.table.moments import awaits_draws, links_due
from service.access.signing import Jwk, thumbprint
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
    """Draws what games with witnesses wait for."""

    def __init__(self, handler: Handler, witnesses: Witnesses) -> None:
        super().__init__("moments")
        self._handler = handler
        self._witnesses = witnesses
        self._given: LruCache[str, tuple[int, GivenByWitnesses]] = LruCache(GAMES_MAX)

    def committed(self, done: Appended) -> None:
        """Queue a game after a commit if it waits for links."""
        if waits_for_links(done.stored.game):
            self.notice(done.stored.game.id)

    async def look(self, game: str) -> None:
        """Draw the moment that a game waits for; raise TryLater if a witness gives no link."""
        stored = await self._handler.load(game)
        due = links_due(stored.game) if awaits_draws(stored.game) else ()
        if not due or due[0] < FIRST_WITNESS:
            return
        number = stored.game.moments + 1
        given = await self._given_in(stored)
        call = self._handler.call(stored)
        try:
            links = await asyncio.gather(
                *(self._link(given, who, number, stored.head.hash, call) for who in due)
            )
        except WitnessUnavailable:
            raise TryLater(SILENT_SECONDS) from None
        except (WitnessRefused, BadWitness) as refused:
            _LOG.error("witness_gives_no_link", game=game, moment=number, error=str(refused))
            raise TryLater(REFUSED_SECONDS) from None
        action = DrawMoment(
            number,
            tuple(GivenLink(who, one.link.hex()) for who, one in zip(due, links, strict=True)),
            tuple(
                WitnessNote(who, one.time, one.signature)
                for who, one in zip(due, links, strict=True)
            ),
        )
        await self._handler.draw(game, action, stored.head.version)
        drawn = MomentDrawn(number, action.links, action.witness, ())
        self._given.put(game, (number, after_moment(given, stored.head.hash, drawn)))

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


def waits_for_links(game: Game) -> bool:
    """Return whether chance has to draw, and needs links for that."""
    return bool(game.chains) and awaits_draws(game) and bool(links_due(game))
