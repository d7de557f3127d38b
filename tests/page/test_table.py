"""Test what the page does at a table, without a browser: in node, with time under control."""

from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.browser import javascript
from tests.support.browser.page_words import SHELL, words_of

AT_TABLE: Final = Path(__file__).parents[1] / "support" / "browser" / "at_table.mjs"


def done(what: str, *arguments: Any, **named: Any) -> Any:
    """Return the result of a scenario: see ``at_table.mjs``."""
    return javascript.call(AT_TABLE, what, *arguments, *([named] if named else []))


# --- the film: the page shows actions of others one by one ----------------------------------------


def actions(*seats: int, events: int = 2) -> list[dict[str, Any]]:
    """Return the events of a newly opened game, and of one action of each of these seats."""
    listed: list[dict[str, Any]] = [{"at": "0", "by": "table"}]
    listed += [{"at": str(n), "by": seat} for n, seat in enumerate(seats, 1) for _ in range(events)]
    return [{"version": version, **event} for version, event in enumerate(listed, 1)]


def test_actions_of_several_are_shown_one_after_the_other() -> None:
    found = done("film", events=actions(1, 2, 1))
    assert [picture for _, picture in found["shown"]] == ["1", "3", "5", "7"]
    times = [at for at, _ in found["shown"]]
    assert times[1] == 0
    assert all(0.5 <= later - at <= 1 for at, later in pairwise(times[1:]))
    assert not found["runs"]


def test_the_players_own_actions_are_shown_at_once() -> None:
    found = done("film", events=actions(1, 1, 0))
    assert found["shown"] == [[0, "1"], [0, "7"]]


@pytest.mark.parametrize("reason", ["still", "hidden"])
def test_unwanted_or_unseen_motion_is_left_out(reason: str) -> None:
    found = done("film", events=actions(1, 2, 1), **{reason: True})
    assert found["shown"] == [[0, "1"], [0, "7"]]


def test_a_press_on_the_board_skips_the_rest() -> None:
    found = done("film", events=actions(*[1, 2] * 3), skips=True)
    assert found["shown"] == [[0, "1"], [0, "3"], [0, "13"]]
    assert not found["runs"]


def test_the_players_own_action_does_not_wait() -> None:
    found = done("film", events=actions(1, 2, 1), meanwhile=actions(1, 2, 1, 0, 2))
    assert [picture for _, picture in found["shown"]] == ["1", "3", "9", "11"]
    assert [at for at, _ in found["shown"][:3]] == [0, 0, 0]


def test_of_many_actions_the_last_are_shown() -> None:
    found = done("film", events=actions(*[1, 2] * 10))
    assert len(found["shown"]) == 1 + 8
    assert found["shown"][-1][1] == "41"


# --- sound and notification ----------------------------------------------------------------------


def test_without_a_setting_there_is_no_call() -> None:
    heard = done("called", hidden=True)
    assert heard["pitches"] == heard["notes"] == []


def test_two_tones_rise_and_the_sound_ends() -> None:
    heard = done("called", sound=True)
    (first, low), (second, high) = heard["pitches"]
    assert first < second
    assert low < high
    assert heard["closed"] == 1


def test_a_notification_leads_back_to_the_game() -> None:
    heard = done("called", notify=True, hidden=True)
    assert heard["notes"] == [["Your turn", "A game"]]
    assert (heard["focused"], heard["closed"]) == (1, 1)


@pytest.mark.parametrize(
    "why",
    [
        pytest.param({}, id="who looks at the page"),
        pytest.param({"hidden": True, "permission": "denied"}, id="who has forbidden it"),
        pytest.param({"hidden": True, "phone": True}, id="whose browser cannot do it"),
    ],
)
def test_some_visitors_get_no_notification(why: dict[str, Any]) -> None:
    assert done("called", notify=True, **why)["notes"] == []


# --- clocks --------------------------------------------------------------------------------------

MINUTES = {"kind": "bank", "seconds": 600, "increment_seconds": 0, "on_flag": "house"}
HASTE = {"kind": "per_action", "seconds": 40, "on_flag": "house"}
DAYS = {"kind": "days", "days": 3, "on_flag": "house"}


@pytest.mark.parametrize("hours", [0, 5, -30])
def test_a_clock_runs_by_the_time_of_the_service(hours: int) -> None:
    found = done("clocks", clock=MINUTES, left=600, after=[0, 60, 700], wrongHours=hours)["found"]
    # The service sends its time in whole seconds.
    assert [left for left, *_ in found] == pytest.approx([600, 540, 0], abs=1)


def test_a_low_clock_is_announced_twice() -> None:
    found = done("clocks", clock=MINUTES, left=45, after=[5, 15, 16, 30, 35, 36, 44])["found"]
    assert [said for *_, said in found] == [False, True, False, False, True, False, False]
    assert [little for _, little, _ in found] == [False] + [True] * 6


def test_a_low_clock_depends_on_the_total_time() -> None:
    found = done("clocks", clock=HASTE, left=40, after=[1, 29, 30, 31, 39])["found"]
    assert [little for _, little, _ in found] == [False, False, True, True, True]
    assert [said for *_, said in found] == [False, False, True, False, False]
    (days,) = done("clocks", clock=DAYS, left=4000, after=[500])["found"]
    assert days == [3500, True, True]


def test_clocks_of_others_are_not_announced() -> None:
    found = done("clocks", clock=MINUTES, left=45, after=[20, 40], own=[1])["found"]
    assert [said for *_, said in found] == [False, False]


def test_clocks_are_drawn_when_their_text_changes() -> None:
    result = done("clocks", clock=MINUTES, left=45, after=[1.75])
    assert result["next"] == 250
    assert result["still"] is None
    assert done("clocks", clock=DAYS, left=250_000, after=[1])["next"] == 60_000


# --- the connection ------------------------------------------------------------------------------


def test_a_connection_says_hello_and_continues_where_it_was() -> None:
    result = done(
        "connection",
        [["opens", None], ["sends", "event"], ["closes", 1006], ["passes", 1000], ["opens", None]],
    )
    assert result["sent"] == [{"type": "hello", "token": "seat0_x"}]
    assert [after for _, after in result["asked"]] == ["3", "4"]
    assert result["states"][1:3] == ["open", "lost"]


def test_it_waits_longer_each_time_and_not_too_long() -> None:
    fails = [["closes", 1006], ["passes", 20_000]] * 8
    asked = done("connection", fails)["asked"]
    waits = [at - 20 * n for n, (at, _) in enumerate(asked[1:])]
    for wait, expected in zip(waits, [0.5, 1, 2, 4, 8, 8, 8, 8], strict=True):
        assert 0.75 * expected <= wait <= 1.25 * expected + 0.1


def test_a_silent_connection_counts_as_lost() -> None:
    result = done("connection", [["sends", "presence"], ["passes", 39_000], ["passes", 2000]])
    assert result["states"] == ["open", "open", "lost"]


def test_a_restored_network_is_used_at_once() -> None:
    result = done(
        "connection", [["sends", "presence"], ["happens", "offline"], ["happens", "online"]]
    )
    assert result["states"] == ["open", "lost", "lost"]
    assert [at for at, _ in result["asked"]] == [0, 0]


@pytest.mark.parametrize(
    ("last", "state"), [(["closes", 4404], "refused"), (["sends", "end"], "ended")]
)
def test_a_finished_game_is_not_requested_again(last: list[Any], state: str) -> None:
    result = done("connection", [["opens", None], last, ["closes", 1000], ["passes", 60_000]])
    assert result["states"][-1] == state
    assert len(result["asked"]) == 1


# --- looking back --------------------------------------------------------------------------------


def test_a_step_finds_its_moment_and_prefetches_one_more() -> None:
    found = done("lookingBack", steps=[["to", 10], ["to", 11], ["to", 12], ["to", 11]])["found"]
    assert [step["asked"] for step in found] == [[10, 9, 8], [11, 12, 13], [14], []]
    assert [step["requests"] for step in found] == [6, 6, 2, 0]
    assert found[-1]["shown"] == "<svg>11 en</svg>"


def test_a_slide_fetches_little_and_shows_its_end() -> None:
    slide = list(range(40, 5, -1))
    result = done("lookingBack", steps=[["slides", slide]], takesMs=100)
    (found,) = result["found"]
    assert found["shown"] == "<svg>6 en</svg>"
    assert found["requests"] < len(slide)
    assert result["calledOff"] > 0


def test_returning_to_the_present_cancels_requests() -> None:
    steps = [["slides", [9]], ["closes", None]]
    result = done("lookingBack", steps=steps, takesMs=2000)
    assert result["calledOff"] == 2


def test_a_moment_follows_a_change_of_language() -> None:
    found = done("lookingBack", steps=[["to", 10], ["speaks", "de"]])["found"]
    assert [step["shown"] for step in found] == ["<svg>10 en</svg>", "<svg>10 de</svg>"]


# --- what players are called ----------------------------------------------------------------------


def test_a_name_does_not_affect_the_sentence_around_it() -> None:
    """The service refuses such names, but a record from elsewhere may have them."""
    names = ["Ann \u202eanna\u2066", "\u200b", " ", None, "<b>Bo</b>"]
    sides = ["white", "black", "grey", "grey", "red"]
    seats = [{"name": name, "side": side} for name, side in zip(names, sides, strict=True)]
    assert done("names", seats) == ["Ann anna", "black", "grey 3", "grey 4", "<b>Bo</b>"]


SEAT = {"name": None, "bot": None, "taken": True, "resigned": False, "flagged": False}
LEFT = SEAT | {"bot": "greedy", "resigned": True}


def test_a_seat_is_free_only_if_nobody_has_taken_it() -> None:
    """Players need no name, and a player who resigned or ran out of time is no bot."""
    named = {
        "Free": SEAT | {"taken": False},
        "Ann": SEAT | {"name": "Ann"},
        "House bot (normal)": SEAT | {"bot": "greedy"},
    }
    somebody = [SEAT, LEFT, LEFT | {"resigned": False, "flagged": True}]
    sitters = done("sitters", [*named.values(), *somebody], "over")
    assert [name for name, _ in sitters] == [*named, *["Anonymous"] * 3]


def test_a_bot_that_plays_on_for_somebody_goes_when_the_game_is_over() -> None:
    seats = [LEFT, SEAT | {"bot": "random"}]
    assert [bot for _, bot in done("sitters", seats, "running")] == ["greedy", "random"]
    assert [bot for _, bot in done("sitters", seats, "over")] == [None, "random"]


# --- the story -----------------------------------------------------------------------------------


def sentence(first: int, by: int | str, text: str, last: int | None = None) -> dict[str, Any]:
    """Return a sentence of the service."""
    return {"first": first, "last": last or first, "by": by, "at": "", "text": text}


def test_a_turn_includes_its_results_but_not_messages_of_the_table() -> None:
    """Before the start, everything belongs to the table."""
    story = [
        sentence(1, 0, "sits"), sentence(2, 1, "sits"), sentence(3, 1, "starts"),
        sentence(4, "chance", "lots"), sentence(5, 0, "places", 7), sentence(8, "chance", "dice"),
        sentence(9, 1, "places"), sentence(10, "table", "flag"), sentence(11, "table", "over"),
    ]  # fmt: skip
    assert done("story", story, 3) == [
        ["table", 4, "sits", "sits", "starts", "lots"],
        [0, 8, "places", "dice"],
        [1, 9, "places"],
        ["table", 11, "flag", "over"],
    ]


def test_a_sentence_replaces_the_one_on_a_shorter_row() -> None:
    """Only sentences with further events are news."""
    known = [sentence(1, 0, "places one", 2), sentence(3, 1, "asks")]
    more = [sentence(1, 0, "places two", 4), sentence(5, 0, "moves")]
    assert done("storyWith", known, more, 3) == {
        "texts": ["places two", "asks", "moves"],
        "fresh": ["places two", "moves"],
        "last": "moves",
    }


# --- problems ------------------------------------------------------------------------------------


def test_problems_are_shown_in_words_for_people() -> None:
    errors = [{"where": "$.clock", "message": "a field is missing"}]
    problems = [
        {"type": "/problems/malformed", "detail": "See errors.", "errors": errors},
        {"type": "/problems/forbidden", "detail": "facts.needs says whose token it takes."},
        {"type": "/problems/illegal-action", "detail": "A disc is played once."},
        {"detail": "Somebody was faster."},
    ]
    assert done("reasons", problems) == [
        "The server does not accept this: clock: a field is missing.",
        words_of(SHELL)["en"]["problem.forbidden"],
        "A disc is played once.",
        "Somebody was faster.",
    ]


# --- what was agreed -----------------------------------------------------------------------------


def test_a_clock_in_words() -> None:
    days = DAYS | {"on_flag": "forfeit"}
    with_more = MINUTES | {"increment_seconds": 1}
    texts = done("clocksInWords", [None, MINUTES, with_more, HASTE, days])
    assert [one.partition("; then ")[0] for one in texts] == [
        "No time limit",
        "10 minutes per player for the whole game",
        "10 minutes per player, plus 1 second after each move",
        "40 seconds per move",
        "3 days per move",
    ]
    ends = [one.partition("; then ")[2] for one in texts]
    assert ends == ["", *["the house bot plays on"] * 3, "the player loses"]
