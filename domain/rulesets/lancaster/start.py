"""The initial position, and the draws that a position requires (LA-SETUP-16)."""

from collections.abc import Sequence

from domain.kit import Bounds, Draws
from domain.rulesets.lancaster.actions import (
    ArrangeTable,
    ChanceAction,
    RevealVotes,
    TurnUpCards,
)
from domain.rulesets.lancaster.board import (
    BATTLES_PER_ROUND,
    EDITION,
    FIRST_LAWS,
    KNIGHTS,
    LAW,
    LAWS,
    NEW_LAWS,
    CardId,
    LawId,
    battle_deck,
)
from domain.rulesets.lancaster.options import Options, examine
from domain.rulesets.lancaster.position import Position, Strengths, Table


def start(options: Options) -> Position:
    """Return the position that awaits the first draws; raise IllegalAction for bad options."""
    examine(options)
    players = options.players
    allies = players if options.has_allies else 0
    court, ally_court = EDITION.start.court, EDITION.ally_start.court
    supply, given = EDITION.supply, EDITION.start
    return Position(
        options=options,
        round=0,
        start=0,
        next_start=None,
        moment="table",
        subject=None,
        queue=(),
        favour_side=None,
        owed=0,
        gold_left=supply.gold - players * given.gold,
        squires_left=supply.squire - players * given.squire,
        votes_left=supply.vote - players * given.vote,
        nobles=(EDITION.nobles_per_county[players],) * len(EDITION.counties),
        removed=(0,) * len(EDITION.counties),
        holders=(None,) * len(EDITION.counties),
        battles=(None,) * 4,
        battles_gone=(),
        favours=EDITION.favours_in_play[players],
        current=(),
        proposed=(),
        laws_gone=(),
        colors=(*options.seat_colors, *[None] * allies),
        courts=(*[court] * players, *[ally_court] * allies),
        reserves=(*[_without(court)] * players, *[_without(ally_court)] * allies),
        castles=(
            *[(0,) * len(EDITION.castle_spaces)] * players,
            *[(0,) * len(EDITION.ally_castle_spaces)] * allies,
        ),
        gold=(given.gold,) * players,
        squires=(given.squire,) * players,
        votes=(given.vote,) * players,
        power=(0,) * players,
        tables=((),) * players,
        extensions=((),) * players,
        ballots=(None,) * players,
        markers=(0,) * players,
        tiles_valued=(),
        outcome=None,
    )


def _without(court: Strengths) -> Strengths:
    """Return the knights that are not at court at the start (LA-SETUP-5)."""
    reserve = list(KNIGHTS)
    for strength in court:
        reserve.remove(strength)
    return tuple(reserve)


def battles_left(table: Table) -> list[CardId]:
    """Return the battle cards that were not drawn yet, in the order of the data file."""
    drawn = {*table.battles_gone, *(one.card for one in table.battles if one is not None)}
    return [card for card in battle_deck(table.options.players) if card not in drawn]


def laws_left(table: Table) -> list[LawId]:
    """Return the laws that were not drawn yet, by group."""
    drawn = {*table.current, *table.proposed, *table.laws_gone}
    return sorted((law for law in LAWS if law not in drawn), key=lambda law: LAW[law].group)


def next_laws(left: Sequence[LawId]) -> list[LawId]:
    """Return those of the laws left that may come next: the lowest group (LA-SETUP-11)."""
    return [law for law in left if LAW[law].group == LAW[left[0]].group]


def asks(position: Position) -> Bounds:
    """Return the draws required by this position, which awaits chance."""
    if position.moment == "reveal":
        return ()
    first: Bounds = ()
    laws = NEW_LAWS
    if position.moment == "table":
        laws = FIRST_LAWS
        if position.options.first_seat == "random":
            first = (position.options.players,)
    cards = len(battles_left(position))
    left = laws_left(position)
    bounds = []
    for _ in range(laws):
        bounds.append(len(next_laws(left)))
        left.pop(0)
    return (*first, *(cards - drawn for drawn in range(BATTLES_PER_ROUND)), *bounds)


def answer(position: Position, draws: Draws) -> ChanceAction:
    """Return the action of chance for these draws."""
    if position.moment == "reveal":
        return RevealVotes()
    numbers = list(draws)
    agreed = position.options.first_seat
    first = 0
    if position.moment == "table":
        first = numbers.pop(0) if agreed == "random" else agreed
    deck, left = battles_left(position), laws_left(position)
    battles = tuple(deck.pop(number) for number in numbers[:BATTLES_PER_ROUND])
    # The next group begins the list, so a number is also a place in the whole list.
    laws = tuple(left.pop(number) for number in numbers[BATTLES_PER_ROUND:])
    if position.moment == "table":
        return ArrangeTable(first, battles, laws)
    return TurnUpCards(battles, laws)
