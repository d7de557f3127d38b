"""What text, picture and story say in the same way."""

from collections.abc import Iterable, Mapping
from typing import Final

from domain.kit import Words
from domain.rulesets.lancaster.board import COUNTY_INDEX, FAVOUR, SPACE_INDEX, Operation
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


def favour(one: str, texts: Words) -> str:
    """Return what a favour gives: "2 gold", "a noble"."""
    amounts: dict[str, int] = {}
    for effect in FAVOUR[one].reward:
        if effect.op in _GOODS:
            amounts[_GOODS[effect.op]] = effect.n
    return goods(Gained(**amounts), texts) or texts(f"favour.{one}")


_GOODS: Final[Mapping[Operation, str]] = {
    "GOLD": "gold",
    "SQUIRE": "squires",
    "VOTE": "votes",
    "PP": "power",
}
"""By operation of a reward: the good that it gives."""


def law(one: str, texts: Words) -> str:
    """Return the number and the text of a law."""
    return texts("named_law", law=one, text=texts(f"law.{one}"))


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
