"""Arbiters end games (TB-JUDGE), and only the table may act as one (TB-ACT-3)."""

import pytest

from domain.table.actions import Adjudicate, CallOffGame, FallFlag, TakeSeat
from domain.table.events import GameAdjudicated, GameCalledOff, SecretRevealed
from domain.table.game import TABLE
from domain.table.reserving import TournamentTable
from tests.support.games.table import SECRET, Table, opened, started

ARBITER = "a" * 26


@pytest.mark.rule("TB-JUDGE-1")
@pytest.mark.parametrize("winners", [("white",), ("black",), ("white", "black")])
def test_an_arbiter_decides_a_game(winners: tuple[str, ...]) -> None:
    """For one side, or as a draw; the secret is revealed, as at any end."""
    table = started(2).ask(TABLE, Adjudicate(winners))
    table.then(GameAdjudicated(winners), SecretRevealed(SECRET.hex()), status="over")
    assert (table.game.outcome.reason, table.game.outcome.winners) == ("adjudicated", winners)


@pytest.mark.parametrize(
    ("action", "event"),
    [
        (
            Adjudicate(("white",), "Black did not return", ARBITER),
            GameAdjudicated(("white",), "Black did not return", ARBITER),
        ),
        (CallOffGame("A power cut", ARBITER), GameCalledOff("A power cut", ARBITER)),
        (CallOffGame(arbiter=ARBITER), GameCalledOff(None, ARBITER)),
    ],
)
def test_the_event_says_who_ended_the_game_and_why(
    action: Adjudicate | CallOffGame, event: GameAdjudicated | GameCalledOff
) -> None:
    started(2).ask(TABLE, action).then(event, SecretRevealed(SECRET.hex()))


@pytest.mark.rule("TB-JUDGE-1", refused=True)
@pytest.mark.parametrize("winners", [("gray",), ("white", "white"), ("white", "nobody")])
def test_only_sides_of_the_game_win(winners: tuple[str, ...]) -> None:
    """Each of them only once."""
    attempt = started(2).ask(TABLE, Adjudicate(winners))
    named = attempt.refused("TB-JUDGE-1", "winners_must_be_sides", status="running").facts
    assert named == {"winners": list(winners), "sides": ["white", "black"]}


@pytest.mark.rule("TB-JUDGE-2", refused=True)
@pytest.mark.parametrize(
    "action", [Adjudicate(("white",), "A friend", ARBITER), CallOffGame("A friend", ARBITER)]
)
def test_only_its_own_arbiters_end_a_game_of_a_tournament(
    action: Adjudicate | CallOffGame,
) -> None:
    """They decide in the tournament, where nobody judges a table of their own."""
    facts = _of_a_tournament().ask(TABLE, action).refused("TB-JUDGE-2", "game_of_a_tournament")
    assert facts.facts == {"tournament": "cup", "round": 1, "table": 2}


@pytest.mark.rule("TB-JUDGE-2")
@pytest.mark.parametrize("action", [Adjudicate(("white",), "A clock"), CallOffGame("A clock")])
def test_the_service_carries_out_what_the_tournament_decided(
    action: Adjudicate | CallOffGame,
) -> None:
    table = _of_a_tournament().ask(TABLE, action)
    assert table.game.finished


def _of_a_tournament() -> Table:
    """Return a game of a tournament that has begun."""
    place = TournamentTable("cup", 1, 2)
    table = opened(2, tournament=place, reserved=("b" * 26, "c" * 26))
    for seat, player in enumerate(("b" * 26, "c" * 26)):
        table.ask(seat, TakeSeat(seat, f"Player {seat}", player=player))
    return table


def test_an_arbiter_calls_a_running_game_off() -> None:
    """The game has no winner then, and its secret is revealed."""
    table = started(3).ask(TABLE, CallOffGame())
    table.then(GameCalledOff(), SecretRevealed(SECRET.hex()), status="aborted", outcome=None)


@pytest.mark.rule("TB-ACT-1", "TB-ACT-2", refused=True)
@pytest.mark.parametrize("action", [Adjudicate(("white",)), CallOffGame()])
def test_an_arbiter_ends_running_games_only(action: Adjudicate | CallOffGame) -> None:
    """Before the start only the creator may call a game off, and no game ends twice."""
    opened(2).ask(TABLE, action).refused("TB-ACT-1", "game_has_not_started")
    table = started(2).ask(TABLE, CallOffGame()).ask(TABLE, action)
    table.refused("TB-ACT-2", "game_is_over")


@pytest.mark.rule("TB-ACT-3", refused=True)
@pytest.mark.parametrize("action", [Adjudicate(("white",)), CallOffGame(), FallFlag()])
def test_no_seat_judges(action: Adjudicate | CallOffGame | FallFlag) -> None:
    """A seat neither decides its own game nor lets a flag fall."""
    started(2).ask(0, action).refused("TB-ACT-3", "action_is_for_the_table", status="running")
