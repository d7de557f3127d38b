"""Test that scores against expectation find players who choose among throws, and nobody else.

The figures are those of ``docs/reference/statistics.md``: battles of three dice against one, which
an attacker wins in 855 of 1,296 throws.
"""

import pickle
from collections import deque
from collections.abc import Callable, Iterator
from io import StringIO
from itertools import count, islice
from math import sqrt
from random import Random
from typing import Any, Final, TypeAlias

import pytest
from rich.console import Console

from domain.ruleset import Trial
from domain.rulesets.teg import RULESET as TEG
from domain.rulesets.teg.events import BattleFought
from domain.rulesets.teg.rules.attack import losses
from service.archives import trial_tally as counting
from service.archives.contestants import Contestant
from service.archives.statistics import Statistics, report
from service.archives.statistics_tables import show
from service.archives.tail_probabilities import exact_upper_tail
from service.archives.tally import GameFacts, Tally
from service.archives.trial_statistics import FORESIGHT, TrialsTest
from service.archives.trial_tally import Contender, ScoreTrials
from tests.support.games.teg import given
from tests.support.run.long import long_after, long_rows_after

LEVEL: Final = 0.001
"""Of false alarms: the adjusted level 0.01 of an archive with ten tests."""

ARCHIVES: Final = 200

WON: Final = 855 / 1296

POSITION: Final[Any] = given(2, own={0: "argentina", 1: "brazil"}).position

Throw: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
Roll: TypeAlias = Callable[[Random], Throw]


def thrown(random: Random, attacking: int = 3, defending: int = 1) -> Throw:
    """Return the dice of a fair battle."""
    dice = [random.randint(1, 6) for _ in range(attacking + defending)]
    return tuple(dice[:attacking]), tuple(dice[attacking:])


def best_of(throws: int, attacking: int = 3, defending: int = 1) -> Roll:
    """Return the throws of a cheater, who takes the one that costs the defender most."""

    def roll(random: Random) -> Throw:
        tried = [thrown(random, attacking, defending) for _ in range(throws)]
        return max(tried, key=lambda dice: losses(*dice)[1])

    return roll


def battle(dice: Throw) -> list[Trial]:
    """Return the trials of a battle of seat 0 against seat 1, as the ruleset gives them."""
    lost, taken = losses(*dice)
    fought = BattleFought(0, "argentina", "brazil", *dice, lost, taken, conquered=False)
    return list(TEG.trials(POSITION, fought))


def facts_of(trials: list[Trial], players: tuple[Contender, ...] = ()) -> GameFacts:
    """Return the facts of a game with these trials."""
    return GameFacts("teg@1", ("red", "blue"), "players=2", (), (), None, (), trials, players)


def statistics_of(trials: list[Trial], players: tuple[Contender, ...] = ()) -> Statistics:
    """Return the statistics of an archive of one game."""
    tally = Tally()
    tally.add(facts_of(trials, players))
    return report(tally)


def attack_of_seat_0(statistics: Statistics) -> TrialsTest:
    """Return the test of the cheater's attacks."""
    (ruleset,) = statistics.rulesets
    (test,) = [one for one in ruleset.trials.by_seat if (one.name, one.seat) == ("attack", 0)]
    return test


def found_in(rolls: Iterator[Throw], battles: int) -> bool:
    """Return whether an archive of this many battles has a p below the level."""
    trials = [one for dice in islice(rolls, battles) for one in battle(dice)]
    return attack_of_seat_0(statistics_of(trials)).p < LEVEL


def power(battles: int, won: float) -> float:
    """Return the probability that a test finds a player who wins this often."""
    odds = round(10**9 * (1 - won)), round(10**9 * won)
    fewest = next(
        score for score in count() if float(exact_upper_tail({(441, 855): battles}, score)) < LEVEL
    )
    return float(exact_upper_tail({odds: battles}, fewest))


def by_luck(expected: float) -> float:
    """Return a distance from this number of archives that no fair run of the tests has."""
    share = expected / ARCHIVES
    return 4.5 * sqrt(ARCHIVES * share * (1 - share)) + 1


@pytest.mark.parametrize(("throws", "battles"), long_rows_after(1, [(10, 17), (2, 68)]))
def test_a_player_who_chooses_among_throws_is_found(throws: int, battles: int, seed: int) -> None:
    """As published: best of ten after 17 battles, best of two after 68, in nine of ten archives."""
    random = Random(seed)
    known = power(battles, 1 - (1 - WON) ** throws)
    assert known >= 0.9
    assert power(battles - 1, 1 - (1 - WON) ** throws) < 0.9
    roll = best_of(throws)
    found = sum(found_in((roll(random) for _ in range(battles)), battles) for _ in range(ARCHIVES))
    assert found >= 0.9 * ARCHIVES - by_luck(0.9 * ARCHIVES)
    assert abs(found - known * ARCHIVES) <= by_luck(known * ARCHIVES)


@pytest.mark.long
@pytest.mark.parametrize("battles", long_after(1, [17, 68]))
def test_honest_play_raises_no_more_alarms_than_promised(battles: int, seed: int) -> None:
    random = Random(seed)
    known = power(battles, WON)
    assert known < LEVEL
    found = sum(found_in(iter(lambda: thrown(random), None), battles) for _ in range(ARCHIVES))
    assert abs(found - known * ARCHIVES) <= by_luck(known * ARCHIVES)


def foreseen(random: Random, decisive: list[bool]) -> Iterator[Throw]:
    """Yield the throws of a player who knows the next four, and orders battles by them.

    Up to three battles that do not matter use up bad throws, then follows the one that matters;
    ``decisive`` gets the results of those.
    """
    known = deque(thrown(random) for _ in range(4))
    while True:
        wins = [losses(*dice)[1] == 1 for dice in known]
        before = wins.index(True) if any(wins) else 0
        decisive.append(wins[before])
        for _ in range(before + 1):
            yield known.popleft()
            known.append(thrown(random))


@pytest.mark.long
@pytest.mark.parametrize("battles", [17, 68])
def test_a_player_who_only_foresees_is_not_found(battles: int, seed: int) -> None:
    """Nearly all battles that matter are won, and the statistics do not notice."""
    random = Random(seed)
    decisive: list[bool] = []
    found = sum(found_in(foreseen(random, decisive), battles) for _ in range(ARCHIVES))
    assert sum(decisive) / len(decisive) > 0.97
    assert abs(found - power(battles, WON) * ARCHIVES) <= by_luck(LEVEL * ARCHIVES)


def siege(random: Random, roll: Callable[[int, int], Throw]) -> Iterator[Throw]:
    """Yield attacks until the target falls or the attacker cannot go on, as people play."""
    attackers, defenders = random.randint(3, 9), random.randint(1, 5)
    while attackers > 1 and defenders:
        dice = roll(min(3, attackers - 1), min(3, defenders))
        yield dice
        lost, taken = losses(*dice)
        attackers, defenders = attackers - lost, defenders - taken


@pytest.mark.long
def test_attacks_that_depend_on_each_other_raise_no_more_alarms(seed: int) -> None:
    """Which dice a battle has, and when the last one is, follow from the results before it.

    At the level 5 %, where honest archives show whether p is right, and not only small.
    """
    random = Random(seed)

    def p_of(throws: int) -> float:
        def roll(attacking: int, defending: int) -> Throw:
            return best_of(throws, attacking, defending)(random)

        fought = [dice for _ in range(12) for dice in siege(random, roll)]
        return attack_of_seat_0(statistics_of([one for dice in fought for one in battle(dice)])).p

    below = sum(p_of(1) < 0.05 for _ in range(ARCHIVES))
    # A total score is a whole number, so p is below the level somewhat less often.
    assert 0.02 * ARCHIVES - by_luck(0.02 * ARCHIVES) <= below
    assert below <= 0.05 * ARCHIVES + by_luck(0.05 * ARCHIVES)
    assert sum(p_of(10) < LEVEL for _ in range(20)) == 20


# --- who ---


ANN: Final = Contestant("account", "1f")


def player(name: str, contestant: Contestant | None = None, ended: str = "") -> Contender:
    """Return a player, by default one without an account."""
    return Contender(contestant or Contestant("name", name), name, ended)


def test_a_player_is_tested_across_seats_and_names(seed: int) -> None:
    """An account that changes seat and name is one player; each opponent is another."""
    random = Random(seed)
    roll = best_of(10)
    tally = Tally()
    for number in range(20):
        seat = number % 2
        fought = [
            Trial(one.name, (one.seat + seat) % 2, one.score, one.odds)
            for one in battle(roll(random))
        ]
        ann = player(f"Ann {number}", ANN, f"2026-01-{number + 1:02}")
        pair = (ann, player(f"Opponent {number}"))
        tally.add(facts_of(fought, pair[::-1] if seat else pair))
    found = report(tally)
    (ruleset,) = found.rulesets
    first = ruleset.trials.by_player[0]
    assert first.player is not None
    assert (first.name, first.trials, first.score) == ("attack", 20, 20)
    assert first.player.label == "account 1f (Ann 19)"
    assert len(ruleset.trials.by_player) == 21
    # Each seat attacked ten times only, and an opponent's one battle cannot be unusual.
    assert [one.what for one in found.trials.unusual] == [
        "teg@1, attack of account 1f (Ann 19): total score"
    ]
    # Attack and defence of both seats, those of Ann, and the battle of each opponent.
    assert found.trials.tests + found.trials.too_few == 4 + 1 + 20
    assert "attack of account 1f (Ann 19): total score" in found.trials.words


def test_the_words_say_that_foresight_is_not_seen() -> None:
    """In the report for machines and in that for people, whatever was found."""
    assert FORESIGHT.startswith("Statistics cannot detect foresight: ")
    statistics = statistics_of(battle(((6, 6, 6), (1,))), (player("A\x1b[2J"), player("B")))
    assert statistics.trials.words.endswith(FORESIGHT)
    file = StringIO()
    show(statistics, Console(file=file, width=400), lambda text: text.replace("\x1b", "?"))
    text = file.getvalue()
    assert f"Scores: Nothing can be said: there are too few games. {FORESIGHT}" in text
    assert "Scores against expectation by seat\n" in text
    rows = [line.split() for line in text.splitlines()]
    assert ["0", "attack", "1", "0.7", "1", "0.660"] in rows
    assert ["1", "defence", "1", "0.3", "0", "1.000"] in rows
    assert ["A?[2J", "attack", "1", "0.7", "1", "0.660"] in rows


def test_games_without_trials_do_not_mention_them() -> None:
    file = StringIO()
    show(statistics_of([]), Console(file=file, width=200))
    assert "Scores" not in file.getvalue()
    assert "foresight" not in file.getvalue()


# --- memory ---


def test_memory_does_not_grow_with_the_number_of_battles(seed: int) -> None:
    """A tally of four million battles is as large as one of few, and has a p."""
    random = Random(seed)
    tally = ScoreTrials()
    pair = (player("Ann", ANN), player("Bob"))
    tally.add([one for _ in range(4) for one in battle(thrown(random))], pair)
    small = len(pickle.dumps(tally))
    for _ in range(20):
        tally.merge(pickle.loads(pickle.dumps(tally)))  # noqa: S301 - the test's own bytes
    assert tally.by_seat[0]["attack"].trials == 4 * 2**20
    assert len(pickle.dumps(tally)) < small + 100


def test_players_beyond_a_limit_count_for_their_seats_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive with a million names must not take a million times the memory."""
    monkeypatch.setattr(counting, "PLAYERS_MAX", 3)
    tally = ScoreTrials()
    for number in range(5):
        other = ScoreTrials()
        pair = (player("Ann", ANN), player(f"Opponent {number}"))
        other.add(battle(((6, 5, 4), (1,))), pair)
        tally.merge(other)
    assert list(tally.by_player) == [
        ANN, Contestant("name", "Opponent 0"), Contestant("name", "Opponent 1")
    ]  # fmt: skip
    assert tally.of_others == 3
    assert tally.by_player[ANN].trials["attack"].trials == 5
    assert tally.by_seat[1]["defence"].trials == 5
