"""``carolus audit``: prove archives of records, offline.

The exit status is 0 if all records are valid and someone vouches for every game, 1 if not, and 2
if no audit took place: wrong usage, no record found, an interrupt, or a report that cannot be
written.
"""

import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import IO

import click
from rich.progress import DownloadColumn

from domain.record.log_listing import RequiredGames
from domain.ruleset import LANGUAGES, Language
from domain.transparency.notes import NoteKey
from service.access.record_verifier import RecordVerifier
from service.archives import compression
from service.archives.auditing import Auditor
from service.archives.examining import AuditOptions, AuditResult, Examined
from service.archives.listed_games import ListedGames
from service.archives.mirrors import Mirrors
from service.archives.reports import REPORTS, JsonLines, Report, report_type
from service.archives.sources import STANDARD_INPUT, is_archive, lines, named, read_again, size
from service.archives.statements import HeldStatements, StatementResult
from service.archives.statistics import report as statistics_of
from service.archives.summary import AuditRun, Count
from service.archives.tournament_results import TournamentResult
from service.cli.audit_report import PrintedReport
from service.cli.audit_tournaments import TournamentAudit
from service.cli.audits import cores, failures_as_errors, status_of
from service.cli.progress import progress_bar
from service.cli.shared import (
    LABEL,
    TIME,
    WholeNumber,
    examples,
    language_of_environment,
    standard_output,
)
from service.cli.trust import CosignerKey, NamedGames, Trust, keys_in, trust_of, trust_options
from service.records.periods import beginning
from service.runtime.complete_file import complete_file
from service.runtime.memory import settle_memory
from service.runtime.timestamps import now


@click.command(
    epilog=examples(
        "carolus audit --keys jwks.json games.ndjson.zst",
        "carolus audit --keys jwks.json --statistics final/ semifinals.ndjson",
        "carolus export | carolus audit --unsigned -",
        "carolus audit --keys jwks.json --heads kept.txt games.ndjson.zst",
        "carolus audit --keys jwks.json --report report.jsonl --report report.xml games/",
    ),
)
@click.argument("paths", nargs=-1, metavar="PATH...")
@trust_options
@click.option(
    "--unfinished",
    is_flag=True,
    help="With keys: accept games that are not finished, and so not signed.",
)
@click.option(
    "--expect",
    "expected",
    type=WholeNumber(1),
    metavar="N",
    help="Require N games: a game that was left out leaves no trace in an archive.",
)
@click.option(
    "--log",
    "logs",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Compare the checkpoints with a mirror of the transparency log, as `carolus mirror` "
    "makes it. Given several times, with --keys, the mirrors are also compared with each other.",
)
@click.option(
    "--complete",
    is_flag=True,
    help="With --keys and --log: require every game that the mirrors list as ended. --label, "
    "--from and --to narrow it to the games of your event.",
)
@click.option(
    "--label", type=LABEL, metavar="TEXT", help="With --complete: only games with this label."
)
@click.option(
    "--from",
    "since",
    type=TIME,
    metavar="TIME",
    help="With --complete: only games that ended at this time or later.",
)
@click.option(
    "--to",
    "until",
    type=TIME,
    metavar="TIME",
    help="With --complete: only games that ended before this time.",
)
@click.option(
    "--heads",
    "heads_files",
    multiple=True,
    type=click.File("rb"),
    metavar="FILE",
    help="With keys: compare signed statements that others hold, one per line, with the records "
    "and with each other. Can be given several times.",
)
@click.option(
    "--witness-keys",
    "witness_files",
    multiple=True,
    type=click.File("rb"),
    metavar="FILE",
    help="Note every witness whose key is not in this JWK Set, as a witness that you trust "
    "publishes it. Can be given several times.",
)
@click.option(
    "--cosigner",
    "cosigners",
    multiple=True,
    type=CosignerKey(),
    metavar="KEY",
    help="Verify the cosignatures of this witness of the transparency log, by the verifier key "
    "that it publishes, say when it saw each game opened, and note every checkpoint that it did "
    "not cosign. Can be given several times.",
)
@click.option(
    "--tournament",
    "tournaments",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Prove the record of a tournament; with PATH, its games must be included. Can be given "
    "several times.",
)
@click.option(
    "--kept",
    multiple=True,
    metavar="HEAD",
    help="Require that the tournament had this head, as a printed round shows it. Can be given "
    "several times.",
)
@click.option(
    "--engine",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="With --tournament: the installed program that the tournament announced; it pairs the "
    "rounds again.",
)
@click.option(
    "--statistics",
    is_flag=True,
    help="Test the dice, the seats and the luck of players in all games.",
)
@click.option(
    "--report",
    "report_files",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a report for programs: JSON lines (.jsonl, .ndjson), JUnit (.xml) or SARIF "
    "(.sarif, .sarif.json).",
)
@click.option(
    "--jobs",
    type=WholeNumber(1, 256),
    help="Number of parallel processes.  [default: all cores]",
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON lines.")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=language_of_environment,
    show_default="that of LANG",
    help="Language of rules.",
)
def audit(  # noqa: PLR0913, PLR0917 - a parameter for each option of the command
    paths: tuple[str, ...],
    key_files: tuple[IO[bytes], ...],
    thumbprints: tuple[str, ...],
    unsigned: bool,
    unsigned_games: tuple[str, ...],
    unfinished: bool,
    expected: int | None,
    logs: tuple[Path, ...],
    complete: bool,
    label: str | None,
    since: str | None,
    until: str | None,
    heads_files: tuple[IO[bytes], ...],
    witness_files: tuple[IO[bytes], ...],
    cosigners: tuple[NoteKey, ...],
    tournaments: tuple[Path, ...],
    kept: tuple[str, ...],
    engine: Path | None,
    statistics: bool,
    report_files: tuple[Path, ...],
    jobs: int | None,
    as_json: bool,
    language: Language,
) -> None:
    """Prove records offline.

    The audit checks every entry, event, hash, die and signature. It cannot show who knew the dice
    in advance: the operator of a service does.

    Without --keys or --key-thumbprint, no one vouches for the games, and the audit fails.

    PATH is a record (JSON or text), an archive (NDJSON, plain, zstd or gzip), a folder of them, or
    - for standard input. You can omit it with --tournament, --heads or several --log: then the
    audit compares statements and mirrors only with each other.
    """
    trust = trust_of(key_files, thumbprints, unsigned, unsigned_games)
    events = TournamentAudit(
        tournaments,
        kept,
        trust,
        cosigners,
        games=bool(paths),
        unfinished=unfinished,
        engine=engine,
    )
    only_tournaments = events.asked and not (paths or heads_files or logs)
    _must_have_keys(trust, unfinished=unfinished and not only_tournaments, heads=bool(heads_files))
    if not (paths or heads_files or only_tournaments):
        _must_be_mirrors(logs, trust)
    _must_replace_nothing(
        report_files,
        (*paths, *map(str, tournaments)),
        (*key_files, *heads_files, *witness_files),
    )
    trusted = [keys_in(file, "--witness-keys") for file in witness_files]
    witnesses = frozenset[str]().union(*trusted) if trusted else None
    held = HeldStatements(heads_files, RecordVerifier(trust.published))
    # One mirror has nothing to be compared with but the records, and the keys of witnesses.
    alone = len(logs) == 1 and not (cosigners and trust.keys)
    mirrors = Mirrors(() if alone else logs, trust.keys, cosigners)
    scope = RequiredGames(label, beginning(since), beginning(until))
    listed = _listed(complete, scope, logs if paths else (), trust)
    terms = AuditOptions(
        published=trust.published,
        services=trust.services,
        witnesses=witnesses,
        cosigners=cosigners,
        unfinished=unfinished,
        unsigned=trust.unsigned,
        unsigned_games=trust.unsigned_games,
        logs=logs,
        statistics=statistics,
        evidence=held.evidence,
    )
    settle_memory()
    count, unsigned_ones = Count(), NamedGames(trust)
    with failures_as_errors(), ExitStack() as stack:
        reports = [stack.enter_context(_report(path, language)) for path in report_files]
        people = None if as_json or only_tournaments else PrintedReport(language, witnesses)
        shown = JsonLines(standard_output(), language) if as_json else people
        reports += [shown] if shown is not None else []

        def found(one: Examined) -> None:
            count.game(one)
            events.saw(one)
            if people is not None:
                people.game(one)

        auditor = Auditor(terms, jobs or cores(), found, read_again(paths))
        progress = compression.Progress()
        began, began_at = time.perf_counter(), now()
        amount = DownloadColumn(binary_units=True)
        with progress_bar("auditing", lambda: size(paths), amount) as advance:
            _report_each(chain(held.results(), mirrors.results(), listed.faults()), count, reports)
            for result in auditor.run(lines(paths, progress=progress)):
                unsigned_ones.saw(result)
                held.saw(result)
                listed.saw(result)
                _report_each([result], count, reports)
                advance(progress.bytes_read, f"{count.records:,} games")
            judged = events.audit(held, listed)
            missing = held.missing(games=bool(paths), tournaments=bool(paths or tournaments))
            _report_each(chain(missing, listed.missing(), judged), count, reports)
        summary = count.summary(
            sources=len(progress.sources),
            passed_over=len(progress.passed_over),
            seconds=time.perf_counter() - began,
            expected=expected,
            statements=held.count + mirrors.count,
            listed=listed.count,
        )
        run = AuditRun(
            carolus=version("carolus"),
            began=began_at,
            ended=now(),
            options={
                "paths": [named(path) for path in paths],
                "keys": [named(file.name) for file in key_files],
                "key-thumbprint": thumbprints,
                "unsigned": unsigned,
                "unsigned-game": unsigned_games,
                "unfinished": unfinished,
                "expect": expected,
                "log": [named(str(log)) for log in logs],
                "complete": complete,
                "label": label,
                "from": since,
                "to": until,
                "heads": held.names,
                "witness-keys": [named(file.name) for file in witness_files],
                "cosigner": [key.vkey for key in cosigners],
                "tournament": [named(str(path)) for path in tournaments],
                "kept": kept,
                "engine": None if engine is None else named(str(engine)),
                "statistics": statistics,
                "language": language,
            },
            keys=tuple(sorted(trust.published or ())),
            sources=(*progress.sources, *(one.source for one in judged)),
            skipped=tuple(progress.passed_over),
        )
        counted = statistics_of(auditor.tally) if statistics else None
        for report in reports:
            report.end(summary, run, counted)
    unsigned_ones.warn_of_missing()
    if not as_json:
        events.print(language)
    raise click.exceptions.Exit(status_of(summary, count))


def _must_have_keys(trust: Trust, *, unfinished: bool, heads: bool) -> None:
    """End the command if keys are missing that an option needs."""
    if unfinished and trust.published is None:
        raise click.UsageError(
            "--unfinished needs --keys or --key-thumbprint; "
            "--unsigned accepts unfinished games, too"
        )
    if heads and trust.published is None:
        raise click.UsageError("--heads needs --keys or --key-thumbprint")


def _must_be_mirrors(logs: tuple[Path, ...], trust: Trust) -> None:
    """End the command unless there are mirrors to compare, without records and statements."""
    if len(logs) < 2:
        raise click.UsageError("Missing argument 'PATH...'.")
    if not trust.keys:
        raise click.UsageError("several --log without records need --keys")


def _listed(
    complete: bool, scope: RequiredGames, logs: tuple[Path, ...], trust: Trust
) -> ListedGames:
    """Return the games that the records must contain; end the command if nothing can list them."""
    if not complete and scope != RequiredGames():
        raise click.UsageError("--label, --from and --to need --complete")
    if complete and not (logs and trust.keys):
        raise click.UsageError("--complete needs PATH, --log and --keys")
    return ListedGames(logs if complete else (), trust.keys, scope)


def _report_each(
    results: Iterable[AuditResult | StatementResult | TournamentResult],
    count: Count,
    reports: Sequence[Report],
) -> None:
    listeners: Sequence[Count | Report] = (count, *reports)
    for result in results:
        for listener in listeners:
            if isinstance(result, TournamentResult):
                listener.tournament(result)
            elif isinstance(result, Examined):
                listener.record(result)
            elif isinstance(result, StatementResult):
                listener.statement(result)
            else:
                listener.fault(result)


def _must_replace_nothing(
    reports: Sequence[Path], paths: Sequence[str], key_files: Sequence[IO[bytes]]
) -> None:
    """End the command if a report would replace an input, or be one in the next audit."""
    inputs = [Path(one) for one in (*paths, *(file.name for file in key_files)) if one]
    stdin = os.fstat(0) if STANDARD_INPUT in paths and sys.stdin is not None else None
    for number, path in enumerate(reports):
        if path.resolve() in {one.resolve() for one in reports[:number]}:
            raise click.BadParameter(f"{named(path)} is given twice", param_hint="'--report'")
        read = path.exists() and stdin is not None and os.path.samestat(stdin, path.stat())
        if read or any(path.resolve() == one.resolve() for one in inputs):
            raise click.BadParameter(
                f"{named(path)} is one of the audited files", param_hint="'--report'"
            )
        above = [one for one in inputs if path.resolve().is_relative_to(one.resolve())]
        if above and is_archive(path):
            raise click.BadParameter(
                f"{named(path)} is in the audited folder {named(above[0])}, where an audit takes "
                "it for an archive; call it report.jsonl, or put it elsewhere",
                param_hint="'--report'",
            )


@contextmanager
def _report(path: Path, language: Language) -> Iterator[Report]:
    """Open a report; the file gets its name only when it is complete."""
    kind = report_type(path)
    if kind is None:
        raise click.BadParameter(
            f"{named(path)}: the name of a report ends in {', '.join(REPORTS)}",
            param_hint="'--report'",
        )
    with complete_file(path) as stream:
        yield kind(stream, language)
