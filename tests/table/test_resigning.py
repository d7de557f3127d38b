"""Resigning (TB-RESIGN): the house plays on, and the last remaining side wins."""

from random import Random
from typing import Any

import pytest

from domain.rulesets.carolus_magnus import RULESET
from domain.table.actions import AcceptDraw, DeclineDraw, OfferDraw, Resign
from domain.table.events import GameConceded, SeatResigned, SecretRevealed
from tests.support.games.table import RULES, SECRET, Table, action_of, due, play_on, started


@pytest.mark.rule("TB-RESIGN-2")
@pytest.mark.parametrize(("seat", "winner"), [(0, "black"), (1, "white")])
def test_of_two_the_other_wins(seat: int, winner: str) -> None:
    """With two seats, a resignation ends the game at once, in its turn or not."""
    table = started(2).ask(seat, Resign())
    table.then(
        SeatResigned(seat, "greedy"),
        GameConceded((winner,)),
        SecretRevealed(SECRET.hex()),
        status="over",
        awaits=(),
    )
    outcome = table.game.outcome
    assert (outcome.reason, outcome.winners) == ("resignation", (winner,))
    assert outcome.castles == {"white": 0, "black": 0}


@pytest.mark.rule("TB-RESIGN-1", "TB-RESIGN-2")
def test_of_three_the_game_goes_on_until_one_is_left() -> None:
    """After the first resignation two sides remain; after the second, one."""
    table = started(3).ask(1, Resign()).without(GameConceded)
    table.then(SeatResigned(1, "greedy"), status="running", outcome=None)
    table.ask(0, Resign()).then(GameConceded(("gray",)), status="over")


@pytest.mark.rule("TB-RESIGN-2")
def test_a_partner_plays_for_both() -> None:
    """With four seats, the game ends when both partners of a side have resigned."""
    table = started(4).ask(0, Resign()).then(status="running")
    table.ask(1, Resign()).without(GameConceded).then(status="running")
    table.ask(2, Resign()).then(GameConceded(("black",)), status="over")
    assert table.game.outcome.winners == ("black",)


@pytest.mark.rule("TB-RESIGN-2")
def test_partners_who_sit_side_by_side() -> None:
    """With the seating ``adjacent``, seats 0 and 1 form one side."""
    table = started(4, seating="adjacent").ask(0, Resign()).then(status="running")
    table.ask(1, Resign()).then(GameConceded(("black",)), status="over")


@pytest.mark.rule("TB-RESIGN-2")
def test_a_house_bot_is_left_as_a_side() -> None:
    """If the last person resigns, several bots play on, and a single bot wins."""
    started(3, bots={0: "random", 2: "greedy"}).ask(1, Resign()).then(status="running")
    started(2, bots={1: "random"}).ask(0, Resign()).then(GameConceded(("black",)))


@pytest.mark.rule("TB-RESIGN-1")
@pytest.mark.parametrize("players", [3, 4])
def test_the_house_plays_on_for_a_seat_that_resigned(players: int) -> None:
    """The stand-in is due like any bot and acts for the seat; the game continues to its own end."""
    random = Random(3)
    table = started(players).ask(0, Resign()).then(status="running")
    assert table.game.seats[0].resigned
    while due(table.game) != 0:
        table.ask(due(table.game), action_of(table.game, due(table.game), random))
    assert table.game.bots_due == (0,)
    bot = RULESET.bots[table.game.seats[0].bot or ""]
    legal = RULESET.legal(table.game.position, 0)
    action = bot(RULESET.view(table.game.position, 0), legal, random.randrange)
    version = table.game.version
    table.ask(0, action, house=True)
    assert table.game.version > version
    play_on(table, random).then(status="over")
    assert table.game.outcome.reason not in {"resignation", "draw_agreed"}


@pytest.mark.rule("TB-RESIGN-1", refused=True)
def test_a_seat_that_resigned_decides_nothing_more() -> None:
    """It cannot move, resign again, or offer or answer a draw."""
    table = started(3).ask(0, Resign())
    move = action_of(play_until_due(table, 0).game, 0, Random(1))
    for action in (move, Resign(), OfferDraw(), AcceptDraw(), DeclineDraw()):
        table.ask(0, action).refused("TB-RESIGN-1", "seat_has_resigned", status="running")
        table.refused_with = None


@pytest.mark.rule("TB-RESIGN-1", "TB-SIT-4", refused=True)
@pytest.mark.parametrize("action", [Resign(), OfferDraw(), AcceptDraw(), DeclineDraw()])
def test_the_house_only_plays(action: Any) -> None:
    """The house neither resigns nor answers draws, for a bot or for a seat that resigned."""
    table = started(3, bots={1: "random"}).ask(0, Resign())
    table.ask(0, action, house=True).refused("TB-RESIGN-1", "seat_has_resigned")
    table.refused_with = None
    table.ask(1, action, house=True).refused("TB-SIT-4", "seat_is_played_by_the_house")


@pytest.mark.rule("TB-RESIGN-1")
def test_castles_of_a_seat_that_resigned_count() -> None:
    """A resignation removes nothing: the outcome counts the castles in play."""
    table, random = started(2), Random(5)
    while not sum(castles_of(table).values()):
        play_on(table, random, decisions_max=1).then(status="running")
    castles = castles_of(table)
    table.ask(0, Resign())
    assert table.game.outcome.castles == castles


def castles_of(table: Table) -> dict[str, int]:
    """Return the number of castles in play of each side."""
    view = RULES.view(table.game.position, "spectator")
    return dict(view.castles_in_play) if view else {}


def play_until_due(table: Table, seat: int) -> Table:
    """Let the others play until this seat is due."""
    while due(table.game) != seat:
        other = due(table.game)
        table.ask(other, action_of(table.game, other, Random(2)), house=True)
    return table
