"""Giving links: which link a seat may give, and for which moment."""

from domain.links import earlier_link, name_of
from domain.refusal import IllegalAction
from domain.ruleset import Seat
from domain.table.game import GameState
from domain.table.moments import awaits_draws, links_due


def must_be_due(game: GameState, seat: Seat, moment: int) -> None:
    """Refuse a link that no moment waits for (TB-MOMENT-4)."""
    due = links_due(game) if awaits_draws(game) else ()
    if not due:
        raise IllegalAction(
            "TB-MOMENT-4", "no_links_are_due", moment=moment, expected=game.moments + 1
        )
    if seat not in due:
        raise IllegalAction("TB-MOMENT-4", "seat_gives_no_link", seat=seat, due=list(due))
    if moment != game.moments + 1:
        raise IllegalAction(
            "TB-MOMENT-4", "another_moment", moment=moment, expected=game.moments + 1
        )


def is_known(game: GameState, seat: Seat, moment: int, link: bytes) -> bool:
    """Return whether a link for an earlier moment follows from what the game has of the chain.

    A client that got no answer gives its link again, perhaps after the moment was drawn.
    """
    last = next((chain for chain in game.chains if chain.who == seat), None)
    if last is None or not 1 <= moment <= last.number:
        return False
    name = name_of(game.id, game.commitment)
    return earlier_link(name, seat, last.number, bytes.fromhex(last.link), moment) == link
