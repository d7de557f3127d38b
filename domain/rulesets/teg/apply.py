"""The other dispatch table: event → what it changes. It trusts the events and refuses none."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, cast

from domain.rulesets.teg.atlas import CARD_INDEX, INDEX, TERRITORIES_COUNT
from domain.rulesets.teg.board import (
    COMMON,
    EMPTY_POOL,
    NOWHERE,
    POOL_INDEX,
    REINFORCEMENT,
    Objective,
    PoolName,
)
from domain.rulesets.teg.events import (
    AnyEvent,
    AttackDeclared,
    BattleFought,
    BoardDealt,
    CardDrawn,
    CardEarned,
    CardsTraded,
    DeckRenewed,
    GameEnded,
    SeatEliminated,
    SeatWithdrew,
    TokensMoved,
    TokensPlaced,
    TurnEnded,
    TurnStarted,
)
from domain.rulesets.teg.position import ELIMINATED, RESIGNED, Draft, ended
from domain.rulesets.teg.rules.collecting import by_entry


def apply(draft: Draft, events: Sequence[AnyEvent]) -> None:
    """Change the draft as the events say."""
    for event in events:
        _APPLY[type(event)](draft, event)


def _board_dealt(d: Draft, e: BoardDealt) -> None:
    d.round = 1
    d.first = e.first
    d.owners = bytearray(e.owners)
    d.tokens = [1] * TERRITORIES_COUNT
    # A stored event hides nothing.
    d.objectives = cast("tuple[Objective, ...]", e.objectives)


def _turn_started(d: Draft, e: TurnStarted) -> None:
    d.round = e.round
    d.active = e.seat
    d.pool = by_entry(e.pool)
    d.arrived = list(NOWHERE)
    d.conquests = 0
    d.attacked = False
    d.moved = False


def _tokens_placed(d: Draft, e: TokensPlaced) -> None:
    _add_to_pool(d, e.pool, -e.count)
    d.tokens[INDEX[e.territory]] += e.count


def _cards_traded(d: Draft, e: CardsTraded) -> None:
    cards = _cards(e.cards)
    for territory in e.reinforced:
        d.tokens[INDEX[territory]] += REINFORCEMENT
    _add_to_pool(d, "free", e.tokens)
    d.hands[e.seat] = bytes(card for card in d.hands[e.seat] if card not in cards)
    d.discard += cards
    d.trades[e.seat] += 1


def _attack_declared(d: Draft, e: AttackDeclared) -> None:
    d.attack = (INDEX[e.source], INDEX[e.target])
    d.attacked = True


def _battle_fought(d: Draft, e: BattleFought) -> None:
    source, target = INDEX[e.source], INDEX[e.target]
    d.tokens[source] -= e.attacker_losses
    d.tokens[target] -= e.defender_losses
    d.attack = None
    if e.conquered:
        d.tokens[source] -= 1
        d.tokens[target] += 1
        d.owners[target] = e.seat
        d.conquests += 1
        d.conquered = target


def _seat_eliminated(d: Draft, e: SeatEliminated) -> None:
    inherited, freed = e.inherited, e.freed
    assert inherited is not None, "a stored event hides nothing"
    assert freed is not None, "a stored event hides nothing"
    d.statuses[e.seat] = ELIMINATED
    d.hands[e.seat] = b""
    d.hands[e.conqueror] += _cards(inherited)
    d.discard += _cards(e.discarded)
    d.objectives = tuple(
        COMMON if seat in freed else objective for seat, objective in enumerate(d.objectives)
    )


def _tokens_moved(d: Draft, e: TokensMoved) -> None:
    source, target = INDEX[e.source], INDEX[e.target]
    d.tokens[source] -= e.count
    d.tokens[target] += e.count
    d.arrived[target] += e.count
    d.moved = True


def _deck_renewed(d: Draft, e: DeckRenewed) -> None:
    d.deck = bytearray(sorted(d.discard))
    d.discard = bytearray()


def _card_earned(d: Draft, e: CardEarned) -> None:
    d.card_due = True


def _card_drawn(d: Draft, e: CardDrawn) -> None:
    assert e.card is not None, "a stored event hides nothing"
    card = CARD_INDEX[e.card]
    d.deck.remove(card)
    d.hands[e.seat] += bytes([card])
    d.card_due = False


def _turn_ended(d: Draft, e: TurnEnded) -> None:
    # A seat that resigns in its turn may leave tokens, an attack or a draw unfinished.
    d.pool = EMPTY_POOL
    d.attack = None
    d.card_due = False


def _seat_withdrew(d: Draft, e: SeatWithdrew) -> None:
    d.statuses[e.seat] = RESIGNED
    d.hands[e.seat] = b""
    d.discard += _cards(e.discarded)


def _game_ended(d: Draft, e: GameEnded) -> None:
    # In the order of the seats, which the JSON of a stored event does not keep.
    territories = {color: e.territories[color] for color in d.options.seat_colors}
    d.outcome = ended(d, e.reasons, e.winners, territories)
    d.active = None
    d.pool = EMPTY_POOL
    d.attack = None
    d.card_due = False


def _add_to_pool(d: Draft, name: PoolName, count: int) -> None:
    pool = list(d.pool)
    pool[POOL_INDEX[name]] += count
    d.pool = tuple(pool)


def _cards(names: Iterable[str]) -> bytes:
    return bytes(CARD_INDEX[name] for name in names)


_APPLY: Final[dict[type[AnyEvent], Callable[[Draft, Any], None]]] = {
    BoardDealt: _board_dealt,
    TurnStarted: _turn_started,
    TokensPlaced: _tokens_placed,
    CardsTraded: _cards_traded,
    AttackDeclared: _attack_declared,
    BattleFought: _battle_fought,
    SeatEliminated: _seat_eliminated,
    TokensMoved: _tokens_moved,
    DeckRenewed: _deck_renewed,
    CardEarned: _card_earned,
    CardDrawn: _card_drawn,
    TurnEnded: _turn_ended,
    SeatWithdrew: _seat_withdrew,
    GameEnded: _game_ended,
}
