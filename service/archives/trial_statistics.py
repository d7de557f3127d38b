"""Whether a seat or a player scores more in its trials than chance allows.

Only high scores are tested, because a player who chooses among results wants those. No test of
results can notice a player who foresees results, and only chooses which trial gets which.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from domain.ruleset import Seat
from service.archives.conclusions import UNUSUAL, Conclusion
from service.archives.contestants import Contestant, PlayerKind
from service.archives.tail_probabilities import moments, smallest_tail, upper_tail
from service.archives.trial_tally import PlayerTally, ScoreTrials, TrialTallies, TrialTally

FORESIGHT: Final = (
    "Statistics cannot detect foresight: a player who knows results in advance, and only chooses "
    "which trial gets which, scores as much as chance gives everyone."
)


class TrialPlayer(Struct, frozen=True):
    """A player in a report."""

    kind: PlayerKind
    id: str
    """The id of the account, the name, or the id of the house bot; empty if there is none."""
    name: str
    """The name in the game that ended last."""

    @property
    def label(self) -> str:
        """What to call the player: never an account or a bot by its name alone."""
        match self.kind:
            case "account":
                return f"account {self.id} ({self.name})" if self.name else f"account {self.id}"
            case "name":
                return self.name
            case "house bot":
                return f"house bot {self.id}"
            case "unknown":
                return "players without a name"


class TrialsTest(Struct, frozen=True):
    """Whether the total score of a seat or a player is higher than chance allows."""

    name: str
    """What was tried, such as ``attack``."""
    seat: Seat | None
    """None for a player."""
    player: TrialPlayer | None
    """None for a seat."""
    trials: int
    score: int
    expected: float
    variance: float
    p: float
    """The probability that chance gives this score or a higher one."""
    smallest_p: float
    """The ``p`` of the greatest score that these trials allow."""

    @property
    def is_conclusive(self) -> bool:
        """Whether there are enough trials for an unusual score; their results do not matter."""
        return self.smallest_p < UNUSUAL

    @property
    def who(self) -> str:
        """The seat or the player."""
        return f"seat {self.seat}" if self.player is None else self.player.label


class TrialStatistics(Struct, frozen=True):
    """The trials of one ruleset; empty if its games have none."""

    by_seat: tuple[TrialsTest, ...]
    by_player: tuple[TrialsTest, ...]
    """The smallest ``p`` first."""
    of_others: int
    """ScoreTrials of players who were too many to be tested one by one."""


def trial_statistics(trials: ScoreTrials) -> TrialStatistics:
    """Return the tests of all seats and players."""
    players = [
        test
        for contestant, tally in trials.by_player.items()
        for test in _tests(tally.trials, player=_player(contestant, tally))
    ]
    return TrialStatistics(
        by_seat=tuple(
            test
            for seat in sorted(trials.by_seat)
            for test in _tests(trials.by_seat[seat], seat=seat)
        ),
        by_player=tuple(sorted(players, key=lambda test: (test.p, test.who, test.name))),
        of_others=trials.of_others,
    )


def trial_tests(statistics: TrialStatistics) -> Iterator[tuple[str, float | None]]:
    """Yield the name and the p of each test; None if too few trials say nothing."""
    both: Iterable[TrialsTest] = (*statistics.by_seat, *statistics.by_player)
    for test in both:
        yield f"{test.name} of {test.who}: total score", test.p if test.is_conclusive else None


def with_limits(conclusion: Conclusion) -> Conclusion:
    """Return the conclusion about trials with what no such test can show."""
    return replace(conclusion, words=f"{conclusion.words} {FORESIGHT}")


def _tests(
    tallies: TrialTallies, *, seat: Seat | None = None, player: TrialPlayer | None = None
) -> Iterator[TrialsTest]:
    for name in sorted(tallies):
        yield _test(name, tallies[name], seat, player)


def _test(
    name: str, tally: TrialTally, seat: Seat | None, player: TrialPlayer | None
) -> TrialsTest:
    # In a fixed order, because sums of floats depend on it.
    odds = dict(sorted(tally.odds.items()))
    expected, variance = moments(odds)
    return TrialsTest(
        name=name,
        seat=seat,
        player=player,
        trials=tally.trials,
        score=tally.score,
        expected=float(expected),
        variance=float(variance),
        p=upper_tail(odds, tally.score),
        smallest_p=smallest_tail(odds),
    )


def _player(contestant: Contestant, tally: PlayerTally) -> TrialPlayer:
    return TrialPlayer(contestant.kind, contestant.id, tally.name)
