"""Checks of a position from outside, which report all faults together.

This module makes the position and compares what follows from it; ``check_pieces.py`` checks pieces
and cards, ``check_course.py`` the card on the table and the combat.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import to_builtins
from msgspec.structs import replace

from domain.kit import Completed, Refusal, Unknown, Viewer, fault, must_be_sound
from domain.rulesets.ancients import check_course, check_pieces
from domain.rulesets.ancients.board import CARDS, Piece, in_file_order
from domain.rulesets.ancients.combat_due import look
from domain.rulesets.ancients.due import roll_of
from domain.rulesets.ancients.hexes import BOTTOM, HEX, SIDES, TOP, Hex
from domain.rulesets.ancients.legal import legal
from domain.rulesets.ancients.options import Options
from domain.rulesets.ancients.position import (
    BY_RULE,
    ELIMINATED,
    LEFT,
    RESERVE,
    CardPlay,
    Combat,
    Last,
    Outcome,
    Position,
    Step,
    ended,
)
from domain.rulesets.ancients.rules.automatic import due_by_itself
from domain.rulesets.ancients.view import (
    CombatView,
    LastView,
    PlayView,
    PositionView,
    StepView,
    view,
)


def read(shown: PositionView, options: Options) -> Position:
    """Return the position that the view shows; raise Faults with every fault of it.

    The consequences of the pieces and the combat are checked once these can be read: a unit that is
    nowhere has no roll.
    """
    must_be_sound(check_pieces.frame_faults(shown, options))
    battle = options.battle
    unreadable = [
        *check_pieces.place_faults(shown, battle),
        *check_course.combat_faults(shown, battle),
    ]
    position = _position(shown, options, None if unreadable else shown.combat)
    found = [
        *check_pieces.faults(shown, battle),
        *check_course.turn_faults(shown, battle),
        *_end(shown, position),
    ]
    if unreadable:
        must_be_sound([*unreadable, *found])
    differing = _differing(shown, position, _WITHOUT_OTHER_RULES if found else _EVERYTHING)
    if differing:
        found.append(fault("CA-INV-12", "values_must_follow_from_the_others", fields=differing))
    must_be_sound(found)
    if shown.outcome is None and not _decides(position):
        must_be_sound([fault("CA-INV-12", "a_side_must_decide", step=shown.step)])
    return position


_EVERYTHING: Final = PositionView.__struct_fields__
_WITHOUT_OTHER_RULES: Final = ("roll", "combat")
"""The members of a view whose faults no other check has reported yet."""


def _differing(shown: PositionView, position: Position, names: Sequence[str]) -> list[str]:
    """Return those of these members of a view that do not follow from the position."""
    follows: Any = view(position, "arbiter")
    return [name for name in names if getattr(shown, name) != getattr(follows, name)]


def _end(shown: PositionView, position: Position) -> Iterator[Refusal]:
    """Check that the outcome follows from the position."""
    outcome = shown.outcome
    if outcome is None:
        return
    expected = ended(position, outcome.reason, outcome.winners)
    if outcome != expected or not _ends_so(position, outcome):
        yield fault(
            BY_RULE.get(outcome.reason, "CA-INV-6"),
            "outcome_must_follow_from_the_position",
            outcome=to_builtins(outcome),
            expected=to_builtins(expected),
        )


def _ends_so(position: Position, outcome: Outcome) -> bool:
    """Return whether the reason of an outcome, and its winners, fit the position."""
    battle = position.battle
    reached = tuple(side for n, side in enumerate(SIDES) if position.banners[n] >= battle.target)
    match outcome.reason:
        case "banners":
            return len(reached) == 1 and outcome.winners == reached
        case "both_targets":
            return len(reached) > 1 and outcome.winners == position.options.sides
        case "leader_lost":
            lost = any(position.at[one] < 0 for one in _leaders(position, BOTTOM))
            return lost and "castulo_leader" in battle.rules and outcome.winners == (SIDES[TOP],)
        case "turn_limit":
            limit = position.options.turn_limit
            return position.turn == limit and outcome.winners == position.options.sides
        case _:
            return True


def _leaders(position: Position, side: int) -> list[int]:
    battle = position.battle
    return [one for one in range(battle.unit_count, len(battle.ids)) if battle.sides[one] == side]


def _decides(position: Position) -> bool:
    """Return whether chance, or a seat with a legal action, has to decide."""
    if due_by_itself(position) or (position.stack and look(position) is None):
        return False
    if position.draws or roll_of(position) is not None:
        return True
    return any(legal(position, seat).count for seat in range(len(SIDES)))


# --- the position ------------------------------------------------------------------------------


def _position(shown: PositionView, options: Options, combat: CombatView | None) -> Position:
    """Return the position, without pieces and hexes that the battle does not have."""
    battle = options.battle
    numbers = battle.numbers
    at = [RESERVE] * len(battle.ids)
    blocks = [one.blocks for one in battle.types]
    shown_at = [*((one.id, one.hex) for one in shown.units)]
    shown_at += [(one.id, one.hex) for one in shown.leaders]
    for one, named in shown_at:
        if one in numbers and named in HEX:
            at[numbers[one]] = HEX[named]
    for unit in shown.units:
        if numbers.get(unit.id, battle.unit_count) < battle.unit_count:
            blocks[numbers[unit.id]] = unit.blocks
    for place, gone in ((ELIMINATED, shown.eliminated), (LEFT, shown.left_board)):
        for piece in gone:
            if piece in numbers:
                at[numbers[piece]] = place
    for unit_number in range(battle.unit_count):
        if at[unit_number] in (ELIMINATED, LEFT):
            blocks[unit_number] = 0
    return Position(
        options=options,
        turn=shown.turn,
        active=battle.first_side if shown.turn % 2 else 1 - battle.first_side,
        step=shown.step,
        banners=(shown.banners.top, shown.banners.bottom),
        objectives=(shown.objectives.top, shown.objectives.bottom),
        camps=tuple(HEX[one] for one in shown.camps if one in HEX),
        at=tuple(at),
        blocks=tuple(blocks),
        hands=(shown.hands.top or (), shown.hands.bottom or ()),
        limits=(shown.hand_limits.top, shown.hand_limits.bottom),
        discard=shown.discard,
        last=(_last(shown.last.top), _last(shown.last.bottom)),
        play=None if shown.play is None else _play(shown.play, numbers),
        combat=None if combat is None else _combat(combat, numbers),
        stack=()
        if combat is None
        else tuple(_step(one, numbers) for one in reversed(combat.after)),
        draws=tuple(SIDES.index(one) for one in shown.draws),
        outcome=shown.outcome,
    )


def _last(last: LastView) -> Last:
    return Last(last.turns, last.effective, last.thirds)


def _play(play: PlayView, numbers: Mapping[str, Piece]) -> CardPlay:
    def those(ids: Sequence[str]) -> tuple[Piece, ...]:
        return tuple(numbers[one] for one in ids if one in numbers)

    def counted(counts: Mapping[str, int]) -> dict[Piece, int]:
        return {numbers[one]: count for one, count in counts.items() if one in numbers}

    return CardPlay(
        card=play.card,
        effective=play.effective,
        choice=play.choice,
        faces=play.faces,
        commander=None if play.commander is None else numbers.get(play.commander),
        orders=those(play.orders),
        moved=counted(play.moved),
        done=those(play.done),
        barred=those(play.barred),
        entered=counted({one: HEX[at] for one, at in play.entered.items() if at in HEX}),
        battles=counted(play.battles),
        ambushed=those(play.ambushed),
    )


def _combat(combat: CombatView, numbers: Mapping[str, Piece]) -> Combat:
    return Combat(
        unit=numbers[combat.unit],
        target=numbers[combat.target],
        from_=HEX[combat.from_],
        hex=HEX[combat.hex],
        ranged=combat.ranged,
        bonus=combat.bonus,
        full=tuple(numbers[one] for one in combat.full),
        reaction=combat.reaction,
        checked=tuple(numbers[one] for one in combat.checked),
    )


def _step(step: StepView, numbers: Mapping[str, Piece]) -> Step:
    return Step(
        kind=step.kind,
        piece=None if step.piece is None else numbers[step.piece],
        by=None if step.by is None else numbers[step.by],
        role=step.role,
        number=step.number,
        flags=step.flags,
        hex=_place(step.hex),
    )


def _place(name: str | None) -> Hex | None:
    return None if name is None else HEX[name]


# --- a view with hidden hands ------------------------------------------------------------------


def complete(shown: PositionView, options: Options) -> Completed[PositionView]:
    """Return the view with unseen cards in the hands that it hides.

    It may take any unseen cards, because the viewer does not see that hand.
    """
    hidden = [side for side in SIDES if getattr(shown.hands, side) is None]
    if not hidden:
        return Completed(shown, ("arbiter",))
    seen = {*shown.discard, *(shown.hands.top or ()), *(shown.hands.bottom or ())}
    if shown.play is not None:
        seen.add(shown.play.card)
    left = [one for one in CARDS if one not in seen]
    hands = shown.hands
    for side in hidden:
        count = getattr(shown.hand_counts, side)
        hands = replace(hands, **{side: in_file_order(left[:count])})
        del left[:count]
    missing = tuple(f"hands.{side}" for side in hidden)
    viewers: tuple[Viewer, ...] = ("spectator",)
    if len(hidden) == 1:
        viewers = (1 - options.sides.index(hidden[0]),)
    return Completed(
        replace(shown, hands=hands),
        viewers,
        tuple(Unknown(rule, missing) for rule in _OF_HANDS),
    )


_OF_HANDS: Final = ("CA-INV-1", "CA-INV-2")
"""The rules that depend on hands."""
