"""``carolus audit``: proves archives of records, offline.

The exit status is 0 if all holds, 1 if something does not, and 2 if there was nothing to audit:
asked in the wrong way, a path that cannot be read, no record in it.
"""

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Final, TypeAlias

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from domain.ruleset import LANGUAGES, Language
from service.access.signing import published_in
from service.archives import streams, tables
from service.archives.auditing import Auditor, Examined, Terms, Told
from service.archives.lines import Fault
from service.archives.reports import (
    REPORTS,
    Count,
    JsonLines,
    RecordLine,
    Report,
    Summary,
    record_line,
    report_type,
)
from service.archives.sources import lines, size
from service.archives.statistics import Statistics
from service.archives.statistics import report as statistics_of
from service.cli import words
from service.cli.shared import examples, spoken
from service.findings import RecordFinding
from service.memory import settle_memory

TOLD_MAX: Final = 20
"""Records and faults that are told one by one to people; a report tells all of them."""

_REDRAWN_EVERY: Final = 0.1
"""Seconds between two looks at the progress."""


@click.command(
    epilog=examples(
        "carolus audit games.ndjson.zst",
        "carolus audit --keys jwks.json --statistics final/ semifinals.ndjson",
        "carolus export | carolus audit -",
        "carolus audit --report audit.jsonl --report audit.xml games/",
    ),
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--keys",
    "key_files",
    multiple=True,
    type=click.File("rb"),
    metavar="FILE",
    help="A JWK Set of the service: every finished game must be signed by one of its keys. "
    "Can be given several times.",
)
@click.option("--statistics", is_flag=True, help="Test the dice and the seats of all games.")
@click.option(
    "--report",
    "report_files",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a report for machines: JSON lines (.jsonl, .ndjson) or JUnit (.xml).",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    help="Processes that work at the same time.  [default: all cores]",
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON lines.")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=spoken,
    show_default="that of LANG",
    help="Language in which rules are told.",
)
def audit(  # noqa: PLR0913, PLR0917 - a parameter for each option of the command
    paths: tuple[str, ...],
    key_files: tuple[IO[bytes], ...],
    statistics: bool,
    report_files: tuple[Path, ...],
    jobs: int | None,
    as_json: bool,
    language: Language,
) -> None:
    """Prove records offline: every entry, event, hash, die and signature.

    PATH is a record (JSON), an archive (NDJSON, plain or zstd), a folder of them, or - for
    standard input.
    """
    terms = Terms(_published(key_files), statistics)
    settle_memory()
    auditor = Auditor(terms, jobs or _cores())
    count = Count()
    with ExitStack() as stack:
        reports = [stack.enter_context(_report(path, language)) for path in report_files]
        people = None if as_json else _People(language)
        reports.append(JsonLines(sys.stdout.buffer, language) if people is None else people)
        progress = streams.Progress()
        began = time.perf_counter()
        with _watched(progress, paths, count) as watched:
            _tell(watched(auditor.run(lines(paths, progress=progress))), [count, *reports])
        summary = count.summary(
            sources=progress.sources,
            passed_over=progress.passed_over,
            seconds=time.perf_counter() - began,
        )
        counted = statistics_of(auditor.tally) if statistics else None
        for report in reports:
            report.end(summary, counted)
    raise click.exceptions.Exit(_status(summary, count))


def _status(summary: Summary, count: Count) -> int:
    if count.broken or count.faults:
        return 1
    return 0 if summary.holds and summary.records else 2


def _tell(told: Iterator[Told], listeners: Sequence[Count | Report]) -> None:
    try:
        for one in told:
            for listener in listeners:
                if isinstance(one, Examined):
                    listener.record(one)
                else:
                    listener.fault(one)
    except BrokenProcessPool as broken:
        raise click.ClickException(
            "the system ended one of the processes, perhaps for want of memory; "
            "--jobs 1 needs the least"
        ) from broken


def _published(files: Iterable[IO[bytes]]) -> frozenset[str] | None:
    """Return the thumbprints of the keys in these files; None if there are no files."""
    published: frozenset[str] = frozenset()
    given = False
    for file in files:
        given = True
        try:
            found = published_in(file.read())
        except ValueError as wrong:
            raise click.BadParameter(f"{file.name}: {wrong}", param_hint="'--keys'") from wrong
        if not found:
            raise click.BadParameter(
                f"{file.name}: there is no Ed25519 key in it", param_hint="'--keys'"
            )
        published |= found
    return published if given else None


def _cores() -> int:
    """Return how many cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # not everywhere
    return len(affinity(0)) if affinity else os.cpu_count() or 1


@contextmanager
def _report(path: Path, language: Language) -> Iterator[Report]:
    """Open a report; it takes its name when it is whole."""
    kind = report_type(path)
    if kind is None:
        raise click.BadParameter(
            f"{path}: a report ends in {', '.join(REPORTS)}", param_hint="'--report'"
        )
    aside = path.with_name(f".{path.name}.part")
    try:
        with aside.open("wb") as stream:
            yield kind(stream, language)
        aside.replace(path)
    except BrokenPipeError:
        raise  # nobody reads standard output any more; that is no fault of the report
    except OSError as failure:
        raise click.ClickException(f"cannot write {path}: {failure.strerror}") from failure
    finally:
        aside.unlink(missing_ok=True)


# --- for people --------------------------------------------------------------------------------


class _People:
    """Tells people what does not hold, as it is found, and the summary at the end."""

    def __init__(self, language: Language) -> None:
        self._language: Language = language
        self._told = 0

    def record(self, one: Examined) -> None:
        """Tell a record that does not hold."""
        if not one.audited.holds and self._may_tell():
            _told_record(record_line(one, self._language))

    def fault(self, fault: Fault) -> None:
        """Tell what could not be read."""
        if self._may_tell():
            click.secho(words.printable(fault.sentence), fg="red")

    def end(self, summary: Summary, statistics: Statistics | None) -> None:
        """Tell the summary."""
        left = self._told - TOLD_MAX
        if left > 0:
            click.echo(f"… and {left} more; --report FILE tells all of them.")
        _told_summary(summary)
        if statistics is not None:
            click.echo()
            tables.tell(statistics, Console())

    def _may_tell(self) -> bool:
        self._told += 1
        return self._told <= TOLD_MAX


def _told_record(line: RecordLine) -> None:
    game = f"game {line.game} does not hold" if line.game else "not a record"
    click.secho(words.printable(f"{line.source}, line {line.line}: {game}"), fg="red")
    for finding in line.findings:
        if finding.weight == "breach":
            click.echo(f"  {_place(finding)}: {finding.rule}: {finding.message}")
            why = finding.reason.replace("_", " ")
            facts = words.facts(finding.facts) if finding.facts else ""
            click.echo(words.printable(f"  ({why}: {facts})" if facts else f"  ({why})"))


def _place(finding: RecordFinding) -> str:
    if finding.entry is None:
        return finding.where
    return f"entry {finding.entry}"


def _told_summary(summary: Summary) -> None:
    if not summary.records:
        click.secho("No record was found.", fg="yellow")
        return
    click.secho(_headline(summary), fg="green" if summary.holds else "red", bold=True)
    if summary.faults:
        click.echo(f"{_counted(summary.faults, 'place')} could not be read.")
    click.echo(
        f"{summary.entries:,} entries, {summary.decisions:,} of them decisions of players, "
        f"and {summary.events:,} events, in {summary.seconds:.1f} seconds: "
        f"{summary.decisions / summary.seconds:,.0f} decisions a second."
    )
    if summary.unfinished:
        click.echo(f"{_counted(summary.unfinished, 'game')} not finished.")
    for remark in summary.remarks:
        why = remark.reason.replace("_", " ")
        told = f"{_counted(remark.records, 'record')}: {remark.weight}, {why} ({remark.rule})"
        click.echo(f"  {told}")


def _headline(summary: Summary) -> str:
    holding = summary.records - summary.broken
    if holding == 0:
        return "No record holds." if summary.records > 1 else "The record does not hold."
    if summary.broken:
        return f"{_counted(holding, 'record')} of {summary.records:,} hold."
    return "The record holds." if summary.records == 1 else f"All {summary.records:,} records hold."


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}" + ("" if count == 1 else "s")


Watch: TypeAlias = Callable[[Iterator[Told]], Iterator[Told]]


@contextmanager
def _watched(progress: streams.Progress, paths: Sequence[str], count: Count) -> Iterator[Watch]:
    """Show a bar while a person looks on; yield what tells it of everything that passes by."""
    console = Console(stderr=True)
    columns = (
        TextColumn("auditing"),
        BarColumn(),
        DownloadColumn(binary_units=True),
        TextColumn("{task.fields[games]} games"),
        TimeRemainingColumn(),
    )
    shown = console.is_terminal
    with Progress(*columns, console=console, disable=not shown) as bar:
        total = size(paths) if shown else None
        task: TaskID = bar.add_task("auditing", total=total, games="0")

        def watch(told: Iterator[Told]) -> Iterator[Told]:
            last = 0.0
            for one in told:
                yield one
                now = time.monotonic()
                if now - last > _REDRAWN_EVERY:
                    last = now
                    bar.update(task, completed=progress.bytes_read, games=f"{count.records:,}")

        yield watch
