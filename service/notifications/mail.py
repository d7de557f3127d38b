"""Delivers messages of the outbox by e-mail: confirmations, notices, and digests of notices."""

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec

from service.notifications.letters import Letters
from service.notifications.mail_settings import MailSettings
from service.notifications.mailboxes import CONFIRM, EXPIRE, Mailbox, Mailboxes, Waiting
from service.notifications.notices import Notices
from service.notifications.relay import Relay
from service.runtime.timestamps import later
from service.webhooks.queue import Task
from service.webhooks.sending import Delivery

_HOUR: Final = 3600.0
_NOTHING: Final = Delivery(taken=True)

_DECODE: Final = msgspec.json.Decoder(Waiting).decode


class _Post(NamedTuple):
    """What a service needs that sends e-mail."""

    letters: Letters
    relay: Relay
    delay_seconds: float


class _Prepared(NamedTuple):
    """A message that can be sent."""

    relay: Relay
    to: str
    message: bytes
    through: int
    """The number of the last message of the outbox that it covers."""
    expires: str = ""
    """For a confirmation: when the address is deleted."""


class MailChannel:
    """Delivers to e-mail addresses. Without settings, it drops all messages."""

    def __init__(
        self,
        mailboxes: Mailboxes,
        notices: Notices,
        settings: MailSettings | None,
        now: Callable[[], str],
    ) -> None:
        self._mailboxes = mailboxes
        self._notices = notices
        self._post = _post(settings)
        self._now = now

    async def deliver(self, task: Task) -> Delivery:
        """Send one message about everything that is due, or a confirmation."""
        prepared = await asyncio.to_thread(self._prepared, task)
        if isinstance(prepared, Delivery):
            return prepared
        sent = await prepared.relay.send(prepared.to, prepared.message)
        if sent.taken:
            return sent._replace(through=prepared.through)
        if sent.gone and prepared.expires:
            # The outbox forgets what waits for a webhook that it disables, and the message that
            # deletes the address must not be forgotten.
            return Delivery(taken=False, error=sent.error, until=prepared.expires)
        return sent

    def _prepared(self, task: Task) -> _Prepared | Delivery:
        """Return what to send now, or else what to do instead."""
        to, now = self._mailboxes.one(task.hook.id), self._now()
        if to is None:
            return _NOTHING
        first = _DECODE(task.body)
        if first.type == EXPIRE:
            return self._expired(to, now)
        if self._post is None:
            return _NOTHING
        if first.type == CONFIRM:
            if to.expires_at <= now:
                return _NOTHING  # the message after this one deletes the address
            message = self._post.letters.of_confirmation(to, now)
            return _Prepared(self._post.relay, to.address, message, task.number, to.expires_at)
        return self._notices_in(task, first.timestamp, to, self._post)

    def _notices_in(self, task: Task, begun: str, to: Mailbox, post: _Post) -> _Prepared | Delivery:
        """Return the message about all of a task that is still current, if it is due."""
        now = self._now()
        # A turn may still be waiting that began before the last message was sent.
        begins = max(begun, task.hook.last_success)
        due = later(begins, to.digest_hours * _HOUR or post.delay_seconds)
        if now < due:
            return Delivery(taken=False, until=due)
        judged = self._notices.of_all(task, now)
        if judged.until or not judged.notices:
            return Delivery(taken=not judged.until, until=judged.until, through=task.last)
        message = post.letters.of_notices(to, judged.notices, task.last, now)
        return _Prepared(post.relay, to.address, message, task.last)

    def _expired(self, to: Mailbox, now: str) -> Delivery:
        """Delete an address whose confirmation has expired, or wait until then."""
        if now < to.expires_at:
            return Delivery(taken=False, until=to.expires_at)
        # Its owner may have confirmed it since it was read.
        self._mailboxes.remove(id=to.id, confirmed_at="")
        return _NOTHING


def _post(settings: MailSettings | None) -> _Post | None:
    if settings is None:
        return None
    return _Post(Letters(settings), Relay(settings), settings.delay_seconds)
