"""``carolus export``: the games of the log as an archive."""

import math
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

import click
from eventsourcing.persistence import PersistenceError
from rich.progress import MofNCompleteColumn

from domain.record.record import write_record
from domain.ruleset import AnyRuleset
from service.archives.sources import STANDARD_INPUT
from service.archives.writing import write
from service.cli.progress import progress_bar
from service.cli.shared import (
    FIRST,
    RulesetParameter,
    complete_file,
    environment,
    examples,
    must_exist,
    opened_database,
    storage_errors,
)
from service.records.export import NotYet, record, records
from service.settings import Settings
from service.storage.log import Log, UnreadableGame, is_game

if TYPE_CHECKING:
    from service.projections.lobby import Lobby

STATUSES: Final = ("open", "running", "over", "aborted")
PACKED: Final = ".zst"
STANDARD_OUTPUT: Final = STANDARD_INPUT
_LEFT_OUT: Final = "games with hidden information have no record until they end"


@click.command(
    epilog=examples(
        "carolus export -o games.ndjson.zst",
        f"carolus export --status over --ruleset {FIRST} | carolus audit -",
        "carolus export --game tel56lpinmzzmb6t > game.json",
    ),
)
@click.option(
    "--status",
    type=click.Choice(STATUSES),
    help="Only games in this state; by default all that have ended.",
)
@click.option("--ruleset", "rules", type=RulesetParameter(), help="Only games of this ruleset.")
@click.option(
    "--game",
    "games",
    multiple=True,
    metavar="ID",
    help="Only this game, whatever its state; can be given several times.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=STANDARD_OUTPUT,
    metavar="FILE",
    help="Write to FILE; with zstd if its name ends in .zst.  [default: standard output]",
)
def export(
    status: str | None, rules: AnyRuleset | None, games: tuple[str, ...], output: Path
) -> None:
    """Write games as an archive.

    The games come from the log of CAROLUS_DATA, and the archive has one record per line. Games come
    in the order in which they ended. The service may run meanwhile.
    """
    if games and (status or rules):
        raise click.UsageError("--game cannot be combined with --status or --ruleset")
    from service.projections.lobby import Wanted  # noqa: PLC0415 - slow to import

    wanted = Wanted(status, rules.meta.id if rules else None)  # type: ignore[arg-type] # a choice
    chosen = environment()
    to_file = str(output) != STANDARD_OUTPUT
    with _opened(chosen) as (log, lobby):
        total = len(games) or lobby.count_records(wanted)
        lines = _named(log, games, chosen.place) if games else records(log, lobby, wanted)
        shown = to_file or not os.isatty(1)
        bar = progress_bar("exporting", total, MofNCompleteColumn(), shown=shown)
        with _written_to(output) as file, bar as advance:
            written = 0

            def counted() -> Iterator[bytes]:
                nonlocal written
                for written, line in enumerate(lines, 1):
                    advance(written)
                    yield line

            try:
                write(counted(), file, compress=output.name.endswith(PACKED))
            except PersistenceError as failure:
                raise click.ClickException(f"cannot read the log: {failure}") from failure
    if written < total:
        click.echo(f"{total - written:,} left out: {_LEFT_OUT}", err=True)
    if to_file:
        click.echo(f"{written:,} record{'' if written == 1 else 's'} in {output}", err=True)


def _named(log: Log, games: Sequence[str], place: str) -> Iterator[bytes]:
    """Yield the records of these games; end the command at the first that does not exist."""
    for game in games:
        try:
            found = record(log, game) if is_game(game) else None
        except (NotYet, UnreadableGame) as failure:
            raise click.ClickException(str(failure)) from None
        if found is None:
            raise click.ClickException(f"there is no game {game!r} in {place}")
        yield write_record(found)


@contextmanager
def _opened(chosen: Settings) -> Iterator[tuple[Log, "Lobby"]]:
    """Open the log, and bring the list of its games up to date."""
    from service.projections.all import Projections  # noqa: PLC0415 - slow to import

    must_exist(chosen)
    with opened_database(chosen) as database:
        with storage_errors(chosen):
            projections = Projections(database)
            projections.runner.catch_up(projections.lobby, seconds=math.inf)
        yield database.log, projections.lobby


@contextmanager
def _written_to(output: Path) -> Iterator[BinaryIO]:
    """Yield the stream to write to; a file gets its name only when it is complete."""
    if str(output) == STANDARD_OUTPUT:
        yield sys.stdout.buffer
        return
    try:
        with complete_file(output) as file:
            yield file
    except OSError as failure:
        raise click.ClickException(f"cannot write {output}: {failure.strerror}") from failure
