"""The components of the game, for front ends: the map, cards, objectives and numbers."""

from msgspec import Struct

from domain.kit import Language
from domain.rulesets.teg.atlas import (
    BONUSES,
    CARDS,
    CONTINENTS,
    FIGURE_OF,
    LANDS,
    TERRITORIES,
    TERRITORIES_COUNT,
    Card,
    Continent,
    Figure,
    Territory,
)
from domain.rulesets.teg.board import (
    CARDS_MAX,
    COLORS,
    CONQUESTS_MAX,
    DESTRUCTIONS,
    DICE_MAX,
    OBJECTIVES,
    OCCUPATIONS,
    REINFORCEMENT,
    TRADE_TOKENS,
    Color,
    ObjectiveId,
)
from domain.rulesets.teg.words import WORDS


class ContinentComponent(Struct, frozen=True):
    """A continent, and the tokens it gives to the seat that owns all of it (TG-COLLECT-3)."""

    id: Continent
    name: str
    tokens: int


class TerritoryComponent(Struct, frozen=True):
    """A territory and its neighbours, over land or sea."""

    id: Territory
    name: str
    continent: Continent
    neighbours: tuple[Territory, ...]


class CardComponent(Struct, frozen=True):
    """A card; one without a figure is a wildcard, which counts as any figure (TG-TRADE-2)."""

    id: Card
    territory: Territory | None
    figure: Figure | None


class ObjectiveComponent(Struct, frozen=True):
    """A secret objective: territories to own (TG-OBJ-4), or a colour to destroy (TG-OBJ-8)."""

    id: ObjectiveId
    territories: dict[Continent, int]
    """The number of territories on each continent."""
    triangle: bool
    """Also three territories that border on one another (TG-OBJ-5)."""
    destroy: Color | None


class Components(Struct, frozen=True):
    """The contents of the box."""

    colors: tuple[Color, ...]
    continents: tuple[ContinentComponent, ...]
    territories: tuple[TerritoryComponent, ...]
    cards: tuple[CardComponent, ...]
    objectives: tuple[ObjectiveComponent, ...]
    cards_max: int
    """The maximum number of cards in a hand (TG-CARD-2)."""
    conquests_max: int
    """The maximum number of conquests in a turn (TG-ATTACK-9)."""
    dice_max: int
    """The maximum number of dice of each side (TG-ATTACK-11)."""
    trade_tokens: tuple[int, ...]
    """For the first, second, … trade; further trades bring as many as the last of these."""
    card_tokens: int
    """The tokens that a traded card adds to its territory, if the trader owns it (TG-TRADE-10)."""


def components(language: Language) -> Components:
    """Return the contents of the box, with names in this language."""
    texts = WORDS[language]
    return Components(
        colors=COLORS,
        continents=tuple(
            ContinentComponent(one, texts(f"continent.{one}"), BONUSES[one]) for one in CONTINENTS
        ),
        territories=tuple(
            TerritoryComponent(
                one,
                texts(f"territory.{one}"),
                LANDS[one].continent,
                LANDS[one].neighbours,
            )
            for one in TERRITORIES
        ),
        cards=tuple(
            CardComponent(
                card, TERRITORIES[number] if number < TERRITORIES_COUNT else None, FIGURE_OF[number]
            )
            for number, card in enumerate(CARDS)
        ),
        objectives=tuple(map(_objective, OBJECTIVES)),
        cards_max=CARDS_MAX,
        conquests_max=CONQUESTS_MAX,
        dice_max=DICE_MAX,
        trade_tokens=TRADE_TOKENS,
        card_tokens=REINFORCEMENT,
    )


def _objective(name: ObjectiveId) -> ObjectiveComponent:
    occupation = OCCUPATIONS.get(name)
    if occupation is None:
        return ObjectiveComponent(name, {}, triangle=False, destroy=DESTRUCTIONS[name])
    needs = {one: count for one, count in zip(CONTINENTS, occupation.needs, strict=True) if count}
    return ObjectiveComponent(name, needs, triangle=occupation.triangle, destroy=None)
