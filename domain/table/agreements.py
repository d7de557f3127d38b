"""Agreements between seats: a draw, a pause, its end, a take-back, a moment without links.

One seat offers; the others accept or decline. When every person who still plays agrees, it takes
effect; one refusal drops the offer. There can be one offer of each kind at a time, and a seat makes
a limited number of them.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from domain.refusal import IllegalAction
from domain.ruleset import Seat
from domain.table.actions import (
    AcceptDraw,
    AcceptPause,
    AcceptResume,
    AcceptTakeBack,
    AcceptWaiver,
    DeclineDraw,
    DeclinePause,
    DeclineResume,
    DeclineTakeBack,
    DeclineWaiver,
    OfferDraw,
    OfferPause,
    OfferResume,
    OfferTakeBack,
    OfferWaiver,
)
from domain.table.events import (
    DecisionsTakenBack,
    DrawAccepted,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    GamePaused,
    GameResumed,
    LinksWaived,
    PauseAccepted,
    PauseDeclined,
    PauseOffered,
    ResumeAccepted,
    ResumeDeclined,
    ResumeOffered,
    TakeBackAccepted,
    TakeBackDeclined,
    TakeBackOffered,
    WaiverAccepted,
    WaiverDeclined,
    WaiverOffered,
)
from domain.table.game import GameState, Matter
from domain.table.moments import may_waive

OFFERS_MAX: Final = 500
"""How many offers a seat makes: without a limit, two players could make the record too long to be
checked, because an offer and its refusal leave the game where it was."""

Judge = Callable[[GameState, Seat], list[Any]]
"""Returns the events of a seat's action, or raises IllegalAction."""


class _Agreement(NamedTuple):
    """How one kind of offer is judged."""

    matter: Matter
    offered: Callable[[Seat], Any]
    accepted: Callable[[Seat], Any]
    declined: Callable[[Seat], Any]
    may_offer: Callable[[GameState, Seat], None]
    """Raises IllegalAction if this cannot be offered."""
    agreed: Callable[[GameState, Seat], Any]
    """Returns the event when all agree, given the seat that agreed last."""
    once: tuple[str, str] = ("TB-OFFER-1", "is_on_offer")
    """The rule and the reason by which a second offer is refused."""
    answerable: tuple[str, str] = ("TB-OFFER-2", "nothing_to_answer")
    """The same for an answer without an offer."""


def _offer(agreement: _Agreement) -> Judge:
    def judge(game: GameState, seat: Seat) -> list[Any]:
        """Make an offer; it takes effect at once if no other person plays."""
        agreement.may_offer(game, seat)
        _must_play(game, seat)
        agreeing = _agreeing(game, agreement.matter)
        # No one is left to answer if the game has put out the last seat that had not.
        if agreeing and set(game.people) - set(agreeing):
            rule, reason = agreement.once
            raise IllegalAction(rule, reason, seats=agreeing)
        if game.seats[seat].offers_made >= OFFERS_MAX:
            raise IllegalAction("TB-OFFER-5", "too_many_offers", seat=seat, most=OFFERS_MAX)
        return _agreed(game, seat, agreement, agreement.offered(seat))

    return judge


def _accept(agreement: _Agreement) -> Judge:
    def judge(game: GameState, seat: Seat) -> list[Any]:
        """Accept an offer; it takes effect when everyone has accepted."""
        _must_be_offered(game, seat, agreement)
        return _agreed(game, seat, agreement, agreement.accepted(seat))

    return judge


def _decline(agreement: _Agreement) -> Judge:
    def judge(game: GameState, seat: Seat) -> list[Any]:
        """Decline an offer; one refusal drops it."""
        _must_be_offered(game, seat, agreement)
        return [agreement.declined(seat)]

    return judge


def _must_be_offered(game: GameState, seat: Seat, agreement: _Agreement) -> None:
    agreeing = _agreeing(game, agreement.matter)
    if not agreeing or seat in agreeing:
        rule, reason = agreement.answerable
        raise IllegalAction(rule, reason, seat=seat, agreed=agreeing)
    _must_play(game, seat)


def _must_play(game: GameState, seat: Seat) -> None:
    """Refuse a seat that the game has put out; no one awaits its answer (TB-OFFER-4)."""
    if seat not in game.playing:
        raise IllegalAction("TB-OFFER-4", "seat_is_out_of_the_game", seat=seat)


def _agreed(game: GameState, seat: Seat, agreement: _Agreement, event: Any) -> list[Any]:
    """Return the event, and the agreement if this seat was the last to agree (TB-OFFER-3)."""
    agreeing = _agreeing(game, agreement.matter)
    if set(game.people) - {seat, *agreeing}:
        return [event]
    return [event, agreement.agreed(game, seat)]


def _agreeing(game: GameState, matter: Matter) -> list[Seat]:
    return [seat for seat, state in enumerate(game.seats) if matter in state.agrees]


# --- draws ------------------------------------------------------------------------------------


def _may_offer_draw(game: GameState, seat: Seat) -> None:
    """Refuse to offer a draw to house bots (TB-DRAW-1)."""
    bots = [other for other, state in enumerate(game.seats) if state.is_of_the_house]
    if bots:
        raise IllegalAction("TB-DRAW-1", "house_bots_agree_to_no_draw", bots=bots)


def _draw(game: GameState, seat: Seat) -> DrawAgreed:
    """End the game as a draw of the sides that still have people (TB-DRAW-4)."""
    sides = game.sides
    return DrawAgreed(tuple(dict.fromkeys(sides[other] for other in game.people)))


# --- pauses -----------------------------------------------------------------------------------


def _may_offer_pause(game: GameState, seat: Seat) -> None:
    """Refuse a pause without a clock, or within a pause (TB-PAUSE-1)."""
    if game.clocks is None:
        raise IllegalAction("TB-PAUSE-1", "game_has_no_clock")
    if game.paused:
        raise IllegalAction("TB-PAUSE-1", "game_is_paused")


def _may_offer_resume(game: GameState, seat: Seat) -> None:
    """Refuse to resume a game that is not paused (TB-PAUSE-3)."""
    if not game.paused:
        raise IllegalAction("TB-PAUSE-3", "game_is_not_paused")


# --- take-backs -------------------------------------------------------------------------------


def _may_offer_take_back(game: GameState, seat: Seat) -> None:
    """Refuse to take back anything but a seat's own decision since the last that is final.

    Rules: TB-BACK-1, TB-BACK-2.
    """
    decisions = None if game.terms is None else game.terms.decisions
    if decisions is None:
        raise IllegalAction("TB-BACK-1", "take_backs_were_not_agreed_on")
    if all(one.seat != seat for one in decisions):
        raise IllegalAction("TB-BACK-2", "no_decision_to_take_back", seat=seat)


def _take_back(game: GameState, seat: Seat) -> DecisionsTakenBack:
    asking = None if game.terms is None else game.terms.asking
    return DecisionsTakenBack(seat if asking is None else asking)


_AGREEMENTS: Final = (
    (
        (OfferDraw, AcceptDraw, DeclineDraw),
        _Agreement(
            "draw",
            DrawOffered,
            DrawAccepted,
            DrawDeclined,
            _may_offer_draw,
            _draw,
            once=("TB-DRAW-2", "draw_is_on_offer"),
            answerable=("TB-DRAW-3", "no_draw_to_answer"),
        ),
    ),
    (
        (OfferPause, AcceptPause, DeclinePause),
        _Agreement(
            "pause",
            PauseOffered,
            PauseAccepted,
            PauseDeclined,
            _may_offer_pause,
            lambda game, seat: GamePaused(),
        ),
    ),
    (
        (OfferResume, AcceptResume, DeclineResume),
        _Agreement(
            "resume",
            ResumeOffered,
            ResumeAccepted,
            ResumeDeclined,
            _may_offer_resume,
            lambda game, seat: GameResumed(),
        ),
    ),
    (
        (OfferTakeBack, AcceptTakeBack, DeclineTakeBack),
        _Agreement(
            "take_back",
            TakeBackOffered,
            TakeBackAccepted,
            TakeBackDeclined,
            _may_offer_take_back,
            _take_back,
        ),
    ),
    (
        (OfferWaiver, AcceptWaiver, DeclineWaiver),
        _Agreement(
            "waiver",
            WaiverOffered,
            WaiverAccepted,
            WaiverDeclined,
            lambda game, seat: may_waive(game),
            lambda game, seat: LinksWaived(),
        ),
    ),
)

AGREEMENT_RULES: Final[Mapping[type[Any], Judge]] = {
    kind: judge(agreement)
    for kinds, agreement in _AGREEMENTS
    for kind, judge in zip(kinds, (_offer, _accept, _decline), strict=True)
}
"""The function for each action about an offer."""
