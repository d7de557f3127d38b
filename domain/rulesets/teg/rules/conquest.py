"""The consequences of a conquest: elimination, cards, freed objectives (TG-CONQ, TG-ELIM)."""

from domain.kit import Seat
from domain.rulesets.teg.atlas import CARDS
from domain.rulesets.teg.board import CARDS_MAX
from domain.rulesets.teg.events import AnyEvent, SeatEliminated
from domain.rulesets.teg.position import ACTIVE, Position
from domain.rulesets.teg.rules import ending
from domain.rulesets.teg.rules.objectives import target_of


def after_conquest(position: Position, seat: Seat, target: int) -> list[AnyEvent]:
    """Return the consequences of conquering the target; ``position`` is the one before the dice.

    Elimination comes before victory (TG-ELIM-5).
    """
    loser = position.owners[target]
    owners = bytearray(position.owners)
    owners[target] = seat
    if loser in owners:
        return ending.by_conquest(position, seat, bytes(owners), eliminated=None)
    return [
        _elimination(position, loser, seat),
        *ending.by_conquest(position, seat, bytes(owners), eliminated=loser),
    ]


def _elimination(position: Position, loser: Seat, seat: Seat) -> SeatEliminated:
    """Return the elimination of the loser (TG-ELIM-1 … TG-ELIM-3, TG-OBJ-7)."""
    cards = tuple(CARDS[card] for card in position.hands[loser])
    room = 0
    if position.options.elimination_cards == "inherit":
        room = max(0, CARDS_MAX - len(position.hands[seat]))
    inherited, discarded = cards[:room], cards[room:]
    freed = tuple(
        holder
        for holder in range(position.options.players)
        if holder != seat
        and position.statuses[holder] == ACTIVE
        and target_of(position, holder) == loser
    )
    return SeatEliminated(loser, seat, inherited, len(inherited), discarded, freed)
