"""Callers: the only place where a token becomes a caller."""

from typing import NamedTuple

from domain.table.game import Game
from service.access.actors import must_be_valid
from service.access.game_keys import ACCOUNT_PREFIX, Vault, role_of
from service.access.issuers import Issuer
from service.access.policy import Policy
from service.access.register import Register
from service.access.rights import NOBODY, Caller, Identity, Unauthorized
from service.games.handler import Handler
from service.storage.rows import Stored


class InGame(NamedTuple):
    """A caller in a game."""

    caller: Caller
    loaded: Stored | None = None
    """The current game, if determining the caller required it."""


class Callers:
    """Determines the caller behind a token."""

    def __init__(self, register: Register, handler: Handler, issuer: Issuer | None) -> None:
        self._register = register
        self._handler = handler
        self._issuer = issuer

    async def anywhere(self, token: str | None) -> Caller:
        """Return the caller with this account token.

        Raises Unauthorized if the token is invalid, or IssuerUnavailable.
        """
        return NOBODY if token is None else Caller(identity=await self._identity(token))

    async def player(self, token: str) -> str:
        """Return the account that may take a seat with this token.

        Raises Unauthorized or IssuerUnavailable.
        """
        found = Caller(identity=await self._identity(token)).player
        if found is None:
            raise Unauthorized
        return found

    async def in_game(self, game: str, token: str | None) -> InGame:
        """Return the caller with this token in a game.

        Raises NoSuchGame, IssuerUnavailable, or Unauthorized if the token is invalid.
        """
        vault = await self._handler.vault(game)
        policy = vault.effective_policy
        if token is None:
            return InGame(Caller(policy=policy))
        if token.startswith(ACCOUNT_PREFIX) or "." in token:
            identity = await self._identity(token)
            now, loaded = await self._game(game)
            return InGame(_of_account(now, identity, policy), loaded)
        caller = _of_link(vault, token, policy)
        if caller.seat is not None and (await self._handler.known(game)).game.hides_something:
            now, loaded = await self._game(game)
            must_be_valid(caller, now)
            return InGame(caller, loaded)
        return InGame(caller)

    async def known_in_game(self, game: str, identity: Identity) -> Caller:
        """Return the caller that an account is in a game; raise NoSuchGame."""
        vault = await self._handler.vault(game)
        now, _ = await self._game(game)
        return _of_account(now, identity, vault.effective_policy)

    async def still(self, caller: Caller, token: str | None, game: Game) -> bool:
        """Return whether this token still has the same rights in the given state of the game.

        Reads the log after the call, so a token revoked before the call has none. Raises
        PersistenceError or IssuerUnavailable if that cannot be determined.
        """
        if token is None or caller.identity is None:
            return caller.valid_in(game)
        valid = await self.still_has(caller.identity, token)
        return valid and _of_account(game, caller.identity, caller.policy) == caller

    async def still_has(self, identity: Identity, token: str) -> bool:
        """Return whether this token still identifies the account with the same scopes.

        Raises PersistenceError or IssuerUnavailable if that cannot be determined.
        """
        try:
            return await self._identity(token) == identity
        except Unauthorized:
            return False

    async def _identity(self, token: str) -> Identity:
        """Return the identity behind a token of Carolus or, if it contains dots, of the issuer."""
        if self._issuer is None or "." not in token:
            return await self._register.identity(token)
        subject = await self._issuer.subject(token)
        account = await self._register.of_subject(subject.mark, subject.name)
        return Identity(account, None, subject.scopes)

    async def _game(self, game: str) -> tuple[Game, Stored | None]:
        """Return a game whose seats are up to date, and the current game if it was loaded."""
        known = self._handler.log.hot(game)
        # Until the start, players may take or leave seats on another worker.
        if known is not None and known.game.status != "open":
            return known.game, None
        loaded = await self._handler.load(game)
        return loaded.game, loaded


def _of_account(game: Game, identity: Identity, policy: Policy) -> Caller:
    sits = (seat for seat, one in enumerate(game.seats) if one.player == identity.account)
    own = next(sits, None)
    expected = game.reserved.index(identity.account) if identity.account in game.reserved else None
    creates = not identity.scopes.isdisjoint(("play", "organise"))
    return Caller(
        seat=own if "play" in identity.scopes else None,
        creator=creates and policy.player == identity.account,
        identity=identity,
        policy=policy,
        plays=own is not None,
        expected=expected,
    )


def _of_link(vault: Vault, token: str, policy: Policy) -> Caller:
    found = role_of(vault, token)
    if found is None:
        raise Unauthorized
    if found == "creator":
        return Caller(creator=True, policy=policy)
    return Caller(seat=found, policy=policy)
