"""Accounts: players and their tokens. THIS FILE IS A STORAGE FORMAT.

An account is a stream ``account/<id>`` in the log. Its rows are JSON; the topic names the event.
The log keeps only the SHA-256 of a token. Add events or versions; never edit one.
"""

import hmac
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec
from eventsourcing.persistence import StoredEvent
from msgspec.structs import replace

from domain.ruleset import tag_of
from service.access.rights import Scope

ACCOUNT: Final = "account/"
SUBJECT: Final = "subject/"
"""Prefix of the stream that maps the hash of an issuer and a subject to their account."""
TOKENS_MAX: Final = 100
"""Tokens that an account may have at the same time."""

OPERATOR: Final = "operator"
"""The author of what the command line does."""


class AccountEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The base of all events of an account."""

    at: str
    by: str
    """Who did it: the id of a token, the id of an account that used a token of another issuer, or
    ``operator``."""


class AccountMade(AccountEvent, frozen=True, tag="account.made.v1", tag_field="topic"):
    """An account was made."""

    name: str
    subject: str = ""
    """The hash of issuer and subject, for an account made through OpenID Connect."""


class TokenMade(AccountEvent, frozen=True, tag="account.token_made.v1", tag_field="topic"):
    """A token was made, with these scopes."""

    token: str
    name: str
    scopes: tuple[Scope, ...]
    hash: str
    """SHA-256 of the token, in hexadecimal."""
    expires: str | None = None


class TokenRotated(AccountEvent, frozen=True, tag="account.token_rotated.v1", tag_field="topic"):
    """A token has a new secret. The previous one is valid until ``until``, if that is set."""

    token: str
    hash: str
    until: str | None = None


class TokenRevoked(AccountEvent, frozen=True, tag="account.token_revoked.v1", tag_field="topic"):
    """A token was revoked."""

    token: str


AnyEvent = AccountMade | TokenMade | TokenRotated | TokenRevoked

_DECODER: Final[msgspec.json.Decoder[AnyEvent]] = msgspec.json.Decoder(AnyEvent)
_ENCODER: Final = msgspec.json.Encoder()


class Token(msgspec.Struct, frozen=True):
    """A token of an account that was not revoked."""

    id: str
    name: str
    scopes: tuple[Scope, ...]
    made_at: str
    hash: str
    expires: str | None
    rotations: int = 0
    rotated_at: str | None = None
    before: str = ""
    """The hash of the previous secret, which is valid until ``until``."""
    until: str | None = None

    def expired(self, now: str) -> bool:
        """Return whether the token has expired."""
        return self.expires is not None and self.expires <= now

    def accepts(self, digest: str, now: str) -> bool:
        """Return whether a secret with this hash is valid now."""
        if self.expired(now):
            return False
        is_old = self.until is not None and now < self.until
        # Compare both, whatever the first result, so that the time taken reveals nothing.
        return hmac.compare_digest(digest, self.hash) | (
            hmac.compare_digest(digest, self.before) and is_old
        )


class Account(msgspec.Struct, frozen=True):
    """An account, folded from its stream."""

    id: str
    name: str
    made_at: str
    version: int
    """Number of events."""
    tokens: Mapping[str, Token] = {}
    """The tokens that were not revoked, by id."""
    of_issuer: bool = False
    """Whether it was made through OpenID Connect: such an account has tokens of the issuer, too."""

    def has_scope(self, scope: Scope, now: str) -> bool:
        """Return whether one of its tokens is valid now and has this scope."""
        return any(scope in one.scopes and not one.expired(now) for one in self.tokens.values())


def row_of(account: str, version: int, event: AnyEvent) -> StoredEvent:
    """Return an event as a row of the log."""
    topic = tag_of(event)
    return StoredEvent(ACCOUNT + account, version, topic, _ENCODER.encode(event))


def event_of(row: StoredEvent) -> AnyEvent:
    """Return the event of a row."""
    return event_in(row.state)


def event_in(state: bytes) -> AnyEvent:
    """Return the event in the state of a row."""
    return _DECODER.decode(state)


def fold(account: Account | None, rows: Iterable[StoredEvent]) -> Account | None:
    """Return the account after these rows of its stream."""
    for row in rows:
        event = event_of(row)
        if account is None:
            assert isinstance(event, AccountMade), "the first event makes the account"
            id_ = str(row.originator_id).removeprefix(ACCOUNT)
            version, of_issuer = row.originator_version, bool(event.subject)
            account = Account(id_, event.name, event.at, version, of_issuer=of_issuer)
        else:
            tokens = _tokens_after(account.tokens, event)
            account = replace(account, version=row.originator_version, tokens=tokens)
    return account


def _tokens_after(tokens: Mapping[str, Token], event: AnyEvent) -> Mapping[str, Token]:
    match event:
        case TokenMade(token=id_):
            made = Token(id_, event.name, event.scopes, event.at, event.hash, event.expires)
            return {**tokens, id_: made}
        case TokenRotated(token=id_):
            old = tokens[id_]
            rotated = replace(
                old,
                hash=event.hash,
                rotations=old.rotations + 1,
                rotated_at=event.at,
                before=old.hash,
                until=event.until,
            )
            return {**tokens, id_: rotated}
        case TokenRevoked(token=id_):
            return {other: token for other, token in tokens.items() if other != id_}
        case _:
            return tokens
