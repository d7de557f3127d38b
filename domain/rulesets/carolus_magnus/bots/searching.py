"""``searching``: try an action, let the round go on as ``greedy`` would play it, and judge the end.

No dice are drawn between a choice and the end of its round that change what can be placed in it, so
the search needs no luck. It guesses the play of the others: discs that nobody has played yet
are averaged, and each turn is the best of the plans that look most promising.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from statistics import fmean
from typing import Any, Final, NamedTuple

from domain.kit import Legal, Pick, Seat
from domain.rulesets.carolus_magnus.actions import ChooseDisc, MoveEmperor, SeatAction
from domain.rulesets.carolus_magnus.bots.greedy import (
    DISC_COST,
    DISC_USUAL,
    best_of,
    greedy,
    placement,
)
from domain.rulesets.carolus_magnus.bots.outlook import (
    WIN,
    Outlook,
    castles_worth,
    judge,
    outlook,
    resolve,
)
from domain.rulesets.carolus_magnus.bots.plans import best_trials, paladins_due
from domain.rulesets.carolus_magnus.view import PositionView

_PLANS_TRIED: Final = 8
_REPLIES_TRIED: Final = 2
_DECIDED: Final = WIN / 2
"""A gain of at least this much, for one side or the other, ends the game."""


class _Turn(NamedTuple):
    """A turn that is still to come in a round."""

    seat: Seat
    reach: int


def searching(view: PositionView, legal: Legal[SeatAction], pick: Pick) -> SeatAction:
    """Play what is best for the seat's side at the end of the round; ``pick`` breaks ties."""
    choices = legal.choices[0]
    assert view.active is not None
    board = outlook(view, view.active)
    match choices["type"]:
        case "choose_disc":
            return _disc(board, view, choices["discs"], pick)
        case "place_paladins":
            return _place(board, choices, pick)
        case "move_emperor":
            return _move(board, choices["steps"], pick)
        case _:
            return greedy(view, legal, pick)


def _disc(board: Outlook, view: PositionView, discs: Sequence[int], pick: Pick) -> SeatAction:
    """Play the round with each disc, against each disc that the others may play."""
    place = {seat: index for index, seat in enumerate(view.order)}
    unknown = [seat for seat in place if seat != board.seat and not board.played[seat]]
    # Two or more unknown discs have too many combinations, which differ little at the average.
    usual = len(unknown) > 1
    possible = [(DISC_USUAL,) if usual else view.seats[seat].discs for seat in unknown]

    def worth(disc: int) -> float:
        ends = []
        for others in product(*possible):
            trial = board.copy()
            trial.played = board.played.copy()
            for seat, played in zip((board.seat, *unknown), (disc, *others), strict=True):
                trial.played[seat] = played
            seats = sorted(place, key=lambda seat: (trial.played[seat], place[seat]))
            ends.append(_at_the_end(trial, 0.0, _turns(trial, seats)))
        return fmean(ends) - DISC_COST * disc

    return ChooseDisc(best_of(discs, worth, pick))


def _place(board: Outlook, choices: Mapping[str, Any], pick: Pick) -> SeatAction:
    reach = board.played[board.seat]
    trials = best_trials(board, choices["count"], reach, _PLANS_TRIED)
    turns = _turns(board, board.followers)
    best = best_of(trials, lambda trial: _at_the_end(trial.board, trial.gain, turns), pick)
    return placement(best)


def _move(board: Outlook, possible: Sequence[int], pick: Pick) -> SeatAction:
    turns = _turns(board, board.followers)

    def worth(steps: int) -> float:
        trial = board.copy()
        return _at_the_end(trial, resolve(trial, steps), turns)

    return MoveEmperor(best_of(possible, worth, pick))


def _turns(board: Outlook, seats: Sequence[Seat]) -> tuple[_Turn, ...]:
    return tuple(_Turn(seat, board.played[seat]) for seat in seats)


def _at_the_end(board: Outlook, gain: float, turns: Sequence[_Turn]) -> float:
    """Return the worth to the seat's side after these turns; ``gain`` is what it gained before."""
    seat, side = board.seat, board.side
    for index, turn in enumerate(turns):
        if abs(gain) >= _DECIDED:
            return gain
        board = board.copy()
        board.seat = turn.seat
        board.followers = tuple(later.seat for later in turns[index + 1 :])
        trials = best_trials(board, paladins_due(board), turn.reach, _REPLIES_TRIED)
        best = max(trials, key=lambda trial: trial.worth)
        board = best.board
        gain = best.gain if board.side == side else -best.gain
    if abs(gain) >= _DECIDED:
        return gain
    board = board.copy()
    board.seat, board.followers = seat, ()
    return castles_worth(board) + judge(board)
