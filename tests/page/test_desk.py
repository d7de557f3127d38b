"""Test what the page of a tournament says to players and at the desk, drawn without a browser."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest

from tests.support.browser import javascript

DESK: Final = javascript.ROOT / "tests/support/browser/desk.mjs"
ANA: Final = {"name": "Ana", "account": "ana"}
BEN: Final = {"name": "Ben", "account": "ben"}
CID: Final = {"name": "Cid", "account": "cid"}
ASKED: Final = {"asker": "ana", "people": [ANA, BEN]}


def now(**said: Any) -> dict[str, Any]:
    """Return a tournament of fixed pairs before its start."""
    registration = {"kind": "open", "most": 2000, "late_until": said.pop("late", 0)}
    terms = {"registration": registration, "team": 2, "check_in": False, "clock": None}
    terms |= {"real_tables": False, "house_bots": []}
    pace = {"kind": "manual", "times": []}
    announcement = terms | {"pace": pace, "format": {"kind": "swiss"}, "byes": {"most": 0}}
    rules = {"seats": 2, "swiss": True, "rounds": 3, "scales": [[60, 0]]}
    found = {"id": "cup", "phase": "registration", "round": 0, "registration_open": True}
    empty: dict[str, Any] = {"entrants": [], "arbiters": [], "claims": [], "relations": []}
    empty |= {"check_in": None, "played_out": False}
    return found | empty | {"announcement": announcement, "rules": rules} | {
        "partners_asked": [ASKED]
    } | said  # fmt: skip


def test_the_desk_lists_pairs_that_wait_and_the_start_warns_of_them() -> None:
    said = javascript.call(DESK, "desk", {"now": now()}, ["start_tournament"])
    assert "Ana and Ben are not in yet: Ben still has to confirm." in said
    assert javascript.call(DESK, "warned", "start_tournament", now()) == [
        "Ana and Ben stay out, because Ben has not confirmed."
    ]
    assert javascript.call(DESK, "warned", "start_tournament", now(late=1)) == []
    assert javascript.call(DESK, "warned", "invite_players", now()) == []


def test_the_desk_says_which_arbiters_cannot_decide() -> None:
    olga = {"account": "olga", "name": "Olga"}
    legal = {"roles": [], "withheld": [], "arbiters_without_scope": ["olga"]}
    asked = {"now": now(arbiters=[olga]), "legal": legal}
    said = javascript.call(DESK, "desk", asked, ["start_tournament"])
    assert (
        "Olga cannot decide yet: no key of the account olga has the rights of an arbiter." in said
    )


def test_the_end_of_a_round_warns_of_claims_that_nobody_decided() -> None:
    """Not of rejected ones; a dismissal can come too late to replace the answer."""
    about = {"entrant": 1, "reason": "My aunt"}
    claims = [
        {"account": "ida", "rejected": False, **about},
        {"account": "eva", "rejected": True, **about},
        {"account": "zoe", "rejected": False, **about},
    ]
    arbiters = [{"account": one, "name": one.title()} for one in ("ida", "eva")]
    entrants = [{"entrant": 1, "name": "Ana", "people": [ANA], "replaced": []}]
    begun = now(claims=claims, arbiters=arbiters, entrants=entrants)
    said = "Nobody has decided about this claim of Ana yet: Ida has a conflict of interest."
    dismissed = (
        "Nobody has decided about this claim of Ana yet: an arbiter who has been dismissed since "
        "then has a conflict of interest. The audit will list it if this person decided anything "
        "after the claim, or was still an arbiter during a round."
    )
    expected = [f"{said} The audit will list it.", dismissed]
    for ends in ("close_round", "end_tournament", "abort_tournament"):
        assert javascript.call(DESK, "undecided", ends, begun) == expected
    assert javascript.call(DESK, "undecided", "pair_round", begun) == []


@pytest.mark.parametrize(
    ("account", "expected"),
    [
        ("ana", "You are not in this tournament: Ben did not confirm in time."),
        ("ben", "you did not confirm in time that you play with Ana."),
        ("cid", ""),
    ],
)
def test_a_pair_reads_after_the_start_that_it_is_out(account: str, expected: str) -> None:
    for begun in (
        now(phase="playing", round=1),
        now(phase="registration", registration_open=False),
    ):
        said = javascript.call(DESK, "own", {"now": begun, "account": account})
        assert expected in said
        assert bool(said) == bool(expected)


def test_a_player_reads_how_the_request_to_a_partner_ended() -> None:
    """From the events, so that a page that was closed meanwhile says it too."""
    asked = {"type": "partner_asked", **ASKED}
    declined = {"type": "partner_declined", **ASKED, "by": {"role": "player", "who": "ben"}}
    taken_back = declined | {"by": {"role": "player", "who": "ana"}}
    elsewhere = {"type": "entrant_registered", "people": [BEN, CID]}
    entered = {"type": "entrant_registered", "people": [ANA, BEN]}
    for events, how in (
        ([asked], None),
        ([asked, declined], "declined"),
        ([asked, elsewhere], "elsewhere"),
        ([asked, taken_back], None),
        ([asked, entered], None),
        ([asked, declined, asked], None),
        ([elsewhere], None),
    ):
        found = javascript.call(DESK, "failed", "ana", events)
        assert found == (how and {"how": how, "name": "Ben"})
    open_again = {"now": now(partners_asked=[]), "failed": {"how": "declined", "name": "Ben"}}
    said = javascript.call(DESK, "own", open_again)
    assert "Ben declined to enter with you as a pair." in said
    assert "Enter this tournament" in said


def test_arbiters_read_what_they_can_do() -> None:
    """Not what only the organiser can do, and no form that their key has no right for."""
    arbiter = {"roles": [{"role": "arbiter", "actions": []}], "withheld": []}
    legal = arbiter | {"arbiters_without_scope": []}
    entrants = [{"entrant": number, "status": "in"} for number in (1, 2)]
    over = {"phase": "between", "round": 3, "played_out": True}
    for before, mine, theirs in (
        ({}, "The organiser starts the tournament.", "Start the tournament when"),
        (over, "The organiser ends the tournament.", "End the tournament to"),
    ):
        asked = {"now": now(entrants=entrants, **before), "legal": legal}
        said = javascript.call(DESK, "desk", asked, ["expel_entrant"], "arbiter")
        assert said.startswith("Arbiter's desk")
        assert mine in said
        assert theirs not in said
        organiser = {"roles": [{"role": "organiser", "actions": []}], "withheld": []}
        asked |= {"legal": legal | organiser}
        said = javascript.call(DESK, "desk", asked, ["start_tournament", "end_tournament"])
        assert said.startswith("Organiser's desk")
        assert theirs in said
        assert mine not in said
    asked = {"now": now(partners_asked=[]), "legal": legal}
    assert javascript.call(DESK, "own", asked, []) == ""
    assert "Enter this tournament" in javascript.call(DESK, "own", asked)
    assert "Enter this tournament" in javascript.call(DESK, "own", asked | {"legal": None}, [])


@pytest.mark.parametrize(
    ("phase", "ranks", "expected"),
    [
        ("ended", (1, 2), "Winner: Ana"),
        ("ended", (1, 1), "Winners, tied: Ana , Ben"),
        ("between", (1, 2), ""),
        ("aborted", (1, 2), ""),
    ],
)
def test_a_finished_tournament_names_its_winner(
    phase: str, ranks: tuple[int, int], expected: str
) -> None:
    people = [
        {"entrant": at, "people": [one], "replaced": []} for at, one in enumerate((ANA, BEN), 1)
    ]
    lines = [{"rank": rank, "entrant": at} for at, rank in enumerate(ranks, 1)]
    asked = {"now": now(phase=phase, round=3, entrants=people), "standings": {"standings": lines}}
    assert javascript.call(DESK, "winners", asked) == expected


def test_four_people_sit_at_a_table_of_two_pairs() -> None:
    """And a pair plays against the other one; nobody plays against all others of a larger table."""
    pairs = now(phase="playing", round=1, schedule=None)
    pairs["announcement"]["ruleset"] = "teg@1"
    assert "teg\u00a0· Swiss, tables of 4\u00a0· 3 rounds" in javascript.call(DESK, "lead", pairs)
    alone = pairs | {"announcement": pairs["announcement"] | {"team": 1}}
    assert "Swiss, tables of 2" in javascript.call(DESK, "lead", alone)
    own = {"entrant": 1, "people": [ANA], "replaced": [], "status": "in", "byes": []}
    table = {"table": 1, "entrants": [1, 2], "points": None, "game": None}
    round_ = {"round": 1, "opened": False, "tables": [table]}
    for seats, expected in ((2, "Against P2"), (3, "With P2")):
        asked = {"now": pairs | {"rules": pairs["rules"] | {"seats": seats}}, "own": own}
        said = javascript.call(DESK, "own", asked | {"round": round_})
        assert expected in said


def round_of(number: int, points: list[int] | None) -> dict[str, Any]:
    table = {"table": 1, "entrants": [1, 2], "points": points, "forfeits": []}
    return {"round": number, "tables": [table], "byes": []}


def test_a_form_names_what_is_missing() -> None:
    asked = {"now": now(phase="playing", round=1), "rounds": [round_of(1, None)]}
    for action, values, before, after in (
        ("enter_result", {"table": 1}, "Table", "Places"),
        ("forfeit_sides", {"table": 1}, "Table", "Forfeit"),
        ("forbid_pairing", {"one": 1}, "First entrant", "Second entrant"),
        ("name_arbiter", {"account": "a" * 26}, "Account", "Name"),
        ("give_bye", {"entrant": 1}, "Entrant, Round and Kind of bye", "Round and Kind of bye"),
        ("replace_player", {"entrant": 1, "account 1": "a" * 26}, "Entrant and Account", "Name"),
    ):
        found = javascript.call(DESK, "filled", action, values, asked)
        assert found["before"].endswith(f": {before}")
        assert found["after"].endswith(f": {after}")


@pytest.mark.parametrize("action", ["correct_result", "enter_result"])
def test_a_form_stays_with_its_round(action: str) -> None:
    """If the next round is paired meanwhile, or the table gets a result."""
    points = [60, 0] if action == "correct_result" else None
    before = {"now": now(phase="playing", round=1), "rounds": [round_of(1, points)]}
    rounds = [round_of(1, [60, 0]), round_of(2, None)]
    later = {"now": now(phase="paired", round=2), "rounds": rounds}
    values = {"table": 1, "place 1": 2, "place 2": 1}
    found = javascript.call(DESK, "filled", action, values, before | {"later": later})
    assert (found["action"]["round"], found["action"]["table"]) == (1, 1)
    assert found["action"]["ranks"] == [2, 1]


def test_the_settings_have_a_field_for_another_key() -> None:
    """Without a key, and with one: an organiser gets a new one from the operator."""
    for player in (None, {"id": "a" * 26, "name": "Ana", "key": "carolus_key"}):
        found = javascript.call(DESK, "key", player)
        assert found["forms"] == 1
        assert "account.use.field" in found["text"]
        assert ("account.replace.about" in found["text"]) == (player is not None)


@pytest.mark.parametrize(
    ("source", "replay"),
    [("game", True), ("as_it_stands", True), ("arbiter", False), ("forfeit", False), (None, False)],
)
def test_only_a_result_of_the_game_leads_to_a_replay(source: str | None, replay: bool) -> None:
    """The game of another result may never have begun."""
    assert javascript.call(DESK, "played", source) is replay


def test_the_pairing_names_those_who_forfeited() -> None:
    """Unless they have left, or rest in the next round."""
    entrants = [
        {"name": "Ana", "status": "in", "byes": []},
        {"name": "Ben", "status": "withdrawn", "byes": []},
        {"name": "Cid", "status": "in", "byes": [{"round": 2}]},
    ]
    table = {"table": 1, "entrants": [1, 2, 3], "points": [0, 0, 0], "forfeits": [1, 2, 3]}
    asked = {"now": now(round=1, entrants=entrants), "round": {"round": 1, "tables": [table]}}
    (said,) = javascript.call(DESK, "absent", "pair_round", asked)
    assert said.startswith("Forfeited the last round and still in: Ana. ")
    assert javascript.call(DESK, "absent", "close_round", asked) == []


def test_a_table_says_for_whom_it_waits_and_until_when() -> None:
    """No time without a limit, and none that is over; many players are counted."""

    def game(*missing: str) -> dict[str, Any]:
        seats = [
            {"taken": one not in missing, "reserved_name": one} for one in ("Ana", "Ben", "Cid")
        ]
        return {"seats": seats}

    soon = (datetime.now(UTC) + timedelta(minutes=30)).isoformat()
    later, before = "2126-11-27T19:45:00.000Z", "2026-01-01T00:00:00.000Z"
    assert javascript.call(DESK, "waits", game(), later) == ""
    for end in (None, before):
        assert javascript.call(DESK, "waits", game("Ben"), end) == "Waiting for Ben"
    said = javascript.call(DESK, "waits", game("Ana", "Ben"), soon)
    assert re.fullmatch(r"Waiting for Ana and Ben until \d+:\d\d\W[AP]M", said), said
    said = javascript.call(DESK, "waits", game("Ana", "Ben", "Cid"), later)
    assert re.fullmatch(r"Waiting for 3 players until Nov \d+, 2126, \d+:45\W[AP]M", said), said
