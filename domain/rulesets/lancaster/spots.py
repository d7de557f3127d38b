"""The places of the picture that an action concerns."""

from domain.rulesets.lancaster.actions import (
    Action,
    ChooseExtension,
    ChooseFavour,
    NameStartPlayer,
    PlaceKnight,
    Ransom,
    ScoreCounty,
    ValueSource,
)
from domain.rulesets.lancaster.board import COUNTY_INDEX, SPACE_INDEX
from domain.rulesets.lancaster.position import PLACES, Position, Table, battle_named


def spots(position: Position, action: Action) -> tuple[str, ...]:
    """Return where a knight goes or comes from, the tile, or the castle that is meant."""
    match action:
        case PlaceKnight(to=place) | ChooseExtension(extension=place) | ValueSource(space=place):
            return _spot(position, place)
        case ScoreCounty(voyage=voyage):
            return (f"county-{position.subject}", *_spot(position, voyage))
        case ChooseFavour(favour=favour, noble=noble):
            return (f"favour-{favour}", *(() if noble is None else (f"county-{noble}",)))
        case NameStartPlayer(seat=seat):
            return (f"court-{seat}",)
        case Ransom():
            return _spot(position, position.subject)
        case _:
            return ()


def _spot(table: Table, place: str | None) -> tuple[str, ...]:
    if place in COUNTY_INDEX:
        return (f"county-{place}",)
    if place in SPACE_INDEX:
        return (f"castle-{table.queue[0]}-{place}",)
    found = None if place is None else battle_named(table, place)
    return () if found is None else (f"battle-{PLACES[found[0]]}",)
