"""Carolus Magnus, for 2, 3 and 4 players: the public interface of the ruleset.

``docs/rules/carolus-magnus.md`` explains the rules chapter by chapter; ``catalogue`` has a
sentence for each rule, and each chapter has a module of the same name in ``rules/``.
"""

from functools import cache
from typing import Final, TypeAlias

from domain.ruleset import Ruleset, Seat, all_open
from domain.rulesets.carolus_magnus.actions import Action, ChanceAction, SeatAction
from domain.rulesets.carolus_magnus.board import SIDES, SIDES_OF_SEATS
from domain.rulesets.carolus_magnus.bots import BOTS
from domain.rulesets.carolus_magnus.catalogue import CATALOGUE
from domain.rulesets.carolus_magnus.check import read
from domain.rulesets.carolus_magnus.components import components
from domain.rulesets.carolus_magnus.decide import awaits, decide
from domain.rulesets.carolus_magnus.events import AnyEvent
from domain.rulesets.carolus_magnus.evolve import evolve, fold
from domain.rulesets.carolus_magnus.legal import legal, normal
from domain.rulesets.carolus_magnus.meta import META
from domain.rulesets.carolus_magnus.notation import parse, write
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.picture import picture
from domain.rulesets.carolus_magnus.position import Outcome, Position, Reason
from domain.rulesets.carolus_magnus.samples import samples
from domain.rulesets.carolus_magnus.start import answer, asks, start
from domain.rulesets.carolus_magnus.text import text
from domain.rulesets.carolus_magnus.view import PositionView, castles_in_play, view

CarolusMagnus: TypeAlias = Ruleset[Options, Position, Action, AnyEvent, PositionView]


@cache
def _sides(options: Options) -> tuple[str, ...]:
    return tuple(SIDES[side] for side in SIDES_OF_SEATS[options.players, options.seating])


def _order(position: Position) -> tuple[Seat, ...]:
    return position.order


def _outcome(position: Position) -> Outcome | None:
    return position.outcome


def _settle(position: Position, reason: Reason, winners: tuple[str, ...]) -> Outcome:
    """Return the outcome of an end that the table declared, with the castles now in play."""
    won = tuple(side for side in SIDES if side in winners)
    return Outcome(reason, won, castles_in_play(position))


RULESET: Final[CarolusMagnus] = Ruleset(
    meta=META,
    catalogue=CATALOGUE,
    options_type=Options,
    position_type=Position,
    seat_actions=SeatAction,
    chance_actions=ChanceAction,
    events=AnyEvent,
    view_type=PositionView,
    outcome_type=Outcome,
    start=start,
    decide=decide,
    evolve=evolve,
    fold=fold,
    awaits=awaits,
    asks=asks,
    answer=answer,
    samples=samples,
    order=_order,
    legal=legal,
    normal=normal,
    view=view,
    view_event=all_open,
    read=read,
    outcome=_outcome,
    settle=_settle,
    sides=_sides,
    picture=picture,
    text=text,
    write_action=write,
    parse_action=parse,
    components=components,
    bots=BOTS,
)
