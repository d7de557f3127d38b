"""The dispatch table: action → one rule function. It contains no rules of its own decisions."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from domain.kit import (
    CHANCE,
    Actor,
    Await,
    IllegalAction,
    Seat,
    TurnRules,
    awaited,
    is_due,
    not_due,
)
from domain.rulesets.lancaster.actions import (
    Action,
    ArrangeTable,
    CastVote,
    ChooseAlly,
    ChooseExtension,
    ChooseFavour,
    NameStartPlayer,
    PlaceKnight,
    Ransom,
    RevealVotes,
    ScoreCounty,
    TurnUpCards,
    UseLaw,
    ValueSource,
)
from domain.rulesets.lancaster.events import AnyEvent
from domain.rulesets.lancaster.position import Moment, Position, Table, round_order
from domain.rulesets.lancaster.rules import (
    automatic,
    battles,
    castles,
    counties,
    favours,
    laws,
    parliament,
    setup,
    troops,
)
from domain.rulesets.lancaster.rules.play import Play

_TURNS: Final = TurnRules(over="LA-GEN-7", actor="LA-GEN-7", kind="LA-GEN-7")


def decide(position: Position, by: Actor, action: Action) -> Sequence[AnyEvent]:
    """Return the events that the action causes, with all that follows by itself.

    Raises IllegalAction: LA-GEN-7 or, for a second vote, LA-PARL-5 if the decision is not due; then
    the rule of the decision itself.
    """
    if not is_due(awaits(position), by, action):
        if isinstance(action, CastVote) and _has_voted(position, by):
            raise IllegalAction("LA-PARL-5", "vote_is_final", seat=by)
        raise not_due(awaits(position), by, action, _TURNS)
    play = Play(position)
    _RULES[type(action)](play, by, action)
    automatic.go_on(play)
    return play.events


def _has_voted(position: Position, by: Actor) -> bool:
    return (
        position.moment in ("vote", "reveal")
        and by != CHANCE
        and by < position.options.players
        and by not in position.queue
    )


def awaits(position: Table) -> tuple[Await, ...]:
    """Return who has to decide: one after the other, except in a vote (LA-PARL-4)."""
    kind = _KINDS.get(position.moment)
    if kind is None:
        return ()
    if position.moment in _OF_CHANCE:
        return (awaited(CHANCE, kind),)
    due = position.queue if position.moment == "vote" else position.queue[:1]
    return tuple(awaited(seat, kind) for seat in due)


def order(position: Position) -> tuple[Seat, ...]:
    """Return the players clockwise from the start player, once it is known."""
    return round_order(position) if position.round else ()


_OF_CHANCE: Final[tuple[Moment, ...]] = ("table", "reveal", "cards")

_KINDS: Final[dict[Moment | None, type[Action]]] = {
    "table": ArrangeTable,
    "ally": ChooseAlly,
    "extension": ChooseExtension,
    "place": PlaceKnight,
    "favour": ChooseFavour,
    "vote": CastVote,
    "reveal": RevealVotes,
    "law": UseLaw,
    "county": ScoreCounty,
    "start_player": NameStartPlayer,
    "castle": ValueSource,
    "ransom": Ransom,
    "cards": TurnUpCards,
}
"""By step: the kind of the decision."""

_RULES: Final[dict[type[Action], Callable[[Play, Any, Any], None]]] = {
    ArrangeTable: setup.arrange_table,
    ChooseAlly: setup.choose_ally,
    ChooseExtension: setup.choose_extension,
    PlaceKnight: troops.place_knight,
    ChooseFavour: favours.choose_favour,
    CastVote: parliament.cast_vote,
    RevealVotes: parliament.reveal_votes,
    UseLaw: laws.use_law,
    ScoreCounty: counties.score_county,
    NameStartPlayer: counties.name_start_player,
    ValueSource: castles.value_source,
    Ransom: battles.ransom,
    TurnUpCards: setup.turn_up_cards,
}
"""By kind: the rule of the decision."""
