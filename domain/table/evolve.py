"""Event → next state of the game. It never refuses an event."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from domain.ruleset import AnyRuleset
from domain.rulesets.registry import BY_PINNED
from domain.table.clock import Clocks, full_ms
from domain.table.events import (
    ClockSet,
    ClocksRun,
    DecisionNoted,
    DecisionsSealed,
    DecisionsTakenBack,
    DrawAccepted,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    FlagFell,
    GameAborted,
    GameAdjudicated,
    GameCalledOff,
    GameConceded,
    GameForfeited,
    GameOpened,
    GamePaused,
    GameResumed,
    GameStarted,
    PauseAccepted,
    PauseDeclined,
    PauseOffered,
    PlayerSeated,
    ResumeAccepted,
    ResumeDeclined,
    ResumeOffered,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    SecretRevealed,
    TakeBackAccepted,
    TakeBackDeclined,
    TakeBackOffered,
    TakeBacksAllowed,
)
from domain.table.game import Game, Matter, SeatState
from domain.table.terms import Decision, Terms


def opened(game: str, event: GameOpened) -> Game:
    """Return the game after the first event of its stream."""
    rules = BY_PINNED[event.ruleset]
    options = msgspec.convert(event.options, rules.options_type)
    return Game(
        id=game,
        ruleset=event.ruleset,
        options=options,
        scheme=event.scheme,
        commitment=event.commitment,
        seats=(SeatState(),) * event.seats,
        status="open",
        version=1,
        position=rules.start(options),
        outcome=None,
        secret=None,
        wordings=event.wordings,
    )


def evolve(game: Game, event: Any) -> Game:
    """Return the game after an event of the table or of the game."""
    own = _EVOLVE.get(type(event))
    if own is None:
        return played(game, game.rules, (event,))
    game = own(game, event)
    return replace(game, version=game.version + 1)


def fold(game: Game, events: Iterable[Any]) -> Game:
    """Return the game after these events."""
    for event in events:
        game = evolve(game, event)
    return game


def played(game: Game, rules: AnyRuleset, events: Sequence[Any]) -> Game:
    """Return the game after these events of its ruleset; none of them is a table event."""
    position = rules.fold(game.position, events)
    version = game.version + len(events)
    outcome = rules.outcome(position)
    if outcome is None:
        return replace(game, version=version, position=position)
    return replace(game, version=version, position=position, status="over", outcome=outcome)


def _seat(game: Game, seat: int, state: SeatState) -> Game:
    return replace(game, seats=(*game.seats[:seat], state, *game.seats[seat + 1 :]))


def _seat_taken(game: Game, event: SeatTaken) -> Game:
    state = SeatState(taken=True, name=event.name, bot=event.bot, entropy=event.entropy)
    return _seat(game, event.seat, state)


def _player_seated(game: Game, event: PlayerSeated) -> Game:
    return _seat(game, event.seat, replace(game.seats[event.seat], player=event.player))


def _seat_left(game: Game, event: SeatLeft) -> Game:
    return _seat(game, event.seat, SeatState())


def _game_started(game: Game, event: GameStarted) -> Game:
    return replace(game, status="running")


def _seat_resigned(game: Game, event: SeatResigned) -> Game:
    state = replace(game.seats[event.seat], resigned=True, bot=event.bot)
    return _without_offers(_seat(game, event.seat, state))


def _agrees(game: Game, seat: int, matter: Matter) -> Game:
    state = game.seats[seat]
    return _seat(game, seat, replace(state, agrees=(*state.agrees, matter)))


def _dropped(game: Game, matter: Matter) -> Game:
    """Return the game without the offer on this matter."""
    return replace(
        game,
        seats=tuple(
            replace(state, agrees=tuple(one for one in state.agrees if one != matter))
            for state in game.seats
        ),
    )


def _without_offers(game: Game) -> Game:
    """Return the game without any offers: its situation has changed."""
    game = replace(game, seats=tuple(replace(state, agrees=()) for state in game.seats))
    return game if game.terms is None else _on_terms(game, asking=None)


# --- terms ------------------------------------------------------------------------------------


def _on_terms(game: Game, **changed: Any) -> Game:
    return replace(game, terms=replace(game.terms or Terms(), **changed))


def _on_clocks(game: Game, **changed: Any) -> Game:
    return game if game.clocks is None else _on_terms(game, clocks=replace(game.clocks, **changed))


def _clock_set(game: Game, event: ClockSet) -> Game:
    clocks = Clocks(event.clock, (full_ms(event.clock),) * len(game.seats))
    return _on_terms(game, clocks=clocks)


def _clocks_run(game: Game, event: ClocksRun) -> Game:
    return _on_clocks(game, left_ms=event.left_ms, running=event.running, since=event.since)


def _flag_fell(game: Game, event: FlagFell) -> Game:
    state = game.seats[event.seat]
    game = _seat(game, event.seat, replace(state, flagged=True, bot=event.bot))
    clocks = game.clocks
    if clocks is not None:
        left = (*clocks.left_ms[: event.seat], 0, *clocks.left_ms[event.seat + 1 :])
        running = tuple(seat for seat in clocks.running if seat != event.seat)
        game = _on_clocks(game, left_ms=left, running=running)
    return _without_offers(game)


def _game_paused(game: Game, event: GamePaused) -> Game:
    return _on_clocks(_dropped(game, "pause"), paused=True)


def _game_resumed(game: Game, event: GameResumed) -> Game:
    return _on_clocks(_dropped(game, "resume"), paused=False)


def _take_back_offered(game: Game, event: TakeBackOffered) -> Game:
    return _on_terms(_agrees(game, event.seat, "take_back"), asking=event.seat)


def _no_take_back(game: Game) -> Game:
    return _on_terms(_dropped(game, "take_back"), asking=None)


def _decisions(game: Game) -> tuple[Decision, ...]:
    return (game.terms and game.terms.decisions) or ()


def _decision_noted(game: Game, event: DecisionNoted) -> Game:
    decision = Decision(event.seat, game.position)
    return _on_terms(_no_take_back(game), decisions=(*_decisions(game), decision))


def _decisions_sealed(game: Game, event: DecisionsSealed) -> Game:
    return _on_terms(_no_take_back(game), decisions=())


def _decisions_taken_back(game: Game, event: DecisionsTakenBack) -> Game:
    decisions = _decisions(game)
    last = max(index for index, one in enumerate(decisions) if one.seat == event.seat)
    game = _on_terms(_no_take_back(game), decisions=decisions[:last])
    return replace(game, position=decisions[last].position)


# --- ends -------------------------------------------------------------------------------------


def _ended(game: Game, reason: str, winners: tuple[str, ...]) -> Game:
    outcome = game.rules.settle(game.position, reason, winners)
    return replace(game, status="over", outcome=outcome)


_EVOLVE: Final[dict[type[Any], Callable[[Game, Any], Game]]] = {
    SeatTaken: _seat_taken,
    PlayerSeated: _player_seated,
    SeatLeft: _seat_left,
    GameStarted: _game_started,
    SeatResigned: _seat_resigned,
    DrawOffered: lambda game, event: _agrees(game, event.seat, "draw"),
    DrawAccepted: lambda game, event: _agrees(game, event.seat, "draw"),
    DrawDeclined: lambda game, event: _dropped(game, "draw"),
    PauseOffered: lambda game, event: _agrees(game, event.seat, "pause"),
    PauseAccepted: lambda game, event: _agrees(game, event.seat, "pause"),
    PauseDeclined: lambda game, event: _dropped(game, "pause"),
    ResumeOffered: lambda game, event: _agrees(game, event.seat, "resume"),
    ResumeAccepted: lambda game, event: _agrees(game, event.seat, "resume"),
    ResumeDeclined: lambda game, event: _dropped(game, "resume"),
    TakeBackOffered: _take_back_offered,
    TakeBackAccepted: lambda game, event: _agrees(game, event.seat, "take_back"),
    TakeBackDeclined: lambda game, event: _no_take_back(game),
    ClockSet: _clock_set,
    ClocksRun: _clocks_run,
    FlagFell: _flag_fell,
    GamePaused: _game_paused,
    GameResumed: _game_resumed,
    TakeBacksAllowed: lambda game, event: _on_terms(game, decisions=()),
    DecisionNoted: _decision_noted,
    DecisionsSealed: _decisions_sealed,
    DecisionsTakenBack: _decisions_taken_back,
    GameConceded: lambda game, event: _ended(game, "resignation", event.winners),
    DrawAgreed: lambda game, event: _ended(game, "draw_agreed", event.winners),
    GameForfeited: lambda game, event: _ended(game, "time", event.winners),
    GameAdjudicated: lambda game, event: _ended(game, "adjudicated", event.winners),
    GameAborted: lambda game, event: replace(game, status="aborted"),
    GameCalledOff: lambda game, event: replace(game, status="aborted"),
    SecretRevealed: lambda game, event: replace(game, secret=event.secret),
}
