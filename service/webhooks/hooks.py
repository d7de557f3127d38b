"""The webhooks of accounts: create, list and remove them; the state of their deliveries."""

from base64 import b32encode, b64encode
from collections.abc import Callable, Sequence
from secrets import token_bytes
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, case, delete, func, insert, or_, select, update

from service.runtime.fingerprints import fingerprint
from service.storage.database import Database
from service.storage.idempotency import KeyedRequest, KeyUsedAgain
from service.webhooks.messages import Kind
from service.webhooks.tables import MESSAGES, PLACE, WEBHOOKS

OF_ACCOUNT_MAX: Final = 20
OF_GAME_MAX: Final = 20
"""Most webhooks per account, and per game."""

WEBHOOK_PATTERN: Final = "^[a-z2-7]{16}$"
"""Pattern of the IDs."""

ME: Final = "me"
LOBBY: Final = "lobby"

SECRET_BYTES: Final = 32
HALF_BYTES: Final = 5
"""Half the size of an ID: 8 of its 16 characters."""


PUSH: Final = "push"
EMAIL: Final = "email"
"""The schemes of rows that are not webhooks, but browsers to notify, or the e-mail addresses of
accounts (``service.notifications``)."""
NOTIFIED: Final[tuple[Kind, ...]] = ("game.turn", "tournament.asked")
"""What they notify about, whatever their rows say: earlier versions stored fewer kinds."""
IS_WEBHOOK: Final = ~or_(*(WEBHOOKS.c.url.startswith(f"{one}:") for one in (PUSH, EMAIL)))


class NoSuchWebhook(Exception):
    """The account has no webhook with this ID."""


class TooManyWebhooks(Exception):
    """The account or the game already has the maximum number of webhooks."""


class Hook(msgspec.Struct, frozen=True):
    """A webhook, and the state of its deliveries; unset text fields are empty.

    Notifications have such a row, too: their URL has the scheme of their channel instead of HTTP,
    and their own table has the address.
    """

    id: str
    account: str
    about: str
    """``me``, ``lobby``, or the ID of a game or a tournament; empty while it gets no messages."""
    url: str
    events: tuple[Kind, ...]
    secret: str
    made_at: str
    since: int
    failures: int = 0
    """Failed attempts since the last success."""
    failing_since: str = ""
    next_try: str = ""
    last_success: str = ""
    last_error: str = ""
    disabled_at: str = ""
    disabled_why: str = ""

    @property
    def channel(self) -> str:
        """How its messages are delivered: the scheme of its URL."""
        return self.url.partition(":")[0]

    @property
    def notifies(self) -> bool:
        """Whether it is not a webhook, but a browser or an e-mail address."""
        return self.channel in (PUSH, EMAIL)

    def __repr__(self) -> str:
        """Leave out the secret, and the URL, which may contain one."""
        return f"<Hook {self.id}>"


def hook_of(row: Any) -> Hook:
    """Return the webhook of a row."""
    columns = row._asdict()
    values = {name: columns[name] for name in Hook.__struct_fields__}
    hook = Hook(**{**values, "events": tuple(values["events"].split(","))})
    return replace(hook, events=NOTIFIED) if hook.notifies else hook


def new_hook(
    account: str, about: str, url: str, events: Sequence[Kind], made_at: str, since: int
) -> Hook:
    """Return a webhook with a new ID and secret, which gets messages after this position."""
    return Hook(
        id=b32encode(token_bytes(2 * HALF_BYTES)).decode().lower(),
        account=account,
        about=about,
        url=url,
        events=tuple(events),
        secret=f"whsec_{b64encode(token_bytes(SECRET_BYTES)).decode()}",
        made_at=made_at,
        since=since,
    )


def _id_of(request: KeyedRequest) -> str:
    """Return the ID of the webhook that a request with a key creates.

    The first half follows from the key and the second from the content, so a repetition finds the
    webhook, and a different request with the key is recognised. A note in the log would outlive a
    webhook that is removed, and keep its key taken (ADR 7).
    """
    key, content = (
        bytes.fromhex(one)[:HALF_BYTES] for one in (fingerprint(request.key), request.fingerprint)
    )
    return b32encode(key + content).decode().lower()


def add(connection: Connection, hook: Hook) -> None:
    """Store a new webhook."""
    values = {**msgspec.structs.asdict(hook), "events": ",".join(hook.events)}
    connection.execute(insert(WEBHOOKS).values(**values, lease="", lease_until=""))


def discard(connection: Connection, hook: str) -> None:
    """Remove a webhook and its queued messages; call ``lock`` first."""
    connection.execute(delete(WEBHOOKS).where(WEBHOOKS.c.id == hook))
    connection.execute(delete(MESSAGES).where(MESSAGES.c.hook == hook))


def lock(connection: Connection) -> None:
    """Block other transactions that call this, or that queue messages, until this one ends.

    So a webhook gets no message once it is removed or disabled. SQLite has a single writer anyway.
    """
    connection.execute(select(PLACE).with_for_update())


class Hooks:
    """The webhooks. All methods block; they raise PersistenceError."""

    def __init__(self, database: Database, now: Callable[[], str]) -> None:
        self._database = database
        self._now = now

    def make(
        self,
        account: str,
        about: str,
        url: str,
        events: Sequence[Kind],
        request: KeyedRequest | None = None,
    ) -> Hook:
        """Create a webhook that gets messages from now on, or return the one of this request.

        Raises TooManyWebhooks, or KeyUsedAgain if the key belongs to a different webhook.
        """
        now, since = self._now(), self._database.log.position()
        hook = new_hook(account, about, url, events, now, since)
        if request is not None:
            hook = replace(hook, id=_id_of(request))
        with self._database.writing() as connection:
            lock(connection)  # concurrent calls wait here, so the limits count them all
            known = None if request is None else _with_key_of(connection, hook)
            if known is not None and known.id != hook.id:
                raise KeyUsedAgain
            if known is not None:
                return known
            count = select(func.count()).select_from(WEBHOOKS)
            mine = connection.scalar(count.where(WEBHOOKS.c.account == account, IS_WEBHOOK))
            of_game = connection.scalar(count.where(WEBHOOKS.c.about == about))
            shared = about not in (ME, LOBBY) and (of_game or 0) >= OF_GAME_MAX
            if (mine or 0) >= OF_ACCOUNT_MAX or shared:
                raise TooManyWebhooks(account)
            add(connection, hook)
        return hook

    def of(self, account: str) -> list[Hook]:
        """Return the webhooks of an account, the oldest first."""
        query = select(WEBHOOKS).where(WEBHOOKS.c.account == account, IS_WEBHOOK)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(WEBHOOKS.c.made_at, WEBHOOKS.c.id)).all()
        return [hook_of(row) for row in rows]

    def one(self, account: str, hook: str) -> Hook:
        """Return a webhook of an account; raise NoSuchWebhook."""
        query = select(WEBHOOKS).where(*_webhook(account, hook))
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            raise NoSuchWebhook(hook)
        return hook_of(row)

    def remove(self, account: str, hook: str) -> None:
        """Remove a webhook and its queued messages; raise NoSuchWebhook."""
        with self._database.writing() as connection:
            lock(connection)
            gone = connection.execute(delete(WEBHOOKS).where(*_webhook(account, hook)))
            if gone.rowcount == 0:
                raise NoSuchWebhook(hook)
            connection.execute(delete(MESSAGES).where(MESSAGES.c.hook == hook))

    def answered(self, hook: str) -> None:
        """Record that a webhook accepted a test: its queued messages are due now.

        A disabled webhook is enabled again, and gets messages from now on.
        """
        now, position = self._now(), self._database.log.position()
        # It may have been disabled or enabled during the test.
        since = case((WEBHOOKS.c.disabled_at == "", WEBHOOKS.c.since), else_=position)
        values: dict[str, Any] = {
            "failures": 0,
            "failing_since": "",
            "next_try": "",
            "last_success": now,
            "since": since,
            "disabled_at": "",
            "disabled_why": "",
        }
        with self._database.writing() as connection:
            connection.execute(update(WEBHOOKS).where(WEBHOOKS.c.id == hook).values(**values))


def _with_key_of(connection: Connection, hook: Hook) -> Hook | None:
    """Return the webhook of the account that was made with the same key."""
    same = WEBHOOKS.c.id.startswith(hook.id[: len(hook.id) // 2])
    query = select(WEBHOOKS).where(WEBHOOKS.c.account == hook.account, IS_WEBHOOK, same)
    row = connection.execute(query).first()
    return None if row is None else hook_of(row)


def _webhook(account: str, hook: str) -> tuple[ColumnElement[bool], ...]:
    return WEBHOOKS.c.id == hook, WEBHOOKS.c.account == account, IS_WEBHOOK
