"""Head to head: the opponents of a player, and the results."""

from domain.table.actions import AcceptDraw, OfferDraw
from service.projections.head_to_head import Opponent, OpponentsAfter
from service.settings import Settings
from tests.support.storage.projecting import ACCOUNTS, Worker, worker
from tests.support.storage.stores import on_both_engines

ANA, BEA, CARL, DORA = ACCOUNTS[:4]
RULESET = "carolus-magnus"


def met(one: Worker, player: str, ruleset: str | None = None) -> list[tuple[object, ...]]:
    """Return the opponents of a player, each with games, won, drawn and lost."""
    one.catch_up()
    found = one.projections.head_to_head.opponents(player, ruleset, None, 100)
    return [(row.opponent, row.games, row.won, row.drawn, row.lost) for row in found]


@on_both_engines
def test_two_players(at: Settings) -> None:
    """Both players have the games, with the time of the last one."""
    with worker(at) as one:
        one.end(one.start([ANA, BEA]), 1)
        one.end(one.start([BEA, ANA]), 1)
        one.end(one.start([ANA, BEA]), 1)
        drawn = one.start([ANA, BEA])
        one.perform(drawn, 0, OfferDraw())
        one.perform(drawn, 1, AcceptDraw())
        assert met(one, ANA) == [(BEA, 4, 2, 1, 1)]
        assert met(one, BEA) == [(ANA, 4, 1, 1, 2)]
        (found,) = one.projections.head_to_head.opponents(ANA, RULESET, None, 10)
        row = one.log.rows(drawn)[-1]
        assert found == Opponent(BEA, RULESET, 4, 2, 1, 1, found.last_at)
        assert found.last_at.encode() in row.canonical


def test_partners_are_not_opponents(at: Settings) -> None:
    """Each player has met the two players of the other side."""
    with worker(at) as one:
        one.end(one.start([ANA, BEA, CARL, DORA]), 0, 2)
        assert met(one, ANA) == [(BEA, 1, 0, 0, 1), (DORA, 1, 0, 0, 1)]
        assert met(one, BEA) == [(ANA, 1, 1, 0, 0), (CARL, 1, 1, 0, 0)]


def test_two_losers_have_drawn(at: Settings) -> None:
    """Both resigned against a third player, so between the two it counts as a draw."""
    with worker(at) as one:
        one.end(one.start([ANA, BEA, CARL]), 0, 1)
        assert met(one, ANA) == [(BEA, 1, 0, 1, 0), (CARL, 1, 0, 0, 1)]
        assert met(one, CARL) == [(ANA, 1, 1, 0, 0), (BEA, 1, 1, 0, 0)]


def test_unrated_games_are_left_out(at: Settings) -> None:
    """For example, a game with a player who has no account."""
    with worker(at) as one:
        one.end(one.start([ANA, BEA, None]), 0, 2)
        assert met(one, ANA) == []


@on_both_engines
def test_the_most_frequent_opponents_come_first(at: Settings) -> None:
    """Across pages; ties are ordered by id."""
    with worker(at) as one:
        for opponent in (DORA, CARL, BEA, CARL):
            one.end(one.start([ANA, opponent]), 1)
        one.catch_up()
        seen: list[Opponent] = []
        after = None
        while page := one.projections.head_to_head.opponents(ANA, None, after, 1):
            seen += page
            after = OpponentsAfter(page[-1].games, page[-1].opponent, page[-1].ruleset)
        assert [found.opponent for found in seen] == [CARL, BEA, DORA]
        assert met(one, ANA, "another") == []
