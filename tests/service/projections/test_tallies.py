"""Tallies: in which places players finished, by ruleset, stratum, and whether rated."""

from domain.rulesets.registry import BY_ID
from domain.table.actions import AbortGame, AcceptDraw, OfferDraw, TakeSeat
from domain.table.game import TABLE
from service.settings import Settings
from tests.support.storage.projecting import ACCOUNTS, Worker, worker
from tests.support.storage.stores import on_both_engines

ANA, BEA, CARL, DORA = ACCOUNTS[:4]

Counted = tuple[str, int, int, str, int]
"""Stratum, rated, rank, result, games."""


def counted(one: Worker, player: str) -> list[Counted]:
    """Return the tallies of a player in Carolus Magnus."""
    one.catch_up()
    found = one.projections.tallies.of(player)
    assert {tally.ruleset for tally in found} <= {"carolus-magnus"}
    return [(row.stratum, row.rated, row.rank, row.result, row.games) for row in found]


@on_both_engines
def test_places_by_stratum(at: Settings) -> None:
    """Each number of players is counted separately."""
    with worker(at) as one:
        for loser in (1, 1, 0):
            one.end(one.start([ANA, BEA]), loser)
        one.end(one.start([ANA, BEA, CARL]), 2, 1)
        drawn = one.start([ANA, BEA])
        one.perform(drawn, 0, OfferDraw())
        one.perform(drawn, 1, AcceptDraw())
        assert counted(one, ANA) == [
            ("players=2", 1, 1, "drawn", 1),
            ("players=2", 1, 1, "won", 2),
            ("players=2", 1, 2, "lost", 1),
            ("players=3", 1, 1, "won", 1),
        ]
        assert [row[:4] for row in counted(one, CARL)] == [("players=3", 1, 2, "lost")]
        seats = {row.stratum: row.seats for row in one.projections.tallies.of(ANA)}
        assert seats == {"players=2": 2, "players=3": 3}


def test_partners_share_a_rank_but_not_a_resignation(at: Settings) -> None:
    """The partner who resigned has lost, however the other one played on."""
    with worker(at) as one:
        game = one.start([ANA, BEA, CARL, DORA])
        one.end(game, 0, 1, 3)
        stratum = "players=4,seating=opposite"
        assert counted(one, ANA) == [(stratum, 1, 1, "lost", 1)]
        assert counted(one, CARL) == [(stratum, 1, 1, "won", 1)]
        assert counted(one, BEA) == [(stratum, 1, 2, "lost", 1)]


def test_games_with_house_bots_are_not_rated(at: Settings) -> None:
    """The bot has tallies too; one that only plays on for a player has none."""
    with worker(at) as one:
        (bots,) = one.open_games(1, players=2)
        one.perform(bots, TABLE, TakeSeat(1, bot="greedy"))
        one.perform(bots, 0, TakeSeat(0, player=ANA))
        one.end(bots, 0)
        assert counted(one, ANA) == [("players=2", 0, 2, "lost", 1)]
        assert counted(one, "greedy") == [("players=2", 0, 1, "won", 1)]
        one.end(one.start([ANA, BEA, None]), 0, 1)
        assert counted(one, BEA) == [("players=3", 0, 2, "lost", 1)]
        assert sum(row[4] for row in counted(one, "greedy")) == 1
        assert counted(one, "random") == []


def test_unfinished_games_are_left_out(at: Settings) -> None:
    """So are games that were called off, and players without an account."""
    with worker(at) as one:
        (aborted,) = one.open_games(1)
        one.perform(aborted, 0, TakeSeat(0, player=ANA))
        one.perform(aborted, TABLE, AbortGame())
        one.start([ANA, BEA])
        one.end(one.start([None, None]), 0)
        one.catch_up()
        assert not one.rows(one.projections.tallies)["tallies_1"]


@on_both_engines
def test_every_ruleset_is_counted_apart(at: Settings) -> None:
    """With its own strata."""
    with worker(at) as one:
        one.end(one.start([ANA, BEA]), 0)
        one.end(one.start([ANA, BEA], rules=BY_ID["teg"]), 1)
        one.catch_up()
        found = [(row.ruleset, row.stratum, row.rank) for row in one.projections.tallies.of(ANA)]
        assert [(ruleset, rank) for ruleset, _, rank in found] == [
            ("carolus-magnus", 2),
            ("teg", 1),
        ]
        assert found[1][1].startswith("players=2,round_starter=")
