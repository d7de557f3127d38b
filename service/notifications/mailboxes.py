"""The e-mail addresses of accounts: each is a row of the outbox of webhooks.

An address gets one message, which requests its confirmation, until its owner confirms it. If nobody
confirms it in time, the service deletes it. The outbox is the clock for that: the second message in
the queue of a new address is due when its confirmation expires.
"""

from base64 import b32encode
from collections.abc import Callable
from secrets import token_bytes
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from domain.ruleset import Language
from service.notifications.confirmations import ConfirmationLimits
from service.notifications.tables import EMAIL_ADDRESSES
from service.runtime.timestamps import later
from service.storage.database import Database
from service.webhooks.hooks import (
    EMAIL,
    ME,
    NOTIFIED,
    Hook,
    add,
    discard,
    hook_of,
    lock,
    new_hook,
)
from service.webhooks.queue import judge_again
from service.webhooks.tables import MESSAGES, WEBHOOKS

CONFIRM_HOURS: Final = 24
"""How long an address can be confirmed."""

TOKEN_BYTES: Final = 20
TOKEN_PATTERN: Final = "^[a-z2-7]{32}$"  # noqa: S105 - a pattern

_URL: Final = f"{EMAIL}://outbox"
"""All addresses have the same URL, so a worker sends to few of them at once."""
_NOTHING: Final = ""
"""What an address gets messages about before it is confirmed."""
_C: Final = EMAIL_ADDRESSES.c


class NoSuchConfirmation(Exception):
    """No address has this token, or its time is over."""


class Mailbox(msgspec.Struct, frozen=True):
    """The e-mail address of an account, and what its owner chose."""

    id: str
    account: str
    address: str
    language: Language
    digest_hours: int
    """How many hours a message collects turns; 0 for a message about every turn."""
    token: str
    """The secret in the links of messages. Only readers of the address know it."""
    made_at: str
    confirmed_at: str
    """Empty until then."""

    @property
    def expires_at(self) -> str:
        """When the address is deleted if it is not confirmed."""
        return later(self.made_at, CONFIRM_HOURS * 3600)

    def __repr__(self) -> str:
        """Leave out the address and the secret."""
        return f"<Mailbox {self.id}>"


def ended_at(mailbox: Mailbox, hook: Hook) -> str:
    """Return when deliveries to an address ended; empty if they have not.

    An address that was rejected before it was confirmed waits until the outbox deletes it.
    """
    if hook.disabled_at:
        return hook.disabled_at
    waits = not mailbox.confirmed_at and hook.next_try >= mailbox.expires_at
    return hook.failing_since if waits else ""


class Waiting(msgspec.Struct, frozen=True):
    """A message in the outbox that is not about a game."""

    type: str
    timestamp: str


CONFIRM: Final = "email.confirm"
EXPIRE: Final = "email.expire"


class Mailboxes:
    """The addresses. All methods block; they raise PersistenceError."""

    def __init__(
        self, database: Database, limits: ConfirmationLimits, now: Callable[[], str]
    ) -> None:
        self._database = database
        self._limits = limits
        self._now = now

    def choose(
        self, account: str, address: str, language: Language, digest_hours: int, network: str
    ) -> None:
        """Set the address of an account, for a request from a network; raise TooManyConfirmations.

        An address that is new must be confirmed, and so must one to which deliveries have ended.
        """
        now, since = self._now(), self._database.log.position()
        hook = new_hook(account, _NOTHING, _URL, NOTIFIED, now, since)
        chosen: dict[str, Any] = {"language": language, "digest_hours": digest_hours}
        with self._database.writing() as connection:
            lock(connection)  # concurrent calls wait here, so the limits count them all
            self._forget_unconfirmed(connection, now)
            before = _found(connection, account=account)
            if before is not None and before.address == address and _is_enabled(connection, before):
                _renew(connection, before, chosen, now)
                return
            self._limits.must_allow(connection, hook.id, account, address, network)
            if before is not None:
                _forget(connection, before.id)
            mailbox = Mailbox(
                id=hook.id,
                account=account,
                address=address,
                **chosen,
                token=b32encode(token_bytes(TOKEN_BYTES)).decode().lower(),
                made_at=now,
                confirmed_at="",
            )
            add(connection, hook)
            connection.execute(insert(EMAIL_ADDRESSES).values(**msgspec.structs.asdict(mailbox)))
            bodies = [msgspec.json.encode(Waiting(one, now)).decode() for one in (CONFIRM, EXPIRE)]
            rows = [
                {"hook": hook.id, "number": number, "body": body}
                for number, body in enumerate(bodies)
            ]
            connection.execute(insert(MESSAGES), rows)

    def confirm(self, token: str) -> None:
        """Send messages to an address from now on; raise NoSuchConfirmation."""
        now, since = self._now(), self._database.log.position()
        with self._database.writing() as connection:
            lock(connection)
            mailbox = _found(connection, token=token)
            if mailbox is None or (not mailbox.confirmed_at and mailbox.expires_at <= now):
                raise NoSuchConfirmation
            if mailbox.confirmed_at:
                return
            of_mailbox = _C.id == mailbox.id
            connection.execute(update(EMAIL_ADDRESSES).where(of_mailbox).values(confirmed_at=now))
            connection.execute(delete(MESSAGES).where(MESSAGES.c.hook == mailbox.id))
            connection.execute(
                update(WEBHOOKS)
                .where(WEBHOOKS.c.id == mailbox.id)
                .values(about=ME, since=since, next_try="", failures=0, failing_since="")
            )
            self._limits.forget(connection, mailbox.address)

    def of(self, account: str) -> tuple[Mailbox, Hook] | None:
        """Return the address of an account with its deliveries."""
        with self._database.reading() as connection:
            mailbox = _found(connection, account=account)
            if mailbox is None:
                return None
            query = select(WEBHOOKS).where(WEBHOOKS.c.id == mailbox.id)
            row = connection.execute(query).one_or_none()
        return None if row is None else (mailbox, hook_of(row))

    def one(self, mailbox: str) -> Mailbox | None:
        """Return an address by its ID, unless it was removed meanwhile."""
        with self._database.reading() as connection:
            return _found(connection, id=mailbox)

    def remove(self, **which: str) -> None:
        """Delete the address with these values, if any, and what waits for it."""
        with self._database.writing() as connection:
            lock(connection)
            mailbox = _found(connection, **which)
            if mailbox is not None:
                _forget(connection, mailbox.id)

    def _forget_unconfirmed(self, connection: Connection, now: str) -> None:
        """Delete the addresses whose time is over, even if their message was never delivered."""
        begun = later(now, -CONFIRM_HOURS * 3600)
        query = select(_C.id).where(_C.confirmed_at == "", _C.made_at <= begun)
        for mailbox in connection.scalars(query).all():
            _forget(connection, mailbox)


def _found(connection: Connection, **which: str) -> Mailbox | None:
    query = select(EMAIL_ADDRESSES).where(*(_C[name] == value for name, value in which.items()))
    row = connection.execute(query).one_or_none()
    return None if row is None else msgspec.convert(row, Mailbox, from_attributes=True)


def _is_enabled(connection: Connection, mailbox: Mailbox) -> bool:
    query = select(WEBHOOKS).where(WEBHOOKS.c.id == mailbox.id)
    row = connection.execute(query).one_or_none()
    return row is not None and not ended_at(mailbox, hook_of(row))


def _renew(connection: Connection, mailbox: Mailbox, chosen: dict[str, Any], now: str) -> None:
    """Change the choices; what waits for the end of an earlier digest is judged again."""
    connection.execute(update(EMAIL_ADDRESSES).where(_C.id == mailbox.id).values(**chosen))
    judge_again(connection, now, WEBHOOKS.c.id == mailbox.id)


def _forget(connection: Connection, mailbox: str) -> None:
    connection.execute(delete(EMAIL_ADDRESSES).where(_C.id == mailbox))
    discard(connection, mailbox)
