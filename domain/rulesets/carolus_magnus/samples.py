"""What chance gave, for the statistics of an archive.

Samples are values of lots and dice with their alternatives; trials are throws with the odds of
crowns.
"""

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Final

from domain.kit import Sample, Trial
from domain.rulesets.carolus_magnus.board import CLANS, FACES, NUMBERS, SEGMENTS_COUNT
from domain.rulesets.carolus_magnus.events import AnyEvent, DiceRolled, LotsDrawn
from domain.rulesets.carolus_magnus.position import Position
from domain.rulesets.carolus_magnus.rules.setup import emperor_start

_SEGMENTS: Final = tuple(str(segment) for segment in range(1, SEGMENTS_COUNT + 1))

# An archive has millions of dice, so build their samples once.
_DICE: Final = {
    (seat, face): Sample("die", face, FACES, seat) for seat in range(max(NUMBERS)) for face in FACES
}


def samples(position: Position, event: AnyEvent) -> Sequence[Sample]:
    """Return the samples of an event; ``position`` is the one that awaited the draw."""
    match event:
        case DiceRolled(seat=seat, faces=faces):
            return [_DICE[seat, face] for face in faces]
        case LotsDrawn():
            return _lots(position, event)
        case _:
            return ()


def trials(position: Position, event: AnyEvent) -> Sequence[Trial]:
    """Return a throw as a trial whose score is its crowns, the face that lets the seat choose.

    A clan that is used up counts as a crown too (CM-FILL-4), but its face is no better than others.
    """
    if not isinstance(event, DiceRolled):
        return ()
    return (Trial("crowns", event.seat, event.faces.count("crown"), _crowns(len(event.faces))),)


@cache
def _crowns(dice: int) -> tuple[int, ...]:
    """Return the number of throws of these dice with 0, 1, … crowns."""
    others = len(FACES) - 1
    return tuple(comb(dice, crowns) * others ** (dice - crowns) for crowns in range(dice + 1))


def _lots(position: Position, event: LotsDrawn) -> list[Sample]:
    """Return the samples of the set-up (CM-SET-3, CM-SET-4, CM-SET-5).

    They include only the first seat of the opening order: in the set-up ``tabletop`` the others
    follow from it. The emperor's start is a sample only if the options leave it to a lot.
    """
    options = position.options
    seats = tuple(str(seat) for seat in range(options.players))
    found = [Sample("first to open", seats[event.opening[0]], seats)]
    found += (
        Sample(f"segment {segment}", clan, CLANS)
        for segment, clan in zip(_SEGMENTS, event.paladins, strict=True)
    )
    if emperor_start(options) is None:
        found.append(Sample("emperor", str(event.emperor), _SEGMENTS))
    return found
