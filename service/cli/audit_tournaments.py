"""The part of ``carolus audit`` that proves tournaments."""

from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from domain.record.held import NO_EVIDENCE, Evidence
from domain.record.tournament_audit import AuditedGame, AuditedTournament, TournamentTerms
from domain.ruleset import Language
from domain.transparency.notes import NoteKey
from service.access.verifying import RecordVerifier
from service.archives.examining import Examined
from service.archives.statements import HeldStatements
from service.cli import rendering
from service.cli.audits import failures_as_errors
from service.cli.tournament.parts import club_errors
from service.cli.trust import Trust
from service.clubs.auditing import (
    audit_files,
    breach_lines,
    decisions_of,
    game_of,
    line_of,
    summary_of,
)
from service.clubs.engines import proposing_again


class TournamentAudit:
    """Collects the games of the archives, audits the tournaments after them, and prints that."""

    def __init__(  # noqa: PLR0913 - a parameter for each option of the command
        self,
        paths: Sequence[Path],
        kept: Sequence[str],
        trust: Trust,
        cosigners: Sequence[NoteKey],
        *,
        games: bool,
        unfinished: bool,
        engine: Path | None,
    ) -> None:
        """``games`` says whether archives follow, in which every game must be."""
        if kept and not paths:
            raise click.UsageError("--kept needs --tournament")
        if engine is not None and not paths:
            raise click.UsageError("--engine needs --tournament")
        with club_errors():
            self._propose = proposing_again(engine)
        self._paths = paths
        self._kept = [head.lower() for head in kept]
        self._trust = trust
        self._verifier = RecordVerifier(trust.published, cosigners=cosigners)
        self._unfinished = unfinished
        self._games: dict[str, AuditedGame] | None = {} if games else None
        self._audited: list[tuple[Path, AuditedTournament]] = []

    def end_if_alone(self, others: bool, language: Language, *, as_json: bool) -> None:
        """Audit the tournaments and end the command if there is nothing else to audit."""
        if self._paths and not others:
            with failures_as_errors():
                self._audit(NO_EVIDENCE)
            raise click.exceptions.Exit(self.print(language, as_json=as_json))

    def saw(self, one: Examined) -> None:
        """Keep a valid game."""
        found = game_of(one)
        if self._games is not None and found is not None and one.audited.game is not None:
            self._games[one.audited.game] = found

    def audit(self, held: HeldStatements) -> None:
        """Audit the tournaments after all games, with what others hold."""
        self._audit(held.evidence)
        for _, one in self._audited:
            if one.record is not None:
                held.saw_tournament(one.record.id)

    def _audit(self, evidence: Evidence) -> None:
        terms = TournamentTerms(self._propose, self._games, self._kept, self._unfinished, evidence)
        with club_errors():
            self._audited = audit_files(self._paths, self._verifier, terms)

    def print(self, language: Language, *, as_json: bool) -> int:
        """Print the audit of each tournament; return the exit status."""
        status = 0
        for path, one in self._audited:
            holds = not one.breaches
            vouched = self._is_vouched(one)
            status = max(status, 0 if holds and vouched else 1)
            if as_json:
                line = {**line_of(path, one, language), "vouched": vouched}
                click.echo(msgspec.json.encode(line))
                continue
            name = rendering.printable(str(path))
            if holds:
                _print_valid(name, one, language)
                if not vouched:
                    click.secho(_NOBODY, fg="red")
            else:
                _print_invalid(name, one, language)
        return status

    def _is_vouched(self, one: AuditedTournament) -> bool:
        """Return whether a key that was given signed the end, or an option accepts that none did.

        What is not finished has no signature of the end.
        """
        signed = one.signed_by is not None and self._trust.published is not None
        open_ = self._unfinished and one.state is not None and not one.state.finished
        return self._trust.unsigned or signed or (open_ and self._trust.published is not None)


_NOBODY = (
    "Nobody vouches for the tournament: without the key of the organiser, anyone could have made "
    "it up.\nPass --keys FILE or --key-thumbprint ID, or accept it with --unsigned."
)


def _print_valid(name: str, one: AuditedTournament, language: Language) -> None:
    assert one.state is not None, "a valid record has a tournament"
    title = rendering.printable(one.state.announcement.name)
    first, *others = summary_of(one)
    click.echo(f"{name}: {title}: {first}")
    for text in others:
        click.echo(text)
    for text in decisions_of(one, language):
        click.echo(f"  {rendering.printable(text)} (RC-TOUR-8)")
    for finding in one.findings:
        if finding.weight == "note" and finding.rule != "RC-TOUR-8":
            click.echo(f"  note, {finding.reason.replace('_', ' ')} ({finding.rule})")
    if one.signed_by is not None:
        own = ", which the opening names" if one.signed_by == one.state.organiser else ""
        click.echo(f"Signed by {one.signed_by}{own}.")


def _print_invalid(name: str, one: AuditedTournament, language: Language) -> None:
    what = f"tournament {one.record.id} is invalid" if one.record else "not a record"
    click.secho(f"{name}: {what}", fg="red")
    for finding in one.breaches:
        where, text = breach_lines(finding, language)
        click.echo(f"  {where}: {text}")
        why = finding.reason.replace("_", " ")
        facts = f": {rendering.facts(finding.facts)}" if finding.facts else ""
        click.echo(rendering.printable(f"  ({why}{facts})"))
