"""What the reference says about Lancaster beyond its types, and the games for its examples."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final

from domain.chance import Answerer, fair_dice
from domain.ruleset import CHANCE, tag_of
from domain.rulesets.lancaster import RULESET
from domain.rulesets.lancaster.options import Options
from tests.tools.reference_page import DOCS, Page, Words

_HEAD: Final = """\
# Actions and events of Lancaster

<!-- Written by `python -m tests.tools.make_reference` from the types: do not edit. -->

[Actions and events](events-and-actions.md) explains what these are, and which members all have.
It also lists those of the table, which are the same in every ruleset.

A field marked **hidden** is null to those who may not see it: `ballot` and `markers` of
`vote_cast`, which only the seat that votes sees during the game.
Such an event has a member `sealed` besides: see [the chained log](chained-log.md#what-is-hidden).
The rules of Lancaster (LA) have [a page](../rules/lancaster.md) of their own, with
[the tables](../rules/lancaster.md#constants-and-tables) of counties, spaces, favours, battles and
laws.
"""

_OF_A_SEAT: Final = """\
Any of them is refused by LA-GEN-7 if the decision is not due, or not that of the seat.
During a vote all seats that have not voted are due, in any order.
Leave out the members that an action does not need; an optional effect that you leave out is
declined.
"""

_OF_CHANCE: Final = """\
The service answers for chance itself.
A client meets them in the checker, where lots and cards are given as actions of the seat `chance`.
`reveal_votes` draws nothing: it opens the votes.
"""

_REFUSING: Final[Mapping[str, str]] = {
    "choose_ally": "LA-TWO-1",
    "choose_extension": "LA-SETUP-13",
    "place_knight": (
        "LA-TROOPS-2 LA-COUNTY-2 LA-COUNTY-3 LA-COUNTY-5 LA-COUNTY-6 LA-TWO-8 LA-TWO-10 LA-TWO-11 "
        "LA-CASTLE-1 LA-CASTLE-2 LA-CASTLE-3 LA-CASTLE-5 LA-BATTLE-1 LA-BATTLE-5 LA-BATTLE-8"
    ),
    "choose_favour": "LA-FAVOUR-3 LA-FAVOUR-5 LA-FAVOUR-6 LA-GAIN-7 LA-TWO-13",
    "cast_vote": "LA-PARL-2 LA-PARL-5",
    "use_law": (
        "LA-LAW-L01 LA-LAW-L02 LA-LAW-L04 LA-LAW-L05 LA-LAW-L06 LA-LAW-L09 LA-LAW-L10 LA-LAW-L15 "
        "LA-LAW-L16 LA-LAW-L17 LA-GAIN-5 LA-GAIN-7 LA-GAIN-11 LA-GAIN-12"
    ),
    "score_county": (
        "LA-SC-COUNTY-3 LA-SC-COUNTY-4 LA-SC-COUNTY-5 LA-TWO-15 LA-TWO-16 LA-GAIN-7 LA-GAIN-11 "
        "LA-GAIN-12 LA-GAIN-19 LA-BATTLE-5"
    ),
    "name_start_player": "LA-SC-COUNTY-8",
    "value_source": (
        "LA-SC-CASTLE-2 LA-SC-CASTLE-3 LA-SC-CASTLE-4 LA-GAIN-5 LA-GAIN-7 LA-GAIN-9 LA-GAIN-11 "
        "LA-GAIN-15"
    ),
    "ransom": "LA-RANSOM-1 LA-GAIN-5",
    "arrange_table": "LA-SETUP-3 LA-SETUP-9 LA-SETUP-10 LA-SETUP-11 LA-SETUP-12",
    "turn_up_cards": "LA-SETUP-9 LA-SETUP-11 LA-NEXT-1 LA-NEXT-3",
}

_RULES: Final[Mapping[str, str]] = {
    "table_arranged": "LA-SETUP-3 LA-SETUP-10 LA-SETUP-12",
    "cards_turned_up": "LA-NEXT-1 LA-NEXT-3 LA-NEXT-4",
    "ally_chosen": "LA-TWO-1",
    "extension_built": "LA-SETUP-13 LA-GAIN-12",
    "knight_placed": "LA-TROOPS-2 LA-COUNTY-7 LA-COUNTY-8",
    "favour_taken": "LA-FAVOUR-1 LA-FAVOUR-3",
    "knight_upgraded": "LA-GAIN-8",
    "knight_recruited": "LA-GAIN-10",
    "noble_taken": "LA-GAIN-16",
    "noble_removed": "LA-TWO-13 LA-TWO-15",
    "vote_cast": "LA-PARL-2 LA-PARL-4",
    "votes_revealed": "LA-PARL-7 LA-PARL-10 LA-PARL-11",
    "law_applied": "LA-LAW-1",
    "law_used": "LA-LAW-4",
    "county_scored": "LA-SC-COUNTY-2",
    "knight_returned": "LA-SC-COUNTY-6 LA-SC-CASTLE-5",
    "start_player_named": "LA-SC-COUNTY-8",
    "source_valued": "LA-SC-CASTLE-3 LA-SC-CASTLE-4",
    "battle_valued": "LA-SC-BATTLE-3 LA-SC-BATTLE-6 LA-SC-BATTLE-8 LA-SC-BATTLE-9",
    "prisoners_settled": "LA-RANSOM-2 LA-RANSOM-3 LA-TWO-20",
    "final_scored": "LA-END-1 LA-END-6",
    "game_ended": "LA-END-14 LA-END-16",
}

_FIELDS: Final[Mapping[str, str]] = {
    "seat": "number of the seat, from 0",
    "color": "the colour of the ally",
    "extension": "the tile",
    "side": "the side that the knight belongs to",
    "strength": "the strength of the knight",
    "to": "a county, a castle space or a battle card",
    "squires": "how many squires go with it",
    "favour": "the tile",
    "upgrade": "the knight to strengthen, by its strength and place, or null",
    "noble": "the county of the noble, or null",
    "ballot": "the vote",
    "markers": "how many vote markers support it",
    "law": "the law",
    "amount": "the number of pieces or exchanges; 0 declines",
    "extensions": "the tiles to build",
    "swap": "whether the knights are swapped",
    "option": "the noble, the reward or both",
    "recruit": "whether to take the recruit of the reward",
    "voyage": "the battle to which the knight sails, or null",
    "source": "a knight or a tile",
    "space": "the space",
    "use": "whether it was used; false declines it",
    "knights": "the strengths of the prisoners to ransom",
    "start": "the start player of the round",
    "battles": "the battle cards of the top row, from left to right",
    "laws": "the laws to vote on, from left to right",
    "round": "number of the round, from 1",
    "ousted": "the knight that had to leave, or null",
    "gained": "what was really received; what is 0 is left out",
    "place": "where the knight stands",
    "county": "the letter of the county",
    "ballots": "the vote of each seat",
    "yes": "the yes votes, markers included",
    "no": "the no votes, markers included",
    "approved": "whether the law is in force now",
    "removed": "the law that left the game",
    "totals": "the total of each seat",
    "from": "the county or space that it left",
    "named": "the start player of the next round",
    "votes": "how many vote markers",
    "card": "the battle",
    "english": "the strength of England",
    "winner": "who won the battle",
    "ranking": "the sides, the first rank first",
    "power": "power points of each rank",
    "ransomed": "strengths of those who returned to court",
    "lost": "strengths of those who went to the reserve",
    "knighthood": "points for the majority of knights, by seat",
    "nobles": "points for nobles, by seat",
    "strengths": "the sum of the knights in play, by seat",
    "gold": "gold that decided ties, by seat",
    "reason": "why the game ended",
    "winners": "the colours that won, in the order of the seats; several share the victory",
}

_OWN_FIELDS: Final[Mapping[tuple[str, str], str]] = {
    ("name_start_player", "seat"): "the start player of the next round",
    ("use_law", "amount"): (
        "the number of recruits (L02, L15), or how often to exchange (L04, L05, L16, L17)"
    ),
    ("score_county", "extension"): "the tile to build with the reward, or null",
    ("arrange_table", "laws"): "first the three in force, then the three to vote on",
    ("table_arranged", "laws"): "first the three in force, then the three to vote on",
    ("vote_cast", "ballot"): "the vote; seen by who voted",
    ("vote_cast", "markers"): "how many vote markers support it; seen by who voted",
    ("markers_returned", "markers"): "how many vote markers of each seat went to the supply",
    ("final_scored", "extensions"): "points for the majority of extensions, by seat",
    ("final_scored", "squires"): "squires that decided ties, by seat",
    ("game_ended", "power"): "the power points of each colour",
}

_STEPS_MAX: Final = 10_000
_GAMES_MAX: Final = 40


def _examples(wanted: set[str]) -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    games = (
        _game(Options(players=players), fair_dice(bytes([number]) * 32, "examples", ())(1, ()))
        for number in range(_GAMES_MAX)
        for players in (5, 2)
    )
    for event in chain.from_iterable(games):
        found.setdefault(tag_of(event), event)
        if wanted <= found.keys():
            return found
    raise LookupError(f"no example of {sorted(wanted - found.keys())}")


def _game(options: Options, draw: Answerer) -> Iterator[Any]:
    """Yield the actions and events of a game in which everyone does anything."""
    position = RULESET.start(options)
    for step in range(_STEPS_MAX):
        due = RULESET.awaits(position)
        if not due:
            return
        seat = due[0].seat
        if seat == CHANCE:
            action = RULESET.answer(position, draw(step, RULESET.asks(position)))
        else:
            legal = RULESET.legal(position, seat)
            (chosen,) = draw(step, (legal.count,))
            action = legal.at(chosen)
        events = RULESET.decide(position, seat, action)
        yield from (action, *events)
        position = RULESET.fold(position, events)


PAGE: Final = Page(
    DOCS / "reference" / "events-and-actions-of-lancaster.md",
    _HEAD,
    (
        ("Actions of a seat", _OF_A_SEAT, RULESET.seat_actions),
        ("Actions of chance", _OF_CHANCE, RULESET.chance_actions),
        ("Events", "", RULESET.events),
    ),
    Words(_REFUSING, _RULES, _FIELDS, _OWN_FIELDS),
    _examples,
    RULESET.hidden,
)
