"""Webhooks of an account: create, list, test and remove them."""

import asyncio
import secrets
from typing import Annotated, Final

import msgspec
from litestar import Response
from litestar.params import FromPath

from domain.refusal import expects
from service.access.game_keys import GAME_ID_EXPECTED, GAME_ID_PATTERN
from service.access.rights import NOBODY, WEBHOOKS, Forbidden, Identity, Unauthorized
from service.http.admission import signed_in
from service.http.answers.answer import answer
from service.http.answers.contract import Answer, Link, Operations
from service.http.answers.problem_kinds import NOT_FOUND, TOO_MANY_WEBHOOKS, UNUSABLE_URL
from service.http.parts import parts_of
from service.http.requests.request import AnyRequest, body, keyed
from service.tournaments.handler import NoSuchTournament
from service.webhooks.destinations import URL_LENGTH_MAX, checked_url
from service.webhooks.hooks import LOBBY, ME, Hook
from service.webhooks.messages import KINDS, Kind, NoData, WebhookTest
from service.wire.games import Timestamp

operation: Final = Operations("webhooks")

_OF_WEBHOOK: Final = {"webhook": "$response.body#/webhook/id"}


class MakeWebhookRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A webhook to create: where to send which events."""

    url: Annotated[
        str,
        msgspec.Meta(
            min_length=1, max_length=URL_LENGTH_MAX, description="Where to send the messages."
        ),
    ]
    about: Annotated[
        str,
        msgspec.Meta(
            pattern=GAME_ID_PATTERN,
            description="`me` for all games in which the account plays, and tournaments that it "
            "entered, runs or judges in; `lobby` for all games and tournaments; or the id of a "
            "game or a tournament.",
            extra=expects(f"me, lobby or {GAME_ID_EXPECTED}"),
        ),
    ]
    events: Annotated[tuple[Kind, ...], msgspec.Meta(min_length=1, max_length=8)]
    """The kinds of messages to send."""
    creator_token: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    """The creator's token of the game, if your account did not open it. It is not stored."""


class WebhookView(msgspec.Struct, frozen=True):
    """A webhook, without its secret."""

    id: str
    url: str
    about: str
    """`me`, `lobby`, or the id of a game or a tournament."""
    events: tuple[Kind, ...]
    made_at: Timestamp
    last_success: Timestamp | None
    """When the address last accepted a message."""
    failures: int
    """The number of failed attempts since then."""
    failing_since: Timestamp | None
    """When the first of the failed attempts took place."""
    next_try: Timestamp | None
    """When the service retries; null if the webhook works or is disabled."""
    last_error: str | None
    """The error of the last failed attempt."""
    disabled_at: Timestamp | None
    """When the service disabled the webhook; null if it is enabled."""
    disabled_why: str | None


class WebhookMade(msgspec.Struct, frozen=True):
    """A webhook and its secret."""

    webhook: WebhookView
    secret: Annotated[
        str, msgspec.Meta(description="The key of the signatures, shown only this once.")
    ]


class WebhookList(msgspec.Struct, frozen=True):
    """The webhooks of an account."""

    webhooks: tuple[WebhookView, ...]


class WebhookTried(msgspec.Struct, frozen=True):
    """The result of a test."""

    taken: bool
    error: str | None
    """Why the address did not accept the message."""


@operation(
    "GET",
    "/v1/webhooks",
    "List the webhooks of an account",
    right=WEBHOOKS,
    answer=Answer("The webhooks.", WebhookList),
)
async def list_webhooks(request: AnyRequest) -> Response[bytes]:
    """List the webhooks of the caller's account, oldest first, without their secrets."""
    asker = await signed_in(request)
    found = await asyncio.to_thread(parts_of(request).webhooks.hooks.of, asker.account)
    return answer(WebhookList(tuple(map(webhook_view, found))))


@operation(
    "POST",
    "/v1/webhooks",
    "Create a webhook",
    right=WEBHOOKS,
    body=MakeWebhookRequest,
    headers=("Idempotency-Key",),
    answer=Answer(
        "The webhook.",
        WebhookMade,
        links={
            "test": Link("tryWebhook", "Send it a test.", _OF_WEBHOOK),
            "state": Link("getWebhook", "Get the state of its deliveries.", _OF_WEBHOOK),
            "remove": Link("removeWebhook", "Remove it.", _OF_WEBHOOK),
        },
        status=201,
    ),
    problems=(NOT_FOUND, TOO_MANY_WEBHOOKS, UNUSABLE_URL),
)
async def make_webhook(request: AnyRequest) -> Response[bytes]:
    """Create a webhook, which receives messages about everything that happens from now on.

    See `webhooks` in this document for the messages and their signatures.
    """
    asker = await signed_in(request)
    wanted = await body(request, MakeWebhookRequest)
    webhooks = parts_of(request).webhooks
    await _must_concern(request, asker, wanted)
    guard = webhooks.sender.guard
    url = checked_url(wanted.url, private=guard.private)
    await guard.must_be_allowed(url)
    events = tuple(kind for kind in KINDS if kind in wanted.events)
    noted = await keyed(request, asker.account)
    make = webhooks.hooks.make
    made = await asyncio.to_thread(make, asker.account, wanted.about, url, events, noted)
    headers = {"Location": f"/v1/webhooks/{made.id}"}
    return answer(WebhookMade(webhook_view(made), made.secret), status=201, headers=headers)


@operation(
    "GET",
    "/v1/webhooks/{webhook:str}",
    "Get a webhook and the state of its deliveries",
    right=WEBHOOKS,
    answer=Answer("The webhook.", WebhookView),
)
async def get_webhook(request: AnyRequest, webhook: FromPath[str]) -> Response[bytes]:
    """Return a webhook of the caller's account, without its secret."""
    asker = await signed_in(request)
    hooks = parts_of(request).webhooks.hooks
    found = await asyncio.to_thread(hooks.one, asker.account, webhook)
    return answer(webhook_view(found))


@operation(
    "DELETE",
    "/v1/webhooks/{webhook:str}",
    "Remove a webhook",
    right=WEBHOOKS,
    answer=Answer("The webhook is removed.", status=204),
)
async def remove_webhook(request: AnyRequest, webhook: FromPath[str]) -> Response[None]:
    """Remove a webhook and its queued messages. A message already on its way may still arrive."""
    asker = await signed_in(request)
    hooks = parts_of(request).webhooks.hooks
    await asyncio.to_thread(hooks.remove, asker.account, webhook)
    return Response(None, status_code=204)


@operation(
    "POST",
    "/v1/webhooks/{webhook:str}/test",
    "Send a test to a webhook",
    right=WEBHOOKS,
    answer=Answer("The result of the test.", WebhookTried),
)
async def try_webhook(request: AnyRequest, webhook: FromPath[str]) -> Response[bytes]:
    """Send a message `webhook.test` at once, and return whether the address accepted it.

    If it did, the service sends the queued messages now. If the webhook was disabled, it receives
    messages again from now on.
    """
    asker = await signed_in(request)
    parts = parts_of(request)
    hooks, trials = parts.webhooks.hooks, parts.webhooks.trials
    hook = await asyncio.to_thread(hooks.one, asker.account, webhook)
    content = WebhookTest("webhook.test", parts.register.now(), NoData())
    message = f"{hook.id}-test-{secrets.token_hex(8)}"
    outcome = await trials.send(hook, message, msgspec.json.encode(content).decode())
    if outcome.taken:
        await asyncio.to_thread(hooks.answered, hook.id)
    return answer(WebhookTried(outcome.taken, outcome.error or None))


def webhook_view(hook: Hook) -> WebhookView:
    """Return a webhook as its owner may see it."""
    return WebhookView(
        id=hook.id,
        url=hook.url,
        about=hook.about,
        events=hook.events,
        made_at=hook.made_at,
        last_success=hook.last_success or None,
        failures=hook.failures,
        failing_since=hook.failing_since or None,
        next_try=(hook.next_try or None) if not hook.disabled_at else None,
        last_error=hook.last_error or None,
        disabled_at=hook.disabled_at or None,
        disabled_why=hook.disabled_why or None,
    )


async def _must_concern(request: AnyRequest, asker: Identity, wanted: MakeWebhookRequest) -> None:
    """Raise NoSuchGame, Unauthorized or Forbidden if the account may not receive these messages.

    The ids of games and tournaments are chosen in the same way, so none is both.
    """
    if wanted.about == ME:
        return
    if wanted.about == LOBBY:
        if "organise" not in asker.scopes:
            raise Forbidden("scope", scopes=("organise",))
        return
    if await _is_official(request, asker, wanted.about):
        return
    callers = parts_of(request).callers
    token = wanted.creator_token
    if token is not None:
        try:
            found = (await callers.in_game(wanted.about, token)).caller
        except Unauthorized:
            found = NOBODY
    else:
        found = await callers.known_in_game(wanted.about, asker)
    if not found.creator:
        raise Forbidden("game_of_account")


async def _is_official(request: AnyRequest, asker: Identity, about: str) -> bool:
    """Return whether this is a tournament; raise Forbidden unless they run it or judge in it."""
    try:
        state = (await parts_of(request).tournaments.load(about)).state
    except NoSuchTournament:
        return False
    if asker.account != state.organiser and not state.is_arbiter(asker.account):
        raise Forbidden("tournament_of_account")
    return True
