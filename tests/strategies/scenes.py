"""What is worth foreseeing in each game, and the ways in which an accomplice can go about it.

Each scene is a position with one event of chance that matters. A plan is a sequence of legal
requests that leads to it. The first plan is that of an honest player; each lever adds others.
"""

from collections.abc import Iterable, Sequence
from enum import Flag, auto
from typing import Any, Final, NamedTuple, Protocol

from domain.ruleset import AnyRuleset, Seat
from domain.rulesets.carolus_magnus.actions import MoveEmperor, Placement, PlacePaladins
from domain.rulesets.carolus_magnus.board import CLANS, Clan
from domain.rulesets.carolus_magnus.events import DiceRolled
from domain.rulesets.registry import BY_ID
from domain.rulesets.teg.events import BattleFought
from domain.table.actions import DeclineDraw, OfferDraw
from tests.support.games import carolus_magnus, teg


class Levers(Flag):
    """What an accomplice may do beyond playing on."""

    NONE = 0
    EVENTS = auto()
    """Create 0 to 9 more events before the dice, by splitting requests or by offers."""
    ORDER = auto()
    """Choose what the next dice are for."""
    LOG = auto()
    """Act where the operator writes it into the log, against the rules of the service."""
    ALL = EVENTS | ORDER


Request = tuple[Seat, Sequence[Any]]


class Plan(NamedTuple):
    """Requests of accomplices. The dice of the last one matter."""

    requests: tuple[Request, ...]
    wanted: Any
    """What the accomplice wants from these dice; the scene knows what that means."""


class Scene(Protocol):
    """One position of a game, and what an accomplice can do there."""

    rules: AnyRuleset
    players: int
    position: Any
    fair: float
    """The chance of an honest player."""

    def plans(self, levers: Levers) -> list[Plan]:
        """Return what the accomplice can do; the first plan is that of an honest player."""

    def faces(self, events: Iterable[Any]) -> tuple[Any, ...]:
        """Return the dice that matter among the events of the last request."""

    def won(self, plan: Plan, events: Iterable[Any]) -> bool:
        """Return whether a plan brought what was wanted."""


class Battle:
    """TEG: three dice attack one. Small battles next to it can use up dice that lose.

    The accomplice may place its ten tokens in one to ten requests (``EVENTS``), and fight up to
    three small battles first (``ORDER``).
    """

    rules = BY_ID["teg"]
    players = 2
    fair = 855 / 1296
    tokens = 10
    position = teg.position_of(
        2,
        {},
        {
            "own": {0: "argentina peru", 1: "chile brazil"},
            "tokens": {"argentina": 4, "chile": 1, "peru": 30, "brazil": 30},
            "pool": {"free": tokens},
        },
    )

    def plans(self, levers: Levers) -> list[Plan]:
        splits = range(self.tokens if Levers.EVENTS in levers else 1)
        battles = range(4 if Levers.ORDER in levers else 1)
        return [self._plan(split, small) for split in splits for small in battles]

    def faces(self, events: Iterable[Any]) -> tuple[Any, ...]:
        fought = _only(BattleFought, events)
        return (*fought.attacker, *fought.defender)

    def won(self, plan: Plan, events: Iterable[Any]) -> bool:
        return bool(_only(BattleFought, events).conquered is plan.wanted)

    def _plan(self, split: int, small: int) -> Plan:
        placed = [teg.place(0, "peru", 1)] * split
        placed.append(teg.place(0, "peru", self.tokens - split))
        fought = [teg.attack(0, "peru", "brazil")] * small
        steps = [*placed, *fought, teg.attack(0, "argentina", "chile")]
        return Plan(tuple((0, [action]) for _, action in steps), True)


class Refill:
    """Carolus Magnus: a seat spends paladins, and wants one clan back from the dice of its refill.

    With two of three seats, accomplices may offer each other a draw and decline it, up to nine
    times (``EVENTS``), and choose which clan to spend (``ORDER``).
    """

    rules = BY_ID["carolus-magnus"]
    players = 3
    fair = 1 - (5 / 6) ** 4
    position = carolus_magnus.position_of(3, {}, {})

    def plans(self, levers: Levers) -> list[Plan]:
        offers = range(10 if Levers.EVENTS in levers else 1)
        clans = CLANS if Levers.ORDER in levers else CLANS[:1]
        return [self._plan(count, clan) for count in offers for clan in clans]

    def faces(self, events: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(_only(DiceRolled, events).faces)

    def won(self, plan: Plan, events: Iterable[Any]) -> bool:
        return plan.wanted in self.faces(events)

    def _plan(self, offers: int, clan: Clan) -> Plan:
        spent = [clan, *(other for other in CLANS if other != clan)][:4]
        turn = PlacePaladins(tuple(Placement(one, "court") for one in spent)), MoveEmperor(1)
        talk: list[Request] = [(0, [OfferDraw()]), (2, [DeclineDraw()])]
        return Plan((*talk * offers, (0, turn)), clan)


def _only(kind: type[Any], events: Iterable[Any]) -> Any:
    (found,) = (event for event in events if isinstance(event, kind))
    return found


SCENES: Final[dict[str, Scene]] = {"TEG": Battle(), "Carolus Magnus": Refill()}
