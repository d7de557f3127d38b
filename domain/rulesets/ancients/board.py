"""The contents of the box: types of units, cards and battles.

The values are in three data files. A battle whose set-up gets corrected keeps its entry, for the
games that began with it, and the corrected set-up is an entry of its own.
"""

import pkgutil
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import Struct

from domain.rulesets.ancients.hexes import HEX, SIDES, Hex, Section, Side, SideNumber

Class: TypeAlias = Literal["light", "medium", "heavy"]
Face: TypeAlias = Literal["light", "medium", "heavy", "leader", "flag", "swords"]
TypeId: TypeAlias = Literal["LI", "LB", "LS", "AX", "WA", "MI", "HI", "LC", "MC", "HC", "EL", "HCH"]
Terrain: TypeAlias = Literal["forest", "hill", "broken", "camp", "ford", "river", "lake", "steep"]
Kind: TypeAlias = Literal[
    "order-2-left", "order-2-center", "order-2-right", "order-3-left", "order-3-center",
    "order-3-right", "order-4-left", "order-4-center", "order-4-right", "out-flanked",
    "coordinated-attack", "order-light-troops", "order-medium-troops", "order-heavy-troops",
    "order-mounted-troops", "inspired-left-leadership", "inspired-center-leadership",
    "inspired-right-leadership", "leadership-any-section", "clash-of-shields", "counter-attack",
    "darken-the-sky", "double-time", "first-strike", "i-am-spartacus", "line-command",
    "mounted-charge", "move-fire-move", "rally",
]  # fmt: skip
"""A kind of card."""
Mode: TypeAlias = Literal[
    "section", "troop", "leadership", "linked_group", "auto_adjacent", "auto_missile",
    "dice_assign", "copy", "none",
]  # fmt: skip
ScenarioId: TypeAlias = Literal[
    "001", "002", "003", "004", "005", "006", "007", "008",
    "009", "010", "011", "012", "013", "014", "015",
]  # fmt: skip
ScenarioRule: TypeAlias = Literal[
    "sacred_band", "mago_ambush", "trasimenus_hand", "beneventum_hand",
    "castulo_leader", "castulo_exit", "camp_capture",
]  # fmt: skip
Piece: TypeAlias = int
"""The number of a piece in its battle: units, reserve units, leaders, reserve leaders."""

FACES: Final[tuple[Face, ...]] = ("light", "medium", "heavy", "leader", "flag", "swords")
IMPASSABLE: Final = frozenset({"river", "lake", "steep"})
LEADER_MOVE: Final = 3
"""The most hexes that a leader moves or evades."""


class _Entry(Struct, frozen=True, forbid_unknown_fields=True, rename={"class_": "class"}):
    """A part of a data file."""


class UnitType(_Entry, frozen=True):
    """What all units of a type have in common."""

    id: TypeId
    class_: Class
    mobility: Literal["foot", "mounted"]
    arm: Literal["infantry", "cavalry", "elephant", "chariot"]
    blocks: int
    move: int
    battle_after: int
    """The longest ordered move after which the unit may still battle (CA-MOVE-8)."""
    attack: int
    back: int
    """The dice in battle back and First Strike."""
    swords: bool
    range: int
    """0 if it does not fire."""
    retreat: int
    """Hexes for each flag."""
    evades: tuple[TypeId, ...]
    """The types of attackers that it may evade."""
    bonus: Literal["always", "with_leader"]

    @property
    def is_foot(self) -> bool:
        """Whether it goes on foot."""
        return self.mobility == "foot"

    @property
    def is_elephant(self) -> bool:
        """Whether the rules of elephants apply to it."""
        return self.arm == "elephant"


class Card(_Entry, frozen=True):
    """A kind of card, and what it does."""

    id: Kind
    group: Literal["section", "troop", "leadership", "tactic"]
    count: int
    mode: Mode
    rule: str = ""
    """The rule for the units that it orders and the combat that it bars, if it has its own."""
    detach: bool = False
    """Whether leaders may leave their units."""
    sections: Mapping[Section, int] = {}
    orders: str | None = None
    """The group of unit types that it orders."""
    leaders_too: bool = False
    by_command: bool = False
    most: int | None = None
    section: Section | None = None
    further: int = 0
    """The hexes that a commanding leader orders in addition to his own."""
    passes: bool = False
    """Whether light foot passes through friends (CA-MOVE-5)."""
    no_movement: bool = False
    no_ranged: bool = False
    no_close: bool = False
    close_bonus: int = 0
    ranged_bonus: int = 0
    bonus_too: bool = False
    """Whether ``close_bonus`` also applies to a bonus close combat."""
    shots: int = 1
    move_most: int | None = None
    move_for: Mapping[TypeId, int] = {}
    battle_after: int = 0
    """The longest move of the types in ``move_for`` after which they still battle."""
    charge: int = 2
    """The longest charge of warriors."""
    second_move: bool = False
    reshuffle: bool = False


class Army(_Entry, frozen=True):
    """One side of a battle."""

    people: str
    commander: str
    hand: int


class Scenario(_Entry, frozen=True, dict=True):
    """A battle: both armies, the field, and its own rules."""

    id: ScenarioId
    name: str
    year: int
    """Before Christ."""
    first: Side
    target: int
    """The banners that win."""
    top: Army
    bottom: Army
    rules: tuple[ScenarioRule, ...]
    sacred_band: str | None
    source: Literal["confirmed", "single-source", "disputed"]
    """How sure the set-up is."""
    terrain: tuple[tuple[str, Terrain], ...]
    units: tuple[tuple[str, str], ...]
    leaders: tuple[tuple[str, str | None, str], ...]
    """Id, name if it is known, and hex."""
    reserve: tuple[str, ...] = ()
    reserve_leaders: tuple[tuple[str, str | None], ...] = ()
    corrects: ScenarioId | None = None
    """The set-up of the same battle in whose place new games get this one."""

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """By piece: its id."""
        return (*(one for one, _ in self.units), *self.reserve, *self.leader_names)

    @cached_property
    def leader_names(self) -> Mapping[str, str | None]:
        """By id of a leader: his name."""
        leaders: dict[str, str | None] = {one: name for one, name, _ in self.leaders}
        return {**leaders, **dict(self.reserve_leaders)}

    @cached_property
    def numbers(self) -> Mapping[str, Piece]:
        """By id: the piece."""
        return {one: number for number, one in enumerate(self.ids)}

    @cached_property
    def unit_count(self) -> int:
        """The number of units; the pieces from this number on are leaders."""
        return len(self.units) + len(self.reserve)

    @cached_property
    def sides(self) -> tuple[SideNumber, ...]:
        """By piece: its side."""
        return tuple(("t", "b").index(one[0]) for one in self.ids)

    @cached_property
    def types(self) -> tuple[UnitType, ...]:
        """By unit: its type."""
        return tuple(TYPE[one.split("-")[1]] for one in self.ids[: self.unit_count])

    @cached_property
    def start_hexes(self) -> tuple[Hex | None, ...]:
        """By piece: where it stands at the start; None in reserve."""
        units = [HEX[at] for _, at in self.units]
        leaders = [HEX[at] for _, _, at in self.leaders]
        return (
            *units,
            *[None] * len(self.reserve),
            *leaders,
            *[None] * len(self.reserve_leaders),
        )

    @cached_property
    def ground(self) -> Mapping[Hex, Terrain]:
        """By hex: its terrain; open hexes are missing."""
        return {HEX[at]: kind for at, kind in self.terrain}

    def army(self, side: SideNumber) -> Army:
        """Return the army of a side."""
        return (self.top, self.bottom)[side]

    @property
    def first_side(self) -> SideNumber:
        """The side that takes the first turn."""
        return SIDES.index(self.first)


class _Units(_Entry, frozen=True):
    types: tuple[UnitType, ...]
    elephant_dice: Mapping[TypeId, int]
    groups: Mapping[str, frozenset[TypeId]]


def _loaded(name: str, kind: Any) -> Any:
    content = pkgutil.get_data(__package__, f"{name}.json")
    assert content is not None, "a package with a loader has data"
    return msgspec.json.decode(content, type=kind)


_UNITS: Final[_Units] = _loaded("units", _Units)
TYPE: Final[Mapping[str, UnitType]] = {one.id: one for one in _UNITS.types}
GROUP: Final = _UNITS.groups
ELEPHANT_DICE: Final = _UNITS.elephant_dice
"""By type of the opponent: the dice of an elephant (CA-EL-1)."""
ELEPHANT_AT_LEADER: Final = 1
"""Its dice against a lone leader, and in an escape roll."""

CARD: Final[Mapping[str, Card]] = {one.id: one for one in _loaded("cards", tuple[Card, ...])}
CARDS: Final = tuple(f"{one.id}#{n}" for one in CARD.values() for n in range(1, one.count + 1))
"""All cards, in the order of the file."""
CARD_PLACE: Final[Mapping[str, int]] = {one: place for place, one in enumerate(CARDS)}

SCENARIO: Final[dict[str, Scenario]] = {
    one.id: one for one in _loaded("scenarios", tuple[Scenario, ...])
}
assert tuple(SCENARIO) == get_args(ScenarioId), "each set-up can be named"


def _corrections() -> dict[ScenarioId, ScenarioId]:
    later = {one.corrects: one.id for one in SCENARIO.values() if one.corrects is not None}

    def newest(one: ScenarioId) -> ScenarioId:
        return newest(later[one]) if one in later else one

    return {former: newest(former) for former in later}


CORRECTED: Final = _corrections()
"""By former set-up: the newest of its battle."""


def kind_of(card: str) -> Kind:
    """Return the kind of a card."""
    return CARD[card.partition("#")[0]].id


def in_file_order(cards: Any) -> tuple[str, ...]:
    """Return cards in the order of the file."""
    return tuple(sorted(cards, key=CARD_PLACE.__getitem__))
