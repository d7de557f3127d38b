"""Rounds and turns: the next seat, and the end of a turn (TG-TURN, TG-END, TG-DRAW)."""

from domain.kit import IllegalAction, Seat
from domain.rulesets.teg.actions import DrawCard, EndTurn
from domain.rulesets.teg.atlas import CARD_INDEX
from domain.rulesets.teg.board import CARDS_MAX
from domain.rulesets.teg.events import (
    AnyEvent,
    CardDrawn,
    CardEarned,
    DeckRenewed,
    TurnEnded,
    TurnStarted,
)
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.position import ACTIVE, ELIMINATED, Position
from domain.rulesets.teg.rules import ending
from domain.rulesets.teg.rules.collecting import collected
from domain.rulesets.teg.rules.placing import must_have_placed


def must_take_part(position: Position, seat: Seat) -> None:
    """Refuse a seat that does not exist or is out of the game (TG-ELIM-4, TG-RESIGN-3)."""
    players = position.options.players
    if not 0 <= seat < players:
        raise IllegalAction("TG-TURN-1", "no_such_seat", seat=seat, players=players)
    status = position.statuses[seat]
    if status == ACTIVE:
        return
    if status == ELIMINATED:
        raise IllegalAction("TG-ELIM-4", "seat_is_eliminated", seat=seat)
    raise IllegalAction("TG-RESIGN-3", "seat_has_resigned", seat=seat)


def order_of_round(position: Position, round_number: int, statuses: bytes) -> tuple[Seat, ...]:
    """Return the seats of a round in turn order, without those that are out (TG-TURN-2 … 4)."""
    return tuple(
        seat
        for seat in _circle(position.options, position.first, round_number)
        if statuses[seat] == ACTIVE
    )


def end_turn(position: Position, action: EndTurn) -> list[AnyEvent]:
    """End the turn; if the seat earned a card, the draw comes first (TG-END-1, TG-DRAW-1)."""
    must_have_placed(position)
    seat = _active(position)
    if not position.conquests or len(position.hands[seat]) >= CARDS_MAX:
        return after_turn(position, seat, position.statuses)
    earned = CardEarned(seat)
    return [earned] if position.deck else [DeckRenewed(), earned]


def draw_card(position: Position, action: DrawCard) -> list[AnyEvent]:
    """Draw the card that chance picked from the deck, and end the turn (TG-DRAW-1)."""
    if CARD_INDEX[action.card] not in position.deck:
        raise IllegalAction("TG-CARD-3", "card_is_not_in_the_deck", card=action.card)
    seat = _active(position)
    return [CardDrawn(seat, action.card), *after_turn(position, seat, position.statuses)]


def after_turn(position: Position, seat: Seat, statuses: bytes) -> list[AnyEvent]:
    """End the seat's turn and begin the next one, or end the game (TG-TURN-5, TG-WIN-7)."""
    ended = TurnEnded(seat)
    circle = _circle(position.options, position.first, position.round)
    for following in circle[circle.index(seat) + 1 :]:
        if statuses[following] == ACTIVE:
            return [ended, _turn_of(position.owners, following, position.round)]
    if position.round == position.options.round_limit:
        return [ended, ending.by_round_limit(position, statuses)]
    round_number = position.round + 1
    following = order_of_round(position, round_number, statuses)[0]
    return [ended, _turn_of(position.owners, following, round_number)]


def first_turn(position: Position, first: Seat, owners: bytes) -> TurnStarted:
    """Return the start of round 1 after this deal (TG-TURN-3, TG-TURN-4)."""
    circle = _circle(position.options, first, 1)
    return _turn_of(owners, next(seat for seat in circle if position.statuses[seat] == ACTIVE), 1)


def _turn_of(owners: bytes, seat: Seat, round_number: int) -> TurnStarted:
    """Return the start of a turn, with the tokens that the seat collects (TG-COLLECT-1)."""
    return TurnStarted(round_number, seat, collected(owners, seat, round_number))


def _circle(options: Options, first: Seat, round_number: int) -> tuple[Seat, ...]:
    """Return all seats in order, from the starter of the round (TG-TURN-3, TG-TURN-4)."""
    passed = round_number - 1 if options.round_starter == "rotating" else 0
    return tuple((first + passed + step) % options.players for step in range(options.players))


def _active(position: Position) -> Seat:
    assert position.active is not None, "a turn is running"
    return position.active
