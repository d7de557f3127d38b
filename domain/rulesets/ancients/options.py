"""The options of a game."""

from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.kit import (
    CHOOSES_SCENARIO,
    LANGUAGES,
    SIDES_OF_SEATS,
    SpokenName,
    Words,
    sides_called,
    superseded,
)
from domain.rulesets.ancients.board import CORRECTED, SCENARIO, Scenario, ScenarioId
from domain.rulesets.ancients.hexes import SIDES, Side, SideNumber
from domain.rulesets.ancients.words import WORDS

TurnLimit = Annotated[int, Meta(ge=2, le=9999)]
Armies = Annotated[tuple[Side, Side], Meta(extra_json_schema={"uniqueItems": True}), SIDES_OF_SEATS]
_FIRST: Final = CORRECTED.get("001", "001")
"""Akragas."""


def _called(battle: Scenario) -> dict[str, SpokenName]:
    """Return the people of each side of a battle."""

    def name(texts: Words, side: SideNumber) -> str:
        return texts(f"people.{battle.army(side).people}")

    return {
        side: {language: name(WORDS[language], number) for language in LANGUAGES}
        for number, side in enumerate(SIDES)
    }


_CALLED: Final = sides_called({name: _called(battle) for name, battle in SCENARIO.items()})


class Options(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The settings of a game, fixed before anything is drawn."""

    scenario: Annotated[ScenarioId, CHOOSES_SCENARIO, superseded(CORRECTED), _CALLED] = _FIRST
    """The battle, and which of its set-ups (CA-SET-1)."""
    sides: Armies = ("bottom", "top")
    """The side of seat 0 and of seat 1."""
    turn_limit: TurnLimit | None = None
    """The number of turns after which the game ends without a winner (CA-END-1)."""

    def __post_init__(self) -> None:
        if self.sides[0] == self.sides[1]:
            raise ValueError("the seats need different sides")

    @property
    def battle(self) -> Scenario:
        """The battle."""
        return SCENARIO[self.scenario]

    def seat_of(self, side: SideNumber) -> int:
        """Return the seat of a side."""
        return self.sides.index(SIDES[side])

    def side_of(self, seat: int) -> SideNumber:
        """Return the side of a seat."""
        return SIDES.index(self.sides[seat])


def sides(options: Options) -> tuple[str, ...]:
    """Return the side of each seat."""
    return options.sides


def stratum(options: Options) -> str:
    """Return the battle: its sides are not worth the same as those of another."""
    return f"scenario={options.scenario}"


def rematch(options: Options) -> Options:
    """Return the same battle, with the armies exchanged."""
    first, second = options.sides
    return replace(options, sides=(second, first))


HOUSE_OPTIONS: Final = {"scenario": _FIRST, "turn_limit": 300}
"""With a limit, because bots that play at random may avoid each other."""
