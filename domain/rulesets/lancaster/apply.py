"""The other dispatch table: event → what it changes. It trusts the events and refuses none."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from domain.rulesets.lancaster import course
from domain.rulesets.lancaster.board import (
    COUNTY_INDEX,
    EDITION,
    FAVOURS,
    SPACE,
    SPACE_INDEX,
    TILES,
    CardId,
    CountyId,
)
from domain.rulesets.lancaster.events import (
    AllyChosen,
    AnyEvent,
    BattleValued,
    CardsTurnedUp,
    CountyScored,
    ExtensionBuilt,
    FavourTaken,
    FinalScored,
    Gained,
    GameEnded,
    KnightPlaced,
    KnightRecruited,
    KnightReturned,
    KnightSailed,
    KnightUpgraded,
    LawApplied,
    LawUsed,
    MarkersReturned,
    NobleRemoved,
    NobleTaken,
    PrisonersSettled,
    SourceValued,
    StartPlayerNamed,
    TableArranged,
    TableValued,
    TotalsRevealed,
    VoteCast,
    VotesRevealed,
)
from domain.rulesets.lancaster.exchanges import EXCHANGES
from domain.rulesets.lancaster.position import (
    BOTTOM,
    TOP,
    Battle,
    Draft,
    Holder,
    controller,
    ended,
    is_ally,
    round_order,
)
from domain.rulesets.lancaster.transfers import (
    battle_of,
    enter,
    leave_county,
    less,
    more,
    pay,
    receive,
    side_of,
    stand_in_castle,
    strengthen,
    to_court,
)


def apply(draft: Draft, events: Sequence[AnyEvent]) -> None:
    """Change the draft as the events say."""
    for event in events:
        _APPLY[type(event)](draft, event)


# --- set-up and rounds -------------------------------------------------------------------------


def _table_arranged(d: Draft, e: TableArranged) -> None:
    d.round, d.start = 1, e.start
    _turn_up(d, e.battles)
    d.current, d.proposed = e.laws[:3], e.laws[3:]
    d.moment = "ally" if d.options.has_allies else "extension"
    d.queue = round_order(d)


def _cards_turned_up(d: Draft, e: CardsTurnedUp) -> None:
    d.round, d.start, d.next_start = e.round, e.start, None
    _turn_up(d, e.battles)
    d.proposed = e.laws
    d.favours = EDITION.favours_in_play[d.options.players]
    course.begin_troops(d)


def _turn_up(d: Draft, cards: Sequence[CardId]) -> None:
    for place, card in zip(TOP, cards, strict=True):
        d.battles[place] = Battle(card, ())


def _ally_chosen(d: Draft, e: AllyChosen) -> None:
    d.colors[d.options.players + e.seat] = e.color
    d.queue = d.queue[1:]
    if not d.queue:
        d.moment, d.queue = "extension", round_order(d)


def _extension_built(d: Draft, e: ExtensionBuilt) -> None:
    built = (*d.extensions[e.seat], e.extension)
    d.extensions[e.seat] = tuple(tile for tile in TILES if tile in built)
    if d.moment == "extension":
        d.queue = d.queue[1:]
        if not d.queue:
            course.begin_troops(d)
    _part_of_law(d)


# --- troops ------------------------------------------------------------------------------------


def _knight_placed(d: Draft, e: KnightPlaced) -> None:
    side = side_of(d, e.side)
    d.courts[side] = less(d.courts[side], e.strength)
    if e.to in COUNTY_INDEX:
        county = COUNTY_INDEX[e.to]
        if e.ousted is not None:
            to_court(d, side_of(d, e.ousted.side), e.ousted.strength)
            d.squires_left += e.ousted.squires
        d.holders[county] = Holder(side, e.strength, e.squires)
        d.squires[e.seat] -= e.squires
    elif e.to in SPACE_INDEX:
        stand_in_castle(d, side, e.to, e.strength)
    else:
        enter(d, side, e.strength, e.to)
        if d.favours:
            d.moment, d.favour_side = "favour", side
            return
    course.pass_turn(d, e.seat)


def _favour_taken(d: Draft, e: FavourTaken) -> None:
    d.favours = tuple(one for one in FAVOURS if one in d.favours and one != e.favour)
    d.favour_side = None
    receive(d, e.seat, e.gained)
    if d.subject is None:
        course.pass_turn(d, e.seat)
    else:
        course.county_was_left(d, _subject_county(d))


def _subject_county(d: Draft) -> CountyId:
    return next(one for one in COUNTY_INDEX if one == d.subject)


def _knight_upgraded(d: Draft, e: KnightUpgraded) -> None:
    side = side_of(d, e.side)
    d.reserves[side] = more(less(d.reserves[side], e.strength + 1), e.strength)
    strengthen(d, side, e.place, e.strength)
    if d.moment in ("place", "vote"):
        # It belongs to a favour, after which the turn has already passed: with the stronger knight,
        # other seats may be able to place one.
        course.pass_turn(d, controller(d, side))
    _part_of_law(d)


def _knight_recruited(d: Draft, e: KnightRecruited) -> None:
    side = side_of(d, e.side)
    d.reserves[side] = less(d.reserves[side], 1)
    to_court(d, side, 1)
    _part_of_law(d)


def _noble_taken(d: Draft, e: NobleTaken) -> None:
    d.nobles[COUNTY_INDEX[e.county]] -= 1
    d.tables[e.seat] = (*d.tables[e.seat], e.county)


def _noble_removed(d: Draft, e: NobleRemoved) -> None:
    d.nobles[COUNTY_INDEX[e.county]] -= 1
    d.removed[COUNTY_INDEX[e.county]] += 1


# --- parliament --------------------------------------------------------------------------------


def _vote_cast(d: Draft, e: VoteCast) -> None:
    assert e.markers is not None, "a stored event hides nothing"
    d.ballots[e.seat], d.markers[e.seat] = e.ballot, e.markers
    course.vote_was_cast(d, e.seat)


def _votes_revealed(d: Draft, e: VotesRevealed) -> None:
    for seat, vote in enumerate(e.ballots):
        d.votes[seat] -= vote.markers
        d.votes_left += vote.markers
        d.ballots[seat], d.markers[seat] = None, 0
    d.proposed = tuple(None if law == e.law else law for law in d.proposed)
    if e.approved:
        d.current = (*d.current[1:], e.law)
    d.laws_gone = (*d.laws_gone, e.removed)
    course.votes_were_revealed(d)


def _markers_returned(d: Draft, e: MarkersReturned) -> None:
    d.votes_left += sum(e.markers)
    d.votes = [0] * len(e.markers)
    course.begin_laws(d)


def _totals_revealed(d: Draft, e: TotalsRevealed) -> None:
    course.totals_were_revealed(d, e.law)


def _law_applied(d: Draft, e: LawApplied) -> None:
    receive(d, e.seat, e.gained)
    course.law_was_done(d)


def _law_used(d: Draft, e: LawUsed) -> None:
    exchange = EXCHANGES.get(e.law)
    if exchange is None:
        d.owed = e.amount
    else:
        pay(d, e.seat, gold=exchange.gold * e.amount, squires=exchange.squires * e.amount)
        receive(d, e.seat, Gained(votes=exchange.votes * e.amount, power=exchange.power * e.amount))
    if not d.owed:
        course.law_was_done(d)


def _part_of_law(d: Draft) -> None:
    """Count an event that belongs to the use of a law; the last one ends it."""
    if d.owed:
        d.owed -= 1
        if not d.owed:
            course.law_was_done(d)


# --- scoring -----------------------------------------------------------------------------------


def _county_scored(d: Draft, e: CountyScored) -> None:
    if e.option == "both":
        pay(d, e.seat, gold=EDITION.both_cost_gold)
    receive(d, e.seat, e.gained)


def _knight_sailed(d: Draft, e: KnightSailed) -> None:
    side = side_of(d, e.side)
    county = _subject_county(d)
    leave_county(d, COUNTY_INDEX[county])
    enter(d, side, e.strength, e.to)
    if d.favours:
        d.moment, d.favour_side = "favour", side
    else:
        course.county_was_left(d, county)


def _knight_returned(d: Draft, e: KnightReturned) -> None:
    side = side_of(d, e.side)
    to_court(d, side, e.strength)
    if e.from_ in COUNTY_INDEX:
        leave_county(d, COUNTY_INDEX[e.from_])
        course.county_was_left(d, e.from_)
    else:
        stand_in_castle(d, side, e.from_, 0)
        course.source_was_valued(d)


def _start_player_named(d: Draft, e: StartPlayerNamed) -> None:
    d.next_start = e.named
    course.next_county(d)


def _source_valued(d: Draft, e: SourceValued) -> None:
    if e.use:
        pay(d, e.seat, squires=SPACE[e.space].cost.squire)
    receive(d, e.seat, e.gained)
    if e.source == "tile":
        valued = (*d.tiles_valued, e.space)
        d.tiles_valued = tuple(tile for tile in TILES if tile in valued)
        course.source_was_valued(d)


def _table_valued(d: Draft, e: TableValued) -> None:
    receive(d, e.seat, Gained(votes=e.votes))
    course.castle_was_valued(d)


def _battle_valued(d: Draft, e: BattleValued) -> None:
    place, battle = battle_of(d, e.card)
    for color, power in zip(e.ranking, e.power, strict=True):
        side = side_of(d, color)
        if not is_ally(d, side):
            d.power[side] += power
    if e.winner == "england":
        for slot in battle.slots:
            to_court(d, slot.side, *slot.knights)
    elif place in TOP:
        d.battles[BOTTOM[TOP.index(place)]] = battle
        d.battles[place] = None
        course.battle_was_valued(d, place)
        return
    elif battle.slots:
        course.begin_ransom(d, battle)
        return
    _battle_over(d, place)


def _prisoners_settled(d: Draft, e: PrisonersSettled) -> None:
    side = side_of(d, e.side)
    to_court(d, side, *e.ransomed)
    d.reserves[side] = more(d.reserves[side], *e.lost)
    if not is_ally(d, side):
        pay(d, side, gold=EDITION.ransom_gold_per_strength * sum(e.ransomed))
        d.queue = d.queue[1:]
    assert d.subject is not None, "a battle is valued"
    place, battle = battle_of(d, d.subject)
    slots = tuple(slot for slot in battle.slots if slot.side != side)
    d.battles[place] = Battle(battle.card, slots)
    if not slots:
        _battle_over(d, place)


def _battle_over(d: Draft, place: int) -> None:
    """Take a battle card out of the game."""
    battle = d.battles[place]
    assert battle is not None, "it was valued"
    d.battles_gone = (*d.battles_gone, battle.card)
    d.battles[place] = None
    course.battle_was_valued(d, place)


def _final_scored(d: Draft, e: FinalScored) -> None:
    for seat, points in enumerate(zip(e.knighthood, e.extensions, e.nobles, strict=True)):
        d.power[seat] += sum(points)
    d.moment = "end"


def _game_ended(d: Draft, e: GameEnded) -> None:
    d.outcome = ended(d, e.reason, e.winners)
    d.moment = None


_APPLY: Final[dict[type[AnyEvent], Callable[[Draft, Any], None]]] = {
    TableArranged: _table_arranged,
    CardsTurnedUp: _cards_turned_up,
    AllyChosen: _ally_chosen,
    ExtensionBuilt: _extension_built,
    KnightPlaced: _knight_placed,
    FavourTaken: _favour_taken,
    KnightUpgraded: _knight_upgraded,
    KnightRecruited: _knight_recruited,
    NobleTaken: _noble_taken,
    NobleRemoved: _noble_removed,
    VoteCast: _vote_cast,
    VotesRevealed: _votes_revealed,
    MarkersReturned: _markers_returned,
    TotalsRevealed: _totals_revealed,
    LawApplied: _law_applied,
    LawUsed: _law_used,
    CountyScored: _county_scored,
    KnightSailed: _knight_sailed,
    KnightReturned: _knight_returned,
    StartPlayerNamed: _start_player_named,
    SourceValued: _source_valued,
    TableValued: _table_valued,
    BattleValued: _battle_valued,
    PrisonersSettled: _prisoners_settled,
    FinalScored: _final_scored,
    GameEnded: _game_ended,
}
"""By type of event: what it changes."""
