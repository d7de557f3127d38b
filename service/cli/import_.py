"""``carolus import``: games that were played elsewhere, into the log."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import click
import msgspec
from eventsourcing.persistence import PersistenceError
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from domain.catalogue import sentence
from domain.ruleset import LANGUAGES, Language
from service.access.signing import Verifier
from service.access.signing_keys import signing_keys
from service.archives import compression
from service.archives.lines import ReadFault
from service.archives.sources import lines, size
from service.cli import rendering
from service.cli.shared import (
    environment,
    examples,
    language_of_environment,
    opened_log,
    telling_of,
)
from service.records.importing import SENTENCES, Importer, ImportResult

_REDRAWN_EVERY: Final = 0.1
"""Seconds between two looks at the progress."""


class ImportSummary(msgspec.Struct):
    """What became of the records."""

    imported: int = 0
    there_already: int = 0
    refused: int = 0
    unreadable: int = 0
    """Lines, files and folders that could not be read."""
    data: str = ""
    """Where the log is: the data folder, or the database."""


@click.command(
    "import",
    epilog=examples(
        "carolus import games.ndjson.zst",
        "carolus import league/ finals.ndjson",
        "carolus import - < game.json",
    ),
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=language_of_environment,
    show_default="that of LANG",
    help="Language in which rules are told.",
)
def import_(paths: tuple[str, ...], as_json: bool, language: Language) -> None:
    """Take games that have ended into the log of CAROLUS_DATA, each after its audit.

    PATH is a record (JSON or text), an archive (NDJSON, plain or zstd), a folder of them, or - for
    standard input. A record that does not hold is told and left out; a game that is there already
    is passed over. The service may run meanwhile.
    """
    chosen = environment()
    summary = ImportSummary(data=chosen.place)
    progress = compression.Progress()
    with opened_log(chosen) as log:
        with telling_of(chosen):
            known = {key.content.kid for key in signing_keys(chosen.folder)}
        importer = Importer(log, Verifier(known).verify)
        with _watched(progress, paths) as look:
            try:
                for told in importer.run(lines(paths, progress=progress)):
                    _count(told, summary, language)
                    look()
            except PersistenceError as failure:
                raise click.ClickException(f"the log cannot be written: {failure}") from failure
    click.echo(msgspec.json.encode(summary) if as_json else _in_words(summary))
    if summary.refused or summary.unreadable:
        raise click.exceptions.Exit(1)


def _count(told: ImportResult | ReadFault, summary: ImportSummary, language: Language) -> None:
    """Count what became of a record, and say why one was not taken in."""
    if isinstance(told, ReadFault):
        summary.unreadable += 1
        click.echo(told.sentence, err=True)
    elif told.happened == "imported":
        summary.imported += 1
    elif told.happened == "there_already":
        summary.there_already += 1
    else:
        summary.refused += 1
        click.echo(rendering.printable(_why(told, language)), err=True)


def _why(told: ImportResult, language: Language) -> str:
    """Return in one line why a record was refused."""
    place = f"{told.source}, line {told.line}"
    game = "" if told.game is None else f"game {told.game} "
    finding = told.finding
    if finding is None:
        return f"{place}: {game}refused: {SENTENCES[told.reason].format_map(told.facts)}"
    where = "" if finding.where == "$" else f" at {finding.where}"
    facts = f": {rendering.facts(finding.facts)}" if finding.facts else ""
    reason = finding.reason.replace("_", " ")
    rule = f"{finding.rule}: {sentence(finding.rule, language)}"
    return f"{place}: {game}refused: {rule} ({reason}{where}{facts})"


def _in_words(summary: ImportSummary) -> str:
    """Return the summary for people."""
    parts = [f"{summary.imported:,} imported"]
    for count, what in (
        (summary.there_already, "there already"),
        (summary.refused, "refused"),
        (summary.unreadable, "could not be read"),
    ):
        if count:
            parts.append(f"{count:,} {what}")
    return f"{', '.join(parts)}; the log is in {summary.data}"


@contextmanager
def _watched(
    progress: compression.Progress, paths: tuple[str, ...]
) -> Iterator[Callable[[], None]]:
    """Show a bar while a person looks on; yield what looks how far the reading has come."""
    console = Console(stderr=True)
    columns = (
        TextColumn("importing"),
        BarColumn(),
        DownloadColumn(binary_units=True),
        TimeRemainingColumn(),
    )
    shown = console.is_terminal
    with Progress(*columns, console=console, disable=not shown) as bar:
        task = bar.add_task("importing", total=size(paths) if shown else None)
        last = 0.0

        def look() -> None:
            nonlocal last
            if time.monotonic() - last > _REDRAWN_EVERY:
                last = time.monotonic()
                bar.update(task, completed=progress.bytes_read)

        yield look
