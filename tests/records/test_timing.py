"""Flags, leaving seats and witnesses at times that do not fit: by the audit, and without the rules.

An operator writes these logs, seals, hashes and signs them. The rules refuse each of them; the
independent verifier, which does not know the rules, has to find them, too.
"""

from functools import cache
from typing import Any, Final

import pytest
from msgspec.structs import replace

from domain.record.audit import audit
from domain.record.record import AnyRecord, RecordedEntry
from domain.rulesets.registry import RULESETS
from domain.table.actions import DrawMoment, FallFlag, Resign
from domain.table.game import TABLE
from domain.table.times import micros
from service.access.record_verifier import RecordVerifier
from tests.records.test_clocks import forfeited
from tests.records.test_verified import published_about
from tests.records.test_witnesses import Witness, game_of
from tests.support.games.table import AT
from tests.support.proof import verifier
from tests.support.proof.mutants import published
from tests.support.proof.stranger import evidence_from
from tests.support.proof.timing import TOLERATED, fault_in_flags, untimely
from tests.support.proof.verifier import Json
from tests.tools.make_archive_of_strengths import STRENGTHS, Game

NOW: Final = micros(AT) // 1_000
VERIFIER: Final = RecordVerifier()


def events_of(record: AnyRecord) -> list[Json]:
    """Return the events of a record, as everyone sees them after the end."""
    found = evidence_from(record, published())
    assert found is not None
    return found.events


# --- a seat that leaves while a link of it is due -----------------------------------------------


@cache
def linked() -> AnyRecord:
    """Return a game in which both seats give links."""
    return Game(RULESETS[0], 0, STRENGTHS[0]).played()


LEAVING: Final[dict[str, tuple[Any, Any, Json]]] = {
    "resigns": (1, Resign(), {"type": "seat_resigned", "seat": 1, "bot": "greedy"}),
    "flag": (TABLE, FallFlag(), {"type": "flag_fell", "seat": 1, "bot": "greedy"}),
}


@pytest.mark.parametrize("how", LEAVING)
def test_a_seat_cannot_leave_while_its_link_is_due(how: str) -> None:
    """Otherwise the operator would take the link of an honest client out of the dice."""
    by, action, _ = LEAVING[how]
    record = linked()
    third = next(
        number
        for number, one in enumerate(record.entries)
        if isinstance(one.action, DrawMoment) and one.action.moment == 3
    )
    forged = RecordedEntry(by, record.entries[third - 1].at, action)
    entries = (*record.entries[:third], forged, *record.entries[third:])
    first = audit(replace(record, entries=entries), VERIFIER).findings[0]
    assert (first.weight, first.rule, first.reason) == (
        "breach",
        "TB-MOMENT-2",
        "chance_has_to_draw",
    )
    assert first.where == f"$.entries[{third}]"


@pytest.mark.parametrize("how", LEAVING)
def test_without_the_rules_such_a_seat_is_found(how: str) -> None:
    """A seat that leaves before the decision is fine: then its link was never due."""
    by, _, facts = LEAVING[how]
    record = linked()
    events = events_of(record)
    third = next(number for number, one in enumerate(events) if one.get("moment") == 3)
    decision = next(
        number
        for number in range(third - 1, 0, -1)
        if (events[number - 1]["by"], events[number - 1]["at"])
        != (events[third - 1]["by"], events[third - 1]["at"])
    )
    for place, fault in ((third, f"{facts['type']} stands where moment 3 was due"), (decision, "")):
        at = events[place - 1]["at"]
        forged = [*events[:place], facts | {"by": by, "at": at, "version": 0}]
        forged += [
            one | {"links": [each for each in one["links"] if each["who"] != 1]}
            if one["type"] == "moment_drawn"
            else one
            for one in events[place:]
        ]
        verifier.check_moments(record.id, forged)
        if fault:
            with pytest.raises(verifier.Wrong, match=fault):
                verifier.check_waiting(forged)
        else:
            verifier.check_waiting(forged)


def test_without_the_rules_a_waiver_that_a_player_did_not_accept_is_found() -> None:
    """The operator writes that links were waived, without the agreement of one seat, or of both."""
    events = events_of(Game(RULESETS[0], 5, STRENGTHS[5]).played())
    verifier.check_waivers(events)
    for kind in ("waiver_accepted", "waiver_offered"):
        with pytest.raises(verifier.Wrong, match="not everyone agreed"):
            verifier.check_waivers([one for one in events if one["type"] != kind])
    declined = [
        one | {"type": "waiver_declined"} if one["type"] == "waiver_accepted" else one
        for one in events
    ]
    with pytest.raises(verifier.Wrong, match="not everyone agreed"):
        verifier.check_waivers(declined)


# --- flags --------------------------------------------------------------------------------------


def test_a_flag_without_a_clock_is_a_breach() -> None:
    """TB-FLAG-1 is judged in records, too."""
    record = forfeited()
    opening = record.entries[0]
    opening = replace(opening, action=replace(opening.action, clock=None))
    findings = audit(replace(record, entries=(opening, *record.entries[1:])), VERIFIER).findings
    last = len(record.entries) - 1
    assert ("breach", "TB-FLAG-1", "game_has_no_clock", f"$.entries[{last}]") in {
        (one.weight, one.rule, one.reason, one.where) for one in findings
    }


def test_without_the_rules_impossible_flags_are_found() -> None:
    """No clock, no time that has run out, a clock that does not run, and time that is stolen."""
    for record in (forfeited("house"), forfeited("forfeit")):
        events = events_of(record)
        assert fault_in_flags(events) is None
        flag = next(n for n, one in enumerate(events) if one["type"] == "flag_fell")
        run = max(n for n, one in enumerate(events[:flag]) if one["type"] == "clocks_run")
        before = events[run]
        stolen = [max(0, ms - 60_000) for ms in before["left_ms"]]
        other = 1 - events[flag]["seat"]
        for number, facts, fault in (
            (flag, {"at": before["at"]}, "before the time has run out"),
            (flag, {"at": events[0]["at"]}, "time goes back"),
            (flag, {"seat": other}, "whose clock does not run"),
            (flag, {"by": 0}, "whose clock does not run"),
            (run, {"left_ms": stolen}, "more time than has passed"),
            (run, {"left_ms": before["left_ms"][:1]}, "more time than has passed"),
            (run, {"since": events[0]["at"]}, "from another time"),
        ):
            forged = [*events]
            forged[number] = forged[number] | facts
            assert fault in str(fault_in_flags(forged)), facts
        clocks = ("clock_set", "clocks_run")
        bare = [one for one in events if one["type"] not in clocks]
        assert "no clock, but there is flag_fell" in str(fault_in_flags(bare))
        unset = [one for one in events if one["type"] != "clock_set"]
        assert "no clock, but there is clocks_run" in str(fault_in_flags(unset))


def test_without_the_rules_play_in_a_suspended_game_is_found() -> None:
    """A decision, a clock that runs, and a pause that begins twice or ends without a beginning."""
    events = published_about("carolus-magnus", "suspended").events
    assert fault_in_flags(events) is None
    begun = next(n for n, one in enumerate(events) if one["type"] == "game_suspended")
    stopped, lifted = events[begun + 1], events[begun + 2]
    assert (stopped["type"], lifted["type"]) == ("clocks_run", "suspension_lifted")
    for number, facts, fault in (
        (begun + 1, {"by": 0}, "someone acts"),
        (begun + 1, {"running": events[begun + 3]["running"]}, "a clock runs in a suspended game"),
        (begun + 2, {"type": "game_suspended"}, "game_suspended changes nothing"),
        (begun, {"type": "suspension_lifted"}, "suspension_lifted changes nothing"),
    ):
        forged = [*events]
        forged[number] = forged[number] | facts
        assert fault in str(fault_in_flags(forged)), facts


# --- witnesses ----------------------------------------------------------------------------------


def notes(record: AnyRecord) -> list[tuple[str, int, int, str]]:
    """Return reason, witness, moment and place of each note about the times of witnesses."""
    audited = audit(record, VERIFIER)
    assert audited.is_valid
    found = [one for one in audited.findings if one.rule == "RC-WITNESS-4"]
    assert all(one.weight == "note" for one in found)
    return [(one.reason, one.facts["who"], one.facts["moment"], one.where) for one in found]


@pytest.mark.parametrize("off", [-TOLERATED + 100, 0, TOLERATED - 1_000])
def test_a_witness_whose_clock_is_off_by_less_than_a_minute(off: int) -> None:
    """Nothing is noted, nor by the independent verifier."""
    record = game_of(Witness(time=NOW + off))
    assert notes(record) == []
    assert [*untimely(events_of(record))] == []


def test_times_of_witnesses_that_do_not_fit() -> None:
    """The first of each witness is noted: the signatures are valid, but a clock was wrong."""
    record = game_of(Witness(time=NOW + 61_000), Witness(1, time=NOW - 90_000))
    first = next(
        number for number, one in enumerate(record.entries) if isinstance(one.action, DrawMoment)
    )
    assert notes(record) == [
        ("registered_after_the_opening", 128, 0, "$.entries[0].action.witnesses[0].time"),
        ("given_before_the_decision", 129, 1, f"$.entries[{first}].action.witness[1].time"),
    ]
    found = [*untimely(events_of(record))]
    assert found[0] == "witness 128 registered the game after it was opened"
    assert "witness 129 gave moment 1 before its head" in found
    assert "witness 128 gave moment 1 after it was drawn" in found


def test_a_link_that_was_given_after_its_answer() -> None:
    """The registration fits, and a later moment does not."""
    record = game_of(Witness(time=NOW + TOLERATED - 2))
    (found,) = notes(record)
    assert found[:3] == ("given_after_the_answer", 128, 3)
