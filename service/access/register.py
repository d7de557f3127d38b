"""The register of accounts: reads and writes their streams in the log.

The register caches accounts, and checks their version in the log on each use. So every worker
honors a new, rotated or revoked token at once. Concurrent checks share one query.
"""

import asyncio
import contextlib
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from eventsourcing.persistence import StoredEvent

from domain.names.readability import readable
from service.access.accounts import (
    ACCOUNT,
    SUBJECT,
    TOKENS_MAX,
    Account,
    AccountMade,
    AnyEvent,
    Token,
    TokenMade,
    TokenRevoked,
    TokenRotated,
    fold,
    row_of,
)
from service.access.game_keys import ACCOUNT_PATTERN, ACCOUNT_PREFIX, Keys, account_of
from service.access.rights import Identity, Scope, Unauthorized
from service.runtime.fingerprints import fingerprint
from service.runtime.lru_cache import LruCache
from service.runtime.timestamps import later
from service.storage.idempotency import CarriedOut, KeyedRequest, Note, Notes, earlier_or_first
from service.storage.log import Log
from service.storage.stream_versions import Versions

_ACCOUNT: Final = re.compile(ACCOUNT_PATTERN)

ACCOUNTS_IN_MEMORY_MAX: Final = 20_000
ASKED_AT_ONCE: Final = 1_000
"""How many accounts one query asks for."""
NAME_MAX: Final = 40
NAMELESS: Final = "player"
"""The name of an account from OpenID Connect whose token contains no name."""
NEW: Final = "account/new"
"""The idempotency scope of requests that create an account."""


class NoSuchAccount(Exception):
    """There is no account with this ID."""


class NoSuchToken(Exception):
    """There is no token with this ID, or it was revoked."""


class TooManyTokens(Exception):
    """The account already has the maximum number of tokens."""


class NewToken(NamedTuple):
    """The properties of a token to be created."""

    name: str
    scopes: tuple[Scope, ...]
    expires: str | None = None


class Issued(NamedTuple):
    """A token with its secret, which the service shows only once."""

    account: Account
    token: Token
    secret: str


class _Issuing(Note, frozen=True):
    """The note about a request for a secret: the token, and the number of its rotations."""

    token: str
    rotations: int


class Register:
    """All accounts. ``now`` returns the time in RFC 3339, UTC."""

    def __init__(self, log: Log, keys: Keys, now: Callable[[], str]) -> None:
        self._log = log
        self._versions = Versions(log)
        self._keys = keys
        self.now = now
        self._notes = Notes(log, _Issuing)
        self._known: LruCache[str, Account] = LruCache(ACCOUNTS_IN_MEMORY_MAX)
        self._subjects: LruCache[str, str] = LruCache(ACCOUNTS_IN_MEMORY_MAX)

    # --- reading ------------------------------------------------------------------------------

    async def account(self, account: str) -> Account:
        """Return the current state of an account; raise NoSuchAccount."""
        if not _ACCOUNT.fullmatch(account):
            raise NoSuchAccount(account)
        known = self._known.get(account)
        if known is not None and known.version == await self._versions.of(ACCOUNT + account):
            return known
        after = known.version if known else 0
        rows = await asyncio.to_thread(self._log.read, ACCOUNT + account, after)
        found = fold(known, rows)
        if found is None:
            raise NoSuchAccount(account)
        self._remember(found)
        return found

    async def names(self, accounts: Iterable[str]) -> dict[str, str]:
        """Return the names of accounts by id; ids without an account are left out.

        The name of an account never changes, so cached accounts cost no query.
        """
        found: dict[str, str] = {}
        for account in dict.fromkeys(accounts):
            with contextlib.suppress(NoSuchAccount):
                known = self._known.get(account) or await self.account(account)
                found[account] = known.name
        return found

    async def missing(self, accounts: Sequence[str]) -> list[str]:
        """Return those of these accounts that do not exist."""
        unknown = [one for one in accounts if self._known.get(one) is None]
        found: set[str] = set()
        for first in range(0, len(unknown), ASKED_AT_ONCE):
            streams = [ACCOUNT + one for one in unknown[first : first + ASKED_AT_ONCE]]
            found |= (await asyncio.to_thread(self._log.versions, streams)).keys()
        return [one for one in unknown if ACCOUNT + one not in found]

    async def identity(self, secret: str) -> Identity:
        """Return the identity of a token's owner; raise Unauthorized if it is not valid now."""
        account, sign, rest = secret.removeprefix(ACCOUNT_PREFIX).partition("_")
        if not secret.startswith(ACCOUNT_PREFIX) or not sign or not rest:
            raise Unauthorized
        try:
            found = self._identity(await self.account(account), fingerprint(secret))
        except NoSuchAccount:
            raise Unauthorized from None
        if found is None:
            raise Unauthorized
        return found

    def _identity(self, account: Account, digest: str) -> Identity | None:
        now = self.now()
        for token in account.tokens.values():
            if token.accepts(digest, now):
                return Identity(account.id, token.id, frozenset(token.scopes), token.expires)
        return None

    async def token(self, token: str) -> Token:
        """Return the current state of a token by its ID; raise NoSuchToken."""
        try:
            return _of(await self.account(account_of(token)), token)
        except NoSuchAccount:
            raise NoSuchToken(token) from None

    # --- writing ------------------------------------------------------------------------------

    async def open(
        self, name: str, asked: NewToken, by: str | None = None, request: KeyedRequest | None = None
    ) -> Issued:
        """Create an account and its first token; without ``by``, the account is its own author.

        Raises KeyUsedAgain or TooManyRaces.
        """

        async def write() -> Issued:
            account = self._keys.account_id()
            new = _Issuing(request.fingerprint if request else "", self._keys.token_id(account), 0)
            at, maker = self.now(), by or account
            rows = [
                row_of(account, 1, AccountMade(at=at, by=maker, name=name)),
                row_of(account, 2, self._made(new.token, asked, at, maker)),
                *self._notes.rows(NEW, request, new),
            ]
            await self._log.write(rows)
            return await self._issued(new)

        return await self._notes.once(NEW, request, write, self._issued)

    async def of_subject(self, mark: str, name: str | None) -> str:
        """Return the account of an OpenID Connect subject; create it on first use.

        Raises TooManyRaces.
        """

        async def earlier() -> str | None:
            rows = await asyncio.to_thread(self._log.read, SUBJECT + mark)
            return rows[0].state.decode() if rows else None

        async def write() -> str:
            account = self._keys.account_id()
            made = AccountMade(at=self.now(), by=account, name=_presentable(name), subject=mark)
            named = StoredEvent(SUBJECT + mark, 1, "subject.v1", account.encode())
            await self._log.write([row_of(account, 1, made), named])
            return account

        known = self._subjects.get(mark)
        if known is None:
            known = await earlier_or_first(mark, earlier, write)
            self._subjects.put(mark, known)
        return known

    async def make(
        self, account: str, asked: NewToken, by: str, request: KeyedRequest | None = None
    ) -> Issued:
        """Create another token; raise NoSuchAccount, TooManyTokens or KeyUsedAgain."""
        token = self._keys.token_id(account)

        def decide(found: Account) -> AnyEvent:
            now = self.now()
            if sum(not one.expired(now) for one in found.tokens.values()) >= TOKENS_MAX:
                raise TooManyTokens(found.id)
            return self._made(token, asked, now, by)

        return self._with_secret(*await self._append(account, decide, token, request))

    async def rotate(
        self, token: str, grace_seconds: int, by: str, request: KeyedRequest | None = None
    ) -> Issued:
        """Give a token a new secret; the previous one expires after ``grace_seconds``.

        Raises NoSuchToken or KeyUsedAgain.
        """

        def decide(found: Account) -> AnyEvent:
            now = self.now()
            secret = self._keys.account_token(token, _of(found, token).rotations + 1)
            until = later(now, grace_seconds) if grace_seconds else None
            return TokenRotated(at=now, by=by, token=token, hash=fingerprint(secret), until=until)

        return self._with_secret(*await self._append_about(token, decide, request))

    async def revoke(self, token: str, by: str) -> None:
        """Revoke a token; raise NoSuchToken."""

        def decide(found: Account) -> AnyEvent:
            return TokenRevoked(at=self.now(), by=by, token=_of(found, token).id)

        await self._append_about(token, decide, None)

    async def _append_about(
        self, token: str, decide: Callable[[Account], AnyEvent], request: KeyedRequest | None
    ) -> tuple[Account, _Issuing]:
        """Append an event about an existing token, as ``_append``; raise NoSuchToken."""
        try:
            return await self._append(account_of(token), decide, token, request)
        except NoSuchAccount:
            raise NoSuchToken(token) from None

    async def _append(
        self,
        account: str,
        decide: Callable[[Account], AnyEvent],
        token: str,
        request: KeyedRequest | None,
    ) -> tuple[Account, _Issuing]:
        """Append the event that ``decide`` returns for the account's current state.

        Returns the account, and the token with its number of rotations; for a repeated request,
        those of the first one. Raises NoSuchAccount, what ``decide`` raises, or what ``carry_out``
        raises.
        """
        scope = ACCOUNT + account

        async def append(found: Account) -> tuple[Account, _Issuing]:
            row = row_of(account, found.version + 1, decide(found))
            after = fold(found, [row])
            assert after is not None, "there was an account before"
            rotations = after.tokens[token].rotations if token in after.tokens else 0
            new = _Issuing(request.fingerprint if request else "", token, rotations)
            await self._log.write([row, *self._notes.rows(scope, request, new)])
            self._remember(after)
            return after, new

        async def repeat(noted: _Issuing) -> tuple[Account, _Issuing]:
            return await self.account(account), noted

        command = CarriedOut(
            lambda: self._known.get(account),
            lambda: self.account(account),
            append,
            lambda done: True,  # a decision about a token is always an event
        )
        refusals = (NoSuchToken, TooManyTokens)
        return await self._notes.carry_out(scope, request, command, repeat, refusals)

    def _made(self, token: str, asked: NewToken, at: str, by: str) -> TokenMade:
        secret = self._keys.account_token(token, 0)
        return TokenMade(
            at=at,
            by=by,
            token=token,
            name=asked.name,
            scopes=asked.scopes,
            hash=fingerprint(secret),
            expires=asked.expires,
        )

    async def _issued(self, noted: _Issuing) -> Issued:
        return self._with_secret(await self.account(account_of(noted.token)), noted)

    def _with_secret(self, account: Account, noted: _Issuing) -> Issued:
        secret = self._keys.account_token(noted.token, noted.rotations)
        return Issued(account, _of(account, noted.token), secret)

    def _remember(self, account: Account) -> None:
        known = self._known.get(account.id)
        if known is not None and known.version > account.version:
            return  # older than the cached state
        self._known.put(account.id, account)


def _presentable(name: str | None) -> str:
    """Return an issuer's name in one line, as far as people can read it.

    It has at most ``NAME_MAX`` characters.
    """
    printable = "".join(letter if letter.isprintable() else " " for letter in name or "")
    return readable(" ".join(printable.split())[:NAME_MAX]) or NAMELESS


def _of(account: Account, token: str) -> Token:
    found = account.tokens.get(token)
    if found is None:
        raise NoSuchToken(token)
    return found
