"""What happens by itself between two decisions, in the same list of events."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from domain.rulesets.lancaster.board import EDITION, LAW, LawId
from domain.rulesets.lancaster.course import TOTALLED, has_sources
from domain.rulesets.lancaster.events import (
    AnyEvent,
    LawApplied,
    MarkersReturned,
    TableValued,
    TotalsRevealed,
)
from domain.rulesets.lancaster.position import Moment, Table
from domain.rulesets.lancaster.rules import battles, ending, laws
from domain.rulesets.lancaster.rules.play import Play
from domain.rulesets.lancaster.rules.rewards import votes_given


def go_on(play: Play) -> None:
    """Let everything happen that needs no decision."""
    while events := _next(play.draft):
        play.happens(*events)


def _next(table: Table) -> Sequence[AnyEvent]:
    """Return what happens next by itself; nothing if a decision is due."""
    event = _EVENTS.get(table.moment)
    return () if event is None else event(table)


def _table_of_castle(table: Table) -> Sequence[AnyEvent]:
    """Value the table of the seat that has valued everything else (LA-SC-CASTLE-7)."""
    seat = table.queue[0]
    if has_sources(table, seat):
        return ()
    votes = len(table.tables[seat]) + EDITION.lord_votes
    return [TableValued(seat, votes_given(table, votes))]


def _of_law(table: Table) -> Sequence[AnyEvent]:
    law = next(one for one in table.current if one == table.subject)
    if LAW[law].kind == "AUTO":
        seat = table.queue[0]
        return [LawApplied(law, seat, laws.APPLIED[law](table, seat, law))]
    if law in TOTALLED and not table.queue:
        return [TotalsRevealed(law, _totals(table, law))]
    return ()


def _totals(table: Table, law: LawId) -> tuple[int, ...]:
    return tuple(table.gold if law == "L01" else table.squires)


_EVENTS: Final[Mapping[Moment | None, Callable[[Table], Sequence[AnyEvent]]]] = {
    "return": lambda table: [MarkersReturned(tuple(table.votes))],
    "law": _of_law,
    "castle": _table_of_castle,
    "battle": lambda table: [battles.value_battle(table)],
    "ransom": battles.prisoners_of_allies,
    "final": lambda table: [ending.final_score(table)],
    "end": lambda table: [ending.game_end(table)],
}
"""By moment: what happens by itself, if anything does."""
