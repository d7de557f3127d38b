"""Who stands where: a look-up by hex, made of a position when a rule needs it."""

from collections.abc import Iterator
from typing import Final

from domain.rulesets.ancients.board import Piece, UnitType
from domain.rulesets.ancients.hexes import NEIGHBOURS, Hex, SideNumber
from domain.rulesets.ancients.position import Table


class Field:
    """The pieces on the board, by hex."""

    __slots__ = ("battle", "ground", "leaders", "table", "units")

    def __init__(self, table: Table) -> None:
        """Read the table; the field shows it as it is now."""
        self.table: Final = table
        self.battle: Final = table.battle
        self.ground: Final = self.battle.ground
        self.units: Final[dict[Hex, Piece]] = {}
        self.leaders: Final[dict[Hex, Piece]] = {}
        count = self.battle.unit_count
        for piece, at in enumerate(table.at):
            if at >= 0:
                (self.units if piece < count else self.leaders)[at] = piece

    def side(self, piece: Piece) -> SideNumber:
        """Return the side of a piece."""
        return self.battle.sides[piece]

    def type(self, unit: Piece) -> UnitType:
        """Return the type of a unit."""
        return self.battle.types[unit]

    def is_unit(self, piece: Piece) -> bool:
        """Return whether a piece is a unit."""
        return piece < self.battle.unit_count

    def at(self, piece: Piece) -> Hex:
        """Return the hex of a piece, negative if it has none."""
        return self.table.at[piece]

    def leader_of(self, unit: Piece) -> Piece | None:
        """Return the leader that is attached to a unit (CA-LDR-3)."""
        return self.leaders.get(self.table.at[unit])

    def unit_of(self, leader: Piece) -> Piece | None:
        """Return the unit to which a leader is attached."""
        return self.units.get(self.table.at[leader])

    def lone_leader(self, at: Hex) -> Piece | None:
        """Return the leader in a hex without a unit."""
        return None if at in self.units else self.leaders.get(at)

    def piece_at(self, at: Hex) -> Piece | None:
        """Return the unit in a hex, or the lone leader: what an attack is aimed at."""
        found = self.units.get(at)
        return self.leaders.get(at) if found is None else found

    def has_enemy(self, at: Hex, side: SideNumber) -> bool:
        """Return whether an enemy unit or leader stands in a hex."""
        piece = self.piece_at(at)
        return piece is not None and self.battle.sides[piece] != side

    def enemies_near(self, at: Hex, side: SideNumber) -> Iterator[Piece]:
        """Yield the enemy units and lone leaders in adjacent hexes."""
        for near in NEIGHBOURS[at]:
            piece = self.piece_at(near)
            if piece is not None and self.battle.sides[piece] != side:
                yield piece

    def enemy_unit_near(self, at: Hex, side: SideNumber) -> bool:
        """Return whether an enemy unit is adjacent."""
        return any(self.is_unit(one) for one in self.enemies_near(at, side))

    def own(self, side: SideNumber) -> list[Piece]:
        """Return the pieces of a side on the board, in the order of the data file."""
        sides = self.battle.sides
        return [one for one, at in enumerate(self.table.at) if at >= 0 and sides[one] == side]

    def own_units(self, side: SideNumber) -> list[Piece]:
        """Return the units of a side on the board."""
        return [one for one in self.own(side) if self.is_unit(one)]

    def own_leaders(self, side: SideNumber) -> list[Piece]:
        """Return the leaders of a side on the board."""
        return [one for one in self.own(side) if not self.is_unit(one)]

    def full(self, unit: Piece) -> bool:
        """Return whether a unit is at full strength."""
        return self.table.blocks[unit] == self.type(unit).blocks

    def stops(self, at: Hex, *, mounted_or_leader: bool) -> bool:
        """Return whether terrain stops what enters a hex (CA-TER-3, CA-TER-6, CA-TER-7)."""
        ground = self.ground.get(at)
        return ground in ("forest", "ford") or (ground == "broken" and mounted_or_leader)
