"""What happens in a game, in sentences; one covers all paladins that a seat places in a turn."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import asdict

from domain.kit import Players, sentence
from domain.rulesets.carolus_magnus.board import CLANS, Side
from domain.rulesets.carolus_magnus.events import (
    AnyEvent,
    CastleBuilt,
    CrownsChosen,
    DiceRolled,
    EmperorMoved,
    GameEnded,
    JokersExchanged,
    LotsDrawn,
    MarkerTaken,
    PaladinPlaced,
    PaladinsReturned,
    PlacingEnded,
    ReserveFilled,
    RoundStarted,
    TerritoriesMerged,
    TerritoryTakenOver,
    TurnOrderSet,
)
from domain.rulesets.carolus_magnus.view import PositionView, TerritoryView

_NAMED: Final = (*CLANS, "crown")
_COUNTED: Final = {"few_territories", "stalled", "round_limit"}
"""The reasons for which the most castles win."""


def continues(last: AnyEvent, event: AnyEvent) -> bool:
    """Return whether both belong to the placing of one seat in one turn."""
    return (
        isinstance(last, PaladinPlaced | MarkerTaken)
        and isinstance(event, PaladinPlaced | MarkerTaken | PlacingEnded)
        and last.seat == event.seat
    )


def describe(row: Sequence[AnyEvent], before: PositionView | None, players: Players) -> str | None:
    """Return the sentence on these events, or None if they need none."""
    match row[-1]:
        case PaladinPlaced(seat=seat) | MarkerTaken(seat=seat) | PlacingEnded(seat=seat):
            return _placing(seat, row, players)
        case EmperorMoved() | CastleBuilt() | TerritoryTakenOver() as event if before is not None:
            return _resolved(event, before, players)
        case GameEnded() as event:
            return _ended(event, players)
        case event:
            return _SENTENCES.get(type(event), sentence)(event, players)


def _ended(end: GameEnded, players: Players) -> str:
    """Return how the game ended (CM-END)."""
    texts = players.texts
    alone = len(end.winners) == 1
    names = texts.listed([players.partners(side) for side in end.winners])
    who = texts("ending.alone" if alone else "ending.shared", names=names)
    why = texts(f"ending.why.{end.reason}")
    most = max(end.castles.values())
    level = list(end.castles.values()).count(most) > 1
    if end.reason in _COUNTED and alone and level:
        why = texts("ending.tie_broken", why=why)
    score = "–".join(str(count) for count in sorted(end.castles.values(), reverse=True))
    return texts("ending", who=who, why=why, score=score)


def _resolved(
    event: EmperorMoved | CastleBuilt | TerritoryTakenOver, before: PositionView, players: Players
) -> str | None:
    """Return the result of the emperor's move, with the influence that decided it (CM-RES)."""
    if isinstance(event, EmperorMoved):
        moved = sentence(event, players, count=event.steps, territory=event.to)
        rest = _unchanged(before, _territory(before, event.to), players)
        return f"{moved} {rest}" if rest else moved
    strengths = _influence(before, _territory(before, event.territory))
    side, score = players.side(event.side), _score(strengths, players)
    if isinstance(event, CastleBuilt):
        return sentence(event, players, side=side, score=score)
    previous, count = players.side(event.previous), event.castles
    return sentence(event, players, side=side, previous=previous, count=count, score=score)


def _unchanged(view: PositionView, territory: TerritoryView, players: Players) -> str | None:
    """Return why nothing changes where the emperor stops; None if something does."""
    texts = players.texts
    strengths = _influence(view, territory)
    first, second, *_ = sorted(strengths, key=strengths.__getitem__, reverse=True)
    score = _score(strengths, players)
    if strengths[first] > strengths[second]:
        if first != territory.owner:
            return None
        return texts("story.kept", side=players.side(first), score=score)
    return texts("story.tied", score=score) if any(strengths.values()) else texts("place.nobody")


def _score(strengths: Mapping[Side, int], players: Players) -> str:
    """Return "4 to 2", the strongest first, without a third side that has nothing."""
    most, second, *rest = sorted(strengths.values(), reverse=True)
    others = [str(one) for one in (second, *filter(None, rest))]
    return players.texts("score", most=most, others=players.texts.listed(others))


def _influence(view: PositionView, territory: TerritoryView) -> dict[Side, int]:
    """Return the influence of each side in a territory (CM-RES-2)."""
    strengths = dict.fromkeys(view.castles_in_play, 0)
    holders = asdict(view.markers)
    for clan, count in asdict(territory.paladins).items():
        if (holder := holders[clan]) is not None:
            strengths[view.seats[holder].side] += count
    if territory.owner is not None:
        strengths[territory.owner] += territory.castles
    return strengths


def _territory(view: PositionView, head: int) -> TerritoryView:
    return next(one for one in view.territories if one.segments[0] == head)


def _placing(seat: int, row: Sequence[AnyEvent], players: Players) -> str:
    """Return what a seat placed, and the clans that it took control of (CM-PLACE, CM-CTRL)."""
    texts, name = players.texts, players.name(seat)
    placed = [event for event in row if isinstance(event, PaladinPlaced)]
    taken = [event for event in row if isinstance(event, MarkerTaken)]
    places = ", ".join(
        _place(to, [one.clan for one in placed if one.to == to], players)
        for to in dict.fromkeys(one.to for one in placed)
    )
    controls = texts.listed(
        [_control(one, players) for one in sorted(taken, key=lambda one: CLANS.index(one.clan))]
    )
    if places and controls:
        return texts("story.placed_control", name=name, places=places, controls=controls)
    if controls:
        return texts("story.marker", name=name, controls=controls)
    if places:
        return texts("story.placed", name=name, places=places)
    return texts("story.placed_nothing", name=name)


def _place(to: int | str, clans: Iterable[str], players: Players) -> str:
    here = _clans(clans, players)
    if to == "court":
        return players.texts("place.in_court", clans=here)
    return players.texts("place.in", clans=here, territory=to)


def _control(taken: MarkerTaken, players: Players) -> str:
    clan = players.texts(f"control.{taken.clan}")
    if taken.previous is None:
        return clan
    return players.texts("taken.from", clan=clan, name=players.name(taken.previous))


def _clans(clans: Iterable[str], players: Players) -> str:
    """Return "2 blue and 1 crown", in clan order."""
    counts = Counter(clans)
    return players.texts.listed(
        [players.texts(f"clans.{clan}", count=counts[clan]) for clan in _NAMED if counts[clan]]
    )


def _dice(event: DiceRolled, players: Players) -> str | None:
    return sentence(event, players, clans=_clans(event.faces, players))


def _named(event: CrownsChosen | JokersExchanged, players: Players) -> str | None:
    return sentence(event, players, clans=_clans(event.clans, players))


def _round(event: RoundStarted, players: Players) -> str | None:
    name = players.name(event.order[0])
    if event.discs_returned:
        return players.texts("story.round_with_discs", round=event.round, name=name)
    return sentence(event, players, name=name)


_SENTENCES: Final[Mapping[type[Any], Callable[[Any, Players], str | None]]] = {
    LotsDrawn: lambda event, players: sentence(
        event, players, name=players.name(event.opening[0]), territory=event.emperor
    ),
    DiceRolled: _dice,
    PaladinsReturned: lambda event, players: sentence(
        event, players, clan=players.texts(f"clan.{event.clan}"), count=event.each
    ),
    ReserveFilled: lambda event, players: (
        sentence(event, players, count=event.jokers) if event.jokers else None
    ),
    CrownsChosen: _named,
    JokersExchanged: _named,
    RoundStarted: _round,
    TurnOrderSet: lambda event, players: sentence(
        event, players, names=", ".join(map(players.name, event.order))
    ),
    TerritoriesMerged: lambda event, players: sentence(
        event, players, parts=players.texts.listed(list(map(str, event.parts)))
    ),
}
"""For events whose text needs more than their members."""
