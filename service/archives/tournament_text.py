"""What the audit of a tournament found, as text for people."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.catalogue import sentence
from domain.kit.words import Words
from domain.record.finding import Finding
from domain.record.tournament_audit import AuditedTournament, GameSays, PeopleDecision
from domain.ruleset import Language
from domain.tournament.stream import events as e
from domain.tournament.stream.changes import changes_in
from domain.tournament.stream.people import Acting
from domain.tournament.stream.state import Tournament
from domain.tournament.stream.story import sentence_on
from domain.tournament.stream.words import TOURNAMENT_WORDS
from service.archives.tournament_counts import counts
from service.archives.tournament_words import AUDIT_WORDS

DECISION = "RC-TOUR-8"
"""The rule of the findings that list decisions of people."""

_ENTRANTS = ("entrant", "lost_to")
"""Facts that are numbers of entrants."""


def summary_of(one: AuditedTournament, language: Language) -> Iterator[str]:
    """Yield what the audit of a valid record proves."""
    state, texts, number = one.state, AUDIT_WORDS[language], counts(one)
    assert state is not None, "a valid record has a tournament"
    drawn = sum(isinstance(decision.event, e.RoundPaired) for decision in one.decisions)
    yield texts("summary.valid", counts=_counted(number, texts, _SIZES))
    if state.secret is None:
        yield texts("summary.not_revealed")
    else:
        yield texts("summary.drawn_but", count=drawn) if drawn else texts("summary.drawn")
    if state.standings:
        yield texts("summary.standings")
    yield texts("summary.decisions", counts=_counted(number, texts, _OF_PEOPLE))


_SIZES = {name: name for name in ("entrants", "rounds", "tables", "games")}
_OF_PEOPLE = {
    "results_by_arbiters": "results",
    "corrections": "corrections",
    "byes": "byes",
    "withdrawals": "withdrawals",
}


def _counted(number: Mapping[str, int], texts: Words, names: Mapping[str, str]) -> str:
    return ", ".join(texts(f"count.{key}", count=number[name]) for name, key in names.items())


def verdict_of(one: AuditedTournament, language: Language) -> str:
    """Return the result of the audit in a sentence or two."""
    texts = AUDIT_WORDS[language]
    if one.breaches:
        return texts("verdict.invalid", count=len(one.breaches))
    if one.state is None or one.state.secret is None:
        return texts("verdict.unfinished")
    if one.state.phase == "aborted":
        return texts("verdict.called_off")
    valid = texts("verdict.valid", count=sum(1 for _ in decisions_of(one, language)))
    asked = all(finding.reason != "program_is_not_installed" for finding in one.findings)
    return valid if asked else texts("verdict.not_asked", verdict=valid)


def decisions_of(one: AuditedTournament, language: Language) -> Iterator[str]:
    """Yield the decisions of people: who took it, where, what it changed, and why.

    Results that an arbiter entered are among them if the table had a game, which then says
    something, too; at real tables, arbiters only copy what players wrote down.
    """
    for decision in one.decisions:
        if not isinstance(decision.event, e.ResultEntered) or decision.game is not None:
            yield decision_text(decision, language)


def decision_text(decision: PeopleDecision, language: Language) -> str:
    """Return who decided what, where, what it changed, and why."""
    texts, event, by = AUDIT_WORDS[language], decision.event, decision.by
    said = [
        sentence_on(decision.after, event, language),
        *changes_in(decision.before, decision.after, event, language),
    ]
    if by.role == "player":
        said.append(TOURNAMENT_WORDS[language]("change.own"))
    if decision.game is not None:
        said.append(_said_by(decision.game, event.round, decision.before, texts))
    *before, last = said
    what = " ".join((*map(closed, before), last))
    who = _who(by, decision.before, texts)
    return texts("decision", entry=decision.entry, who=who, what=what)


def _who(by: Acting, before: Tournament, texts: Words) -> str:
    """Return the name of the person who decided, as people knew it then."""
    if by.role == "arbiter":
        return dict(before.arbiters).get(by.who, texts("who.arbiter"))
    names = (person.name for _, person in before.everybody() if person.key == by.who)
    name = next(names, None) if by.role == "player" else None
    return texts(f"who.{by.role}") if name is None else name


def closed(text: str) -> str:
    """Return a text before another one; a reason that a person wrote may end without a stop."""
    return text if text.endswith((".", "!", "?", "…", "。")) else f"{text}."


def _said_by(game: GameSays, number: int, state: Tournament, texts: Words) -> str:
    """Return what the game of a table says; its players are those of the round."""
    if game.first is None:
        return texts("game.missing", game=game.game)
    names = ", ".join(state.entrants[one - 1].name_in(number) for one in game.first)
    first = names or texts("nobody")
    values = {"game": game.game, "first": first, "who": texts(f"ended.{game.ended_by}")}
    if game.reason is None:
        return texts("game.says", **values)
    return texts("game.says.why", reason=game.reason, **values)


def texts_of_findings(one: AuditedTournament, language: Language) -> list[str | None]:
    """Return what each finding says about this tournament; None where its rule and facts do."""
    decisions = iter(one.decisions)
    return [
        decision_text(next(decisions), language)
        if finding.rule == DECISION
        else note_text(finding, one.state, language)
        for finding in one.findings
    ]


def notes_of(one: AuditedTournament, language: Language) -> Iterator[str]:
    """Yield what the notes say that list no decision, or else their rule."""
    for finding in one.findings:
        if finding.weight == "note" and finding.rule != DECISION:
            text = note_text(finding, one.state, language)
            yield f"{text or sentence(finding.rule, language)} ({finding.rule})"


def note_text(finding: Finding, state: Tournament | None, language: Language) -> str | None:
    """Return what a note says, with the names of entrants; None if there are no words for it."""
    texts = AUDIT_WORDS[language]
    key = f"note.{finding.rule}.{finding.reason}"
    if key not in texts or state is None:
        return None
    return texts(key, **{name: _shown(name, finding.facts, state) for name in finding.facts})


def _shown(name: str, facts: Mapping[str, Any], state: Tournament) -> Any:
    value = facts[name]
    if name in _ENTRANTS:
        return state.entrants[value - 1].called_in(facts.get("round"))
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
