"""What chance gave, for the statistics of an archive: dice and drawn cards.

A dealt hand is no sample: its event has the cards in the order of the file, so the order in which
they were drawn is lost.
"""

from collections.abc import Sequence

from domain.ruleset import Sample
from domain.rulesets.ancients.board import FACES
from domain.rulesets.ancients.events import AnyEvent, CardDrawn, DiceRolled
from domain.rulesets.ancients.hexes import SIDES
from domain.rulesets.ancients.position import Position, deck_of


def samples(position: Position, event: AnyEvent) -> Sequence[Sample]:
    """Return the samples of an event; ``position`` is the one that awaited the draw."""
    match event:
        case DiceRolled(side=side, faces=faces):
            seat = position.options.seat_of(SIDES.index(side))
            return [Sample("die", face, FACES, seat) for face in faces]
        case CardDrawn(card=card, seat=seat) if card is not None:
            deck = deck_of(position)
            if len(deck) == 1:
                return ()
            places = tuple(str(place) for place in range(1, len(deck) + 1))
            return [Sample(f"card of {len(deck)}", places[deck.index(card)], places, seat)]
        case _:
            return ()
