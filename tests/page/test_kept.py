"""What the page keeps, and what it takes from its address, whoever wrote it."""

from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.browser import javascript

KEEPING: Final = Path(__file__).parents[1] / "support" / "browser" / "keeping.mjs"
INHERITED: Final = ("__proto__", "constructor", "toString")


def begin(address: str, **storage: Any) -> Any:
    """Return where the page is and what it has when it begins there."""
    return javascript.call(KEEPING, "begin", address, storage)


@pytest.mark.parametrize("game", [*INHERITED, "xivrn2kaxbp6dycz"])
def test_a_link_may_name_any_game(game: str) -> None:
    """Also one that is called as what every object has; its token leaves the address at once."""
    found = begin(f"#/games/{game}?seat=0&token=x")
    assert (found["path"], found["hash"]) == (["games", game], f"#/games/{game}")
    assert found["kept"] == {game: "x"}
    looked = javascript.call(KEEPING, "lookFor", f"#/games/{game}", {})
    assert looked == {"failure": 404, "kept": [], "own": []}


def test_a_token_leaves_every_address() -> None:
    """It is kept for a game alone, with a number of a seat or without."""
    found = begin("#/games/a?token=x")
    assert (found["hash"], found["kept"]) == ("#/games/a", {"a": "x"})
    for address in ("#/games", "#/records", "#/games/a b", "#/games/.."):
        found = begin(f"{address}?token=x")
        assert (found["hash"], found["kept"]) == (address, {})
    assert begin("#/games/a?token=")["kept"] == {}


def test_what_is_no_id_is_no_game() -> None:
    """So no address of the page reaches another part of the service."""
    others = [None, "", ".", "..", "..\\rulesets", "a/b", "a#b", "%2e%2e", "a b", "a" * 65]
    ids = ["a", "-a", "_", "a.b", "a" * 64, *INHERITED]
    assert javascript.call(KEEPING, "games", [*others, *ids]) == ids


def test_a_link_to_a_game_that_is_not_there_is_not_kept() -> None:
    """What else is kept stays."""
    mine = {"seats": {"0": "y"}, "opened": "2026-03-02T12:00:00Z", "ruleset": ""}
    looked = javascript.call(
        KEEPING, "lookFor", "#/games/nosuchgame?seat=0&token=x", {"games": {"mine": mine}}
    )
    assert looked == {"failure": 404, "kept": ["mine"], "own": []}


@pytest.mark.parametrize("language", ["fr", *INHERITED, {}, None])
def test_settings_of_other_versions_are_passed_over(language: Any) -> None:
    """Such as a language that is not there; the others hold."""
    told = {"language": language, "theme": "sepia", "name": ["Ann"], "sound": True}
    found = begin("#/", settings=told)
    assert found["language"] in ("en", "es", "de")
    settings = found["settings"]
    assert (settings["theme"], settings["name"], settings["sound"]) == (None, "", True)


def test_what_does_not_look_like_a_game_is_not_kept() -> None:
    """It would keep the lobby from being drawn."""
    whole = {"seats": {}, "opened": "2026-03-02T12:00:00Z", "ruleset": ""}
    games = {"a": {}, "b": None, "c": [1], "d": {**whole, "opened": "then"}, "e": whole}
    assert begin("#/", games=games)["kept"] == {"e": ""}
    assert begin("#/", games=[1])["kept"] == {}
