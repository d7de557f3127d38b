"""Hints: a house bot advises the only person in a game against house bots."""

from typing import Any

from domain.refusal import IllegalAction
from domain.ruleset import Pick, Seat
from domain.table.events import HintGiven
from domain.table.game import GameState


def ask_hint(game: GameState, seat: Seat) -> list[Any]:
    """Give a hint (TB-HINT-1, TB-HINT-2); asking again before the decision changes nothing."""
    if len(game.people) > 1:
        raise IllegalAction("TB-HINT-1", "other_people_play", people=list(game.people))
    if seat not in game.people_due:
        raise IllegalAction("TB-HINT-2", "no_decision_is_due", seat=seat)
    return [] if game.hinted else [HintGiven(seat)]


def choice_of(game: GameState, seat: Seat, bot: str, pick: Pick) -> Any:
    """Return the action that a house bot would take for a seat; ``pick`` is its chance.

    The bot sees what the seat may see, and nothing else.
    """
    rules = game.rules
    view = rules.view(game.position, seat)
    return rules.bots[bot](view, rules.legal(game.position, seat), pick)
