"""Queues messages from the log, in order and once per row, whichever worker does it.

One transaction stores both the messages and the position in the log. It moves the position only if
no other worker has moved it since; otherwise it queues nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from typing import Any, Final, NamedTuple

import msgspec
import structlog
from eventsourcing.persistence import PersistenceError
from sqlalchemy import and_, delete, func, insert, or_, select, update

from service.access.visibility import Visibility
from service.storage.database import Database
from service.storage.log import Log, Notice, by_game, project
from service.storage.rows import Head, Stored
from service.webhooks.awaited import Awaited, people_awaited
from service.webhooks.hooks import LOBBY, ME, Hook, hook_of, lock
from service.webhooks.messages import (
    GAME_KINDS,
    KINDS,
    GameKind,
    WebhookData,
    WebhookMessage,
)
from service.webhooks.metrics import DISABLED
from service.webhooks.tables import MESSAGES, PLACE, WEBHOOKS
from service.webhooks.tournament_news import TournamentNews
from service.wire.games import GameSummary, game_summary

NOTICES_AT_ONCE: Final = 500
WAITING_MAX: Final = 10_000
"""Most messages in the queue of one webhook; the service disables a webhook with more."""

_LOG = structlog.get_logger("carolus.webhooks")
_ENCODE: Final = msgspec.json.Encoder().encode


class Growth(NamedTuple):
    """The effect of some rows of a game's stream."""

    stored: Stored
    """The game after these rows."""
    started: bool
    over: bool
    turns: frozenset[Awaited]
    """The people that the game waits for after these rows, and not before them."""


class GameShown(NamedTuple):
    """A game as the messages about some rows show it."""

    head: Head
    summary: GameSummary


class News:
    """Reads the log for the webhooks. All methods block; they raise PersistenceError."""

    def __init__(self, database: Database, visibility: Visibility, now: Callable[[], str]) -> None:
        self._database = database
        self._log: Log = database.log
        self._visibility = visibility
        self._now = now
        self._tournaments = TournamentNews(database)

    def step(self) -> bool:
        """Queue the messages for the next rows of the log; return whether there were any rows."""
        enabled = WEBHOOKS.c.disabled_at == ""
        with self._database.reading() as connection:
            place = connection.scalar(select(PLACE.c.position)) or 0
            since = connection.scalar(select(func.min(WEBHOOKS.c.since)).where(enabled))
        if since is None:
            return False  # a webhook that is created later gets only later messages
        notices = self._log.notices(max(place, since), NOTICES_AT_ONCE)
        if not notices:
            return False
        messages = self._messages_of(by_game(notices)) + self._tournaments.messages(notices)
        with self._database.writing() as connection:
            moved = connection.execute(
                update(PLACE).where(PLACE.c.position == place).values(position=notices[-1].position)
            )
            # Some webhooks may have been removed or disabled since they were read.
            query = select(WEBHOOKS.c.id).where(
                enabled, WEBHOOKS.c.id.in_({one["hook"] for one in messages})
            )
            hooks = set(connection.scalars(query))
            messages = [one for one in messages if one["hook"] in hooks]
            if moved.rowcount == 1 and messages:
                connection.execute(insert(MESSAGES), messages)
        self._disable_those_behind({one["hook"] for one in messages})
        return True

    def _messages_of(self, games: Mapping[str, Sequence[Notice]]) -> list[dict[str, Any]]:
        """Return the messages for these rows."""
        found: list[dict[str, Any]] = []
        hooks = self._listening(games)
        for game, notices in games.items():
            mine = [one for one in hooks.get(game, ()) if one.since < notices[-1].position]
            try:
                found += self._messages_of_game(game, notices, mine) if mine else ()
            except PersistenceError:
                raise
            except Exception:  # noqa: BLE001 - one bad game must not hide the others
                _LOG.exception("game_unreadable", game=game)
        return found

    def _messages_of_game(
        self, game: str, notices: Sequence[Notice], hooks: Sequence[Hook]
    ) -> list[dict[str, Any]]:
        """Return the messages for these rows of one game to these webhooks."""
        found = []
        first = notices[-1].position * len(KINDS)
        growth = self._growth(game, notices[0].version - 1, notices[-1].version)

        @cache
        def shown(*, afar: bool) -> GameShown:
            return self._shown(growth.stored, afar=afar)

        for hook in hooks:
            for kind, message in self._messages(hook, growth, shown):
                number, body = first + KINDS.index(kind), _ENCODE(message).decode()
                found.append({"hook": hook.id, "number": number, "body": body})
        return found

    def _listening(self, games: Mapping[str, Sequence[Notice]]) -> dict[str, list[Hook]]:
        """Return the webhooks for each of these games."""
        enabled = select(WEBHOOKS).where(WEBHOOKS.c.disabled_at == "")
        players: dict[str, set[str]] = {}
        with self._database.reading() as connection:
            for_players = connection.execute(enabled.where(WEBHOOKS.c.about == ME).limit(1)).first()
        if for_players is not None:
            players = {game: self._players(game, rows[-1].version) for game, rows in games.items()}
        accounts = set().union(*players.values())
        concerned = or_(
            WEBHOOKS.c.about.in_([LOBBY, *games]),
            and_(WEBHOOKS.c.about == ME, WEBHOOKS.c.account.in_(accounts)),
        )
        with self._database.reading() as connection:
            hooks = [hook_of(row) for row in connection.execute(enabled.where(concerned))]
        return {
            game: [
                hook
                for hook in hooks
                if hook.about in (LOBBY, game)
                or (hook.about == ME and hook.account in players.get(game, ()))
            ]
            for game in games
        }

    def _players(self, game: str, version: int) -> set[str]:
        stored = self._log.load_if_readable(game, version)
        if stored is None:
            return set()
        seated = {one.player for one in stored.game.seats if one.player}
        return seated | {one.account for one in people_awaited(stored.game) if one.account}

    def _growth(self, game: str, before: int, last: int) -> Growth:
        """Return the effect of the rows after version ``before``, up to version ``last``."""
        stored = self._log.load_at(game, before) if before else None
        # Read one row more, to see whether the last entry is complete.
        rows = self._log.rows(game, before, last + 1)
        started = over = False
        awaited: frozenset[Awaited] = frozenset()
        turns: set[Awaited] = set()
        for row, following in zip_longest(rows, rows[1:]):
            if row.version > last:
                break
            was = stored.game if stored else None
            if was is not None and row.version == before + 1 and row.action:
                awaited = frozenset(people_awaited(was))
            stored = project(game, stored, [row])
            assert stored is not None, "there was a row"
            now = stored.game
            started |= now.status == "running" and (was is None or was.status != "running")
            over |= now.finished and (was is None or not was.finished)
            if following is None or following.action:  # not within an entry
                due = frozenset(people_awaited(now))
                if due or now.status != "running":  # ignore pauses, and pending chance
                    turns = (turns | (due - awaited)) & due
                    awaited = due
        assert stored is not None, "the log reported these rows"
        return Growth(stored, started, over, frozenset(turns))

    def _shown(self, stored: Stored, *, afar: bool) -> GameShown:
        """Return a game as messages show it: all of it, or as everyone may see it."""
        seen = self._visibility.from_afar(stored) if afar else stored
        game = stored.game.id
        created = self._log.created_at(game)
        return GameShown(seen.head, game_summary(seen, created, self._visibility.policy(game)))

    def _messages(
        self, hook: Hook, growth: Growth, shown: Callable[..., GameShown]
    ) -> Iterator[tuple[GameKind, WebhookMessage]]:
        """Yield the messages for a webhook, as far as its owner may see the game."""
        stored, turns = growth.stored, growth.turns
        afar = hook.about == LOBBY and not self._visibility.is_open(stored)
        if hook.about == ME:
            turns = frozenset(one for one in turns if one.account == hook.account)
        happened: dict[GameKind, bool] = {
            "game.started": growth.started,
            "game.action": not afar,
            "game.turn": bool(turns) and not afar,
            "game.over": growth.over,
        }
        for kind in GAME_KINDS:
            if happened[kind] and kind in hook.events:
                whose = tuple(sorted(one.seat for one in turns)) if kind == "game.turn" else ()
                head, summary = shown(afar=afar)
                data = WebhookData(summary, head.hash.hex(), whose)
                yield kind, WebhookMessage(kind, head.at, data)

    def _disable_those_behind(self, hooks: set[str]) -> None:
        """Disable the webhooks with too many queued messages."""
        if not hooks:
            return
        query = select(MESSAGES.c.hook).where(MESSAGES.c.hook.in_(hooks)).group_by(MESSAGES.c.hook)
        query = query.having(func.count() > WAITING_MAX)
        with self._database.reading() as connection:
            behind = connection.scalars(query).all()
        if behind:
            why = f"more than {WAITING_MAX} messages waited"
            with self._database.writing() as connection:
                lock(connection)
                # One may have caught up since, or been disabled and enabled again.
                behind = connection.scalars(query).all()
                disabled = connection.execute(
                    update(WEBHOOKS)
                    .where(WEBHOOKS.c.id.in_(behind), WEBHOOKS.c.disabled_at == "")
                    .values(disabled_at=self._now(), disabled_why=why)
                )
                connection.execute(delete(MESSAGES).where(MESSAGES.c.hook.in_(behind)))
            if behind:
                DISABLED.labels("given_up").inc(disabled.rowcount)
                _LOG.warning("webhooks_disabled", webhooks=behind, why=why)
