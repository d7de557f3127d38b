"""The report of ``carolus audit`` for people: broken records as they are found, then a summary."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

import click
from rich.console import Console

from domain.catalogue import sentence
from domain.kit.story import values_in_words
from domain.record.finding import Finding
from domain.record.synopsis import Synopsis
from domain.ruleset import Language
from domain.table.contributions import Strength
from service.archives import statistics_tables as tables
from service.archives.examining import Examined
from service.archives.record_lines import ReadFault
from service.archives.statements import StatementResult
from service.archives.statistics import Statistics
from service.archives.summary import (
    AuditRun,
    AuditSummary,
    games_differ,
    is_not_compared,
    nobody_vouches,
    statements_prove,
)
from service.archives.tournament_results import TournamentResult
from service.cli import rendering
from service.cli.audit_cosigners import PrintedCosigners

PRINTED_MAX: Final = 20
"""Broken records, and faults, that are printed one by one; a report lists all of them."""

SITTERS_MAX: Final = 10_000
"""People that are counted one by one: an archive must not decide how much memory an audit needs."""

SITTERS_PRINTED: Final = 5

FACTS_MAX: Final = 1_000
"""Characters that are printed of the facts of a finding."""


_STRENGTHS: Final[Mapping[Strength, str]] = {
    "witness": "a witness contributed to every moment, so nobody could foresee them unless the "
    "witness helped",
    "links": "players contributed links to every moment, so nobody could foresee them without "
    "those players",
    "base": "fixed before the first lot, but the operator could foresee them",
}
"""What the weakest answer of a game promises."""

_STRANGERS: Final = (
    "only witnesses that you do not trust contributed to every moment, so nobody could foresee "
    "them unless these witnesses helped"
)
"""What it promises if the auditor trusts none of its witnesses."""

WITNESSES_MAX: Final = 10_000
"""Witnesses that are counted one by one, as people are."""


class PrintedReport:
    """Prints broken records and faults as the audit finds them, and the summary at the end."""

    def __init__(self, language: Language, trusted: frozenset[str] | None = None) -> None:
        """``trusted`` are the thumbprints of the keys of trusted witnesses, if any were given."""
        self._language: Language = language
        self._trusted = trusted
        self._witnesses: Counter[str] = Counter()
        """The witnesses by the thumbprints of their keys, and in how many games they took part."""
        self._other_witnesses = self._strangers = 0
        self._cosigners = PrintedCosigners()
        self._broken = self._faults = 0
        self._last_seated: Counter[str] = Counter()
        """Who sat down last, and in how many games."""
        self._other_sitters = 0
        self._waived = 0
        """How many moments were drawn without the links that were due."""
        self._left_open = 0
        """How many games were ended before chance drew a moment."""
        self._strengths: Counter[Strength] = Counter()
        """What protects the weakest answer of chance in each game."""
        self._notes: Counter[tuple[str, str]] = Counter()
        """Notes about held statements, by rule and reason."""

    def record(self, one: Examined) -> None:
        """Print the breaches of an invalid record."""
        if one.audited.is_valid:
            return
        self._broken += 1
        if self._broken <= PRINTED_MAX:
            _print_breaches(one, self._language)

    def game(self, one: Examined) -> None:
        """Count what protects the dice of a game, and who sat down last.

        Print what witnesses of the log saw, and waived moments. The last player to sit down could
        choose their entropy freely.
        """
        if one.brief is None:
            return
        self._cosigners.game(one)
        if one.brief.started is None:
            return
        self._print_waived(one)
        self._print_left_open(one)
        if one.brief.strength == "witness" and self._has_strangers_only(one):
            self._strangers += 1
        elif one.brief.strength is not None:
            self._strengths[one.brief.strength] += 1
        for witness in one.witnesses or ():
            if witness in self._witnesses or len(self._witnesses) < WITNESSES_MAX:
                self._witnesses[witness] += 1
            else:
                self._other_witnesses += 1
        sitter = _sitter(one.brief)
        if sitter in self._last_seated or len(self._last_seated) < SITTERS_MAX:
            self._last_seated[sitter] += 1
        else:
            self._other_sitters += 1

    def _print_waived(self, one: Examined) -> None:
        """Print what chance drew in the moments for which players waived the links."""
        for finding in one.audited.findings:
            if finding.rule != "RC-DICE-6":
                continue
            for waived in finding.facts["moments"]:
                self._waived += 1
                if self._waived <= PRINTED_MAX:
                    _print_moment(one, waived)

    def _print_left_open(self, one: Examined) -> None:
        """Print the moment that chance still had to draw when the game was ended."""
        for finding in one.audited.findings:
            if finding.rule == "RC-DICE-7":
                self._left_open += 1
                if self._left_open <= PRINTED_MAX:
                    _print_left_open(one, finding)

    def _print_statements(self, summary: AuditSummary) -> None:
        if summary.statements:
            compared = _counted(summary.statements, "signed statement")
            click.echo(f"Compared with {compared} that others hold.")
        if summary.listed is not None:
            click.echo(f"Looked for {_counted(summary.listed, 'game')} that the mirrors list.")
        if proved := statements_prove(summary):
            click.secho(proved, fg="red")
        for (rule, reason), count in self._notes.most_common():
            statements = _counted(count, "statement")
            click.echo(f"  {statements}: note, {reason.replace('_', ' ')} ({rule})")

    def _print_last_seated(self) -> None:
        if not self._last_seated:
            return
        named = self._last_seated.most_common(SITTERS_PRINTED)
        others = self._last_seated.total() - sum(count for _, count in named) + self._other_sitters
        words = [f"{who} in {_counted(count, 'game')}" for who, count in named]
        words += [f"others in {_counted(others, 'game')}"] if others else []
        click.echo(f"Sat down last: {', '.join(words)}.")

    def _has_strangers_only(self, one: Examined) -> bool:
        return self._trusted is not None and self._trusted.isdisjoint(one.witnesses or ())

    def _print_witnesses(self) -> None:
        named = self._witnesses.most_common(PRINTED_MAX)
        for witness, count in named:
            is_known = self._trusted is None or witness in self._trusted
            mark = "" if is_known else ", and is not among --witness-keys"
            click.echo(f"Witness {witness} took part in {_counted(count, 'game')}{mark}.")
        if left := len(self._witnesses) - len(named) + self._other_witnesses:
            click.echo(f"… and {left} more; --report FILE lists those of each game.")
        if named and self._trusted is None:
            click.echo(
                "An operator can run a witness, too: pass --witness-keys FILE with the keys of "
                "witnesses that you trust."
            )

    def _print_strengths(self) -> None:
        if self._strangers:
            click.echo(f"Dice of {_counted(self._strangers, 'game')}: {_STRANGERS}.")
        for strength, words in _STRENGTHS.items():
            if count := self._strengths[strength]:
                click.echo(f"Dice of {_counted(count, 'game')}: {words}.")

    def statement(self, one: StatementResult) -> None:
        """Print what a held statement proves; a note only in the reports for programs."""
        if not one.is_breach:
            self._notes[one.finding.rule, one.finding.reason] += 1
            return
        self._broken += 1
        if self._broken <= PRINTED_MAX:
            what = f"{one.source}, line {one.line}: {one.subject}"
            click.secho(rendering.printable(what), fg="red")
            _print_finding("signed statement", one.finding, self._language)

    def fault(self, fault: ReadFault) -> None:
        """Print a line or source that could not be read."""
        self._faults += 1
        if self._faults <= PRINTED_MAX:
            click.secho(_cut(rendering.printable(fault.sentence)), fg="red")

    def tournament(self, one: TournamentResult) -> None:
        """Leave tournaments to ``audit_tournaments``, which prints them after the summary."""

    def end(self, summary: AuditSummary, run: AuditRun, statistics: Statistics | None) -> None:
        """Print the summary."""
        left = max(0, self._broken - PRINTED_MAX) + max(0, self._faults - PRINTED_MAX)
        if left:
            click.echo(f"… and {left} more; --report FILE lists all of them.")
        _print_summary(summary)
        self._print_statements(summary)
        _print_skipped(run.skipped)
        self._print_strengths()
        self._print_witnesses()
        self._cosigners.end()
        self._print_last_seated()
        if statistics is not None:
            click.echo()
            tables.show(statistics, Console(), rendering.printable)


def _print_breaches(one: Examined, language: Language) -> None:
    game = one.audited.game
    what = f"game {game} is invalid" if game else "not a record"
    click.secho(rendering.printable(f"{one.place}: {what}"), fg="red")
    for finding in one.breaches:
        _print_finding(_place(finding), finding, language)


def _print_moment(one: Examined, waived: Mapping[str, Any]) -> None:
    """Print the two values of a moment; that with the links follows from later links, if any."""
    seats = ", ".join(f"seat {seat}" for seat in waived["missing"])
    game, moment, drawn = one.audited.game, waived["moment"], "; ".join(waived["drawn"])
    other = "other dice, which no later link of the record leads to"
    if waived["otherwise"] is not None:
        other = _cut("; ".join(waived["otherwise"]))
    for line in (
        f"{one.place}: game {game}, moment {moment}: everyone agreed to go on without links",
        f"  without the links of {seats}: {_cut(drawn)}",
        f"  with them: {other}",
    ):
        click.echo(rendering.printable(line))


def _print_left_open(one: Examined, finding: Finding) -> None:
    """Print that a game ended before chance answered, and who ended it."""
    ended = None if one.brief is None else one.brief.ended_by
    who = "an arbiter" if ended is not None and ended.who == "arbiter" else "the service"
    moment = finding.facts["moment"]
    what = f"game {one.audited.game}: {who} ended it before chance drew moment {moment}"
    click.echo(rendering.printable(f"{one.place}: {what}"))


def _print_finding(place: str, finding: Finding, language: Language) -> None:
    click.echo(f"  {place}: {finding.rule}: {sentence(finding.rule, language)}")
    why = finding.reason.replace("_", " ")
    facts = _cut(values_in_words(finding.facts)) if finding.facts else ""
    click.echo(rendering.printable(f"  ({why}: {facts})" if facts else f"  ({why})"))


def _cut(text: str) -> str:
    """Return the text, cut to ``FACTS_MAX``; a report contains all of it."""
    return text if len(text) <= FACTS_MAX else f"{text[:FACTS_MAX]}…"


def _place(finding: Finding) -> str:
    if finding.entry is None:
        return finding.where
    return f"entry {finding.entry}"


def _print_summary(summary: AuditSummary) -> None:
    if not summary.records:
        if not summary.faults and not summary.statements and not summary.tournaments:
            click.secho("No record was found.", fg="yellow")
        return
    click.secho(_headline(summary), fg="green" if summary.valid else "red", bold=True)
    if summary.unvouched:
        click.secho(nobody_vouches(summary), fg="red")
        click.echo("Pass --keys FILE, or accept such games with --unsigned.")
    if summary.faults:
        click.echo(f"{_counted(summary.faults, 'place')} could not be read.")
    click.echo(
        f"{summary.entries:,} entries, {summary.decisions:,} of them decisions of players, "
        f"and {summary.events:,} events, in {summary.seconds:.1f} seconds: "
        f"{summary.decisions / summary.seconds:,.0f} decisions a second."
    )
    if missed := is_not_compared(summary):
        click.secho(missed, fg="red")
    if differ := games_differ(summary):
        click.secho(differ, fg="red")
    if summary.unfinished:
        click.echo(f"{_counted(summary.unfinished, 'game')} not finished.")
    for remark in summary.remarks:
        why = remark.reason.replace("_", " ")
        records = _counted(remark.records, "record")
        click.echo(f"  {records}: {remark.weight}, {why} ({remark.rule})")


def _print_skipped(names: Sequence[str]) -> None:
    if not names:
        return
    count = _counted(len(names), "file or folder", "files or folders")
    click.echo(f"{count} skipped, not archives by their names:")
    for name in names[:PRINTED_MAX]:
        click.echo(f"  {name}")
    if len(names) > PRINTED_MAX:
        click.echo(f"  … and {len(names) - PRINTED_MAX} more; --report FILE lists all of them.")


def _sitter(brief: Synopsis) -> str:
    """Return who sat down last in a game."""
    if brief.last_seated is None:
        return "nobody"
    last = brief.seats[brief.last_seated]
    if last.house:
        return f"house bot {last.bot}"
    account = f" (account {last.player})" if last.player else ""
    return rendering.printable(f"{last.name or 'a person without a name'}{account}")


def _headline(summary: AuditSummary) -> str:
    valid = summary.records - summary.broken
    if valid == 0:
        return "No record is valid." if summary.records > 1 else "The record is invalid."
    if summary.broken:
        return f"{_counted(valid, 'record')} of {summary.records:,} are valid."
    if summary.faults:
        return f"Everything that could be read is valid: {_counted(valid, 'record')}."
    if valid == 1:
        return "The record is valid."
    return f"All {valid:,} records are valid."


def _counted(count: int, what: str, several: str = "") -> str:
    return f"{count:,} {what if count == 1 else several or f'{what}s'}"
