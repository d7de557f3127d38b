"""What the reference says about TEG beyond its types, and the games for its examples."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final

from domain.chance import Answerer, fair_dice
from domain.ruleset import CHANCE, Legal, tag_of
from domain.rulesets.teg import RULESET
from domain.rulesets.teg.actions import Attack, EndTurn, PlaceTokens, TradeCards
from domain.rulesets.teg.options import Options
from tests.support.games import teg
from tests.tools.reference_page import DOCS, Page, Words

_HEAD: Final = """\
# Actions and events of TEG

<!-- Written by `python -m tests.tools.make_reference` from the types: do not edit. -->

[Actions and events](events-and-actions.md) explains what these are, and which members all have.
It also lists those of the table, which are the same in every ruleset.

A field marked **hidden** is null, or null in parts, to those who may not see it.
There are four of them: `objectives` of `board_dealt`, `inherited` and `freed` of `seat_eliminated`,
and `card` of `card_drawn`.
Such an event has a member `sealed` besides: see [the chained log](chained-log.md#what-is-hidden).
The rules of TEG (TG) have [a page](../rules/teg.md) of their own.
"""

_OF_A_SEAT: Final = """\
Any of them is refused by TG-WIN-3 after an end by the rules, by TG-ELIM-4 and TG-RESIGN-3 from a
seat that is out of the game, and by TG-TURN-1 if someone else's decision is due.
"""

_OF_CHANCE: Final = """\
The service answers for chance itself.
A client meets them in the checker, where lots, dice and cards are given as actions of the seat
`chance`.
"""

_REFUSING: Final[Mapping[str, str]] = {
    "place_tokens": "TG-PLACE-1 TG-PLACE-2 TG-PLACE-4",
    "trade_cards": "TG-TRADE-1 TG-TRADE-2 TG-TRADE-4 TG-TRADE-6",
    "attack": (
        "TG-PLACE-6 TG-ATTACK-6 TG-ATTACK-8 TG-ATTACK-9 TG-ATTACK-2 TG-ATTACK-3 TG-ATTACK-4 "
        "TG-ATTACK-5"
    ),
    "move_tokens": "TG-MOVE-1 TG-MOVE-2 TG-MOVE-3 TG-MOVE-6",
    "end_turn": "TG-PLACE-6",
    "deal_board": "TG-SETUP-7 TG-SETUP-1 TG-SETUP-2 TG-SETUP-8 TG-SETUP-9",
    "roll_dice": "TG-ATTACK-11 TG-ATTACK-12",
    "draw_card": "TG-CARD-3",
}

_RULES: Final[Mapping[str, str]] = {
    "board_dealt": "TG-SETUP-1 TG-SETUP-3 TG-SETUP-7 TG-SETUP-8 TG-HIDE-1",
    "turn_started": "TG-TURN-2 TG-TURN-5",
    "tokens_placed": "TG-PLACE-1",
    "cards_traded": "TG-TRADE-7",
    "attack_declared": "TG-ATTACK-1",
    "battle_fought": "TG-ATTACK-14 TG-ATTACK-15 TG-ATTACK-16 TG-CONQ-1",
    "seat_eliminated": "TG-ELIM-2 TG-ELIM-3 TG-HIDE-2",
    "tokens_moved": "TG-MOVE-1",
    "card_earned": "TG-DRAW-1",
    "card_drawn": "TG-DRAW-1 TG-HIDE-1",
    "turn_ended": "TG-END-1",
    "seat_withdrew": "TG-RESIGN-1 TG-RESIGN-3",
    "game_ended": "TG-WIN-3",
}

_FIELDS: Final[Mapping[str, str]] = {
    "seat": "number of the seat, from 0",
    "pool": "the entry of the pool: free tokens, or those of a continent",
    "territory": "where they go",
    "count": "how many tokens",
    "cards": "three cards, discarded in this order",
    "card": "the card",
    "source": "the territory that tokens come from",
    "target": "the territory that tokens go to",
    "attacker": "the dice of the attacker, as they fell",
    "defender": "the dice of the defender, as they fell",
    "first": "the first seat",
    "owners": "the seat that owns each territory, in the order of the map",
    "objectives": "the secret objective of each seat; empty where none is dealt",
    "round": "number of the round, from 1",
    "number": "which trade it was, of those that count",
    "tokens": "the free tokens it gave",
    "reinforced": "territories of these cards that got two tokens",
    "attacker_losses": "tokens that the attacker lost",
    "defender_losses": "tokens that the defender lost",
    "conquered": "whether the target is the attacker's now",
    "conqueror": "the seat that conquered its last territory",
    "inherited": "the cards that the conqueror got, oldest first",
    "inherited_count": "how many these are",
    "discarded": "the cards that went to the discard pile",
    "freed": "the seats whose objective became the common one",
    "winners": "the colours that won, in the order of the seats; several share the victory",
    "reasons": "why the game ended, in the order of TG-WIN-4",
    "territories": "how many each colour of the game has, 0 included",
}

_OWN_FIELDS: Final[Mapping[tuple[str, str], str]] = {
    ("turn_started", "pool"): "the tokens that the seat collected and has to place",
    ("attack", "source"): "the territory that attacks",
    ("attack", "target"): "the territory that is attacked",
    ("attack_declared", "source"): "the territory that attacks",
    ("attack_declared", "target"): "the territory that is attacked",
    ("battle_fought", "source"): "the territory that attacked",
    ("battle_fought", "target"): "the territory that was attacked",
    ("board_dealt", "objectives"): (
        "the secret objective of each seat, empty where none is dealt; a seat sees its own"
    ),
    ("seat_eliminated", "inherited"): (
        "the cards that the conqueror got, oldest first; seen by both seats"
    ),
    ("seat_eliminated", "freed"): (
        "the seats whose objective became the common one; each sees itself alone"
    ),
    ("card_drawn", "card"): "the card; seen by who drew it",
    ("draw_card", "card"): "the card that is drawn",
}

_GAMES: Final = (
    Options(players=6, round_limit=12),
    Options(players=3, allow_resign=True),
)
_WISHES: Final = (TradeCards, Attack, PlaceTokens, EndTurn)
_RESIGNS_AFTER: Final = 200
_STEPS_MAX: Final = 10_000


def _examples(wanted: set[str]) -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    games = (
        _game(options, fair_dice(bytes([number]) * 32, "examples", ())(1, ()))
        for number, options in enumerate(_GAMES)
    )
    for event in chain(_rare(), *games):
        found.setdefault(tag_of(event), event)
    assert wanted <= found.keys(), f"no example of {sorted(wanted - found.keys())}"
    return found


def _rare() -> Iterator[Any]:
    """Yield what seldom happens in games: an elimination, and a deck that runs out."""
    last = teg.given(
        4,
        own={0: "argentina", 1: "brazil"},
        rest=[0, 2, 3],
        tokens={"argentina": 4},
        pool={},
        hands={0: "c_chile c_iran c_peru", 1: "c_japan w_1 c_egypt"},
        objectives={3: "O11"},
    )
    yield from last.when(teg.attack(0, "argentina", "brazil"), teg.dice("6 5 3", "2")).batch[1:]
    empty = teg.given(
        2,
        own={0: "brazil"},
        rest=[1],
        tokens={"brazil": 3},
        pool={},
        hands={0: "w_2"},
        deck="empty",
    )
    empty.when(teg.attack(0, "brazil", "peru"), teg.dice("6 5", "1"), teg.end(0))
    yield from empty.batch


def _game(options: Options, draw: Answerer) -> Iterator[Any]:
    """Yield the actions and events of a game in which everyone trades and attacks a lot."""
    position = RULESET.start(options)
    for step in range(_STEPS_MAX):
        due = RULESET.awaits(position)
        if not due:
            return
        seat = due[0].seat
        if seat == CHANCE:
            action = RULESET.answer(position, draw(step, RULESET.asks(position)))
        elif step > _RESIGNS_AFTER and options.allow_resign:
            yield from RULESET.resign(position, seat) or ()
            return
        else:
            action = _choice(RULESET.legal(position, seat), draw, step)
        events = RULESET.decide(position, seat, action)
        yield from (action, *events)
        position = RULESET.fold(position, events)


def _choice(legal: Legal[Any], draw: Answerer, step: int) -> Any:
    """Return an action of the first wished type that is legal; now and then any other."""
    first, rarely = draw(step, (legal.count, 20))
    kinds = {choices["type"] for choices in legal.choices}
    wish = next(kind for kind in _WISHES if tag_of(kind) in kinds)
    if rarely == 0:
        return legal.at(first)
    round_about = (legal.at((first + further) % legal.count) for further in range(legal.count))
    return next(action for action in round_about if isinstance(action, wish))


PAGE: Final = Page(
    DOCS / "reference" / "events-and-actions-of-teg.md",
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
