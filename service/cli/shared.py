"""Helpers that several commands share: settings, a ruleset and its options, the log."""

import errno
import os
import re
import secrets
import shlex
import shutil
import sqlite3
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import click
import msgspec
from eventsourcing.persistence import PersistenceError

from domain.kit.option_marks import outdated
from domain.refusal import IllegalAction
from domain.ruleset import LANGUAGES, AnyRuleset, Language, Pick, Ruleset
from domain.rulesets.registry import BY_ID, RULESETS
from domain.table.actions import LABEL_EXPECTED, LABEL_PATTERN
from domain.valid_values import explained
from service.access.game_keys import RandomBytes
from service.access.secret_files import BadKey
from service.cli import rendering
from service.records.periods import TIME_EXPECTED, TIME_PATTERN
from service.settings import BadSetting, Settings, settings, unknown
from service.storage.address import FILE_NAME
from service.storage.log import Log, UnreadableGame

if TYPE_CHECKING:
    from service.storage.database import Database

FIRST: Final = RULESETS[0].meta.id
"""The default ruleset."""
LAST: Final = RULESETS[-1].meta.id
"""A second ruleset, for examples."""
FOR_MORE: Final = next(
    (one.meta.id for one in RULESETS[1:] if "players" in one.options_type.__struct_fields__), FIRST
)
"""A ruleset that is not the default, with the option ``players``, for examples."""

NAME: Final = "carolus"
"""The name of the program."""

_OPTIONS: Final = {
    "CAROLUS_HOST": "; `carolus serve` takes --host",
    "CAROLUS_PORT": "; `carolus serve` takes --port",
}
"""Advice about variables that people expect, but that are options of a command."""


def program() -> str:
    """Return what the user types to run this program: its path, unless it is on the PATH."""
    typed = Path(sys.argv[0])
    found = shutil.which(NAME)
    if typed.name != NAME or (found is not None and typed.samefile(found)):
        return NAME
    return shlex.quote(sys.argv[0])


def examples(*lines: str) -> str:
    """Return the end of a command's help: examples, one per line."""
    # \b keeps click from wrapping them into one paragraph.
    return "\n".join(("\b", "Examples:", *(f"  {line}" for line in lines)))


class RulesetParameter(click.ParamType[AnyRuleset]):
    """The id of a ruleset, turned into the ruleset."""

    name = "ruleset"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> AnyRuleset:
        """Return the ruleset with this id."""
        if isinstance(value, Ruleset):
            return value
        found = BY_ID.get(str(value))
        if found is None:
            self.fail(
                f"no ruleset is called {value!r}; expected one of {', '.join(BY_ID)}", param, ctx
            )
        return found


class MatchingText(click.ParamType[str]):
    """Text that the filters of records over HTTP accept, too."""

    def __init__(self, name: str, pattern: str, expected: str) -> None:
        self.name = name
        self._pattern = re.compile(pattern)
        self._expected = expected

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text; fail if it does not match."""
        if self._pattern.search(value) is None:
            self.fail(f"{value!r} is not {self._expected}", param, ctx)
        return value


LABEL: Final = MatchingText("label", LABEL_PATTERN, LABEL_EXPECTED)

TIME: Final = MatchingText("time", TIME_PATTERN, TIME_EXPECTED)


class WholeNumber(click.IntRange):
    """A whole number with a least value; an error names the limits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            limits = (
                f", {self.min} or more" if self.max is None else f" from {self.min} to {self.max:,}"
            )
            self.fail(f"{value!r} is not a whole number{limits}", param, ctx)


def language_of_environment() -> Language:
    """Return the language of the environment if the service supports it, else English."""
    variables = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next(filter(None, variables), "")
    return next((one for one in LANGUAGES if locale.startswith(one)), "en")


class BadEnvironment(click.ClickException):
    """A setting is invalid. The command itself is fine, so its usage is not printed."""

    exit_code = 2


def environment() -> Settings:
    """Return the settings of the environment; end the command if a variable is invalid."""
    try:
        return settings(os.environ)
    except BadSetting as wrong:
        raise BadEnvironment(str(wrong)) from wrong


def warn_of_unknown_settings() -> None:
    """Warn of environment variables that look like settings but are not."""
    for name, meant in unknown(os.environ).items():
        advice = _OPTIONS.get(name) or (f"; did you mean {meant}?" if meant else "")
        end = "" if advice.endswith("?") else "."
        click.echo(f"Warning: {name} is not a setting{advice}{end}", err=True)


def options_of(
    rules: AnyRuleset,
    pairs: tuple[str, ...],
    players: int | None,
    usual: Mapping[str, Any] = MappingProxyType({}),
) -> Any:
    """Return the options of a game, from ``key=value`` pairs and the number of players.

    Values are parsed as JSON; a value that is not JSON is text. ``usual`` overrides the defaults of
    the ruleset. Ends the command if the options are invalid.
    """
    given: dict[str, Any] = dict(usual)
    counted = "players" in rules.options_type.__struct_fields__
    if players is not None and counted:
        given["players"] = players
    elif players is not None and players not in rules.meta.seats:
        seats = " or ".join(map(str, rules.meta.seats))
        raise click.BadParameter(
            f"{rules.meta.title} has {seats} players", param_hint="'--players'"
        )
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not key:
            raise click.BadParameter(
                f"{pair!r} is not of the form key=value", param_hint="'--option'"
            )
        try:
            given[key] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            given[key] = value
    by_players = counted and players is not None and given["players"] == players
    try:
        options = msgspec.convert(given, rules.options_type)
        rules.start(options)
        for option, value, newest in outdated(options):
            raise click.BadParameter(
                f"{option}: {value!r} was corrected; expected {newest!r}", param_hint="'--option'"
            )
    except msgspec.ValidationError as wrong:
        fault = explained(wrong, rules.options_type, given)
        option = fault.where.removeprefix("$.")
        raise click.BadParameter(
            fault._replace(where=option).with_place(),
            param_hint="'--players'" if by_players and option == "players" else "'--option'",
        ) from wrong
    except IllegalAction as refused:
        named = by_players and "players" in refused.refusal.facts
        raise click.BadParameter(
            rendering.refusal(refused.refusal, "en"),
            param_hint="'--players'" if named else "'--option'",
        ) from refused
    return options


def bots_of(rules: AnyRuleset, names: Sequence[str], seats: int, hint: str) -> Sequence[str]:
    """Return the house bot of each seat; a single name applies to all seats."""
    for name in names:
        if name not in rules.bots:
            raise click.BadParameter(
                f"no house bot is called {name!r}; expected one of {', '.join(rules.bots)}",
                param_hint=hint,
            )
    if len(names) == 1:
        return [*names] * seats
    if len(names) != seats:
        raise click.BadParameter(
            f"{len(names)} house bots for {seats} seats; give one bot, or one for each seat",
            param_hint=hint,
        )
    return names


def chance_of(seed: str | None) -> tuple[RandomBytes, Pick]:
    """Return the sources of randomness for secrets and bots: repeatable if there is a seed."""
    if seed is None:
        return secrets.token_bytes, secrets.randbelow
    one, other = Random(f"{seed} secrets"), Random(f"{seed} bots")  # noqa: S311 - to be repeated
    return one.randbytes, other.randrange


@contextmanager
def storage_errors(chosen: Settings) -> Iterator[None]:
    """End the command with a one-line error if the data folder or the database is unusable."""
    try:
        if chosen.folder.exists() and not chosen.folder.is_dir():
            raise NotADirectoryError("not a folder")
        yield
    except (OSError, BadKey, sqlite3.Error, PersistenceError) as failure:
        what, variable = f"data folder {chosen.folder.resolve()}", "CAROLUS_DATA"
        if chosen.database and isinstance(failure, PersistenceError):
            what, variable = f"database {chosen.place}", "CAROLUS_DATABASE"
        raise click.ClickException(
            f"the {what} cannot be used: {_why(failure)}; set {variable} to use another one"
        ) from failure


def _why(failure: Exception) -> str:
    if getattr(failure, "sqlite_errorcode", None) == sqlite3.SQLITE_READONLY:
        return (
            "it is read-only, and SQLite writes next to the log even to read it; "
            "run this as the user of the service, or on a copy"
        )
    if isinstance(failure, OSError) and failure.strerror is not None:
        return failure.strerror  # the message has the path already
    return str(failure)


@contextmanager
def opened_database(chosen: Settings) -> Iterator["Database"]:
    """Open the database."""
    from service.storage.database import open_database  # noqa: PLC0415 - slow to import

    with storage_errors(chosen):
        database = open_database(chosen)
    try:
        yield database
    finally:
        database.close()


@contextmanager
def opened_log(chosen: Settings) -> Iterator[Log]:
    """Open the log."""
    with opened_database(chosen) as database:
        yield database.log


def standard_output() -> BinaryIO:
    """Return standard output as a stream of bytes; raise OSError if the shell closed it."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed")
    return sys.stdout.buffer


def must_exist(chosen: Settings) -> None:
    """End the command if there is no log yet, instead of creating one."""
    if not has_log(chosen):
        raise click.ClickException(f"there is no log in {chosen.place}; {names_another(chosen)}")


def names_another(chosen: Settings) -> str:
    """Return how to look elsewhere for something that is missing here."""
    if chosen.database:
        return "set CAROLUS_DATABASE to use another one"
    return "set CAROLUS_DATA to use another folder"


def has_log(chosen: Settings) -> bool:
    """Return whether there is a log; for a database, this shows only when it is opened."""
    return bool(chosen.database) or (chosen.folder / FILE_NAME).exists()


@contextmanager
def existing_log(chosen: Settings) -> Iterator[Log]:
    """Open the log for reading; end the command if there is none."""
    must_exist(chosen)
    with opened_log(chosen) as log:
        try:
            yield log
        except UnreadableGame as unreadable:
            raise click.ClickException(str(unreadable)) from None
