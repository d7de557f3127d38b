"""Test what the page stores, and what it accepts from its address."""

from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.browser import javascript

KEEPING: Final = Path(__file__).parents[1] / "support" / "browser" / "keeping.mjs"
INHERITED: Final = ("__proto__", "constructor", "toString")


def begin(address: str, **storage: Any) -> Any:
    """Return where the page starts at this address, and what it has stored then."""
    return javascript.call(KEEPING, "begin", address, storage)


@pytest.mark.parametrize("game", [*INHERITED, "xivrn2kaxbp6dycz"])
def test_a_link_may_name_any_game(game: str) -> None:
    """It may be named like a property of every object; its token leaves the address at once."""
    found = begin(f"#/games/{game}?seat=0&token=x")
    assert (found["path"], found["hash"]) == (["games", game], f"#/games/{game}")
    assert found["kept"] == {game: ["x"]}
    looked = javascript.call(KEEPING, "lookFor", f"#/games/{game}", {})
    assert looked == {"failure": 404, "kept": [], "own": []}


def test_a_token_leaves_every_address() -> None:
    """The page keeps it only for a game, with or without the number of a seat."""
    found = begin("#/games/a?token=x")
    assert (found["hash"], found["kept"]) == ("#/games/a", {"a": ["x"]})
    for address in ("#/games", "#/records", "#/games/a b", "#/games/.."):
        found = begin(f"{address}?token=x")
        assert (found["hash"], found["kept"]) == (address, {})
    assert begin("#/games/a?token=")["kept"] == {}


def test_an_invalid_id_is_not_a_game() -> None:
    """No address of the page can reach another part of the service."""
    others = [None, "", ".", "..", "..\\rulesets", "a/b", "a#b", "%2e%2e", "a b", "a" * 65]
    ids = ["a", "-a", "_", "a.b", "a" * 64, *INHERITED]
    assert javascript.call(KEEPING, "games", [*others, *ids]) == ids


def test_a_link_to_a_missing_game_is_not_kept() -> None:
    """The other games stay."""
    mine = {"seats": {"0": "y"}, "opened": "2026-03-02T12:00:00Z", "ruleset": ""}
    looked = javascript.call(
        KEEPING, "lookFor", "#/games/nosuchgame?seat=0&token=x", {"games": {"mine": mine}}
    )
    assert looked == {"failure": 404, "kept": ["mine"], "own": []}


@pytest.mark.parametrize("language", ["fr", *INHERITED, {}, None])
def test_settings_of_other_versions_are_ignored(language: Any) -> None:
    """The page ignores an unknown language, for example, and keeps the other settings."""
    stored = {"language": language, "theme": "sepia", "name": ["Ann"], "sound": True}
    found = begin("#/", settings=stored)
    assert found["language"] in ("en", "es", "de")
    settings = found["settings"]
    assert (settings["theme"], settings["name"], settings["sound"]) == (None, "", True)


def test_invalid_games_are_not_kept() -> None:
    """They would prevent the page from drawing the lobby."""
    whole = {"seats": {}, "opened": "2026-03-02T12:00:00Z", "ruleset": ""}
    games = {"a": {}, "b": None, "c": [1], "d": {**whole, "opened": "then"}, "e": whole}
    assert begin("#/", games=games)["kept"] == {"e": []}
    assert begin("#/", games=[1])["kept"] == {}


def test_a_refused_attempt_leaves_no_key() -> None:
    """The next one under the same name uses the same account, one under another name a new one."""
    asked = javascript.call(
        KEEPING, "attempts", [["Ann", 409], ["Ann", 409], ["Bea", 422], ["Bea", None], ["Cid", 409]]
    )
    refused = ["uses key 1", "stores nothing"]
    assert asked == [
        *("creates Ann", *refused, *refused),
        *("revokes t1", "creates Bea", "uses key 7", "stores nothing"),
        *("uses key 7", "stores Bea"),
        *("uses key 7", "stores Bea"),
    ]


def test_a_key_is_stored_if_the_answer_was_lost() -> None:
    """The service may have done what was asked."""
    for status in (0, 503):
        asked = javascript.call(KEEPING, "attempts", [["Ann", status]])
        assert asked == ["creates Ann", "uses key 1", "stores Ann"]


@pytest.mark.parametrize(
    ("languages", "moment", "day"),
    [
        (["en"], "4 Mar 2026, 18:05", "4 Mar 2026"),
        (["en-GB", "en-US"], "4 Mar 2026, 18:05", "4 Mar 2026"),
        (["en-US", "en"], "Mar 4, 2026, 6:05 PM", "Mar 4, 2026"),
        (["de-CH", "en"], "4. März 2026, 18:05", "4. März 2026"),
        (["es-PA"], "4 mar 2026, 6:05 p. m.", "4 mar 2026"),
        (["fr", "es"], "4 mar 2026, 18:05", "4 mar 2026"),
    ],
)
def test_the_month_of_a_date_is_a_word(languages: list[str], moment: str, day: str) -> None:
    """In the order of the reader's country; English of no country is British."""
    assert javascript.call(KEEPING, "times", languages, "2026-03-04T18:05") == [moment, day]
