"""``greedy``: play what is best for the seat's side at the end of its own turn.

It derives a few sensible plans from the view, tries each on its own board and evaluates the result
with ``outlook``. Only ties between equal plans are decided at random.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from domain.kit import Legal, Pick
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
from domain.rulesets.carolus_magnus.bots.outlook import (
    REACH_MAX,
    WIN,
    Outlook,
    best_other_court,
    judge,
    outlook,
    resolve,
)
from domain.rulesets.carolus_magnus.bots.plans import Trial, best_trials, plans
from domain.rulesets.carolus_magnus.view import PositionView

_PLANS_TRIED: Final = 5
_LATER: Final = 0.9
"""Discount on the potential of a seat that takes its turn later."""
DISC_COST: Final = 0.05
"""Cost per disc number: a low disc also opens the next round early."""
DISC_USUAL: Final = 3
"""The disc assumed for a seat that has not played one yet."""
_SAME: Final = 1e-9

T = TypeVar("T")


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
        total = -DISC_COST * disc
        mine = max(reach[board.seat][:disc])
        for seat, promise in reach.items():
            if seat != board.seat:
                other = board.played[seat] or DISC_USUAL
                before = other < disc or other == board.played[seat] == disc
                theirs = max(promise[:other]) * (1.0 if before else _LATER)
                total += theirs if board.sides[seat] == board.side else -theirs
                mine *= _LATER if before else 1.0
        return total + mine

    return ChooseDisc(best_of(choices["discs"], worth, pick))


def _promise(board: Outlook, seat: int) -> list[float]:
    """Return, by steps, the worth to the seat's side of its best resolution if it moved now."""
    trial = board.copy()
    trial.seat = seat
    due = NUMBERS[len(board.sides)].paladins_per_turn
    best = [-WIN] * REACH_MAX
    for plan in plans(trial, due, REACH_MAX):
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
        clan = best_of(possible, lambda clan: _want(board, clan), pick)
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
    reach = board.played[board.seat]
    trials = best_trials(board, choices["count"], reach, _PLANS_TRIED)
    return placement(best_of(trials, lambda trial: trial.worth, pick))


def placement(trial: Trial) -> SeatAction:
    """Return the action that places the paladins as in a trial."""
    ordered = sorted(trial.placed, key=lambda one: (one[0], 0 if one[1] == "court" else one[1]))
    return PlacePaladins(tuple(Placement(CLANS[clan], to) for clan, to in ordered))


def _move(board: Outlook, choices: Mapping[str, Any], pick: Pick) -> SeatAction:
    """Move to where the resolution, and the board that it leaves, is best for the side."""

    def worth(steps: int) -> float:
        trial = board.copy()
        return resolve(trial, steps) + judge(trial)

    return MoveEmperor(best_of(choices["steps"], worth, pick))


def best_of(things: Sequence[T], worth: Callable[[T], float], pick: Pick) -> T:
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
