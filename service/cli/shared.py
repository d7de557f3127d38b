"""What several commands need: settings, a ruleset and its options, the log."""

import os
import secrets
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec
from eventsourcing.persistence import PersistenceError

from domain.refusal import IllegalAction
from domain.ruleset import LANGUAGES, AnyRuleset, Language, Pick, Ruleset
from domain.rulesets.registry import BY_ID, RULESETS
from service.access.keys import RandomBytes
from service.cli import rendering
from service.settings import BadSetting, Settings, settings, unknown
from service.storage.address import FILE_NAME
from service.storage.log import Log, UnreadableGame

if TYPE_CHECKING:
    from service.storage.database import Database

FIRST: Final = RULESETS[0].meta.id
"""The ruleset that is meant if none is named."""
LAST: Final = RULESETS[-1].meta.id
"""One that examples name."""

_OPTIONS: Final = {
    "CAROLUS_HOST": "; `carolus serve` takes --host",
    "CAROLUS_PORT": "; `carolus serve` takes --port",
}
"""What to say of variables that people expect, and that are options of a command."""


def examples(*lines: str) -> str:
    """Return the end of a command's help: examples, one a line."""
    # The mark keeps click from wrapping them into one paragraph.
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
            self.fail(f"no ruleset is called {value!r}; there is {', '.join(BY_ID)}", param, ctx)
        return found


def language_of_environment() -> Language:
    """Return the language of the environment, if rules are told in it."""
    variables = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    told = next(filter(None, variables), "")
    return next((one for one in LANGUAGES if told.startswith(one)), "en")


class _BadEnvironment(click.ClickException):
    """A setting does not fit. Nothing is wrong with the command, so its usage is not told."""

    exit_code = 2


def environment() -> Settings:
    """Return the settings of the environment; end the command if a variable has a bad value."""
    try:
        return settings(os.environ)
    except BadSetting as wrong:
        raise _BadEnvironment(str(wrong)) from wrong


def warn_of_unknown_settings() -> None:
    """Say which variables of the environment look like settings and are none."""
    for name, meant in unknown(os.environ).items():
        advice = _OPTIONS.get(name) or (f"; {meant} is one" if meant else "")
        click.echo(f"Warning: {name} is not a setting{advice}.", err=True)


def options_of(
    rules: AnyRuleset,
    pairs: tuple[str, ...],
    players: int | None,
    usual: Mapping[str, Any] = MappingProxyType({}),
) -> Any:
    """Return the options of a game, from ``key=value`` pairs and the number of players.

    A value is read as JSON if it is that, else as text. ``usual`` are the options that are meant
    where nothing is said, if they are not the defaults.
    """
    told: dict[str, Any] = dict(usual)
    if players is not None:
        told["players"] = players
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not key:
            raise click.BadParameter(
                f"{pair!r} is not of the form key=value", param_hint="'--option'"
            )
        try:
            told[key] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            told[key] = value
    by_players = players is not None and told["players"] == players
    try:
        options = msgspec.convert(told, rules.options_type)
        rules.start(options)
    except msgspec.ValidationError as wrong:
        named = by_players and "$.players" in str(wrong)
        raise click.BadParameter(
            f"{str(wrong).replace('$.', '')}; {_fitting(rules, wrong)}",
            param_hint="'--players'" if named else "'--option'",
        ) from wrong
    except IllegalAction as refused:
        named = by_players and "players" in refused.refusal.facts
        raise click.BadParameter(
            rendering.refusal(refused.refusal, "en"),
            param_hint="'--players'" if named else "'--option'",
        ) from refused
    return options


def _fitting(rules: AnyRuleset, wrong: msgspec.ValidationError) -> str:
    """Return the values that an option may have, or which options there are."""
    from service.http.requests.expected import fitting  # noqa: PLC0415 - brings HTTP, for this alone

    where = str(wrong).rpartition(" - at ")[2].strip("`")
    if where.startswith("$.") and (values := fitting(rules.options_type, where)):
        return f"expected {values}"
    return f"there is {', '.join(one.name for one in msgspec.structs.fields(rules.options_type))}"


def bots_of(rules: AnyRuleset, names: Sequence[str], seats: int, hint: str) -> Sequence[str]:
    """Return the house bot of each seat; a single name is that of all seats."""
    for name in names:
        if name not in rules.bots:
            raise click.BadParameter(
                f"no house bot is called {name!r}; there is {', '.join(sorted(rules.bots))}",
                param_hint=hint,
            )
    if len(names) == 1:
        return [*names] * seats
    if len(names) != seats:
        raise click.BadParameter(
            f"{len(names)} house bots for {seats} seats; name one bot, or one for each seat",
            param_hint=hint,
        )
    return names


def chance_of(seed: str | None) -> tuple[RandomBytes, Pick]:
    """Return where secrets come from and how bots draw: repeatable with a seed, else secret."""
    if seed is None:
        return secrets.token_bytes, secrets.randbelow
    one, other = Random(f"{seed} secrets"), Random(f"{seed} bots")  # noqa: S311 - to be repeated
    return one.randbytes, other.randrange


@contextmanager
def telling_of(chosen: Settings) -> Iterator[None]:
    """End the command with one line if the data folder or the database cannot be used."""
    try:
        if chosen.folder.exists() and not chosen.folder.is_dir():
            raise NotADirectoryError("it is not a folder")
        yield
    except (OSError, ValueError, sqlite3.Error, PersistenceError) as failure:
        what, variable = f"data folder {chosen.folder.resolve()}", "CAROLUS_DATA"
        if chosen.database and isinstance(failure, PersistenceError):
            what, variable = f"database {chosen.place}", "CAROLUS_DATABASE"
        raise click.ClickException(
            f"the {what} cannot be used: {_why(failure)}; {variable} names another one"
        ) from failure


def _why(failure: Exception) -> str:
    if getattr(failure, "sqlite_errorcode", None) == sqlite3.SQLITE_READONLY:
        return (
            "it may only be read, and SQLite writes beside the log even to read it: "
            "be the user of the service, or take a copy"
        )
    return str(failure)


@contextmanager
def opened_database(chosen: Settings) -> Iterator["Database"]:
    """Open the database."""
    from service.storage.database import open_database  # noqa: PLC0415 - slow to import

    with telling_of(chosen):
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


def must_exist(chosen: Settings) -> None:
    """End the command if there is no log yet, instead of making one."""
    if not has_log(chosen):
        raise click.ClickException(f"there is no log in {chosen.place}; {names_another(chosen)}")


def names_another(chosen: Settings) -> str:
    """Return how to look elsewhere for what is not here."""
    if chosen.database:
        return "CAROLUS_DATABASE names another one"
    return "CAROLUS_DATA names another folder"


def has_log(chosen: Settings) -> bool:
    """Return whether there is a log; a database is looked at when it is opened."""
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
