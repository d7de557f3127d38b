"""The house bots of Carolus Magnus: a ladder up to ``greedy``, which looks one turn ahead.

``greedy`` derives a few sensible plans from the view, tries each on its own board and evaluates the
result with ``outlook``. It never lists all placements, which can be a million. Only ties between
equal plans are decided at random.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import nlargest
from itertools import combinations
from typing import Any, Final, NamedTuple, TypeVar

from domain.kit.bots import ladder
from domain.ruleset import Legal, Pick
from domain.rulesets.carolus_magnus.actions import (
    ChooseCrowns,
    ChooseDisc,
    ExchangeJokers,
    MoveEmperor,
    Placement,
    PlacePaladins,
    SeatAction,
)
from domain.rulesets.carolus_magnus.board import CLANS, CLANS_COUNT, NUMBERS
from domain.rulesets.carolus_magnus.outlook import (
    NOBODY,
    REACH_MAX,
    WIN,
    Outlook,
    best_other_court,
    chances,
    controller,
    future,
    holding_sides,
    influence,
    judge,
    marker_worth,
    markers_worth,
    missing,
    outlook,
    prize,
    put_in_court,
    put_in_land,
    resolve,
    rows_ahead,
)
from domain.rulesets.carolus_magnus.view import PositionView

_PLANS_TRIED: Final = 5
_SPARE: Final = 0.2
"""Approximate worth of a paladin that a plan leaves free to place elsewhere."""
_PLENTY: Final = 0.01
"""Bonus for a clan, per paladin of it in the reserve."""
_LATER: Final = 0.9
"""Discount on the potential of a seat that takes its turn later."""
_DISC_COST: Final = 0.05
"""Cost per disc number: a low disc also opens the next round early."""
_DISC_USUAL: Final = 3
"""The disc assumed for a seat that has not played one yet."""
_SAME: Final = 1e-9

T = TypeVar("T")


class Plan(NamedTuple):
    """A plan for a turn: markers to win first, then a territory to gain and resolve."""

    worth: float
    court: tuple[int, ...]
    """The clans of the paladins that go to the court."""
    land: tuple[int, ...]
    """The clans of the paladins that go where the emperor will stop."""
    steps: int


def greedy(view: PositionView, legal: Legal[SeatAction], pick: Pick) -> SeatAction:
    """Play what is best for the seat's side at the end of its turn; ``pick`` breaks ties."""
    choices = legal.choices[0]
    assert view.active is not None
    board = outlook(view, view.active)
    return _CHOOSE[choices["type"]](board, choices, pick)


def _disc(board: Outlook, choices: Mapping[str, Any], pick: Pick) -> SeatAction:
    """Play the disc with the best potential, given what other seats may do before its turn."""
    reach = {seat: _promise(board, seat) for seat in range(len(board.sides))}

    def worth(disc: int) -> float:
        total = -_DISC_COST * disc
        mine = max(reach[board.seat][:disc])
        for seat, promise in reach.items():
            if seat != board.seat:
                other = board.played[seat] or _DISC_USUAL
                before = other < disc or other == board.played[seat] == disc
                theirs = max(promise[:other]) * (1.0 if before else _LATER)
                total += theirs if board.sides[seat] == board.side else -theirs
                mine *= _LATER if before else 1.0
        return total + mine

    return ChooseDisc(_best(choices["discs"], worth, pick))


def _promise(board: Outlook, seat: int) -> list[float]:
    """Return, by steps, the worth to the seat's side of its best resolution if it moved now."""
    trial = board.copy()
    trial.seat = seat
    due = NUMBERS[len(board.sides)].paladins_per_turn
    best = [-WIN] * REACH_MAX
    for plan in _plans(trial, due, REACH_MAX):
        best[plan.steps - 1] = max(best[plan.steps - 1], plan.worth)
    return best


def _exchange(board: Outlook, choices: Mapping[str, Any], pick: Pick) -> SeatAction:
    return ExchangeJokers(_wanted(board, choices, pick))


def _crowns(board: Outlook, choices: Mapping[str, Any], pick: Pick) -> SeatAction:
    return ChooseCrowns(_wanted(board, choices, pick))


def _wanted(board: Outlook, choices: Mapping[str, Any], pick: Pick) -> tuple[Any, ...]:
    """Name clans one by one, each time the one that improves the reserve most."""
    at_most = [choices["at_most"][name] for name in CLANS]
    reserve = board.reserves[board.seat]
    named: list[int] = []
    for _ in range(choices["count"]):
        possible = [clan for clan in range(CLANS_COUNT) if named.count(clan) < at_most[clan]]
        clan = _best(possible, lambda clan: _want(board, clan), pick)
        named.append(clan)
        reserve[clan] += 1
    return tuple(CLANS[clan] for clan in sorted(named))


def _want(board: Outlook, clan: int) -> float:
    """Return the worth to the seat of one more paladin of the clan in its reserve."""
    on_ring = sum(row[clan] for row in board.land)
    held = board.reserves[board.seat][clan]
    ahead = board.courts[board.seat][clan] + held - best_other_court(board, clan)
    worth = 1 + 0.2 * on_ring
    if ahead > 0:
        return worth * (0.6 if board.holders[clan] == board.seat else 0.4) / (1 + 0.3 * held)
    return worth / (1.5 - ahead)


def _place(board: Outlook, choices: Mapping[str, Any], pick: Pick) -> SeatAction:
    """Try the most promising plans to the end of the turn, and place as in the best one."""
    due = choices["count"]
    reach = board.played[board.seat]
    plans = nlargest(_PLANS_TRIED, _plans(board, due, reach), key=lambda plan: plan.worth)
    best = _best([_try(board, plan, due) for plan in plans], lambda trial: trial[0], pick)
    placements = [
        Placement(CLANS[clan], to)
        for clan, to in sorted(
            best[1], key=lambda one: (one[0], 0 if one[1] == "court" else one[1])
        )
    ]
    return PlacePaladins(tuple(placements))


def _plans(board: Outlook, due: int, reach: int) -> Iterator[Plan]:
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


def _try(board: Outlook, plan: Plan, due: int) -> tuple[float, list[tuple[int, Any]]]:
    """Carry out the plan on a copy; return its worth and the placements."""
    trial = board.copy()
    at = (trial.emperor + plan.steps) % len(trial.land)
    placed: list[tuple[int, Any]] = [(clan, "court") for clan in plan.court]
    placed += [(clan, trial.heads[at]) for clan in plan.land]
    put_in_court(trial, plan.court)
    put_in_land(trial, at, plan.land)
    worth = resolve(trial, plan.steps)
    rows = rows_ahead(trial)
    for _ in range(due - len(placed)):
        placed.append(_spare(trial, rows))
    return worth + markers_worth(trial) + future(trial, rows), placed


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


def _move(board: Outlook, choices: Mapping[str, Any], pick: Pick) -> SeatAction:
    """Move to where the resolution, and the board that it leaves, is best for the side."""

    def worth(steps: int) -> float:
        trial = board.copy()
        return resolve(trial, steps) + judge(trial)

    return MoveEmperor(_best(choices["steps"], worth, pick))


def _best(things: Sequence[T], worth: Callable[[T], float], pick: Pick) -> T:
    """Return the thing of the greatest worth; ``pick`` chooses among equals."""
    values = [worth(thing) for thing in things]
    most = max(values) - _SAME
    ties = [thing for thing, value in zip(things, values, strict=True) if value >= most]
    return ties[0] if len(ties) == 1 else ties[pick(len(ties))]


_CHOOSE: Final[Mapping[str, Callable[[Outlook, Mapping[str, Any], Pick], SeatAction]]] = {
    "choose_disc": _disc,
    "exchange_jokers": _exchange,
    "place_paladins": _place,
    "move_emperor": _move,
    "choose_crowns": _crowns,
}

BOTS: Final = ladder(greedy)
STAND_IN: Final = "greedy"
