"""Draw offers (TB-DRAW): all seats must agree, and any seat can decline."""

import pytest

from domain.table.actions import AcceptDraw, DeclineDraw, OfferDraw, Resign
from domain.table.events import (
    DrawAccepted,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    SeatResigned,
    SecretRevealed,
)
from tests.support.games.table import SECRET, Table, due, started


def agreeing(table: Table) -> list[int]:
    """Return the seats that agree to the draw on offer."""
    return [seat for seat, state in enumerate(table.game.seats) if "draw" in state.agrees]


@pytest.mark.rule("TB-DRAW-1", "TB-DRAW-3", "TB-DRAW-4")
@pytest.mark.parametrize("offers", [0, 1])
def test_two_agree(offers: int) -> None:
    """Either seat may offer, in its turn or not; when the other accepts, both sides win."""
    table = started(2).ask(offers, OfferDraw()).then(DrawOffered(offers), status="running")
    table.ask(1 - offers, AcceptDraw())
    table.then(
        DrawAccepted(1 - offers),
        DrawAgreed(("white", "black")),
        SecretRevealed(SECRET.hex()),
        status="over",
    )
    outcome = table.game.outcome
    assert (outcome.reason, outcome.winners) == ("draw_agreed", ("white", "black"))


@pytest.mark.rule("TB-DRAW-4")
@pytest.mark.parametrize("players", [3, 4])
def test_all_must_agree(players: int) -> None:
    """The game continues until the last seat agrees; partners agree separately."""
    table = started(players).ask(0, OfferDraw())
    for seat in range(1, players):
        assert table.game.status == "running"
        assert agreeing(table) == list(range(seat))
        table.ask(seat, AcceptDraw())
    sides = ("white", "black", "gray") if players == 3 else ("white", "black")
    table.then(DrawAgreed(sides), status="over")


@pytest.mark.rule("TB-DRAW-4")
def test_a_resigned_seat_is_not_asked() -> None:
    """The two remaining seats agree, and only their sides win."""
    table = started(3).ask(1, Resign()).ask(0, OfferDraw()).then(status="running")
    table.ask(2, AcceptDraw()).then(DrawAgreed(("white", "gray")), status="over")


@pytest.mark.rule("TB-DRAW-4")
def test_the_side_of_a_partner_who_resigned_takes_part() -> None:
    """Seat 0 of four resigned: its partner, seat 2, agrees for white."""
    table = started(4).ask(0, Resign()).ask(1, OfferDraw()).ask(3, AcceptDraw())
    table.then(status="running").ask(2, AcceptDraw())
    assert table.game.outcome.winners == ("white", "black")


@pytest.mark.rule("TB-DRAW-4")
def test_playing_on_does_not_answer_an_offer() -> None:
    """An offer remains while the game goes on, until a seat answers it."""
    table = started(2).ask(0, OfferDraw())
    seat = due(table.game)
    legal = table.game.rules.legal(table.game.position, seat)
    table.ask(seat, legal.at(0))
    assert agreeing(table) == [0]
    table.ask(1, AcceptDraw()).then(status="over")


@pytest.mark.rule("TB-DRAW-1", refused=True)
def test_no_draw_with_a_bot() -> None:
    """Bots agree to no draw, so no seat can offer one."""
    refusal = started(3, bots={2: "greedy"}).ask(0, OfferDraw())
    assert refusal.refused("TB-DRAW-1", "house_bots_agree_to_no_draw").facts == {"bots": [2]}


@pytest.mark.rule("TB-DRAW-1")
def test_the_stand_in_of_a_resigned_seat_does_not_count_as_a_bot() -> None:
    """The house plays on for seat 0, but seats 1 and 2 can still agree."""
    started(3).ask(0, Resign()).ask(1, OfferDraw()).then(DrawOffered(1), status="running")


@pytest.mark.rule("TB-DRAW-2", refused=True)
@pytest.mark.parametrize("seat", [0, 1])
def test_one_offer_at_a_time(seat: int) -> None:
    """While a draw is on offer, no seat can offer another one."""
    table = started(2).ask(0, OfferDraw()).ask(seat, OfferDraw())
    table.refused("TB-DRAW-2", "draw_is_on_offer", status="running")


@pytest.mark.rule("TB-DRAW-2", "TB-DRAW-3")
def test_a_declined_offer_is_gone() -> None:
    """One refusal clears all agreements; after it, any seat can make a new offer."""
    table = started(3).ask(0, OfferDraw()).ask(1, AcceptDraw())
    table.ask(2, DeclineDraw()).then(DrawDeclined(2), status="running")
    assert agreeing(table) == []
    table.ask(2, OfferDraw()).then(DrawOffered(2))
    assert agreeing(table) == [2]


@pytest.mark.rule("TB-DRAW-2")
def test_a_resignation_clears_the_offer() -> None:
    """The game has changed: a seat that still wants a draw must offer it again."""
    table = started(3).ask(0, OfferDraw()).ask(1, AcceptDraw())
    table.ask(2, Resign()).then(SeatResigned(2, "greedy"), status="running")
    assert agreeing(table) == []
    table.ask(1, OfferDraw()).ask(0, AcceptDraw()).then(DrawAgreed(("white", "black")))


@pytest.mark.rule("TB-DRAW-3", refused=True)
@pytest.mark.parametrize("answer", [AcceptDraw(), DeclineDraw()])
def test_without_an_offer_there_is_no_answer(answer: AcceptDraw | DeclineDraw) -> None:
    """There was no offer, or a seat has declined it."""
    started(2).ask(0, answer).refused("TB-DRAW-3", "no_draw_to_answer", status="running")
    gone = started(2).ask(0, OfferDraw()).ask(1, DeclineDraw())
    gone.ask(1, answer).refused("TB-DRAW-3", "no_draw_to_answer")


@pytest.mark.rule("TB-DRAW-3", refused=True)
@pytest.mark.parametrize("answer", [AcceptDraw(), DeclineDraw()])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_that_agrees_cannot_answer(answer: AcceptDraw | DeclineDraw, seat: int) -> None:
    """Neither the seat that offered nor a seat that accepted can answer again."""
    table = started(3).ask(0, OfferDraw()).ask(1, AcceptDraw())
    table.ask(seat, answer).refused("TB-DRAW-3", "no_draw_to_answer", status="running")


@pytest.mark.rule("TB-OFFER-5")
def test_each_seat_makes_five_hundred_offers() -> None:
    table = started(2)
    for seat in [0, 1] * 500:
        table.ask(seat, OfferDraw()).ask(1 - seat, DeclineDraw()).then(DrawDeclined(1 - seat))


@pytest.mark.rule("TB-OFFER-5", refused=True)
def test_a_seat_makes_no_more_offers_than_that() -> None:
    """Otherwise two players could make the record too long to be checked."""
    table = started(2)
    for _ in range(500):
        table.ask(0, OfferDraw()).ask(1, DeclineDraw())
    table.ask(0, OfferDraw()).refused("TB-OFFER-5", "too_many_offers")
