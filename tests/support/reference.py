"""Writes what the docs say of actions and events, and their picture of a board.

``python -m tests.support.reference`` writes the files anew; a test compares them. The types, their
bounds and their first sentences come from the code; what a field means is told here. The examples
are from games that are played for this page, always the same ones.
"""

import re
from collections.abc import Mapping, Sequence
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from domain.record.catalogue import CATALOGUE as OF_RECORDS
from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.options import Options
from domain.table.actions import TableAction
from domain.table.catalogue import CATALOGUE
from domain.table.events import TableEvent
from tests.support.example_games import examples as examples_of

DOCS: Final = Path(__file__).parents[2] / "docs"
PAGE: Final = DOCS / "reference" / "events-and-actions.md"
BOARD: Final = DOCS / "images" / "board.svg"
POSITION: Final = DOCS / "images" / "board.json"
"""The position that the picture shows."""

_ID: Final = re.compile(r"\b(?:CM|TB)-[A-Z]+(?:-\d+)?\b")

_HEAD: Final = """\
# Actions and events

<!-- Written by `python -m tests.support.reference` from the types of the domain: do not edit. -->

An **action** is what a seat, or chance, asks to do; it is sent to `POST /v1/games/{game}/actions`.
An **event** is what happened; events are what is stored, and they come back in the answers.
Both are JSON objects, told apart by `type`.
In an action a field that is not listed here is refused.

Every event has four members besides its own, which the examples leave out:

| member | type | meaning |
| --- | --- | --- |
| `version` | integer | its number in the game, from 1 |
| `at` | string | when it was stored: RFC 3339, UTC, with microseconds |
| `by` | a seat, `"chance"` or `"table"` | who caused it; the creator acts as the table |
| `hash` | string | SHA-256 over itself and all before it: [the chained log](chained-log.md) |

The words are explained in the [glossary](../glossary.md).
The rules of Carolus Magnus (CM) have [a page](../rules/carolus-magnus.md) of their own.
Those of the table (TB) and of records (RC) are at the end of this one.
"""

_OF_THE_TABLE: Final = """\
They are the same whatever is played.
`open_game`, `take_seat` and `leave_seat` have resources of their own over HTTP.
The others are sent like the actions of a game, `abort_game` with the creator's token, `adjudicate`
and `call_off_game` with that of an arbiter.
`fall_flag` is never sent: the service does it by itself when time is up, and it stands in records.
What seats ask is refused by TB-ACT-1 before the start, by TB-ACT-2 after the end, by TB-RESIGN-1
from a seat that has resigned, by TB-FLAG-3 from one whose flag fell, and by TB-SIT-4 from one that
a house bot plays; whatever is asked, by TB-FLAG-2 while a flag is due.
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
    ("Actions of the table", _OF_THE_TABLE, TableAction),
    ("Events of the table", "", TableEvent),
    ("Carolus Magnus: actions of a seat", _OF_A_SEAT, RULESET.seat_actions),
    ("Carolus Magnus: actions of chance", _OF_CHANCE, RULESET.chance_actions),
    ("Carolus Magnus: events", "", RULESET.events),
)

_REFUSING: Final[Mapping[str, str]] = {
    "open_game": "CM-OPT-1 CM-OPT-2 CM-OPT-4 CM-OPT-6 TB-CLOCK-1",
    "take_seat": "TB-SIT-1 TB-SIT-2 TB-SIT-3 TB-SIT-5 TB-SIT-6",
    "leave_seat": "TB-SIT-1 TB-SIT-5 TB-LEAVE-1",
    "offer_draw": "TB-DRAW-1 TB-DRAW-2",
    "accept_draw": "TB-DRAW-3",
    "decline_draw": "TB-DRAW-3",
    "offer_pause": "TB-PAUSE-1 TB-OFFER-1",
    "accept_pause": "TB-OFFER-2",
    "decline_pause": "TB-OFFER-2",
    "offer_resume": "TB-PAUSE-3 TB-OFFER-1",
    "accept_resume": "TB-OFFER-2",
    "decline_resume": "TB-OFFER-2",
    "offer_take_back": "TB-BACK-1 TB-BACK-2 TB-OFFER-1",
    "accept_take_back": "TB-OFFER-2",
    "decline_take_back": "TB-OFFER-2",
    "abort_game": "TB-ABORT-1",
    "adjudicate": "TB-JUDGE-1 TB-ACT-1 TB-ACT-2 TB-ACT-3",
    "call_off_game": "TB-ACT-1 TB-ACT-2 TB-ACT-3",
    "fall_flag": "TB-FLAG-1 TB-ACT-3",
    "choose_disc": "CM-OPEN-4 CM-OPEN-5",
    "exchange_jokers": "CM-SET-9",
    "place_paladins": "CM-PLACE-1 CM-PLACE-2 CM-PLACE-3",
    "move_emperor": "CM-MOVE-1",
    "choose_crowns": "CM-SET-7 CM-FILL-6 CM-FILL-7",
    "arrange_table": "CM-SET-3 CM-SET-4 CM-SET-5",
    "roll_dice": "CM-SET-7 CM-SET-8 CM-FILL-2 CM-FILL-3",
}
"""The rules that refuse an action, besides those that the head of its section names."""

_RULES: Final[Mapping[str, str]] = {
    "seat_taken": "TB-SIT-2",
    "player_seated": "TB-SIT-6",
    "seat_left": "TB-LEAVE-1",
    "game_started": "TB-ACT-1",
    "seat_resigned": "TB-RESIGN-1",
    "draw_offered": "TB-DRAW-1 TB-DRAW-2",
    "draw_accepted": "TB-DRAW-3",
    "draw_declined": "TB-DRAW-3",
    "game_conceded": "TB-RESIGN-2",
    "draw_agreed": "TB-DRAW-4",
    "game_aborted": "TB-ABORT-1",
    "clock_set": "TB-CLOCK-1",
    "take_backs_allowed": "TB-BACK-1",
    "clocks_run": "TB-FLAG-2",
    "flag_fell": "TB-FLAG-1 TB-FLAG-3",
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
"""The rules that an event comes from, besides those that its docstring names."""

_FIELDS: Final[Mapping[str, str]] = {
    "seat": "number of the seat, from 0, clockwise",
    "player": "the account of who sits there: 26 letters and digits",
    "clans": "clans, one for each joker or crown; their order is of no effect",
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
    "winners": "the sides that won; several share the victory",
    "name": "what the seat wants to be called, or null",
    "bot": "name of the house bot, or null for a person",
    "entropy": "hexadecimal digits that the seat adds to the dice, or empty",
    "ruleset": "id and edition of the ruleset",
    "options": "the options of the ruleset, whole",
    "scheme": "how chance answers",
    "commitment": "SHA-256 of the secret of the dice, in hexadecimal",
    "wordings": "versions of the events of this game, where they are not the first",
    "clock": "how much time the seats have, and what comes of a flag",
    "take_backs": "whether a decision may be taken back if all agree",
    "left_ms": "what is left to each seat, in milliseconds",
    "running": "the seats whose clocks run",
    "since": "the moment from which they run: RFC 3339, UTC",
}

_OWN_FIELDS: Final[Mapping[tuple[str, str], str]] = {
    ("game_opened", "seats"): "number of seats",
    ("seat_resigned", "bot"): "the house bot that plays on for the seat, if the game goes on",
    ("secret_revealed", "secret"): "the secret of the dice, 32 bytes in hexadecimal",
    ("game_conceded", "winners"): "the side that is left",
    ("flag_fell", "bot"): "the house bot that plays on for the seat, or null if the game is lost",
    ("game_forfeited", "winners"): "the side that had time; both, if theirs was up at once",
    ("adjudicate", "winners"): "the sides that win; several share the victory",
    ("decisions_taken_back", "seat"): "the seat that had asked for it",
    ("draw_agreed", "winners"): "the sides that share the victory",
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
    ("game_ended", "castles"): "castles in play of each side",
}


def page() -> str:
    """Return the reference of actions and events."""
    wanted = {_tag(kind) for _, _, union in _SECTIONS for kind in get_args(union)}
    examples = examples_of(wanted)
    parts = [_HEAD]
    for title, text, union in _SECTIONS:
        kinds = get_args(union)
        parts.append(f"\n## {title}\n" + (f"\n{text}" if text else ""))
        parts += [_kind(kind, examples[_tag(kind)]) for kind in kinds]
    parts.append("\n## The rules of the table\n\n| rule | told |\n| --- | --- |\n")
    parts += [f"| {rule.id} | {rule.en} |\n" for rule in CATALOGUE.values()]
    parts.append("\n## The rules of records\n\n| rule | told |\n| --- | --- |\n")
    parts += [f"| {rule.id} | {rule.en} |\n" for rule in OF_RECORDS.values()]
    return "".join(parts)


def board() -> str:
    """Return the picture of the position beside it."""
    view = msgspec.json.decode(POSITION.read_bytes(), type=RULESET.view_type)
    RULESET.read(view, Options(players=len(view.seats)))
    return RULESET.picture(view) + "\n"


def write() -> None:
    """Write all files anew."""
    PAGE.write_text(page(), encoding="utf-8")
    BOARD.write_text(board(), encoding="utf-8")


# --- one type ----------------------------------------------------------------------------------


def _kind(kind: type[Any], example: Any) -> str:
    tag = _tag(kind)
    told = cleandoc(kind.__doc__ or "")
    # The sentences of the docstring are written one a line, as elsewhere in the docs.
    text = _sentences(re.sub(r"``([^`]+)``", r"`\1`", _without_ids(told)).replace("None", "null"))
    lines = [f"\n### {tag}\n", text]
    if fields := msgspec.structs.fields(kind):
        lines.append("\n| field | type | meaning |\n| --- | --- | --- |")
        schema = msgspec.json.schema(kind)
        own = schema["$defs"][kind.__name__]
        lines += [_field(tag, field.name, own, schema["$defs"]) for field in fields]
    if tag in _REFUSING:
        lines.append(f"\nCan be refused by {_told(_REFUSING[tag].split())}.")
    elif ids := _ids(tag, told):
        lines.append(f"\nRules: {_told(ids)}.")
    lines.append(f"\n```json\n{msgspec.json.encode(example).decode()}\n```\n")
    return "\n".join(lines)


def _field(tag: str, name: str, schema: Mapping[str, Any], defs: Mapping[str, Any]) -> str:
    meaning = _OWN_FIELDS.get((tag, name)) or _FIELDS[name]
    optional = "" if name in schema.get("required", ()) else "; optional"
    return f"| `{name}` | {_type(schema['properties'][name], defs)}{optional} | {meaning} |"


def _type(schema: Mapping[str, Any], defs: Mapping[str, Any]) -> str:
    """Return a JSON Schema in a few words."""
    match schema:
        case {"$ref": str(name)}:
            told = _members(defs[name.rpartition("/")[2]], defs)
        case {"anyOf": [*kinds]}:
            told = " or ".join(_type(one, defs) for one in kinds)
        case {"enum": [*values]}:
            told = ", ".join(f"`{one}`" for one in values)
        case {"type": "array", "items": items}:
            most = f", at most {schema['maxItems']}" if "maxItems" in schema else ""
            told = f"list of: {_type(items, defs)}{most}"
        case {"type": "integer"}:
            told = f"integer{_bounds(schema, 'minimum', 'maximum')}"
        case {"type": "string"}:
            told = f"string{_bounds(schema, 'minLength', 'maxLength', ' characters')}"
        case _:
            told = str(schema.get("type", "object"))
    return told


def _members(schema: Mapping[str, Any], defs: Mapping[str, Any]) -> str:
    members = (f"`{name}` ({_type(one, defs)})" for name, one in schema["properties"].items())
    return f"object with {' and '.join(members)}"


def _bounds(schema: Mapping[str, Any], least: str, most: str, unit: str = "") -> str:
    if most in schema:
        return f", {schema.get(least, 0)} to {schema[most]}{unit}"
    return f", at least {schema[least]}{unit}" if least in schema else ""


def _ids(tag: str, told: str) -> list[str]:
    named = [*_RULES.get(tag, "").split(), *_ID.findall(told)]
    return list(dict.fromkeys(named))


def _told(ids: Sequence[str]) -> str:
    return ", ".join(
        f"[{one}](../rules/carolus-magnus.md#{one.lower()})" if one.startswith("CM") else one
        for one in ids
    )


def _without_ids(text: str) -> str:
    """Leave out the rules in brackets at the end of a sentence; they are listed apart."""
    found = rf"(?:{_ID.pattern})"
    return re.sub(rf"\s*\((?:in the set-up )?{found}[^)]*\)", "", text)


def _sentences(text: str) -> str:
    """Return the text with one sentence a line."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(
        re.sub(r"(?<=[.:]) (?=[A-Z`])", "\n", " ".join(paragraph.split()))
        for paragraph in paragraphs
    )


def _tag(kind: type[Any]) -> str:
    return str(kind.__struct_config__.tag)


if __name__ == "__main__":
    write()
