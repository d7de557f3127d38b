"""Invariants of every position, and of every step of a game (CM-INV).

Each invariant is its own function over the flat fields of the position, independent of
``check.py``, which checks positions from outside.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from operator import ge
from typing import Final, TypeAlias

from domain.ruleset import CHANCE
from domain.rulesets.carolus_magnus.actions import PlacePaladins
from domain.rulesets.carolus_magnus.board import (
    CLAN_INDEX,
    CLANS_COUNT,
    NOBODY,
    NUMBERS,
    PALADINS_PER_CLAN,
    SEGMENTS_COUNT,
)
from domain.rulesets.carolus_magnus.events import (
    CastleBuilt,
    DiscPlayed,
    EmperorMoved,
    MarkerTaken,
    PaladinsReturned,
    TerritoriesMerged,
    TerritoryTakenOver,
    TurnEnded,
)
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.position import Position, reserve_count
from tests.support.games.play import Step

Holds: TypeAlias = Callable[[Position], bool]
HoldsBetween: TypeAlias = Callable[["History", Step], bool]

_CLANS: Final = range(CLANS_COUNT)


@cache
def _sizes(heads: bytes) -> list[int]:
    """Return the number of segments of each territory, in ring order."""
    following = heads[1:] + heads[:1]
    return [
        (after - head) % SEGMENTS_COUNT or SEGMENTS_COUNT
        for head, after in zip(heads, following, strict=True)
    ]


# --- in one position -----------------------------------------------------------------------------


def _conserved(p: Position) -> bool:
    """CM-INV-1: 40 of each clan. Flat bytes cannot be negative."""
    places = (p.land, p.courts, p.reserves)
    for clan in _CLANS:
        if p.supply[clan] + sum(sum(one[clan::CLANS_COUNT]) for one in places) != PALADINS_PER_CLAN:
            return False
    return True


def _ring(p: Position) -> bool:
    """CM-INV-2: distinct, ascending heads, whose runs of segments form the ring."""
    ascending = sorted(set(p.heads))
    return list(p.heads) == ascending and sum(_sizes(p.heads)) == SEGMENTS_COUNT


def _unowned_is_single(p: Position) -> bool:
    """CM-INV-3: a territory is unowned exactly if it has no castle, and then is one segment."""
    for head, size in zip(p.heads, _sizes(p.heads), strict=True):
        unowned = p.owners[head] == NOBODY
        if unowned != (p.castles[head] == 0) or (unowned and size > 1):
            return False
    return True


def _castle_a_segment(p: Position) -> bool:
    """CM-INV-4: as many castles as segments; only the last takeover may leave fewer."""
    for head, size in zip(p.heads, _sizes(p.heads), strict=True):
        if p.owners[head] != NOBODY and p.castles[head] != size:
            last = p.phase == "over" and head == p.emperor and p.castles[head] < size
            if not last:
                return False
    return True


def _neighbours_differ(p: Position) -> bool:
    """CM-INV-5: no two neighbours have the same owner."""
    last = p.owners[p.heads[-1]]
    for head in p.heads:
        owner = p.owners[head]
        if owner == last != NOBODY:
            return False
        last = owner
    return True


def _castles_of_sides(p: Position) -> bool:
    """CM-INV-6: each side's castles in play are those on its land, below the goal while it runs."""
    goal = NUMBERS[p.options.players].castle_goal
    standing = [0] * len(p.castles_in_play)
    for head in p.heads:
        if p.owners[head] != NOBODY:
            standing[p.owners[head]] += p.castles[head]
    most = goal if p.phase == "over" else goal - 1
    return standing == list(p.castles_in_play) and max(standing) <= most


def _castles_together(p: Position) -> bool:
    """CM-INV-7: while the game runs, all castles together are 15 minus the unowned territories."""
    unowned = sum(p.owners[head] == NOBODY for head in p.heads)
    return p.phase == "over" or sum(p.castles_in_play) == SEGMENTS_COUNT - unowned


def _territories_left(p: Position) -> bool:
    """CM-INV-8: at least four territories while the game runs, and two at its end."""
    return len(p.heads) >= (2 if p.phase == "over" else 4)


def _paladin_a_segment(p: Position) -> bool:
    """CM-INV-9: at least as many paladins as segments."""
    if not p.order:
        return True
    for head, size in zip(p.heads, _sizes(p.heads), strict=True):
        if sum(p.land[head * CLANS_COUNT : (head + 1) * CLANS_COUNT]) < size:
            return False
    return True


def _holder_has_most(p: Position) -> bool:
    """CM-INV-10: no court has more than the holder's; clans without a holder are in no court."""
    for clan in _CLANS:
        counts = p.courts[clan::CLANS_COUNT]
        holder = p.markers[clan]
        if (max(counts) > 0) if holder == NOBODY else (counts[holder] < max(counts)):
            return False
    return True


def _reserve_in_turn(p: Position) -> bool:
    """CM-INV-12: no reserve is larger than R, and after placing it has room for P."""
    numbers = NUMBERS[p.options.players]
    for seat in range(p.options.players):
        size = reserve_count(p, seat) + p.jokers[seat]
        room = numbers.paladins_per_turn if p.step in {"move", "refill_dice"} else p.crowns
        if size > numbers.reserve_size - (room if seat == p.active else 0):
            return False
    return True


def _discs_held(p: Position) -> bool:
    """CM-INV-13: five discs minus one for each round since all discs came back."""
    if p.phase != "opening":
        return True
    before = 5 - (p.round - 1) % 5
    return all(
        p.discs[seat].bit_count() == before - (p.played[seat] > 0)
        for seat in range(p.options.players)
    )


def _emperor_on_head(p: Position) -> bool:
    """CM-INV-14: the emperor stands in a territory."""
    return p.emperor in p.heads


def _order_of_discs(p: Position) -> bool:
    """CM-INV-16: a permutation of the seats; discs do not decrease along the turn order."""
    if p.order and sorted(p.order) != list(range(p.options.players)):
        return False
    played = [p.played[seat] for seat in p.order]
    return p.phase != "action" or (0 not in played and played == sorted(played))


IN_POSITION: Final[Mapping[str, Holds]] = {
    "CM-INV-1": _conserved,
    "CM-INV-2": _ring,
    "CM-INV-3": _unowned_is_single,
    "CM-INV-4": _castle_a_segment,
    "CM-INV-5": _neighbours_differ,
    "CM-INV-6": _castles_of_sides,
    "CM-INV-7": _castles_together,
    "CM-INV-8": _territories_left,
    "CM-INV-9": _paladin_a_segment,
    "CM-INV-10": _holder_has_most,
    "CM-INV-12": _reserve_in_turn,
    "CM-INV-13": _discs_held,
    "CM-INV-14": _emperor_on_head,
    "CM-INV-16": _order_of_discs,
}


# --- from step to step ---------------------------------------------------------------------------


class History:
    """The part of a game's history that the invariants need."""

    def __init__(self, options: Options) -> None:
        self.players = options.players
        self.merged = 0
        """The number of neighbours merged so far."""
        self.short_since: set[int] = set()
        """Seats that could not take a full reserve at the end of their last turn."""
        self.block: list[set[int]] = [set() for _ in range(options.players)]
        """For each seat, the discs played since all discs came back."""
        self.turns = 0
        self.undisturbed = True
        """Whether no reserve has been short and no paladin has been returned."""

    def note(self, step: Step) -> None:
        """Record a step, before the invariants are checked."""
        for event in step.events:
            match event:
                case TerritoriesMerged():
                    self.merged += len(event.parts) - 1
                case PaladinsReturned():
                    self.undisturbed = False
                case TurnEnded():
                    self._turn_ended(step.after, event.seat)
                case DiscPlayed():
                    if step.before.round % 5 == 1 and step.before.discs[event.seat] == 0b111110:
                        self.block[event.seat].clear()

    def _turn_ended(self, after: Position, seat: int) -> None:
        self.turns += 1
        self.short_since.discard(seat)
        if reserve_count(after, seat) < NUMBERS[self.players].reserve_size:
            self.short_since.add(seat)
            self.undisturbed = False


def available(p: Position) -> int:
    """Return how many paladins can be taken in total, including returns."""
    return sum(
        p.supply[clan] + p.options.players * min(p.courts[clan::CLANS_COUNT]) for clan in _CLANS
    )


def _castles_never_fall(_: History, step: Step) -> bool:
    """CM-INV-7: while the game runs, the sum grows by one with each build, and only then."""
    before: Position = step.before
    after: Position = step.after
    built = sum(isinstance(event, CastleBuilt) for event in step.events)
    grown = sum(after.castles_in_play) - sum(before.castles_in_play)
    return after.phase == "over" or grown == built


def _territories_never_rise(history: History, step: Step) -> bool:
    """CM-INV-8: 15 minus the neighbours merged; at most two fewer than before."""
    now, before = len(step.after.heads), len(step.before.heads)
    return now == SEGMENTS_COUNT - history.merged and before - now in {0, 1, 2}


def _paladins_stay(_: History, step: Step) -> bool:
    """CM-INV-9: the paladins of a territory stay in it, or in the one it merged into."""
    if step.before.heads == step.after.heads:
        return all(map(ge, step.after.land, step.before.land))
    stood = [0] * (CLANS_COUNT * (SEGMENTS_COUNT + 1))
    heads = step.after.heads
    for head in step.before.heads:
        now = max((other for other in heads if other <= head), default=heads[-1])
        for clan in _CLANS:
            stood[now * CLANS_COUNT + clan] += step.before.land[head * CLANS_COUNT + clan]
    return all(now >= then for now, then in zip(step.after.land, stood, strict=True))


def _held_stays_held(_: History, step: Step) -> bool:
    """CM-INV-10: a clan that had a holder still has one."""
    if step.before.markers == step.after.markers:
        return True
    pairs = zip(step.before.markers, step.after.markers, strict=True)
    return all(then == NOBODY or now != NOBODY for then, now in pairs)


def _taken_by_strictly_more(_: History, step: Step) -> bool:
    """CM-INV-11: in action 1, the acting seat gets a marker if it has strictly the most."""
    if step.before.markers == step.after.markers:
        return True
    if not isinstance(step.action, PlacePaladins):
        return False
    for event in step.events:
        if isinstance(event, MarkerTaken):
            counts = step.after.courts[CLAN_INDEX[event.clan] :: CLANS_COUNT]
            mine = counts[event.seat]
            if event.seat != step.by or max(counts) > mine or counts.count(mine) > 1:
                return False
    return True


def _reserve_at_start_of_turn(history: History, step: Step) -> bool:
    """CM-INV-12: full at the start of a turn unless the supply ran out; then P fewer."""
    after = step.after
    numbers = NUMBERS[history.players]
    if isinstance(step.action, PlacePaladins):
        assert step.by != CHANCE
        size = reserve_count(step.before, step.by)
        placed = size - reserve_count(after, step.by)
        full = size == numbers.reserve_size or step.by in history.short_since
        return full and placed == min(numbers.paladins_per_turn, size)
    for event in step.events:
        if isinstance(event, TurnEnded) and event.seat in history.short_since:
            return available(after) == 0
    return True


def _each_disc_once(history: History, step: Step) -> bool:
    """CM-INV-13: in every five rounds a seat plays each number once."""
    for event in step.events:
        if isinstance(event, DiscPlayed):
            block = history.block[event.seat]
            if event.disc in block:
                return False
            block.add(event.disc)
            if len(block) == 5 and step.before.round % 5 != 0:
                return False
    return True


def _one_change_where_he_stops(_: History, step: Step) -> bool:
    """CM-INV-15: at most one territory changes its owner, and the emperor stopped there."""
    stops = [event.to for event in step.events if isinstance(event, EmperorMoved)]
    changed = [
        event.territory
        for event in step.events
        if isinstance(event, CastleBuilt | TerritoryTakenOver)
    ]
    return not changed or changed == stops


FROM_STEP_TO_STEP: Final[Mapping[str, HoldsBetween]] = {
    "CM-INV-7": _castles_never_fall,
    "CM-INV-8": _territories_never_rise,
    "CM-INV-9": _paladins_stay,
    "CM-INV-10": _held_stays_held,
    "CM-INV-11": _taken_by_strictly_more,
    "CM-INV-12": _reserve_at_start_of_turn,
    "CM-INV-13": _each_disc_once,
    "CM-INV-15": _one_change_where_he_stops,
}

ALL: Final = tuple(f"CM-INV-{number}" for number in range(1, 17))


def broken_in(position: Position) -> Iterator[str]:
    """Yield the ids of the invariants that this position breaks."""
    return (rule for rule, holds in IN_POSITION.items() if not holds(position))


def broken_by(history: History, step: Step) -> Iterator[str]:
    """Record the step, and yield the ids of the invariants that it breaks."""
    history.note(step)
    return (rule for rule, holds in FROM_STEP_TO_STEP.items() if not holds(history, step))
