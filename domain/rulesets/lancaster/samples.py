"""What chance gave, for the statistics of an archive: the lots and the cards."""

from collections.abc import Iterator, Sequence

from domain.kit import Sample
from domain.rulesets.lancaster.board import CardId, LawId
from domain.rulesets.lancaster.events import AnyEvent, CardsTurnedUp, TableArranged
from domain.rulesets.lancaster.position import Position
from domain.rulesets.lancaster.start import battles_left, laws_left, next_laws


def samples(position: Position, event: AnyEvent) -> Sequence[Sample]:
    """Return the samples of an event; ``position`` is the one that awaited the draw."""
    match event:
        case TableArranged():
            options = position.options
            found = []
            if options.first_seat == "random":
                seats = tuple(map(str, range(options.players)))
                found.append(Sample("start player", str(event.start), seats))
            return [*found, *_cards(position, event.battles, event.laws)]
        case CardsTurnedUp():
            return list(_cards(position, event.battles, event.laws))
        case _:
            return ()


def _cards(
    position: Position, battles: Sequence[CardId], laws: Sequence[LawId]
) -> Iterator[Sample]:
    """Yield each card by its place among those that could come, in the order of the data file."""
    deck: list[str] = [*battles_left(position)]
    for card in battles:
        yield from _drawn("battle", card, deck)
        deck.remove(card)
    left = laws_left(position)
    for law in laws:
        yield from _drawn("law", law, next_laws(left))
        left.remove(law)


def _drawn(what: str, card: str, deck: Sequence[str]) -> Iterator[Sample]:
    """Yield the sample of a draw, unless there was nothing to choose."""
    if len(deck) > 1:
        places = tuple(str(place) for place in range(1, len(deck) + 1))
        yield Sample(f"{what} of {len(deck)}", places[deck.index(card)], places)
