"""The house bots of Carolus Magnus."""

from collections.abc import Mapping
from typing import Final

from domain.ruleset import Bot, Legal, Pick, random_bot
from domain.rulesets.carolus_magnus.actions import SeatAction
from domain.rulesets.carolus_magnus.view import PositionView


def greedy(view: PositionView, legal: Legal[SeatAction], pick: Pick) -> SeatAction:
    """Play a legal action."""
    return random_bot(view, legal, pick)


BOTS: Final[Mapping[str, Bot]] = {"random": random_bot, "greedy": greedy}
