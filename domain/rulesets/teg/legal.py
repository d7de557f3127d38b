"""The legal actions of a position, written independently of ``decide`` as a second opinion.

There are many placements and moves when there are many tokens, so this module counts them and
numbers them by territory, but never lists them all. In normal form, the cards of a trade are in
card order; ``decide`` accepts any order.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from operator import itemgetter
from typing import Any, Final, TypeAlias

from domain.kit import NO_ACTIONS, ActionKind, Legal, Run, Seat, joined
from domain.rulesets.teg.actions import (
    Action,
    Attack,
    EndTurn,
    MoveTokens,
    PlaceTokens,
    TradeCards,
)
from domain.rulesets.teg.atlas import (
    CARDS,
    FIGURE_OF,
    MEMBERS,
    NEIGHBOURS,
    TERRITORIES,
    Territory,
)
from domain.rulesets.teg.board import NOWHERE, POOLS, PoolName
from domain.rulesets.teg.position import Position

_Way: TypeAlias = tuple[int, int, int]
"""Moves from one territory: which it is, how many tokens may leave, and the number of moves."""


def legal(position: Position, seat: Seat) -> Legal[Action]:
    """Return the legal actions of the seat; none if its decision is not due (TG-TURN-1)."""
    if position.active != seat or position.attack is not None or position.card_due:
        return NO_ACTIONS
    return joined(tuple(_kinds(position, seat)))


def _kinds(position: Position, seat: Seat) -> Iterator[ActionKind[Action]]:
    """Yield the kinds of actions possible with or without tokens to place, always with moves."""
    own = [territory for territory, owner in enumerate(position.owners) if owner == seat]
    if any(position.pool):
        yield _placements(position, own)
        yield _moves(position, own)
        return
    late = position.attacked or position.moved
    if not late or position.options.trade_window == "any_time":
        yield _trades(position.hands[seat])
    if position.round >= 2 and position.conquests < 3 and not position.moved:
        yield _attacks(position, own)
    yield _moves(position, own)
    yield ActionKind([Run(1, lambda _: EndTurn())], lambda: {"type": "end_turn"})


def _placements(position: Position, own: list[int]) -> ActionKind[Action]:
    """Return the placements: per pool entry, any allowed own territory and any number."""
    pools = [
        (POOLS[entry], own if entry == 0 else MEMBERS[entry - 1], left)
        for entry, left in enumerate(position.pool)
        if left
    ]
    runs = [Run(len(to) * left, partial(_placement, name, to, left)) for name, to, left in pools]
    return ActionKind(runs, partial(_pools, pools))


def _pools(pools: Sequence[tuple[PoolName, Sequence[int], int]]) -> dict[str, Any]:
    """Return the placements in compact form."""
    choices = [{"pool": name, "count": left, "territories": _names(to)} for name, to, left in pools]
    return {"type": "place_tokens", "pools": choices}


def _placement(pool: PoolName, to: Sequence[int], left: int, index: int) -> Action:
    which, less = divmod(index, left)
    return PlaceTokens(pool, TERRITORIES[to[which]], less + 1)


def _trades(hand: bytes) -> ActionKind[Action]:
    """Return the trades: any three cards that form a set (TG-TRADE-2)."""
    sets = []
    for cards in combinations(sorted(hand), 3):
        plain = [FIGURE_OF[card] for card in cards if FIGURE_OF[card]]
        if len(plain) < 3 or len(set(plain)) in (1, 3):
            sets.append([CARDS[card] for card in cards])
    runs = [Run(len(sets), lambda index: TradeCards(tuple(sets[index])))] if sets else []
    return ActionKind(runs, lambda: {"type": "trade_cards", "sets": sets})


def _attacks(position: Position, own: list[int]) -> ActionKind[Action]:
    """Return the attacks: from own territories with two tokens or more to any enemy neighbour."""
    owners, tokens = position.owners, position.tokens
    fronts = []
    for source in own:
        if tokens[source] >= 2:
            targets = [other for other in NEIGHBOURS[source] if owners[other] != owners[source]]
            if targets:
                fronts.append((source, targets))
    attacks = [(source, target) for source, targets in fronts for target in targets]

    def at(index: int) -> Action:
        source, target = attacks[index]
        return Attack(TERRITORIES[source], TERRITORIES[target])

    def choices() -> dict[str, Any]:
        names = [
            {"source": TERRITORIES[source], "targets": _names(targets)}
            for source, targets in fronts
        ]
        return {"type": "attack", "attacks": names}

    return ActionKind([Run(len(attacks), at)] if attacks else [], choices)


def _moves(position: Position, own: list[int]) -> ActionKind[Action]:
    """Return the moves: from own territories to own neighbours, with any number that may leave."""
    owners, tokens = bytes(position.owners), position.tokens
    # One token stays, and so do all that arrived in this turn (TG-MOVE-3, TG-MOVE-6).
    kept = NOWHERE if position.options.chain_moves else position.arrived
    ways = []
    count = 0
    for source in own:
        most = tokens[source] - (kept[source] or 1)
        if most > 0:
            targets = _OWNERS_NEAR[source](owners).count(owners[source]) - 1
            if targets:
                ways.append((source, most, targets * most))
                count += targets * most
    runs = [Run(count, partial(_move, owners, ways))] if ways else []
    return ActionKind(runs, partial(_ways, owners, ways))


_OWNERS_NEAR: Final = tuple(itemgetter(own, *near) for own, near in enumerate(NEIGHBOURS))
"""By territory: what gets its owner, and the owners of its neighbours."""


def _move(owners: bytes, ways: Sequence[_Way], index: int) -> Action:
    for source, most, count in ways:
        if index < count:
            which, less = divmod(index, most)
            target = _own_near(owners, source)[which]
            return MoveTokens(TERRITORIES[source], TERRITORIES[target], less + 1)
        index -= count
    raise IndexError(index)


def _ways(owners: bytes, ways: Sequence[_Way]) -> dict[str, Any]:
    """Return the moves in compact form."""
    moves = [
        {
            "source": TERRITORIES[source],
            "targets": _names(_own_near(owners, source)),
            "count": most,
        }
        for source, most, _ in ways
    ]
    return {"type": "move_tokens", "moves": moves}


def _own_near(owners: bytes, source: int) -> list[int]:
    return [other for other in NEIGHBOURS[source] if owners[other] == owners[source]]


def _names(territories: Sequence[int]) -> list[Territory]:
    return [TERRITORIES[territory] for territory in territories]
