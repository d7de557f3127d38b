"""What is the same in every game: the contents of the box.

The values are in ``edition.json``, which is replaceable as a whole. ``prov`` says where each comes
from: ``seed`` (the rulebook), ``found`` (another public source) or ``chosen``, because no source
has it. An owner of the box can correct a chosen value there, as a new edition of the ruleset:
``docs/how-to/correct-a-game.md`` describes how.
"""

import pkgutil
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import Struct

Color: TypeAlias = Literal["blue", "green", "yellow", "red", "purple"]
CountyId: TypeAlias = Literal["A", "B", "C", "D", "E", "F", "G", "H", "I"]
TileId: TypeAlias = Literal[
    "CS_SQUIRES", "CS_GOLD", "CS_VOTES", "CS_RECRUIT", "CS_UPGRADE", "CS_POWER"
]
"""A space of a player's castle, and the extension tile that fits it."""
AllySpaceId: TypeAlias = Literal["AS_RECRUIT", "AS_UPGRADE"]
SpaceId: TypeAlias = TileId | AllySpaceId
FavourId: TypeAlias = Literal[
    "KF_NOBLE", "KF_UPGRADE", "KF_GOLD_1", "KF_GOLD_2", "KF_SQUIRE_1", "KF_SQUIRE_2"
]
CardId: TypeAlias = Literal[
    "B01", "B02", "B03", "B04", "B05", "B06", "B07", "B08", "B09", "B10", "B11", "B12"
]
"""A battle card."""
LawId: TypeAlias = Literal[
    "L01", "L02", "L03", "L04", "L05", "L06", "L07", "L08", "L09",
    "L10", "L11", "L12", "L13", "L14", "L15", "L16", "L17", "L18",
]  # fmt: skip
Target: TypeAlias = CountyId | SpaceId | CardId
"""Where a knight can be placed."""
PlaceId: TypeAlias = Literal["court"] | Target
"""Where a knight in play can stand."""
Operation: TypeAlias = Literal[
    "GOLD", "SQUIRE", "VOTE", "PP", "UPGRADE", "RECRUIT", "EXTEND", "NOBLE_ANY", "VOYAGE"
]


class _Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the data file."""


class Effect(_Entry, frozen=True):
    """One effect of a reward; effects happen from left to right."""

    op: Operation
    n: int = 1


class CountyCard(_Entry, frozen=True):
    """A county of the board."""

    id: CountyId
    name: str
    min: int
    """The least strength of a knight here (LA-COUNTY-2)."""
    reward: tuple[Effect, ...]
    prov: str
    start_choice: bool = False
    """Whether its holder names the next start player (LA-SC-COUNTY-8)."""


class Cost(_Entry, frozen=True):
    """What using a castle space costs."""

    squire: int = 0


class SpaceCard(_Entry, frozen=True):
    """A castle space; the extension tile of the same name shows the same."""

    id: SpaceId
    cost: Cost
    reward: tuple[Effect, ...]
    prov: str


class FavourCard(_Entry, frozen=True):
    """A tile of the king's favour."""

    id: FavourId
    reward: tuple[Effect, ...]
    prov: str


class BattleCard(_Entry, frozen=True):
    """A battle: the strength of France, and the power points of ranks 1 to 3."""

    id: CardId
    set: Literal["ALL", "LOW", "HIGH"]
    f: int
    pp: tuple[int, int, int]
    prov: str


class LawCard(_Entry, frozen=True):
    """A law, its group in the deck, and whether players decide in it."""

    id: LawId
    group: int
    kind: Literal["AUTO", "CHOICE"]


class _Supply(_Entry, frozen=True):
    gold: int
    squire: int
    vote: int
    finite: Literal[True]


class _Start(_Entry, frozen=True):
    gold: int
    squire: int
    vote: int
    court: tuple[int, ...]
    extensions: Literal[1]


class _AllyStart(_Entry, frozen=True):
    court: tuple[int, ...]


class _Majority(_Entry, frozen=True):
    first: int
    second: int
    two_player_second: int


class _Switches(_Entry, frozen=True):
    """Other readings of the rules, which this edition does not implement."""

    voyage_takes_favour: Literal[True]
    favour_obligatory: Literal[True]
    l01_deployed_only: Literal[False]
    privacy: Literal["table"]


class Edition(_Entry, frozen=True):
    """The whole data file; ``law_params`` differ from law to law."""

    game: Literal["lancaster"]
    version: int
    rounds: int
    colours: tuple[str, ...]
    supply: _Supply
    knights_per_side: dict[int, int]
    start: _Start
    ally_start: _AllyStart
    nobles_per_county: dict[int, int]
    both_cost_gold: int
    ransom_gold_per_strength: int
    lord_votes: int
    slots_per_battle: int
    battles_per_round: int
    counties: tuple[CountyCard, ...]
    castle_spaces: tuple[SpaceCard, ...]
    ally_castle_spaces: tuple[SpaceCard, ...]
    favours: tuple[FavourCard, ...]
    favours_in_play: dict[int, tuple[FavourId, ...]]
    battles: tuple[BattleCard, ...]
    battle_sets: dict[int, tuple[Literal["ALL", "LOW", "HIGH"], ...]]
    laws: tuple[LawCard, ...]
    law_params: dict[LawId, dict[str, int | tuple[int, ...]]]
    noble_points: tuple[int, ...]
    majority: _Majority
    options: _Switches


def _loaded() -> Edition:
    content = pkgutil.get_data(__package__, "edition.json")
    assert content is not None, "a package with a loader has data"
    return msgspec.json.decode(content, type=Edition, strict=False)


EDITION: Final = _loaded()
SEATS: Final = tuple(EDITION.nobles_per_county)
ROUNDS: Final = EDITION.rounds
COLORS: Final[tuple[Color, ...]] = get_args(Color)
assert tuple(one.lower() for one in EDITION.colours) == COLORS, "the edition has these colours"

KNIGHTS: Final = tuple(
    strength for strength, count in EDITION.knights_per_side.items() for _ in range(count)
)
"""The strengths of all knights of a side, ascending."""

COUNTIES: Final[tuple[CountyId, ...]] = get_args(CountyId)
COUNTY: Final[Mapping[str, CountyCard]] = {one.id: one for one in EDITION.counties}
COUNTY_INDEX: Final = {one: index for index, one in enumerate(COUNTIES)}

TILES: Final[tuple[TileId, ...]] = get_args(TileId)
ALLY_SPACES: Final[tuple[AllySpaceId, ...]] = get_args(AllySpaceId)
SPACE: Final[Mapping[str, SpaceCard]] = {
    one.id: one for one in (*EDITION.castle_spaces, *EDITION.ally_castle_spaces)
}
SPACE_INDEX: Final[Mapping[str, int]] = {
    **{one: index for index, one in enumerate(TILES)},
    **{one: index for index, one in enumerate(ALLY_SPACES)},
}
"""The place of each space in its castle."""

FAVOURS: Final[tuple[FavourId, ...]] = get_args(FavourId)
FAVOUR: Final[Mapping[str, FavourCard]] = {one.id: one for one in EDITION.favours}
BATTLE: Final[Mapping[str, BattleCard]] = {one.id: one for one in EDITION.battles}
CARDS: Final[tuple[CardId, ...]] = get_args(CardId)
LAWS: Final[tuple[LawId, ...]] = get_args(LawId)
LAW: Final[Mapping[str, LawCard]] = {one.id: one for one in EDITION.laws}
SLOTS: Final = EDITION.slots_per_battle
BATTLES_PER_ROUND: Final = 2
"""One for each column of a row."""
FIRST_LAWS: Final = 6
"""Three in force and three to vote on, at the beginning."""
NEW_LAWS: Final = 3
"""To vote on, in each later round."""

assert tuple(COUNTY) == COUNTIES, "the edition has these counties"
assert tuple(SPACE) == (*TILES, *ALLY_SPACES), "the edition has these spaces"
assert tuple(FAVOUR) == FAVOURS, "the edition has these favours"
assert tuple(BATTLE) == CARDS, "the edition has these battle cards"
assert tuple(LAW) == LAWS, "the edition has these laws"
assert EDITION.battles_per_round == BATTLES_PER_ROUND, "a row has as many columns"


def battle_deck(players: int) -> tuple[CardId, ...]:
    """Return the battle cards of a game, in the order of the data file (LA-SETUP-9)."""
    return tuple(one.id for one in EDITION.battles if one.set in EDITION.battle_sets[players])


def number_of(law: LawId, name: str) -> int:
    """Return a number in the text of a law, such as the power points of ``L03``."""
    value = EDITION.law_params[law][name]
    assert isinstance(value, int), f"{name} of {law} is a number"
    return value


def effect_of(reward: tuple[Effect, ...], op: Operation) -> Effect | None:
    """Return the effect of a reward with this operation, if it has one."""
    return next((one for one in reward if one.op == op), None)
