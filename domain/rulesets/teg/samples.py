"""What chance gave, for the statistics of an archive.

Samples are values of lots, dice and cards with their alternatives; trials are battles with their
odds.
"""

from collections.abc import Sequence
from typing import Final

from domain.kit import Sample, Seat, Trial
from domain.rulesets.teg.atlas import CARD_INDEX, INDEX, TERRITORIES
from domain.rulesets.teg.board import DIE_FACES, OBJECTIVES, SEATS
from domain.rulesets.teg.events import AnyEvent, BattleFought, BoardDealt, CardDrawn
from domain.rulesets.teg.odds import COUNTS
from domain.rulesets.teg.position import Position

_FACES: Final = tuple(str(face) for face in range(1, DIE_FACES + 1))

# An archive has millions of dice, so build their samples once.
_DICE: Final = {
    (seat, face): Sample("die", str(face), _FACES, seat)
    for seat in range(max(SEATS))
    for face in range(1, DIE_FACES + 1)
}


def samples(position: Position, event: AnyEvent) -> Sequence[Sample]:
    """Return the samples of an event; ``position`` is the one that awaited the draw."""
    match event:
        case BattleFought():
            owner = position.owners[INDEX[event.target]]
            return [
                *(_DICE[event.seat, face] for face in event.attacker),
                *(_DICE[owner, face] for face in event.defender),
            ]
        case BoardDealt():
            return _deal(position, event)
        case CardDrawn(seat=seat, card=str(card)):
            return _card(position, seat, card)
        case _:
            return ()


def trials(position: Position, event: AnyEvent) -> Sequence[Trial]:
    """Return a battle as a trial of each side; its score is the number of tokens that it took."""
    if not isinstance(event, BattleFought):
        return ()
    owner = position.owners[INDEX[event.target]]
    # By the attacker's losses, which are the defender's score.
    odds = COUNTS[len(event.attacker), len(event.defender)]
    return (
        Trial("attack", event.seat, event.defender_losses, odds[::-1]),
        Trial("defence", owner, event.attacker_losses, odds),
    )


def _deal(position: Position, event: BoardDealt) -> list[Sample]:
    """Return the samples of the set-up: first seat, owners, and objectives."""
    options = position.options
    seats = tuple(str(seat) for seat in range(options.players))
    found: list[Sample] = []
    if options.first_seat == "random":
        found.append(Sample("first seat", str(event.first), seats))
    found += (
        Sample(territory, str(owner), seats)
        for territory, owner in zip(TERRITORIES, event.owners, strict=True)
    )
    found += (
        # Each seat has a lot of its own: no two seats get the same objective, so the objectives of
        # one game are not independent of each other.
        Sample(f"objective of seat {seat}", objective, OBJECTIVES)
        for seat, objective in enumerate(event.objectives or ())
        if objective is not None
    )
    return found


def _card(position: Position, seat: Seat, card: str) -> list[Sample]:
    """Return the sample of a card: its index among the cards left, in card order.

    So all draws from decks of one size are comparable, whichever cards they contain.
    """
    deck = position.deck
    if len(deck) == 1:
        return []
    places = tuple(str(place) for place in range(1, len(deck) + 1))
    place = deck.index(CARD_INDEX[card])
    return [Sample(f"card of {len(deck)}", places[place], places, seat)]
