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


# --- playback: the page shows what others did, step by step --------------------------------------


def actions(*seats: int, events: int = 2) -> dict[str, Any]:
    """Return the events and the story of a new game, and of one action of each of these seats."""
    listed: list[dict[str, Any]] = [{"at": "0", "by": "chance"}]
    listed += [{"at": str(n), "by": seat} for n, seat in enumerate(seats, 1) for _ in range(events)]
    numbered = [{"version": version, **event} for version, event in enumerate(listed, 1)]
    story = [
        {
            "first": last - events + 1 if n else 1,
            "last": last,
            "by": by,
            "at": str(n),
            "text": f"{n}",
        }
        for n, (last, by) in enumerate([(1, "chance"), *ends(seats, events)])
    ]
    return {"events": numbered, "story": story}


def ends(seats: tuple[int, ...], events: int) -> list[tuple[int, Any]]:
    """Return the last version of each action, and its seat."""
    return [(1 + events * n, seat) for n, seat in enumerate(seats, 1)]


def versions(shown: list[dict[str, Any]]) -> list[int]:
    """Return the versions of the moments shown."""
    return [one["version"] for one in shown]


def test_actions_of_several_are_shown_one_after_the_other() -> None:
    """Board, game and sentences are always of the same moment, until that is the present."""
    shown = done("playback", **actions(1, 2, 1))
    assert versions(shown) == [1, 3, 5, 7]
    assert [one["sentences"] for one in shown] == [["0"], ["1"], ["2"], ["3"]]
    assert [one["live"] for one in shown] == [True, False, False, True]
    times = [one["at"] for one in shown]
    assert times[1] == 0
    assert all(0.5 <= later - at <= 1.2 for at, later in pairwise(times[1:]))


def test_the_answers_of_chance_are_a_step_of_their_own() -> None:
    """Sentences on one action are one step, because its events have one time."""
    game = actions(1, 1, 1)
    for one in (*game["events"][3:], *game["story"][2:]):
        one["at"] = "2"
    for one in (*game["events"][5:], *game["story"][3:]):
        one["by"] = "chance"
    assert versions(done("playback", **game)) == [1, 3, 5, 7]
    for one in (*game["events"][5:], *game["story"][3:]):
        one["by"] = 1
    shown = done("playback", **game)
    assert versions(shown) == [1, 3, 7]
    assert shown[-1]["sentences"] == ["2", "3"]


def test_the_players_own_actions_are_shown_at_once() -> None:
    shown = done("playback", **actions(1, 1, 0))
    assert [(one["at"], one["version"]) for one in shown] == [(0, 1), (0, 7)]
    shown = done("playback", **actions(0, 1, 2))
    assert [(one["at"], one["version"]) for one in shown[:2]] == [(0, 1), (0, 3)]
    assert versions(shown) == [1, 3, 5, 7]


def test_the_players_own_action_ends_a_playback_of_what_was_before() -> None:
    shown = done("playback", **actions(1, 2, 1, 0, 2), meanwhile=7)
    assert versions(shown) == [1, 3, 9, 11]


@pytest.mark.parametrize("chosen", [{"still": True}, {"pace": 0}])
def test_unwanted_motion_is_left_out(chosen: dict[str, Any]) -> None:
    shown = done("playback", **actions(1, 2, 1), **chosen)
    assert [(one["at"], one["version"]) for one in shown] == [(0, 1), (0, 7)]


def test_a_chosen_pace_counts_more_than_the_systems_wish() -> None:
    slow, fast = (
        done("playback", **actions(1, 2, 1), pace=pace, still=True)[-1]["at"] for pace in (0.5, 2)
    )
    assert slow == pytest.approx(4 * fast, rel=0.2)


def test_a_press_skips_the_rest() -> None:
    shown = done("playback", **actions(*[1, 2] * 3), does=[["skip"]])
    assert [(one["at"], one["version"], one["live"]) for one in shown] == [
        (0, 1, True),
        (0, 3, False),
        (0, 13, True),
    ]


def test_a_finger_on_the_board_holds_the_playback() -> None:
    """Otherwise the board under it would be replaced, and the browser would report no click."""
    held = [["hold"], ["passes", 5000]]
    shown = done("playback", **actions(1, 2, 1), does=[*held, ["release"]])
    assert [one["at"] > 5 for one in shown] == [False, False, True, True]
    assert versions(done("playback", **actions(1, 2, 1), does=[*held, ["skip"]])) == [1, 3, 7]


def test_nothing_of_a_long_round_is_left_out() -> None:
    """A long one is faster, but each step can still be seen."""
    shown = done("playback", **actions(*[1, 2] * 20))
    assert versions(shown) == [1, *range(3, 83, 2)]
    waits = [later["at"] - one["at"] for one, later in pairwise(shown[1:])]
    assert min(waits) >= 0.3
    assert max(waits) <= 0.5


def test_what_happens_while_nobody_looks_is_shown_afterwards() -> None:
    shown = done(
        "playback", **actions(1, 2, 1), hidden=True, does=[["passes", 30_000], ["returns"]]
    )
    assert versions(shown) == [1, 3, 5, 7]
    assert [one["at"] >= 30 for one in shown] == [False, False, True, True]


def test_looking_back_ends_a_playback() -> None:
    shown = done("playback", **actions(1, 2, 1), does=[["to", 1]])
    assert versions(shown) == [1, 3, 1]
    assert not shown[-1]["live"]


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
    """Players need no name, and a player who resigned or ran out of time is not a bot."""
    named = {
        "Free": SEAT | {"taken": False},
        "Ann": SEAT | {"name": "Ann"},
        "Alcuin": SEAT | {"name": "Alcuin", "bot": "greedy"},
    }
    someone = [SEAT, LEFT, LEFT | {"resigned": False, "flagged": True}]
    sitters = done("sitters", [*named.values(), *someone], "over")
    assert [name for name, _ in sitters] == [*named, *["Anonymous"] * 3]


def test_a_bot_that_plays_on_for_a_player_leaves_when_the_game_is_over() -> None:
    seats = [LEFT, SEAT | {"bot": "random"}]
    assert [bot for _, bot in done("sitters", seats, "running")] == ["greedy", "random"]
    assert [bot for _, bot in done("sitters", seats, "over")] == [None, "random"]


# --- the log -------------------------------------------------------------------------------------


def sentence(first: int, by: int | str, text: str, last: int | None = None) -> dict[str, Any]:
    """Return a sentence of the service."""
    return {"first": first, "last": last or first, "by": by, "at": "", "text": text}


STORY = [
    sentence(1, 0, "sits"), sentence(2, 1, "sits"), sentence(3, 1, "starts"),
    sentence(4, "chance", "lots"), sentence(5, 0, "places", 7), sentence(8, "chance", "dice"),
    sentence(9, 1, "places"), sentence(10, "table", "flag"), sentence(11, "table", "over"),
]  # fmt: skip


def test_a_turn_includes_its_results_but_not_messages_of_the_table() -> None:
    """Before the start, everything belongs to the table."""
    assert done("log", STORY, 3, 11) == [
        ["table", True, "sits"],
        ["table", False, "sits"],
        ["table", False, "starts"],
        ["table", False, "lots"],
        [0, True, "places"],
        [0, False, "dice"],
        [1, True, "places"],
        ["table", True, "flag"],
        ["table", False, "over"],
    ]


def test_a_log_ends_at_the_moment_shown() -> None:
    """A sentence on a row of events is in it once the row is complete."""
    assert [text for *_, text in done("log", STORY, 3, 6)] == ["sits", "sits", "starts", "lots"]


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
        {"detail": "Someone was faster."},
    ]
    assert done("reasons", problems) == [
        "The server does not accept this: clock: a field is missing.",
        words_of(SHELL)["en"]["problem.forbidden"],
        "A disc is played once.",
        "Someone was faster.",
    ]


# --- what was agreed -----------------------------------------------------------------------------


def test_a_clock_in_words() -> None:
    days = DAYS | {"on_flag": "forfeit"}
    with_more = MINUTES | {"increment_seconds": 1}
    reactions = [HASTE | {"reaction_seconds": 20}, days | {"reaction_seconds": 43_200}]
    texts = done("clocksInWords", [None, MINUTES, with_more, HASTE, days, *reactions])
    assert [one.partition("; then ")[0] for one in texts] == [
        "No time limit",
        "10 minutes per player for the whole game",
        "10 minutes per player, plus 1 second after each move",
        "40 seconds per move",
        "3 days per move",
        "40 seconds per move, 20 seconds per reaction",
        "3 days per move, 12 hours per reaction",
    ]
    ends = [one.partition("; then ")[2] for one in texts]
    assert ends[:5] == ["", *["the house bot plays on"] * 3, "the player loses"]


# --- the end of a game ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("winners", "results"),
    [
        (["blue"], ["won", "lost", "lost"]),
        (["blue", "green"], ["shared", "shared", "lost"]),
        (["blue", "green", "red"], ["drawn", "drawn", "drawn"]),
    ],
)
def test_a_draw_is_an_end_without_losers(winners: list[str], results: list[str]) -> None:
    """Several who are ahead of another share the first place."""
    seats = [{"side": side} for side in ("blue", "green", "red")]
    ends_js = "/page/app/ends.js"
    found = [javascript.call(ends_js, "resultOf", one, seats, winners) for one in seats]
    assert found == results


# --- another language ----------------------------------------------------------------------------


def test_a_picture_on_its_way_does_not_stay_in_the_previous_language() -> None:
    """The page requests it again, whether it read the game or an action brought the picture."""
    assert done("inAnotherLanguage", answered=False) == "de 1"
    assert done("inAnotherLanguage", answered=True) == "de 2"
