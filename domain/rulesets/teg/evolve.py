"""The other dispatch table: event → next position. It trusts the events and never refuses one."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from domain.rulesets.teg.atlas import CARD_INDEX, INDEX, TERRITORIES_COUNT
from domain.rulesets.teg.board import COMMON, EMPTY_POOL, POOL_INDEX, REINFORCEMENT
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
from domain.rulesets.teg.position import ELIMINATED, RESIGNED, Outcome, Position, with_status
from domain.rulesets.teg.rules.collecting import by_entry

NOWHERE: Final = (0,) * TERRITORIES_COUNT


def evolve(position: Position, event: AnyEvent) -> Position:
    """Return the position after the event."""
    return _EVOLVE[type(event)](position, event)


def _board_dealt(p: Position, e: BoardDealt) -> Position:
    return replace(
        p,
        round=1,
        first=e.first,
        owners=bytes(e.owners),
        tokens=(1,) * TERRITORIES_COUNT,
        objectives=e.objectives,
    )


def _turn_started(p: Position, e: TurnStarted) -> Position:
    return replace(
        p,
        round=e.round,
        active=e.seat,
        pool=by_entry(e.pool),
        arrived=NOWHERE,
        conquests=0,
        attacked=False,
        moved=False,
    )


def _tokens_placed(p: Position, e: TokensPlaced) -> Position:
    pool = _added(p.pool, POOL_INDEX[e.pool], -e.count)
    return replace(p, pool=pool, tokens=_added(p.tokens, INDEX[e.territory], e.count))


def _cards_traded(p: Position, e: CardsTraded) -> Position:
    cards = bytes(CARD_INDEX[card] for card in e.cards)
    tokens = p.tokens
    for territory in e.reinforced:
        tokens = _added(tokens, INDEX[territory], REINFORCEMENT)
    return replace(
        p,
        tokens=tokens,
        pool=_added(p.pool, POOL_INDEX["free"], e.tokens),
        hands=_with_hand(p.hands, e.seat, _without(p.hands[e.seat], cards)),
        discard=p.discard + cards,
        trades=_added(p.trades, e.seat, 1),
    )


def _attack_declared(p: Position, e: AttackDeclared) -> Position:
    return replace(p, attack=(INDEX[e.source], INDEX[e.target]), attacked=True)


def _battle_fought(p: Position, e: BattleFought) -> Position:
    source, target = INDEX[e.source], INDEX[e.target]
    tokens = list(p.tokens)
    tokens[source] -= e.attacker_losses
    tokens[target] -= e.defender_losses
    if not e.conquered:
        return replace(p, tokens=tuple(tokens), attack=None)
    tokens[source] -= 1
    tokens[target] += 1
    owners = bytearray(p.owners)
    owners[target] = e.seat
    return replace(
        p,
        tokens=tuple(tokens),
        owners=bytes(owners),
        attack=None,
        conquests=p.conquests + 1,
        conquered=target,
    )


def _seat_eliminated(p: Position, e: SeatEliminated) -> Position:
    inherited, freed = e.inherited, e.freed
    assert inherited is not None, "a stored event hides nothing"
    assert freed is not None, "a stored event hides nothing"
    hand = p.hands[e.conqueror] + bytes(CARD_INDEX[card] for card in inherited)
    hands = _with_hand(_with_hand(p.hands, e.seat, b""), e.conqueror, hand)
    objectives = tuple(
        COMMON if seat in freed else objective for seat, objective in enumerate(p.objectives)
    )
    return replace(
        p,
        statuses=with_status(p.statuses, e.seat, ELIMINATED),
        hands=hands,
        discard=p.discard + bytes(CARD_INDEX[card] for card in e.discarded),
        objectives=objectives,
    )


def _tokens_moved(p: Position, e: TokensMoved) -> Position:
    source, target = INDEX[e.source], INDEX[e.target]
    tokens = list(p.tokens)
    tokens[source] -= e.count
    tokens[target] += e.count
    arrived = _added(p.arrived, target, e.count)
    return replace(p, tokens=tuple(tokens), arrived=arrived, moved=True)


def _deck_renewed(p: Position, e: DeckRenewed) -> Position:
    return replace(p, deck=bytes(sorted(p.discard)), discard=b"")


def _card_earned(p: Position, e: CardEarned) -> Position:
    return replace(p, card_due=True)


def _card_drawn(p: Position, e: CardDrawn) -> Position:
    assert e.card is not None, "a stored event hides nothing"
    card = bytes([CARD_INDEX[e.card]])
    hand = p.hands[e.seat] + card
    deck = _without(p.deck, card)
    return replace(p, deck=deck, hands=_with_hand(p.hands, e.seat, hand), card_due=False)


def _turn_ended(p: Position, e: TurnEnded) -> Position:
    # A seat that resigns in its turn may leave tokens, an attack or a draw unfinished.
    return replace(p, pool=EMPTY_POOL, attack=None, card_due=False)


def _seat_withdrew(p: Position, e: SeatWithdrew) -> Position:
    return replace(
        p,
        statuses=with_status(p.statuses, e.seat, RESIGNED),
        hands=_with_hand(p.hands, e.seat, b""),
        discard=p.discard + bytes(CARD_INDEX[card] for card in e.discarded),
    )


def _game_ended(p: Position, e: GameEnded) -> Position:
    # In the order of the seats, which the JSON of a stored event does not keep.
    colors = p.options.seat_colors
    territories = {color: e.territories[color] for color in colors}
    outcome = Outcome(e.reasons[0], e.reasons, e.winners, territories)
    return replace(p, active=None, pool=EMPTY_POOL, attack=None, card_due=False, outcome=outcome)


def _added(counts: tuple[int, ...], index: int, amount: int) -> tuple[int, ...]:
    """Return the counts with ``amount`` (which may be negative) added to one of them."""
    changed = list(counts)
    changed[index] += amount
    return tuple(changed)


def _with_hand(hands: tuple[bytes, ...], seat: int, hand: bytes) -> tuple[bytes, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _without(cards: bytes, gone: Sequence[int]) -> bytes:
    return bytes(card for card in cards if card not in gone)


_EVOLVE: Final[dict[type[AnyEvent], Callable[[Position, Any], Position]]] = {
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
