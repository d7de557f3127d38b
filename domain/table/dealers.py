"""The dealer of a table: it answers for chance."""

from typing import Any, Protocol

from domain.chance import Chance, fair_chance
from domain.table.game import GameState


class Dealer(Protocol):
    """Answers for chance, and gives the secret to reveal at the end."""

    def answer(self, game: GameState) -> Any:
        """Return the action of chance in a game that awaits it."""

    def secret(self) -> str | None:
        """Return the secret to reveal at the end, in hexadecimal, or None if there is none."""


class FairDealer:
    """The fair dice of ``domain.chance``, keyed by the game's secret and the seats' entropy."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._chance: Chance | None = None

    def answer(self, game: GameState) -> Any:
        """Return the action that the draws amount to; their index is the game's version."""
        if self._chance is None:
            # No one can sit down or stand up between the first answer and the last.
            entropy = [seat.entropy for seat in game.seats]
            self._chance = fair_chance(self._secret, game.id, entropy)
        rules = game.rules
        draws = self._chance(game.version, rules.asks(game.position))
        return rules.answer(game.position, draws)

    def secret(self) -> str | None:
        """Return the secret."""
        return self._secret.hex()
