"""Rematches: one next game for each finished game. The first request opens it.

No table links the two games: the id of the next game is derived from the game before, so all
workers find it.
"""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from domain.chance import commitment
from domain.refusal import IllegalAction
from domain.ruleset import Seat
from domain.table.actions import TakeSeat
from domain.table.dealers import FairDealer
from domain.table.decide import Batch, open_game, perform
from domain.table.game import TABLE, Game
from domain.table.rematch import (
    house_again,
    must_have_ended,
    must_have_sat,
    rematch_of,
    sits_again,
    was_played,
)
from service.access.game_keys import Keys
from service.games.handler import ActionRefused, Handler
from service.storage.log import Conflict
from service.storage.rows import Stored


class JoinedRematch(NamedTuple):
    """The next game, and a token for the seat; None for an account, which needs no token."""

    stored: Stored
    token: str | None


class Rematches:
    """Opens and finds the next games. ``now`` gives the time in RFC 3339, UTC."""

    def __init__(self, handler: Handler, keys: Keys, now: Callable[[], str]) -> None:
        self._handler = handler
        self._keys = keys
        self._now = now

    async def play_again(
        self, game: str, seat: Seat, player: str | None, name: str | None, entropy: str
    ) -> JoinedRematch:
        """Seat a player of a finished game in the next one; open that if necessary.

        Raises NoSuchGame, ActionRefused, TooManyRaces, NoWitnesses, an error of a witness, or
        PersistenceError when the log cannot be read or written.
        """
        before = await self._handler.load(game)
        try:
            must_have_ended(before.game)
            must_have_sat(before.game, seat, player)
        except IllegalAction as no:
            raise ActionRefused(no, before.head) from None
        stored = await self._next(before.game)
        again = stored.game.id
        if not sits_again(stored.game, seat, player):
            shown = before.game.seats[seat].name if name is None else name
            action = TakeSeat(seat, shown, None, entropy, UNSET if player is None else player)
            try:
                stored = (await self._handler.perform(again, seat, [action])).stored
            except ActionRefused:
                # The same seat may have sent two requests at once, with different names.
                stored = await self._handler.load(again)
                if not sits_again(stored.game, seat, player):
                    raise
        tokens = self._keys.tokens(again, len(stored.game.seats))
        return JoinedRematch(stored, tokens.seats[seat] if player is None else None)

    async def after(self, game: Game) -> str | None:
        """Return the id of the next game, or None if no player has requested it."""
        if not was_played(game):
            return None
        again = self._keys.rematch_id(game.id)
        return None if await self._handler.vault_or_none(again) is None else again

    async def _next(self, before: Game) -> Stored:
        """Return the next game; open it if there is none yet.

        Its dice have a secret of their own, which is not derived.
        """
        again = self._keys.rematch_id(before.id)
        stored = await asyncio.to_thread(self._handler.log.load, again)
        if stored is not None:
            return stored
        secret = self._keys.secret()
        at = self._now()
        witnesses = await self._handler.register(again, secret) if before.witnesses else ()
        action = rematch_of(before, commitment(secret), witnesses)
        opening = open_game(again, before.rules, action)
        house = perform(opening.game, TABLE, house_again(before), FairDealer(secret), at=at)
        batch = Batch((*opening.entries, *house.entries), house.game)
        was = (await self._handler.vault(before.id)).effective_policy
        # Each seat is reserved for its previous player, so no other account may take it.
        policy = msgspec.structs.replace(was, seating="links")
        try:
            return await self._handler.begin(batch, secret, policy, at)
        except Conflict:
            return await self._handler.load(again)
