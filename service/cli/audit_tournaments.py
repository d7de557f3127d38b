"""The part of ``carolus audit`` that proves tournaments."""

from collections.abc import Sequence
from pathlib import Path

import click

from domain.kit.story import values_in_words
from domain.record.finding import Finding
from domain.record.tournament_audit import AuditedTournament, TournamentAuditTerms
from domain.record.tournament_games import AuditedGame
from domain.ruleset import Language
from domain.transparency.notes import NoteKey
from service.access.record_verifier import RecordVerifier
from service.archives.examining import Examined
from service.archives.listed_games import ListedGames
from service.archives.statements import HeldStatements
from service.archives.tournament_results import NOBODY_VOUCHES, TournamentResult
from service.archives.tournament_text import DECISION, decisions_of, note_text, summary_of
from service.archives.tournament_words import AUDIT_WORDS
from service.cli import rendering
from service.cli.tournament.common import club_errors
from service.cli.trust import Trust
from service.clubs.auditing import (
    audit_files,
    breach_lines,
    game_of,
)
from service.clubs.dutch_programs import proposing_again


class TournamentAudit:
    """Collects the games of the archives, then audits the tournaments and prints the result."""

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
        self._results: list[TournamentResult] = []

    @property
    def asked(self) -> bool:
        """Whether there are tournaments to audit."""
        return bool(self._paths)

    def saw(self, one: Examined) -> None:
        """Keep a valid game."""
        found = game_of(one)
        if self._games is not None and found is not None and one.audited.game is not None:
            self._games[one.audited.game] = found

    def audit(self, held: HeldStatements, listed: ListedGames) -> Sequence[TournamentResult]:
        """Audit the tournaments after all games, with what others hold and what a log lists."""
        terms = TournamentAuditTerms(
            self._propose, self._games, self._kept, self._unfinished, held.evidence
        )
        with club_errors():
            audited = audit_files(self._paths, self._verifier, terms)
        self._results = [
            TournamentResult(source, one, self._is_vouched(one)) for source, one in audited
        ]
        for _, one in audited:
            listed.saw_tournament(one)
            if one.record is not None:
                held.saw_tournament(one.record.id)
        return self._results

    def print(self, language: Language) -> None:
        """Print the audit of each tournament."""
        for result in self._results:
            name = rendering.printable(result.source.source)
            if result.audited.breaches:
                _print_invalid(name, result.audited, language)
            else:
                _print_valid(name, result.audited, language)
                if not result.vouched:
                    click.secho(f"{NOBODY_VOUCHES}\n{_HINT}", fg="red")

    def _is_vouched(self, one: AuditedTournament) -> bool:
        """Return whether a key that was given signed the end, or an option accepts that none did.

        An unfinished tournament has no signature of the end.
        """
        signed = one.signed_by is not None and self._trust.published is not None
        open_ = self._unfinished and one.state is not None and not one.state.finished
        return self._trust.unsigned or signed or (open_ and self._trust.published is not None)


_HINT = "Pass --keys FILE or --key-thumbprint ID, or accept it with --unsigned."


def _print_valid(name: str, one: AuditedTournament, language: Language) -> None:
    assert one.state is not None, "a valid record has a tournament"
    title = rendering.printable(one.state.announcement.name)
    texts = AUDIT_WORDS[language]
    first, *others = summary_of(one, language)
    click.echo(f"{name}: {title}: {first}")
    for text in others:
        click.echo(text)
    for text in decisions_of(one, language):
        click.echo(f"  {rendering.printable(text)} ({DECISION})")
    for finding in one.findings:
        if finding.weight == "note" and finding.rule != DECISION:
            said = note_text(finding, one.state, language) or _reason(finding)
            text = texts("note", text=said, rule=finding.rule)
            click.echo(f"  {rendering.printable(text)}")
    if one.signed_by is not None:
        key = "signed.named" if one.signed_by == one.state.organiser else "signed"
        click.echo(texts(key, kid=one.signed_by))


def _reason(finding: Finding) -> str:
    why, facts = finding.reason.replace("_", " "), values_in_words(finding.facts)
    return f"{why}: {facts}" if facts else why


def _print_invalid(name: str, one: AuditedTournament, language: Language) -> None:
    what = f"tournament {one.record.id} is invalid" if one.record else "not a record"
    if one.record is not None and all(finding.reason == "no_end" for finding in one.breaches):
        what = AUDIT_WORDS[language]("no_end", tournament=one.record.id)
    click.secho(f"{name}: {what}", fg="red")
    for finding in one.breaches:
        where, text = breach_lines(finding, language)
        click.echo(f"  {where}: {text}")
        click.echo(rendering.printable(f"  ({_reason(finding)})"))
