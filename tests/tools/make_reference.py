"""Generates the reference pages of actions and events, and their pictures of boards.

``python -m tests.tools.make_reference`` writes the files; a test compares them. This module
describes the fields of the table and of Carolus Magnus; the other games have a module each. The
examples come from games played for these pages, which are always the same.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from domain.record.catalogue import CATALOGUE as OF_RECORDS
from domain.ruleset import AnyRuleset, Rule
from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.teg import RULESET as TEG
from domain.table.actions import TableAction
from domain.table.catalogue import CATALOGUE
from domain.table.events import TableEvent
from domain.table.hiding import OF_THE_TABLE
from domain.table.standing_orders import GiveStandingOrders
from tests.tools.example_games import examples as examples_of
from tests.tools.reference_ancients import PAGE as PAGE_OF_ANCIENTS
from tests.tools.reference_lancaster import PAGE as PAGE_OF_LANCASTER
from tests.tools.reference_page import DOCS, Page, Words, text_of
from tests.tools.reference_teg import PAGE as PAGE_OF_TEG


class Picture(NamedTuple):
    """A picture of a board in the docs."""

    ruleset: AnyRuleset
    file: Path

    @property
    def position(self) -> Path:
        """The position that the picture shows, as an arbiter sees it."""
        return self.file.with_suffix(".json")


PICTURES: Final = (
    Picture(RULESET, DOCS / "images" / "board.svg"),
    Picture(TEG, DOCS / "images" / "teg.svg"),
)

_HEAD: Final = """\
# Actions and events

<!-- Written by `python -m tests.tools.make_reference` from the types: do not edit. -->

An **action** is what a seat, or chance, asks to do; it is sent to `POST /v1/games/{game}/actions`.
An **event** is what happened; events are what is stored, and they come back in the answers.
Both are JSON objects, distinguished by `type`.
In an action a field that is not listed here is refused.
A game refuses the actions of another ruleset by TB-ACT-4.

Every event has `type` and its own members, and four more, which the examples leave out:

| member | type | meaning |
| --- | --- | --- |
| `version` | integer | its number in the game, from 1 |
| `at` | string | when it was stored: RFC 3339, UTC, with six decimals and `Z` |
| `by` | a seat, `"chance"` or `"table"` | who caused it; creator and arbiter act as the table |
| `hash` | string | SHA-256 over itself and all before it: [the chained log](chained-log.md) |

An event that hides something also has [`sealed`](chained-log.md#what-is-hidden).
All events that one action causes have the same `at` and `by`.
Hashes, secrets and commitments are in hexadecimal, in lower case.
A listed member of an event is always there, null or empty ones too, unless it is called optional.
One marked **hidden** is null to those who may not see it before the end.

The words are explained in the [glossary](../glossary.md).
[TEG](events-and-actions-of-teg.md) has a page of its own, and so have
[Lancaster](events-and-actions-of-lancaster.md) and [Ancients](events-and-actions-of-ancients.md).
The rules of Carolus Magnus (CM) have [a page](../rules/carolus-magnus.md) of their own.
Those of the table (TB) and of records (RC) are at the end of this one.
"""

_OF_THE_TABLE: Final = """\
They are the same whatever is played.
`open_game`, `take_seat` and `leave_seat` have resources of their own over HTTP.
The others are sent like the actions of a game, `abort_game` with the creator's token, `adjudicate`
and `call_off_game` with that of an arbiter.
`fall_flag`, `add_time`, `suspend_game`, `lift_suspension` and `draw_moment` are never sent: the
service adds them by itself, when time is up, when an arbiter of the tournament has granted time, or
has paused the game or let it go on, and before chance draws; they stand in records.
The table refuses actions of seats by TB-ACT-1 before the start, by TB-ACT-2 after the end, by
TB-RESIGN-1 from a seat that has resigned, by TB-FLAG-3 from one whose flag fell, and by TB-SIT-4
from one that a house bot plays. It refuses every action by TB-FLAG-2 while a flag is due, and by
TB-SUSPEND-2 while an arbiter of the tournament has paused the game.
"""

_OF_A_SEAT: Final = """\
Any of them is refused by CM-END-1 after an end by the rules, by CM-TURN-1 if the decision of
another is due, and by CM-TURN-2 if a decision of another kind is due.
The table refuses them as it does `resign`: by TB-ACT-1, TB-ACT-2, TB-RESIGN-1 and TB-SIT-4.
"""

_OF_CHANCE: Final = """\
The service answers for chance itself.
A client meets them in the checker, where lots and dice are given as actions of the seat `chance`.
"""

_SECTIONS: Final = (
    ("Actions of the table", _OF_THE_TABLE, TableAction | GiveStandingOrders),
    ("Events of the table", "", TableEvent),
    ("Carolus Magnus: actions of a seat", _OF_A_SEAT, RULESET.seat_actions),
    ("Carolus Magnus: actions of chance", _OF_CHANCE, RULESET.chance_actions),
    ("Carolus Magnus: events", "", RULESET.events),
)

_REFUSING: Final[Mapping[str, str]] = {
    "open_game": "CM-OPT-1 CM-OPT-2 CM-OPT-4 CM-OPT-6 TB-CLOCK-1 TB-CLOCK-2",
    "give_standing_orders": "TB-ORDERS-1 TB-ORDERS-2 TB-ORDERS-4",
    "take_seat": "TB-SIT-1 TB-SIT-2 TB-SIT-3 TB-SIT-5 TB-SIT-6 TB-SIT-7",
    "leave_seat": "TB-SIT-1 TB-SIT-5 TB-LEAVE-1",
    "resign": "TB-RESIGN-3",
    "offer_draw": "TB-DRAW-1 TB-DRAW-2 TB-OFFER-4 TB-OFFER-5",
    "accept_draw": "TB-DRAW-3 TB-OFFER-4",
    "decline_draw": "TB-DRAW-3 TB-OFFER-4",
    "offer_pause": "TB-PAUSE-1 TB-OFFER-1 TB-OFFER-4 TB-OFFER-5",
    "accept_pause": "TB-OFFER-2 TB-OFFER-4",
    "decline_pause": "TB-OFFER-2 TB-OFFER-4",
    "offer_resume": "TB-PAUSE-3 TB-OFFER-1 TB-OFFER-4 TB-OFFER-5",
    "accept_resume": "TB-OFFER-2 TB-OFFER-4",
    "decline_resume": "TB-OFFER-2 TB-OFFER-4",
    "offer_take_back": "TB-BACK-1 TB-BACK-2 TB-OFFER-1 TB-OFFER-4 TB-OFFER-5",
    "accept_take_back": "TB-OFFER-2 TB-OFFER-4",
    "decline_take_back": "TB-OFFER-2 TB-OFFER-4",
    "offer_waiver": "TB-MOMENT-5 TB-OFFER-1 TB-OFFER-4 TB-OFFER-5",
    "accept_waiver": "TB-OFFER-2 TB-OFFER-4",
    "decline_waiver": "TB-OFFER-2 TB-OFFER-4",
    "ask_hint": "TB-HINT-1 TB-HINT-2",
    "abort_game": "TB-ABORT-1",
    "adjudicate": "TB-JUDGE-1 TB-JUDGE-2 TB-ACT-1 TB-ACT-2 TB-ACT-3",
    "call_off_game": "TB-JUDGE-2 TB-ACT-1 TB-ACT-2 TB-ACT-3",
    "fall_flag": "TB-FLAG-1 TB-ACT-3",
    "add_time": "TB-TIME-1 TB-SIT-5 TB-ACT-3",
    "suspend_game": "TB-SUSPEND-1 TB-ACT-3",
    "lift_suspension": "TB-SUSPEND-1 TB-ACT-3",
    "draw_moment": "TB-MOMENT-1 TB-MOMENT-3 TB-MOMENT-5 TB-ACT-3",
    "choose_disc": "CM-OPEN-4 CM-OPEN-5",
    "exchange_jokers": "CM-SET-9",
    "place_paladins": "CM-PLACE-1 CM-PLACE-2 CM-PLACE-3",
    "move_emperor": "CM-MOVE-1",
    "choose_crowns": "CM-SET-7 CM-FILL-6 CM-FILL-7",
    "arrange_table": "CM-SET-3 CM-SET-4 CM-SET-5",
    "roll_dice": "CM-SET-7 CM-SET-8 CM-FILL-2 CM-FILL-3",
}

_RULES: Final[Mapping[str, str]] = {
    "seat_taken": "TB-SIT-2",
    "player_seated": "TB-SIT-6",
    "seat_left": "TB-LEAVE-1",
    "moment_drawn": "TB-MOMENT-1 TB-MOMENT-2",
    "game_started": "TB-ACT-1",
    "seat_resigned": "TB-RESIGN-1",
    "draw_offered": "TB-DRAW-1 TB-DRAW-2",
    "draw_accepted": "TB-DRAW-3",
    "draw_declined": "TB-DRAW-3",
    "game_conceded": "TB-RESIGN-2",
    "draw_agreed": "TB-DRAW-4",
    "game_aborted": "TB-ABORT-1",
    "clock_set": "TB-CLOCK-1 TB-CLOCK-2",
    "take_backs_allowed": "TB-BACK-1",
    "clocks_run": "TB-FLAG-2",
    "flag_fell": "TB-FLAG-1 TB-FLAG-3",
    "time_added": "TB-TIME-1",
    "game_suspended": "TB-SUSPEND-1 TB-SUSPEND-2",
    "suspension_lifted": "TB-SUSPEND-1",
    "game_forfeited": "TB-FLAG-4",
    "pause_offered": "TB-PAUSE-1 TB-OFFER-1",
    "pause_accepted": "TB-OFFER-2",
    "pause_declined": "TB-OFFER-2",
    "game_paused": "TB-PAUSE-2 TB-OFFER-3",
    "resume_offered": "TB-PAUSE-3 TB-OFFER-1",
    "resume_accepted": "TB-OFFER-2",
    "resume_declined": "TB-OFFER-2",
    "game_resumed": "TB-PAUSE-3 TB-OFFER-3",
    "take_back_offered": "TB-BACK-2 TB-OFFER-1",
    "take_back_accepted": "TB-OFFER-2",
    "take_back_declined": "TB-OFFER-2",
    "waiver_offered": "TB-MOMENT-5 TB-OFFER-1",
    "waiver_accepted": "TB-OFFER-2",
    "waiver_declined": "TB-OFFER-2",
    "links_waived": "TB-MOMENT-5 TB-OFFER-3",
    "hint_given": "TB-HINT-1 TB-HINT-2",
    "standing_orders_given": "TB-ORDERS-2 TB-ORDERS-3",
    "decision_noted": "TB-BACK-2",
    "decisions_sealed": "TB-BACK-2",
    "decisions_taken_back": "TB-BACK-2 TB-OFFER-3",
    "game_adjudicated": "TB-JUDGE-1",
    "game_called_off": "TB-ACT-3",
    "lots_drawn": "CM-SET-3 CM-SET-4 CM-SET-5",
    "dice_rolled": "CM-FILL-2 CM-SET-7 CM-SET-8",
    "reserve_filled": "CM-FILL-4 CM-FILL-5 CM-FILL-8",
    "crowns_chosen": "CM-FILL-6 CM-FILL-7 CM-SET-7",
    "jokers_exchanged": "CM-SET-9",
    "disc_played": "CM-OPEN-3",
    "paladin_placed": "CM-PLACE-6",
    "placing_ended": "CM-PLACE-1",
    "emperor_moved": "CM-MOVE-1 CM-MOVE-2",
    "turn_ended": "CM-TURN-2",
    "game_ended": "CM-END-2 CM-END-3 CM-END-6 CM-END-7",
}

_FIELDS: Final[Mapping[str, str]] = {
    "seat": "number of the seat, from 0, clockwise",
    "player": "the account of who sits there: 26 letters and digits",
    "clans": "clans, one for each joker or crown; the rules do not depend on their order, which "
    "the events keep",
    "clan": "the clan of the paladin",
    "to": "`court`, or the head of a territory",
    "steps": "how many territories the emperor goes, clockwise",
    "faces": "what the dice show",
    "disc": "number of the disc",
    "placements": "what goes where, one entry for each paladin",
    "opening": "the seats in opening order of round 1",
    "paladins": "clans of the paladins",
    "emperor": "the segment where the emperor starts",
    "order": "seats in the order in which they are asked",
    "territory": "head of the territory",
    "winners": "the sides that won, in the order white, black, gray; several share the victory",
    "name": "what the seat wants to be called, or null",
    "bot": "name of the house bot, or null for a person",
    "entropy": "hexadecimal digits that the seat adds to the dice: an even number, lower case; or "
    "empty",
    "tip": "the tip of the chain of the seat, 64 hexadecimal digits, lower case; null if it has "
    "none",
    "moment": "the number of the moment, from 1",
    "orders": "the orders, of a type of the ruleset, such as "
    "[those of Ancients](../rules/ancients.md#standing-orders); null for none",
    "witness": "for each witness that gave its link, its `who`, the `time` by its clock in "
    "milliseconds since 1970, and its `signature`",
    "missing": "the contributors whose links were due, if the dice depend on none",
    "ruleset": "id and edition of the ruleset",
    "options": "the options of the ruleset, whole",
    "scheme": "how chance answers",
    "commitment": "SHA-256 of the secret of the dice, 64 hexadecimal digits, lower case; empty if "
    "the dice are recorded",
    "wordings": "versions of the events of this game, where they are not the first; left out if "
    "empty",
    "clock": "how much time the seats have, and what comes of a flag",
    "label": "what the game belongs to, such as a tournament; left out if there is none",
    "take_backs": "whether a decision may be taken back if all agree",
    "continues": "the game that this one continues: its id (`game`), the `version`, the `head` "
    "there, and the `position` there as an arbiter sees it; left out if the game begins at the "
    "beginning",
    "sandbox": "the seed of a game in a sandbox; left out in all other games",
    "tournament": "the table of a tournament at which the game is played: the `id` of the "
    "tournament, the `round` and the `table`; left out if there is none",
    "reserved": "for whom each seat is reserved: an account, or `bot:` and the name of a house "
    "bot; left out if no seat is reserved",
    "reserved_names": "the name under which each of them plays; left out if they choose",
    "left_ms": "what is left to each seat, in milliseconds",
    "running": "the seats whose clocks run",
    "since": "the moment from which they run: RFC 3339, UTC",
}

_OWN_FIELDS: Final[Mapping[tuple[str, str], str]] = {
    ("game_opened", "seats"): "number of seats",
    ("game_opened", "links"): "whether seats may commit to chains of links; left out if they may "
    "not",
    ("open_game", "links"): "whether seats may commit to chains of links",
    ("game_opened", "witnesses"): "the witnesses that registered the game, each with its public "
    "`key`, the key of the `service` that registered the game, the `tip` of its chain, the `time` "
    "by its clock and its `signature`; left out if there are none",
    ("open_game", "witnesses"): "the witnesses that registered the game",
    ("take_seat", "tip"): "the tip of the chain of the seat; left out if it has none",
    ("draw_moment", "links"): "the links that the dice depend on, each with `who` gave it",
    ("moment_drawn", "links"): "the links that the dice depend on, each with `who` gave it",
    ("seat_resigned", "bot"): "the house bot that stands in for the seat, named even if the game "
    "ends with this; null if the rules of the game let the seat leave",
    ("secret_revealed", "secret"): "the secret of the dice, 64 hexadecimal digits, lower case",
    ("game_conceded", "winners"): "the side that is left",
    ("add_time", "seconds"): "how much time is added",
    ("time_added", "seconds"): "how much time was added to what the seat had left",
    ("flag_fell", "bot"): "the house bot that plays on for the seat, or null if the game is lost",
    ("game_forfeited", "winners"): "the side that had time; both, if theirs was up at once",
    ("adjudicate", "reason"): "why the arbiter ended the game; left out if they do not say",
    ("adjudicate", "arbiter"): "the account of the arbiter, which the service adds; left out in "
    "games of earlier versions",
    ("call_off_game", "reason"): "why the arbiter ended the game; left out if they do not say",
    ("call_off_game", "arbiter"): "the account of the arbiter, which the service adds; left out if "
    "the service called the game off",
    ("game_adjudicated", "reason"): "why the arbiter ended the game; left out if they do not say",
    ("game_adjudicated", "arbiter"): "the account of the arbiter; left out in games of earlier "
    "versions",
    ("game_called_off", "reason"): "why the arbiter ended the game; left out if they do not say",
    ("game_called_off", "arbiter"): "the account of the arbiter; left out if the service called "
    "the game off",
    ("adjudicate", "winners"): "the sides that win, in any order; several share the victory",
    ("game_adjudicated", "winners"): "the sides that won, in the order of the action; several "
    "share the victory",
    ("decisions_taken_back", "seat"): "the seat that had asked for it",
    ("draw_agreed", "winners"): "the sides that share the victory, in the order of the seats",
    ("take_seat", "bot"): "name of a house bot to sit down, or null for a person",
    ("arrange_table", "paladins"): "the clan on each segment, 1 to 15",
    ("lots_drawn", "paladins"): "the clan on each segment, 1 to 15",
    ("paladins_returned", "each"): "how many each seat gives back",
    ("reserve_filled", "paladins"): "clans of the paladins that the seat took",
    ("reserve_filled", "crowns"): "number of clans that the seat still has to name",
    ("reserve_filled", "jokers"): "number of crowns kept as jokers",
    ("crowns_chosen", "clans"): "the clans named, one for each crown",
    ("jokers_exchanged", "clans"): "the clans named, one for each joker",
    ("round_started", "round"): "number of the round, from 1",
    ("round_started", "discs_returned"): "whether all seats got their discs back first",
    ("castle_built", "side"): "the side that owns it now",
    ("territory_taken_over", "side"): "the side that owns it now",
    ("territories_merged", "side"): "their owner",
    ("paladins_returned", "clan"): "the clan that ran out",
    ("marker_taken", "clan"): "the clan of the marker",
    ("marker_taken", "seat"): "the seat that holds it now",
    ("marker_taken", "previous"): "the seat that held it, or null",
    ("emperor_moved", "to"): "head of the territory where he stopped",
    ("territory_taken_over", "previous"): "the side that owned it",
    ("territory_taken_over", "castles"): "number of castles that the side put there",
    ("territories_merged", "parts"): "heads of the territories that became one, clockwise",
    ("game_ended", "reason"): "why the game ended",
    ("game_ended", "castles"): "castles in play of each side of the game, 0 included",
}


def _rules_of(title: str, catalogue: Mapping[str, Rule]) -> str:
    rows = "".join(f"| {rule.id} | {rule.en} |\n" for rule in catalogue.values())
    return f"\n## {title}\n\n| rule | text |\n| --- | --- |\n{rows}"


PAGES: Final = (
    Page(
        DOCS / "reference" / "events-and-actions.md",
        _HEAD,
        _SECTIONS,
        Words(_REFUSING, _RULES, _FIELDS, _OWN_FIELDS),
        examples_of,
        OF_THE_TABLE,
        _rules_of("The rules of the table", CATALOGUE)
        + _rules_of("The rules of records", OF_RECORDS),
    ),
    PAGE_OF_TEG,
    PAGE_OF_LANCASTER,
    PAGE_OF_ANCIENTS,
)


def drawn(picture: Picture) -> str:
    """Return the picture of the position next to it, as spectators see it."""
    rules = picture.ruleset
    stored = msgspec.json.decode(picture.position.read_bytes(), type=rules.view_type)
    position = rules.read(stored, rules.options_type(players=len(stored.seats)))
    return rules.picture(rules.view(position, "spectator")) + "\n"


def write() -> None:
    """Write all files."""
    for page in PAGES:
        page.file.write_text(text_of(page), encoding="utf-8")
    for picture in PICTURES:
        picture.file.write_text(drawn(picture), encoding="utf-8")


if __name__ == "__main__":
    write()
