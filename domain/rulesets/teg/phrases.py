"""Phrases of pictures and texts: what is due, how the game ended, who holds a territory."""

from functools import reduce
from typing import Final

from msgspec.structs import asdict

from domain.kit import Words
from domain.rulesets.teg.atlas import CONTINENTS
from domain.rulesets.teg.view import HeldTerritoryView, PositionView

_NAMED_MAX: Final = 2
"""Up to this many continents, the text lists their names; beyond it, only their number."""


def held(view: PositionView, land: HeldTerritoryView, texts: Words) -> str:
    """Describe a territory: its name, its owner and its tokens."""
    return texts(
        "board.territory",
        territory=texts(f"territory.{land.territory}"),
        color=texts(f"board.side.{view.seats[land.owner].color}"),
        tokens=texts("count.tokens", count=land.tokens),
    )


def headline(view: PositionView, texts: Words) -> str:
    """Return a headline: the decision that is due, or how the game ended."""
    if view.outcome is not None:
        reasons = [texts(f"board.reason.{reason}") for reason in view.outcome.reasons]
        names = [texts(f"board.side.{color}") for color in view.outcome.winners]
        return f"{reduce(texts.both, reasons)}: {won(len(names), texts.listed(names), texts)}"
    if view.active is None:
        return texts("board.nobody")
    color = texts(f"board.side.{view.seats[view.active].color}")
    return texts("board.due", seat=view.active + 1, color=color, deed=_deed(view, texts))


def won(winners: int, names: str, texts: Words) -> str:
    """Return who won, as a sentence; ``names`` are those of all winners."""
    if not winners:
        return texts("board.nobody_wins")
    return (
        texts("board.wins", winner=names) if winners == 1 else texts("ending.shared", names=names)
    )


def _deed(view: PositionView, texts: Words) -> str:
    """Return the active seat's decision, as the predicate of a sentence."""
    if view.attack is not None:
        source = texts(f"territory.{view.attack.source}")
        return texts("deed.attack", source=source, target=texts(f"territory.{view.attack.target}"))
    if view.card_due:
        return texts("deed.draw")
    pool = {name: count for name, count in asdict(view.pool).items() if count}
    if not pool:
        return texts("deed.turn")
    free = [texts("board.anywhere", count=pool.pop("free"))] if "free" in pool else []
    bound = [
        texts("board.in_continent", count=pool[name], continent=texts(f"continent.{name}"))
        for name in CONTINENTS
        if name in pool
    ]
    if len(bound) > _NAMED_MAX:
        total = sum(pool.values())
        bound = [texts("board.in_continents", count=total, continents=len(bound))]
    return texts("deed.place", counts=", ".join(free + bound))
