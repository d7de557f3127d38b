"""The audit trail: who did what with accounts, tokens and rights, in the order of the log.

Its sources are the streams of accounts, the deeds of arbiters, and the signing keys. These hold no
secrets, and the trail omits the hashes that they hold.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import Connection, Index, Table, select

from service.access.accounts import (
    ACCOUNT,
    AccountMade,
    AnyEvent,
    TokenMade,
    TokenRotated,
    event_in,
)
from service.access.deeds import DEED, SIGNING_KEY, Deed
from service.access.rights import Scope
from service.projections.projection import Change, Projection
from service.storage.database import Database
from service.storage.log import Notice
from service.storage.tables import METADATA, number_, put, text_

_TRAIL: Final = Table(
    "trail_2",
    METADATA,
    number_("position", key=True),
    text_("at"),
    text_("by"),
    text_("about"),
    text_("facts"),
)
_T: Final = _TRAIL.c
_BY_SUBJECT: Final = Index("trail_2_by_subject", _T.about, _T.position)


class Step(msgspec.Struct, frozen=True):
    """One entry of the trail."""

    position: int
    at: str
    by: str
    """The id of a token, of an account that used a token of another issuer, or ``operator``."""
    did: str
    about: str
    """The id of an account, a token, a game, or a key."""
    name: str | None = None
    scopes: tuple[Scope, ...] | None = None
    until: str | None = None


class _DeedRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """The facts that a row keeps as JSON."""

    did: str
    name: str | None = None
    scopes: tuple[Scope, ...] | None = None
    until: str | None = None


_DEED_ROW: Final = msgspec.json.Decoder(_DeedRow)
_DEED: Final = msgspec.json.Decoder(Deed)


class Trail(Projection):
    """Who did what."""

    name = "trail.v2"
    tables = (_TRAIL,)

    def __init__(self, database: Database) -> None:
        self._database = database

    def apply(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Do nothing: the trail does not contain what players do in their games."""

    def note(self, connection: Connection, notices: Sequence[Notice]) -> None:
        """Insert a row for each entry."""
        rows = [
            {
                "position": step.position,
                "at": step.at,
                "by": step.by,
                "about": step.about,
                "facts": msgspec.json.encode(
                    _DeedRow(step.did, step.name, step.scopes, step.until)
                ).decode(),
            }
            for notice in notices
            for step in self._steps(notice)
        ]
        put(connection, _TRAIL, rows)

    def _steps(self, notice: Notice) -> list[Step]:
        """Return the entry for a row of the log, or nothing."""
        place, stream, version = notice
        if not stream.startswith((ACCOUNT, DEED, SIGNING_KEY)):
            return []
        (row,) = self._database.log.read(stream, version - 1, limit=1)
        if stream.startswith(ACCOUNT):
            return [_of_account(place, stream.removeprefix(ACCOUNT), event_in(row.state))]
        deed = _DEED.decode(row.state)
        about = stream.removeprefix(DEED).removeprefix(SIGNING_KEY)
        return [Step(place, deed.at, deed.by, deed.did, about)]

    def page(self, before: int | None, limit: int, about: str | None = None) -> list[Step]:
        """Return the entries before a position, newest first."""
        query = select(_TRAIL).order_by(_T.position.desc()).limit(limit)
        if before is not None:
            query = query.where(_T.position < before)
        if about is not None:
            query = query.where(_T.about == about)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return [_step(row.position, row.at, row.by, row.about, row.facts) for row in rows]


def _step(position: int, at: str, by: str, about: str, body: str) -> Step:
    found = _DEED_ROW.decode(body)
    return Step(position, at, by, found.did, about, found.name, found.scopes, found.until)


def _of_account(place: int, account: str, event: AnyEvent) -> Step:
    match event:
        case AccountMade():
            return Step(place, event.at, event.by, "account_made", account, event.name)
        case TokenMade():
            facts = (event.name, event.scopes, event.expires)
            return Step(place, event.at, event.by, "token_made", event.token, *facts)
        case TokenRotated():
            return Step(place, event.at, event.by, "token_rotated", event.token, until=event.until)
        case _:
            return Step(place, event.at, event.by, "token_revoked", event.token)
