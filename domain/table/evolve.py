"""Event → next state of the game. It trusts what happened and never refuses."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from domain.ruleset import Ruleset
from domain.rulesets.registry import BY_PINNED
from domain.table.events import (
    DrawAccepted,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    GameAborted,
    GameConceded,
    GameOpened,
    GameStarted,
    PlayerSeated,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    SecretRevealed,
)
from domain.table.game import Game, SeatState

AnyRuleset: TypeAlias = Ruleset[Any, Any, Any, Any, Any]


def opened(game: str, event: GameOpened) -> Game:
    """Return the game that the first event of its stream sets up."""
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
    """Return the game after an event: the table's own, or one of the game that is played."""
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
    """Return the game after these events of its ruleset: none of them is the table's own."""
    step = rules.evolve
    position = game.position
    for event in events:
        position = step(position, event)
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
    return _no_draw(_seat(game, event.seat, state))


def _agrees(game: Game, event: DrawOffered | DrawAccepted) -> Game:
    return _seat(game, event.seat, replace(game.seats[event.seat], agrees=True))


def _no_draw(game: Game) -> Game:
    return replace(game, seats=tuple(replace(state, agrees=False) for state in game.seats))


def _ended(game: Game, reason: str, winners: tuple[str, ...]) -> Game:
    outcome = game.rules.settle(game.position, reason, winners)
    return replace(game, status="over", outcome=outcome)


_EVOLVE: Final[dict[type[Any], Callable[[Game, Any], Game]]] = {
    SeatTaken: _seat_taken,
    PlayerSeated: _player_seated,
    SeatLeft: _seat_left,
    GameStarted: _game_started,
    SeatResigned: _seat_resigned,
    DrawOffered: _agrees,
    DrawAccepted: _agrees,
    DrawDeclined: lambda game, event: _no_draw(game),
    GameConceded: lambda game, event: _ended(game, "resignation", event.winners),
    DrawAgreed: lambda game, event: _ended(game, "draw_agreed", event.winners),
    GameAborted: lambda game, event: replace(game, status="aborted"),
    SecretRevealed: lambda game, event: replace(game, secret=event.secret),
}
