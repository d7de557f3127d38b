"""Plans for a turn: the few placements that are worth trying, and the board after each.

A plan never lists all placements, which can be a million.
"""

from collections.abc import Iterator, Sequence
from heapq import nlargest
from itertools import combinations
from typing import Any, Final, NamedTuple

from domain.rulesets.carolus_magnus.board import CLANS_COUNT, NUMBERS
from domain.rulesets.carolus_magnus.bots.outlook import (
    NOBODY,
    Outlook,
    best_other_court,
    chances,
    controller,
    future,
    holding_sides,
    influence,
    marker_worth,
    markers_worth,
    missing,
    prize,
    put_in_court,
    put_in_land,
    resolve,
    rows_ahead,
)

_SPARE: Final = 0.2
"""Approximate worth of a paladin that a plan leaves free to place elsewhere."""
_PLENTY: Final = 0.01
"""Bonus for a clan, per paladin of it in the reserve."""


class Plan(NamedTuple):
    """A plan for a turn: markers to win first, then a territory to gain and resolve."""

    worth: float
    court: tuple[int, ...]
    """The clans of the paladins that go to the court."""
    land: tuple[int, ...]
    """The clans of the paladins that go where the emperor will stop."""
    steps: int


class Trial(NamedTuple):
    """A turn that was tried on a board of its own."""

    gain: float
    """Worth of the territory that the emperor resolved."""
    board: Outlook
    """The board at the end of the turn."""
    placed: tuple[tuple[int, Any], ...]
    """The paladins placed, each as its clan and destination."""
    worth: float
    """Worth of the whole turn to the seat's side."""


def paladins_due(board: Outlook) -> int:
    """Return how many paladins the seat places in a turn."""
    return min(NUMBERS[len(board.sides)].paladins_per_turn, sum(board.reserves[board.seat]))


def best_trials(board: Outlook, due: int, reach: int, count: int) -> list[Trial]:
    """Carry out the most promising plans of the seat, at most this many, to the end of its turn.

    The seat places ``due`` paladins, and its emperor may take ``reach`` steps.
    """
    promising = nlargest(count, plans(board, due, reach), key=lambda plan: plan.worth)
    return [_carried_out(board, plan, due) for plan in promising]


def _carried_out(board: Outlook, plan: Plan, due: int) -> Trial:
    trial = board.copy()
    at = (trial.emperor + plan.steps) % len(trial.land)
    placed: list[tuple[int, Any]] = [(clan, "court") for clan in plan.court]
    placed += [(clan, trial.heads[at]) for clan in plan.land]
    put_in_court(trial, plan.court)
    put_in_land(trial, at, plan.land)
    gain = resolve(trial, plan.steps)
    rows = rows_ahead(trial)
    for _ in range(due - len(placed)):
        placed.append(_spare(trial, rows))
    worth = gain + markers_worth(trial) + future(trial, rows)
    return Trial(gain, trial, tuple(placed), worth)


def plans(board: Outlook, due: int, reach: int) -> Iterator[Plan]:
    """Yield a plan for each winnable set of markers and each number of steps."""
    side = board.side
    places = [(board.emperor + steps) % len(board.land) for steps in range(1, reach + 1)]
    # By step and by the side that would win the territory; the last entry is for no winner.
    sides = (*range(len(board.in_play)), NOBODY)
    prizes = [[prize(board, at, side, to=to) for to in sides] for at in places]
    for court in _courts(board, due):
        trial = board.copy()
        put_in_court(trial, court)
        holding = holding_sides(trial)
        basis = markers_worth(trial)
        usable = _usable(trial, holding)
        left = due - len(court)
        for index, at in enumerate(places):
            strength = influence(trial, at, holding)
            worth = prizes[index][controller(strength)]
            yield Plan(basis + worth + _SPARE * left, court, (), index + 1)
            lack = missing(strength, side)
            # With one paladin fewer than it needs, the side ties, and nobody gets the territory.
            for needed, gain in ((lack, prizes[index][side]), (lack - 1, 0.0)):
                if 0 < needed <= min(left, len(usable)) and gain > worth:
                    after = basis + gain + _SPARE * (left - needed)
                    yield Plan(after, court, tuple(usable[:needed]), index + 1)


def _courts(board: Outlook, due: int) -> Iterator[tuple[int, ...]]:
    """Yield the smallest lists of clans for the court that win a set of markers."""
    court = board.courts[board.seat]
    reserve = board.reserves[board.seat]
    cost = {}
    for clan in range(CLANS_COUNT):
        needed = max(best_other_court(board, clan) - court[clan] + 1, 1)
        if board.holders[clan] != board.seat and needed <= min(due, reserve[clan]):
            cost[clan] = needed
    for size in range(len(cost) + 1):
        for clans in combinations(cost, size):
            if sum(cost[clan] for clan in clans) <= due:
                yield tuple(clan for clan in clans for _ in range(cost[clan]))


def _usable(board: Outlook, holding: Sequence[int]) -> list[int]:
    """Return the paladins of the reserve that add influence for the seat's side, best last."""
    reserve = board.reserves[board.seat]
    clans = [clan for clan in range(CLANS_COUNT) if holding[clan] == board.side]
    clans.sort(key=lambda clan: -reserve[clan])
    return [clan for clan in clans for _ in range(reserve[clan])]


def _spare(board: Outlook, rows: list[list[float]]) -> tuple[int, Any]:
    """Place one more paladin where it gains most; return its clan and destination."""
    gain, clan = max(_in_court(board))
    holding = holding_sides(board)
    usable = _usable(board, holding)
    places = [(board.emperor + steps) % len(board.land) for steps in range(1, len(rows) + 1)]
    if usable:
        more, index = max(_in_land(board, usable[0], places, rows))
        if more > gain:
            at = places[index]
            put_in_land(board, at, usable[:1])
            rows[index] = chances(board, at, holding)
            return usable[0], board.heads[at]
    put_in_court(board, (clan,))
    if holding_sides(board) != holding:
        rows[:] = rows_ahead(board)
    return clan, "court"


def _in_court(board: Outlook) -> Iterator[tuple[float, int]]:
    """Yield the gain of one more paladin in the court, and its clan."""
    for clan, held in enumerate(board.reserves[board.seat]):
        if held:
            trial = board.copy()
            put_in_court(trial, (clan,))
            gain = marker_worth(trial, clan) - marker_worth(board, clan)
            yield gain + _PLENTY * held, clan


def _in_land(
    board: Outlook, clan: int, places: Sequence[int], rows: Sequence[Sequence[float]]
) -> Iterator[tuple[float, int]]:
    """Yield the gain of one more paladin in each of these territories, and its index."""
    trial = board.copy()
    put_in_land(trial, places[0], (clan,))
    # One more paladin on the ring raises the worth of the marker equally in every territory.
    marker_gain = marker_worth(trial, clan) - marker_worth(board, clan)
    now = future(board, rows)
    holding = holding_sides(board)
    changed = [*rows]
    for index, at in enumerate(places):
        row = trial.land[at] = board.land[at].copy()
        row[clan] += 1
        changed[index] = chances(trial, at, holding)
        yield future(trial, changed) - now + marker_gain, index
        changed[index] = rows[index]
