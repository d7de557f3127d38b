"""Ratings: which games count, what they come to, and in which order the players are listed."""

from random import Random

import pytest
from openskill.models import PlackettLuce

from domain.rulesets.registry import BY_ID
from domain.table.actions import AbortGame, AcceptDraw, OfferDraw, Resign, TakeSeat
from domain.table.game import TABLE, Game
from service.projections.ratings import Rating, RatingsAfter
from service.settings import Settings
from service.storage.rows import envelope_of
from tests.support.games.table import action_of, due
from tests.support.storage.projecting import ACCOUNTS, Worker, worker

ANA, BEA, CARL, DORA = ACCOUNTS[:4]
RULESET = "carolus-magnus"

Numbers = tuple[float, float]


def rated(one: Worker) -> dict[str, Rating]:
    """Return all ratings, by player."""
    one.catch_up()
    return {rating.player: rating for rating in one.projections.ratings.best(RULESET, None, 100)}


def numbers(one: Worker) -> dict[str, Numbers]:
    """Return mu and sigma of all players."""
    return {player: (found.mu / 1e6, found.sigma / 1e6) for player, found in rated(one).items()}


def by_the_model(
    teams: list[list[str]], ranks: list[float], before: dict[str, Numbers] | None = None
) -> dict[str, Numbers]:
    """Return what the library itself makes of one game."""
    model, known = PlackettLuce(), before or {}
    told = [
        [
            model.rating(mu=known[player][0], sigma=known[player][1])
            if player in known
            else model.rating()
            for player in team
        ]
        for team in teams
    ]
    after = model.rate(told, ranks=ranks)
    return known | {
        player: (rating.mu, rating.sigma)
        for team, found in zip(teams, after, strict=True)
        for player, rating in zip(team, found, strict=True)
    }


def close_to(expected: dict[str, Numbers]) -> dict[str, object]:
    """Return these as they are kept: to a millionth."""
    return {player: pytest.approx(two, abs=1e-6) for player, two in expected.items()}


def test_a_game_of_two(at: Settings) -> None:
    """The winner gains, and nobody else has a rating."""
    with worker(at) as one:
        game = one.start([ANA, BEA])
        one.end(game, 1)
        assert numbers(one) == close_to(by_the_model([[ANA], [BEA]], [0, 1]))
        found = rated(one)[ANA]
        assert found.ordinal == found.mu - 3 * found.sigma
        end = envelope_of(one.log.rows(game)[-1])
        assert (found.games, found.rated_at) == (1, end.at)


def test_a_draw(at: Settings) -> None:
    """Of two new players: both stay what they are, and are better known."""
    with worker(at) as one:
        game = one.start([ANA, BEA])
        one.perform(game, 0, OfferDraw())
        one.perform(game, 1, AcceptDraw())
        found = numbers(one)
        assert found == close_to(by_the_model([[ANA], [BEA]], [0, 0]))
        assert found[ANA] == found[BEA]
        assert found[ANA][0] == pytest.approx(25)


def test_who_resigns_is_last(at: Settings) -> None:
    """Of three, before the one who stayed and lost, whatever the house makes of the seat."""
    with worker(at) as one:
        game = one.start([ANA, BEA, CARL])
        one.perform(game, 2, Resign())
        now = play_to_the_end(one, game)
        sides = dict(zip((ANA, BEA, CARL), now.sides, strict=True))
        ranks = [0.0 if sides[who] in now.outcome.winners else 1.0 for who in (ANA, BEA)]
        assert numbers(one) == close_to(by_the_model([[ANA], [BEA], [CARL]], [*ranks, 2.0]))


def play_to_the_end(one: Worker, game: str, seed: int = 5) -> Game:
    """Let everybody play at random."""
    random = Random(seed)
    stored = one.log.load(game)
    assert stored is not None
    now = stored.game
    while now.status == "running":
        seat = due(now)
        now = one.perform(game, seat, action_of(now, seat, random), house=True)
    return now


def test_teams(at: Settings) -> None:
    """Partners win and lose together; who goes away shares what the partner comes to."""
    with worker(at) as one:
        game = one.start([ANA, BEA, CARL, DORA])
        one.perform(game, 0, Resign())
        assert rated(one) == {}
        one.end(game, 2)
        expected = by_the_model([[ANA, CARL], [BEA, DORA]], [2, 0])
        assert numbers(one) == close_to(expected)


def test_six_sides(at: Settings) -> None:
    """Who left by the rulebook has lost to all who share the victory; ratings are by ruleset."""
    with worker(at) as one:
        game = one.start(ACCOUNTS[:6], rules=BY_ID["teg"], allow_resign=True)
        one.perform(game, 5, Resign())
        one.perform(game, 0, OfferDraw())
        for seat in range(1, 5):
            one.perform(game, seat, AcceptDraw())
        assert rated(one) == {}
        found = one.projections.ratings.best("teg", None, 100)
        told = {rating.player: (rating.mu / 1e6, rating.sigma / 1e6) for rating in found}
        sides = [[player] for player in ACCOUNTS[:6]]
        assert told == close_to(by_the_model(sides, [0, 0, 0, 0, 0, 2]))
        against = one.projections.head_to_head.opponents(ACCOUNTS[0], "teg", None, 100)
        assert {row.opponent: (row.won, row.drawn, row.lost) for row in against} == {
            **dict.fromkeys(ACCOUNTS[1:5], (0, 1, 0)),
            ACCOUNTS[5]: (1, 0, 0),
        }


def test_what_does_not_count(at: Settings) -> None:
    """A game with a house bot, with somebody without an account, or that was called off."""
    with worker(at) as one:
        (bots,) = one.open_games(1, players=3)
        one.perform(bots, TABLE, TakeSeat(2, bot="greedy"))
        for seat, player in enumerate((ANA, BEA)):
            one.perform(bots, seat, TakeSeat(seat, player=player))
        one.end(bots, 0, 1)
        one.end(one.start([ANA, None]), 1)
        (aborted,) = one.open_games(1)
        one.perform(aborted, 0, TakeSeat(0, player=ANA))
        one.perform(aborted, TABLE, AbortGame())
        one.start([ANA, BEA])
        assert rated(one) == {}


def test_games_count_in_the_order_of_their_ends(at: Settings) -> None:
    """However they were begun, and however much is read at once."""
    with worker(at) as one:
        first = one.start([ANA, BEA])
        second = one.start([BEA, CARL])
        third = one.start([CARL, ANA])
        one.end(third, 0)
        one.end(first, 0)
        one.end(second, 1)
        expected = by_the_model([[CARL], [ANA]], [1, 0])
        expected = by_the_model([[ANA], [BEA]], [1, 0], expected)
        expected = by_the_model([[BEA], [CARL]], [0, 1], expected)
        assert numbers(one) == close_to(expected)
        assert {player: found.games for player, found in rated(one).items()} == {
            ANA: 2,
            BEA: 2,
            CARL: 2,
        }


def test_the_best_come_first_page_by_page(at: Settings) -> None:
    """Of equals the one whose id comes first; whoever goes on misses nobody."""
    with worker(at) as one:
        for winner, loser in ((BEA, DORA), (ANA, CARL)):
            one.end(one.start([winner, loser]), 1)
        one.catch_up()
        ratings = one.projections.ratings
        pages, after = [], None
        while page := ratings.best(RULESET, after, 1):
            pages += page
            after = RatingsAfter(page[-1].ordinal, page[-1].player)
        assert [found.player for found in pages] == [ANA, BEA, CARL, DORA]
        assert pages[0].ordinal == pages[1].ordinal
        assert ratings.best("another", None, 10) == []
        assert ratings.of(ANA) == [pages[0]]
        assert ratings.of("nobody") == []
