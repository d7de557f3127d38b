"""The components of the game, for front ends: counties, castle spaces, favours, battles, laws."""

from collections.abc import Mapping

from msgspec import Struct

from domain.kit import Language
from domain.rulesets.lancaster.board import (
    COLORS,
    EDITION,
    BattleCard,
    Color,
    CountyId,
    Effect,
    FavourCard,
    LawId,
    SpaceId,
    battle_deck,
)
from domain.rulesets.lancaster.words import WORDS


class CountyComponent(Struct, frozen=True):
    """A county: the least strength of a knight there (LA-COUNTY-2), and its reward."""

    id: CountyId
    name: str
    least: int
    reward: tuple[Effect, ...]


class SpaceComponent(Struct, frozen=True):
    """A space of a castle: what it costs in squires, and its reward."""

    id: SpaceId
    name: str
    squires: int
    reward: tuple[Effect, ...]


class LawComponent(Struct, frozen=True):
    """A law, named by its text, and its group in the deck (LA-SETUP-11)."""

    id: LawId
    name: str
    group: int
    points: int
    """The power points for one exchange or one set; 0 if the law gives none."""


class Components(Struct, frozen=True):
    """The contents of the box."""

    colors: tuple[Color, ...]
    counties: tuple[CountyComponent, ...]
    spaces: tuple[SpaceComponent, ...]
    favours: tuple[FavourCard, ...]
    battles: tuple[BattleCard, ...]
    decks: Mapping[str, tuple[str, ...]]
    """By number of players: the battle cards in use (LA-SETUP-9)."""
    laws: tuple[LawComponent, ...]


def components(language: Language) -> Components:
    """Return the contents of the box, with names in this language."""
    texts = WORDS[language]
    return Components(
        colors=COLORS,
        counties=tuple(
            CountyComponent(one.id, one.name, one.min, one.reward) for one in EDITION.counties
        ),
        spaces=tuple(
            SpaceComponent(one.id, texts(f"space.{one.id}"), one.cost.squire, one.reward)
            for one in (*EDITION.castle_spaces, *EDITION.ally_castle_spaces)
        ),
        favours=EDITION.favours,
        battles=EDITION.battles,
        decks={str(players): battle_deck(players) for players in EDITION.nobles_per_county},
        laws=tuple(
            LawComponent(one.id, texts(f"law.{one.id}"), one.group, _points(one.id))
            for one in EDITION.laws
        ),
    )


def _points(law: LawId) -> int:
    points = EDITION.law_params[law].get("pp", 0)
    assert isinstance(points, int), "points are a number"
    return points
