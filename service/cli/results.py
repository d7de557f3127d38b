"""``carolus results``: the table of the games of archives, from valid records."""

from collections import Counter
from typing import IO, Final

import click

from domain.ruleset import AnyRuleset
from service.archives.auditing import Auditor
from service.archives.compression import Progress
from service.archives.crosstable import (
    OWN,
    Crosstable,
    RankedPlayer,
    csv_of,
    decimal,
    player_name,
)
from service.archives.examining import AuditOptions, Examined
from service.archives.sources import lines, read_again
from service.archives.summary import AuditSummary, Count, nobody_vouches
from service.cli import rendering
from service.cli.audits import cores, failures_as_errors, status_of
from service.cli.shared import (
    FIRST,
    LABEL,
    RulesetParameter,
    WholeNumber,
    examples,
    standard_output,
)
from service.cli.trust import NamedGames, trust_of, trust_options
from service.runtime.memory import settle_memory

CELLS_MAX: Final = 10
"""Players whose scores against each other are printed; more do not fit on most screens."""


@click.command(
    epilog=examples(
        "carolus results --keys jwks.json games.ndjson.zst",
        "carolus results --keys jwks.json --csv final/ semifinals.ndjson > table.csv",
        f"carolus export --ruleset {FIRST} | carolus results --unsigned -",
    ),
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@trust_options
@click.option("--ruleset", "rules", type=RulesetParameter(), help="Only games of this ruleset.")
@click.option("--label", type=LABEL, metavar="TEXT", help="Only games with exactly this label.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the whole crosstable as CSV.")
@click.option(
    "--jobs",
    type=WholeNumber(1, 256),
    help="Number of parallel processes.  [default: all cores]",
)
def results(  # noqa: PLR0913, PLR0917 - a parameter for each option of the command
    paths: tuple[str, ...],
    key_files: tuple[IO[bytes], ...],
    thumbprints: tuple[str, ...],
    unsigned: bool,
    unsigned_games: tuple[str, ...],
    rules: AnyRuleset | None,
    label: str | None,
    as_csv: bool,
    jobs: int | None,
) -> None:
    """Make a crosstable of games.

    Each account is one player; people without an account are distinguished by name. Each game is
    worth one point, which its winners share. Every record is audited first; games with an
    invalid record, and games without an outcome, are left out.

    PATH is a record (JSON or text), an archive (NDJSON, plain, zstd or gzip), a folder of them, or
    - for standard input.
    """
    trust = trust_of(key_files, thumbprints, unsigned, unsigned_games)
    # Games without an outcome need no signature, because they are not in the table.
    unfinished = trust.published is not None
    terms = AuditOptions(
        published=trust.published,
        services=trust.services,
        unfinished=unfinished,
        unsigned=unsigned,
        unsigned_games=trust.unsigned_games,
    )
    settle_memory()
    table, count, progress = Crosstable(), Count(), Progress()
    named, left_out = NamedGames(trust), Counter[str]()

    def found(one: Examined) -> None:
        if _is_wanted(one, rules, label):
            count.game(one)
            _add(table, one, left_out)

    with failures_as_errors():
        auditor = Auditor(terms, jobs or cores(), found, read_again(paths))
        for result in auditor.run(lines(paths, progress=progress)):
            named.saw(result)
            if not isinstance(result, Examined):
                count.fault(result)
                click.echo(rendering.printable(result.sentence), err=True)
            elif _is_wanted(result, rules, label):
                count.record(result)
        summary = count.summary(
            sources=len(progress.sources), passed_over=len(progress.passed_over), seconds=0
        )
        if as_csv and not summary.unvouched:  # a file would look proved
            standard_output().writelines(csv_of(table))
            standard_output().flush()
        elif not as_csv:
            _print(table)
    _explain(summary, left_out, progress)
    named.warn_of_missing()
    raise click.exceptions.Exit(status_of(summary, count))


def _is_wanted(one: Examined, rules: AnyRuleset | None, label: str | None) -> bool:
    """Return whether to count a record.

    Nobody knows the ruleset of a line that is not a record, or the label of an invalid record.
    """
    ruleset = one.audited.ruleset
    if rules is not None and ruleset is not None and ruleset.partition("@")[0] != rules.meta.id:
        return False
    return label is None or one.brief is None or one.brief.label == label


def _add(table: Crosstable, one: Examined, left_out: Counter[str]) -> None:
    assert one.brief is not None, "a record that counts is valid"
    if one.brief.continues is not None:
        left_out["continues another game"] += 1
    elif one.brief.outcome is not None:
        table.add(one.brief)
    else:
        left_out["called off" if one.is_finished else "not finished"] += 1


def _print(table: Crosstable) -> None:
    """Print the totals and, if few players took part, what they scored against each other."""
    places = table.places()
    if not places:
        return
    columns = places if len(places) <= CELLS_MAX else []
    numbers = [str(number) for number in range(1, len(columns) + 1)]
    head = ("rank", "player", "games", "wins", "draws", "losses", "points", *numbers)
    rows = [
        (
            str(place.rank),
            rendering.printable(player_name(place)),
            str(place.score.games),
            str(place.score.wins),
            str(place.score.draws),
            str(place.score.losses),
            decimal(place.score.points),
            *(_cell(table, place, other) for other in columns),
        )
        for place in places
    ]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        cells = [
            cell.ljust(width) if number == 1 else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        click.echo("  ".join(cells))


def _cell(table: Crosstable, place: RankedPlayer, other: RankedPlayer) -> str:
    """Return what a player scored against another one, out of how many games."""
    if place.player == other.player:
        return OWN
    met = table.against(place.player, other.player)
    return f"{decimal(met.points)}/{met.games}" if met.games else "-"


def _explain(summary: AuditSummary, left_out: Counter[str], progress: Progress) -> None:
    """Say on standard error what is not in the table, and what nobody vouches for."""
    for why, games in sorted(left_out.items(), reverse=True):
        click.echo(f"{games:,} left out: {why}", err=True)
    if summary.broken:
        click.echo(
            f"{summary.broken:,} left out: the record is invalid; `carolus audit` says why",
            err=True,
        )
    for name in progress.passed_over:
        click.echo(f"{name}: skipped: the name is not that of an archive", err=True)
    if summary.unvouched:
        click.echo(nobody_vouches(summary), err=True)
        click.echo("Pass --keys FILE, or accept such games with --unsigned.", err=True)
    if not summary.records and not summary.faults:
        click.echo("No record was found.", err=True)
