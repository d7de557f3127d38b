"""The Dutch system by caissify-pairings, a library that the extra ``dutch`` installs.

The library decides who meets whom; the domain checks that, and allocates the turn order itself,
because the library compares pairing numbers where FIDE compares scores first. Version 0.5.0 takes
a second a round for 60 players, five for 100 and a minute for 200, so it is limited to 80.
"""

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from importlib.metadata import version
from typing import Any, Final

from domain.tournament.model import SIXTIETHS
from domain.tournament.pairing.colours import TurnNumber
from domain.tournament.pairing.dutch import DutchEntrant

_LIBRARY: Final = "caissify_pairings"
_NAME: Final = "caissify-pairings"
_COLOURS: Final = ("white", "black")


class ProgramMissing(Exception):
    """The library is not installed."""


class Caissify:
    """Pairs by the library; see ``DutchProgram``."""

    name = _NAME
    most_players = 80

    def __init__(self) -> None:
        """Load the library, or raise ProgramMissing."""
        try:
            self._engine: Any = import_module(f"{_LIBRARY}.engines.dutch").DutchEngine
        except ImportError as missing:
            hint = "pip install 'carolus[dutch]'"
            raise ProgramMissing(f"{_NAME} is not installed: {hint}") from missing
        self.version = version(_NAME)

    def pairs(
        self, entrants: Sequence[DutchEntrant], number: int, rounds: int, initial: TurnNumber
    ) -> Sequence[tuple[int, ...]]:
        """Return the pairs of a round, and one entrant alone who rests if it must be."""
        engine = self._engine(
            players=[_given(one) for one in entrants],
            previous_pairings={(one.number, other) for one in entrants for other in one.met},
            round_number=number,
            total_rounds=rounds,
            initial_color=_COLOURS[initial],
        )
        games = {one.number: len(one.turns) for one in entrants}
        for player in engine._players:  # noqa: SLF001 - it has no forbidden pairs; pinned
            player.opponents = _Opponents(player.opponents, games[player.id])
        return list(_found(engine.generate_pairings()))


class _Opponents(set[int]):
    """The players that an entrant must not meet; this is not the number of games played.

    The library counts former opponents for C.9, the fewest unplayed rounds of the entrant who
    rests; a barred entrant is not one.
    """

    def __init__(self, met: Iterable[int], games: int) -> None:
        super().__init__(met)
        self._games = games

    def __len__(self) -> int:
        """Return the number of games."""
        return self._games


def _given(one: DutchEntrant) -> dict[str, object]:
    """Return an entrant as the library wants it. Its scores are floats, of which halves are exact.

    The numbers are given, because otherwise the library would derive them from ratings. Requested
    byes are not counted: only byes with the points of a win rule out another one.
    """
    return {
        "id": one.number,
        "name": "",
        "score": one.points / SIXTIETHS,
        "rating": 0,
        "starting_number": one.number,
        "pairing_number": one.number,
        "color_hist": [_COLOURS[turn] for turn in one.turns],
        "float_history": list(one.floats),
        "bye_count": int(one.rested),
        "forfeit_win_count": 0,
    }


def _found(answer: Sequence[dict[str, Any]]) -> Iterator[tuple[int, ...]]:
    for one in answer:
        if one.get("bye") or one["black_id"] is None:
            yield (one["white_id"],)
        else:
            yield one["white_id"], one["black_id"]
