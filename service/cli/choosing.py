"""Choosing a record: from a file, from an archive, or from the log."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

import click
import msgspec
from msgspec import Struct

from domain.record.detection import is_text
from domain.record.record import AnyRecord
from domain.refusal import Malformed
from service.archives.record_lines import ReadFault, RecordLine
from service.archives.sources import INPUT_NAME, STANDARD_INPUT, lines, named
from service.cli import rendering
from service.cli.shared import environment, existing_log, has_log, names_another
from service.records import export


def chosen(source: str, game: str | None, line: int | None) -> AnyRecord:
    """Return the chosen record; end the command if there is none, or more than one.

    ``source`` is a file, a folder, ``-`` for standard input, or a game of the log.
    """
    if source != STANDARD_INPUT and not Path(source).exists():
        return _of_the_log(source)
    found: Iterator[RecordLine | ReadFault] = lines([source])
    if line is not None:
        found = (one for one in found if _begins_at(one, line))
    if game is not None:
        found = (one for one in found if isinstance(one, RecordLine) and _glanced(one).id == game)
    first = list(islice(found, 2))
    if not first:
        raise click.ClickException(f"{_name(source)}: {_missing(game, line)}")
    if len(first) > 1:
        _list(source, chain(first, found))
        raise click.UsageError(f"{_name(source)} contains several games; {_how(source, game)}")
    (only,) = first
    if isinstance(only, ReadFault):
        raise click.ClickException(rendering.printable(only.sentence))
    try:
        record = only.decode()
    except Malformed as wrong:
        raise click.ClickException(_explanation(only, wrong)) from None
    if not record.entries:
        raise click.ClickException(f"{only.source}, line {only.number}: the record has no entries")
    return record


class _Glance(Struct):
    """The fields of a record that help to choose it; all None if the line is not a record."""

    id: Any = None
    ruleset: Any = None
    seats: Any = None
    outcome: Any = None


_GLANCES: Final = msgspec.json.Decoder(_Glance)


def _glanced(line: RecordLine) -> _Glance:
    if is_text(line.data):
        return _glanced_at_text(line)
    try:
        return _GLANCES.decode(line.data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _Glance()


def _glanced_at_text(line: RecordLine) -> _Glance:
    try:
        record = line.decode()
    except Malformed:
        return _Glance()
    seats, outcome = msgspec.to_builtins((record.seats, record.outcome))
    return _Glance(record.id, record.ruleset, list(seats), outcome)


def _begins_at(one: RecordLine | ReadFault, line: int) -> bool:
    number = one.number if isinstance(one, RecordLine) else one.line
    return number == line


def _list(source: str, found: Iterable[RecordLine | ReadFault]) -> None:
    """Print the games to choose from, one per line; end the command if there is none."""
    several = Path(source).is_dir()
    nothing = True
    for one in found:
        if isinstance(one, ReadFault):
            click.echo(rendering.printable(one.sentence), err=True)
            continue
        nothing = False
        line = f"line {one.number:<6}"
        place = f"{one.source}, {line}" if several else line
        click.echo(rendering.printable(f"{place} {_described(_glanced(one))}"))
    if nothing:
        raise click.ClickException(f"{rendering.printable(source)}: no record was found")


def _described(game: _Glance) -> str:
    """Return one line about a game; its fields are not validated and may be of any type."""
    if game.id is None:
        return "not a record"
    seats = game.seats if isinstance(game.seats, list) else []
    players = [_player(seat) for seat in seats]
    outcome = game.outcome if isinstance(game.outcome, dict) else {}
    reason, winners = outcome.get("reason"), outcome.get("winners")
    if isinstance(reason, str) and isinstance(winners, list):
        end = rendering.ending(reason, [str(winner) for winner in winners])
    else:
        end = "no outcome"
    return f"{game.id}  {game.ruleset}  {', '.join(players)}  {end}"


def _player(seat: object) -> str:
    known = seat if isinstance(seat, dict) else {}
    return str(known.get("name") or known.get("bot") or "nobody")


def _explanation(line: RecordLine, wrong: Malformed) -> str:
    place = f"{line.source}, line {line.number}"
    where = f" at {wrong.where}" if wrong.where else ""
    return rendering.printable(f"{place}: not a record{where}: {wrong}")


def _how(source: str, game: str | None) -> str:
    """Return how to choose one of several games."""
    if Path(source).is_dir():
        how = "pass the file of the game, with --line N"
        return how if game is not None else f"choose one with --game ID, or {how}"
    return f"choose one with {'' if game is not None else '--game ID or '}--line N"


def _missing(game: str | None, line: int | None) -> str:
    if game is not None:
        return f"there is no game {game!r}" + ("" if line is None else f" in line {line}")
    return "contains no game" if line is None else f"no game begins in line {line}"


def _name(source: str) -> str:
    return INPUT_NAME if source == STANDARD_INPUT else named(source)


def _of_the_log(game: str) -> AnyRecord:
    """Return the record of a game of the log of CAROLUS_DATA."""
    chosen = environment()
    no_file = f"there is no file {game!r}"
    if not has_log(chosen):
        raise click.ClickException(
            f"{no_file}, and no log in {chosen.place}; {names_another(chosen)}"
        )
    with existing_log(chosen) as log:
        try:
            record = export.record(log, game)
        except export.NotYet as not_yet:
            raise click.ClickException(str(not_yet)) from None
    if record is None:
        where = f"{chosen.place}; {names_another(chosen)}"
        raise click.ClickException(f"{no_file}, and no such game in {where}")
    return record
