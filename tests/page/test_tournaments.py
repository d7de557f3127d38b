"""Test what the page computes of tournaments: places, numbers, and the terms that it announces."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise, product
from typing import Any, Final, get_args

import msgspec
import pytest
from msgspec.structs import replace

from domain.ruleset import tag_of
from domain.rulesets.registry import RULESETS
from domain.tournament.model import (
    SCALES,
    Announced,
    ByeTaken,
    Sitting,
    TieBreakId,
    must_be_sound,
)
from domain.tournament.model import announced as rules_of
from domain.tournament.points import places
from domain.tournament.standings.measures import UNITS
from domain.tournament.stream import actions as a
from domain.tournament.stream.announcement import (
    Announcement,
    Groups,
    KnockOut,
    must_be_consistent,
)
from domain.tournament.stream.events import PairedTable
from domain.tournament.stream.people import Person
from domain.tournament.stream.state import EntrantState, ReplacedPerson
from service.clubs.grids import _FALLING
from service.tournaments.games import must_be_playable
from service.wire.rounds import entrant_views
from service.wire.tournaments import AnnounceTournamentRequest
from tests.support.browser import javascript
from tests.support.tournaments.desk import (
    ARBITER,
    ORGANISER,
    OTHER_ARBITER,
    TWO_SEATS,
    WHY,
    Desk,
    player,
    playing,
    registered,
)

PLACES: Final = "/page/app/tournament/places.js"
NUMBERS: Final = javascript.ROOT / "tests/support/browser/numbers.mjs"
STINTS: Final = "/page/app/tournament/stints.js"
CHANGES: Final = javascript.ROOT / "tests/support/browser/changes.mjs"
FOLLOWING: Final = javascript.ROOT / "tests/support/browser/following.mjs"
READING: Final = "/page/app/tournament/reading.js"
TERMS: Final = "/page/app/tournament/announcing.js"


def test_page_and_rules_compute_the_same_places() -> None:
    """For every order of three players, and everybody who may forfeit."""
    asked = [*product(product((1, 2, 3), repeat=3), product((False, True), repeat=3))]
    answers = javascript.each(PLACES, "placesOf", asked)
    for (order, out), found in zip(asked, answers, strict=True):
        forfeits = tuple(player for player in range(3) if out[player])
        stayed = places(Sitting((0, 1, 2), order, forfeits))
        expected = [stayed.get(player, len(stayed)) + 1 for player in range(3)]
        assert found == (expected if len(stayed) > 1 else []), (order, out)


def test_page_and_rules_name_the_same_players_of_a_round() -> None:
    """Even if both people of a pair are replaced, or an earlier round is paired again."""
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


def test_a_replaced_player_reads_who_plays_instead() -> None:
    """In a pair too, and of several people before the same round, the last."""
    people = [{"name": name, "account": name * 26} for name in "abcde"]
    left = [
        {"person": people[0], "member": 1, "round": 2, "reason": "Ill"},
        {"person": people[2], "member": 1, "round": 2, "reason": "Ill"},
        {"person": people[3], "member": 1, "round": 4, "reason": "Ill"},
    ]
    entry = {"people": [people[4], people[1]], "replaced": left}
    expected = {0: (people[3], 2), 2: (people[3], 2), 3: (people[4], 4)}
    for at, one in enumerate(people):
        found = javascript.call(STINTS, "successorOf", entry, one["account"])
        assert (found and (found["person"], found["from"])) == expected.get(at)


def test_a_refusal_names_people_and_what_comes_first() -> None:
    """People by name, also arbiters and those who were replaced; counts are nobody's number."""
    gone = {
        "person": {"name": "Gil", "account": "g" * 26},
        "member": 1,
        "round": 2,
        "reason": "Ill",
    }
    now = {
        "arbiters": [{"name": "Olga", "account": "o" * 26}],
        "entrants": [
            {"name": "Ana", "people": [{"name": "Ana", "account": "a" * 26}], "replaced": [gone]},
            {"name": "Ben", "people": [{"name": "Ben", "guest": "b" * 64}], "replaced": []},
        ],
    }
    for facts, said in (
        ({"arbiter": "o" * 26, "entrant": 1}, ["may_not_judge Olga Ana"]),
        ({"arbiter": "a" * 26, "entrant": 1}, ["Ana"]),
        ({"account": "g" * 26, "entrants": [1, 2]}, ["Gil", "Ana", "Ben"]),
        ({"entrant": 1, "round": 1}, ["Gil", "round 1"]),
        ({"round": 2, "tables": [3, 4]}, ["round 2", "table 3, 4"]),
        ({"round": 2, "table": 3, "tables": 9}, ["round 2", "table 3"]),
        ({"players": 4, "entrants": 5, "account": "x" * 26}, []),
        ({"asked": "end_tournament", "first": ["open_round", "close_round"]},
         ["first_do action.open_round → action.close_round"]),
    ):  # fmt: skip
        assert javascript.call(CHANGES, "facts", facts, now) == said


def test_page_and_rules_count_tie_breaks_in_the_same_units() -> None:
    assert javascript.call(NUMBERS, "UNITS") == UNITS
    assert set(javascript.call(NUMBERS, "FALLING")) == _FALLING


def test_the_page_says_what_a_decision_changed() -> None:
    """The same as the audit: who was and is where, by name, with scores and forfeits."""
    desk = playing(5)
    first, _ = (table.players for table in desk.state.rounds[0].tables)
    (bye,) = desk.state.rounds[0].byes
    swapped = (PairedTable(1, (bye.player, first[1])),)
    desk.ask(ARBITER, a.ChangeTables(1, swapped, WHY, (ByeTaken(first[0], "zero"),)))
    desk.ask(ARBITER, a.EnterResult(1, 1, (1, 2), WHY, (31, 28)))
    desk.ask(ARBITER, a.CorrectResult(1, 1, (2, 1), WHY), a.OrderReplay(1, 1, WHY))
    desk.ask(ARBITER, a.ForfeitSides(1, 1, (first[1],), WHY), a.GiveBye(3, 2, "half", WHY))
    desk.play().ask(ORGANISER, a.ChangeRules(replace(TWO_SEATS, rounds=2), WHY)).then()
    names = [one.name for one in desk.state.entrants]
    found = javascript.call(CHANGES, "changes", javascript.plain(desk.history), names)
    by_type = {tag_of(event): lines for event, lines in zip(desk.history, found, strict=True)}
    new, other, old = (names[one - 1] for one in (bye.player, first[1], first[0]))
    assert by_type["tables_changed"] == [
        f"table 1: {old}, {other} → {new}, {other}",
        f"field.resting {new} → {old}",
    ]
    results = [lines for event, lines in zip(desk.history, found, strict=True)
               if getattr(event, "table", None) == 1]  # fmt: skip
    entered, turned = f"1. {new} (31), 2. {other} (28)", f"1. {other}, 2. {new}"
    assert results == [
        [f"change.none → {entered}"],
        [f"{entered} → {turned}"],
        [f"{turned} → change.none"],
        [f"change.none → 1. {new}, 2. {other} (forfeit)"],
    ]
    assert by_type["bye_granted"] == ["bye.half"]
    assert by_type["rules_changed"] == ["rounds: 3 → 2"]
    assert by_type["round_opened"] == by_type["entrant_registered"] == []


def test_a_decision_names_the_people_of_its_round() -> None:
    """Or else of its time, even if someone else played for the entry later."""
    desk = playing(4, rules_of(2, 3, "LOT"), real_tables=True)
    one, other = (f"Player {number}" for number in (desk.state.rounds[0].tables[0].players))
    left = desk.state.rounds[0].tables[0].players[0]
    desk.ask(ARBITER, a.ForfeitSides(1, 1, (left,), WHY)).play()
    desk.ask(ARBITER, a.ForbidPairing((1, 2), WHY), a.ExpelEntrant(left, WHY))
    desk.ask(ARBITER, a.ReinstateEntrant(left, WHY))
    desk.ask(ARBITER, a.ReplacePlayer(left, Person("Gabi", account="g" * 26), "Ill"))
    desk.ask(ARBITER, a.CorrectResult(1, 1, (1, 2), WHY, (), ()))
    desk.ask(ARBITER, a.GiveBye(left, 2, "half", WHY))
    view = msgspec.to_builtins(entrant_views(desk.state))
    found = javascript.call(CHANGES, "decisions", javascript.plain(desk.history), view)
    said = {tag_of(event): lines for event, lines in zip(desk.history, found, strict=True)}
    assert said["sides_forfeited"] == [one, f"change.none → 1. {other}, 2. {one} (forfeit)"]
    assert said["entrant_expelled"] == said["entrant_reinstated"] == [one]
    assert said["pairing_forbidden"] == ["Player 1", "Player 2"]
    assert said["player_replaced"] == [f"{one} → Gabi"]
    corrected = f"1. {other}, 2. {one} (forfeit) → 1. {one}, 2. {other}"
    assert said["result_corrected"] == [corrected]
    assert said["bye_granted"] == ["Gabi", "bye.half"]


def test_a_player_reads_what_became_of_a_claim() -> None:
    """A claim that waits, was rejected or is confirmed; decisions show each answer as one."""
    desk = registered(3).ask(ORGANISER, a.NameArbiter(OTHER_ARBITER.who, "Bob"))
    for number in (1, 2):
        desk.ask(player(number), a.DeclareRelation(OTHER_ARBITER.who, number, "My brother"))
    assert conflicts(desk, 1) == ["you.claim.waits Bob My brother"]
    desk.ask(ORGANISER, a.DeclareRelation(OTHER_ARBITER.who, 1))
    desk.ask(ORGANISER, a.RejectRelation(OTHER_ARBITER.who, 2, "They never met"))
    desk.ask(ORGANISER, a.DeclareRelation(OTHER_ARBITER.who, 3))
    assert conflicts(desk, 1) == conflicts(desk, 3) == ["you.not_judged Bob"]
    assert conflicts(desk, 2) == ["you.claim.rejected Bob My brother"]
    types = javascript.call(CHANGES, "types", javascript.plain(desk.history))
    answers = ["relation_confirmed", "relation_rejected", "relation_declared"]
    assert types[-5:] == ["relation_claimed", "relation_claimed", *answers]


def conflicts(desk: Desk, entrant: int) -> list[str]:
    """Return what the page shows an entrant about arbiters with a conflict of interest."""
    state = desk.state
    now = {
        "entrants": entrant_views(state),
        "arbiters": [{"account": account, "name": name} for account, name in state.arbiters],
        "claims": state.claims,
        "relations": [{"account": one, "entrant": other} for one, other in state.relations],
    }
    found: list[str] = javascript.call(CHANGES, "conflicts", msgspec.to_builtins(now), entrant)
    return found


@pytest.mark.parametrize(
    ("sixtieths", "shown"),
    [(0, "0"), (60, "1"), (30, "½"), (150, "2½"), (20, "⅓"), (770, "12⅚"), (61, "1.02")],
)
def test_points_have_signs_for_fractions(sixtieths: int, shown: str) -> None:
    assert javascript.call(NUMBERS, "pointsText", sixtieths) == shown


def test_the_value_of_a_lot_is_its_place() -> None:
    assert javascript.call(NUMBERS, "valueText", "LOT", -3) == "3"
    assert javascript.call(NUMBERS, "valueText", "BH-C1", 9 * 3600 + 1800) == "9½"


def test_the_default_points_match_the_rules() -> None:
    found = javascript.call(TERMS, "SCALES")
    assert {int(size): tuple(scale) for size, scale in found.items()} == dict(SCALES)


@cache
def untouched() -> dict[str, Any]:
    """Return the form before anything is chosen."""
    found: dict[str, Any] = javascript.call(TERMS, "NEW")
    return found | {"name": "Cup", "hasPartners": True, "format": ""}


def announced(ruleset: Any, seats: int, **terms: Any) -> Announcement:
    """Return what the form announces, as the service reads it."""
    (found,) = each_announced([(ruleset, seats)], **terms)
    return found


def each_announced(games: Sequence[tuple[Any, int]], **terms: Any) -> list[Announcement]:
    """Return what the form announces for each of these rulesets and sizes of tables."""
    form = terms.pop("format", "swiss")
    metas = [ruleset.meta for ruleset, _ in games]
    first = [
        (untouched(), {"seats": seats, "format": form}, ruleset.meta.seats)
        for ruleset, seats in games
    ]
    chosen = javascript.each(TERMS, "changed", first)
    if terms:
        chosen = javascript.each(
            TERMS,
            "changed",
            [(one, terms, meta.seats) for one, meta in zip(chosen, metas, strict=True)],
        )
    of_games = [{"ruleset": one.pinned, "seats": one.seats, "options": {}} for one in metas]
    asked = [(one, game | {"clock": None}) for one, game in zip(chosen, of_games, strict=True)]
    return [
        msgspec.convert(made, AnnounceTournamentRequest).announcement
        for made in javascript.each(TERMS, "announcementOf", asked)
    ]


@pytest.mark.parametrize("form", ["swiss", "round_robin", "knock_out", "groups"])
def test_the_form_announces_tournaments_that_can_be_played(form: str) -> None:
    """For each ruleset and each size of its tables, with the usual terms."""
    games = [(ruleset, seats) for ruleset in RULESETS for seats in ruleset.meta.seats]
    for found in each_announced(games, format=form):
        must_be_consistent(found)
        must_be_playable(found)


DUTCH: Final = {"system": "dutch", "name": "caissify-pairings", "version": "0.5.0"}


@pytest.mark.parametrize(
    ("seats", "form", "chosen"),
    [
        (4, "swiss", {"together": "changing"}),
        (4, "round_robin", {"together": "changing"}),
        *((4, form, {"together": "fixed"}) for form in ("swiss", "knock_out", "groups")),
        (2, "round_robin", {"legs": 2}),
        (2, "knock_out", {"lives": 2}),
        (4, "knock_out", {"advance": 2, "small": False}),
        (2, "groups", {"groups": 4, "lives": 2, "legs": 2}),
        (2, "swiss", {"noShow": 15}),
        (2, "swiss", {"spectators": {"kind": "delayed", "turns": 5}}),
        (2, "swiss", {"engine": DUTCH}),
        (2, "swiss", {"scales": {"2": [180, 0]}, "halfBye": True}),
        (3, "swiss", {"byes": 1, "halfByes": False, "late": 2, "checkIn": True, "real": True}),
        (3, "swiss", {"most": 30, "tieBreaks": ["DUELS", "LOT"]}),
    ],
)
def test_the_form_announces_what_is_chosen(seats: int, form: str, chosen: dict[str, Any]) -> None:
    """Each of these choices is in the announcement, and can be played."""
    usual = announced(RULESETS[0], seats, format=form)
    found = announced(RULESETS[0], seats, format=form, **chosen)
    must_be_consistent(found)
    must_be_playable(found)
    assert found != usual


def test_a_choice_that_no_longer_fits_returns_to_its_default() -> None:
    """FIDE's system has its points and tables of two; partners and their tie-breaks need four."""
    found = announced(RULESETS[0], 2, scales={"2": [180, 0]}, halfBye=True, engine=DUTCH)
    assert (found.rules.scales, found.rules.pairing_bye) == (((60, 0),), "full")
    chosen = javascript.call(TERMS, "NEW") | {"hasPartners": True, "seats": 4, "engine": DUTCH}
    pairs = javascript.call(TERMS, "changed", chosen, {"together": "fixed"}, [2, 3, 4])
    assert pairs["engine"] == DUTCH
    three = javascript.call(TERMS, "changed", pairs, {"seats": 3}, [2, 3, 4])
    assert (three["together"], three["engine"]["system"]) == ("alone", "house")
    assert three["tieBreaks"] == javascript.call(TERMS, "usualTieBreaks", "swiss", 3)


def test_numbers_without_effect_are_never_announced() -> None:
    """As when the number of rounds or the size of tables changes after them."""
    two = announced(RULESETS[0], 2, rounds=2, byes=5, late=5)
    assert (two.byes.most, two.registration.late_until) == (2, 2)
    one = announced(RULESETS[0], 2, rounds=1, byes=1, late=2)
    assert (one.byes.most, one.registration.late_until) == (1, 0)
    heats = announced(RULESETS[0], 3, format="knock_out", advance=4, scales={"3": [180, 60, 0]})
    assert (heats.format, heats.rules.scales) == (KnockOut(advance=2), (SCALES[3],))
    final = announced(RULESETS[0], 3, format="groups", qualify=1)
    assert final.format == Groups(groups=2, qualify=2)
    for found in (two, one, heats, final):
        must_be_consistent(found)
        must_be_playable(found)


@pytest.mark.parametrize("swiss", [True, False])
@pytest.mark.parametrize("sides", [2, 4])
def test_the_form_offers_tie_breaks_that_fit(swiss: bool, sides: int) -> None:
    """All of them together are sound, and the usual ones are among them."""
    offered = javascript.call(TERMS, "possibleTieBreaks", swiss, sides)
    rules = Announced(sides, 3, (SCALES[sides],), tuple(offered), swiss=swiss)
    must_be_sound(rules)
    form = "swiss" if swiss else "round_robin"
    assert {*javascript.call(TERMS, "usualTieBreaks", form, sides)} <= {*offered}
    both = {
        one
        for number in (2, 4)
        for one in javascript.call(TERMS, "possibleTieBreaks", True, number)
    }
    assert both == {*get_args(TieBreakId)}


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


# --- how often a page reads -------------------------------------------------------------------

MINUTE: Final = 60_000


def result_at(table: int) -> dict[str, Any]:
    return {"type": "result_entered", "round": 1, "table": table}


def readings(entrants: int, reader: str, events: list[Any], luck: float = 0.5) -> list[int]:
    """Return when a page reads the standings while these events happen, in milliseconds."""
    asked = javascript.call(FOLLOWING, "followed", entrants, reader, events, luck)
    return [at for at, what in asked if what == "standings"]


@pytest.mark.parametrize(
    ("entrants", "reader", "most"),
    [
        (1000, "spectator", 6),
        (1000, "player", 6),
        (1000, "official", 151),
        (20, "spectator", 16),
        (20, "player", 151),
    ],
)
def test_a_page_limits_how_often_it_reads_while_results_arrive(
    entrants: int, reader: str, most: int
) -> None:
    """A result each tenth of a second for a minute, none of them at the player's table."""
    events = [[100 * at, result_at(2)] for at in range(1, 601)]
    found = readings(entrants, reader, events)
    assert most / 3 < len(found) <= most
    pauses = [after - before for before, after in pairwise(found)]
    least = javascript.call(READING, "restOf", entrants, reader)
    assert min(pauses) >= least - 1
    # What came last is read, too, if nothing follows.
    assert found[-1] >= MINUTE


def test_many_pages_spread_their_readings() -> None:
    """As many as follow a tournament begin at as many times; officials and few wait for nothing."""
    event = [[MINUTE, result_at(2)]]
    first = {luck: readings(1000, "spectator", event, luck)[0] - MINUTE for luck in (0, 0.5, 0.9)}
    assert (
        first[0] < first[0.5] < first[0.9] < javascript.call(READING, "restOf", 1000, "spectator")
    )
    assert readings(1000, "official", event, 0.9) == [MINUTE]
    assert readings(20, "player", event, 0.9) == [MINUTE]


@pytest.mark.parametrize(
    "event",
    [
        result_at(1),
        {"type": "table_opened", "round": 1, "table": 1},
        {"type": "tables_paused", "round": 1, "tables": [3, 1]},
        {"type": "tables_changed", "round": 1, "tables": [{"table": 1, "players": [3, 2]}]},
        {"type": "entrant_expelled", "entrant": 1},
        {"type": "sides_forfeited", "round": 1, "table": 1, "entrants": [1]},
    ],
)
def test_a_page_reads_news_about_its_player_at_once(event: dict[str, Any]) -> None:
    """Also while the page still waits because of other tables."""
    events = [[MINUTE, result_at(2)], [MINUTE + 100, result_at(2)], [MINUTE + 200, event]]
    assert readings(1000, "player", events, 0.9) == [MINUTE + 200]
    assert readings(1000, "spectator", events, 0.9)[0] > MINUTE + 1000


@pytest.mark.parametrize(
    "event",
    [
        {"type": "partner_asked", "asker": "p1", "people": [{"account": "p1"}, {"account": "ann"}]},
        {"type": "partner_declined", "asker": "ann"},
        {"type": "entrant_registered", "people": [{"account": "p1"}, {"account": "ann"}]},
    ],
)
def test_a_page_reads_at_once_what_became_of_a_request_to_enter(event: dict[str, Any]) -> None:
    """Its player is no entrant yet, and others wait for a while."""
    events = [[MINUTE, event]]
    assert readings(1000, "newcomer", events, 0.9) == [MINUTE]
    assert readings(1000, "spectator", events, 0.9)[0] > MINUTE + 1000


def test_the_cost_of_a_thousand_viewers_is_bounded() -> None:
    """A reading costs 2 ms of processor time, and 5 ms more for each thousand entrants (ADR 98)."""
    for entrants in (20, 100, 300, 460, 1000, 2000):
        cost = 0.002 + 0.005 * entrants / 1000
        players = javascript.call(READING, "restOf", entrants, "player") / 1000
        if entrants <= 1000:
            assert entrants * cost / players <= 0.51
        spectators = javascript.call(READING, "restOf", entrants, "spectator") / 1000
        assert 1000 * cost / spectators <= 1.1
