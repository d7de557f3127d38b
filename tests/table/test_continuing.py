"""Playing on from a position of another game (TB-CONTINUE): which games, and which positions."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.record.audit import audit
from domain.record.record import read_record, write_record
from domain.record.text import parse_text, write_text
from domain.ruleset import LANGUAGES, AnyRuleset, Language
from domain.rulesets.registry import RULESETS
from domain.table.actions import Resign, TakeSeat
from domain.table.continuation import typed
from domain.table.continuing import continuation_of
from domain.table.decide import open_game
from domain.table.events import GameOpened
from domain.table.opening import OpenGame
from domain.table.rematch import rematch_of
from domain.table.story import Story
from service.access.record_verifier import RecordVerifier
from tests.support.games import spec
from tests.support.games.continued import Played, continued, going_on, opening, played, seated
from tests.support.games.registered import registered
from tests.support.games.table import Table, opened, play_on, started
from tests.support.games.veiled import VEIL


@pytest.fixture(scope="module")
def source() -> Played:
    """Return a game of Carolus Magnus that has ended, and a version of it."""
    return played()


def refused(rule: str, reason: str, judge: Callable[[], object]) -> dict[str, Any]:
    """Expect this refusal; return its facts."""
    return dict(spec.refused(rule, reason, judge).facts)


@pytest.mark.rule("TB-CONTINUE-1")
@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.meta.id)
def test_a_game_begins_where_the_other_was(rules: AnyRuleset) -> None:
    """With the same position and the same seat to move, but new players and dice of its own."""
    source = played(rules)
    table = going_on(source)
    assert table.game.position == source.then.position
    assert table.game.status == "open"
    table = seated(table)
    assert table.game.status == "running"
    assert table.game.awaits == source.then.awaits
    assert table.game.moments == 0
    assert table.game.commitment != source.then.commitment
    play_on(table, Random(3), 2)
    assert table.game.position != source.then.position


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.meta.id)
def test_the_record_of_a_continued_game_is_proved_by_itself(rules: AnyRuleset) -> None:
    """As JSON and as text, and with hashes that the position is part of."""
    record = continued(played(rules))
    assert read_record(write_record(record)) == record
    assert parse_text(write_text(record)) == record
    noted = {(one.weight, one.rule) for one in audit(record, RecordVerifier()).findings}
    assert noted == {("note", "RC-SIGN-3")}


def test_only_a_continued_game_has_the_member(source: Played) -> None:
    """So the bytes and hashes of all other games stay as they are."""
    plain = opened().batch
    assert plain is not None
    assert b"continues" not in msgspec.json.encode(plain.events[0])
    assert b"continues" not in msgspec.json.encode(plain.entries[0].action)
    event = going_on(source).batch
    assert event is not None
    first = event.events[0]
    assert isinstance(first, GameOpened)
    again = msgspec.json.decode(msgspec.json.encode(first), type=GameOpened)
    rules = source.then.rules
    assert typed(rules, again.continues) == source.continues
    assert set(msgspec.to_builtins(again.continues)) == {"game", "version", "head", "position"}


@pytest.mark.rule("TB-CONTINUE-1", refused=True)
def test_a_position_that_cannot_occur_is_refused(source: Played) -> None:
    """By the rules that the reader of positions names."""
    position = source.continues.position
    wrong = replace(source.continues, position=replace(position, territories=()))
    facts = refused("TB-CONTINUE-1", "position_is_impossible", lambda: going_on(source, wrong))
    assert facts["faults"]
    assert {"rule", "reason", "facts"} == set(facts["faults"][0])


@pytest.mark.rule("TB-CONTINUE-1", refused=True)
def test_a_position_of_other_options_is_refused(source: Played) -> None:
    """The position belongs to the options of the game that it comes from."""
    rules = source.then.rules
    three = replace(opening(source), options=rules.options_type(players=3))
    refused("TB-CONTINUE-1", "position_is_impossible", lambda: open_game("x", rules, three))


@pytest.mark.rule("TB-CONTINUE-1", refused=True)
def test_a_position_that_hides_something_is_refused() -> None:
    """A game cannot begin at the view of a seat."""
    with registered(VEIL):
        source = played(VEIL, 2, decisions=2)
        view = VEIL.view(source.then.position, 0)
        hiding = replace(source.continues, position=view)
        refused("TB-CONTINUE-1", "position_hides_something", lambda: going_on(source, hiding))


@pytest.mark.rule("TB-CONTINUE-1", refused=True)
def test_there_is_no_position_before_the_start() -> None:
    """Nor before chance has drawn the first one."""
    table = opened().sit(0)
    before = table.game
    source = table.ask(1, TakeSeat(1)).ask(0, Resign()).game

    def judge() -> object:
        return continuation_of(source, before, b"\0" * 32, complete=True)

    assert refused("TB-CONTINUE-1", "no_position_yet", judge) == {"version": before.version}


@pytest.mark.rule("TB-CONTINUE-2")
def test_the_last_position_of_a_resigned_game_is_not_over() -> None:
    """The table ended it, not the rules of the game."""
    source = started(2).ask(0, Resign()).game
    assert source.outcome is not None
    found = continuation_of(source, source, b"\0" * 32, complete=True)
    table = going_on(Played(played().record, source, found))
    assert seated(table).game.status == "running"


@pytest.mark.rule("TB-CONTINUE-2", refused=True)
def test_a_position_in_which_the_game_is_over_is_refused() -> None:
    """There is nothing left to play."""
    source = play_on(started(2, max_rounds=1), Random(1)).game
    found = continuation_of(source, source, b"\0" * 32, complete=True)
    action = OpenGame(source.ruleset, source.options, "recorded", "", continues=found)
    refused("TB-CONTINUE-2", "position_is_over", lambda: open_game("x", source.rules, action))


@pytest.mark.rule("TB-CONTINUE-2", refused=True)
def test_no_game_begins_in_the_middle_of_an_action(source: Played) -> None:
    """Some of its events are missing there."""
    over = started(2).ask(0, Resign()).game

    def judge() -> object:
        return continuation_of(over, source.then, b"\0" * 32, complete=False)

    facts = refused("TB-CONTINUE-2", "action_is_incomplete", judge)
    assert facts == {"version": source.then.version}


@pytest.mark.rule("TB-CONTINUE-3", refused=True)
@pytest.mark.parametrize("table", [opened(2), started(2)], ids=["open", "running"])
def test_a_game_that_has_not_ended_is_not_continued(table: Table) -> None:
    """Its position may hide something, and its dice are still to come."""
    game = table.game

    def judge() -> object:
        return continuation_of(game, game, b"\0" * 32, complete=True)

    assert refused("TB-CONTINUE-3", "game_is_not_over", judge) == {"status": game.status}


@pytest.mark.rule("TB-CONTINUE-3")
def test_a_game_that_has_ended_is_continued(source: Played) -> None:
    """From any position of it."""
    over = started(2).ask(0, Resign()).game
    found = continuation_of(over, source.then, b"\x01" * 32, complete=True)
    assert (found.game, found.version, found.head) == (over.id, source.then.version, "01" * 32)


@pytest.mark.rule("TB-REMATCH-1")
def test_the_rematch_begins_at_the_same_position(source: Played) -> None:
    """With the same options, because the position belongs to the seats."""
    table = seated(going_on(source)).ask(0, Resign())
    again = rematch_of(table.game, "c" * 64)
    assert (again.options, again.continues) == (source.then.options, source.continues)
    batch = open_game("again", source.then.rules, again)
    assert batch.game.position == source.then.position


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_exhaustive_story_names_the_source(source: Played, language: Language) -> None:
    """People who check a game read it; players see a link."""
    table = going_on(source)
    assert table.batch is not None
    (event,) = table.batch.events
    thorough = Story(table.game, "spectator", language, exhaustive=True).describe(event)
    assert thorough is not None
    assert source.continues.game in thorough.text
    assert str(source.continues.version) in thorough.text
    assert Story(table.game, "spectator", language).describe(event) is None
