"""Delivers messages of the outbox to browsers by Web Push (RFC 8030)."""

import asyncio
import contextlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Final

import msgspec

from domain.record.jws import from_base64url
from domain.refusal import Malformed
from domain.ruleset import Language
from service.notifications.encryption import AUTH_BYTES, encrypted, public_point
from service.notifications.notices import Invitation, Judged, Notices, Notification
from service.notifications.subscriptions import (
    NoSuchSubscription,
    PushKeys,
    Subscription,
    Subscriptions,
)
from service.notifications.vapid import Vapid
from service.notifications.words import INVITED, YOUR_TABLE, YOUR_TURN
from service.webhooks.queue import Task
from service.webhooks.sending import Delivery, Headers, Sender

KEPT_SECONDS: Final = 24 * 3600
"""How long a push service keeps a message for a browser that is offline."""

_GONE: Final = (404, 410)
"""A subscription has expired (RFC 8030, section 7.3), or never existed."""


class PushMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the service worker of the page reads: it is about a game or a tournament."""

    title: str
    body: str
    lang: str
    game: str = ""
    tournament: str = ""


def must_be_usable(keys: PushKeys) -> None:
    """Raise Malformed unless messages can be encrypted with these keys."""
    try:
        public_point(from_base64url(keys.p256dh))
    except ValueError:
        raise Malformed("expected a point of P-256 in base64url", where="$.keys.p256dh") from None
    try:
        usable = len(from_base64url(keys.auth)) == AUTH_BYTES
    except ValueError:
        usable = False
    if not usable:
        raise Malformed(f"expected {AUTH_BYTES} bytes in base64url", where="$.keys.auth")


class PushChannel:
    """Delivers to browsers; removes subscriptions that have expired."""

    def __init__(
        self,
        subscriptions: Subscriptions,
        notices: Notices,
        vapid: Vapid,
        sender: Sender,
        now: Callable[[], str],
    ) -> None:
        self._subscriptions = subscriptions
        self._notices = notices
        self._vapid = vapid
        self._sender = sender
        self._now = now

    async def deliver(self, task: Task) -> Delivery:
        """Send one push, unless the message is out of date or its account wants no push now."""
        subscription, judged = await asyncio.to_thread(self._judged, task)
        if judged.until:
            return Delivery(taken=False, until=judged.until)
        if subscription is None or not judged.notices:
            return Delivery(taken=True)
        return await self._send(subscription, judged.notices[0])

    def _judged(self, task: Task) -> tuple[Subscription | None, Judged]:
        return self._subscriptions.one(task.hook.id), self._notices.of_first(task, self._now())

    async def _send(self, to: Subscription, about: Notification) -> Delivery:
        plain = msgspec.json.encode(message_on(about, to.language))

        def sealed() -> tuple[Headers, bytes]:
            key = public_point(from_base64url(to.p256dh))
            return self._headers(to, about), encrypted(plain, key, from_base64url(to.auth))

        outcome = await self._sender.post(to.id, to.endpoint, sealed, gone=_GONE)
        if outcome.gone:
            await asyncio.to_thread(self._forget, to)
        return outcome

    def _headers(self, to: Subscription, about: Notification) -> Headers:
        return {
            "Authorization": self._vapid.authorization(to.endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_SECONDS),
            "Topic": _topic(to, about.tournament if isinstance(about, Invitation) else about.game),
            "Urgency": "normal",
            "User-Agent": "Carolus",
        }

    def _forget(self, expired: Subscription) -> None:
        with contextlib.suppress(NoSuchSubscription):
            self._subscriptions.remove(expired.account, expired.id)


def message_on(about: Notification, language: Language) -> PushMessage:
    """Return the message about a turn or an invitation."""
    said = sentence_on(about, language)
    if isinstance(about, Invitation):
        return PushMessage(about.name, said, language, tournament=about.tournament)
    return PushMessage(about.title, said, language, game=about.game)


def sentence_on(about: Notification, language: Language) -> str:
    """Return what a push says: whose turn it is, that a table has opened, or who is invited."""
    if isinstance(about, Invitation):
        return INVITED[language]
    if about.opened is None:
        return YOUR_TURN[language]
    return YOUR_TABLE[language].format(**about.opened._asdict())


def _topic(to: Subscription, subject: str) -> str:
    """Return a name under which a push service keeps only the latest message about a subject.

    It has the 32 characters that RFC 8030 allows (section 5.4), and reveals neither the game or
    tournament nor that two browsers receive messages about the same one.
    """
    digest = sha256(f"{to.auth} {subject}".encode()).digest()
    return urlsafe_b64encode(digest[:24]).decode()
