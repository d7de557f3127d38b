"""The fixed components of the game, for clients: hexes, types of units, cards and battles."""

from typing import Any

from msgspec import Struct, to_builtins

from domain.kit import Language
from domain.rulesets.ancients.board import CARD, SCENARIO, TYPE, Card, Class, Scenario, UnitType
from domain.rulesets.ancients.hexes import ALL, BOTTOM, NAMES, NEIGHBOURS, SECTIONS_OF, TOP, Section
from domain.rulesets.ancients.words import WORDS


class HexPart(Struct, frozen=True):
    """A hex of the board, with the sections in which it lies for each side."""

    id: str
    neighbours: tuple[str, ...]
    top: tuple[Section, ...]
    bottom: tuple[Section, ...]


class UnitPart(Struct, frozen=True, rename={"class_": "class"}):
    """A type of units; ``values`` has all of its values by name."""

    id: str
    name: str
    class_: Class
    values: dict[str, Any]


class CardPart(Struct, frozen=True):
    """A kind of card; ``values`` has what it does."""

    id: str
    name: str
    count: int
    values: dict[str, Any]


class BattlePart(Struct, frozen=True):
    """A battle; ``values`` has its set-up."""

    id: str
    name: str
    values: dict[str, Any]


class Components(Struct, frozen=True):
    """All fixed components."""

    hexes: tuple[HexPart, ...]
    units: tuple[UnitPart, ...]
    cards: tuple[CardPart, ...]
    scenarios: tuple[BattlePart, ...]


def components(language: Language) -> Components:
    """Return the components, with names in this language."""
    texts = WORDS[language]
    return Components(
        hexes=tuple(_hex(one) for one in ALL),
        units=tuple(
            UnitPart(one.id, texts(f"unit.{one.id}"), one.class_, _values(one))
            for one in TYPE.values()
        ),
        cards=tuple(
            CardPart(one.id, texts(f"card.{one.id}"), one.count, _values(one))
            for one in CARD.values()
        ),
        scenarios=tuple(
            BattlePart(one.id, texts(f"battle.{one.id}"), _values(one)) for one in SCENARIO.values()
        ),
    )


def _hex(one: int) -> HexPart:
    near = tuple(NAMES[at] for at in NEIGHBOURS[one])
    return HexPart(NAMES[one], near, SECTIONS_OF[TOP][one], SECTIONS_OF[BOTTOM][one])


def _values(one: UnitType | Card | Scenario) -> dict[str, Any]:
    values: dict[str, Any] = to_builtins(one)
    return {key: value for key, value in values.items() if key not in ("id", "name")}
