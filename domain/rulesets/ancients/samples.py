"""What chance gave, for the statistics of an archive: dice, dealt and drawn cards."""

from collections.abc import Iterator, Sequence

from domain.kit import Sample, Seat
from domain.rulesets.ancients.board import CARDS, FACES
from domain.rulesets.ancients.events import AnyEvent, CardDrawn, DiceRolled, HandsDealt
from domain.rulesets.ancients.hexes import SIDES
from domain.rulesets.ancients.position import Position, deck_of


def samples(position: Position, event: AnyEvent) -> Sequence[Sample]:
    """Return the samples of an event; ``position`` is the one that awaited the draw."""
    match event:
        case DiceRolled(side=side, faces=faces):
            seat = position.options.seat_of(SIDES.index(side))
            return [Sample("die", face, FACES, seat) for face in faces]
        case CardDrawn(card=card, seat=seat) if card is not None:
            return [*_drawn([card], deck_of(position), seat)]
        case HandsDealt(top=top, bottom=bottom, seats=seats) if top and bottom:
            left = [one for one in CARDS if one not in top]
            return [*_drawn(top, CARDS, seats[0]), *_drawn(bottom, left, seats[1])]
        case _:
            return ()


def _drawn(cards: Sequence[str], deck: Sequence[str], seat: Seat) -> Iterator[Sample]:
    """Yield a sample for each card that was drawn from this deck, one after the other."""
    left = list(deck)
    for card in cards:
        if len(left) > 1:
            places = tuple(str(place) for place in range(1, len(left) + 1))
            yield Sample(f"card of {len(left)}", places[left.index(card)], places, seat)
        left.remove(card)
