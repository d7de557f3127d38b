"""The legal actions of a position: a second opinion on ``decide``, written apart from it.

Placements and moves are many when there are many tokens, so they are counted and numbered by
territory, never listed whole. In normal form the cards of a trade are in the order of the cards;
``decide`` takes any order.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any, Final, NamedTuple

from domain.ruleset import Legal, Seat
from domain.rulesets.teg.actions import (
    Action,
    Attack,
    EndTurn,
    MoveTokens,
    PlaceTokens,
    TradeCards,
)
from domain.rulesets.teg.atlas import (
    CARD_INDEX,
    CARDS,
    FIGURE_OF,
    MEMBERS,
    NEIGHBOURS,
    TERRITORIES,
    Territory,
)
from domain.rulesets.teg.board import POOLS, PoolName
from domain.rulesets.teg.position import Position

NONE: Final[Legal[Any]] = Legal(0, lambda index: None, ())


class _Run(NamedTuple):
    """So many actions of one kind, numbered from 0."""

    size: int
    at: Callable[[int], Action]


class _Kind(NamedTuple):
    """All legal actions of one kind, and the same in compact form."""

    runs: Sequence[_Run]
    choices: Mapping[str, Any]


def legal(position: Position, seat: Seat) -> Legal[Action]:
    """Return the legal actions of the seat; none if its decision is not due (TG-TURN-1)."""
    if position.active != seat or position.attack is not None or position.card_due:
        return NONE
    kinds = [kind for kind in _kinds(position, seat) if kind.runs]
    runs = [run for kind in kinds for run in kind.runs]

    def at(index: int) -> Action:
        for run in runs:
            if index < run.size:
                return run.at(index)
            index -= run.size
        raise IndexError(index)

    return Legal(sum(run.size for run in runs), at, [kind.choices for kind in kinds])


def normal(action: Action) -> Action:
    """Return the action in the form in which ``legal`` lists it."""
    match action:
        case TradeCards(cards=cards):
            return TradeCards(tuple(sorted(cards, key=CARD_INDEX.__getitem__)))
        case _:
            return action


def _kinds(position: Position, seat: Seat) -> Iterator[_Kind]:
    """Yield what can be done with tokens to place, or without; moves are always possible."""
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
    yield _Kind([_Run(1, lambda _: EndTurn())], {"type": "end_turn"})


def _placements(position: Position, own: list[int]) -> _Kind:
    """For each entry of the pool: any own territory, of its continent if bound, any number."""
    runs = []
    pools = []
    for entry, left in enumerate(position.pool):
        if left:
            to = own if entry == 0 else list(MEMBERS[entry - 1])
            runs.append(_Run(len(to) * left, partial(_placement, POOLS[entry], to, left)))
            pools.append({"pool": POOLS[entry], "count": left, "territories": _names(to)})
    return _Kind(runs, {"type": "place_tokens", "pools": pools})


def _placement(pool: PoolName, to: list[int], left: int, index: int) -> Action:
    which, less = divmod(index, left)
    return PlaceTokens(pool, TERRITORIES[to[which]], less + 1)


def _trades(hand: bytes) -> _Kind:
    """Each three cards whose figures are alike or all different, wildcards standing for any."""
    sets = []
    for cards in combinations(sorted(hand), 3):
        plain = [FIGURE_OF[card] for card in cards if FIGURE_OF[card]]
        if len(plain) < 3 or len(set(plain)) in (1, 3):
            sets.append([CARDS[card] for card in cards])
    runs = [_Run(len(sets), lambda index: TradeCards(tuple(sets[index])))] if sets else []
    return _Kind(runs, {"type": "trade_cards", "sets": sets})


def _attacks(position: Position, own: list[int]) -> _Kind:
    """From each territory with two tokens or more to each neighbour of another seat."""
    owners = position.owners
    attacks = []
    choices = []
    for source in own:
        if position.tokens[source] >= 2:
            targets = [other for other in NEIGHBOURS[source] if owners[other] != owners[source]]
            if targets:
                name = TERRITORIES[source]
                attacks += [(name, TERRITORIES[target]) for target in targets]
                choices.append({"source": name, "targets": _names(targets)})
    runs = [_Run(len(attacks), lambda index: Attack(*attacks[index]))] if attacks else []
    return _Kind(runs, {"type": "attack", "attacks": choices})


def _moves(position: Position, own: list[int]) -> _Kind:
    """From each own territory to each own neighbour, as many tokens as may leave."""
    owners = position.owners
    runs = []
    choices = []
    for source in own:
        tokens = position.tokens[source]
        most = tokens - 1
        if not position.options.chain_moves:
            most = min(most, tokens - position.arrived[source])
        targets = [other for other in NEIGHBOURS[source] if owners[other] == owners[source]]
        if most > 0 and targets:
            runs.append(_Run(len(targets) * most, partial(_move, source, targets, most)))
            choices.append({"source": TERRITORIES[source], "targets": _names(targets), "count": most})
    return _Kind(runs, {"type": "move_tokens", "moves": choices})


def _move(source: int, targets: list[int], most: int, index: int) -> Action:
    which, less = divmod(index, most)
    return MoveTokens(TERRITORIES[source], TERRITORIES[targets[which]], less + 1)


def _names(territories: Sequence[int]) -> list[Territory]:
    return [TERRITORIES[territory] for territory in territories]
