"""The dealer of a table: it answers for chance."""

from typing import Any, Protocol

from domain.chance import Contribution, Dice, fair_dice
from domain.table.actions import DrawMoment
from domain.table.game import GameDraft
from domain.table.moments import links_due


class Dealer(Protocol):
    """Answers for chance, and gives the secret to reveal at the end."""

    def moment(self, game: GameDraft) -> DrawMoment | None:
        """Return the action that draws the next moment; None while links for it are missing."""

    def answer(self, game: GameDraft) -> Any:
        """Return the action of chance in a game that awaits it; a moment is open if it draws."""

    def secret(self) -> str | None:
        """Return the secret to reveal at the end, in hexadecimal, or None if there is none."""


class FairDealer:
    """The fair dice of ``domain.chance``, keyed by the game's secret and the contributions."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._dice: Dice | None = None

    def moment(self, game: GameDraft) -> DrawMoment | None:
        """Return the action that draws the next moment, if it needs no links or they are waived."""
        due = links_due(game)
        if due and not game.waived:
            return None
        return DrawMoment(game.moments + 1, missing=due)

    def answer(self, game: GameDraft) -> Any:
        """Return the action that the draws amount to; the open moment determines them."""
        rules = game.rules
        bounds = rules.asks(game.position)
        if not bounds:
            return rules.answer(game.position, ())
        assert game.answers is not None, "the moment is drawn before its answers"
        if self._dice is None:
            # No one can sit down or stand up between the first answer and the last.
            seats = [Contribution(seat.entropy, seat.tip) for seat in game.seats]
            tips = [witness.tip for witness in game.witnesses]
            self._dice = fair_dice(self._secret, game.id, seats, tips)
        links = [
            (chain.who, bytes.fromhex(chain.link))
            for chain in game.chains
            if chain.number == game.moments
        ]
        return rules.answer(game.position, self._dice(game.moments, links)(game.answers, bounds))

    def secret(self) -> str | None:
        """Return the secret."""
        return self._secret.hex()
