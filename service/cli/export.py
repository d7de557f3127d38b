"""``carolus export``: the games of the log as an archive."""

import math
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

import click
from eventsourcing.persistence import PersistenceError
from rich.progress import MofNCompleteColumn

from domain.record.record import has_events, write_record
from domain.ruleset import AnyRuleset
from service.access.game_keys import ACCOUNT_EXPECTED, ACCOUNT_PATTERN
from service.access.signing_keys import note_signer_of, signing_keys
from service.archives.record_lines import LINE_BYTES_MAX, in_words
from service.archives.sources import STANDARD_INPUT
from service.archives.writing import write
from service.cli.progress import progress_bar
from service.cli.shared import (
    FIRST,
    LABEL,
    TIME,
    MatchingText,
    RulesetParameter,
    environment,
    examples,
    must_exist,
    opened_database,
    standard_output,
    storage_errors,
)
from service.records.export import Included, NotYet, record, records
from service.records.periods import beginning
from service.runtime.complete_file import complete_file
from service.settings import Settings
from service.storage.log import Log, UnreadableGame, is_game

if TYPE_CHECKING:
    from service.projections.lobby import Lobby

_UNFINISHED: Final = ("open", "running")
STATUSES: Final = (*_UNFINISHED, "over", "aborted")
PACKED: Final = ".zst"
STANDARD_OUTPUT: Final = STANDARD_INPUT
_LEFT_OUT: Final = "games with hidden information have no record until they end"

_TOO_LONG: Final = f"a line with them would be longer than {in_words(LINE_BYTES_MAX)}"

_ACCOUNT: Final = MatchingText("account", rf"{ACCOUNT_PATTERN}(?!\n)", ACCOUNT_EXPECTED)


@click.command(
    epilog=examples(
        "carolus export -o games.ndjson.zst",
        f"carolus export --status over --ruleset {FIRST} | carolus audit --unsigned -",
        "carolus export --from 2025-01-31 --to 2025-02-02 -o weekend.ndjson.zst",
        "carolus export --game tel56lpinmzzmb6t > game.json",
        "carolus export --events -o evidence.ndjson.zst",
    ),
)
@click.option(
    "--status",
    type=click.Choice(STATUSES),
    help="Only games in this state; by default all that have ended.",
)
@click.option("--ruleset", "rules", type=RulesetParameter(), help="Only games of this ruleset.")
@click.option(
    "--from",
    "since",
    type=TIME,
    metavar="TIME",
    help="Only games that ended at this time or later: a day, or a time in UTC (RFC 3339).",
)
@click.option(
    "--to",
    "until",
    type=TIME,
    metavar="TIME",
    help="Only games that ended before this time.",
)
@click.option(
    "--player",
    type=_ACCOUNT,
    metavar="ID",
    help="Only games in which this account sits or sat.",
)
@click.option("--label", type=LABEL, metavar="TEXT", help="Only games with exactly this label.")
@click.option(
    "--game",
    "games",
    multiple=True,
    metavar="ID",
    help="Only this game, whatever its state; can be given several times.",
)
@click.option(
    "--events",
    is_flag=True,
    help="Add the events to each record, so that a program without the rules can verify it.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=STANDARD_OUTPUT,
    metavar="FILE",
    help="Write to FILE; with zstd if its name ends in .zst.  [default: standard output]",
)
def export(  # noqa: PLR0913, PLR0917 - a parameter for each option of the command
    status: str | None,
    rules: AnyRuleset | None,
    since: str | None,
    until: str | None,
    player: str | None,
    label: str | None,
    games: tuple[str, ...],
    events: bool,
    output: Path,
) -> None:
    """Write games as an archive.

    The games come from the log of CAROLUS_DATA, and the archive has one record per line. Games come
    in the order in which they ended. The service may run meanwhile.
    """
    if games and (status or rules or since or until or player or label):
        raise click.UsageError(
            "--game cannot be combined with --status, --ruleset, --from, --to, --player or --label"
        )
    _must_be_a_period(since, until, status)
    from service.projections.lobby import Wanted  # noqa: PLC0415 - slow to import

    ruleset = rules.meta.id if rules else None
    wanted = Wanted(status, ruleset, beginning(since), beginning(until), player, label)  # type: ignore[arg-type] # a choice
    chosen = environment()
    to_file = str(output) != STANDARD_OUTPUT
    with _opened(chosen) as (log, lobby, included):
        total = len(games) or lobby.count_records(wanted)
        if games:
            lines = _named(log, games, chosen.place, included, events=events)
        else:
            lines = records(log, lobby, wanted, included=included, events=events)
        shown = to_file or not os.isatty(1)
        bar = progress_bar("exporting", total, MofNCompleteColumn(), shown=shown)
        with _written_to(output) as file, bar as advance:
            written = without = 0

            def counted() -> Iterator[bytes]:
                nonlocal written, without
                for written, line in enumerate(lines, 1):
                    without += events and not has_events(line)
                    advance(written)
                    yield line

            try:
                write(counted(), file, compress=output.name.endswith(PACKED))
            except PersistenceError as failure:
                raise click.ClickException(f"cannot read the log: {failure}") from failure
    if not total:
        click.echo("no game matches these options", err=True)
    if written < total:
        click.echo(f"{total - written:,} left out: {_LEFT_OUT}", err=True)
    if without:
        click.echo(f"{without:,} without events: {_TOO_LONG}", err=True)
    if to_file:
        click.echo(f"{written:,} record{'' if written == 1 else 's'} in {output}", err=True)


def _must_be_a_period(since: str | None, until: str | None, status: str | None) -> None:
    """End the command if no game can have ended in this period."""
    if (since or until) and status in _UNFINISHED:
        raise click.UsageError(
            f"--from and --to select games by their end, and a game that is {status} has none"
        )
    if since and until and (beginning(since) or "") >= (beginning(until) or ""):
        raise click.UsageError(f"--to {until} must be later than --from {since}")


def _named(
    log: Log, games: Sequence[str], place: str, included: Included, *, events: bool
) -> Iterator[bytes]:
    """Yield the records of these games; end the command at the first that does not exist."""
    for game in games:
        try:
            found = record(log, game, included=included, events=events) if is_game(game) else None
        except (NotYet, UnreadableGame) as failure:
            raise click.ClickException(str(failure)) from None
        if found is None:
            raise click.ClickException(f"there is no game {game!r} in {place}")
        yield write_record(found)


@contextmanager
def _opened(chosen: Settings) -> Iterator[tuple[Log, "Lobby", Included]]:
    """Open the log, and bring the list of its games and the transparency log up to date."""
    from service.projections.all import Projections  # noqa: PLC0415 - slow to import
    from service.transparency.checkpoints import Checkpoints  # noqa: PLC0415 - as above

    must_exist(chosen)
    with opened_database(chosen) as database:
        with storage_errors(chosen):
            projections = Projections(database)
            projections.runner.catch_up(projections.lobby, projections.tree, seconds=math.inf)
            keys = signing_keys(chosen.folder)
            signer = note_signer_of(keys) if keys else None
            included = Checkpoints(database, projections, signer).includer()
        yield database.log, projections.lobby, included


@contextmanager
def _written_to(output: Path) -> Iterator[BinaryIO]:
    """Yield the stream to write to; a file gets its name only when it is complete."""
    try:
        if str(output) == STANDARD_OUTPUT:
            yield standard_output()
            standard_output().flush()
        else:
            with complete_file(output) as file:
                yield file
    except BrokenPipeError:
        raise  # the reader of standard output has gone
    except OSError as failure:
        place = "to standard output" if str(output) == STANDARD_OUTPUT else output
        raise click.ClickException(f"cannot write {place}: {failure.strerror}") from failure
