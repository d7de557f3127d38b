"""The fonts of the page: its own, small, with the letters of its languages, under open licences."""

import json
import re
from pathlib import Path

import httpx
import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from domain.ruleset import LANGUAGES
from service.http.static.files import FILES
from tests.tools import make_fonts

ROOT = Path(__file__).parents[3]
WEB = ROOT / "service/web"
BYTES_MAX = 50_000
FONTS = {address: file for address, file in FILES.items() if address.endswith(".woff2")}


def test_the_style_sheet_names_exactly_the_fonts_that_are_served() -> None:
    style = (WEB / "style/tokens.css").read_text("utf-8")
    assert set(re.findall(r'url\("([^"]+)"\)', style)) == set(FONTS)


def test_fonts_are_sent_as_they_are(http: httpx.Client) -> None:
    """They are compressed already; together they are small."""
    total = 0
    for address, file in FONTS.items():
        answer = http.get(address, headers={"Accept-Encoding": "gzip"})
        assert "content-encoding" not in answer.headers
        assert answer.headers["content-type"] == "font/woff2"
        assert answer.content == file.path.read_bytes()
        total += len(answer.content)
    assert 0 < total < BYTES_MAX


def test_the_policy_allows_fonts_of_the_service_alone(http: httpx.Client) -> None:
    assert "font-src 'self';" in http.get("/").headers["content-security-policy"]


@pytest.mark.parametrize("file", [file.path for file in FONTS.values()], ids=lambda path: path.stem)
def test_a_font_has_the_letters_of_all_languages(file: Path) -> None:
    """Those of all words of the page and the games, except symbols, which any font may draw."""
    words = "".join(
        path.read_text("utf-8")
        for language in LANGUAGES
        for path in (
            *WEB.glob(f"app/words/*{language}.js"),
            *ROOT.glob(f"domain/**/words/{language}.json"),
        )
    )
    letters = {letter for letter in words if letter.isalnum()}
    assert letters >= set("áéíóúñäöüß")
    assert not letters - {chr(code) for code in TTFont(file).getBestCmap()}


@pytest.mark.parametrize("file", [file.path for file in FONTS.values()], ids=lambda path: path.stem)
def test_figures_stand_on_the_line(file: Path) -> None:
    """They are as high as capitals: numbers on pieces do not go up and down."""
    font = TTFont(file)
    glyphs, names = font["glyf"], font.getBestCmap()
    for digit in "0123456789":
        glyph = glyphs[names[ord(digit)]]
        assert abs(glyph.yMin) < 40, digit
        assert glyph.yMax > font["OS/2"].sxHeight * 1.25, digit


def test_each_family_has_its_licence() -> None:
    for name in ("alegreya", "alegreya-sans"):
        licence = (WEB / "fonts" / f"{name}.LICENSE.txt").read_text("utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence
        assert "The Alegreya" in licence
        assert "Reserved Font Name" not in licence.split("-----")[0]


def test_the_sources_are_locked() -> None:
    """`make fonts` makes the same files again."""
    lock = json.loads((ROOT / "tests/tools/fonts/package-lock.json").read_text("utf-8"))
    packages = {name.removeprefix("node_modules/") for name in lock["packages"] if name}
    assert {"/".join(one.source.split("/")[:2]) for one in make_fonts.SOURCES} == packages
    assert {make_fonts.FONTS / one.file for one in make_fonts.SOURCES} == {
        file.path for file in FONTS.values()
    }
    assert all(one["integrity"] for name, one in lock["packages"].items() if name)


@pytest.mark.parametrize("file", [file.path for file in FONTS.values()], ids=lambda path: path.stem)
def test_cards_have_the_same_font(file: Path) -> None:
    """In the form that their program reads."""
    other = (make_fonts.OF_CARDS / file.name).with_suffix(".ttf")
    assert other.read_bytes()[:4] == b"\0\1\0\0"
    of_page, of_cards = TTFont(file), TTFont(other)
    assert of_cards["name"].getDebugName(1) == of_page["name"].getDebugName(1)
    assert of_cards.getBestCmap() == of_page.getBestCmap()
    assert of_cards["glyf"] == of_page["glyf"]
