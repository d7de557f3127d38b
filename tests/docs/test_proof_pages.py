"""Test that the pages on proof are correct, and contain everything that a verifier needs.

``verifier.py`` was written from them. The tests compare its tables with those of the pages, and
both with the code.
"""

import json
from itertools import chain
from typing import Any, Final, get_args

import msgspec
import pytest
from msgspec import Struct

from domain.catalogue import RULES
from domain.record.record import Record, RecordedSeat
from domain.ruleset import Place, kinds_of, tag_of
from domain.rulesets.carolus_magnus.board import SIDES
from domain.rulesets.registry import RULESETS
from domain.table.events import TableEvent
from domain.table.hiding import hidden_members
from tests.support.docs import pages
from tests.support.proof import verifier
from tests.support.proof.records import records
from tests.support.proof.stranger import members_of_events
from tests.support.proof.verifier import Board, Json

_DOCS: Final = pages.ROOT / "docs"
_REFERENCE: Final = _DOCS / "reference"
CHAIN: Final = _REFERENCE / "chained-log.md"
CHANCE: Final = _REFERENCE / "fair-chance.md"
RECORDS: Final = _REFERENCE / "records.md"
SIGNATURES: Final = _REFERENCE / "signatures.md"
TEG: Final = _DOCS / "rules" / "teg.md"


def names(cell: str) -> tuple[str, ...]:
    """Return the names that a cell lists."""
    return tuple(name for name in cell.replace(",", " ").split() if name)


# --- the chained log ---------------------------------------------------------------------------


def test_the_hidden_members_are_named() -> None:
    """The page, the verifier and the rules agree."""
    listed = {event: names(members) for event, members in pages.table(CHAIN, "What is hidden")}
    hidden = [hidden_members(rules).items() for rules in RULESETS]
    of_rules = {tag(kind): names for some in hidden for kind, names in some}
    assert listed == of_rules == verifier.HIDDEN


def test_the_members_of_every_event_are_listed() -> None:
    """The lists include optional members, and no unknown event."""
    listed = members_of_events()
    kinds = [*get_args(TableEvent), *(kind for one in RULESETS for kind in kinds_of(one.events))]
    assert set(listed) == {tag(kind) for kind in kinds}
    for kind in kinds:
        every = {field.encode_name for field in msgspec.structs.fields(kind)}
        left_out = {
            field.encode_name
            for field in msgspec.structs.fields(kind)
            if kind.__struct_config__.omit_defaults and not field.required
        }
        assert (every - left_out, left_out) in listed[tag(kind)]
    optional = {name for some in listed.values() for _, names in some for name in names}
    assert optional == {
        *("wordings", "label", "links", "witnesses", "continues", "sandbox"),
        *("tournament", "reserved", "reserved_names"),
        *("reason", "arbiter"),
    }
    assert all(name.isascii() for some in listed.values() for one, _ in some for name in one)


def tag(kind: type[Any]) -> str:
    """Return the name of a type of event or action."""
    return str(kind.__struct_config__.tag)


# --- fair chance -------------------------------------------------------------------------------


def test_the_page_names_the_answers_of_chance() -> None:
    """The table has the drawn members of each event, one for each action of chance."""
    listed = {
        event: names(members)
        for event, _, members in pages.table(CHANCE, "The stream of an answer")
    }
    assert listed == {event: members for event, (_, members) in verifier.ANSWERS.items()}
    actions = [kind for one in RULESETS for kind in kinds_of(one.chance_actions)]
    assert {tag(kind) for kind in actions} == {action for action, _ in verifier.ANSWERS.values()}


def test_the_tables_have_every_event_that_changes_a_deck() -> None:
    """The tables have each event that changes it."""
    found = set()
    for game, dealt in {"TEG": "board_dealt", "Ancients": "hands_dealt"}.items():
        _, listed, *_ = pages.tables(CHANCE, f"What {game} asks for")
        events = {name for event, _ in listed for name in names(event)}
        assert {dealt, "card_drawn", "deck_renewed", "decisions_taken_back"} <= events
        for event, what in listed:
            for name in names(event):
                assert name not in verifier.DISCARDED or f"{verifier.DISCARDED[name]}" in what
        found |= events
    assert found >= set(verifier.DISCARDED)


def test_the_order_of_the_command_cards() -> None:
    """The deck depends on it."""
    rows = pages.table(_DOCS / "rules" / "ancients.md", "Cards")
    assert {names(kind)[0]: int(count) for kind, count, _ in rows} == verifier.KINDS
    assert [names(kind)[0] for kind, *_ in rows] == [*verifier.KINDS]


def test_the_order_of_the_map_and_of_the_colours() -> None:
    """Cards, owners and colours depend on this order."""
    rows = pages.table(TEG, "Territories")
    assert [row[1] for row in rows] == verifier.TERRITORIES
    rule = TEG.read_text("utf-8").partition("### TG-OPT-4\n")[2].partition("###")[0]
    places = [rule.index(color) for color in verifier.COLORS]
    assert places == sorted(places)


def test_the_page_on_chance_repeats_the_orders_of_the_rules() -> None:
    """With them, it is enough for the dice; the verifier and the rules have the same orders."""
    found = {
        block.mark.removeprefix("order: "): [line.split() for line in block.text.splitlines()]
        for block in pages.blocks(CHANCE)
        if block.mark.startswith("order: ")
    }
    few, many = found["battles of lancaster"]
    assert {2: many, 3: few, 4: many, 5: many} == verifier.BATTLES
    assert [*chain(*found["territories of teg"])] == verifier.TERRITORIES
    kinds = [one.split(":") for one in chain(*found["cards of ancients"])]
    assert [(kind, int(number)) for kind, number in kinds] == [*verifier.KINDS.items()]
    assert found["laws of lancaster"] == verifier.GROUPS
    assert found["colours"] == [[*verifier.COLORS], [*verifier.COLORS_OF_LANCASTER]]


def test_the_page_shows_the_drawn_results() -> None:
    """The deal, the battle and the card of the last vector follow from its draws."""
    *_, block = [one for one in pages.blocks(CHANCE) if one.language == "json"]
    vector = json.loads(block.text)
    (drawn,) = [one for one in pages.blocks(CHANCE) if one.mark == "drawn"]
    shown = [json.loads(line) for line in drawn.text.splitlines()]
    options = {"players": 4, "objectives": "auto", "first_seat": "random", "colors": None}
    board = Board({"options": options, "seats": 4, "ruleset": "teg@1"})
    turn = {"board_dealt": verifier.deal, "battle_fought": verifier.battle}
    for event, answer in zip(shown, vector["answers"][:3], strict=True):
        asked: list[int] = []

        def draw(bounds: list[int], answer: Json = answer, asked: list[int] = asked) -> list[int]:
            asked.extend(bounds)
            return [*answer["draws"]]

        found = turn.get(event["type"], verifier.card)(event, board, draw)
        assert asked == answer["bounds"]
        assert {"type": event["type"], **found} == event


def test_the_keys_and_tips_of_the_vectors_are_correct() -> None:
    """The verifier computes each key, and finds the tips at the beginning of the chains."""
    for block in pages.blocks(CHANCE):
        if block.language != "json":
            continue
        vector = json.loads(block.text)
        seats = [(seat["entropy"], seat["tip"]) for seat in vector["seats"]]
        secret = bytes.fromhex(vector["secret"])
        key = verifier.key_of(secret, vector["game"], seats, vector["witnesses"])
        assert key.hex() == vector["key"]
        tips = {seat: tip for seat, (_, tip) in enumerate(seats)}
        tips |= {128 + place: tip for place, tip in enumerate(vector["witnesses"])}
        name = verifier.name_of(vector["game"], vector["commitment"])
        for answer in vector["answers"]:
            for given in answer["links"]:
                link = bytes.fromhex(given["link"])
                found = verifier.chained_down(name, given["who"], answer["moment"], link, 0)
                assert found.hex() == tips[given["who"]]


# --- signatures --------------------------------------------------------------------------------


def test_the_page_has_every_end() -> None:
    """The table has its status, and its reason if the event has none."""
    listed = {}
    for event, status, reason in pages.table(SIGNATURES, "How to verify"):
        word = json.loads(reason) if reason.startswith('"') else None
        listed[event] = (json.loads(status), word)
    assert listed == verifier.ENDS


def test_the_page_has_the_members_of_every_outcome() -> None:
    """They are in the order of the type that writes them; the page gives that of the winners."""
    listed: dict[str, list[str]] = {}
    for ruleset, member, _ in pages.tables(SIGNATURES, "The outcome")[0]:
        listed.setdefault(ruleset, []).append(member)
    assert listed == {one.meta.title: list(one.outcome_type.__struct_fields__) for one in RULESETS}
    assert {one.meta.title: verifier.OUTCOME[one.meta.id] for one in RULESETS} == {
        title: tuple(members) for title, members in listed.items()
    }
    assert "in the order white, black, gray" in SIGNATURES.read_text("utf-8")
    assert verifier.SIDES == SIDES


def test_the_table_has_every_event_that_changes_the_ranking() -> None:
    """The table has every event that changes them."""
    listed = {
        name for event, _ in pages.tables(SIGNATURES, "The outcome")[1] for name in names(event)
    }
    of_board = {"castle_built", "territory_taken_over", "territories_merged", "marker_taken"}
    of_tokens = {"tokens_placed", "tokens_moved", "cards_traded"}
    of_map = {"board_dealt", "battle_fought", "seat_eliminated", "seat_withdrew"}
    of_power = {"favour_taken", "law_applied", "law_used", "county_scored", "source_valued"}
    of_battles = {"battle_valued", "final_scored"}
    others = of_power | of_battles | {"banner_gained", "decisions_taken_back"}
    assert listed == of_board | of_tokens | of_map | others


def test_the_page_has_the_rule_of_each_place() -> None:
    """The table has the rules that the verifier cites, and all are in the catalogue."""
    _, _, positions, members, rules = pages.tables(SIGNATURES, "The outcome")
    assert [name for name, _ in positions] == [one.meta.title for one in RULESETS]
    assert [name for name, _ in members] == [*Place.__struct_fields__]
    listed = {reason: rule for reason, rule in rules if " of " not in reason}
    assert listed == verifier.WON_BY
    assert set(listed.values()) | set(verifier.OTHERS_BY.values()) <= set(RULES)


# --- records -----------------------------------------------------------------------------------


def test_the_page_has_the_actions_of_table_and_chance() -> None:
    """The table has each action outside the game itself, with its event and the members of both."""
    first, added, left_out = pages.tables(RECORDS, "Entries and events")[:3]
    listed = {event: (action.split()[0], names(members)) for action, event, members, _ in first}
    assert listed == {**verifier.ASKED, **verifier.ANSWERS}
    assert {event: member for event, _, member in map(first_words, added)} == verifier.ADDED
    defaults: dict[str, Json] = {}
    for action, member, default in left_out:
        defaults.setdefault(action, {})[member] = json.loads(default)
    assert defaults == verifier.LEFT_OUT


def test_the_page_has_who_takes_each_action() -> None:
    """The column ``by`` matches the entries of all stored records."""
    first = pages.tables(RECORDS, "Entries and events")[0]
    expected = {action.split()[0].strip("`"): by for action, _, _, by in first}
    actors = {"chance": {"chance"}, "the table": {"table"}, "a seat": {"seat"}}
    actors["that seat, or the table"] = {"seat", "table"}
    seen = set()
    for record in records().values():
        for entry in record.entries:
            action = tag_of(entry.action)
            if action in expected:
                by = "seat" if isinstance(entry.by, int) else entry.by
                assert by in actors[expected[action]], (record.id, entry)
                seen.add((action, by))
    assert len(seen) >= 12


def first_words(row: list[str]) -> list[str]:
    """Return the row with one name in each cell."""
    return [names(cell)[0] for cell in row]


@pytest.mark.parametrize(("heading", "kind"), [("Members", Record), ("Seats", RecordedSeat)])
def test_the_members_of_a_record_are_listed(heading: str, kind: type[Struct]) -> None:
    """They are in the order of the types that write them."""
    listed = [member for member, _ in pages.table(RECORDS, heading)]
    assert listed == list(kind.__struct_fields__)
