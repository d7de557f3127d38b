"""The house bots of TEG: a ladder up to ``greedy``, which evaluates the board after its turn.

``random`` plays any legal action, but makes sure to end its turns: there are hundreds of ways to
move tokens, and only one to stop.

``greedy`` uses the exact odds of attacks. It sees only its seat's view and the legal actions, and
decides only ties between equal plans at random. In its turn it trades as soon as it can, places
tokens where they enable conquests or protect what is valuable, attacks while the expected gain
exceeds the cost, then brings up idle tokens from behind.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from domain.kit import Legal, Pick, ladder, random_bot
from domain.rulesets.teg.actions import (
    Attack,
    EndTurn,
    MoveTokens,
    PlaceTokens,
    SeatAction,
    TradeCards,
)
from domain.rulesets.teg.atlas import CARD_INDEX, INDEX, TERRITORIES
from domain.rulesets.teg.board import CARDS_MAX, CONQUESTS_MAX
from domain.rulesets.teg.odds import siege
from domain.rulesets.teg.outlook import Outlook, attackers_for, card_worth, defenders_for, safety
from domain.rulesets.teg.view import PositionView

_GOOD: Final = 0.8
"""The chance of a conquest that the bot places tokens for."""
_SAFE: Final = 0.7
"""The chance of keeping a territory that the bot places tokens for."""
_SAME: Final = 1e-9
_ONWARD: Final = 10
"""Once in this many actions, ``random`` moves its turn towards the end: it places, or ends it."""

T = TypeVar("T")
Choices: TypeAlias = Mapping[str, Mapping[str, Any]]


class Step(NamedTuple):
    """A use of tokens: how many to place on a territory, and the worth of that."""

    rate: float
    """Worth per token."""
    land: int
    tokens: int
    target: int | None
    """The territory to take, if any."""


def at_random(view: PositionView, legal: Legal[SeatAction], pick: Pick) -> SeatAction:
    """Play any legal action with equal probability, but do not move tokens endlessly."""
    if pick(_ONWARD):
        return random_bot(view, legal, pick)
    first = legal.choices[0]
    if first["type"] == "place_tokens":
        placements = sum(len(pool["territories"]) * pool["count"] for pool in first["pools"])
        return legal.at(pick(placements))
    return EndTurn()


def greedy(view: PositionView, legal: Legal[SeatAction], pick: Pick) -> SeatAction:
    """Play the most promising action for the seat; ``pick`` breaks ties."""
    assert view.active is not None
    choices = {choice["type"]: choice for choice in legal.choices}
    board = Outlook(view, view.active)
    if "place_tokens" in choices:
        return _place(board, choices["place_tokens"]["pools"], pick)
    return (
        _trade(view, board, choices, pick)
        or _attack(view, board, choices, pick)
        or _move(board, choices, pick)
        or EndTurn()
    )


def _place(board: Outlook, pools: Sequence[Mapping[str, Any]], pick: Pick) -> SeatAction:
    """Place the tokens bound to a continent first, then the free ones."""
    pool = pools[-1]
    allowed = [INDEX[name] for name in pool["territories"]]
    land, count = _placement(board, allowed, pool["count"], pick)
    return PlaceTokens(pool["pool"], TERRITORIES[land], count)


def _placement(board: Outlook, allowed: list[int], count: int, pick: Pick) -> tuple[int, int]:
    """Return the first territory of the best plan for all tokens, and how many to place there."""
    left = count
    placed: dict[int, int] = {}
    conquests = 0
    while left:
        steps = _steps(board, allowed, left, attacks=conquests < CONQUESTS_MAX)
        if not steps:
            break
        step = _best(steps, [step.rate for step in steps], pick)
        placed[step.land] = placed.get(step.land, 0) + step.tokens
        left -= step.tokens
        board.tokens[step.land] += step.tokens
        if step.target is not None:
            conquests += 1
            losses = siege(board.tokens[step.land], board.tokens[step.target]).attacker_losses
            board.take(step.land, step.target, round(losses))
    wanted = {land: number for land, number in placed.items() if number}
    if not wanted:
        return _front(board, allowed, pick), count
    first = next(iter(wanted))
    # A plan for one territory alone gets the remaining tokens too.
    return first, wanted[first] + (left if len(wanted) == 1 else 0)


def _steps(board: Outlook, allowed: list[int], left: int, *, attacks: bool) -> list[Step]:
    """Return the uses of the remaining tokens: enable a conquest, or protect a territory."""
    steps = []
    for land in allowed:
        threat = board.threat(land)
        if threat > 1:
            count = defenders_for(_SAFE, threat) - board.tokens[land]
            if 0 < count <= left:
                risk = safety(threat, board.tokens[land] + count) - safety(
                    threat, board.tokens[land]
                )
                steps.append(Step(board.keep(land) * risk / count, land, count, None))
    if attacks:
        for land, owner in enumerate(board.owners):
            if owner != board.seat:
                steps += _openings(board, allowed, left, land)
    return steps


def _openings(board: Outlook, allowed: list[int], left: int, target: int) -> list[Step]:
    """Return the territories that could take the target with up to ``left`` more tokens."""
    steps = []
    worth = board.worth(target)
    wanted = attackers_for(_GOOD, board.tokens[target])
    for source in board.sources(target):
        count = max(0, wanted - board.tokens[source])
        if count <= left and (not count or source in allowed):
            steps.append(Step(worth / (count + 1), source, count, target))
    return steps


def _front(board: Outlook, allowed: list[int], pick: Pick) -> int:
    """Return the best territory for a reserve: at the most threatened border, or nearest to it."""
    distances = board.distances()
    nearest = min(distances[land] for land in allowed)
    fronts = [land for land in allowed if distances[land] == nearest]
    return _best(fronts, [board.tokens[land] + 0.1 * board.threat(land) for land in fronts], pick)


def _trade(view: PositionView, board: Outlook, choices: Choices, pick: Pick) -> SeatAction | None:
    """Trade while the tokens can still attack, or when the hand has no room for a card."""
    sets = choices["trade_cards"]["sets"] if "trade_cards" in choices else []
    open_attacks = "attack" in choices
    full = view.seats[board.seat].card_count == CARDS_MAX
    if not sets or not (open_attacks or full):
        return None
    return TradeCards(tuple(_best(sets, [_set_worth(board, cards) for cards in sets], pick)))


def _set_worth(board: Outlook, cards: Sequence[str]) -> float:
    """Prefer cards of own territories, and keep wildcards for when they are needed."""
    numbers = [CARD_INDEX[card] for card in cards]
    owned = sum(card < len(TERRITORIES) and board.owners[card] == board.seat for card in numbers)
    return 2 * owned - sum(card >= len(TERRITORIES) for card in numbers)


def _attack(view: PositionView, board: Outlook, choices: Choices, pick: Pick) -> SeatAction | None:
    """Make the attack with the greatest expected gain, if there is one."""
    if "attack" not in choices:
        return None
    extra = card_worth(view, board.seat)
    attacks = [
        (INDEX[entry["source"]], INDEX[target])
        for entry in choices["attack"]["attacks"]
        for target in entry["targets"]
    ]
    worth = {target: board.worth(target) + extra for _, target in attacks}
    gains = [board.gain(source, target, worth[target]) for source, target in attacks]
    if max(gains, default=0.0) <= 0:
        return None
    source, target = _best(attacks, gains, pick)
    return Attack(TERRITORIES[source], TERRITORIES[target])


def _move(board: Outlook, choices: Choices, pick: Pick) -> SeatAction | None:
    """Move tokens nearer to the border, and along it to where they are needed more."""
    if "move_tokens" not in choices:
        return None
    distances = board.distances()
    for entry in choices["move_tokens"]["moves"]:
        source = INDEX[entry["source"]]
        spare = min(entry["count"], board.tokens[source] - 1)
        if not distances[source]:
            spare = min(spare, board.tokens[source] - defenders_for(_SAFE, board.threat(source)))
        targets = [INDEX[name] for name in entry["targets"]]
        wants = [_want(board, distances, source, target) for target in targets]
        if spare > 0 and max(wants, default=0.0) > 0:
            target = _best(targets, wants, pick)
            count = spare if distances[source] else min(spare, round(max(wants)))
            return MoveTokens(TERRITORIES[source], TERRITORIES[target], count)
    return None


def _want(board: Outlook, distances: list[int], source: int, target: int) -> float:
    """Return how much a territory needs the tokens of its neighbour; 0 for not at all."""
    if distances[source]:
        nearer = distances[source] - distances[target]
        return nearer * 1000.0 + board.threat(target) if nearer > 0 else 0.0
    if distances[target]:
        return 0.0
    return max(0.0, float(defenders_for(_SAFE, board.threat(target)) - board.tokens[target]))


def _best(things: Sequence[T], worth: Sequence[float], pick: Pick) -> T:
    """Return the thing of the greatest worth; ``pick`` chooses among equals."""
    most = max(worth) - _SAME
    ties = [thing for thing, value in zip(things, worth, strict=True) if value >= most]
    return ties[0] if len(ties) == 1 else ties[pick(len(ties))]


BOTS: Final = ladder(greedy, at_random)
