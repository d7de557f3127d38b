"""Phrases that the picture and the text of a board share."""

from domain.kit import Words
from domain.rulesets.carolus_magnus.view import PositionView


def deed(view: PositionView, texts: Words) -> str:
    """Return the active seat's decision, as the predicate of a sentence."""
    if view.phase == "opening":
        return texts("deed.disc")
    if view.crowns:
        return texts("deed.clans", count=view.crowns)
    match view.step:
        case "exchange" | "place" | "move" as step:
            return texts(f"deed.{step}")
        case _:
            return texts("deed.refill")


def won(winners: int, names: str, texts: Words) -> str:
    """Return who won, as a sentence; ``names`` are those of all winners."""
    if not winners:
        return texts("board.nobody_wins")
    return (
        texts("board.wins", winner=names) if winners == 1 else texts("ending.shared", names=names)
    )
