"""Count trials of an archive: the scores that chance gave to each seat and to each player.

Memory grows with the number of players up to ``PLAYERS_MAX``, never with the number of trials.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct, field

from domain.ruleset import Seat, Trial
from service.archives.contestants import Contestant

PLAYERS_MAX: Final = 10_000
"""Players of one ruleset that are counted one by one: an archive must not decide how much memory an
audit needs."""

Odds: TypeAlias = tuple[int, ...]
"""For each score from 0 on, the number of equally likely draws that give it."""


class Contender(NamedTuple):
    """Who sat in a seat of a game."""

    contestant: Contestant
    name: str
    """The name in this game; empty without one."""
    ended: str
    """When the game ended; empty if it did not."""


class TrialTally(Struct):
    """The total score of trials of one name, and how many there were with each odds."""

    score: int = 0
    odds: dict[Odds, int] = field(default_factory=dict)

    @property
    def trials(self) -> int:
        """The number of trials."""
        return sum(self.odds.values())

    def merge(self, other: "TrialTally") -> None:
        """Add the trials of another tally."""
        self.score += other.score
        for odds, count in other.odds.items():
            self.odds[odds] = self.odds.get(odds, 0) + count


TrialTallies: TypeAlias = dict[str, TrialTally]
"""By the name of the trials."""


class PlayerTally(Struct):
    """The trials of one player."""

    name: str = ""
    """The name in the game that ended last, because an account may change it."""
    named_at: str = ""
    """When that game ended."""
    trials: TrialTallies = field(default_factory=dict)

    def called(self, name: str, ended: str) -> None:
        """Note a name of the player; the last one counts."""
        if name and (ended, name) > (self.named_at, self.name):
            self.name, self.named_at = name, ended


class ScoreTrials(Struct):
    """The trials of one ruleset."""

    by_seat: dict[Seat, TrialTallies] = field(default_factory=dict)
    by_player: dict[Contestant, PlayerTally] = field(default_factory=dict)
    of_others: int = 0
    """The trials of players who came after ``PLAYERS_MAX`` others; they count for seats only."""

    def add(self, trials: Sequence[Trial], players: Sequence[Contender]) -> None:
        """Count the trials of one game; without players, for seats only."""
        game: dict[Seat, TrialTallies] = {}
        for trial in trials:
            tally = game.setdefault(trial.seat, {}).setdefault(trial.name, TrialTally())
            tally.score += trial.score
            tally.odds[trial.odds] = tally.odds.get(trial.odds, 0) + 1
        for seat, tallies in game.items():
            _merge(self.by_seat.setdefault(seat, {}), tallies)
            if players:
                contestant, name, ended = players[seat]
                self._add_player(contestant, PlayerTally(name, ended, tallies))

    def merge(self, other: "ScoreTrials") -> None:
        """Add the trials of another archive."""
        for seat, tallies in other.by_seat.items():
            _merge(self.by_seat.setdefault(seat, {}), tallies)
        for contestant, player in other.by_player.items():
            self._add_player(contestant, player)
        self.of_others += other.of_others

    def _add_player(self, contestant: Contestant, player: PlayerTally) -> None:
        own = self.by_player.get(contestant)
        if own is None:
            if len(self.by_player) >= PLAYERS_MAX:
                self.of_others += sum(tally.trials for tally in player.trials.values())
                return
            own = self.by_player[contestant] = PlayerTally()
        own.called(player.name, player.named_at)
        _merge(own.trials, player.trials)


def _merge(own: TrialTallies, more: TrialTallies) -> None:
    for name, tally in more.items():
        own.setdefault(name, TrialTally()).merge(tally)
