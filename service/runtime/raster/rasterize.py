"""Reads SVG from standard input and writes PNG; ``service.runtime.raster`` runs it as a program.

It has the fonts of the page. Letters that these lack come from the fonts of the machine.
"""

import sys
from pathlib import Path
from typing import Final

import resvg_py

_FONTS: Final = Path(__file__).with_name("fonts")

if __name__ == "__main__":
    drawn = resvg_py.svg_to_bytes(
        svg_string=sys.stdin.buffer.read().decode(),
        font_dirs=[str(_FONTS)],
        sans_serif_family="Alegreya Sans",
        serif_family="Alegreya",
    )
    sys.stdout.buffer.write(drawn)
