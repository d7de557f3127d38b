"""Resigning by the rules, if the options allow it (TG-RESIGN)."""

from domain.kit import Seat
from domain.rulesets.teg.atlas import CARDS
from domain.rulesets.teg.events import AnyEvent, SeatWithdrew
from domain.rulesets.teg.position import RESIGNED, Position, with_status
from domain.rulesets.teg.rules import ending, turns


def resign(position: Position, seat: Seat) -> list[AnyEvent] | None:
    """Return the events of a seat's resignation; None if the options do not allow it.

    Its cards are discarded, its territories stay; if it was its turn, the turn ends without a draw
    (TG-RESIGN-2, TG-RESIGN-3). Raises IllegalAction for a seat that is already out, whatever the
    options (TG-ELIM-4).
    """
    turns.must_take_part(position, seat)
    if not position.options.allow_resign:
        return None
    withdrew = SeatWithdrew(seat, tuple(CARDS[card] for card in position.hands[seat]))
    statuses = with_status(position.statuses, seat, RESIGNED)
    ended = ending.by_resignation(position, statuses)
    if ended or seat != position.active:
        return [withdrew, *ended]
    return [withdrew, *turns.after_turn(position, seat, statuses)]
