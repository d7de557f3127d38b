"""TEG, for 2 to 6 players: the public interface of the ruleset.

``docs/rules/teg.md`` explains the rules chapter by chapter; ``catalogue`` has a sentence for each
rule, and each chapter has a module of the same name in ``rules/``.
"""

from typing import Final, TypeAlias

from domain.ruleset import Ruleset, Seat, one_by_one
from domain.rulesets.teg.actions import Action, ChanceAction, SeatAction
from domain.rulesets.teg.bots import BOTS
from domain.rulesets.teg.catalogue import CATALOGUE
from domain.rulesets.teg.check import read
from domain.rulesets.teg.components import components
from domain.rulesets.teg.decide import awaits, decide
from domain.rulesets.teg.events import HIDDEN, AnyEvent
from domain.rulesets.teg.evolve import evolve
from domain.rulesets.teg.legal import legal, normal
from domain.rulesets.teg.meta import META
from domain.rulesets.teg.notation import parse, write
from domain.rulesets.teg.options import HOUSE_OPTIONS, Options
from domain.rulesets.teg.picture import picture
from domain.rulesets.teg.position import Outcome, Position, Reason, territories_of
from domain.rulesets.teg.rules.leaving import resign
from domain.rulesets.teg.rules.turns import order_of_round
from domain.rulesets.teg.samples import samples
from domain.rulesets.teg.start import answer, asks, start
from domain.rulesets.teg.text import text
from domain.rulesets.teg.view import PositionView, view, view_event

Teg: TypeAlias = Ruleset[Options, Position, Action, AnyEvent, PositionView]


def _order(position: Position) -> tuple[Seat, ...]:
    """Return the turn order of the current round (TG-TURN-2)."""
    if not position.round:
        return ()
    return order_of_round(position, position.round, position.statuses)


def _outcome(position: Position) -> Outcome | None:
    return position.outcome


def _settle(position: Position, reason: Reason, winners: tuple[str, ...]) -> Outcome:
    """Return the outcome of an end that the table declared, with the territories now owned."""
    territories = territories_of(position.options, position.owners)
    won = tuple(color for color in territories if color in winners)
    return Outcome(reason, (reason,), won, territories)


def _sides(options: Options) -> tuple[str, ...]:
    """Return the side of each seat: each plays alone, so its side is its colour."""
    return options.seat_colors


RULESET: Final[Teg] = Ruleset(
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
    fold=one_by_one(evolve),
    awaits=awaits,
    asks=asks,
    answer=answer,
    samples=samples,
    order=_order,
    legal=legal,
    normal=normal,
    view=view,
    view_event=view_event,
    read=read,
    outcome=_outcome,
    settle=_settle,
    sides=_sides,
    picture=picture,
    text=text,
    write_action=write,
    parse_action=parse,
    bots=BOTS,
    components=components,
    hidden=HIDDEN,
    resign=resign,
    house_options=HOUSE_OPTIONS,
)
