"""What decisions of people changed, before and after, in three languages."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.ruleset import LANGUAGES, Language
from domain.tournament.model import ByeTaken
from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.changes import changes_in
from tests.support.tournaments.desk import (
    ARBITER,
    FOUR_SEATS,
    ORGANISER,
    TWO_SEATS,
    WHY,
    Desk,
    paired,
    playing,
    started,
)


def _changes(desk: Desk, action: Any, language: Language = "en", by: Any = ARBITER) -> list[str]:
    before = desk.state
    (event,) = desk.ask(by, action).then().events
    return list(changes_in(before, desk.state, event, language))


def _names(desk: Desk, table: int = 1) -> list[str]:
    return [f"Player {one}" for one in desk.state.rounds[-1].tables[table - 1].players]


def test_a_changed_result_is_shown_with_the_previous_one() -> None:
    """By name, with scores and forfeits."""
    desk = playing(4, FOUR_SEATS)
    one, two, three, four = _names(desk)
    last = desk.state.rounds[0].tables[0].players[3]
    place = "Round 1, table 1"
    entered = a.EnterResult(1, 1, (1, 2, 3, 4), WHY, (9, 8, 8, 7))
    first = f"1. {one} (9), 2. {two} (8), 3. {three} (8), 4. {four} (7)"
    assert _changes(desk, entered) == [f"{place}: no result → {first}."]
    corrected = a.CorrectResult(1, 1, (2, 1, 3, 4), WHY, forfeits=(last,))
    second = f"1. {two}, 2. {one}, 3. {three}, 4. {four} (forfeit)"
    assert _changes(desk, corrected) == [f"{place}: {first} → {second}."]
    assert _changes(desk, a.OrderReplay(1, 1, WHY)) == [f"{place}: {second} → no result."]
    left = f"{one}, {two}, {three}, {four} (forfeit)"
    assert _changes(desk, a.ForfeitSides(1, 1, (last,), WHY)) == [f"{place}: no result → {left}."]


def test_changed_tables_are_shown_with_the_previous_ones() -> None:
    desk = paired(5)
    (one, other), rests = _names(desk), desk.state.rounds[0].byes[0].player
    seated = desk.state.rounds[0].tables[0].players
    tables = (e.PairedTable(1, (rests, seated[1])),)
    change = a.ChangeTables(1, tables, WHY, (ByeTaken(seated[0], "zero"),))
    assert _changes(desk, change) == [
        f"Round 1, table 1: {one}, {other} → Player {rests}, {other}.",
        f"Rests in round 1: Player {rests} → {one}.",
    ]
    (was,) = _changes(desk, a.UnpairRound(1, WHY))
    assert was.startswith(f"Before: Tables of round 1: 1: Player {rests}, {other}; 2: ")
    by_hand = a.PairByHand(1, ((1, 2), (4, 3)), WHY, (ByeTaken(5, "zero"),))
    (paired_by_hand,) = _changes(desk, by_hand)
    places = "1: Player 1, Player 2; 2: Player 4, Player 3; Rests in round 1: Player 5"
    assert paired_by_hand == f"Tables of round 1: {places}."


def test_changed_rules_are_shown_with_the_previous_ones() -> None:
    desk = started(4)
    rules = replace(TWO_SEATS, rounds=2, tie_breaks=("SB",))
    assert _changes(desk, a.ChangeRules(rules, WHY), by=ORGANISER) == [
        "Rounds: 3 → 2.",
        "Tie-breaks: BH, LOT → SB.",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["full", "half", "zero"])
def test_a_bye_says_what_it_is_worth(language: Language, kind: Any) -> None:
    (said,) = _changes(started(4), a.GiveBye(1, 1, kind, WHY), language)
    assert said.endswith(".")
