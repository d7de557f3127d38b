"""Whether a position from outside is possible."""

from collections.abc import Iterator

from msgspec.structs import asdict, replace

from carolus_pig.options import Options
from carolus_pig.position import Position
from carolus_pig.start import start
from carolus_pig.view import PositionView
from domain.kit import Refusal, fault, must_be_sound


def read(view: PositionView, options: Options) -> Position:
    """Return the position that a view shows; raise Faults with everything that is wrong."""
    first = start(options)
    must_be_sound(_faults(view, options))
    return replace(first, **asdict(view))


def _faults(view: PositionView, options: Options) -> Iterator[Refusal]:
    if view.goal != options.goal:
        yield fault("PIG-OPT-2", "goal_must_be_that_of_the_options", goal=view.goal)
    if len(view.points) != options.players:
        yield fault("PIG-OPT-1", "each_seat_must_have_points", points=list(view.points))
    if view.seat >= options.players:
        yield fault("PIG-TURN-1", "seat_must_exist", seat=view.seat, players=options.players)
    if max(view.points) >= options.goal and view.outcome is None:
        yield fault("PIG-END-1", "game_must_be_over", points=list(view.points))
