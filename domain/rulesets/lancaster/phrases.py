"""What text, picture and story say in the same way."""

from collections.abc import Iterable

from domain.kit.words import Words
from domain.rulesets.lancaster.board import COUNTY_INDEX, SPACE_INDEX
from domain.rulesets.lancaster.events import Gained
from domain.rulesets.lancaster.view import PositionView


def headline(view: PositionView, texts: Words) -> str:
    """Return the round, the phase and the decision that is due."""
    if not view.round:
        return texts("headline.undealt")
    names = texts.listed([texts(f"side.{view.seats[seat].color}") for seat in due(view)])
    facts = {"names": names, "subject": view.subject or ""}
    step = texts(f"step.{view.step or 'none'}", **facts)
    return texts("headline", round=view.round, phase=texts(f"phase.{view.phase}"), step=step)


def due(view: PositionView) -> tuple[int, ...]:
    """Return the seats that may act now: all of the queue in a vote, and its first otherwise."""
    return view.queue if view.step == "vote" else view.queue[:1]


def strengths(knights: Iterable[int]) -> str:
    """Return the strengths of knights in a row, or a dash if there are none."""
    return " ".join(map(str, knights)) or "-"


def place(at: str, texts: Words) -> str:
    """Return where a knight stands: "in Chester", "in battle B01"."""
    if at in SPACE_INDEX:
        return texts("placed.castle", space=texts(f"space.{at}"))
    if at == "court" or at in COUNTY_INDEX:
        return texts(f"place.{at}")
    return texts("placed.battle", card=at)


def goods(gained: Gained, texts: Words) -> str:
    """Return what a player received, such as "2 gold and 1 squire"; empty if it is nothing."""
    parts = [texts("gold", amount=gained.gold)] if gained.gold else []
    for name, count in (
        ("squires", gained.squires),
        ("votes", gained.votes),
        ("power", gained.power),
    ):
        if count:
            parts.append(texts(f"good.{name}", count=count))
    return texts.listed(parts)
