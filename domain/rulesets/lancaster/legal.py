"""The legal actions of a position, written independently of ``decide`` as a second opinion.

Squires, markers and amounts are counted, not listed. In normal form, the extensions of a law are in
the order of the data file and the ransomed knights ascending; ``decide`` accepts any order.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any, Final

from msgspec import to_builtins
from msgspec.structs import replace

from domain.kit import NO_ACTIONS, ActionKind, Legal, Run, Seat, Subsets, joined, tag_of
from domain.rulesets.lancaster.actions import (
    Action,
    CastVote,
    ChooseAlly,
    ChooseExtension,
    ChooseFavour,
    KnightAt,
    NameStartPlayer,
    Option,
    PlaceKnight,
    Ransom,
    ScoreCounty,
    UseLaw,
    ValueSource,
)
from domain.rulesets.lancaster.board import (
    ALLY_SPACES,
    COLORS,
    COUNTIES,
    COUNTY,
    EDITION,
    FAVOUR,
    SPACE,
    TILES,
    CountyId,
    LawId,
    SpaceId,
)
from domain.rulesets.lancaster.position import (
    Moment,
    Position,
    Strengths,
    ally_of,
    battles_joined,
    color_of,
    controller,
    in_play,
    is_ally,
    stock_of,
)


def legal(position: Position, seat: Seat) -> Legal[Action]:
    """Return the legal actions of the seat; none if its decision is not due."""
    due = position.queue if position.moment == "vote" else position.queue[:1]
    kinds = _KINDS.get(position.moment)
    if kinds is None or seat not in due:
        return NO_ACTIONS
    return joined(tuple(kinds(position, seat)))


def _listed(actions: Sequence[Action]) -> ActionKind[Action]:
    """Return a few actions of one kind; in compact form, each as it is."""

    def choices() -> dict[str, Any]:
        data = [to_builtins(one) for one in actions]
        for one in data:
            del one["type"]
        return {"type": tag_of(actions[0]), "of": data}

    runs = [Run(len(actions), actions.__getitem__)] if actions else []
    return ActionKind(runs, choices)


# --- set-up ------------------------------------------------------------------------------------


def _allies(position: Position, seat: Seat) -> Iterator[ActionKind[Action]]:
    taken = {color for color in position.colors if color is not None}
    yield _listed([ChooseAlly(color) for color in COLORS if color not in taken])


def _first_extensions(position: Position, seat: Seat) -> Iterator[ActionKind[Action]]:
    yield _listed([ChooseExtension(tile) for tile in TILES])


# --- troops ------------------------------------------------------------------------------------


def _placements(position: Position, seat: Seat) -> Iterator[ActionKind[Action]]:
    """Yield the placements: on each county, with the numbers of squires that are enough."""
    found = list(_ranges(position, seat))
    runs = [Run(len(squires), partial(_placement, one, squires)) for one, squires in found]

    def choices() -> dict[str, Any]:
        return {
            "type": "place_knight",
            "placements": [
                {
                    "side": one.side,
                    "strength": one.strength,
                    "to": one.to,
                    "squires": {"from": squires.start, "to": squires.stop - 1},
                }
                for one, squires in found
            ],
        }

    yield ActionKind(runs, choices)


def _placement(action: PlaceKnight, squires: range, index: int) -> Action:
    return replace(action, squires=squires[index])


def _ranges(position: Position, seat: Seat) -> Iterator[tuple[PlaceKnight, range]]:
    """Yield each placement with the possible numbers of squires."""
    ally = ally_of(position, seat)
    for side in (seat,) if ally is None else (seat, ally):
        color = color_of(position, side)
        owned = position.squires[seat] if side == seat else 0
        battles = [
            battle.card
            for battle in position.battles
            if battle is not None
            and (len(battle.slots) < EDITION.slots_per_battle or battle.strengths_of(side))
        ]
        for strength in sorted(set(position.courts[side])):
            yield from _on_counties(position, PlaceKnight(color, strength, "A"), seat, owned)
            for place in (*_free_spaces(position, side), *battles):
                yield PlaceKnight(color, strength, place), range(1)


def _on_counties(
    position: Position, knight: PlaceKnight, seat: Seat, owned: int
) -> Iterator[tuple[PlaceKnight, range]]:
    """Yield the counties where a knight may stand, with the numbers of squires."""
    for county, holder in zip(COUNTIES, position.holders, strict=True):
        least = 0
        if holder is not None:
            if controller(position, holder.side) == seat:
                continue
            least = max(holder.strength + holder.squires + 1 - knight.strength, 0)
        if knight.strength >= COUNTY[county].min and least <= owned:
            yield replace(knight, to=county), range(least, owned + 1)


def _free_spaces(position: Position, side: int) -> list[SpaceId]:
    if is_ally(position, side):
        spaces: tuple[SpaceId, ...] = ALLY_SPACES
        covered: tuple[SpaceId, ...] = ()
    else:
        spaces, covered = TILES, position.extensions[side]
    return [
        space
        for space, strength in zip(spaces, position.castles[side], strict=True)
        if strength == 0 and space not in covered
    ]


def _knights(position: Position, side: int) -> list[KnightAt | None]:
    """Return None, and each kind of knight that can become stronger (LA-GAIN-7)."""
    found = {
        (strength, at)
        for strength, at in in_play(position, side)
        if position.reserves[side].count(strength + 1)
    }
    order = sorted(found, key=lambda one: (one[0], one[1] != "court", one[1]))
    return [None, *(KnightAt(strength, at) for strength, at in order)]


def _favours(position: Position, seat: Seat) -> Iterator[ActionKind[Action]]:
    side = position.favour_side
    assert side is not None, "a favour is due"
    actions: list[Action] = []
    for favour in position.favours:
        ops = {effect.op for effect in FAVOUR[favour].reward}
        knights = _knights(position, side) if "UPGRADE" in ops else [None]
        nobles: list[CountyId | None] = [None]
        if "NOBLE_ANY" in ops:
            nobles += _nobles(position, seat, side)
        actions += (ChooseFavour(favour, *one) for one in product(knights, nobles))
    yield _listed(actions)


def _nobles(position: Position, seat: Seat, side: int) -> list[CountyId]:
    owned = () if is_ally(position, side) else position.tables[seat]
    return [
        county
        for county, nobles in zip(COUNTIES, position.nobles, strict=True)
        if nobles and county not in owned
    ]


# --- parliament --------------------------------------------------------------------------------


def _votes(position: Position, seat: Seat) -> Iterator[ActionKind[Action]]:
    most = position.votes[seat]

    def at(index: int) -> Action:
        against, markers = divmod(index, most + 1)
        return CastVote("no" if against else "yes", markers)

    yield ActionKind(
        [Run(2 * (most + 1), at)],
        lambda: {"type": "cast_vote", "ballot": ["yes", "no"], "markers": {"from": 0, "to": most}},
    )


def _law(position: Position, seat: Seat) -> Iterator[ActionKind[Action]]:
    law: LawId = next(one for one in position.current if one == position.subject)
    match law:
        case "L01" | "L09":
            yield _listed([UseLaw(law, upgrade=one) for one in _knights(position, seat)])
        case "L06":
            yield _buildings(position, seat)
        case "L10":
            yield _listed([UseLaw(law), UseLaw(law, swap=True)])
        case _:
            yield _amounts(law, _most(position, seat, law))


def _amounts(law: LawId, most: int) -> ActionKind[Action]:
    return ActionKind(
        [Run(most + 1, lambda index: UseLaw(law, index))],
        lambda: {"type": "use_law", "law": law, "amount": {"from": 0, "to": most}},
    )


def _most(position: Position, seat: Seat, law: LawId) -> int:
    """Return how often a seat may recruit or exchange."""
    recruits = position.reserves[seat].count(1)
    gold, squires = position.gold[seat], position.squires[seat]
    nobles = len(position.tables[seat])
    return {
        "L02": min(1, recruits),
        "L04": min(gold, position.votes_left),
        "L05": min(gold, squires),
        "L15": min(nobles // 3, recruits),
        "L16": gold,
        "L17": squires,
    }[law]


def _buildings(position: Position, seat: Seat) -> ActionKind[Action]:
    most = battles_joined(position, seat) // 2
    subsets = Subsets(stock_of(position, seat), at_least=0, at_most=most)
    return ActionKind(
        [Run(subsets.count, lambda index: UseLaw("L06", extensions=subsets.at(index)))],
        lambda: {"type": "use_law", "law": "L06", "extensions": subsets.choice},
    )


# --- scoring -----------------------------------------------------------------------------------


def _county(position: Position, seat: Seat) -> Iterator[ActionKind[Action]]:
    county: CountyId = next(one for one in COUNTIES if one == position.subject)
    number = COUNTIES.index(county)
    holder = position.holders[number]
    assert holder is not None, "a county without a knight is skipped"
    side = holder.side
    ally = is_ally(position, side)
    takes = position.nobles[number] > 0 and (ally or county not in position.tables[seat])
    options: list[Option] = ["reward"]
    if takes and not ally and position.gold[seat] >= EDITION.both_cost_gold:
        options.append("both")
    actions: list[Action] = [ScoreCounty("noble")] if takes else []
    for option in options:
        actions += _rewarded(position, seat, side, county, option)
    yield _listed(actions)


def _rewarded(
    position: Position, seat: Seat, side: int, county: CountyId, option: Option
) -> Iterator[Action]:
    """Yield the ways to receive the reward of a county."""
    ops = {effect.op for effect in COUNTY[county].reward}
    knights = _knights(position, side) if "UPGRADE" in ops else [None]
    recruits = [False, True] if "RECRUIT" in ops and 1 in position.reserves[side] else [False]
    builds = "EXTEND" in ops and not is_ally(position, side)
    tiles = [None, *stock_of(position, seat)] if builds else [None]
    battles = [
        battle.card
        for battle in position.battles
        if battle is not None
        and (len(battle.slots) < EDITION.slots_per_battle or battle.strengths_of(side))
    ]
    voyages = [None, *battles] if "VOYAGE" in ops else [None]
    for knight, recruit, tile, voyage in product(knights, recruits, tiles, voyages):
        yield ScoreCounty(option, knight, recruit, tile, voyage)


def _start_players(position: Position, seat: Seat) -> Iterator[ActionKind[Action]]:
    yield _listed([NameStartPlayer(other) for other in range(position.options.players)])


def _sources(position: Position, seat: Seat) -> Iterator[ActionKind[Action]]:
    actions: list[Action] = []
    for tile in position.extensions[seat]:
        if tile not in position.tiles_valued:
            actions += _uses(position, seat, seat, ValueSource("tile", tile))
    ally = ally_of(position, seat)
    for side in (seat,) if ally is None else (seat, ally):
        spaces: tuple[SpaceId, ...] = TILES if side == seat else ALLY_SPACES
        for space, strength in zip(spaces, position.castles[side], strict=True):
            if strength:
                actions += _uses(position, seat, side, ValueSource("knight", space))
    yield _listed(actions)


def _uses(position: Position, seat: Seat, side: int, used: ValueSource) -> Iterator[Action]:
    """Yield the ways to use a source, and to decline it."""
    space = SPACE[used.space]
    ops = {effect.op for effect in space.reward}
    if space.cost.squire or ops & {"UPGRADE", "RECRUIT"}:
        yield replace(used, use=False)
    if space.cost.squire > position.squires[seat]:
        return
    if "RECRUIT" in ops and 1 not in position.reserves[side]:
        return
    if "UPGRADE" in ops:
        for knight in _knights(position, side)[1:]:
            yield replace(used, upgrade=knight)
    else:
        yield used


def _ransoms(position: Position, seat: Seat) -> Iterator[ActionKind[Action]]:
    knights: Strengths = next(
        battle.strengths_of(seat)
        for battle in position.battles
        if battle is not None and battle.card == position.subject
    )
    counts = Counter(knights)
    ways = product(*(range(count + 1) for count in counts.values()))
    chosen = [
        tuple(sorted(Counter(dict(zip(counts, way, strict=True))).elements())) for way in ways
    ]
    gold = position.gold[seat]
    cost = EDITION.ransom_gold_per_strength
    yield _listed([Ransom(one) for one in chosen if cost * sum(one) <= gold])


_KINDS: Final[Mapping[Moment | None, Callable[[Position, Seat], Iterator[ActionKind[Action]]]]] = {
    "ally": _allies,
    "extension": _first_extensions,
    "place": _placements,
    "favour": _favours,
    "vote": _votes,
    "law": _law,
    "county": _county,
    "start_player": _start_players,
    "castle": _sources,
    "ransom": _ransoms,
}
"""By step: the legal actions of the seat that decides."""
