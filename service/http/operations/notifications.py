"""Notifications of an account: its browsers, its e-mail address, and what it has chosen."""

import asyncio
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from litestar import Response
from litestar.params import FromPath

from domain.refusal import Malformed, expects
from domain.ruleset import Language
from service.access.game_keys import GAME_ID_EXPECTED, GAME_ID_PATTERN
from service.access.rights import NOTIFICATIONS
from service.http.admission import signed_in
from service.http.answers.answer import answer
from service.http.answers.contract import Answer, Link, Operations
from service.http.answers.problem_kinds import (
    NO_EMAIL,
    TOO_MANY_CONFIRMATIONS,
    TOO_MANY_SUBSCRIPTIONS,
    UNUSABLE_URL,
)
from service.http.parts import parts_of
from service.http.requests.request import AnyRequest, body
from service.notifications.email_addresses import (
    ADDRESS_LENGTH_MAX,
    BadEmailAddress,
    checked_address,
)
from service.notifications.mailboxes import Mailbox, ended_at
from service.notifications.notifier import NoEmail, Notifier
from service.notifications.preferences import Preferences, QuietTime
from service.notifications.push import must_be_usable
from service.notifications.subscriptions import PushKeys, Subscription
from service.runtime.exchange import exchange_of
from service.runtime.subjects import network_of
from service.webhooks.destinations import URL_LENGTH_MAX, BadAddress, checked_url, host_of
from service.webhooks.hooks import Hook
from service.wire.games import Timestamp

operation: Final = Operations("notifications")

MUTED_MAX: Final = 500
DIGEST_HOURS_MAX: Final = 168

_TIME: Final = "^([01][0-9]|2[0-3]):[0-5][0-9]$"
_TIME_EXPECTED: Final = "a time of day from 00:00 to 23:59, such as 22:00"

TimeOfDay = Annotated[str, msgspec.Meta(pattern=_TIME, extra=expects(_TIME_EXPECTED))]
MutedGame = Annotated[str, msgspec.Meta(pattern=GAME_ID_PATTERN, extra=expects(GAME_ID_EXPECTED))]


class QuietHours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time of day in which an account receives nothing; it may include midnight."""

    begins: TimeOfDay
    ends: TimeOfDay
    """The time at which everything that is still current arrives."""
    time_zone: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    """Its name in the IANA time zone database, such as `Europe/Berlin`."""


class ChooseNotificationsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When an account wants to be notified, and about what."""

    quiet_hours: QuietHours | None = None
    """Null for none."""
    muted_games: Annotated[tuple[MutedGame, ...], msgspec.Meta(max_length=MUTED_MAX)] = ()
    """The games about which the account receives nothing."""
    invitations: bool = True
    """Whether the account is notified when a player asks it to enter a tournament as a pair."""


class SubscriptionKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a browser, with which messages to it are encrypted (RFC 8291)."""

    p256dh: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    """Its public key: an uncompressed point of P-256 in base64url."""
    auth: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    """Its authentication secret: 16 bytes in base64url."""


class MakeSubscriptionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A push subscription as a browser returns it (`PushSubscription.toJSON()`), and a language."""

    endpoint: Annotated[str, msgspec.Meta(min_length=1, max_length=URL_LENGTH_MAX)]
    """The URL of the push service to which messages are sent."""
    keys: SubscriptionKeys
    language: Language
    """The language of the messages."""
    expirationTime: float | None = None  # noqa: N815 - as browsers write it
    """When the subscription expires; ignored, because the push service reports it."""


class SubscriptionView(msgspec.Struct, frozen=True):
    """A push subscription, without its keys."""

    id: str
    push_service: str
    """The host of its push service, which depends on the browser."""
    language: Language
    made_at: Timestamp
    last_success: Timestamp | None
    """When the push service last accepted a message."""
    failures: int
    """The number of failed attempts since then."""
    last_error: str | None
    """The error of the last failed attempt."""
    disabled_at: Timestamp | None
    """When the service disabled it, because no message was accepted for 28 hours; or null."""


class ChooseEmailRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An e-mail address, and how to use it."""

    address: Annotated[str, msgspec.Meta(min_length=3, max_length=ADDRESS_LENGTH_MAX)]
    """Its local part is ASCII, and its domain may be international."""
    language: Language
    """The language of the messages."""
    digest_hours: Annotated[int, msgspec.Meta(ge=1, le=DIGEST_HOURS_MAX)] | None = None
    """How many hours a message collects turns; null for a message about every turn."""


class EmailView(msgspec.Struct, frozen=True):
    """The e-mail address of an account."""

    address: str
    language: Language
    digest_hours: int | None
    made_at: Timestamp
    confirmed_at: Timestamp | None
    """When its owner confirmed it; until then, the service sends it only the request to confirm."""
    expires_at: Timestamp | None
    """When the service deletes the address if it is not confirmed; null once it is."""
    last_success: Timestamp | None
    """When the mail server last accepted a message, or a message was no longer needed."""
    failures: int
    """The number of failed attempts since then."""
    last_error: str | None
    """The error of the last failed attempt."""
    disabled_at: Timestamp | None
    """When the service stopped sending: the mail server rejected the address, or deferred all
    messages for 28 hours. Set the address again in order to confirm it again."""


class NotificationsView(msgspec.Struct, frozen=True):
    """The notifications of an account."""

    quiet_hours: QuietHours | None
    muted_games: tuple[str, ...]
    invitations: bool
    """Whether the account is notified when a player asks it to enter a tournament as a pair."""
    push_key: str
    """The public key of the service: the `applicationServerKey` of a subscription (RFC 8292)."""
    subscriptions: tuple[SubscriptionView, ...]
    """The browsers that receive notifications, oldest first."""
    sends_email: bool
    """Whether the operator has configured e-mail."""
    email: EmailView | None
    """The e-mail address of the account."""


@operation(
    "GET",
    "/v1/notifications",
    "Get the notifications of an account",
    right=NOTIFICATIONS,
    answer=Answer("What the account has chosen, and its push subscriptions.", NotificationsView),
)
async def get_notifications(request: AnyRequest) -> Response[bytes]:
    """Return when and how the caller's account is notified that it is its turn."""
    asker = await signed_in(request)
    return await _shown(parts_of(request).notifier, asker.account)


@operation(
    "PUT",
    "/v1/notifications",
    "Choose when to be notified, and about what",
    right=NOTIFICATIONS,
    body=ChooseNotificationsRequest,
    answer=Answer("What the account has chosen now.", NotificationsView),
)
async def choose_notifications(request: AnyRequest) -> Response[bytes]:
    """Replace what the caller's account has chosen: quiet hours, muted games, and invitations."""
    asker = await signed_in(request)
    chosen = await body(request, ChooseNotificationsRequest)
    notifier = parts_of(request).notifier
    quiet = None if chosen.quiet_hours is None else _quiet_time(chosen.quiet_hours)
    preferences = Preferences(quiet, chosen.muted_games, chosen.invitations)
    await asyncio.to_thread(notifier.preferences.choose, asker.account, preferences)
    return await _shown(notifier, asker.account)


@operation(
    "POST",
    "/v1/notifications/subscriptions",
    "Subscribe a browser",
    right=NOTIFICATIONS,
    body=MakeSubscriptionRequest,
    answer=Answer(
        "The subscription.",
        SubscriptionView,
        links={
            "remove": Link(
                "removeSubscription", "Remove it.", {"subscription": "$response.body#/id"}
            )
        },
        status=201,
    ),
    problems=(TOO_MANY_SUBSCRIPTIONS, UNUSABLE_URL),
)
async def make_subscription(request: AnyRequest) -> Response[bytes]:
    """Notify a browser by Web Push whenever it is the turn of the caller's account.

    If the endpoint has a subscription already, the new one replaces it.
    """
    asker = await signed_in(request)
    wanted = await body(request, MakeSubscriptionRequest)
    parts = parts_of(request)
    guard = parts.webhooks.sender.guard
    try:
        endpoint = checked_url(wanted.endpoint, private=guard.private)
        await guard.must_be_allowed(endpoint)
    except BadAddress as wrong:
        raise BadAddress(str(wrong), "$.endpoint") from None
    keys = PushKeys(endpoint, wanted.keys.p256dh, wanted.keys.auth)
    must_be_usable(keys)
    subscriptions = parts.notifier.subscriptions
    made = await asyncio.to_thread(subscriptions.make, asker.account, keys, wanted.language)
    view = _view(*made)
    headers = {"Location": f"/v1/notifications/subscriptions/{view.id}"}
    return answer(view, status=201, headers=headers)


@operation(
    "DELETE",
    "/v1/notifications/subscriptions/{subscription:str}",
    "Unsubscribe a browser",
    right=NOTIFICATIONS,
    answer=Answer("The subscription is removed.", status=204),
)
async def remove_subscription(request: AnyRequest, subscription: FromPath[str]) -> Response[None]:
    """Remove a push subscription. A message already on its way may still arrive."""
    asker = await signed_in(request)
    subscriptions = parts_of(request).notifier.subscriptions
    await asyncio.to_thread(subscriptions.remove, asker.account, subscription)
    return Response(None, status_code=204)


@operation(
    "PUT",
    "/v1/notifications/email",
    "Set the e-mail address",
    right=NOTIFICATIONS,
    body=ChooseEmailRequest,
    answer=Answer("What the account has chosen now.", NotificationsView),
    problems=(NO_EMAIL, TOO_MANY_CONFIRMATIONS),
)
async def choose_email(request: AnyRequest) -> Response[bytes]:
    """Set the e-mail address that is notified when it is the turn of the caller's account.

    The service sends one message to a new address, which asks its owner to confirm it. The new
    address replaces the previous one at once. For the same address, only language and digest
    change.
    """
    asker = await signed_in(request)
    chosen = await body(request, ChooseEmailRequest)
    notifier = parts_of(request).notifier
    if not notifier.sends_email:
        raise NoEmail
    try:
        address = checked_address(chosen.address)
    except BadEmailAddress as wrong:
        raise Malformed(str(wrong), where="$.address") from None
    choose, hours = notifier.mailboxes.choose, chosen.digest_hours or 0
    network = network_of(exchange_of(request.scope).address)
    await asyncio.to_thread(choose, asker.account, address, chosen.language, hours, network)
    notifier.wake()  # the confirmation
    return await _shown(notifier, asker.account)


@operation(
    "DELETE",
    "/v1/notifications/email",
    "Remove the e-mail address",
    right=NOTIFICATIONS,
    answer=Answer("The account has no e-mail address.", status=204),
)
async def remove_email(request: AnyRequest) -> Response[None]:
    """Delete the e-mail address of the caller's account, if it has one."""
    asker = await signed_in(request)
    mailboxes = parts_of(request).notifier.mailboxes
    await asyncio.to_thread(partial(mailboxes.remove, account=asker.account))
    return Response(None, status_code=204)


async def _shown(notifier: Notifier, account: str) -> Response[bytes]:
    def found() -> NotificationsView:
        chosen = notifier.preferences.of(account)
        quiet = None if chosen.quiet is None else QuietHours(*chosen.quiet)
        browsers = tuple(_view(*one) for one in notifier.subscriptions.of(account))
        email = notifier.mailboxes.of(account)
        return NotificationsView(
            quiet_hours=quiet,
            muted_games=chosen.muted,
            invitations=chosen.invitations,
            push_key=notifier.push_key,
            subscriptions=browsers,
            sends_email=notifier.sends_email,
            email=None if email is None else _email_view(*email),
        )

    return answer(await asyncio.to_thread(found))


def _view(subscription: Subscription, hook: Hook) -> SubscriptionView:
    return SubscriptionView(
        id=subscription.id,
        push_service=host_of(subscription.endpoint),
        language=subscription.language,
        made_at=subscription.made_at,
        last_success=hook.last_success or None,
        failures=hook.failures,
        last_error=hook.last_error or None,
        disabled_at=hook.disabled_at or None,
    )


def _email_view(mailbox: Mailbox, hook: Hook) -> EmailView:
    return EmailView(
        address=mailbox.address,
        language=mailbox.language,
        digest_hours=mailbox.digest_hours or None,
        made_at=mailbox.made_at,
        confirmed_at=mailbox.confirmed_at or None,
        expires_at=None if mailbox.confirmed_at else mailbox.expires_at,
        last_success=hook.last_success or None,
        failures=hook.failures,
        last_error=hook.last_error or None,
        disabled_at=ended_at(mailbox, hook) or None,
    )


def _quiet_time(hours: QuietHours) -> QuietTime:
    """Return a quiet time; raise Malformed for an unknown zone, or if it has no length."""
    if hours.begins == hours.ends:
        raise Malformed("expected a time other than begins", where="$.quiet_hours.ends")
    try:
        datetime.now(UTC).astimezone(ZoneInfo(hours.time_zone))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        expected = "expected a name of the IANA time zone database, such as Europe/Berlin"
        raise Malformed(expected, where="$.quiet_hours.time_zone") from None
    return QuietTime(hours.begins, hours.ends, hours.time_zone)
