"""Makes the fonts of the page from the published ones: fewer letters, and figures of equal height.

The cards of games have the same fonts, uncompressed.

``make fonts`` fetches the two families from the npm registry, at the versions of
``tests/tools/fonts/package-lock.json``, and runs this module. It keeps what the page's languages
need, one weight of the variable font, and makes lining figures the default: on a piece, old
style figures would stand at different heights. On screens that place letters on whole pixels, the
narrow space of the sans serif would be lost, so it gets a usual one. The licence of both permits it
(SIL OFL 1.1; neither reserves its name), and is copied next to them.
"""

import sys
from pathlib import Path
from shutil import copyfile
from typing import Any, Final, NamedTuple

from fontTools.subset import Options, Subsetter  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from fontTools.varLib.instancer import (  # type: ignore[import-untyped]
    instantiateVariableFont,
)

FONTS: Final = Path(__file__).parents[2] / "service/web/fonts"
OF_CARDS: Final = Path(__file__).parents[2] / "service/runtime/raster/fonts"
WEIGHT: Final = 650
"""The one weight of the serif, for headings and for numbers on the board."""

_LETTERS: Final = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x100),
    *map(ord, "ıŒœŸ–—‘’‚“”„†•…‹›€−"),
)
_FEATURES: Final = ("ccmp", "kern", "liga", "locl", "mark", "pnum", "tnum")
_SPACE: Final = 240
"""The usual width of a space, in thousandths of the size."""
_DIGITS: Final = range(ord("0"), ord("9") + 1)


class _Font(NamedTuple):
    """A font of the page, and the published file that it is made from."""

    file: str
    source: str


SOURCES: Final = (
    _Font(
        "alegreya.woff2",
        "@fontsource-variable/alegreya/files/alegreya-latin-wght-normal.woff2",
    ),
    _Font(
        "alegreya-sans-400.woff2",
        "@fontsource/alegreya-sans/files/alegreya-sans-latin-400-normal.woff2",
    ),
    _Font(
        "alegreya-sans-700.woff2",
        "@fontsource/alegreya-sans/files/alegreya-sans-latin-700-normal.woff2",
    ),
)
_LICENCES: Final = {
    "alegreya.LICENSE.txt": "@fontsource-variable/alegreya/LICENSE",
    "alegreya-sans.LICENSE.txt": "@fontsource/alegreya-sans/LICENSE",
}


def main(packages: Path) -> None:
    """Write the fonts and their licences; ``packages`` is the folder of the published ones."""
    FONTS.mkdir(exist_ok=True)
    for font in SOURCES:
        packed = made(packages / font.source)
        packed.save(FONTS / font.file)
        packed.flavor = None
        packed.save((OF_CARDS / font.file).with_suffix(".ttf"))
    for name, source in _LICENCES.items():
        copyfile(packages / source, FONTS / name)


def made(source: Path) -> Any:
    """Return a published font as the page needs it."""
    font = TTFont(source, recalcTimestamp=False)
    if "fvar" in font:
        instantiateVariableFont(font, {"wght": WEIGHT}, inplace=True)
    _line_figures(font)
    _widen_space(font)
    options = Options(layout_features=list(_FEATURES), flavor="woff2", hinting=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=_LETTERS)
    subsetter.subset(font)
    font.flavor = "woff2"
    return font


def _line_figures(font: Any) -> None:
    """Make the lining figures the default."""
    glyphs = {digit: f"{name}.lf" for digit, name in font.getBestCmap().items() if digit in _DIGITS}
    assert set(glyphs.values()) <= set(font.getGlyphOrder()), "no lining figures"
    for table in font["cmap"].tables:
        table.cmap.update(glyphs)


def _widen_space(font: Any) -> None:
    """Give spaces the usual width, unless they are wider."""
    names = font.getBestCmap()
    for name in {names[ord(" ")], names[ord("\N{NO-BREAK SPACE}")]}:
        width, bearing = font["hmtx"][name]
        font["hmtx"][name] = (max(width, _SPACE), bearing)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
