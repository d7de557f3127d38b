"""The audit of tournaments in files, and what it found as text for people."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import file_digest
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.catalogue import sentence
from domain.record.finding import Finding
from domain.record.signatures import Signatures
from domain.record.tournament_audit import (
    AuditedTournament,
    GameSays,
    TournamentAuditTerms,
    audit_tournament,
    contradictions,
    read_tournament,
    unreadable_tournament,
)
from domain.record.tournament_games import AuditedGame
from domain.refusal import Malformed
from domain.ruleset import Language, Place
from domain.table.ranking import ranks
from domain.tournament.stream import events as e
from domain.tournament.stream.changes import changes_in
from domain.tournament.stream.state import Tournament
from domain.tournament.stream.story import sentence_on
from domain.tournament.stream.words import TOURNAMENT_WORDS
from service.archives.compression import Progress, SourceRead, blocks
from service.archives.examining import Examined
from service.archives.framing import framed
from service.archives.record_lines import UnreadableSource
from service.archives.sources import named
from service.archives.tournament_results import counts

RECORD_BYTES_MAX: Final = 1 << 28
"""The longest record of a tournament: far beyond two thousand entrants and ninety-nine rounds."""

_ENDERS: Final[Mapping[str, str]] = {
    "player": "a player",
    "house": "a house bot",
    "chance": "chance",
    "clock": "the clock",
    "creator": "its creator",
    "arbiter": "an arbiter",
    "table": "the service",
}
"""Who or what ended a game, for people."""


def game_of(one: Examined) -> AuditedGame | None:
    """Return what a tournament is compared with; None for an invalid or unfinished game."""
    brief = one.brief
    if brief is None or brief.outcome is None:
        return None
    standing = msgspec.convert(brief.outcome["standing"], tuple[Place, ...])
    placed = ranks(standing, ((seat.side, seat.left) for seat in brief.seats))
    scores = {place.side: place.score for place in standing}
    return AuditedGame(
        head=one.audited.head,
        kid=one.signed_by,
        players=tuple(seat.player or (f"bot:{seat.bot}" if seat.house else None)
                      for seat in brief.seats),
        ranks=tuple(placed[seat.side] for seat in brief.seats),
        table=brief.tournament,
        ended_by="" if brief.ended_by is None else brief.ended_by.who,
        reason=None if brief.ended_by is None else brief.ended_by.reason,
        names=tuple(seat.name for seat in brief.seats),
        scores=tuple(scores[seat.side] for seat in brief.seats),
        terms=one.terms,
    )  # fmt: skip


def audit_files(
    paths: Sequence[Path], signatures: Signatures, terms: TournamentAuditTerms
) -> list[tuple[SourceRead, AuditedTournament]]:
    """Return the audit of each file, which is a record, or an archive that begins with one.

    Raises OSError for one that cannot be read.

    A record that contradicts another one of the same tournament has a finding for that.
    """
    sources = [_source(path) for path in paths]
    found = [_audited(_first_record(path), signatures, terms) for path in paths]
    for one, finding in [*contradictions(found)]:
        at = next(n for n, other in enumerate(found) if other.record is one.record)
        found[at] = replace(found[at], findings=(*found[at].findings, finding))
    return list(zip(sources, found, strict=True))


def _source(path: Path) -> SourceRead:
    with path.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
        return SourceRead(named(str(path)), file.tell(), digest, whole=True)


def _first_record(path: Path) -> bytes:
    """Return the first record of a file, plain or compressed; all of it if there is none."""
    with path.open("rb", buffering=0) as stream, suppress(UnreadableSource):
        first = next(framed(blocks(stream, Progress()), RECORD_BYTES_MAX), None)
        if first is not None and first.data is not None:
            return first.data
    return path.read_bytes()


def _audited(data: bytes, signatures: Signatures, terms: TournamentAuditTerms) -> AuditedTournament:
    try:
        record = read_tournament(data)
    except Malformed as wrong:
        return unreadable_tournament(wrong)
    return audit_tournament(record, signatures, terms)


def summary_of(one: AuditedTournament) -> Iterator[str]:
    """Yield what the audit of a valid record proves."""
    state = one.state
    assert state is not None, "a valid record has a tournament"
    number = counts(one)
    drawn = sum(isinstance(decision.event, e.RoundPaired) for decision in one.decisions)
    yield (
        f"{_counted(number['entrants'], 'entrant')}, {_counted(number['rounds'], 'round')}, "
        f"{_counted(number['tables'], 'table')}, {_counted(number['games'], 'game')}: all valid."
    )
    if state.secret is not None:
        exceptions = f", but for {_counted(drawn, 'round')} paired by hand" if drawn else ""
        yield (
            "The pairings follow from the committed chance and the results before them"
            f"{exceptions}."
        )
    else:
        yield "The secret is not revealed yet, so nobody can verify the chance of the draws."
    if state.standings:
        yield "The standings, computed again, are those that were fixed at the end."
    yield (
        f"{_counted(number['results_by_arbiters'], 'result')} entered by an arbiter alone, "
        f"{_counted(number['corrections'], 'correction')}, {_counted(number['byes'], 'bye')}, "
        f"{_counted(number['withdrawals'], 'withdrawal')}."
    )


def decisions_of(one: AuditedTournament, language: Language) -> Iterator[str]:
    """Yield the decisions of people: who took it, where, what it changed, and why.

    Results that an arbiter entered are among them if the table had a game, which then says
    something, too; at real tables, arbiters only copy what players wrote down.
    """
    assert one.state is not None, "a valid record has a tournament"
    names = dict(one.state.arbiters)
    for decision in one.decisions:
        event = decision.event
        if isinstance(event, e.ResultEntered) and decision.game is None:
            continue
        by = decision.by
        said = [
            sentence_on(decision.after, event, language),
            *changes_in(decision.before, decision.after, event, language),
        ]
        if by.role == "player":
            said.append(TOURNAMENT_WORDS[language]("change.own"))
        if decision.game is not None:
            said.append(_said_by(decision.game, one.state))
        *before, last = said
        text = " ".join((*map(_closed, before), last))
        yield f"entry {decision.entry}, {names.get(by.who, by.role)}: {text}"


def _closed(text: str) -> str:
    """Return a text before another one; a reason that a person wrote may lack the full stop."""
    return text if text.endswith((".", "!", "?", "…", "。")) else f"{text}."


def _said_by(game: GameSays, state: Tournament) -> str:
    """Return what the game of a table says."""
    if game.first is None:
        return f"Its game {game.game} is not in the archives, or has no result."
    first = ", ".join(state.entrants[one - 1].name for one in game.first) or "nobody"
    why = "" if game.reason is None else f", who wrote: {game.reason}"
    return f"Its game {game.game} says: first {first}; ended by {_ENDERS[game.ended_by]}{why}."


def breach_lines(finding: Finding, language: Language) -> tuple[str, str]:
    """Return the place, rule and sentence of a breach."""
    return finding.where, f"{finding.rule}: {sentence(finding.rule, language)}"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
