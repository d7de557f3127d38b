"""What the reference says about Ancients beyond its types, and the games for its examples."""

from collections.abc import Iterator, Mapping
from itertools import chain
from random import Random
from typing import Any, Final

from domain.chance import Answerer, fair_dice
from domain.ruleset import CHANCE, tag_of
from domain.rulesets.ancients import RULESET
from domain.rulesets.ancients.options import Options
from tests.tools.reference_page import DOCS, Page, Words

_HEAD: Final = """\
# Actions and events of Ancients

<!-- Written by `python -m tests.tools.make_reference` from the types: do not edit. -->

[Actions and events](events-and-actions.md) explains what these are, and which members all have.
It also lists those of the table, which are the same in every ruleset.

A field marked **hidden** is null to those who may not see it: a hand or a drawn card, which only
its owner sees during the game.
Such an event has a member `sealed` besides: see [the chained log](chained-log.md#what-is-hidden).
The rules of Commands & Colors: Ancients (CA) have [a page](../rules/ancients.md) of their own, with
[the tables](../rules/ancients.md#tables) of units, cards and battles.

A hex is the letter of its row and a number: `A1` to `I13`.
A unit is `<t or b>-<type>-<number>`, such as `b-HI-4`, and a leader `<t or b>-L-<number>`; `t` is
top, `b` is bottom.
"""

_OF_A_SEAT: Final = """\
Any of them is refused by CA-VIC-2 after the end, and by CA-TURN-1 if the decision is not due, or
not that of the seat; by CA-GEO-1, CA-SET-1 and CA-SET-3 if there is no such hex, piece or card; and
by CA-ORD-1 if a piece belongs to the other side or is not on the board.
`react` and the decisions after it can be due from the seat whose turn it is not.
"""

_OF_CHANCE: Final = """\
The service answers for chance itself.
A client meets them in the checker, where lots and cards are given as actions of the seat `chance`.
"""

_REFUSING: Final[Mapping[str, str]] = {
    "play_card": "CA-TURN-2",
    "issue_orders": (
        "CA-CARD-1 CA-CARD-2 CA-ORD-2 CA-ORD-5 CA-CARD-TROOP-1 CA-CARD-TROOP-3 CA-CARD-LEAD-1 "
        "CA-CARD-LEAD-3 CA-CARD-LEAD-4 CA-CARD-COUNTER-3 CA-CARD-DOUBLE-1 CA-CARD-LINE-1 "
        "CA-CARD-CHARGE-1 CA-CARD-MFM-1 CA-SCN-3 CA-SCN-4"
    ),
    "assign_dice": "CA-CARD-SPARTACUS-1 CA-CARD-RALLY-1",
    "move": "CA-MOVE-1 CA-MOVE-2 CA-LDR-6 CA-LDR-8",
    "attack": (
        "CA-LDR-1 CA-BAT-2 CA-BAT-5 CA-MOVE-8 CA-TER-3 CA-TER-6 CA-CC-1 CA-RNG-1 CA-RNG-2 CA-RNG-3 "
        "CA-LOS-1 CA-CARD-CLASH-2 CA-CARD-DARKEN-1 CA-CARD-DOUBLE-1 CA-CARD-CHARGE-1 CA-CARD-MFM-1"
    ),
    "end_battle": "CA-WAR-4",
    "react": "CA-REACT-2 CA-EVA-2 CA-EVA-3",
    "evade_to": "CA-EVA-4",
    "ignore_flags": "CA-FLAG-2",
    "retreat_to": "CA-RET-11",
    "leader_evade": "CA-LEV-2",
    "extra_hex": "CA-MOM-2",
    "bonus_attack": "CA-MOM-6",
    "deal_hands": "CA-SET-3",
    "roll_dice": "CA-CHANCE-1",
    "draw_card": "CA-CHANCE-2",
}

_RULES: Final[Mapping[str, str]] = {
    "hands_dealt": "CA-SET-3 CA-HID-1",
    "card_played": "CA-TURN-2 CA-CARD-1 CA-CARD-COUNTER-1",
    "dice_rolled": "CA-CHANCE-1",
    "dice_assigned": "CA-CARD-SPARTACUS-1 CA-CARD-RALLY-1",
    "orders_issued": "CA-ORD-1 CA-CARD-LEAD-1",
    "piece_moved": "CA-MOVE-2 CA-LDR-4",
    "phase_ended": "CA-TURN-6",
    "attack_announced": "CA-CC-1 CA-RNG-3 CA-MOM-4 CA-BACK-3",
    "reaction_chosen": "CA-REACT-1 CA-REACT-2",
    "blocks_lost": "CA-HIT-6 CA-RET-5 CA-EL-7 CA-EL-8",
    "blocks_restored": "CA-CARD-RALLY-1",
    "unit_eliminated": "CA-HIT-7",
    "leader_eliminated": "CA-LDR-9 CA-LCK-1 CA-LCK-2 CA-LEV-6 CA-LEV-7",
    "leader_left_board": "CA-LEV-4",
    "unit_left_board": "CA-SCN-8",
    "flags_ignored": "CA-FLAG-2",
    "unit_retreated": "CA-RET-2 CA-RET-6 CA-RET-11",
    "unit_evaded": "CA-EVA-4 CA-EVA-7",
    "leader_evaded": "CA-LEV-2",
    "momentum_advanced": "CA-MOM-1 CA-MOM-2",
    "momentum_declined": "CA-MOM-3",
    "battle_back_declined": "CA-BACK-3",
    "banner_gained": "CA-VIC-1",
    "card_discarded": "CA-DRAW-1 CA-FS-8",
    "card_drawn": "CA-DRAW-1 CA-HID-4",
    "deck_renewed": "CA-DRAW-2 CA-DRAW-3",
    "hand_limit_changed": "CA-SCN-5 CA-SCN-6",
    "turn_ended": "CA-TURN-1",
    "game_ended": "CA-END-2",
}

_FIELDS: Final[Mapping[str, str]] = {
    "card": "the card",
    "pieces": "the pieces that are ordered",
    "commander": "the leader who commands, or null",
    "ambush": "how the reserve enters, or null",
    "assignments": "for each die, in the order of the roll, the piece, or null",
    "piece": "the piece",
    "to": "the hex",
    "unit": "the unit",
    "target": "the hex of the target",
    "choice": "the reaction",
    "count": "how many",
    "path": "every step; `off` at the end if the leader leaves the board",
    "advance": "whether the unit advances",
    "fight": "whether the unit battles back",
    "top": "the cards of top",
    "bottom": "the cards of bottom",
    "faces": "what the dice show",
    "seats": "the seats of top and bottom",
    "side": "the side",
    "effective": "the kind of card whose text applies, or null if it orders nothing",
    "thirds": "where a copied card may order, seen from the bottom; null for anywhere",
    "role": "what the roll or attack is for",
    "hex": "the hex where it happens, or null",
    "section": "the section, seen by its player",
    "placements": "where the units entered",
    "leader_with": "the unit with which the leader of the reserve entered, or null",
    "from": "the hex that it left",
    "distance": "the number of hexes",
    "step": "the phase",
    "blocks": "how many the unit has now",
    "leader": "the leader",
    "flags": "how many flags were rolled",
    "ignored": "how many of them the unit ignored",
    "unmade": "how many hexes of the retreat the unit could not make",
    "extra": "whether this is the extra hex of cavalry",
    "banners": "how many the side has now",
    "why": "what it is for",
    "seat": "the seat that drew it",
    "cards": "how many cards the deck has now",
    "limit": "the new limit",
    "reason": "why the game ended",
    "winners": "the sides that won; both, if nobody did",
}

_OWN_FIELDS: Final[Mapping[tuple[str, str], str]] = {
    ("move", "to"): "the hex, or `off` to leave the board",
    ("extra_hex", "to"): "the hex, or null to stay",
    ("bonus_attack", "target"): "the hex of the target, or null to stop",
    ("ignore_flags", "count"): "how many flags the unit ignores",
    ("attack_announced", "target"): "the attacked piece",
    ("dice_rolled", "side"): "the side that rolls",
    ("unit_left_board", "leader"): "the leader who left with it, or null",
    ("card_drawn", "card"): "the card; seen by the seat that drew it",
    ("hands_dealt", "top"): "the cards of top, as they were drawn; seen by their owner",
    ("hands_dealt", "bottom"): "the cards of bottom, as they were drawn; seen by their owner",
}

_STEPS_MAX: Final = 4_000
_GAMES: Final = (
    *(Options(scenario=one, turn_limit=40) for one in ("001", "005", "010", "006")),
    *(Options(scenario=one, turn_limit=120) for one in ("010", "005", "003", "011", "001")),
)


def _examples(wanted: set[str]) -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    games = (
        _game(options, fair_dice(bytes([number, run]) * 16, "examples", ())(1, ()), run)
        for run in range(12)
        for number, options in enumerate(_GAMES)
    )
    for event in chain.from_iterable(games):
        found.setdefault(tag_of(event), event)
        if wanted <= found.keys():
            return found
    raise LookupError(f"no example of {sorted(wanted - found.keys())}")


def _game(options: Options, draw: Answerer, run: int) -> Iterator[Any]:
    """Yield the actions and events of a game between house bots of any level."""
    position = RULESET.start(options)
    random = Random(run)
    bots = [*RULESET.bots.values()]
    for step in range(_STEPS_MAX):
        due = RULESET.awaits(position)
        if not due:
            return
        seat = due[0].seat
        if seat == CHANCE:
            action = RULESET.answer(position, draw(step, RULESET.asks(position)))
        else:
            bot = random.choice(bots)
            legal = RULESET.legal(position, seat)
            action = bot(RULESET.view(position, seat), legal, random.randrange)
        events = RULESET.decide(position, seat, action)
        yield from (action, *events)
        position = RULESET.fold(position, events)


PAGE: Final = Page(
    DOCS / "reference" / "events-and-actions-of-ancients.md",
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
