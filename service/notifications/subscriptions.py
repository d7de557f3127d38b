"""The push subscriptions of accounts: each is a browser, and a row of the outbox of webhooks."""

from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import delete, func, insert, select

from domain.ruleset import Language
from service.notifications.tables import SUBSCRIPTIONS
from service.storage.database import Database
from service.webhooks.destinations import host_of
from service.webhooks.hooks import (
    ME,
    NOTIFIED,
    PUSH,
    Hook,
    add,
    discard,
    hook_of,
    lock,
    new_hook,
)
from service.webhooks.tables import WEBHOOKS

OF_ACCOUNT_MAX: Final = 20
"""Most subscriptions per account."""


class NoSuchSubscription(Exception):
    """The account has no push subscription with this ID."""


class TooManySubscriptions(Exception):
    """The account already has the maximum number of push subscriptions."""


class PushKeys(NamedTuple):
    """What a browser gives out when it subscribes (Push API, ``PushSubscription``)."""

    endpoint: str
    p256dh: str
    """Its public key: an uncompressed point of P-256 in base64url."""
    auth: str
    """The secret that it shares with this service: 16 bytes in base64url."""


class Subscription(msgspec.Struct, frozen=True):
    """A browser that receives pushes."""

    id: str
    account: str
    endpoint: str
    p256dh: str
    auth: str
    language: Language
    made_at: str

    def __repr__(self) -> str:
        """Leave out the endpoint, which anyone may send to, and the secret."""
        return f"<Subscription {self.id}>"


class Subscriptions:
    """The push subscriptions. All methods block; they raise PersistenceError."""

    def __init__(self, database: Database, now: Callable[[], str]) -> None:
        self._database = database
        self._now = now

    def make(self, account: str, keys: PushKeys, language: Language) -> tuple[Subscription, Hook]:
        """Subscribe a browser from now on; raise TooManySubscriptions.

        An endpoint has one subscription: a later one replaces it, whichever account had it.
        """
        url = f"{PUSH}://{host_of(keys.endpoint)}"
        hook = new_hook(account, ME, url, NOTIFIED, self._now(), self._database.log.position())
        made = Subscription(hook.id, account, *keys, language, hook.made_at)
        same = select(SUBSCRIPTIONS.c.id).where(SUBSCRIPTIONS.c.endpoint == keys.endpoint)
        count = select(func.count()).where(SUBSCRIPTIONS.c.account == account)
        with self._database.writing() as connection:
            lock(connection)  # concurrent calls wait here, so the limit counts them all
            for before in connection.scalars(same).all():
                discard(connection, before)
                connection.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == before))
            if (connection.scalar(count) or 0) >= OF_ACCOUNT_MAX:
                raise TooManySubscriptions(account)
            add(connection, hook)
            connection.execute(insert(SUBSCRIPTIONS).values(**msgspec.structs.asdict(made)))
        return made, hook

    def of(self, account: str) -> list[tuple[Subscription, Hook]]:
        """Return the subscriptions of an account with their deliveries, the oldest first."""
        columns = (SUBSCRIPTIONS.c.account, SUBSCRIPTIONS.c.made_at, SUBSCRIPTIONS.c.id)
        mine = select(SUBSCRIPTIONS).where(columns[0] == account).order_by(*columns[1:])
        hooks = select(WEBHOOKS).where(WEBHOOKS.c.account == account)
        with self._database.reading() as connection:
            found = [_subscription_of(row) for row in connection.execute(mine)]
            states = {row.id: hook_of(row) for row in connection.execute(hooks)}
        return [(one, states[one.id]) for one in found if one.id in states]

    def one(self, subscription: str) -> Subscription | None:
        """Return a subscription, unless it was removed meanwhile."""
        query = select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == subscription)
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _subscription_of(row)

    def remove(self, account: str, subscription: str) -> None:
        """Remove a subscription and what waits for it; raise NoSuchSubscription."""
        with self._database.writing() as connection:
            lock(connection)
            gone = connection.execute(
                delete(SUBSCRIPTIONS).where(
                    SUBSCRIPTIONS.c.id == subscription, SUBSCRIPTIONS.c.account == account
                )
            )
            if gone.rowcount == 0:
                raise NoSuchSubscription(subscription)
            discard(connection, subscription)


def _subscription_of(row: object) -> Subscription:
    return msgspec.convert(row, Subscription, from_attributes=True)
