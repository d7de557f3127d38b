"""Who may act, and which rule judges an action."""

from carolus_pig.actions import Action, DrawSeat, Hold, Roll, ShowFace
from carolus_pig.events import AnyEvent, DieTaken, TurnStarted
from carolus_pig.position import Position
from carolus_pig.rules.turns import hold, show_face
from domain.kit import CHANCE, Actor, Await, Seat, TurnRules, awaited, is_due, not_due

TURNS = TurnRules(over="PIG-END-1", actor="PIG-TURN-1", kind="PIG-TURN-2")


def awaits(position: Position) -> tuple[Await, ...]:
    """Return who may act, and with which kinds of action."""
    if position.outcome is not None:
        return ()
    if position.seat is None:
        return (awaited(CHANCE, DrawSeat),)
    if position.rolling:
        return (awaited(CHANCE, ShowFace),)
    return (awaited(position.seat, Roll, Hold),)


def order(position: Position) -> tuple[Seat, ...]:
    """Return the seats in order of turns, from the present one; empty before the first draw."""
    seats = range(len(position.points))
    return () if position.seat is None else (*seats[position.seat :], *seats[: position.seat])


def decide(position: Position, by: Actor, action: Action) -> list[AnyEvent]:
    """Return the events that an action causes; raise IllegalAction with the rule that it breaks."""
    if not is_due(awaits(position), by, action):
        raise not_due(awaits(position), by, action, TURNS)
    if isinstance(action, DrawSeat):
        return [TurnStarted(action.seat)]
    assert position.seat is not None, "chance has drawn who begins"
    match action:
        case Roll():
            return [DieTaken(position.seat)]
        case ShowFace(face=face):
            return show_face(position, position.seat, face)
        case Hold():
            return hold(position, position.seat)
