"""The evaluation of a board for one side, for the house bots.

It reads only a view, and tries actions on a mutable copy. It contains no rules: it is an estimate
and may be wrong, because the rules judge the bot's actions like all others. The weights come from
games of bots against each other.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.structs import astuple

from domain.kit import Seat
from domain.rulesets.carolus_magnus.board import (
    CLANS_COUNT,
    NUMBERS,
    SIDE_INDEX,
    TERRITORIES_MIN,
)
from domain.rulesets.carolus_magnus.view import PositionView

NOBODY: Final = -1
REACH_MAX: Final = 5

WIN: Final = 60.0
"""Worth of winning the game, in castles."""

_CHANCE: Final = (1.0, 0.55, 0.3, 0.1)
"""By missing paladins: the probability that a side gains a territory within the emperor's reach."""

_MERGED: Final = 0.25
_NEAR_GOAL: Final = 0.08
_MARKER: Final = 2.0
_PER_PALADIN: Final = 0.12
_LEAD: Final = (0.55, 0.8, 0.95, 1.0)
"""By the lead of a court over the next: the share of a marker's worth that is safe."""

_REPLY: Final = 0.75
_LATER: Final = 0.03


@dataclass(slots=True)
class Outlook:
    """A board as plain numbers, seen by one seat; clans, sides and territories by index."""

    seat: Seat
    sides: tuple[int, ...]
    """The side of each seat."""
    goal: int
    land: list[list[int]]
    """By territory in ring order, then by clan."""
    heads: list[int]
    """By territory: its head, which names it."""
    owners: list[int]
    castles: list[int]
    emperor: int
    holders: list[int]
    """By clan: the seat that holds the marker, or NOBODY."""
    courts: list[list[int]]
    reserves: list[list[int]]
    in_play: list[int]
    played: list[int]
    """By seat: the disc it played in this round, or 0."""
    followers: tuple[Seat, ...]
    """The seats that move after this one in this round, in order."""

    @property
    def side(self) -> int:
        """The side of the viewing seat."""
        return self.sides[self.seat]

    def copy(self) -> "Outlook":
        """Return a copy that shares the rows by territory; only ``place`` replaces them."""
        return Outlook(
            self.seat,
            self.sides,
            self.goal,
            self.land.copy(),
            self.heads.copy(),
            self.owners.copy(),
            self.castles.copy(),
            self.emperor,
            self.holders.copy(),
            self.courts.copy(),
            self.reserves.copy(),
            self.in_play.copy(),
            self.played,
            self.followers,
        )


def outlook(view: PositionView, seat: Seat) -> Outlook:
    """Return the board of the view, from the viewpoint of the seat."""
    heads = [territory.segments[0] for territory in view.territories]
    turn = view.order.index(seat)
    return Outlook(
        seat=seat,
        sides=tuple(SIDE_INDEX[one.side] for one in view.seats),
        goal=NUMBERS[len(view.seats)].castle_goal,
        land=[list(astuple(territory.paladins)) for territory in view.territories],
        heads=heads,
        owners=[
            NOBODY if territory.owner is None else SIDE_INDEX[territory.owner]
            for territory in view.territories
        ],
        castles=[territory.castles for territory in view.territories],
        emperor=heads.index(view.emperor),
        holders=[NOBODY if holder is None else holder for holder in astuple(view.markers)],
        courts=[list(astuple(one.court)) for one in view.seats],
        reserves=[list(astuple(one.reserve)) for one in view.seats],
        in_play=list(view.castles_in_play.values()),
        played=[one.disc_played or 0 for one in view.seats],
        followers=view.order[turn + 1 :] if view.phase == "action" else (),
    )


def put_in_court(board: Outlook, clans: Iterable[int]) -> None:
    """Move these paladins from the seat's reserve to its court, and take the markers they win."""
    seat = board.seat
    court = board.courts[seat] = board.courts[seat].copy()
    reserve = board.reserves[seat] = board.reserves[seat].copy()
    for clan in clans:
        court[clan] += 1
        reserve[clan] -= 1
        if court[clan] > best_other_court(board, clan):
            board.holders[clan] = seat


def put_in_land(board: Outlook, at: int, clans: Iterable[int]) -> None:
    """Move these paladins from the seat's reserve to a territory."""
    row = board.land[at] = board.land[at].copy()
    reserve = board.reserves[board.seat] = board.reserves[board.seat].copy()
    for clan in clans:
        row[clan] += 1
        reserve[clan] -= 1


def best_other_court(board: Outlook, clan: int) -> int:
    """Return the largest number of paladins of the clan in another seat's court."""
    seat = board.seat
    return max([court[clan] for other, court in enumerate(board.courts) if other != seat])


def holding_sides(board: Outlook) -> list[int]:
    """Return, by clan, the side that controls its paladins, or NOBODY."""
    sides = board.sides
    return [NOBODY if holder == NOBODY else sides[holder] for holder in board.holders]


def influence(board: Outlook, at: int, holding: Sequence[int]) -> list[int]:
    """Return the influence of each side in a territory."""
    strength = [0] * (len(board.in_play) + 1)  # the last entry collects what counts for nobody
    for side, count in zip(holding, board.land[at], strict=True):
        strength[side] += count
    strength.pop()
    if board.castles[at]:
        strength[board.owners[at]] += board.castles[at]
    return strength


def missing(strength: Sequence[int], side: int) -> int:
    """Return how much influence the side lacks to control the territory; at most 0 if it does."""
    others = max([value for other, value in enumerate(strength) if other != side])
    return others - strength[side] + 1


def controller(strength: Sequence[int]) -> int:
    """Return the side with strictly the greatest influence, or NOBODY."""
    most = max(strength)
    return strength.index(most) if most and strength.count(most) == 1 else NOBODY


def prize(board: Outlook, at: int, side: int, *, to: int) -> float:
    """Return the worth to ``side`` of the side ``to`` gaining a territory."""
    owner = board.owners[at]
    if to in (NOBODY, owner):
        return 0.0
    count = len(board.owners)
    merged = (board.owners[at - 1] == to) + (board.owners[(at + 1) % count] == to)
    castles = board.castles[at] or 1
    after = board.in_play.copy()
    if owner != NOBODY:
        after[owner] -= castles
    after[to] += castles
    if max(after) >= board.goal:
        return WIN if to == side else -WIN
    if count - merged < TERRITORIES_MIN:
        best = max(after)
        return (WIN if after.count(best) == 1 else 0.0) if after[side] == best else -WIN
    worth = _standing(board, to, after[to], side)
    if owner != NOBODY:
        worth += _standing(board, owner, after[owner], side)
    return worth + _MERGED * merged * (1 if to == side else -1)


def _standing(board: Outlook, one: int, after: int, side: int) -> float:
    """Return the worth to ``side`` of a change of the castles of ``one`` to ``after``.

    A castle is worth more the nearer its side is to the goal.
    """
    worth = _castles(after) - _castles(board.in_play[one])
    return worth if one == side else -worth / (len(board.in_play) - 1)


def _castles(count: int) -> float:
    return count * (1 + _NEAR_GOAL * count)


def castles_worth(board: Outlook) -> float:
    """Return the worth of all castles in play to the seat's side."""
    worth = [_castles(count) for count in board.in_play]
    mine = worth[board.side]
    return mine - (sum(worth) - mine) / (len(worth) - 1)


def resolve(board: Outlook, steps: int) -> float:
    """Move the emperor and apply the consequences; return the worth to the seat's side."""
    at = (board.emperor + steps) % len(board.land)
    board.emperor = at
    to = controller(influence(board, at, holding_sides(board)))
    worth = prize(board, at, board.side, to=to)
    if to not in (NOBODY, board.owners[at]):
        _change_owner(board, at, to)
    return worth


def _change_owner(board: Outlook, at: int, to: int) -> None:
    owner = board.owners[at]
    if owner == NOBODY:
        board.castles[at] = 1
    else:
        board.in_play[owner] -= board.castles[at]
    board.owners[at] = to
    board.in_play[to] += board.castles[at]
    # Handle the neighbour after first, so that the index of the one before stays valid.
    count = len(board.owners)
    after = (at + 1) % count
    before = (at - 1) % count
    gone = [one for one in dict.fromkeys((after, before)) if board.owners[one] == to]
    for one in gone:
        board.land[at] = [a + b for a, b in zip(board.land[at], board.land[one], strict=True)]
        board.castles[at] += board.castles[one]
    for one in sorted(gone, reverse=True):
        del board.land[one], board.heads[one], board.castles[one], board.owners[one]
    board.emperor = at - sum(one < at for one in gone)


def markers_worth(board: Outlook) -> float:
    """Return the worth of all markers to the seat's side, weighted by how safe they are."""
    return sum(marker_worth(board, clan) for clan in range(CLANS_COUNT))


def marker_worth(board: Outlook, clan: int) -> float:
    """Return the worth of one clan's marker to the seat's side, whichever seat holds it."""
    holder = board.holders[clan]
    if holder == NOBODY:
        return 0.0
    sides = board.sides
    mine = sides[holder]
    rival = max([court[clan] for seat, court in enumerate(board.courts) if sides[seat] != mine])
    lead = max(board.courts[holder][clan] - rival, 0)
    on_ring = sum([row[clan] for row in board.land])
    worth = (_MARKER + _PER_PALADIN * on_ring) * _LEAD[min(lead, len(_LEAD) - 1)]
    return worth if mine == board.side else -worth / (len(board.in_play) - 1)


def chances(board: Outlook, at: int, holding: Sequence[int]) -> list[float]:
    """Return, by side, the worth of gaining the territory times its probability."""
    strength = influence(board, at, holding)
    row = []
    for side in range(len(strength)):
        lack = max(missing(strength, side), 0)
        if side == board.owners[at] or lack >= len(_CHANCE):
            row.append(0.0)
        else:
            row.append(_CHANCE[lack] * prize(board, at, side, to=side))
    return row


def future(board: Outlook, rows: Sequence[Sequence[float]]) -> float:
    """Return the expected gain of the seat's side in the next turns, from the chances by steps."""
    side = board.side
    worth = 0.0
    others = len(board.in_play) - 1
    for row in rows:
        mine = row[side]
        worth += _LATER * (mine - (sum(row) - mine) / others)
    if board.followers:
        next_seat = board.followers[0]
        mover = board.sides[next_seat]
        best = max([row[mover] for row in rows[: board.played[next_seat]]])
        worth += _REPLY * (best if mover == side else -best / others)
    return worth


def rows_ahead(board: Outlook) -> list[list[float]]:
    """Return, by steps, the chances of the territories that the emperor may reach next."""
    holding = holding_sides(board)
    count = len(board.land)
    return [
        chances(board, (board.emperor + steps) % count, holding)
        for steps in range(1, min(REACH_MAX, count) + 1)
    ]


def judge(board: Outlook) -> float:
    """Return the worth of a board after the emperor's move, without the castles gained by it."""
    return markers_worth(board) + future(board, rows_ahead(board))
