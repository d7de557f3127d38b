"""The messages about tournaments, whose whole content is public."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
import structlog
from eventsourcing.persistence import PersistenceError
from sqlalchemy import and_, or_, select

from domain.ruleset import tag_of
from domain.tournament.stream import events as e
from domain.tournament.stream.state import PartnerRequest, Tournament
from service.storage.database import Database
from service.storage.log import Notice
from service.storage.tournaments import TOURNAMENT, StoredTournament, event_in
from service.webhooks.hooks import LOBBY, ME, Hook, hook_of
from service.webhooks.messages import (
    KINDS,
    TOURNAMENT_KINDS,
    TournamentInMessage,
    TournamentKind,
    TournamentWebhookData,
    TournamentWebhookMessage,
)
from service.webhooks.tables import WEBHOOKS

_LOG = structlog.get_logger("carolus.webhooks")
_ENCODE: Final = msgspec.json.Encoder().encode

_CAUSES: Final[Mapping[type[Any], TournamentKind]] = {
    e.TournamentStarted: "tournament.started",
    e.RoundOpened: "tournament.round",
    e.TournamentEnded: "tournament.over",
    e.TournamentAborted: "tournament.over",
}
"""The events that have messages of their own."""

_BY_TOPIC: Final = {f"tournament.{tag_of(kind)}.v1": name for kind, name in _CAUSES.items()}
_OF_PARTNERS: Final = {
    f"tournament.{tag_of(kind)}.v1" for kind in (e.PartnerAsked, e.PartnerDeclined)
}
"""The events about players of whom neither may be an entrant."""


class _Grown(NamedTuple):
    """A tournament after some rows of its stream, and what they mean."""

    stored: StoredTournament
    kinds: frozenset[TournamentKind]
    asked: frozenset[str]
    """The accounts of players of whom one asked the other for a pair, or one declined."""
    invited: frozenset[str]
    """Those of them whom another player asked to enter as a pair."""
    first_invited: frozenset[str]
    """Those of them whom this player had not asked before: otherwise one player could have people
    notified again and again, even of questions to which they have said no."""

    def kinds_for(self, hook: Hook) -> frozenset[TournamentKind]:
        """Return what happened for the owner of a webhook."""
        invited = self.first_invited if hook.notifies else self.invited
        asked = hook.about == ME and hook.account in invited
        return self.kinds | {"tournament.asked"} if asked else self.kinds


class TournamentNews:
    """Reads the streams of tournaments for the webhooks. It blocks; it raises PersistenceError."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._log = database.tournaments

    def messages(self, notices: Sequence[Notice]) -> list[dict[str, Any]]:
        """Return the messages for these rows, as rows of the queue."""
        streams: dict[str, list[Notice]] = {}
        for notice in notices:
            if notice.stream.startswith(TOURNAMENT):
                streams.setdefault(notice.stream, []).append(notice)
        found: list[dict[str, Any]] = []
        for stream, rows in streams.items():
            try:
                found += self._messages_of(stream.removeprefix(TOURNAMENT), rows)
            except PersistenceError:
                raise
            except Exception:  # noqa: BLE001 - one bad tournament must not hide the others
                _LOG.exception("tournament_unreadable", stream=stream)
        return found

    def _messages_of(self, tournament: str, notices: Sequence[Notice]) -> list[dict[str, Any]]:
        last = notices[-1]
        grown = self._grown(tournament, notices[0].version - 1, last.version)
        if grown is None:
            return []
        data = TournamentWebhookData(
            tournament_in_message(grown.stored), grown.stored.head.hash.hex()
        )
        at = grown.stored.head.at
        return [
            {
                "hook": hook.id,
                "number": last.position * len(KINDS) + KINDS.index(kind),
                "body": _ENCODE(TournamentWebhookMessage(kind, at, data)).decode(),
            }
            for hook in self._listening(grown, last.position)
            for kind in TOURNAMENT_KINDS
            if kind in grown.kinds_for(hook) and kind in hook.events
        ]

    def _grown(self, tournament: str, before: int, last: int) -> _Grown | None:
        stored = self._log.load_at(tournament, last)
        if stored is None:
            return None
        rows = self._log.rows(tournament, before, last)
        causes = (_BY_TOPIC[row.topic] for row in rows if row.topic in _BY_TOPIC)
        pairs = [event_in(tournament, row) for row in rows if row.topic in _OF_PARTNERS]
        asked = frozenset(account for event in pairs for account in _accounts_in(event))
        invited = _invitations(one for one in pairs if isinstance(one, e.PartnerAsked))
        ever = _invitations(stored.state.asked)
        kinds = frozenset({"tournament.action", *causes})
        return _Grown(
            stored,
            kinds,
            asked,
            invited=frozenset(account for _, account in invited),
            first_invited=frozenset(one[1] for one in invited if invited[one] == ever[one]),
        )

    def _listening(self, grown: _Grown, position: int) -> list[Hook]:
        """Return the webhooks about a tournament, those of its people, and those of the lobby."""
        state = grown.stored.state
        people = sorted({*_accounts(state), *grown.asked})
        concerned = or_(
            WEBHOOKS.c.about.in_([LOBBY, state.id]),
            and_(WEBHOOKS.c.about == ME, WEBHOOKS.c.account.in_(people)),
        )
        query = select(WEBHOOKS).where(WEBHOOKS.c.disabled_at == "", concerned)
        with self._database.reading() as connection:
            hooks = [hook_of(row) for row in connection.execute(query)]
        return [one for one in hooks if one.since < position]


def _accounts_in(pair: e.PartnerAsked | e.PartnerDeclined | PartnerRequest) -> Iterator[str]:
    """Yield the accounts of a pair."""
    yield from (one.account for one in pair.people if one.account is not None)


def _invitations(pairs: Iterable[e.PartnerAsked | PartnerRequest]) -> Counter[tuple[str, str]]:
    """Return how often each player asked each account."""
    return Counter(
        (one.asker, account)
        for one in pairs
        for account in _accounts_in(one)
        if account != one.asker
    )


def _accounts(state: Tournament) -> Iterator[str]:
    """Yield the accounts that a tournament is about: entrants, arbiters and the organiser."""
    yield state.organiser
    yield from (account for account, _ in state.arbiters)
    yield from (person.account for _, person in state.everybody() if person.account is not None)


def tournament_in_message(stored: StoredTournament) -> TournamentInMessage:
    """Return a tournament as messages show it."""
    state = stored.state
    return TournamentInMessage(
        id=state.id,
        version=stored.head.version,
        name=state.announcement.name,
        ruleset=state.announcement.ruleset,
        phase=state.phase,
        entrants=len(state.entrants),
        rounds=state.rules.rounds,
        round=len(state.rounds),
    )
