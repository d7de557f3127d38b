"""Ends by the table, not by the rules of the game: resignation, time, an arbiter's decision.

Also here: the time that an arbiter adds, and the pause that an arbiter orders.
"""

from typing import Any

from domain.refusal import IllegalAction
from domain.ruleset import Seat, tag_of
from domain.table.actions import (
    AddTime,
    Adjudicate,
    CallOffGame,
    FallFlag,
    LiftSuspension,
    SuspendGame,
)
from domain.table.apply import fold
from domain.table.events import (
    DecisionsSealed,
    FlagFell,
    GameAdjudicated,
    GameCalledOff,
    GameConceded,
    GameForfeited,
    GameResumed,
    GameSuspended,
    SeatResigned,
    SuspensionLifted,
    TimeAdded,
)
from domain.table.game import GameState
from domain.table.seating import must_exist


def resign(game: GameState, seat: Seat) -> list[Any]:
    """Resign (TB-RESIGN-1): the seat leaves by the rules of the game, or a bot plays on for it.

    The game ends when only one side is left with a seat that has not resigned (TB-RESIGN-2). A seat
    that is out of the game cannot resign: the rules of the game refuse it, or the table does
    (TB-RESIGN-3).
    """
    caused = game.rules.resign(game.position, seat)
    if seat not in game.playing:
        raise IllegalAction("TB-RESIGN-3", "seat_is_out_of_the_game", seat=seat)
    if caused is None:
        events: list[Any] = [SeatResigned(seat, game.rules.stand_in)]
    else:
        # No take-back may bring back a seat that has left.
        decided = game.terms is not None and game.terms.decisions
        sealed = [DecisionsSealed()] if decided else []
        events = [SeatResigned(seat, None), *sealed, *caused]
    after = fold(game, events)
    if after.finished:
        return events
    sides = game.sides
    left = {sides[other] for other in after.playing if not after.seats[other].resigned}
    if len(left) == 1:
        events.append(GameConceded(tuple(left)))
    elif game.paused and not after.people:
        events.append(GameResumed())  # no one is left who could resume it
    return events


def fall_flag(game: GameState, action: FallFlag, at: str) -> list[Any]:
    """Let the flags fall of the seats that first ran out of time (TB-FLAG-1, TB-FLAG-4)."""
    clocks = game.clocks
    if clocks is None:
        raise IllegalAction("TB-FLAG-1", "game_has_no_clock")
    seats = clocks.due(at)
    if not seats:
        raise IllegalAction("TB-FLAG-1", "flag_is_not_due", deadline=clocks.deadline, at=at)
    if clocks.clock.on_flag == "house":
        return [FlagFell(seat, game.rules.stand_in) for seat in seats]
    sides = game.sides
    late = {sides[seat] for seat in seats}
    # If all sides ran out of time at the same moment, none was slower than the others.
    won = [side for side in sides if side not in late] or sides
    return [*(FlagFell(seat, None) for seat in seats), GameForfeited(tuple(dict.fromkeys(won)))]


def adjudicate(game: GameState, action: Adjudicate, at: str) -> list[Any]:
    """End the game by a decision of an arbiter (TB-JUDGE-1, TB-JUDGE-2)."""
    _must_not_be_of_a_tournament(game, action)
    sides = list(dict.fromkeys(game.sides))
    won = action.winners
    if len(set(won)) < len(won) or not set(won) <= set(sides):
        raise IllegalAction("TB-JUDGE-1", "winners_must_be_sides", winners=list(won), sides=sides)
    return [GameAdjudicated(won, action.reason, action.arbiter)]


def call_off_game(game: GameState, action: CallOffGame, at: str) -> list[Any]:
    """Call the game off while it runs (TB-JUDGE-2)."""
    _must_not_be_of_a_tournament(game, action)
    return [GameCalledOff(action.reason, action.arbiter)]


def _must_not_be_of_a_tournament(game: GameState, action: Adjudicate | CallOffGame) -> None:
    """Refuse an arbiter's decision about a game of a tournament (TB-JUDGE-2).

    Its arbiters decide there, with a reason, and not about themselves or those to whom they have a
    relation (TN-JUDGE-1). The service carries out their decisions here, without an arbiter.
    """
    if action.arbiter is not None and game.tournament is not None:
        place = game.tournament
        raise IllegalAction(
            "TB-JUDGE-2",
            "game_of_a_tournament",
            tournament=place.id,
            round=place.round,
            table=place.table,
        )


def add_time(game: GameState, action: AddTime, at: str) -> list[Any]:
    """Add time to the clock of a seat that a person still plays (TB-TIME-1)."""
    must_exist(game, action.seat)
    if game.clocks is None:
        raise IllegalAction("TB-TIME-1", "game_has_no_clock")
    state = game.seats[action.seat]
    if state.flagged or not state.is_played_by_a_person:
        raise IllegalAction("TB-TIME-1", "no_person_plays_here", seat=action.seat)
    return [TimeAdded(action.seat, action.seconds)]


def suspend_game(game: GameState, action: SuspendGame, at: str) -> list[Any]:
    """Stop a running game for a while (TB-SUSPEND-1), even in a pause of its players."""
    if game.suspended:
        raise IllegalAction("TB-SUSPEND-1", "game_is_suspended", asked=tag_of(action))
    return [GameSuspended()]


def lift_suspension(game: GameState, action: LiftSuspension, at: str) -> list[Any]:
    """Let a suspended game go on (TB-SUSPEND-1); a pause of its players lasts."""
    if not game.suspended:
        raise IllegalAction("TB-SUSPEND-1", "game_is_not_suspended", asked=tag_of(action))
    return [SuspensionLifted()]
