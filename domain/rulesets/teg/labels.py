"""The names of territories as labels on the map, in letters that fit into the land.

A label is exactly as wide as in the bold font of the page, whatever font draws it: so it keeps to
its territory in a picture that stands alone, too.
"""

from typing import Final

from domain.kit import Words
from domain.rulesets.teg.atlas import Territory

SIZE: Final = 22.0
"""The size of most names: twelve pixels where the map is about 870 pixels wide."""

_BROKEN: Final[dict[str, tuple[str, ...]]] = {
    "Deutschland": ("Deutsch-", "land"),
    "Großbritannien": ("Groß-", "britan-", "nien"),
    "Neufundland": ("Neufund-", "land"),
    "Newfoundland": ("Newfound-", "land"),
}
"""One-word names that are too long for one line on the map."""

_SMALLER: Final[dict[str, float]] = {
    name.replace("_", " "): size
    for size, names in (
        (21.0, "California Colombia Germany Groenlandia Island Italia Labrador Mexiko Sweden"),
        (20.0, "Alemania Argentina Kalifornien Madagascar Madagaskar"),
        (19.0, "Great_Britain Iceland Kolumbien"),
        (18.0, "Argentinien Frankreich Islandia Italien Neufundland Newfoundland Schweden"),
        (17.5, "Gran_Bretaña Großbritannien"),
    )
    for name in names.split()
}
"""Names that need smaller letters to fit into their territory."""

# The widths of the letters in Alegreya Sans Bold, in thousandths of the size.
_WIDTHS: Final[dict[str, int]] = {
    letter: width
    for letters, width in (
        ("i", 261), ("ílI", 295), ("-", 304), ("fj", 329), ("tJ", 338), ("r", 348), ("cs", 385),
        ("zL", 433), ("vyF", 447), ("xeé", 472), ("aá", 481), ("koóöS", 496), ("gET", 503),
        ("pqC", 518), ("buúü", 523), ("dnñ", 528), ("hZ", 540), ("PY", 555), ("BK", 582),
        ("RG", 594), ("AÄ", 600), ("ß", 608), ("UO", 641), ("D", 655), ("wN", 697), ("M", 797),
        ("m", 807),
    )
    for letter in letters
}  # fmt: skip


def lines_of(territory: Territory, texts: Words) -> tuple[str, ...]:
    """Return the name of a territory, split into lines for the map."""
    name = texts(f"territory.{territory}")
    return _BROKEN.get(name) or tuple(name.split())


def size_of(territory: Territory, texts: Words) -> float:
    """Return the size of the letters of a name."""
    return _SMALLER.get(texts(f"territory.{territory}"), SIZE)


def width_of(line: str, size: float) -> float:
    """Return how wide a line of a label is, in letters of this size."""
    return sum(_WIDTHS[letter] for letter in line) * size / 1000
