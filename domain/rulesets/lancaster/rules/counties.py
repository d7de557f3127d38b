"""Valuing the counties (LA-SC-COUNTY), with the voyage to France (LA-GAIN-19)."""

from domain.kit import IllegalAction, Seat
from domain.rulesets.lancaster.actions import NameStartPlayer, Option, ScoreCounty
from domain.rulesets.lancaster.board import (
    COUNTY,
    COUNTY_INDEX,
    EDITION,
    CardId,
    CountyId,
    Operation,
    effect_of,
)
from domain.rulesets.lancaster.events import (
    CountyScored,
    KnightReturned,
    KnightSailed,
    NobleRemoved,
    NobleTaken,
    StartPlayerNamed,
)
from domain.rulesets.lancaster.position import (
    Side,
    Table,
    battle_named,
    color_of,
    holder_of,
    is_ally,
)
from domain.rulesets.lancaster.rules import rewards
from domain.rulesets.lancaster.rules.battles import must_have_room
from domain.rulesets.lancaster.rules.play import Play

_FIELDS: dict[Operation, str] = {
    "UPGRADE": "upgrade",
    "RECRUIT": "recruit",
    "EXTEND": "extension",
    "VOYAGE": "voyage",
}
"""By operation: the field of the action that it uses."""
_FOR_PLAYERS = ("EXTEND",)
"""The operations of these that an ally cannot use (LA-TWO-16)."""


def score_county(play: Play, seat: Seat, action: ScoreCounty) -> None:
    """Take the noble, the reward or both for the knight in the county in question."""
    draft = play.draft
    county = next(one for one in COUNTY_INDEX if one == draft.subject)
    holder = holder_of(draft, county)
    assert holder is not None, "a county without a knight is skipped"
    side = holder.side
    _must_be_possible(draft, seat, side, county, action)
    reward = () if action.option == "noble" else COUNTY[county].reward
    paid = EDITION.both_cost_gold if action.option == "both" else 0
    gained = rewards.goods_of(draft, side, reward, gold_paid=paid)
    play.happens(CountyScored(seat, county, color_of(draft, side), action.option, gained))
    if action.option != "reward":
        play.happens(NobleRemoved(county) if is_ally(draft, side) else NobleTaken(seat, county))
    for effect in reward:
        _happens(play, seat, side, effect.op, action)
    left = holder_of(play.draft, county)
    if left is not None:
        play.happens(KnightReturned(color_of(draft, side), left.strength, county))


def _must_be_possible(
    table: Table, seat: Seat, side: Side, county: CountyId, action: ScoreCounty
) -> None:
    """Check the option and the fields (LA-SC-COUNTY-3 to LA-SC-COUNTY-5, LA-TWO-15)."""
    if is_ally(table, side):
        _must_suit_an_ally(table, side, county, action)
        return
    nobles = table.nobles[COUNTY_INDEX[county]]
    owned = county in table.tables[seat]
    if action.option == "both":
        if not nobles or owned or table.gold[seat] < EDITION.both_cost_gold:
            raise IllegalAction(
                "LA-SC-COUNTY-5",
                "both_needs_a_noble_and_gold",
                county=county,
                nobles=nobles,
                owned=owned,
                gold=table.gold[seat],
                cost=EDITION.both_cost_gold,
            )
    elif action.option == "noble":
        if not nobles:
            raise IllegalAction("LA-SC-COUNTY-3", "no_noble_in_the_county", county=county)
        if owned:
            raise IllegalAction("LA-SC-COUNTY-3", "noble_is_already_at_the_table", county=county)
    for op, field in _asked_for(action):
        if not _gives(county, action.option, op):
            raise IllegalAction(
                "LA-SC-COUNTY-4", "reward_does_not_use_this", county=county, field=field
            )


def _must_suit_an_ally(table: Table, side: Side, county: CountyId, action: ScoreCounty) -> None:
    """Check what an ally's knight brings (LA-TWO-15, LA-TWO-16)."""
    if action.option == "both":
        raise IllegalAction("LA-TWO-15", "ally_cannot_have_both", side=color_of(table, side))
    if action.option == "noble" and not table.nobles[COUNTY_INDEX[county]]:
        raise IllegalAction("LA-TWO-15", "no_noble_in_the_county", county=county)
    for op, field in _asked_for(action):
        if op in _FOR_PLAYERS or not _gives(county, action.option, op):
            raise IllegalAction("LA-TWO-16", "ally_does_not_use_this", county=county, field=field)


def _asked_for(action: ScoreCounty) -> list[tuple[Operation, str]]:
    """Return the effects that the action asks for, with their fields."""
    return [
        (op, field) for op, field in _FIELDS.items() if getattr(action, field) not in (None, False)
    ]


def _gives(county: CountyId, option: Option, op: Operation) -> bool:
    """Return whether this option of a county has an effect."""
    return option != "noble" and effect_of(COUNTY[county].reward, op) is not None


def _happens(play: Play, seat: Seat, side: Side, op: Operation, action: ScoreCounty) -> None:
    """Carry out one effect of the reward, if the action asks for it (LA-GAIN-15)."""
    match op:
        case "UPGRADE" if action.upgrade is not None:
            rewards.upgrade(play, side, action.upgrade)
        case "RECRUIT" if action.recruit:
            rewards.recruit(play, side)
        case "EXTEND" if action.extension is not None:
            rewards.build(play, seat, action.extension)
        case "VOYAGE" if action.voyage is not None:
            _sail(play, side, action.voyage)


def _sail(play: Play, side: Side, card: CardId) -> None:
    """Leave for a battle (LA-GAIN-19)."""
    draft = play.draft
    found = battle_named(draft, card)
    if found is None:
        raise IllegalAction("LA-GAIN-19", "battle_is_not_on_the_board", card=card)
    _, battle = found
    must_have_room(battle, side, card)
    assert draft.subject is not None, "a county is valued"
    holder = holder_of(draft, draft.subject)
    assert holder is not None, "the knight is in the county"
    play.happens(KnightSailed(color_of(draft, side), holder.strength, card))


def name_start_player(play: Play, seat: Seat, action: NameStartPlayer) -> None:
    """Name the start player of the next round (LA-SC-COUNTY-8)."""
    players = play.draft.options.players
    if action.seat >= players:
        raise IllegalAction("LA-SC-COUNTY-8", "no_such_seat", seat=action.seat, players=players)
    play.happens(StartPlayerNamed(seat, action.seat))
