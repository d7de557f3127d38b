"""Ratings: which games count, how they change ratings, and the order of the list."""

from random import Random

import pytest
from openskill.models import PlackettLuce

from domain.rulesets.registry import BY_ID
from domain.table.actions import AbortGame, AcceptDraw, OfferDraw, Resign, TakeSeat
from domain.table.game import TABLE, Game
from service.projections.leader_boards import ALL, LeaderBoard, season_of
from service.projections.ratings import Rating, RatingsAfter
from service.settings import Settings
from service.storage.rows import envelope_of
from tests.support.games.table import action_of, due
from tests.support.storage.projecting import ACCOUNTS, Worker, worker
from tests.support.storage.stores import on_both_engines

ANA, BEA, CARL, DORA = ACCOUNTS[:4]
RULESET = "carolus-magnus"

Numbers = tuple[float, float]


def rated(one: Worker) -> dict[str, Rating]:
    """Return all ratings by player."""
    one.catch_up()
    best = one.projections.ratings.best(LeaderBoard(RULESET), None, 100)
    return {leader.rating.player: leader.rating for leader in best}


def numbers(one: Worker) -> dict[str, Numbers]:
    """Return mu and sigma of all players."""
    return {player: (found.mu / 1e6, found.sigma / 1e6) for player, found in rated(one).items()}


def by_the_model(
    teams: list[list[str]], ranks: list[float], before: dict[str, Numbers] | None = None
) -> dict[str, Numbers]:
    """Return the ratings that the library itself computes for one game."""
    model, known = PlackettLuce(), before or {}
    values = [
        [
            model.rating(mu=known[player][0], sigma=known[player][1])
            if player in known
            else model.rating()
            for player in team
        ]
        for team in teams
    ]
    after = model.rate(values, ranks=ranks)
    return known | {
        player: (rating.mu, rating.sigma)
        for team, found in zip(teams, after, strict=True)
        for player, rating in zip(team, found, strict=True)
    }


def close_to(expected: dict[str, Numbers]) -> dict[str, object]:
    """Return approximations of these, at the stored precision of a millionth."""
    return {player: pytest.approx(two, abs=1e-6) for player, two in expected.items()}


def test_a_game_of_two(at: Settings) -> None:
    """The winner gains, and no one else has a rating."""
    with worker(at) as one:
        game = one.start([ANA, BEA])
        one.end(game, 1)
        assert numbers(one) == close_to(by_the_model([[ANA], [BEA]], [0, 1]))
        found = rated(one)[ANA]
        assert found.ordinal == found.mu - 3 * found.sigma
        end = envelope_of(one.log.rows(game)[-1])
        assert (found.games, found.rated_at) == (1, end.at)


def test_a_draw(at: Settings) -> None:
    """Two new players keep their mu, and their sigma shrinks."""
    with worker(at) as one:
        game = one.start([ANA, BEA])
        one.perform(game, 0, OfferDraw())
        one.perform(game, 1, AcceptDraw())
        found = numbers(one)
        assert found == close_to(by_the_model([[ANA], [BEA]], [0, 0]))
        assert found[ANA] == found[BEA]
        assert found[ANA][0] == pytest.approx(25)


def test_a_player_who_resigns_is_last(at: Settings) -> None:
    """Of three, below the player who stayed and lost, whatever the house achieves for the seat."""
    with worker(at) as one:
        game = one.start([ANA, BEA, CARL])
        one.perform(game, 2, Resign())
        now = play_to_the_end(one, game)
        sides = dict(zip((ANA, BEA, CARL), now.sides, strict=True))
        ranks = [0.0 if sides[who] in now.outcome.winners else 1.0 for who in (ANA, BEA)]
        assert numbers(one) == close_to(by_the_model([[ANA], [BEA], [CARL]], [*ranks, 2.0]))


def test_second_place_beats_third(at: Settings) -> None:
    """In a game of three, however narrow; head to head counts the same ranks."""
    with worker(at) as one:
        game = one.start([ANA, BEA, CARL])
        now = play_to_the_end(one, game, seed=6)
        ranks = {place.side: place.rank for place in now.outcome.standing}
        assert sorted(ranks.values()) == [1, 2, 3]
        players = dict(zip(now.sides, (ANA, BEA, CARL), strict=True))
        order = [float(ranks[side]) for side in players]
        found = numbers(one)
        assert found == close_to(by_the_model([[ANA], [BEA], [CARL]], order))
        first, second, third = (players[place.side] for place in now.outcome.standing)
        assert found[first][0] > found[second][0] > found[third][0]
        against = one.projections.head_to_head.opponents(second, RULESET, None, 10)
        assert {row.opponent: (row.won, row.drawn, row.lost) for row in against} == {
            first: (0, 0, 1),
            third: (1, 0, 0),
        }


def play_to_the_end(one: Worker, game: str, seed: int = 5) -> Game:
    """Let all seats play at random."""
    random = Random(seed)
    stored = one.log.load(game)
    assert stored is not None
    now = stored.game
    while now.status == "running":
        seat = due(now)
        now = one.perform(game, seat, action_of(now, seat, random), house=True)
    return now


def test_teams(at: Settings) -> None:
    """Partners win and lose together, even if one of them resigns."""
    with worker(at) as one:
        game = one.start([ANA, BEA, CARL, DORA])
        one.perform(game, 0, Resign())
        assert rated(one) == {}
        one.end(game, 2)
        expected = by_the_model([[ANA, CARL], [BEA, DORA]], [2, 0])
        assert numbers(one) == close_to(expected)


def test_six_sides(at: Settings) -> None:
    """A player who left under the rules lost to all who share the victory."""
    with worker(at) as one:
        game = one.start(ACCOUNTS[:6], rules=BY_ID["teg"], allow_resign=True)
        one.perform(game, 5, Resign())
        one.perform(game, 0, OfferDraw())
        for seat in range(1, 5):
            one.perform(game, seat, AcceptDraw())
        assert rated(one) == {}
        found = one.projections.ratings.best(LeaderBoard("teg"), None, 100)
        ratings = [leader.rating for leader in found]
        values = {rating.player: (rating.mu / 1e6, rating.sigma / 1e6) for rating in ratings}
        sides = [[player] for player in ACCOUNTS[:6]]
        assert values == close_to(by_the_model(sides, [0, 0, 0, 0, 0, 2]))
        against = one.projections.head_to_head.opponents(ACCOUNTS[0], "teg", None, 100)
        assert {row.opponent: (row.won, row.drawn, row.lost) for row in against} == {
            **dict.fromkeys(ACCOUNTS[1:5], (0, 1, 0)),
            ACCOUNTS[5]: (1, 0, 0),
        }


def test_unrated_games(at: Settings) -> None:
    """Games with a house bot or a player without an account, and games that were called off."""
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


def test_games_count_in_the_order_in_which_they_ended(at: Settings) -> None:
    """Not in the order in which they began."""
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


@on_both_engines
def test_the_best_players_come_first(at: Settings) -> None:
    """Across pages, without gaps; ties have the same rank and are ordered by id."""
    with worker(at) as one:
        for winner, loser in ((BEA, DORA), (ANA, CARL)):
            one.end(one.start([winner, loser]), 1)
        one.catch_up()
        ratings = one.projections.ratings
        for size in (1, 2, 3, 4):
            pages, after = [], None
            while page := ratings.best(LeaderBoard(RULESET), after, size):
                pages += page
                after = RatingsAfter(page[-1].rating.ordinal, page[-1].rating.player)
            assert [found.rating.player for found in pages] == [ANA, BEA, CARL, DORA]
            assert [found.rank for found in pages] == [1, 1, 3, 3]
            assert pages[0].rating.ordinal == pages[1].rating.ordinal
            assert ratings.of(ANA)[0] == pages[0].rating
        assert ratings.best(LeaderBoard("another"), None, 10) == []
        assert ratings.of("nobody") == []


def board(one: Worker, stratum: str = ALL, season: str = ALL) -> dict[str, Numbers]:
    """Return mu and sigma of the players of a leader board, best first."""
    one.catch_up()
    found = one.projections.ratings.best(LeaderBoard(RULESET, stratum, season), None, 100)
    ratings = [leader.rating for leader in found]
    assert {(each.stratum, each.season) for each in ratings} <= {(stratum, season)}
    return {each.player: (each.mu / 1e6, each.sigma / 1e6) for each in ratings}


def test_each_stratum_has_ratings_of_its_own(at: Settings) -> None:
    """They follow from its games alone; all games count for the rating of the ruleset."""
    with worker(at) as one:
        one.end(one.start([ANA, BEA]), 1)
        one.end(one.start([DORA, CARL, BEA]), 2, 1)
        one.end(one.start([ANA, None, None]), 0, 1)
        one.end(one.start([ANA, BEA]), 0)
        first = by_the_model([[ANA], [BEA]], [0, 1])
        two = by_the_model([[ANA], [BEA]], [1, 0], first)
        three = by_the_model([[DORA], [CARL], [BEA]], [0, 1, 1])
        assert board(one, "players=2") == close_to(two)
        assert board(one, "players=3") == close_to(three)
        assert board(one, "players=4,seating=opposite") == {}
        both = by_the_model([[DORA], [CARL], [BEA]], [0, 1, 1], first)
        assert board(one) == close_to(by_the_model([[ANA], [BEA]], [1, 0], both))
        ratings = one.projections.ratings
        assert [(each.stratum, each.games) for each in ratings.of(BEA)] == [
            (ALL, 3),
            ("players=2", 2),
            ("players=3", 1),
        ]
        leaders = ratings.best(LeaderBoard(RULESET, "players=3"), None, 9)
        assert [(each.rank, each.rating.player) for each in leaders] == [
            (1, DORA),
            (2, BEA),
            (2, CARL),
        ]


@on_both_engines
def test_a_season_begins_with_new_ratings(at: Settings) -> None:
    """A game counts in the quarter in which it ended, and forever in the rating of the ruleset."""
    now = "2026-09-30T23:59:00.000000Z"
    with worker(at, now=lambda: now) as one:
        one.end(one.start([ANA, BEA]), 1)
        over = one.start([BEA, ANA])
        one.catch_up()
        now = "2026-10-01T00:00:00.000000Z"
        one.end(over, 1)
        one.end(one.start([CARL, ANA, BEA]), 2, 1)
        summer = by_the_model([[ANA], [BEA]], [0, 1])
        assert board(one, season="2026-Q3") == close_to(summer)
        autumn = by_the_model([[BEA], [ANA]], [0, 1])
        assert board(one, "players=2", "2026-Q4") == close_to(autumn)
        later = by_the_model([[CARL], [ANA], [BEA]], [0, 1, 1], autumn)
        assert board(one, season="2026-Q4") == close_to(later)
        assert board(one, season="2027-Q4") == {}
        assert numbers(one)[ANA] != board(one, season="2026-Q4")[ANA]
        ratings = one.projections.ratings
        assert ratings.seasons(LeaderBoard(RULESET)) == ("2026-Q4", "2026-Q3")
        assert ratings.seasons(LeaderBoard(RULESET, "players=3")) == ("2026-Q4",)
        assert ratings.strata(LeaderBoard(RULESET, season="2026-Q3")) == ("players=2",)
        assert ratings.strata(LeaderBoard(RULESET)) == ("players=2", "players=3")
        assert ratings.strata(LeaderBoard("teg")) == ratings.seasons(LeaderBoard("teg")) == ()
        assert {each.season for each in ratings.of(ANA)} == {ALL}, "profiles are about all times"
        steps = ratings.steps(ANA, LeaderBoard(ALL, ALL, "2026-Q4"), None, 9)
        assert [step.rating.games for step in steps] == [2, 1]
        assert steps[1].game == over


@pytest.mark.parametrize(
    ("at", "season"),
    [
        ("2026-01-01T00:00:00.000000Z", "2026-Q1"),
        ("2026-03-31T23:59:59.999999Z", "2026-Q1"),
        ("2026-04-01T00:00:00.000000Z", "2026-Q2"),
        ("2027-12-31T23:59:59.999999Z", "2027-Q4"),
    ],
)
def test_a_season_is_a_calendar_quarter(at: str, season: str) -> None:
    """In UTC."""
    assert season_of(at) == season


@on_both_engines
def test_a_rating_changes_with_each_game(at: Settings) -> None:
    """Each step names its game, and the last one is the present rating."""
    with worker(at) as one:
        games = [one.start([ANA, BEA]) for _ in range(3)]
        seen = []
        for game in games:
            one.end(game, 1)
            one.catch_up()
            seen.append(one.projections.ratings.of(ANA)[0])
        ratings = one.projections.ratings
        steps = ratings.steps(ANA, LeaderBoard(RULESET), None, 9)
        assert [step.game for step in steps] == games[::-1]
        assert [step.rating for step in steps] == seen[::-1]
        assert ratings.steps(ANA, LeaderBoard(ALL), steps[0].place, 1) == [steps[1]]
        assert ratings.steps(ANA, LeaderBoard("teg"), None, 9) == []
        hers = ratings.steps(BEA, LeaderBoard(ALL), None, 9)
        assert [step.rating.player for step in hers] == [BEA] * 3
