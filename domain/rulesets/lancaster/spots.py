"""The places of the picture that an action concerns."""

from domain.rulesets.lancaster.actions import Action, PlaceKnight, ScoreCounty
from domain.rulesets.lancaster.board import COUNTY_INDEX
from domain.rulesets.lancaster.position import PLACES, Position, Table, battle_named


def spots(position: Position, action: Action) -> tuple[str, ...]:
    """Return where a knight goes or comes from; castles are in the panels of the seats."""
    match action:
        case PlaceKnight(to=to):
            return _spot(position, to)
        case ScoreCounty(voyage=voyage) if voyage is not None:
            return (f"county-{position.subject}", *_spot(position, voyage))
        case ScoreCounty():
            return (f"county-{position.subject}",)
        case _:
            return ()


def _spot(table: Table, place: str) -> tuple[str, ...]:
    if place in COUNTY_INDEX:
        return (f"county-{place}",)
    found = battle_named(table, place)
    return () if found is None else (f"battle-{PLACES[found[0]]}",)
