"""Records that the page takes away: over a connection that breaks, and of games that hide some."""

import json
from pathlib import Path
from typing import Any, Final

from tests.support.browser import javascript

GATHERING: Final = Path(__file__).parents[1] / "support" / "browser" / "gathering.mjs"


def line(game: str, number: int = 1) -> str:
    """Return what is looked at of a record."""
    return json.dumps({"id": game, "number": number})


def of_filter(*answers: Any) -> Any:
    """Return what comes of a query for number 1."""
    return javascript.call(GATHERING, "ofFilter", "status=over", 1, answers)


def test_an_archive_that_breaks_off_is_gone_on_with() -> None:
    """After the last record that came whole, wanted or not; nothing is told twice."""
    whole = [line("a"), line("b", 2), line("c"), line("d")]
    first = f"{whole[0]}\n{whole[1]}\n{whole[2][:9]}"
    # Cut by an error, ended within a line, refused for a while, not reached, and whole.
    found = of_filter(
        {"text": first, "cut": True},
        {"text": whole[2][:4]},
        {"status": 503},
        None,
        {"text": f"{whole[2]}\n{whole[3]}\n"},
    )
    assert found["lines"] == [whole[0], whole[2], whole[3]]
    assert found["told"] == [1, 2, 3]
    begin = "/v1/records?status=over"
    assert found["asked"] == [begin, *[f"{begin}&after=b"] * 4]


def test_who_cannot_be_reached_is_not_asked_for_ever() -> None:
    """It ends with what can be told to people, and so does an archive without end of breaks."""
    unreached = of_filter(None)
    assert (unreached["lines"], len(unreached["asked"])) == ("Problem0", 4)
    broken = of_filter(*[{"text": line("a")[:5], "cut": True}] * 9)
    assert (broken["lines"], len(broken["asked"])) == ("TypeError", 4)
    assert of_filter({"status": 400})["lines"] == "Problem400"


def test_chosen_records_come_in_the_order_in_which_the_games_ended() -> None:
    """Those that may not be told yet are left out; an answer that breaks off is asked for again."""
    ends = {"b": "2026-03-02T12:00:00.5Z", "a": "2026-03-02T12:00:00Z", "c": "2026-03-01T12:00:00Z"}
    told = {game: json.dumps({"entries": [{"at": at}]}) for game, at in ends.items()}
    answers = [
        {"text": told["b"]},
        {"status": 409},
        {"text": "{", "cut": True},
        {"text": told["a"]},
        {"status": 404},
        {"text": told["c"]},
    ]
    found = javascript.call(GATHERING, "ofGames", ["b", "hides", "a", "closed", "c"], answers)
    assert found["lines"] == [told["c"], told["a"], told["b"]]
    assert found["told"] == [1, 2, 3]
    assert [one.split("/")[3] for one in found["asked"]] == ["b", "hides", "a", "a", "closed", "c"]


def test_an_account_is_asked_of_the_service_and_a_name_is_not() -> None:
    """Of records as of the list; a day that is none is not taken from an address."""
    choice = javascript.call("/page/app/records/choice.js", "UNCHOSEN")
    for player, told in (("a" * 26, f"status=over&player={'a' * 26}"), ("Ann", "status=over")):
        query = javascript.call(GATHERING, "queryOf", {**choice, "player": player})
        assert query == told
    known = javascript.call(GATHERING, "choiceOf", "from=2026-13-01&to=2026-03-02&player=Ann")
    assert (known["from"], known["to"], known["player"]) == ("", "2026-03-02", "Ann")
