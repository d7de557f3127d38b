"""The position: the pieces on the table, in flat fields.

Sides are numbered: the players' by seat, then the allies' by seat. Counties, castle spaces and
battle places are indices. Only this folder reads these fields; ``view.py`` presents a position to
all others.
"""

from collections.abc import Iterator
from typing import Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct

from domain.kit import TABLE_RULES, Place, Seat, converter, placed
from domain.rulesets.lancaster.actions import Ballot
from domain.rulesets.lancaster.board import (
    ALLY_SPACES,
    COUNTIES,
    TILES,
    CardId,
    Color,
    CountyId,
    FavourId,
    LawId,
    PlaceId,
    SpaceId,
    TileId,
)
from domain.rulesets.lancaster.options import Options

Phase: TypeAlias = Literal["setup", "troops", "parliament", "scoring", "over"]
Step: TypeAlias = Literal[
    "table",
    "ally",
    "extension",
    "place",
    "favour",
    "vote",
    "reveal",
    "law",
    "county",
    "start_player",
    "castle",
    "ransom",
    "cards",
]
"""The decision that is due."""
Moment: TypeAlias = Step | Literal["return", "battle", "final", "end"]
"""A step, or what happens by itself: only within the events of one decision."""

TOP: Final = (0, 1)
BOTTOM: Final = (2, 3)
"""The places of battles, by row and column."""
PLACES: Final = ("top-1", "top-2", "bottom-1", "bottom-2")
"""The names of the places, for pictures."""
VALUED: Final = (*BOTTOM, *TOP)
"""In the order in which they are valued (LA-SC-BATTLE-1)."""

Reason: TypeAlias = Literal["rounds", "resignation", "draw_agreed", "time", "adjudicated"]
Side: TypeAlias = int
Strengths: TypeAlias = tuple[int, ...]


class Outcome(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended: reason, winning colours in the order of the seats, points and places.

    ``resignation``, ``draw_agreed``, ``time`` and ``adjudicated`` come from the table.
    """

    reason: Reason
    winners: tuple[Color, ...]
    power: dict[Color, int]
    standing: tuple[Place, ...]


class Holder(NamedTuple):
    """The knight that holds a county, and the squires with it."""

    side: Side
    strength: int
    squires: int


class Slot(NamedTuple):
    """The knights of one side in a battle, ascending."""

    side: Side
    knights: Strengths


class Battle(NamedTuple):
    """A battle on the board, and its taken slots from slot 1 on."""

    card: CardId
    slots: tuple[Slot, ...]

    def strengths_of(self, side: Side) -> Strengths:
        """Return the knights of a side in this battle."""
        return next((slot.knights for slot in self.slots if slot.side == side), ())


CountsT = TypeVar("CountsT", tuple[int, ...], list[int])
HoldersT = TypeVar("HoldersT", tuple[Holder | None, ...], list[Holder | None])
BattlesT = TypeVar("BattlesT", tuple[Battle | None, ...], list[Battle | None])
ColorsT = TypeVar("ColorsT", tuple[Color | None, ...], list[Color | None])
KnightsT = TypeVar("KnightsT", tuple[Strengths, ...], list[Strengths])
TablesT = TypeVar("TablesT", tuple[tuple[CountyId, ...], ...], list[tuple[CountyId, ...]])
TilesT = TypeVar("TilesT", tuple[tuple[TileId, ...], ...], list[tuple[TileId, ...]])
BallotsT = TypeVar("BallotsT", tuple[Ballot | None, ...], list[Ballot | None])


class State(
    Struct, Generic[CountsT, HoldersT, BattlesT, ColorsT, KnightsT, TablesT, TilesT, BallotsT]
):
    """What a position and a draft have."""

    options: Options
    round: int
    """0 before the table is arranged."""
    start: Seat
    next_start: Seat | None
    """The start player of the next round, if named (LA-SC-COUNTY-10)."""
    moment: Moment | None
    """None after the end."""
    subject: str | None
    """The county, law or battle card in question."""
    queue: tuple[Seat, ...]
    """The seats that have to decide, in their order."""
    favour_side: Side | None
    """The side for which a favour is due."""
    owed: int
    """The number of events that still belong to the use of a law."""
    gold_left: int
    squires_left: int
    votes_left: int
    """The supply."""
    nobles: CountsT
    """By county."""
    removed: CountsT
    """By county: the nobles that allies removed."""
    holders: HoldersT
    """By county."""
    battles: BattlesT
    """By place: the top row, then the bottom row."""
    battles_gone: tuple[CardId, ...]
    favours: tuple[FavourId, ...]
    """Face up, in the order of the data file."""
    current: tuple[LawId, ...]
    proposed: tuple[LawId | None, ...]
    """None where the vote is over."""
    laws_gone: tuple[LawId, ...]
    colors: ColorsT
    """By side; None before an ally is chosen."""
    courts: KnightsT
    """By side, ascending."""
    reserves: KnightsT
    castles: KnightsT
    """By side: the strength of the knight on each space, 0 if there is none."""
    gold: CountsT
    """By seat, as all below."""
    squires: CountsT
    votes: CountsT
    power: CountsT
    tables: TablesT
    """The nobles, in the order in which they were taken."""
    extensions: TilesT
    """The built ones, in the order of the data file."""
    ballots: BallotsT
    """The votes that are not revealed yet."""
    markers: CountsT
    """The vote markers in them."""
    tiles_valued: tuple[TileId, ...]
    """By the seat whose castle is valued."""
    outcome: Outcome | None


class Position(  # type: ignore[misc] # a draft is not frozen
    State[
        tuple[int, ...],
        tuple[Holder | None, ...],
        tuple[Battle | None, ...],
        tuple[Color | None, ...],
        tuple[Strengths, ...],
        tuple[tuple[CountyId, ...], ...],
        tuple[tuple[TileId, ...], ...],
        tuple[Ballot | None, ...],
    ],
    frozen=True,
    gc=False,
):
    """The folded state of one game."""


class Draft(
    State[
        list[int],
        list[Holder | None],
        list[Battle | None],
        list[Color | None],
        list[Strengths],
        list[tuple[CountyId, ...]],
        list[tuple[TileId, ...]],
        list[Ballot | None],
    ],
    gc=False,
):
    """The same, while events change it."""


Table: TypeAlias = Position | Draft

thaw: Final = converter(Position, Draft)
"""Returns a draft of a position or of a draft."""

_PHASES: Final[dict[Moment | None, Phase]] = {
    "table": "setup",
    "ally": "setup",
    "extension": "setup",
    "place": "troops",
    "vote": "parliament",
    "reveal": "parliament",
    "return": "parliament",
    "law": "parliament",
    None: "over",
}


def phase_of(moment: Moment | None, subject: str | None) -> Phase:
    """Return the phase of a step; a favour is due in the troops phase or after a voyage."""
    if moment == "favour":
        return "troops" if subject is None else "scoring"
    return _PHASES.get(moment, "scoring")


# --- seats and sides ---------------------------------------------------------------------------


def round_order(table: Table) -> tuple[Seat, ...]:
    """Return the players clockwise, beginning with the start player."""
    players = table.options.players
    return tuple((table.start + step) % players for step in range(players))


def ally_of(table: Table, seat: Seat) -> Side | None:
    """Return the side of the seat's ally, once it is chosen."""
    players = table.options.players
    side = players + seat
    return side if side < len(table.colors) and table.colors[side] is not None else None


def sides_of(table: Table, seat: Seat) -> tuple[Side, ...]:
    """Return the sides for which the seat decides: its own, and its ally's."""
    ally = ally_of(table, seat)
    return (seat,) if ally is None else (seat, ally)


def controller(table: Table, side: Side) -> Seat:
    """Return the seat that decides for a side."""
    return side % table.options.players


def is_ally(table: Table, side: Side) -> bool:
    """Return whether a side is that of an ally."""
    return side >= table.options.players


def side_named(table: Table, color: Color) -> Side | None:
    """Return the side of a colour, or None if no side has it."""
    return next((side for side, one in enumerate(table.colors) if one == color), None)


def color_of(table: Table, side: Side) -> Color:
    """Return the colour of a side, which has one."""
    color = table.colors[side]
    assert color is not None, "the side is in the game"
    return color


def spaces_of(table: Table, side: Side) -> tuple[SpaceId, ...]:
    """Return the castle spaces of a side."""
    return ALLY_SPACES if is_ally(table, side) else TILES


# --- knights -----------------------------------------------------------------------------------


def deployed(table: Table, side: Side) -> Iterator[tuple[int, PlaceId]]:
    """Yield the knights of a side on counties, castle spaces and battles: strength and place."""
    for county, holder in zip(COUNTIES, table.holders, strict=True):
        if holder is not None and holder.side == side:
            yield holder.strength, county
    for space, strength in zip(spaces_of(table, side), table.castles[side], strict=True):
        if strength:
            yield strength, space
    for battle in table.battles:
        if battle is not None:
            for strength in battle.strengths_of(side):
                yield strength, battle.card


def in_play(table: Table, side: Side) -> Iterator[tuple[int, PlaceId]]:
    """Yield the knights of a side in any place except the reserve."""
    for strength in table.courts[side]:
        yield strength, "court"
    yield from deployed(table, side)


def upgradable(table: Table, side: Side) -> list[tuple[int, PlaceId]]:
    """Return the knights that can become stronger, each kind once (LA-GAIN-7)."""
    reserve = table.reserves[side]
    return list(dict.fromkeys(one for one in in_play(table, side) if one[0] + 1 in reserve))


def counties_held(table: Table, side: Side) -> int:
    """Return the number of counties of a side."""
    return sum(holder is not None and holder.side == side for holder in table.holders)


def battles_joined(table: Table, side: Side) -> int:
    """Return the number of battles in which a side has a knight."""
    return sum(
        battle is not None and any(slot.side == side for slot in battle.slots)
        for battle in table.battles
    )


def battle_named(table: Table, card: str) -> tuple[int, Battle] | None:
    """Return the place of a battle card and its battle, or None if it is not on the board."""
    for place, battle in enumerate(table.battles):
        if battle is not None and battle.card == card:
            return place, battle
    return None


def stock_of(table: Table, seat: Seat) -> tuple[TileId, ...]:
    """Return the extension tiles that a seat has not built."""
    return tuple(tile for tile in TILES if tile not in table.extensions[seat])


def holder_of(table: Table, county: str) -> Holder | None:
    """Return the knight that holds a county."""
    return next(
        holder for one, holder in zip(COUNTIES, table.holders, strict=True) if one == county
    )


# --- the end -----------------------------------------------------------------------------------


def settle(position: Position, reason: Reason, winners: tuple[str, ...]) -> Outcome:
    """Return the outcome of an end that the table declared, with the present points."""
    return ended(position, reason, winners)


def ended(table: Table, reason: Reason, winners: tuple[str, ...]) -> Outcome:
    """Return the outcome of a game that ends like this (LA-END-14, LA-END-16)."""
    colors = table.options.seat_colors
    points = table.power or (0,) * len(colors)
    power: dict[Color, int] = dict(zip(colors, points, strict=True))
    won = tuple(color for color in colors if color in winners)
    won_by = TABLE_RULES.get(reason, "LA-END-14")
    return Outcome(reason, won, power, placed(won, power, power, won_by=won_by, others_by=_RANKED))


_RANKED: Final = "LA-END-16"
