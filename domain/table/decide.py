"""Action → the whole batch: what a player asked, then everything up to the next decision.

A batch is a list of entries: who acted, what was asked, and the events that it caused. Chance
answers within the batch, so between batches it is always a player's turn.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from domain.refusal import IllegalAction
from domain.ruleset import CHANCE, Ruleset, Seat
from domain.table.actions import (
    AbortGame,
    AcceptDraw,
    DeclineDraw,
    LeaveSeat,
    OfferDraw,
    OpenGame,
    Resign,
    TakeSeat,
)
from domain.table.chance import Dealer
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
from domain.table.evolve import fold, opened, played
from domain.table.game import TABLE, By, Game


class Entry(NamedTuple):
    """One step of a batch: who acted, the action, and the events that it caused."""

    by: By
    action: Any
    events: tuple[Any, ...]


class Batch(NamedTuple):
    """What one request produced, and the game after it."""

    entries: tuple[Entry, ...]
    game: Game

    @property
    def events(self) -> tuple[Any, ...]:
        """All events of the batch, in order."""
        return tuple(event for entry in self.entries for event in entry.events)


def open_game(game: str, rules: Ruleset[Any, Any, Any, Any, Any], action: OpenGame[Any]) -> Batch:
    """Set up a table; raise IllegalAction for options that a rule refuses."""
    rules.start(action.options)
    event = GameOpened(
        ruleset=rules.meta.pinned,
        options=msgspec.to_builtins(action.options),
        seats=len(rules.sides(action.options)),
        scheme=action.scheme,
        commitment=action.commitment,
        wordings=action.wordings,
    )
    return Batch((Entry(TABLE, action, (event,)),), opened(game, event))


def perform(
    game: Game,
    by: By,
    actions: Sequence[Any],
    dealer: Dealer | None,
    *,
    house: bool = False,
) -> Batch:
    """Carry out what a seat or the creator asks, once or several times: all of it or nothing.

    Raises IllegalAction with the index of the first action that a rule refuses. Chance answers
    only after the last action, and while it is due a ruleset takes no action of a seat; so a list
    that is refused has not shown a die. Without a dealer nobody answers for chance, so the batch
    may end where chance is due. ``house`` says that a house bot acts, not a person.
    """
    entries: list[Entry] = []
    for index, action in enumerate(actions):
        try:
            events, game = advance(game, by, action, house=house)
        except IllegalAction as refused:
            refused.index = index
            raise
        if events:
            entries.append(Entry(by, action, events))
    if dealer is not None and entries:
        while game.awaits_chance:
            action = dealer.answer(game)
            events, game = advance(game, CHANCE, action)
            entries.append(Entry(CHANCE, action, events))
        if game.finished:
            last = entries[-1]
            revealed = reveal(game, dealer.secret())
            entries[-1] = Entry(last.by, last.action, (*last.events, *revealed))
            game = fold(game, revealed)
    return Batch(tuple(entries), game)


def advance(
    game: Game, by: By, action: Any, *, house: bool = False
) -> tuple[tuple[Any, ...], Game]:
    """Return the events of one action, as far as no chance is needed, and the game after them.

    There is no event if nothing changes. Raises IllegalAction if a rule refuses the action.
    """
    if type(action) in _TABLE_ACTIONS:
        own = tuple(_judge_own(game, by, action))
        return own, fold(game, own)
    if type(by) is int:
        _must_exist(game, by)
    elif by == TABLE:
        raise IllegalAction("TB-ACT-3", "action_is_for_seats", asked=tag_of(action))
    rules = game.rules
    position = game.position
    if game.status != "running":
        _must_have_started(game)
        if rules.outcome(position) is None:
            raise IllegalAction("TB-ACT-2", "game_is_over", status=game.status)
    elif not house and type(by) is int:
        _must_play_for_itself(game, by)
    events = tuple(rules.decide(position, by, action))
    return events, played(game, rules, events)


def _judge_own(game: Game, by: By, action: Any) -> list[Any]:
    """Return the events of an action of the table: of seating, of resignation or of draws."""
    _must_have_the_right(game, by, action)
    seating = _SEATING_RULES.get(type(action))
    if seating is not None:
        return seating(game, action)
    _must_have_started(game)
    if game.finished:
        raise IllegalAction("TB-ACT-2", "game_is_over", status=game.status)
    assert isinstance(by, int), "what neither the table nor chance may ask, a seat does"
    # Whoever acts: the house plays; it neither resigns nor talks about a draw.
    _must_play_for_itself(game, by)
    return _SEAT_RULES[type(action)](game, by)


def _must_have_the_right(game: Game, by: By, action: Any) -> None:
    """Refuse what is not for this actor to ask, at whatever time (TB-ACT-3).

    Over HTTP a token says who asks; a record from elsewhere may name anybody.
    """
    kind = type(action)
    if by == TABLE:
        if kind not in _SEATING_RULES:
            raise IllegalAction("TB-ACT-3", "action_is_for_seats", asked=tag_of(action))
    elif by == CHANCE:
        raise IllegalAction("TB-ACT-3", "action_is_not_for_chance", asked=tag_of(action))
    else:
        _must_exist(game, by)
        if kind is AbortGame:
            raise IllegalAction("TB-ACT-3", "action_is_for_the_creator", asked=tag_of(action))
        if kind in _SEATING_RULES and action.seat != by:
            raise IllegalAction("TB-ACT-3", "seat_of_another", seat=action.seat, by=by)


def _must_have_started(game: Game) -> None:
    if game.status == "open":
        raise IllegalAction("TB-ACT-1", "game_has_not_started", status=game.status)


def _must_play_for_itself(game: Game, seat: Seat) -> None:
    state = game.seats[seat]
    if state.resigned:
        raise IllegalAction("TB-RESIGN-1", "seat_has_resigned", seat=seat)
    if state.bot is not None:
        raise IllegalAction("TB-SIT-4", "seat_is_played_by_the_house", seat=seat, bot=state.bot)


def reveal(game: Game, secret: str | None) -> tuple[Any, ...]:
    """Return what is said of the dice when the game is over: their secret, unless it is unknown."""
    return () if secret is None or not game.finished else (SecretRevealed(secret),)


def _take_seat(game: Game, action: TakeSeat) -> list[Any]:
    """Sit down; when the last seat is taken the game starts by itself (TB-SIT)."""
    _must_exist(game, action.seat)
    state = game.seats[action.seat]
    player = None if action.player is msgspec.UNSET else action.player
    asked = (action.name, action.bot, action.entropy, player)
    if state.taken and asked == (state.name, state.bot, state.entropy, state.player):
        # Asked for again, perhaps because the answer was lost: nothing changes.
        return []
    _must_be_open(game)
    if action.bot is not None and action.bot not in game.rules.bots:
        raise IllegalAction(
            "TB-SIT-3", "no_such_house_bot", bot=action.bot, bots=sorted(game.rules.bots)
        )
    if state.taken:
        raise IllegalAction("TB-SIT-2", "seat_is_taken", seat=action.seat)
    events: list[Any] = [SeatTaken(action.seat, action.name, action.bot, action.entropy)]
    if player is not None:
        _must_sit_once(game, action, player)
        events.append(PlayerSeated(action.seat, player))
    if sum(not seat.taken for seat in game.seats) == 1:
        events.append(GameStarted())
    return events


def _must_sit_once(game: Game, action: TakeSeat, player: str) -> None:
    """Refuse an account a second seat, and a house bot any account (TB-SIT-6)."""
    if action.bot is not None:
        raise IllegalAction("TB-SIT-6", "house_bot_has_no_account", bot=action.bot)
    for other, state in enumerate(game.seats):
        if state.player == player:
            raise IllegalAction("TB-SIT-6", "player_sits_already", player=player, seat=other)


def _leave_seat(game: Game, action: LeaveSeat) -> list[Any]:
    """Stand up before the start (TB-LEAVE-1)."""
    _must_exist(game, action.seat)
    _must_be_open(game)
    if not game.seats[action.seat].taken:
        raise IllegalAction("TB-LEAVE-1", "seat_is_free", seat=action.seat)
    return [SeatLeft(action.seat)]


def _abort_game(game: Game, action: AbortGame) -> list[Any]:
    """Call the game off before it starts (TB-ABORT-1)."""
    if game.status != "open":
        raise IllegalAction("TB-ABORT-1", "game_is_not_open", status=game.status)
    return [GameAborted()]


def _must_exist(game: Game, seat: Seat) -> None:
    if not 0 <= seat < len(game.seats):
        raise IllegalAction("TB-SIT-5", "no_such_seat", seat=seat, seats=len(game.seats))


def _must_be_open(game: Game) -> None:
    if game.status != "open":
        raise IllegalAction("TB-SIT-1", "game_is_not_open", status=game.status)


def _resign(game: Game, seat: Seat) -> list[Any]:
    """Give up; the game ends when one side is left that has a seat not resigned (TB-RESIGN-2)."""
    events: list[Any] = [SeatResigned(seat, game.rules.stand_in)]
    sides = game.sides
    left = {
        sides[other]
        for other, state in enumerate(game.seats)
        if other != seat and not state.resigned
    }
    if len(left) == 1:
        events.append(GameConceded(tuple(left)))
    return events


def _offer_draw(game: Game, seat: Seat) -> list[Any]:
    """Offer a draw, to people only (TB-DRAW-1, TB-DRAW-2)."""
    bots = [other for other, state in enumerate(game.seats) if state.bot and not state.resigned]
    if bots:
        raise IllegalAction("TB-DRAW-1", "house_bots_agree_to_no_draw", bots=bots)
    if any(state.agrees for state in game.seats):
        raise IllegalAction("TB-DRAW-2", "draw_is_on_offer", seats=_agreeing(game))
    return _agreed(game, seat, DrawOffered(seat))


def _accept_draw(game: Game, seat: Seat) -> list[Any]:
    """Agree to a draw; when everybody does, the game ends (TB-DRAW-3)."""
    _must_be_offered(game, seat)
    return _agreed(game, seat, DrawAccepted(seat))


def _decline_draw(game: Game, seat: Seat) -> list[Any]:
    """Turn a draw down; one is enough (TB-DRAW-3)."""
    _must_be_offered(game, seat)
    return [DrawDeclined(seat)]


def _must_be_offered(game: Game, seat: Seat) -> None:
    agreeing = _agreeing(game)
    if not agreeing or seat in agreeing:
        raise IllegalAction("TB-DRAW-3", "no_draw_to_answer", seat=seat, agreed=agreeing)


def _agreed(game: Game, seat: Seat, event: DrawOffered | DrawAccepted) -> list[Any]:
    """Return the event, and the end if nobody else is left to agree (TB-DRAW-4)."""
    asked = {other for other, state in enumerate(game.seats) if not state.resigned}
    if asked - {seat, *_agreeing(game)}:
        return [event]
    sides = game.sides
    winners = dict.fromkeys(sides[other] for other in sorted(asked))
    return [event, DrawAgreed(tuple(winners))]


def _agreeing(game: Game) -> list[Seat]:
    return [seat for seat, state in enumerate(game.seats) if state.agrees]


def tag_of(action: Any) -> str:
    """Return the name of an action, as it stands in its ``type``."""
    return str(action.__struct_config__.tag)


_SEATING_RULES: Final[dict[type[Any], Callable[[Game, Any], list[Any]]]] = {
    TakeSeat: _take_seat,
    LeaveSeat: _leave_seat,
    AbortGame: _abort_game,
}

_SEAT_RULES: Final[dict[type[Any], Callable[[Game, Seat], list[Any]]]] = {
    Resign: _resign,
    OfferDraw: _offer_draw,
    AcceptDraw: _accept_draw,
    DeclineDraw: _decline_draw,
}

_TABLE_ACTIONS: Final = frozenset({*_SEATING_RULES, *_SEAT_RULES})
"""What is asked of the table; every other action is of the game that is played."""
