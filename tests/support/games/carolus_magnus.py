"""Helpers for examples of Carolus Magnus: positions as changes to one base position.

The **base position**: action phase, step ``place``, round 1, turn order 0, 1, …, seat 0 active.
Seat *i* has played disc *i* + 1 and holds its other four. Each segment is an unowned territory
with one paladin: blue on 1, green on 2, pink, red, yellow, blue on 6 and so on. The emperor is on
1, the courts are empty, each reserve is blue 2, green 2, pink 1, red 1, yellow 1 (with 3 players
blue 2, green 2, pink 2, red 2, yellow 1). In the opening phase no disc has been played yet and
each seat holds all five.

Changes use the fields of the vectors (``vectors/README.md``). Examples in code can also draw the
ring, one territory per line; segments that are not drawn are those of the base position::

    4      white 1   red 1, pink 1
    5-7    black 3   green 2, red 1
    8      -         blue 2

The supply is never given: it is the rest of each clan's 40 paladins.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias, cast

import msgspec

from domain.ruleset import CHANCE
from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.actions import (
    ArrangeTable,
    ChooseCrowns,
    ChooseDisc,
    ExchangeJokers,
    MoveEmperor,
    Placement,
    PlacePaladins,
    RollDice,
)
from domain.rulesets.carolus_magnus.board import (
    CLANS,
    DISCS,
    NUMBERS,
    PALADINS_PER_CLAN,
    SEGMENTS_COUNT,
    SIDES,
    SIDES_OF_SEATS,
    Clan,
    Face,
    Side,
)
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.position import Position
from domain.rulesets.carolus_magnus.rules.emperor import influence
from domain.rulesets.carolus_magnus.view import PositionView
from tests.support.games.spec import Request, Scene

Example: TypeAlias = Scene[Position]

_LINE = re.compile(r"(\d+)(?:-(\d+))?\s+(?:-|(white|black|gray) (\d+))(?:\s+(.*))?")


# --- given -----------------------------------------------------------------------------------


def given(players: int = 2, *, options: Mapping[str, Any] | None = None, **changes: Any) -> Example:
    """Begin with the base position, changed: ``ring`` is a drawing, the rest as in a vector."""
    return Scene(RULESET, position_of(players, options or {}, changes), differences)


def set_up(players: int = 2, **options: Any) -> Example:
    """Begin before the first lot is drawn."""
    return Scene(RULESET, RULESET.start(Options(players=players, **options)), differences)


def position_of(players: int, options: Mapping[str, Any], changes: Mapping[str, Any]) -> Position:
    """Return the base position with these changes."""
    agreed = Options(players=players, **options)
    position: Position = RULESET.read(view_of(agreed, changes), agreed)
    return position


def view_of(options: Options, changes: Mapping[str, Any]) -> PositionView:
    """Return the view of the base position with these changes."""
    given_fields = {name: _as_in_vectors(name, value) for name, value in changes.items()}
    seats = range(options.players)
    phase = given_fields.pop("phase", "action")
    order = list(given_fields.pop("order", seats))
    played = given_fields.pop("discs_played", None)
    if played is None:
        played = [seat + 1 if phase == "action" else None for seat in seats]
    left = given_fields.pop("discs_left", {})
    base_reserve = _base_reserve(options.players)
    reserves = _by_seat(given_fields.pop("reserves", {}), seats, base_reserve)
    courts = _by_seat(given_fields.pop("courts", {}), seats, {})
    territories = _territories(given_fields)
    active = given_fields.pop("active", order[0])
    markers = given_fields.pop("markers", None)
    sides = SIDES_OF_SEATS[options.players, options.seating]
    castles = dict.fromkeys(SIDES[: NUMBERS[options.players].sides_count], 0)
    for territory in territories:
        if territory["owner"]:
            castles[territory["owner"]] += territory["castles"]
    step = None
    if phase == "action":
        step = "exchange" if reserves[active].get("joker") else "place"
    jokers = [reserve.pop("joker", 0) for reserve in reserves]
    places = [*(territory["paladins"] for territory in territories), *courts, *reserves]
    view = {
        "phase": phase,
        "step": given_fields.pop("step", step),
        "round": given_fields.pop("round", 1),
        "order": order,
        "active": active,
        "crowns": given_fields.pop("crowns", 0),
        "emperor": given_fields.pop("emperor", 1),
        "territories": territories,
        "markers": _strongest(courts) if markers is None else markers,
        "supply": {
            clan: PALADINS_PER_CLAN - sum(place.get(clan, 0) for place in places) for clan in CLANS
        },
        "seats": [
            {
                "side": SIDES[sides[seat]],
                "court": courts[seat],
                "reserve": reserves[seat],
                "jokers": jokers[seat],
                "discs": left.get(str(seat), [disc for disc in DISCS if disc != played[seat]]),
                "disc_played": played[seat],
            }
            for seat in seats
        ],
        "castles_in_play": castles,
        "placed_this_round": given_fields.pop("placed_this_round", False),
        "owner_changed_this_round": given_fields.pop("owner_changed_this_round", False),
        "outcome": None,
    }
    assert not given_fields, f"no such fields: {sorted(given_fields)}"
    return msgspec.convert(view, PositionView)


def _base_reserve(players: int) -> dict[str, int]:
    twice = ("blue", "green", "pink", "red") if players == 3 else ("blue", "green")
    return {clan: 2 if clan in twice else 1 for clan in CLANS}


def _by_seat(
    changed: Mapping[str, Mapping[str, int]], seats: range, base: Mapping[str, int]
) -> list[dict[str, int]]:
    return [dict(changed.get(str(seat), base)) for seat in seats]


def _territories(changes: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the ring: the given territories, and single segments of the base position."""
    data = [*changes.pop("territories", ()), *draw_ring(changes.pop("ring", ""))]
    named = {segment for territory in data for segment in territory["segments"]}
    base = [
        {"segments": [segment], "paladins": {CLANS[(segment - 1) % len(CLANS)]: 1}}
        for segment in range(1, SEGMENTS_COUNT + 1)
        if segment not in named
    ]
    whole = [{"owner": None, "castles": 0, **territory} for territory in [*data, *base]]
    return sorted(whole, key=lambda territory: int(territory["segments"][0]))


def _strongest(courts: Sequence[Mapping[str, int]]) -> dict[str, int | None]:
    """Give each marker to the seat with strictly the most of the clan in court."""
    markers: dict[str, int | None] = {}
    for clan in CLANS:
        counts = [court.get(clan, 0) for court in courts]
        most = max(counts)
        markers[clan] = counts.index(most) if counts.count(most) == 1 else None
    return markers


# --- drawings and counts as text ---------------------------------------------------------------


def draw_ring(drawing: str) -> list[dict[str, Any]]:
    """Return the territories of a drawing, one per line."""
    territories = []
    for line in filter(None, map(str.strip, drawing.splitlines())):
        drawn = _LINE.fullmatch(line)
        assert drawn, f"not a territory: {line}"
        first, last, owner, castles, paladins = drawn.groups()
        length = (int(last or first) - int(first)) % SEGMENTS_COUNT + 1
        territories.append(
            {
                "segments": [
                    (int(first) - 1 + step) % SEGMENTS_COUNT + 1 for step in range(length)
                ],
                "owner": owner,
                "castles": int(castles or 0),
                "paladins": counts_of(paladins or ""),
            }
        )
    return territories


def counts_of(text: str) -> dict[str, int]:
    """Return the counts of a text such as ``red 2, green 1``."""
    pairs = (part.split() for part in text.split(",") if part.strip())
    return {clan: int(count) for clan, count in pairs}


def _as_in_vectors(name: str, value: Any) -> Any:
    """Return a field's value as in a vector: keys as text, counts by clan."""
    if name == "supply" and isinstance(value, str):
        return counts_of(value)
    if not isinstance(value, Mapping):
        return value
    data = {str(key): one for key, one in value.items()}
    if name in {"courts", "reserves"}:
        return {key: counts_of(one) if isinstance(one, str) else one for key, one in data.items()}
    return data


# --- when --------------------------------------------------------------------------------------


def lots(first_seats: Sequence[int], ring: str, emperor: int = 1) -> Request:
    """Chance draws the opening order, the clans of segments 1 … 15 and the emperor's start."""
    return CHANCE, ArrangeTable(tuple(first_seats), clans_of(ring), emperor)


def dice(faces: str) -> Request:
    """Chance rolls these faces."""
    return CHANCE, RollDice(cast(tuple[Face, ...], tuple(faces.split())))


def disc(seat: int, number: int) -> Request:
    """Choose a disc."""
    return seat, ChooseDisc(number)


def exchange(seat: int, clans: str) -> Request:
    """Exchange jokers for these clans."""
    return seat, ExchangeJokers(clans_of(clans))


def place(seat: int, *placements: str) -> Request:
    """Place paladins, each written as ``red court`` or ``red 5``."""
    return seat, PlacePaladins(tuple(_placement(*one.split()) for one in placements))


def move(seat: int, steps: int) -> Request:
    """Move the emperor."""
    return seat, MoveEmperor(steps)


def crowns(seat: int, clans: str) -> Request:
    """Name these clans for the crowns rolled."""
    return seat, ChooseCrowns(clans_of(clans))


def clans_of(text: str) -> tuple[Clan, ...]:
    """Return the clans named in a text, in its order."""
    return cast(tuple[Clan, ...], tuple(text.split()))


def _placement(clan: str, to: str) -> Placement:
    place_to: Literal["court"] | int = "court" if to == "court" else int(to)
    return Placement(cast(Clan, clan), place_to)


# --- then --------------------------------------------------------------------------------------


def differences(position: Position, expected: Mapping[str, Any]) -> list[str]:
    """Return a line for each field that is not as expected.

    Supply, markers and courts are compared only for the named clans, a territory and the result
    only in the named fields; everything else as a whole, without zero counts.
    """
    lines = []
    for name, value in expected.items():
        wanted = _as_in_vectors(name, value)
        seen = _seen(position, name, wanted)
        if name == "ring":
            wanted = draw_ring(value)
        if seen != wanted:
            lines.append(f"{name}: expected {wanted}, is {seen}")
    return lines


def _seen(position: Position, name: str, wanted: Any) -> Any:
    """Return this field of the position, limited to the parts named in ``wanted``."""
    view = RULESET.view(position, "arbiter")
    data = msgspec.json.decode(msgspec.json.encode(view))
    if name == "ring":
        wanted = {str(drawn["segments"][0]): drawn for drawn in draw_ring(wanted)}
        return [_territory(data, head, fields) for head, fields in wanted.items()]
    if name == "influence":
        return {head: _influence(position, int(head)) for head in wanted}
    if name == "result":
        outcome = data["outcome"]
        return outcome and {member: outcome[member] for member in wanted or outcome}
    if name in _BY_KEY:
        see = _BY_KEY[name]
        return {key: see(data, key, one) for key, one in wanted.items()}
    if name in _ALONE:
        return _ALONE[name](position, data)
    return data[name]


def _reserve(seat: Mapping[str, Any]) -> dict[str, int]:
    return _counted({**seat["reserve"], "joker": seat["jokers"]})


def _territory(data: Mapping[str, Any], head: str, fields: Any) -> dict[str, Any] | None:
    """Return the wanted fields of a territory; all of them if there should be no territory."""
    for territory in data["territories"]:
        if territory["segments"][0] == int(head):
            whole = {**territory, "paladins": _counted(territory["paladins"])}
            return {field: whole[field] for field in fields or whole}
    return None


def _counted(counts: Mapping[str, int]) -> dict[str, int]:
    return {name: count for name, count in counts.items() if count}


def _influence(position: Position, head: int) -> dict[Side, int]:
    return dict(zip(SIDES, influence(position, head), strict=False))


def _choices(position: Position) -> Mapping[str, Any]:
    assert position.active is not None
    return RULESET.legal(position, position.active).choices[0]


_BY_KEY: Final[Mapping[str, Callable[[Any, str, Any], Any]]] = {
    "supply": lambda data, clan, _: data["supply"][clan],
    "markers": lambda data, clan, _: data["markers"][clan],
    "courts": lambda data, seat, counts: {
        clan: data["seats"][int(seat)]["court"][clan] for clan in counts
    },
    "reserves": lambda data, seat, _: _reserve(data["seats"][int(seat)]),
    "reserve_sizes": lambda data, seat, _: sum(_reserve(data["seats"][int(seat)]).values()),
    "discs_left": lambda data, seat, _: data["seats"][int(seat)]["discs"],
    "territories": _territory,
}
"""Fields by clan, seat or head: a function of the view, the key and the wanted value."""

_ALONE: Final[Mapping[str, Callable[[Position, Any], Any]]] = {
    "heads": lambda _, data: [territory["segments"][0] for territory in data["territories"]],
    "territory_count": lambda _, data: len(data["territories"]),
    "legal_discs": lambda position, _: _choices(position)["discs"],
    "legal_steps": lambda position, _: _choices(position)["steps"],
    "must_place": lambda position, _: _choices(position)["count"],
}
"""Fields that have another name in a view, or are not in it."""
