"""Invariants of every position, and of every step of a game (TG-INV).

Each invariant is its own function over the flat fields of the position, independent of
``check.py``, which checks positions from outside. TG-INV-20 to TG-INV-24 are not of this kind: they
have their own tests.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, TypeAlias

from domain.rulesets.teg.atlas import FIGURE_OF, INDEX, MEMBERS
from domain.rulesets.teg.board import COMMON, DESTRUCTIONS, NOWHERE
from domain.rulesets.teg.events import (
    AttackDeclared,
    BattleFought,
    CardDrawn,
    CardsTraded,
    GameEnded,
    TokensPlaced,
    TurnEnded,
    TurnStarted,
)
from domain.rulesets.teg.position import ACTIVE, ELIMINATED, Position
from tests.support.games.play import Step

Holds: TypeAlias = Callable[[Position], bool]
HoldsBetween: TypeAlias = Callable[["History", Step], bool]


# --- in one position -----------------------------------------------------------------------------


def _owned_and_held(p: Position) -> bool:
    """TG-INV-1: every territory has a seat as its owner, and a token."""
    seats = p.options.players
    return len(p.owners) == len(p.tokens) == 50 and max(p.owners) < seats and min(p.tokens) >= 1


def _each_card_once(p: Position) -> bool:
    """TG-INV-2: deck, discarded cards and hands together are the 52 cards."""
    return sorted(p.deck + p.discard + b"".join(p.hands)) == list(range(52))


def _hands_have_five(p: Position) -> bool:
    """TG-INV-3: hands have at most five cards."""
    return max(map(len, p.hands)) <= 5


def _five_have_a_set(p: Position) -> bool:
    """TG-INV-4: a seat with five cards can trade three of them."""
    return all(
        any(_is_set([FIGURE_OF[card] for card in cards]) for cards in combinations(hand, 3))
        for hand in p.hands
        if len(hand) == 5
    )


def _is_set(figures: Sequence[str | None]) -> bool:
    """Try all figures for the wildcards, as the rule says."""
    if None in figures:
        rest = [figure for figure in figures if figure]
        wild = len(figures) - len(rest)
        return any(
            _is_set([*rest, *([figure] * wild)]) for figure in ("square", "triangle", "circle")
        )
    return len(set(figures)) != 2


def _eliminated_is_without_land(p: Position) -> bool:
    """TG-INV-5: exactly the eliminated seats own no territory."""
    return all(
        (seat not in p.owners) == (status == ELIMINATED) for seat, status in enumerate(p.statuses)
    )


def _only_active_have_cards(p: Position) -> bool:
    """TG-INV-6: a seat that is out has no cards."""
    return not any(
        hand for hand, status in zip(p.hands, p.statuses, strict=True) if status != ACTIVE
    )


def _turns_are_of_active_seats(p: Position) -> bool:
    """TG-INV-7: while the game runs, it is the turn of an active seat."""
    if p.outcome is not None:
        return p.active is None
    return p.active is not None and p.statuses[p.active] == ACTIVE


def _three_conquests(p: Position) -> bool:
    """TG-INV-8: at most three conquests, and none in round 1."""
    return 0 <= p.conquests <= (3 if p.round > 1 else 0)


def _pool_is_bound(p: Position) -> bool:
    """TG-INV-9: no entry is below 0, and tokens are bound to whole continents of the seat."""
    return min(p.pool) >= 0 and all(
        not left or {p.owners[territory] for territory in members} == {p.active}
        for left, members in zip(p.pool[1:], MEMBERS, strict=True)
    )


def _arrived_are_there(p: Position) -> bool:
    """TG-INV-11: tokens that arrived by a move cannot have moved on."""
    if p.options.chain_moves or p.arrived == NOWHERE:
        return True
    return all(0 <= arrived <= tokens for arrived, tokens in zip(p.arrived, p.tokens, strict=True))


def _cards_are_left(p: Position) -> bool:
    """TG-INV-18: hands leave at least one card to draw."""
    return len(p.deck) + len(p.discard) >= 22


def _targets_are_others(p: Position) -> bool:
    """TG-INV-27: a target is another seat, and never one that is gone."""
    for seat, objective in enumerate(p.objectives):
        target = _target(p, seat)
        if target == seat:
            return False
        if target is None or p.statuses[target] != ELIMINATED or p.statuses[seat] != ACTIVE:
            continue
        won = p.outcome is not None and p.options.seat_colors[seat] in p.outcome.winners
        if objective != COMMON and not won:
            return False
    return True


def _target(p: Position, seat: int) -> int | None:
    """Return the seat that an objective targets, from the table of colours (TG-OBJ-6)."""
    colors = list(p.options.seat_colors)
    wanted = DESTRUCTIONS.get(p.objectives[seat])
    if wanted is None:
        return None
    others = [other for other, color in enumerate(colors) if color == wanted and other != seat]
    return others[0] if others else (seat or len(colors)) - 1


IN_POSITION: Final[Mapping[str, Holds]] = {
    "TG-INV-1": _owned_and_held,
    "TG-INV-2": _each_card_once,
    "TG-INV-3": _hands_have_five,
    "TG-INV-4": _five_have_a_set,
    "TG-INV-5": _eliminated_is_without_land,
    "TG-INV-6": _only_active_have_cards,
    "TG-INV-7": _turns_are_of_active_seats,
    "TG-INV-8": _three_conquests,
    "TG-INV-9": _pool_is_bound,
    "TG-INV-11": _arrived_are_there,
    "TG-INV-18": _cards_are_left,
    "TG-INV-27": _targets_are_others,
}


# --- from step to step ---------------------------------------------------------------------------


class History:
    """The part of a game's history that the invariants need."""

    def __init__(self) -> None:
        self.round = 0
        self.had_turns: set[int] = set()
        """The seats that have had a turn in this round."""
        self.turn: Counter[str] = Counter()
        """What happened in this turn, by type of event."""
        self.cards_unearned = 0
        """Cards drawn without a conquest, or after another card in the same turn."""
        self.attacks_too_late = 0
        """Attacks after a move in the same turn."""
        self.worth: dict[int | None, int] = {}
        """The tokens of the last trade, by seat; under None, of any seat."""

    def note(self, step: Step) -> None:
        """Record a step; a new turn clears the record of the last one."""
        for event in step.events:
            if isinstance(event, TurnStarted):
                self.turn.clear()
            self.turn[type(event).__name__] += 1
            turn = self.turn
            if isinstance(event, BattleFought) and event.conquered:
                turn["conquered"] += 1
            if isinstance(event, CardDrawn):
                self.cards_unearned += turn["CardDrawn"] > 1 or not turn["conquered"]
            if isinstance(event, AttackDeclared):
                self.attacks_too_late += turn["TokensMoved"] > 0


def _of(step: Step, kind: type[Any]) -> list[Any]:
    return [event for event in step.events if isinstance(event, kind)]


def _nothing_in_round_two(history: History, step: Step) -> bool:
    """TG-INV-10: in round 2, tokens come only from trades."""
    pool = step.after.pool if step.after.round == 2 else ()
    return not any(pool) or history.turn["CardsTraded"] > 0


def _pairs_are_lost(_: History, step: Step) -> bool:
    """TG-INV-12: each pair of dice costs one token."""
    return all(
        battle.attacker_losses + battle.defender_losses
        == min(len(battle.attacker), len(battle.defender))
        for battle in _of(step, BattleFought)
    )


def _conquest_is_free(_: History, step: Step) -> bool:
    """TG-INV-13: an attacker who conquers has lost no token."""
    return not any(
        battle.conquered and battle.attacker_losses for battle in _of(step, BattleFought)
    )


def _tokens_add_up(_: History, step: Step) -> bool:
    """TG-INV-14: placing adds tokens, trades add two for each own land, and battles cost some."""
    if not step.before.round:
        return set(step.after.tokens) == {1}
    change: int = sum(event.count for event in _of(step, TokensPlaced))
    for traded in _of(step, CardsTraded):
        change += 2 * sum(
            not card.startswith("w_")
            and step.before.owners[INDEX[card.removeprefix("c_")]] == traded.seat
            for card in traded.cards
        )
    for battle in _of(step, BattleFought):
        change -= battle.attacker_losses + battle.defender_losses
    before: Position = step.before
    after: Position = step.after
    return sum(before.tokens) + change == sum(after.tokens)


def _one_card_a_turn(history: History, _: Step) -> bool:
    """TG-INV-15: at most one card is drawn in a turn, and only for a conquest."""
    return not history.cards_unearned


def _no_attack_after_a_move(history: History, _: Step) -> bool:
    """TG-INV-16: a move ends the attacks of a turn."""
    return not history.attacks_too_late


def _land_changes_by_conquest(_: History, step: Step) -> bool:
    """TG-INV-17: one territory at a time, by a battle that conquers it."""
    if not step.before.round:
        return True
    if step.before.owners == step.after.owners:
        return not any(one.conquered for one in _of(step, BattleFought))
    changed = [
        territory
        for territory, owners in enumerate(zip(step.before.owners, step.after.owners, strict=True))
        if owners[0] != owners[1]
    ]
    return changed == [INDEX[one.target] for one in _of(step, BattleFought) if one.conquered]


def _trades_never_fall(history: History, step: Step) -> bool:
    """TG-INV-19: trades bring 4, 6, 8 or 10, and never less than the trade before."""
    for traded in _of(step, CardsTraded):
        counter = traded.seat if step.before.options.trade_counter == "per_player" else None
        if traded.tokens not in (4, 6, 8, 10) or traded.tokens < history.worth.get(counter, 0):
            return False
        history.worth[counter] = traded.tokens
    return True


def _the_conqueror_wins(_: History, step: Step) -> bool:
    """TG-INV-25: if a conquest ends the game, the conqueror wins."""
    battles = _of(step, BattleFought)
    return all(
        battles[0].conquered
        and ended.winners == (step.before.options.seat_colors[battles[0].seat],)
        for ended in _of(step, GameEnded)
        if battles
    )


def _a_turn_a_round(history: History, step: Step) -> bool:
    """TG-INV-26: rounds go up by one, and in each a seat starts and ends at most one turn."""
    for event in step.events:
        if isinstance(event, TurnEnded) and event.seat not in history.had_turns:
            return False
        if not isinstance(event, TurnStarted):
            continue
        if event.round not in (history.round, history.round + 1):
            return False
        if event.round > history.round:
            history.round = event.round
            history.had_turns.clear()
        if event.seat in history.had_turns:
            return False
        history.had_turns.add(event.seat)
    return True


FROM_STEP_TO_STEP: Final[Mapping[str, HoldsBetween]] = {
    "TG-INV-10": _nothing_in_round_two,
    "TG-INV-12": _pairs_are_lost,
    "TG-INV-13": _conquest_is_free,
    "TG-INV-14": _tokens_add_up,
    "TG-INV-15": _one_card_a_turn,
    "TG-INV-16": _no_attack_after_a_move,
    "TG-INV-17": _land_changes_by_conquest,
    "TG-INV-19": _trades_never_fall,
    "TG-INV-25": _the_conqueror_wins,
    "TG-INV-26": _a_turn_a_round,
}

ALL: Final = (*IN_POSITION, *FROM_STEP_TO_STEP)


def broken_in(position: Position) -> Iterator[str]:
    """Yield the ids of the invariants that this position breaks."""
    return (rule for rule, holds in IN_POSITION.items() if not holds(position))


def broken_by(history: History, step: Step) -> Iterator[str]:
    """Record the step, and yield the ids of the invariants that it breaks."""
    history.note(step)
    return (rule for rule, holds in FROM_STEP_TO_STEP.items() if not holds(history, step))
