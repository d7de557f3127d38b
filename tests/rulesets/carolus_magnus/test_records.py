"""Stored finished games: each must replay forever, entry by entry and hash for hash.

``tests/tools/make_records.py`` describes how they were made.
"""

from itertools import product
from typing import get_args

import msgspec
import pytest

from domain.ruleset import CHANCE, tag_of
from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.actions import SeatAction
from domain.rulesets.carolus_magnus.position import Reason
from domain.table.actions import DrawMoment
from domain.table.events import SecretRevealed
from tests.support.proof import verifier
from tests.support.proof.records import drawn_answers, end_of, proved, records

RECORDS = records()


@pytest.mark.parametrize("name", RECORDS)
def test_replay(name: str) -> None:
    """Deciding every entry again gives the outcome, seats, secret and head of the file."""
    record = RECORDS[name]
    steps = proved(record)
    assert steps[-1].head.hex() == record.head
    assert steps[-1].game.finished
    assert not any(step.game.finished for step in steps[:-1])
    assert isinstance(steps[-1].events[-1], SecretRevealed)


@pytest.mark.parametrize("name", RECORDS)
def test_dice(name: str) -> None:
    """The secret reproduces every lot and every die of the game."""
    record = RECORDS[name]
    assert record.chance.secret is not None
    secret = bytes.fromhex(record.chance.secret)
    assert verifier.commitment(secret) == record.chance.commitment
    for answer in drawn_answers(record):
        draws = answer.draws(RULESET.asks(answer.game.position))
        assert RULESET.answer(answer.game.position, draws) == answer.action


@pytest.mark.parametrize("name", RECORDS)
def test_moments(name: str) -> None:
    """Moments are numbered from 1, and one comes before each series of answers."""
    actions = [entry.action for entry in RECORDS[name].entries if entry.by == CHANCE]
    drawn = [action for action in actions if isinstance(action, DrawMoment)]
    assert drawn == [DrawMoment(number + 1) for number in range(len(drawn))]
    assert not actions or isinstance(actions[0], DrawMoment)


def test_all_kinds_are_here() -> None:
    """Every number of players has every kind of end, and every set-up and option occurs.

    Games ended by a clock or an arbiter are in a separate golden archive.
    """
    ends = {(len(record.seats), end_of(record)) for record in RECORDS.values()}
    reasons = set(get_args(Reason)) - {"time", "adjudicated"}
    assert ends == set(product((2, 3, 4), (*reasons, "aborted")))
    options = {
        (name, value)
        for record in RECORDS.values()
        for name, value in msgspec.structs.asdict(record.options).items()
    }
    assert options >= {
        ("setup", "tabletop"),
        ("setup", "yucata"),
        ("seating", "opposite"),
        ("seating", "adjacent"),
        ("tie_break", "shared"),
        ("tie_break", "clan_markers"),
        ("emperor_start", 9),
        ("max_rounds", 3),
    }
    kinds = {tag_of(entry.action) for record in RECORDS.values() for entry in record.entries}
    assert kinds >= {kind.__struct_config__.tag for kind in get_args(SeatAction)}
    assert {"resign", "offer_draw", "accept_draw", "leave_seat", "abort_game"} <= kinds


def test_ties_are_here() -> None:
    """For each number of players, one tie is shared and clan markers decide another."""
    found = set()
    for record in RECORDS.values():
        if end_of(record) == "round_limit":
            castles = list(record.outcome.castles.values())
            if castles.count(max(castles)) > 1:
                shared = len(record.outcome.winners) > 1
                found.add((len(record.seats), record.options.tie_break, shared))
    assert found == {
        (players, rule, rule == "shared")
        for players, rule in product((2, 3, 4), ("shared", "clan_markers"))
    }
