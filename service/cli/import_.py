"""``carolus import``: add games that were played elsewhere to the log."""

import click
import msgspec
from eventsourcing.persistence import PersistenceError
from rich.progress import DownloadColumn

from domain.catalogue import sentence
from domain.kit.story import values_in_words
from domain.ruleset import LANGUAGES, Language
from service.access.record_verifier import RecordVerifier
from service.access.signing_keys import signing_keys
from service.archives import compression
from service.archives.record_lines import ReadFault
from service.archives.sources import lines, size
from service.cli import rendering
from service.cli.progress import progress_bar
from service.cli.shared import (
    environment,
    examples,
    language_of_environment,
    opened_log,
    storage_errors,
)
from service.records.importing import SENTENCES, Importer, ImportResult


class ImportSummary(msgspec.Struct):
    """Counts of the records by result."""

    imported: int = 0
    there_already: int = 0
    refused: int = 0
    unreadable: int = 0
    """Number of lines, files and folders that could not be read."""
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
    help="Language of rules.",
)
def import_(paths: tuple[str, ...], as_json: bool, language: Language) -> None:
    """Audit games, and store them.

    Games that have ended are added to the log of CAROLUS_DATA.

    PATH is a record (JSON or text), an archive (NDJSON, plain, zstd or gzip), a folder of them, or
    - for standard input. Invalid records are reported and left out; games that are in the log
    already are skipped. The service may run meanwhile.
    """
    chosen = environment()
    summary = ImportSummary(data=chosen.place)
    progress = compression.Progress()
    with opened_log(chosen) as log:
        with storage_errors(chosen):
            known = {key.content.kid for key in signing_keys(chosen.folder)}
        importer = Importer(log, RecordVerifier(known))
        amount = DownloadColumn(binary_units=True)
        with progress_bar("importing", lambda: size(paths), amount) as advance:
            try:
                for result in importer.run(lines(paths, progress=progress)):
                    _count(result, summary, language)
                    advance(progress.bytes_read)
            except PersistenceError as failure:
                raise click.ClickException(f"cannot write to the log: {failure}") from failure
    click.echo(msgspec.json.encode(summary) if as_json else _counted(summary))
    if summary.refused or summary.unreadable:
        raise click.exceptions.Exit(1)


def _count(result: ImportResult | ReadFault, summary: ImportSummary, language: Language) -> None:
    """Count a result, and print why a record was not imported."""
    if isinstance(result, ReadFault):
        summary.unreadable += 1
        click.echo(rendering.printable(result.sentence), err=True)
    elif result.happened == "imported":
        summary.imported += 1
    elif result.happened == "there_already":
        summary.there_already += 1
    else:
        summary.refused += 1
        click.echo(rendering.printable(_why(result, language)), err=True)


def _why(result: ImportResult, language: Language) -> str:
    """Return as one line why a record was refused."""
    place = f"{result.source}, line {result.line}"
    game = "" if result.game is None else f"game {result.game} "
    finding = result.finding
    if finding is None:
        return f"{place}: {game}refused: {SENTENCES[result.reason].format_map(result.facts)}"
    where = "" if finding.where == "$" else f" at {finding.where}"
    facts = f": {values_in_words(finding.facts)}" if finding.facts else ""
    reason = finding.reason.replace("_", " ")
    rule = f"{finding.rule}: {sentence(finding.rule, language)}"
    return f"{place}: {game}refused: {rule} ({reason}{where}{facts})"


def _counted(summary: ImportSummary) -> str:
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
