"""``carolus replay`` as pictures: one position, or an album of all."""

from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from domain.record.record import write_record
from domain.ruleset import LANGUAGES
from tests.support.proof.records import steps_of
from tests.support.proof.replaying import BAD, BAD_ENTRY, GAME, GAMES, LAST, NAME, changed, run
from tests.support.run.long import long_after


def test_one_position_is_drawn() -> None:
    last = steps_of(GAME)[-1].game
    assert run("-", "--svg", "last.svg", given=write_record(GAME)).exit_code == 0
    drawn = Path("last.svg").read_text(encoding="utf-8")
    assert drawn == last.rules.picture(last.rules.view(last.position, "arbiter"))
    printed = run("-", "--svg", "-", "--entry", str(LAST), given=write_record(GAME))
    assert printed.stdout == drawn
    assert run("-", "--svg", "-", "--entry", "9", given=write_record(GAME)).stdout != drawn


@pytest.mark.long
def test_pictures_use_the_requested_language(tmp_path: Path) -> None:
    game = GAMES["2-resignation"]
    last = steps_of(game)[-1].game
    view = last.rules.view(last.position, "arbiter")
    drawn = [last.rules.picture(view, spoken) for spoken in LANGUAGES]
    assert len(set(drawn)) == len(LANGUAGES)
    for spoken, picture in zip(LANGUAGES, drawn, strict=True):
        words = ("--language", spoken)
        assert run("-", "--svg", "-", *words, given=write_record(game)).stdout == picture
        run("-", "--svg-all", spoken, *words, given=write_record(game))
        assert max((tmp_path / spoken).glob("*.svg")).read_text(encoding="utf-8") == picture


class _Page(HTMLParser):
    """The links of a page, the resources it loads, and its tags."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.tags.append(tag)
        if tag == "a":
            self.links.append(attributes["href"] or "")
        self.loads += [
            attributes[name] or "" for name in ("src", "srcset", "data") if name in attributes
        ]

    def handle_data(self, data: str) -> None:
        self.text += data


def page_of(folder: Path) -> _Page:
    page = _Page()
    page.feed((folder / "index.html").read_text(encoding="utf-8"))
    return page


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("name", long_after(1, ["3-resignation", NAME, "4-stalled"]))
def test_the_album_has_a_picture_for_each_entry_that_changes_the_board(
    name: str, tmp_path: Path
) -> None:
    game = GAMES[name]
    done = run("-", "--svg-all", "new/album", given=write_record(game))
    assert (done.exit_code, done.stdout) == (0, "")
    album = tmp_path / "new" / "album"
    boards: dict[str, str] = {}
    shown = ""
    for number, step in enumerate(steps_of(game)):
        view = step.game.rules.view(step.game.position, "arbiter")
        board = "" if view is None else step.game.rules.picture(view)
        if board not in ("", shown):
            boards[f"{number:04}.svg"] = shown = board
    pictures = {path.name: path.read_text(encoding="utf-8") for path in album.glob("*.svg")}
    assert pictures == boards
    assert done.stderr.startswith(f"{len(boards)} pictures; open new/album/index.html ")
    for picture in pictures.values():
        # Parsing is safe: this test has just drawn the pictures.
        assert ET.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314
    page = page_of(album)
    assert set(page.links) == set(boards)
    assert len(page.links) == len(game.entries) - int(min(boards)[:4])
    assert page.links == sorted(page.links)
    assert page.loads == []
    assert "http" not in (album / "index.html").read_text(encoding="utf-8").lower().replace(
        'http-equiv="', ""
    )


def test_the_album_of_an_invalid_record_shows_the_error(tmp_path: Path) -> None:
    assert run("-", "--svg-all", "album", given=BAD).exit_code == 1
    page = page_of(tmp_path / "album")
    assert f"entry {BAD_ENTRY} is invalid: CM-MOVE-1: " in page.text
    assert page.links[-1] == f"{BAD_ENTRY - 1:04}.svg"


@pytest.mark.long
def test_the_album_escapes_names(tmp_path: Path) -> None:
    def name(attributes: dict[str, Any]) -> None:
        for entry in attributes["entries"]:
            if entry["action"]["type"] == "take_seat":
                entry["action"]["name"] = "<script src=x>$game"

    run("-", "--svg-all", "album", given=changed(name))
    page = page_of(tmp_path / "album")
    assert "<script src=x>$game" in page.text
    assert page.tags.count("script") == 1
    assert page.loads == []
