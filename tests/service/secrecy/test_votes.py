"""Votes of Lancaster over HTTP: nobody learns anything about a vote before the reveal.

As in ``test_twins.py``, a game is played twice, and the second time one seat votes otherwise. All
other callers must receive the same bytes for every request, until the votes are revealed.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from domain.rulesets.lancaster import RULESET
from tests.support.http.client import Json, good
from tests.support.http.questions import asked
from tests.support.http.twins import Entry, Responses, World, first_difference, world
from tests.support.run.long import cases

VOTER = 2
BALLOTS: tuple[Json, Json] = ({"ballot": "yes", "markers": 1}, {"ballot": "no", "markers": 0})


def to_the_vote(seen: World, players: int) -> None:
    """Play at random until everyone has to vote."""
    random = Random(f"to the vote {players}")
    while seen.position.moment != "vote":
        (seat,) = seen.game.people_due
        legal = RULESET.legal(seen.position, seat)
        action = msgspec.to_builtins(legal.at(random.randrange(legal.count)))
        seen.act(Entry(seat, action, f"key-{len(seen.entries)}"))


def vote(seen: World, seat: int, **ballot: object) -> bytes:
    """Let a seat vote."""
    return seen.act(Entry(seat, {"type": "cast_vote", **ballot}, f"key-{len(seen.entries)}"))


def looked(seen: World, viewers: list[str]) -> Iterator[tuple[tuple[Any, ...], bytes]]:
    """Yield every response to these viewers."""
    seen.rest()
    for viewer in viewers:
        for question, response in asked(seen, viewer, all_of_it=False):
            yield (viewer, question), response


def played(folder: Path, ballot: Json, like: Path | None = None) -> tuple[Responses, bytes]:
    """Return what all others receive after the vote, and the voter's own game."""
    found: Responses = {}
    with world(folder, RULESET, like, players=3, first_seat=0) as seen:
        to_the_vote(seen, 3)
        viewers = [one for one, (seat, _) in seen.viewers.items() if seat != VOTER]
        viewers = viewers[:: cases(2, 3)]
        vote(seen, VOTER, **ballot)
        assert {one.seat for one in seen.game.awaits} == {0, 1}, "the others have to vote"
        found |= dict(looked(seen, viewers))
        own = seen.http.get(seen.table.url, headers=seen.table.headers(VOTER)).content
        found["answer",] = vote(seen, 0, ballot="no", markers=0)
        assert seen.position.ballots[VOTER] == ballot["ballot"]
        vote(seen, 1, ballot="no", markers=0)
        revealed = good(seen.http.get(f"{seen.table.url}/events?limit=1000"))["events"]
        (shown,) = [one["ballots"] for one in revealed if one["type"] == "votes_revealed"]
        assert shown[VOTER] == ballot, "everyone sees it now"
    return found, own


@pytest.mark.rule("LA-PARL-4", "LA-PARL-15", "LA-INFO-2", "LA-INFO-4", "LA-INV-23")
def test_nobody_learns_anything_about_a_vote(tmp_path: Path) -> None:
    """Neither by reading, streams and pictures, nor by dry runs and refusals."""
    one, own = played(tmp_path / "one", BALLOTS[0])
    other, owner = played(tmp_path / "other", BALLOTS[1], like=tmp_path / "one")
    assert own != owner, "the voter sees the difference"
    assert len(one) > cases(240, 100)
    assert one.keys() == other.keys()
    for key, response in one.items():
        assert response == other[key], f"{key}: {first_difference(response, other[key])}"
