"""Taking and leaving seats, starting a game, and calling it off (TB-SIT, TB-LEAVE, TB-ABORT)."""

from random import Random
from typing import Any

import pytest

from domain.ruleset import CHANCE
from domain.rulesets.carolus_magnus.events import DiceRolled, LotsDrawn
from domain.table.actions import AbortGame, LeaveSeat, OfferDraw, Resign, TakeSeat
from domain.table.events import (
    GameAborted,
    GameOpened,
    GameStarted,
    MomentDrawn,
    PlayerSeated,
    SeatLeft,
    SeatTaken,
    SecretRevealed,
)
from domain.table.game import TABLE, SeatState
from tests.support.games.table import SECRET, opened, play_on, started

FREE = SeatState()
ANA = "abcdefghijklmnopqrstuvwx23"
"""The id of an account."""


def test_a_table_opens_with_free_seats_and_a_commitment() -> None:
    """The first event binds ruleset, options and dice; no seat is taken, and none is due."""
    table = opened(3, setup="yucata")
    assert table.batch is not None
    (event,) = table.batch.events
    assert isinstance(event, GameOpened)
    assert event.ruleset == "carolus-magnus@1"
    assert event.options["setup"] == "yucata"
    assert table.game.seats == (FREE, FREE, FREE)
    assert (table.game.status, table.game.version, table.game.awaits) == ("open", 1, ())
    assert table.game.secret is None


def test_options_that_a_rule_refuses_open_no_table() -> None:
    """No table has five seats."""
    with pytest.raises(Exception, match="CM-OPT-1"):
        opened(5)


@pytest.mark.rule("TB-SIT-1", "TB-ACT-1")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("backwards", [False, True])
def test_the_last_seat_starts_the_game(players: int, *, backwards: bool) -> None:
    """Whichever seat is last starts the game; lots and dice come in the same batch."""
    seats = list(range(players))
    if backwards:
        seats.reverse()
    table = opened(players)
    for seat in seats[:-1]:
        table.sit(seat).without(GameStarted, LotsDrawn).then(status="open")
    table.sit(seats[-1])
    table.then(SeatTaken(seats[-1], None, None, ""), GameStarted(), status="running")
    assert table.batch is not None
    assert [entry.by for entry in table.batch.entries][:2] == [seats[-1], CHANCE]
    kinds = [type(event) for event in table.batch.events]
    assert kinds[2:4] == [MomentDrawn, LotsDrawn]
    assert DiceRolled in kinds
    assert not table.game.awaits_chance


@pytest.mark.rule("TB-SIT-1")
def test_a_seat_can_be_left_and_taken_again() -> None:
    """Leaving a seat clears its name and entropy, and another player may take it."""
    table = opened(2).ask(0, TakeSeat(0, name="Ana", entropy="00ff"))
    table.then(seats=(SeatState(taken=True, name="Ana", entropy="00ff"), FREE))
    table.ask(0, LeaveSeat(0)).then(SeatLeft(0), seats=(FREE, FREE), status="open")
    table.ask(TABLE, TakeSeat(0, bot="random"))
    table.then(SeatTaken(0, None, "random", ""))
    assert table.game.seats[0].bot == "random"


@pytest.mark.rule("TB-SIT-1", refused=True)
@pytest.mark.parametrize(
    "action", [TakeSeat(0, name="Bea"), TakeSeat(1, bot="greedy"), LeaveSeat(0)]
)
def test_no_seat_changes_hands_after_the_start(action: Any) -> None:
    """Neither a seat nor the creator can change who sits once the game runs."""
    started(2).ask(TABLE, action).refused("TB-SIT-1", "game_is_not_open", status="running")


@pytest.mark.rule("TB-SIT-1", refused=True)
def test_no_seat_changes_hands_after_the_end() -> None:
    """Nobody can join a game that was called off, or leave one that is over."""
    aborted = opened(2).ask(TABLE, AbortGame())
    aborted.ask(0, TakeSeat(0)).refused("TB-SIT-1", "game_is_not_open", status="aborted")
    over = started(2).ask(1, Resign())
    over.ask(0, LeaveSeat(0)).refused("TB-SIT-1", "game_is_not_open", status="over")


@pytest.mark.rule("TB-SIT-1")
def test_sitting_down_can_be_retried_after_the_start() -> None:
    """The last player may have lost the response; a retry succeeds and changes nothing."""
    table = opened(2).sit(0).ask(1, TakeSeat(1, name="Bea", entropy="cd"))
    version = table.game.version
    table.ask(1, TakeSeat(1, name="Bea", entropy="cd")).nothing_happened().then(version=version)


@pytest.mark.rule("TB-SIT-2", refused=True)
@pytest.mark.parametrize(
    "other", [TakeSeat(0, name="Bea"), TakeSeat(0, bot="greedy"), TakeSeat(0, entropy="01")]
)
def test_a_taken_seat_is_not_given_away(other: TakeSeat) -> None:
    """Not under another name, not to a bot, not even with other entropy."""
    table = opened(2).ask(0, TakeSeat(0, name="Ana"))
    table.ask(TABLE, other).refused("TB-SIT-2", "seat_is_taken", status="open")


@pytest.mark.rule("TB-SIT-2")
def test_sitting_down_twice_is_sitting_down_once() -> None:
    """The same request again, as after a lost response, succeeds and changes nothing."""
    again = TakeSeat(0, name="Ana", entropy="ab")
    opened(2).ask(0, again).ask(0, again).nothing_happened().then(version=2)


@pytest.mark.rule("TB-SIT-3")
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_house_bots_sit_down(bot: str) -> None:
    """The ruleset's bots take seats, and a game may be between bots alone."""
    table = started(2, bots={0: bot, 1: bot}).then(status="running")
    assert table.game.bots_due


@pytest.mark.rule("TB-SIT-3", refused=True)
def test_no_other_bot_sits_down() -> None:
    """The refusal names the available bots."""
    refusal = opened(2).ask(TABLE, TakeSeat(0, bot="deep")).refused("TB-SIT-3", "no_such_house_bot")
    ladder = ["random", "novice", "learner", "steady", "keen", "greedy", "searching"]
    assert refusal.facts == {"bot": "deep", "bots": ladder}


def test_house_bots_have_names_and_equal_ones_numbers() -> None:
    """A player without a name has none, even after a house bot has taken over."""
    table = opened(4).ask(0, TakeSeat(0)).ask(TABLE, TakeSeat(1, bot="greedy"))
    table.then(names=(None, "Alcuin", None, None))
    table.ask(TABLE, TakeSeat(2, bot="steady", name="Berta")).ask(TABLE, TakeSeat(3, bot="greedy"))
    table.then(names=(None, "Alcuin 1", "Berta", "Alcuin 2"))
    table.ask(0, Resign()).then(names=(None, "Alcuin 1", "Berta", "Alcuin 2"))
    assert table.game.seats[0].bot == "greedy"


@pytest.mark.rule("TB-SIT-4")
def test_the_house_plays_the_seats_of_its_bots() -> None:
    """In a game between bots, the house makes every decision, to the end."""
    play_on(started(2, bots={0: "random", 1: "random"}), Random(1)).then(status="over")


@pytest.mark.rule("TB-SIT-4", refused=True)
@pytest.mark.parametrize("action", [Resign(), OfferDraw()])
def test_nobody_acts_for_a_bot(action: Any) -> None:
    """The creator has the seat's token, but cannot play with it for the bot."""
    table = started(2, bots={1: "greedy"}).ask(1, action)
    table.refused("TB-SIT-4", "seat_is_played_by_the_house", status="running")


@pytest.mark.rule("TB-SIT-5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_has_the_seats_of_its_options(players: int) -> None:
    """There are as many as players, numbered from 0, and all can be taken."""
    table = started(players).then(status="running")
    assert len(table.game.seats) == players


@pytest.mark.rule("TB-SIT-5", refused=True)
@pytest.mark.parametrize("seat", [-1, 2, 99])
@pytest.mark.parametrize("kind", [TakeSeat, LeaveSeat])
def test_there_are_no_other_seats(kind: Any, seat: int) -> None:
    """Neither below 0 nor beyond the last."""
    opened(2).ask(TABLE, kind(seat)).refused("TB-SIT-5", "no_such_seat", status="open")


@pytest.mark.rule("TB-SIT-6")
def test_a_player_may_have_an_account() -> None:
    """Its event comes after the taken seat and before the start; leaving the seat removes it."""
    table = opened(2).ask(0, TakeSeat(0, "Ana", player=ANA))
    table.then(SeatTaken(0, "Ana", None, ""), PlayerSeated(0, ANA), version=3)
    assert table.game.seats[0].player == ANA
    table.ask(0, LeaveSeat(0)).then(SeatLeft(0))
    assert table.game.seats[0] == FREE
    table.sit(0).ask(1, TakeSeat(1, player=ANA))
    assert table.batch is not None
    kinds = [type(event) for event in table.batch.events]
    assert kinds[:3] == [SeatTaken, PlayerSeated, GameStarted]


@pytest.mark.rule("TB-SIT-6")
def test_the_same_account_retries() -> None:
    """Perhaps the response was lost: nothing changes; without the account, the seat is taken."""
    request = TakeSeat(0, "Ana", player=ANA)
    table = opened(2).ask(0, request).ask(0, request)
    assert table.batch is not None
    assert table.batch.events == ()
    table.ask(0, TakeSeat(0, "Ana")).refused("TB-SIT-2", "seat_is_taken")


@pytest.mark.rule("TB-SIT-6", refused=True)
def test_an_account_takes_one_seat_and_no_bots() -> None:
    """Nobody plays rated games against themselves, and no bot plays under an account."""
    table = opened(3).ask(0, TakeSeat(0, player=ANA)).ask(1, TakeSeat(1, player=ANA))
    assert table.refused("TB-SIT-6", "player_sits_already").facts == {"player": ANA, "seat": 0}
    for_a_bot = opened(2).ask(TABLE, TakeSeat(0, bot="greedy", player=ANA))
    for_a_bot.refused("TB-SIT-6", "house_bot_has_no_account")


@pytest.mark.rule("TB-LEAVE-1")
@pytest.mark.parametrize("by", [0, TABLE])
def test_a_taken_seat_can_be_left(by: Any) -> None:
    """By its player, or by the creator, who can remove bots and guests."""
    opened(2).sit(0).ask(by, LeaveSeat(0)).then(SeatLeft(0), version=3)


@pytest.mark.rule("TB-LEAVE-1", refused=True)
def test_a_free_seat_cannot_be_left() -> None:
    """No player sits there."""
    opened(2).ask(TABLE, LeaveSeat(1)).refused("TB-LEAVE-1", "seat_is_free", version=1)


@pytest.mark.rule("TB-ABORT-1")
@pytest.mark.parametrize("taken", [(), (0,)])
def test_an_open_game_can_be_called_off(taken: tuple[int, ...]) -> None:
    """Whether or not seats are taken; the secret is revealed although no die was rolled."""
    table = opened(2).sit(*taken).ask(TABLE, AbortGame())
    table.then(GameAborted(), SecretRevealed(SECRET.hex()), status="aborted", outcome=None)


@pytest.mark.rule("TB-ABORT-1", refused=True)
def test_a_started_game_cannot_be_called_off() -> None:
    """Nor can one that is over or called off already."""
    tables = (started(2), started(2).ask(0, Resign()), opened(2).ask(TABLE, AbortGame()))
    for table in tables:
        table.ask(TABLE, AbortGame()).refused("TB-ABORT-1", "game_is_not_open")
