"""Test the table of links that wait for their moment, on every kind of database."""

from typing import cast

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from domain.chance import commitment
from domain.links import Chain, chain_of, name_of
from domain.table.actions import TakeSeat
from domain.table.game import Game
from service.access.game_keys import Keys
from service.games.given_links import GivenLinks, OfferedLink, give
from service.games.handler import Handler
from service.settings import Settings
from service.storage.rows import Head, Stored
from tests.support.games.table import ID, SECRET, opened
from tests.support.run.long import long_after
from tests.support.storage.stores import ENGINES, KEY, on_both_engines, opened_database, run

NAME = name_of(ID, commitment(SECRET))
CHAINS: dict[int, Chain] = {seat: chain_of(NAME, seat, bytes([seat]) * 32) for seat in (0, 1)}


def waiting() -> Game:
    """Return a game that waits for the first link of two seats."""
    table = opened(links=True)
    for seat, chain in CHAINS.items():
        table.ask(seat, TakeSeat(seat, tip=chain.tip.hex()))
    return table.game


def drawn(game: Game) -> Game:
    """Return the game after its next moment."""
    return replace(game, moments=game.moments + 1)


@pytest.mark.parametrize("database", long_after(1, ENGINES), indirect=True)
def test_links_wait_masked_until_they_are_dropped(at: Settings) -> None:
    """Another worker with the same key reads them; the rows do not contain them."""
    game, link = waiting(), CHAINS[0].link(1)
    with opened_database(at) as database, opened_database(at) as elsewhere:
        links = GivenLinks(database, Keys(KEY).link_mask)
        other = GivenLinks(elsewhere, Keys(KEY).link_mask)
        links.keep(game.id, 1, 0, link)
        links.keep(game.id, 1, 0, link)
        assert other.given(game) == {0: link}
        with database.reading() as connection:
            rows = connection.execute(text("SELECT * FROM given_links_1")).all()
        assert len(rows) == 1
        assert link.hex() not in str(rows)
        other.drop(drawn(game))
        assert links.given(game) == {}


@pytest.mark.parametrize("database", ENGINES, indirect=True)
def test_a_link_that_does_not_fit_is_not_there(at: Settings) -> None:
    """So a new service key only makes clients give their links again."""
    game = waiting()
    with opened_database(at) as database:
        GivenLinks(database, Keys(bytes([1]) * 32).link_mask).keep(game.id, 1, 0, CHAINS[0].link(1))
        links = GivenLinks(database, Keys(KEY).link_mask)
        assert links.given(game) == {}
        links.keep(game.id, 1, 1, CHAINS[1].link(1))
        links.keep(game.id, 2, 1, CHAINS[1].link(2))
        links.keep(game.id, 1, 2, CHAINS[1].link(1))
        assert links.given(game) == {1: CHAINS[1].link(1)}
        links.keep(game.id, 1, 0, CHAINS[0].link(1))
        assert links.given(game) == {seat: chain.link(1) for seat, chain in CHAINS.items()}


@pytest.mark.parametrize("database", ENGINES, indirect=True)
def test_links_of_the_next_moment_stay_when_one_is_drawn(at: Settings) -> None:
    """A seat may have given one before the rows of the moment went; after the end, none stays."""
    game = waiting()
    with opened_database(at) as database:
        links = GivenLinks(database, Keys(KEY).link_mask)
        for number in (1, 2):
            links.keep(game.id, number, 0, CHAINS[0].link(number))
        links.drop(drawn(game))
        assert links.given(game) == {}
        assert links.given(drawn(game)) == {0: CHAINS[0].link(2)}
        links.drop(replace(game, status="aborted"))
        assert links.given(drawn(game)) == {}


class LateHandler:
    """A command handler whose game changes while a link is stored."""

    def __init__(self, *games: Game) -> None:
        self._stored = [Stored(one, Head(one.version, bytes(32), "")) for one in games]
        self.statements = self

    async def load(self, game: str) -> Stored:
        """Return the next state of the game."""
        assert game == ID
        return self._stored.pop(0)

    async def called_head(self, stored: Stored) -> Head:
        """Return the head for which links are given."""
        return stored.head


@on_both_engines
@pytest.mark.parametrize("after", ["drawn", "ended", "waiting"])
def test_a_link_that_comes_too_late_is_removed_at_once(at: Settings, after: str) -> None:
    """Another worker drew its moment, or an arbiter ended the game, while it was stored."""
    game = waiting()
    later = {"drawn": drawn(game), "ended": replace(game, status="aborted"), "waiting": game}[after]
    offered = OfferedLink(0, 1, bytes(32), CHAINS[0].link(1))
    with opened_database(at) as database:
        links = GivenLinks(database, Keys(KEY).link_mask)
        handler = cast(Handler, LateHandler(game, later))
        stored = run(give(handler, links, ID, 0, offered))
        assert stored.game == later
        with database.reading() as connection:
            rows = connection.execute(text("SELECT * FROM given_links_1")).all()
    assert len(rows) == (after == "waiting")
