"""Test what the page computes of tournaments: places, numbers, and the terms that it announces."""

from itertools import product
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from domain.rulesets.registry import RULESETS
from domain.tournament.model import SCALES, Sitting
from domain.tournament.points import places
from domain.tournament.standings.measures import UNITS
from domain.tournament.stream.announcement import Announcement, must_be_consistent
from domain.tournament.stream.people import Person
from domain.tournament.stream.state import EntrantState, ReplacedPerson
from service.clubs.tables import _FALLING
from service.tournaments.games import must_be_playable
from service.wire.tournaments import AnnounceTournamentRequest
from tests.support.browser import javascript

PLACES: Final = "/page/app/tournament/places.js"
NUMBERS: Final = javascript.ROOT / "tests/support/browser/numbers.mjs"
STINTS: Final = "/page/app/tournament/stints.js"
TERMS: Final = "/page/app/tournament/announcing.js"


def test_places_are_those_of_the_rules() -> None:
    """For every order of three players, and everybody who may forfeit."""
    for order, out in product(product((1, 2, 3), repeat=3), product((False, True), repeat=3)):
        found = javascript.call(PLACES, "placesOf", order, out)
        forfeits = tuple(player for player in range(3) if out[player])
        stayed = places(Sitting((0, 1, 2), order, forfeits))
        expected = [stayed.get(player, len(stayed)) + 1 for player in range(3)]
        assert found == (expected if len(stayed) > 1 else []), (order, out)


def test_those_who_play_in_a_round_are_those_of_the_rules() -> None:
    """Also if both people of a pair are replaced, or an earlier round is paired again."""
    people = [
        Person(name, account=letter * 26) for name, letter in zip("ABCDE", "abcde", strict=True)
    ]
    for starts, members in (((1, 2, 3), (1, 2, 1)), ((2, 2, 3), (1, 1, 1)), ((3, 2, 2), (1, 1, 2))):
        entry = EntrantState(1, (people[0], people[1]))
        for start, member, person in zip(starts, members, people[2:], strict=True):
            playing = list(entry.people)
            left = ReplacedPerson(playing[member - 1], member, start, "Ill")
            playing[member - 1] = person
            entry = replace(entry, people=tuple(playing), replaced=(*entry.replaced, left))
        for number in range(4):
            found = javascript.call(STINTS, "peopleIn", msgspec.to_builtins(entry), number)
            assert tuple(one["name"] for one in found) == tuple(
                one.name for one in entry.people_in(number)
            )


def test_the_units_of_tie_breaks_are_those_of_the_rules() -> None:
    assert javascript.call(NUMBERS, "UNITS") == UNITS
    assert set(javascript.call(NUMBERS, "FALLING")) == _FALLING


@pytest.mark.parametrize(
    ("sixtieths", "shown"),
    [(0, "0"), (60, "1"), (30, "½"), (150, "2½"), (20, "⅓"), (770, "12⅚"), (61, "1.02")],
)
def test_points_have_signs_for_fractions(sixtieths: int, shown: str) -> None:
    assert javascript.call(NUMBERS, "pointsText", sixtieths) == shown


def test_the_value_of_a_lot_is_its_place() -> None:
    assert javascript.call(NUMBERS, "valueText", "LOT", -3) == "3"
    assert javascript.call(NUMBERS, "valueText", "BH-C1", 9 * 3600 + 1800) == "9½"


def test_the_usual_points_are_those_of_the_rules() -> None:
    found = javascript.call(TERMS, "SCALES")
    assert {int(size): tuple(scale) for size, scale in found.items()} == dict(SCALES)


def announced(ruleset: Any, seats: int, **terms: Any) -> Announcement:
    """Return what the form announces, as the service reads it."""
    chosen = javascript.call(TERMS, "NEW") | {"name": "Cup", "seats": seats, **terms}
    chosen["qualify"] = javascript.call(TERMS, "usualQualifiers", chosen["groups"], seats)
    chosen["tieBreaks"] = javascript.call(TERMS, "usualTieBreaks", chosen["format"], seats)
    chosen["rounds"] = javascript.call(TERMS, "usualRounds", chosen["format"])
    game = {"ruleset": ruleset.meta.pinned, "seats": ruleset.meta.seats, "options": {}}
    made = javascript.call(TERMS, "announcementOf", chosen, game | {"clock": None})
    return msgspec.convert(made, AnnounceTournamentRequest).announcement


@pytest.mark.parametrize("form", ["swiss", "round_robin", "knock_out", "groups"])
def test_the_form_announces_tournaments_that_can_be_played(form: str) -> None:
    """For each ruleset and each size of its tables, with the usual terms."""
    for ruleset in RULESETS:
        for seats in ruleset.meta.seats:
            found = announced(ruleset, seats, format=form)
            must_be_consistent(found)
            must_be_playable(found)


@pytest.mark.parametrize(
    ("seats", "form", "chosen"),
    [
        (4, "swiss", {"partners": True}),
        (4, "round_robin", {"partners": True}),
        (2, "round_robin", {"legs": 2}),
        (2, "knock_out", {"lives": 2}),
        (4, "knock_out", {"advance": 2, "small": False}),
        (2, "groups", {"groups": 4, "lives": 2, "legs": 2}),
        (2, "swiss", {"noShow": 15}),
        (3, "swiss", {"byes": 1, "late": 2, "checkIn": True, "real": True}),
    ],
)
def test_the_form_announces_what_is_chosen(seats: int, form: str, chosen: dict[str, Any]) -> None:
    """Each of these choices is in the announcement, and can be played."""
    usual = announced(RULESETS[0], seats, format=form)
    found = announced(RULESETS[0], seats, format=form, **chosen)
    must_be_consistent(found)
    must_be_playable(found)
    assert found != usual


def test_times_of_rounds_are_in_utc() -> None:
    times = [f"2026-11-27T2{hour}:30" for hour in range(4)]
    found = announced(RULESETS[0], 2, pace="on_schedule", times=times)
    must_be_consistent(found)
    assert len(found.pace.times) == found.rules.rounds
    assert not found.scored_as_they_stand


def test_tables_are_scored_as_they_stand_at_the_end_of_the_last_round() -> None:
    """Only on schedule; otherwise a round ends when its tables have finished."""
    times = [f"2026-11-27T2{hour}:30" for hour in range(4)]
    chosen = {"times": times, "standing": True, "end": "2026-11-28T01:30"}
    found = announced(RULESETS[0], 2, pace="on_schedule", **chosen)
    must_be_consistent(found)
    assert found.scored_as_they_stand
    assert (found.pace.end or "") > found.pace.times[-1]
    by_hand = announced(RULESETS[0], 2, **chosen)
    assert (by_hand.scored_as_they_stand, by_hand.pace.end) == (False, None)
