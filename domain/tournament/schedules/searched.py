"""Round robins for any number of players: rounds until everybody has met everybody (TN-ROBIN-4).

Where no design exists, some pairs meet more than once. The rounds are those of the Swiss pairing
with everybody level on points; how often the worst pair meets is part of the announcement.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from domain.refusal import IllegalAction
from domain.tournament.history import HistoryOf, history_of
from domain.tournament.model import Announced, ByeTaken, Entrant, RoundPlayed, Sitting
from domain.tournament.pairing.situation import met_in
from domain.tournament.pairing.swiss import paired
from domain.tournament.schedules.berger import Schedule

MOST_ROUNDS: Final = 100


class SearchedSchedule(Struct, frozen=True):
    """Rounds in which everybody meets everybody."""

    rounds: Schedule
    worst: int
    """How often the pair meets that meets most often."""


def met_by_all(rules: Announced, players: int, seed: bytes) -> SearchedSchedule:
    """Return rounds in which everybody meets everybody; refuse if 100 do not suffice (TN-ROBIN-5).

    Round ``r``, counted from 1, has the seed ``seed ‖ r`` with ``r`` as 8 bytes, big-endian.
    """
    entrants = [Entrant(number) for number in range(1, players + 1)]
    rounds: list[RoundPlayed] = []
    for number in range(1, MOST_ROUNDS + 1):
        histories = _level(history_of(rules, entrants, rounds))
        meetings = [
            [other for one in history for other in met_in(one)] for history in histories.values()
        ]
        if all(len(set(met)) == players - 1 for met in meetings):
            worst = max((met.count(other) for met in meetings for other in met), default=0)
            found = tuple(tuple(one.players for one in done.sittings) for done in rounds)
            return SearchedSchedule(found, worst)
        next_ = paired(rules, histories, histories, seed + number.to_bytes(8, "big"))
        byes: Sequence[ByeTaken] = [ByeTaken(player, "pairing") for player in next_.byes]
        rounds.append(RoundPlayed(tuple(map(Sitting, next_.tables)), tuple(byes)))
    raise IllegalAction("TN-ROBIN-5", "too_many_rounds", players=players, rounds=MOST_ROUNDS)


def _level(histories: HistoryOf) -> HistoryOf:
    """Return the histories without points, including for those who rested."""
    return {
        player: [replace(one, points=0) for one in history] for player, history in histories.items()
    }
