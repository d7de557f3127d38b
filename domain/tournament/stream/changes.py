"""Says what a decision of a person changed: what was before it, and what is after it."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from domain.kit.words import Words
from domain.ruleset import Language
from domain.tournament.model import SIXTIETHS, Announced, ByeTaken
from domain.tournament.stream import events as e
from domain.tournament.stream.state import RoundState, TableState, Tournament
from domain.tournament.stream.words import TOURNAMENT_WORDS

_OF_TABLE: Final = (e.ResultEntered, e.ResultCorrected, e.ReplayOrdered, e.SidesForfeited)
_RULES: Final = ("rounds", "scales", "tie_breaks", "edition", "pairing_bye")
"""The members of the rules that can change (TN-CHANGE-1), in the order of a report."""


def changes_in(
    before: Tournament, after: Tournament, event: Any, language: Language
) -> Iterator[str]:
    """Yield sentences with what an event changed, by names; none where its own sentence says it."""
    texts = TOURNAMENT_WORDS[language]
    if isinstance(event, _OF_TABLE):
        was, is_now = (_result(one, event.round, event.table, texts) for one in (before, after))
        place = texts("change.place", round=event.round, table=event.table)
        if was != is_now:
            yield texts("change.from_to", what=place, before=was, after=is_now)
    elif isinstance(event, e.TablesChanged):
        yield from _tables(before, after, event.round, texts)
    elif isinstance(event, e.RoundPaired):
        yield _paired(after, after.rounds[event.round - 1], texts)
    elif isinstance(event, e.RoundUnpaired):
        yield texts("change.was", before=_paired(before, before.rounds[event.round - 1], texts))
    elif isinstance(event, e.RulesChanged):
        yield from _rules(before.rules, after.rules, texts)
    elif isinstance(event, e.ByeGranted):
        yield texts(f"change.bye.{event.kind}")


def _result(state: Tournament, number: int, at: int, texts: Words) -> str:
    """Return the places of a table by name, with scores and forfeits."""
    table = state.rounds[number - 1].tables[at - 1]
    if table.result is None and not table.forfeits:
        return texts("change.no_result")
    scores = table.result.scores if table.result else ()
    places = _places(table)
    parts = []
    for seat in sorted(range(len(table.players)), key=lambda one: (places[one], one)):
        player = table.players[seat]
        text = state.entrants[player - 1].name_in(number)
        if table.result is not None:
            text = f"{places[seat]}. {text}"
        if scores:
            text += f" ({scores[seat]})"
        if player in table.forfeits:
            text += f" {texts('change.forfeit')}"
        parts.append(text)
    return ", ".join(parts)


def _places(table: TableState) -> tuple[int, ...]:
    """Return the places of a table; without ranks, those who forfeit come after the one left."""
    ranks = table.result.ranks if table.result else ()
    return ranks or tuple(1 + (one in table.forfeits) for one in table.players)


def _tables(before: Tournament, after: Tournament, number: int, texts: Words) -> Iterator[str]:
    """Yield each table with other players or another turn order, and who rests, if that changed."""
    old, new = before.rounds[number - 1], after.rounds[number - 1]
    for at, (was, is_now) in enumerate(zip(old.tables, new.tables, strict=True), 1):
        if was.players != is_now.players:
            place = texts("change.place", round=number, table=at)
            seated = (_names(before, number, was.players), _names(after, number, is_now.players))
            yield texts("change.from_to", what=place, before=seated[0], after=seated[1])
    if set(old.byes) != set(new.byes):
        states = ((before, old), (after, new))
        rests = [_resting(state, number, one.byes, texts) for state, one in states]
        what = texts("change.rests", round=number)
        yield texts("change.from_to", what=what, before=rests[0], after=rests[1])


def _paired(state: Tournament, now: RoundState, texts: Words) -> str:
    parts = [
        f"{at}: {_names(state, now.number, table.players)}"
        for at, table in enumerate(now.tables, 1)
    ]
    if now.byes:
        what = texts("change.rests", round=now.number)
        parts.append(f"{what}: {_resting(state, now.number, now.byes, texts)}")
    return f"{texts('change.tables', round=now.number)}: {'; '.join(parts)}."


def _names(state: Tournament, number: int, entrants: Sequence[int]) -> str:
    """Return the names of those who play for these entries in a round."""
    return ", ".join(state.entrants[one - 1].name_in(number) for one in entrants)


def _resting(state: Tournament, number: int, byes: Sequence[ByeTaken], texts: Words) -> str:
    names = _names(state, number, sorted(one.player for one in byes))
    return names or texts("change.nobody")


def _rules(old: Announced, new: Announced, texts: Words) -> Iterator[str]:
    for name in _RULES:
        was, is_now = getattr(old, name), getattr(new, name)
        if was != is_now:
            shown = (_shown(was, texts), _shown(is_now, texts))
            what = texts(f"change.rules.{name}")
            yield texts("change.from_to", what=what, before=shown[0], after=shown[1])


def _shown(value: Any, texts: Words) -> str:
    """Return a value of the rules: tie-breaks by their ids, points by place for each table size."""
    if not isinstance(value, tuple):
        return str(value)
    parts = (
        "-".join(texts.decimal(_points(x)) for x in one) if isinstance(one, tuple) else str(one)
        for one in value
    )
    return ", ".join(parts) or texts("change.none")


def _points(sixtieths: int) -> str:
    """Return points for people.

    >>> _points(60), _points(150), _points(20)
    ('1', '2.5', '0.333')
    """
    whole, rest = divmod(sixtieths, SIXTIETHS)
    return f"{whole}.{rest * 1_000 // SIXTIETHS:03}".rstrip("0").rstrip(".")
