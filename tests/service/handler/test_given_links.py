"""Test the table of links that wait for their moment, on every kind of database."""

import pytest
from sqlalchemy import text

from domain.chance import commitment
from domain.links import Chain, chain_of, name_of
from domain.table.actions import TakeSeat
from domain.table.game import Game
from service.access.game_keys import Keys
from service.games.given_links import GivenLinks
from service.settings import Settings
from tests.support.games.table import ID, SECRET, opened
from tests.support.storage.stores import ENGINES, KEY, opened_database

NAME = name_of(ID, commitment(SECRET))
CHAINS: dict[int, Chain] = {seat: chain_of(NAME, seat, bytes([seat]) * 32) for seat in (0, 1)}


def waiting() -> Game:
    """Return a game that waits for the first link of two seats."""
    table = opened(links=True)
    for seat, chain in CHAINS.items():
        table.ask(seat, TakeSeat(seat, tip=chain.tip.hex()))
    return table.game


@pytest.mark.parametrize("database", ENGINES, indirect=True)
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
        other.drop(game.id)
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
