"""The names of territories as labels on the map."""

from typing import Final

from domain.kit.words import Words
from domain.rulesets.teg.atlas import Territory

_IN_TWO: Final[dict[str, tuple[str, str]]] = {
    "Großbritannien": ("Groß-", "britannien"),
    "Newfoundland": ("New-", "foundland"),
}
"""One-word names that are too long for one line on the map."""

CRAMPED: Final = frozenset(
    {"Argentinien", "Deutschland", "Germany", "Labrador", "Neufundland", "Schweden", "Uruguay"}
    | {part for parts in _IN_TWO.values() for part in parts}
)
"""Names that need smaller letters to fit into their territory."""


def lines_of(territory: Territory, texts: Words) -> tuple[str, ...]:
    """Return the name of a territory, split into lines for the map."""
    name = texts(f"territory.{territory}")
    return _IN_TWO.get(name) or tuple(name.split())
