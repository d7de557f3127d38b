"""When and about what an account wants to be notified."""

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import delete, select

from service.notifications.tables import MUTED, PREFERENCES, UNINVITED
from service.runtime.timestamps import written
from service.storage.database import Database
from service.storage.tables import put
from service.webhooks.hooks import lock
from service.webhooks.queue import judge_again
from service.webhooks.tables import WEBHOOKS

_DAY: Final = timedelta(days=1)


class QuietTime(NamedTuple):
    """The time of day in which an account receives nothing; it may include midnight."""

    begins: str
    """A local time, such as ``22:00``."""
    ends: str
    time_zone: str
    """Its name in the IANA database, such as ``Europe/Berlin``."""

    def end_after(self, at: str) -> str:
        """Return when the quiet time around this moment ends; empty if the moment is not quiet."""
        begins, ends = time.fromisoformat(self.begins), time.fromisoformat(self.ends)
        local = datetime.fromisoformat(at).astimezone(ZoneInfo(self.time_zone))
        clock = local.time()
        overnight = begins > ends
        quiet = (clock >= begins or clock < ends) if overnight else begins <= clock < ends
        if not quiet:
            return ""
        day = local.date() + (_DAY if overnight and clock >= begins else timedelta())
        end = datetime.combine(day, ends, local.tzinfo).astimezone(UTC)
        # When clocks go back, a local time occurs twice, and its first occurrence may be over.
        return max(written(end), at)


class Preferences(NamedTuple):
    """What an account has chosen."""

    quiet: QuietTime | None = None
    muted: tuple[str, ...] = ()
    """The games about which it receives nothing, in order of their IDs."""
    invitations: bool = True
    """Whether it is notified when a player asks it to enter a tournament as a pair."""


class PreferenceBook:
    """The preferences of all accounts. All methods block; they raise PersistenceError."""

    def __init__(self, database: Database, now: Callable[[], str]) -> None:
        self._database = database
        self._now = now

    def of(self, account: str) -> Preferences:
        """Return the preferences of an account."""
        chosen = select(PREFERENCES).where(PREFERENCES.c.account == account)
        muted = select(MUTED.c.game).where(MUTED.c.account == account).order_by(MUTED.c.game)
        uninvited = select(UNINVITED).where(UNINVITED.c.account == account)
        with self._database.reading() as connection:
            row = connection.execute(chosen).one_or_none()
            games = tuple(connection.scalars(muted))
            invitations = connection.execute(uninvited).one_or_none() is None
        quiet = None
        if row is not None and row.quiet_from:
            quiet = QuietTime(row.quiet_from, row.quiet_until, row.time_zone)
        return Preferences(quiet, games, invitations)

    def choose(self, account: str, chosen: Preferences) -> None:
        """Replace the preferences of an account."""
        begins, ends, zone = chosen.quiet or ("", "", "")
        row = {"account": account, "quiet_from": begins, "quiet_until": ends, "time_zone": zone}
        games = [{"account": account, "game": game} for game in dict.fromkeys(chosen.muted)]
        with self._database.writing() as connection:
            lock(connection)
            put(connection, PREFERENCES, [row], renew=("quiet_from", "quiet_until", "time_zone"))
            connection.execute(delete(MUTED).where(MUTED.c.account == account))
            put(connection, MUTED, games)
            connection.execute(delete(UNINVITED).where(UNINVITED.c.account == account))
            put(connection, UNINVITED, [] if chosen.invitations else [{"account": account}])
            # Messages that wait for the end of the previous quiet time are due again.
            judge_again(connection, self._now(), WEBHOOKS.c.account == account)
