"""Checks of the decision that is due: step, subject, queue and pending favour (LA-GEN-6)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from domain.kit import Refusal, fault
from domain.rulesets.lancaster import course
from domain.rulesets.lancaster.board import (
    COUNTIES,
    COUNTY,
    LAW,
    ROUNDS,
    effect_of,
)
from domain.rulesets.lancaster.position import (
    BOTTOM,
    Position,
    ally_of,
    battles_joined,
    controller,
    holder_of,
    is_ally,
    phase_of,
    round_order,
    stock_of,
)
from domain.rulesets.lancaster.view import PositionView


def course_faults(view: PositionView, position: Position) -> Iterator[Refusal]:
    """Yield the faults of the decision; the frame of the view is sound, its pieces may not be."""
    if view.phase != phase_of(view.step, view.subject):
        yield _fault("phase_must_fit_the_step", view)
    together = view.step == "vote" or not view.queue
    if view.active != (None if together else view.queue[0]):
        yield _fault("active_must_be_first_of_the_queue", view)
    if (view.outcome is None) != (view.step is not None):
        yield _fault("a_step_is_due_until_the_end", view)
    if view.start >= position.options.players:
        yield fault("LA-SETUP-3", "start_must_be_a_seat", start=view.start)
    elif not _is_in_order(position):
        yield _fault("queue_must_follow_the_round", view)
    elif not _STEPS[view.step](position):
        yield _fault("step_must_fit_the_position", view)
    yield from _leftovers(view, position)


def _fault(reason: str, view: PositionView) -> Refusal:
    return fault(
        "LA-GEN-6",
        reason,
        phase=view.phase,
        step=view.step,
        subject=view.subject,
        queue=list(view.queue),
    )


def _leftovers(view: PositionView, position: Position) -> Iterator[Refusal]:
    """Check what only some steps have: votes, favours, valued tiles, the next start player."""
    if view.step not in ("vote", "reveal") and any(position.ballots):
        yield _fault("votes_are_open_only_in_a_vote", view)
    if (view.step == "favour") != (view.favour_side is not None):
        yield _fault("favour_side_belongs_to_a_favour", view)
    if view.tiles_valued and view.step != "castle":
        yield _fault("tiles_are_valued_only_with_their_castle", view)
    players = position.options.players
    named = view.next_start
    if named is not None and (
        named >= players or view.step not in ("castle", "ransom", "cards") or view.round == ROUNDS
    ):
        yield fault("LA-GEN-6", "next_start_is_named_in_the_scoring", next_start=named)
    voted = [law for law in position.proposed if law is None]
    phase = phase_of(view.step, view.subject)
    if phase in ("setup", "troops") and voted:
        yield _fault("votes_come_after_the_troops", view)
    if phase in ("scoring", "over") and len(voted) < len(position.proposed):
        yield _fault("votes_come_before_the_scoring", view)


def _is_in_order(position: Position) -> bool:
    """Return whether the queue has seats of the game, each once and in the order of the round."""
    seats = [seat for seat in round_order(position) if seat in position.queue]
    return list(position.queue) == seats


def _is_rest(position: Position, seats: tuple[int, ...]) -> bool:
    """Return whether the queue is the rest of these seats, and not empty."""
    queue = position.queue
    return bool(queue) and seats[len(seats) - len(queue) :] == queue


def _ally(p: Position) -> bool:
    chosen = [seat for seat in range(p.options.players) if ally_of(p, seat) is not None]
    return (
        p.options.has_allies
        and p.subject is None
        and p.round == 1
        and _is_rest(p, round_order(p))
        and not set(chosen) & set(p.queue)
        and len(chosen) + len(p.queue) == p.options.players
        and not any(p.extensions)
    )


def _has_allies(p: Position) -> bool:
    """Return whether every player has the ally that the game gives."""
    allies = [ally_of(p, seat) for seat in range(p.options.players)]
    return not p.options.has_allies or None not in allies


def _extension(p: Position) -> bool:
    built = [len(p.extensions[seat]) for seat in round_order(p)]
    waiting = len(p.queue)
    return (
        p.subject is None
        and p.round == 1
        and _has_allies(p)
        and _is_rest(p, round_order(p))
        and built == [*[1] * (len(built) - waiting), *[0] * waiting]
    )


def _place(p: Position) -> bool:
    return (
        p.subject is None
        and _has_allies(p)
        and len(p.queue) == 1
        and course.can_place(p, p.queue[0])
    )


def _favour(p: Position) -> bool:
    side = p.favour_side
    if side is None or not p.favours or p.queue != (controller(p, side),):
        return False
    if not battles_joined(p, side):
        return False
    if p.subject is None:
        return True
    if p.subject not in COUNTIES:
        return False
    voyage = effect_of(COUNTY[p.subject].reward, "VOYAGE")
    return voyage is not None and _are_valued(p, COUNTIES.index(p.subject) + 1)


def _vote(p: Position) -> bool:
    voters = [seat for seat, ballot in enumerate(p.ballots) if ballot is not None]
    return (
        _is_next_proposal(p)
        and bool(p.queue)
        and sorted((*voters, *p.queue)) == list(range(p.options.players))
    )


def _is_next_proposal(p: Position) -> bool:
    return p.subject is not None and p.subject == next(
        (law for law in p.proposed if law is not None), None
    )


def _reveal(p: Position) -> bool:
    return _is_next_proposal(p) and not p.queue and None not in p.ballots


def _law(p: Position) -> bool:
    law = next((one for one in p.current if one == p.subject), None)
    if law is None or LAW[law].kind == "AUTO" or any(p.proposed) or not p.queue:
        return False
    order = round_order(p)
    first = order.index(p.queue[0])
    return p.queue == tuple(seat for seat in course.asked(p, law) if order.index(seat) >= first)


def _are_valued(p: Position, counties: int) -> bool:
    """Return whether the first counties have been valued, so that no knight is left there."""
    return not any(p.holders[:counties])


def _county(p: Position) -> bool:
    if p.subject not in COUNTIES:
        return False
    holder = holder_of(p, p.subject)
    return (
        holder is not None
        and p.queue == (controller(p, holder.side),)
        and _are_valued(p, COUNTIES.index(p.subject))
    )


def _start_player(p: Position) -> bool:
    return (
        p.subject in COUNTIES
        and COUNTY[p.subject].start_choice
        and p.round < ROUNDS
        and len(p.queue) == 1
        and _are_valued(p, COUNTIES.index(p.subject) + 1)
    )


def _castle(p: Position) -> bool:
    if p.subject is not None or not _is_rest(p, round_order(p)):
        return False
    seat = p.queue[0]
    done = [other for other in round_order(p) if other not in p.queue]
    return (
        _are_valued(p, len(COUNTIES))
        and course.has_sources(p, seat)
        and not set(p.tiles_valued) & set(stock_of(p, seat))
        and not any(
            any(p.castles[side]) for side in range(len(p.castles)) if controller(p, side) in done
        )
    )


def _castles_are_valued(p: Position) -> bool:
    return _are_valued(p, len(COUNTIES)) and not any(any(castle) for castle in p.castles)


def _ransom(p: Position) -> bool:
    rows = [p.battles[place] for place in BOTTOM]
    battle = next((one for one in rows if one is not None and one.card == p.subject), None)
    if battle is None or not _castles_are_valued(p):
        return False
    if any(one is not None for one in rows[: rows.index(battle)]):
        return False
    owners = {slot.side for slot in battle.slots}
    return set(p.queue) == owners and not any(is_ally(p, side) for side in owners) and bool(owners)


def _cards(p: Position) -> bool:
    top = p.battles[: len(BOTTOM)]
    return (
        p.subject is None
        and not p.queue
        and p.round < ROUNDS
        and not any(top)
        and _castles_are_valued(p)
    )


def _over(p: Position) -> bool:
    return p.subject is None and not p.queue and p.outcome is not None


def _never(p: Position) -> bool:
    """Return False: there is no view before the table is arranged."""
    return False


_STEPS: Final[Mapping[Any, Callable[[Position], bool]]] = {
    "table": _never,
    "ally": _ally,
    "extension": _extension,
    "place": _place,
    "favour": _favour,
    "vote": _vote,
    "reveal": _reveal,
    "law": _law,
    "county": _county,
    "start_player": _start_player,
    "castle": _castle,
    "ransom": _ransom,
    "cards": _cards,
    None: _over,
}
"""By step: whether it fits the position."""
