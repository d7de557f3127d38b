"""Limits of confirmation messages, so that strangers cannot use the service to flood people.

A mailbox gets at most one such message while an earlier one can still be confirmed, and few in a
month, whichever accounts request them. The limits also bound how many an account, an address of the
network and the whole service cause: accounts are free, and a domain can have any number of
mailboxes that one person reads. Only keyed hashes of mailbox and network are stored, for a month.
"""

import hmac
from collections.abc import Callable
from math import ceil
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, insert, select

from domain.table.times import SECOND, micros
from service.notifications.email_addresses import mailbox_of
from service.notifications.tables import CONFIRMATION_REQUESTS
from service.runtime.timestamps import later

_HOUR: Final = 3600
_DAY: Final = 24 * _HOUR
_MONTH: Final = 30 * _DAY
_C: Final = CONFIRMATION_REQUESTS.c


class _Quota(NamedTuple):
    """The most messages in a period."""

    messages: int
    seconds: int


OF_MAILBOX: Final = (_Quota(1, _DAY), _Quota(3, _MONTH))
OF_ACCOUNT: Final = (_Quota(5, _DAY),)
OF_NETWORK: Final = (_Quota(20, _HOUR), _Quota(50, _DAY))
"""Enough for a club whose members share a connection. Without it, one caller could use up what the
service sends."""
OF_SERVICE: Final = (_Quota(100, _HOUR),)


class TooManyConfirmations(Exception):
    """No confirmation can be sent to this address now, but in ``retry_after`` seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"too many confirmations; retry in {retry_after} s")
        self.retry_after = retry_after


class ConfirmationLimits:
    """Counts requests in the database. The methods block; callers hold the lock of the outbox."""

    def __init__(self, key: bytes, now: Callable[[], str]) -> None:
        self._key = hmac.digest(key, b"carolus-mailbox/1", "sha256")
        self._now = now

    def must_allow(
        self, connection: Connection, request: str, account: str, address: str, network: str
    ) -> None:
        """Count a request from a network, or raise TooManyConfirmations.

        The network is empty if it is unknown.
        """
        now, mailbox = self._now(), self._hashed(mailbox_of(address))
        origin = self._hashed(network) if network else ""
        connection.execute(delete(CONFIRMATION_REQUESTS).where(_C.at <= later(now, -_MONTH)))
        for concerned, quotas in (
            (_C.mailbox == mailbox, OF_MAILBOX),
            (_C.account == account, OF_ACCOUNT),
            (_C.origin == origin, OF_NETWORK if origin else ()),
            (_C.at != "", OF_SERVICE),
        ):
            for quota in quotas:
                _must_be_within(connection, concerned, quota, now)
        row = {"id": request, "account": account, "mailbox": mailbox, "origin": origin, "at": now}
        connection.execute(insert(CONFIRMATION_REQUESTS).values(**row))

    def forget(self, connection: Connection, address: str) -> None:
        """Forget the requests about an address, whose owner has confirmed it."""
        mailbox = self._hashed(mailbox_of(address))
        connection.execute(delete(CONFIRMATION_REQUESTS).where(_C.mailbox == mailbox))

    def _hashed(self, text: str) -> str:
        return hmac.digest(self._key, text.encode(), "sha256").hex()


def _must_be_within(
    connection: Connection, concerned: ColumnElement[bool], quota: _Quota, now: str
) -> None:
    """Raise TooManyConfirmations if one more message would exceed the quota."""
    query = (
        select(_C.at)
        .where(concerned, _C.at > later(now, -quota.seconds))
        .order_by(_C.at.desc())
        .limit(quota.messages)
    )
    latest = connection.scalars(query).all()
    if len(latest) == quota.messages:
        free = later(latest[-1], quota.seconds)
        raise TooManyConfirmations(ceil((micros(free) - micros(now)) / SECOND))
