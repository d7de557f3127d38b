"""Helpers for examples of TEG: positions as changes to one base position.

The **base position**: a turn of seat 0 (``active``) has just begun in round 3 (``round``), and it
has collected. The territories go round the seats in the order of the map, one token on each, the
hands are empty, all cards are in the deck. In the mode ``secret_and_common`` seat *i* has
objective *i* + 1.

Changes use the fields of the vectors (``rulesets/teg/vectors/README.md``).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import cycle
from typing import Any, Final, TypeAlias, cast

import msgspec

from domain.ruleset import CHANCE
from domain.rulesets.teg import RULESET
from domain.rulesets.teg.actions import (
    Attack,
    DealBoard,
    DrawCard,
    EndTurn,
    MoveTokens,
    PlaceTokens,
    RollDice,
    TradeCards,
)
from domain.rulesets.teg.atlas import (
    CARD_INDEX,
    CARDS,
    INDEX,
    TERRITORIES_COUNT,
    Card,
    Territory,
)
from domain.rulesets.teg.board import NOWHERE, OBJECTIVES, POOLS, ObjectiveId, PoolName
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.position import STATUSES, Position
from domain.rulesets.teg.rules.collecting import by_entry, collected
from tests.support.games.spec import Request, Scene

Example: TypeAlias = Scene[Position]


# --- given -----------------------------------------------------------------------------------


def given(players: int = 2, *, options: Mapping[str, Any] | None = None, **changes: Any) -> Example:
    """Begin with the base position, changed."""
    return Scene(RULESET, position_of(players, options or {}, changes), differences)


def set_up(players: int = 2, **options: Any) -> Example:
    """Begin before the board is dealt."""
    return Scene(RULESET, RULESET.start(options_of(players, options)), differences)


def options_of(players: int, options: Mapping[str, Any]) -> Options:
    """Return the options of a game, as parsed from a request."""
    return msgspec.convert({"players": players, **options}, Options)


def position_of(players: int, options: Mapping[str, Any], changes: Mapping[str, Any]) -> Position:
    """Return the base position with these changes."""
    agreed = options_of(players, options)
    fields = {name: _by_seat(value) for name, value in changes.items()}
    owners = _owners(players, fields.pop("own", {}), fields.pop("rest", range(players)))
    active = fields.pop("active", 0)
    round_number = fields.pop("round", 3)
    pool = fields.pop("pool", None)
    hands = [_cards(fields.get("hands", {}).get(str(seat), ())) for seat in range(players)]
    fields.pop("hands", None)
    held = {card for hand in hands for card in hand}
    left = bytes(card for card in range(len(CARDS)) if card not in held)
    discard = left if fields.pop("deck", None) == "empty" else _cards(fields.pop("discard", ()))
    objectives: Mapping[str, Any] = fields.pop("objectives", {})
    secret = agreed.mode == "secret_and_common"
    position = Position(
        options=agreed,
        round=round_number,
        first=fields.pop("first", 0 if agreed.first_seat == "random" else agreed.first_seat),
        active=active,
        owners=owners,
        tokens=_numbers(fields.pop("tokens", {}), (1,) * TERRITORIES_COUNT),
        arrived=_numbers(fields.pop("arrived", {}), NOWHERE),
        pool=by_entry(collected(owners, active, round_number))
        if pool is None
        else tuple(pool.get(name, 0) for name in POOLS),
        hands=tuple(hands),
        deck=bytes(card for card in left if card not in discard),
        discard=discard,
        objectives=tuple(objectives.get(str(seat), OBJECTIVES[seat]) for seat in range(players))
        if secret
        else (),
        statuses=bytes(map(STATUSES.index, fields.pop("status", ["active"] * players))),
        trades=tuple(fields.pop("trades", [0] * players)),
        conquests=fields.pop("conquests", 0),
        attacked=fields.pop("attacked", False),
        moved=fields.pop("moved", False),
        conquered=None,
        attack=None,
        card_due=False,
        outcome=None,
    )
    assert not fields, f"no such fields: {sorted(fields)}"
    return position


def _by_seat(value: Any) -> Any:
    """Return a field's value as in a vector, with keys as text."""
    if isinstance(value, Mapping):
        return {str(key): one for key, one in value.items()}
    return value


def _owners(
    players: int, own: Mapping[str, str | Sequence[Territory]], rest: Iterable[int]
) -> bytes:
    """Return the owners: the given ones, then the seats of ``rest`` in turn."""
    owners: list[int | None] = [None] * TERRITORIES_COUNT
    for seat, territories in own.items():
        for territory in _words(territories):
            owners[INDEX[territory]] = int(seat)
    others = cycle(rest)
    whole = bytes(next(others) if owner is None else owner for owner in owners)
    assert set(whole) <= set(range(players))
    return whole


def _numbers(changed: Mapping[str, int], base: tuple[int, ...]) -> tuple[int, ...]:
    counts = list(base)
    for territory, count in changed.items():
        counts[INDEX[territory]] = count
    return tuple(counts)


def _cards(names: str | Sequence[str]) -> bytes:
    return bytes(CARD_INDEX[name] for name in _words(names))


def _words(names: str | Sequence[str]) -> Sequence[str]:
    return names.split() if isinstance(names, str) else names


# --- when --------------------------------------------------------------------------------------


def place(seat: int, territory: str, count: int, pool: str = "free") -> Request:
    """Place tokens of one entry of the pool."""
    return seat, PlaceTokens(cast(PoolName, pool), cast(Territory, territory), count)


def trade(seat: int, cards: str) -> Request:
    """Trade these cards."""
    return seat, TradeCards(cast(tuple[Card, ...], tuple(cards.split())))


def attack(seat: int, source: str, target: str) -> Request:
    """Attack once."""
    return seat, Attack(cast(Territory, source), cast(Territory, target))


def dice(attacker: str, defender: str) -> Request:
    """Chance rolls these dice, written as ``6 3``."""
    return CHANCE, RollDice(tuple(map(int, attacker.split())), tuple(map(int, defender.split())))


def move(seat: int, source: str, target: str, count: int) -> Request:
    """Move tokens."""
    return seat, MoveTokens(cast(Territory, source), cast(Territory, target), count)


def end(seat: int) -> Request:
    """End the turn."""
    return seat, EndTurn()


def draw(card: str) -> Request:
    """Chance draws this card."""
    return CHANCE, DrawCard(cast(Card, card))


def deal(first: int, owners: Sequence[int], objectives: str = "") -> Request:
    """Chance deals the board."""
    named = cast(tuple[ObjectiveId, ...], tuple(objectives.split()))
    return CHANCE, DealBoard(first, tuple(owners), named)


def place_of(error: msgspec.ValidationError) -> str:
    """Return where a value does not fit its schema; ``$`` is the whole."""
    _, _, place = str(error).partition(" - at `")
    return place.removesuffix("`") or "$"


# --- then --------------------------------------------------------------------------------------


def differences(position: Position, expected: Mapping[str, Any]) -> list[str]:
    """Return a line for each field that is not as expected.

    ``tokens``, ``owner`` and ``objectives`` are compared where named, everything else as a whole;
    ``pool`` and ``hands`` leave out empty entries.
    """
    lines = []
    for name, value in expected.items():
        wanted = _by_seat(value)
        seen = _SEEN[name](position, wanted)
        if seen != wanted:
            lines.append(f"{name}: expected {wanted}, is {seen}")
    return lines


def _names(cards: bytes) -> list[str]:
    return [CARDS[card] for card in cards]


def _result(position: Position, wanted: Mapping[str, Any] | None) -> dict[str, Any] | None:
    outcome = msgspec.json.decode(msgspec.json.encode(position.outcome))
    return outcome and {name: outcome[name] for name in wanted or outcome}


_SEEN: Final[Mapping[str, Callable[[Position, Any], Any]]] = {
    "tokens": lambda p, named: {name: p.tokens[INDEX[name]] for name in named},
    "owner": lambda p, named: {name: p.owners[INDEX[name]] for name in named},
    "arrived": lambda p, named: {name: p.arrived[INDEX[name]] for name in named},
    "pool": lambda p, _: {name: left for name, left in zip(POOLS, p.pool, strict=True) if left},
    "hands": lambda p, _: {str(seat): _names(hand) for seat, hand in enumerate(p.hands) if hand},
    "hand_sizes": lambda p, _: [len(hand) for hand in p.hands],
    "discard": lambda p, _: _names(p.discard),
    "discard_size": lambda p, _: len(p.discard),
    "deck_size": lambda p, _: len(p.deck),
    "trades": lambda p, _: list(p.trades),
    "objectives": lambda p, named: {seat: p.objectives[int(seat)] for seat in named},
    "status": lambda p, _: [STATUSES[status] for status in p.statuses],
    "round": lambda p, _: p.round,
    "active": lambda p, _: p.active,
    "conquests": lambda p, _: p.conquests,
    "attacked": lambda p, _: p.attacked,
    "moved": lambda p, _: p.moved,
    "total": lambda p, _: sum(p.tokens),
    "result": _result,
}
"""By field: the position's value, limited to the wanted parts."""
