"""Test what a player hears about a table of a tournament that has opened."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from domain.ruleset import LANGUAGES
from domain.table.actions import TakeSeat
from domain.table.dealers import FairDealer
from domain.table.decide import perform
from domain.table.game import TABLE, Game
from domain.table.reserving import TournamentTable
from domain.tournament.stream.people import Person
from service.notifications.letters import Letters
from service.notifications.notices import Notices, Notification, OpenedTable, Turn
from service.notifications.preferences import Preferences
from service.notifications.push import sentence_on
from service.tournaments.games import opening_of_table
from tests.notifications.test_letters import AT, SETTINGS, mailbox, read
from tests.support.tournaments.desk import announcement

CUP = "Cup of “Gold”"
TABLE_OPEN = Turn("g", "Carolus Magnus", (), OpenedTable(CUP, 2))


def opened() -> Game:
    """Return the game of a table in the second round."""
    people = tuple(Person(one.upper(), account=one * 26) for one in "ab")
    place = TournamentTable("cup", 2, 1)
    return opening_of_table(replace(announcement(), name=CUP), place, people, bytes(32)).game


def heard(game: Game, account: str) -> tuple[Notification, ...]:
    """Return what an account hears about a game."""
    log: Any = SimpleNamespace(load_if_readable=lambda _: SimpleNamespace(game=game))
    preferences: Any = SimpleNamespace(of=lambda _: Preferences())
    task: Any = SimpleNamespace(
        body='{"data":{"game":{"id":"g"}}}', later=(), hook=SimpleNamespace(account=account)
    )
    return Notices(log, log, preferences).of_first(task, AT).notices


def test_a_player_learns_which_table_has_opened() -> None:
    """Until they sit down; then nothing, and later of their turns as in any game."""
    game = opened()
    assert heard(game, "a" * 26) == (TABLE_OPEN,)
    sat = perform(game, TABLE, [TakeSeat(0, "A", player="a" * 26)], FairDealer(bytes(32)), at=AT)
    assert heard(sat.game, "a" * 26) == ()
    (other,) = heard(sat.game, "b" * 26)
    assert isinstance(other, Turn)
    assert other.opened == OpenedTable(CUP, 2)
    assert other.others == ("A",)


@pytest.mark.parametrize("language", LANGUAGES)
def test_push_and_letter_say_tournament_and_round(language: Any) -> None:
    """And neither a table nor a person, as a push appears on locked screens."""
    said = sentence_on(TABLE_OPEN, language)
    assert CUP in said
    assert "2" in said
    letter = read(Letters(SETTINGS).of_notices(mailbox(language), (TABLE_OPEN,), 7, AT))
    assert CUP in str(letter["subject"])
    assert "2" in str(letter["subject"])
    assert str(letter.get_content()).splitlines()[0] == said


def test_an_ordinary_turn_is_not_about_the_tournament() -> None:
    turn = TABLE_OPEN._replace(opened=None)
    assert sentence_on(turn, "en") == "It's your turn."
    letter = read(Letters(SETTINGS).of_notices(mailbox(), (turn,), 7, AT))
    assert str(letter["subject"]) == "It's your turn: Carolus Magnus"
