"""Promises of every ruleset in the registry; the tests find a new ruleset there."""

import dataclasses
import re
from collections.abc import Iterator, Sequence
from functools import partial
from math import sqrt
from random import Random
from typing import Any, get_args
from xml.etree import ElementTree as ET

import msgspec
import pytest
from msgspec.structs import replace

from domain.kit.option_marks import scenario_name
from domain.kit.story import Sentence
from domain.refusal import IllegalAction
from domain.ruleset import CHANCE, LANGUAGES, AnyRuleset, Language, Part, Seat, all_open, kinds_of
from domain.rulesets.registry import BY_ID, BY_PINNED, RULESETS
from domain.table.actions import (
    AddTime,
    Adjudicate,
    DrawMoment,
    LeaveSeat,
    Resign,
    TableAction,
    TakeSeat,
)
from domain.table.catalogue import CATALOGUE as TABLE_RULES
from domain.table.clock import BankClock
from domain.table.decide import perform
from domain.table.game import Game, Matter
from domain.table.notation import outside_of_strings
from service.archives.statistics import report
from service.archives.tally import FactCollector, Tally
from service.wire.games import EventEnvelope
from tests.support.games import standings
from tests.support.games.anything import switched
from tests.support.games.drafts import first_fault
from tests.support.games.lookalikes import Lookalikes, must_be_hidden_from_some
from tests.support.games.partial import PLANTED, misjudged
from tests.support.games.play import Choose, Step, number_of, options_of, play
from tests.support.games.raid import RAID
from tests.support.games.signatures import misfits
from tests.support.games.stories import described, whole_story
from tests.support.games.table import AT, opened
from tests.support.games.veiled import VEIL
from tests.support.run.long import cases

EACH = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: str(ruleset.meta.id))
WITH_SMALL = pytest.mark.parametrize(
    "ruleset", [*RULESETS, VEIL, RAID], ids=lambda ruleset: str(ruleset.meta.id)
)
"""Also test two small games that hide much and decide together, which the registry lacks."""
GAMES = cases(2, 1)
LOTS_GAMES = cases(40, 6)
"""Enough for lots that are drawn once in a game."""
LOTS_STEPS = 400
"""Enough steps of each game to draw all kinds of lots."""
STEPS_MAX = 20_000
STORY_STEPS = cases(2_000, 150)
DRAFT_STEPS = cases(800, 150)
REASONS_OF_THE_TABLE = ("resignation", "draw_agreed", "time", "adjudicated")
HIDDEN_ROUNDS_MAX = 20
STRATUM_LENGTH_MAX = 80
SPOTS_OF = 20
"""The number of legal actions in one position whose places are checked."""
PARTIAL_STEPS = cases(800, 250)
PARTIAL_POSITIONS = cases(12, 2)
LOOKALIKES_ASKED = 50
"""The minimum number of tries of each kind of action."""
LOOKALIKES_STEPS = cases(100, 50)


_GAMES: dict[tuple[str, int], list[list[Step]]] = {}
"""Random games that were played, by ruleset and seed, because many tests use the same."""


def default_games(ruleset: AnyRuleset, seed: int) -> list[list[Step]]:
    """Return some random games with the options of house bots."""
    named = ruleset.meta.id, seed
    if named not in _GAMES:
        start = ruleset.start(options_of(ruleset))
        _GAMES[named] = [
            list(play(ruleset, start, Random(f"{seed} {ruleset.meta.id} {n}"), steps_max=STEPS_MAX))
            for n in range(GAMES)
        ]
    return _GAMES[named]


def played_by(ruleset: AnyRuleset, *bots: str) -> Choose:
    """Let house bots decide for the seats: one bot each, and the last one for all other seats."""

    def choose(position: Any, legal: Any, random: Random) -> Any:
        (due, *_) = ruleset.awaits(position)
        assert due.seat != CHANCE
        bot = ruleset.bots[bots[min(due.seat, len(bots) - 1)]]
        return bot(ruleset.view(position, due.seat), legal, random.randrange)

    return choose


def tags_of(union: Any) -> list[str]:
    """Return the tags of a union of structs."""
    return [kind.__struct_config__.tag for kind in kinds_of(union)]


@WITH_SMALL
def test_functions_have_the_types_of_the_seam(ruleset: AnyRuleset) -> None:
    """No type checker compares them, because the names of files assemble a ruleset."""
    assert list(misfits(ruleset)) == []


@WITH_SMALL
def test_everyone_reads_a_story_in_every_language(ruleset: AnyRuleset, seed: int) -> None:
    """It covers the same events in each language, and each sentence is whole."""
    (game, *_) = default_games(ruleset, seed)
    sides = ruleset.sides(options_of(ruleset))
    # The names and values of events without a text are the same in each language.
    translated = any(f"story.{tag}" in ruleset.words["en"] for tag in tags_of(ruleset.events))
    for viewer in (*range(len(sides)), "spectator", "arbiter")[:: cases(1, 2)]:
        found: dict[Language, list[Sentence]] = {}
        for language in LANGUAGES:
            steps = described(
                ruleset, game[:STORY_STEPS], viewer=viewer, language=language, sides=sides
            )
            found[language] = whole_story(one for _, each in steps for one in each)
            for one in found[language]:
                assert one.first <= one.last
                assert re.fullmatch(r"\S[^{}\n]*[^\s{}.]\.", one.text), one
                assert "  " not in one.text, one
                assert not re.search(r"\b(None|True|False)\b", one.text), one
        english, *others = found.values()
        assert english
        for other in others:
            pairs = list(zip(english, other, strict=True))
            assert all((a.first, a.last) == (b.first, b.last) for a, b in pairs)
            assert all((a.text != b.text) == translated for a, b in pairs)


@EACH
def test_components_exist_in_every_language(ruleset: AnyRuleset) -> None:
    """They are JSON, and differ only in names."""

    def without_names(data: Any) -> Any:
        match data:
            case dict():
                assert data.get("name", "a name")
                return {key: without_names(data[key]) for key in data if key != "name"}
            case list():
                return [without_names(one) for one in data]
            case _:
                return data

    english, *others = [
        msgspec.json.decode(msgspec.json.encode(ruleset.components(one))) for one in LANGUAGES
    ]
    for other in others:
        assert without_names(other) == without_names(english)


@EACH
def test_meta_is_complete(ruleset: AnyRuleset) -> None:
    """It contains all that a lobby needs to offer the ruleset."""
    meta = ruleset.meta
    assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", meta.id)
    assert meta.edition >= 1
    assert meta.pinned == f"{meta.id}@{meta.edition}"
    assert meta.title.strip()
    assert meta.summary.keys() == set(LANGUAGES)
    assert len({text.strip() for text in meta.summary.values()}) == len(LANGUAGES)
    assert 0 < meta.minutes[0] <= meta.minutes[1]
    assert meta.rulebook.strip()
    assert meta.designers
    assert all(name.strip() for name in meta.designers)
    assert list(meta.seats) == sorted(set(meta.seats))
    assert min(meta.seats) >= 1


@EACH
def test_a_ruleset_is_registered_once(ruleset: AnyRuleset) -> None:
    """The registry finds it by its id and by the pinned name that games store."""
    assert BY_ID[ruleset.meta.id] is ruleset
    assert BY_PINNED[ruleset.meta.pinned] is ruleset
    assert len(BY_ID) == len(BY_PINNED) == len(RULESETS)


@EACH
def test_catalogue_is_complete(ruleset: AnyRuleset) -> None:
    """Each rule has its own sentence in each language, and a source."""
    assert ruleset.catalogue
    for language in LANGUAGES:
        sentences = [rule.sentence(language) for rule in ruleset.catalogue.values()]
        assert all(sentence.strip() == sentence for sentence in sentences)
        assert all(sentence.endswith((".", "!", "?")) for sentence in sentences)
        assert len(set(sentences)) == len(sentences)
    for id_, rule in ruleset.catalogue.items():
        assert rule.id == id_
        assert re.fullmatch(r"[A-Z]+(-[A-Z]+)+-[A-Z]?[0-9]+", id_)
        assert rule.source.strip()
        assert len({rule.sentence(language) for language in LANGUAGES}) == len(LANGUAGES)


@WITH_SMALL
def test_tags_are_unique(ruleset: AnyRuleset) -> None:
    """No two kinds of action share a name, and no two kinds of event do."""
    for union in (ruleset.seat_actions | ruleset.chance_actions, ruleset.events):
        tags = tags_of(union)
        assert len(set(tags)) == len(tags)
        assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", tag) for tag in tags)


@WITH_SMALL
def test_no_event_has_a_member_of_the_stream(ruleset: AnyRuleset) -> None:
    """An event's own members appear next to its place in the stream and the seat that acted."""
    of_the_stream = {"type", "sealed", *EventEnvelope.__struct_fields__}
    for kind in kinds_of(ruleset.events):
        assert not of_the_stream & set(kind.__struct_fields__), kind


@EACH
def test_every_type_has_a_schema(ruleset: AnyRuleset) -> None:
    """All types that go over the wire have a JSON schema."""
    kinds = [ruleset.options_type, ruleset.view_type, ruleset.outcome_type]
    unions = [ruleset.seat_actions, ruleset.chance_actions, ruleset.events]
    for type_ in (*kinds, *unions):
        assert msgspec.json.schema(type_)


@EACH
def test_random_play_ends(ruleset: AnyRuleset, seed: int) -> None:
    """A random game ends with an outcome, and then awaits no seat."""
    for game in default_games(ruleset, seed):
        end = game[-1].after
        assert ruleset.awaits(end) == ()
        assert end.outcome is not None
        assert all(step.before.outcome is None for step in game)


@EACH
def test_the_event_that_ends_a_game_contains_its_outcome(ruleset: AnyRuleset, seed: int) -> None:
    """It is the last event and the only one of its type, and agrees with the outcome."""
    for game in default_games(ruleset, seed):
        events = [msgspec.to_builtins(event) for step in game for event in step.events]
        (ended,) = (event for event in events if event["type"] == "game_ended")
        assert ended is events[-1]
        outcome = msgspec.to_builtins(game[-1].after.outcome)
        reasons = ended["reasons"] if "reasons" in ended else [ended["reason"]]
        assert (reasons[0], ended["winners"]) == (outcome["reason"], outcome["winners"])
        assert all(ended[fact] == outcome[fact] for fact in ended.keys() & outcome.keys())


@WITH_SMALL
def test_an_awaited_seat_may_act(ruleset: AnyRuleset, seed: int) -> None:
    """The kinds awaited exist, and each seat awaited has legal actions."""
    of_seats, of_chance = tags_of(ruleset.seat_actions), tags_of(ruleset.chance_actions)
    for game in default_games(ruleset, seed)[:2]:
        for step in game:
            for due in ruleset.awaits(step.before):
                known = of_chance if due.seat == CHANCE else of_seats
                assert due.actions
                assert set(due.actions) <= set(known)
                if due.seat != CHANCE:
                    legal = ruleset.legal(step.before, due.seat)
                    assert legal.count > 0
                    assert msgspec.json.encode(legal.choices)


@WITH_SMALL
def test_actions_concern_places_of_the_picture(ruleset: AnyRuleset, seed: int) -> None:
    """Every place exists in the picture of the board that the seat sees, whatever its action."""
    random = Random(f"{seed} {ruleset.meta.id} spots")
    for game in default_games(ruleset, seed)[:2]:
        for step in game[:: cases(9, 30)]:
            for due in ruleset.awaits(step.before):
                if due.seat != CHANCE:
                    assert strayed(ruleset, step.before, due.seat, random) == set()


def strayed(ruleset: AnyRuleset, position: Any, seat: Seat, random: Random) -> set[str]:
    """Return the places of some legal actions that the picture does not have."""
    legal = ruleset.legal(position, seat)
    drawn = ruleset.picture(ruleset.view(position, seat), "en", "board")
    svg = ET.fromstring(drawn)  # noqa: S314 - our own output
    known = {one.get("data-spot") for one in svg.iter()}
    chosen = {random.randrange(legal.count) for _ in range(SPOTS_OF)}
    return {spot for one in chosen for spot in ruleset.spots(position, legal.at(one))} - known


def test_places_that_no_picture_has_are_found(seed: int) -> None:
    """A ruleset might misspell one."""
    misspelt = dataclasses.replace(
        BY_ID["teg"], spots=lambda position, action: ("territory-atlantis",)
    )
    (game, *_) = default_games(BY_ID["teg"], seed)
    position, seat = next((step.before, step.by) for step in game if step.by != CHANCE)
    assert strayed(misspelt, position, seat, Random(1)) == {"territory-atlantis"}


@WITH_SMALL
def test_a_stratum_is_a_short_key_of_one_number_of_seats(ruleset: AnyRuleset, seed: int) -> None:
    """Options that the stratum does not name change neither it nor the number of seats."""
    found: dict[str, int] = {}
    for options in options_of_lookalikes(ruleset, seed):
        stratum, seats = ruleset.stratum(options), len(ruleset.sides(options))
        assert re.fullmatch(r"[a-z_]+=[a-z0-9_]+(,[a-z_]+=[a-z0-9_]+)*", stratum)
        assert len(stratum) <= STRATUM_LENGTH_MAX
        assert found.setdefault(stratum, seats) == seats
        named = dict(part.split("=") for part in stratum.split(","))
        data = msgspec.to_builtins(options)
        assert all(str(data.get(name, seats)) == value for name, value in named.items())


@EACH
def test_only_chance_has_samples(ruleset: AnyRuleset, seed: int) -> None:
    """Only chance has samples; each value is among the possible ones, for a seat that exists."""
    seats = range(len(ruleset.sides(options_of(ruleset))))
    for game in default_games(ruleset, seed):
        for step in game:
            for event in step.events:
                data = ruleset.samples(step.before, event)
                assert step.by == CHANCE or not data
                for sample in data:
                    assert sample.value in sample.of
                    assert len(set(sample.of)) == len(sample.of) > 1
                    assert sample.seat is None or sample.seat in seats


@EACH
def test_only_chance_has_trials(ruleset: AnyRuleset, seed: int) -> None:
    """Only chance has trials; each score has odds, for a seat that exists."""
    seats = range(len(ruleset.sides(options_of(ruleset))))
    for game in default_games(ruleset, seed):
        for step in game:
            for event in step.events:
                trials = ruleset.trials(step.before, event)
                assert step.by == CHANCE or not trials
                for trial in trials:
                    assert len(trial.odds) > 1
                    assert min(trial.odds) > 0
                    assert trial.score in range(len(trial.odds))
                    assert trial.seat in seats


@EACH
def test_chance_is_as_a_ruleset_says(ruleset: AnyRuleset, seed: int) -> None:
    """Over many random games, values come equally often, and scores as often as their odds say."""
    options = options_of(ruleset)
    start = ruleset.start(options)
    tally = Tally()
    for game in range(LOTS_GAMES):
        random = Random(f"{seed} {ruleset.meta.id} lots {game}")
        watch = FactCollector(ruleset, options)
        for step in play(ruleset, start, random, steps_max=LOTS_STEPS):
            watch.saw(step.before, step.by, step.events, step.after)
        tally.add(watch.facts(None))
    reported = report(tally)
    # Far below the threshold for unusual findings, so that no seed fails by bad luck.
    for found in (reported.chance, reported.trials):
        assert all(finding.adjusted_p > 1e-6 for finding in found.unusual), found.words
    for test in reported.rulesets[0].trials.by_seat:
        assert abs(test.score - test.expected) <= 6 * sqrt(test.variance) + 1, test


@EACH
def test_the_turn_order_names_seats_once(ruleset: AnyRuleset, seed: int) -> None:
    """There is no order before chance answers; afterwards each seat appears at most once."""
    seats = range(len(ruleset.sides(options_of(ruleset))))
    for game in default_games(ruleset, seed):
        assert ruleset.order(game[0].before) == ()
        for step in game:
            order = ruleset.order(step.after)
            assert set(order) <= set(seats)
            assert len(set(order)) == len(order)


@EACH
def test_inputs_and_events_survive_json(ruleset: AnyRuleset, seed: int) -> None:
    """Stored events are read back unchanged, and fold into the same position."""
    actions = msgspec.json.Decoder(ruleset.seat_actions | ruleset.chance_actions)
    events = msgspec.json.Decoder(ruleset.events)
    for game in default_games(ruleset, seed):
        for step in game:
            assert actions.decode(msgspec.json.encode(step.action)) == step.action
            stored = [events.decode(msgspec.json.encode(event)) for event in step.events]
            assert stored == list(step.events)
            assert ruleset.fold(step.before, stored) == step.after


@EACH
def test_events_fold_in_parts_as_together(ruleset: AnyRuleset, seed: int) -> None:
    """However the events are split, one by one included."""
    for game in default_games(ruleset, seed):
        events = [event for step in game for event in step.events]
        for size in (1, 2, 3, 7, len(events)):
            position = game[0].before
            for first in range(0, len(events), size):
                position = ruleset.fold(position, events[first : first + size])
            assert position == game[-1].after


@WITH_SMALL
def test_a_draft_is_read_like_its_position(ruleset: AnyRuleset, seed: int) -> None:
    """Only ``apply`` changes it, and what was frozen or returned does not change with it."""
    for game in default_games(ruleset, seed)[:2]:
        assert first_fault(ruleset, game[:DRAFT_STEPS]) is None


@EACH
def test_actions_survive_as_a_line_of_text(ruleset: AnyRuleset, seed: int) -> None:
    """A text record can contain the line: it starts with its tag and contains no separator."""
    for game in default_games(ruleset, seed):
        for step in game:
            line = ruleset.write_action(step.action)
            assert ruleset.parse_action(line) == step.action
            assert line.split()[0] == step.action.__struct_config__.tag
            assert "\n" not in line
            for mark in "|;":
                assert not list(outside_of_strings(line, mark))


@EACH
def test_after_the_end_everything_is_refused(ruleset: AnyRuleset, seed: int) -> None:
    """Actions that were legal in the game are refused after it, by a rule of the catalogue."""
    for game in default_games(ruleset, seed):
        end = game[-1].after
        for step in game:
            with pytest.raises(IllegalAction) as caught:
                ruleset.decide(end, step.by, step.action)
            refusal = caught.value.refusal
            assert refusal.rule in ruleset.catalogue
            assert re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*", refusal.reason)
            assert msgspec.json.encode(refusal.facts)
        for seat in range(len(ruleset.sides(options_of(ruleset)))):
            assert ruleset.legal(end, seat).count == 0


@EACH
def test_views_can_be_encoded_drawn_and_read(ruleset: AnyRuleset, seed: int) -> None:
    """An arbiter's view survives JSON, has a picture and a text, and reads back as the position."""
    options = options_of(ruleset)
    for game in default_games(ruleset, seed)[:2]:
        assert ruleset.view(game[0].before, "arbiter") is None
        for step in game:
            view = ruleset.view(step.after, "arbiter")
            again = msgspec.json.decode(msgspec.json.encode(view), type=ruleset.view_type)
            assert again == view
            assert ruleset.read(again, options) == step.after
        for step in game[:: cases(10, 30)]:
            view = ruleset.view(step.after, "spectator")
            assert "<svg" in ruleset.picture(view)
            assert ruleset.text(view).strip()


@WITH_SMALL
def test_a_set_up_is_shown_before_chance_draws(ruleset: AnyRuleset, seed: int) -> None:
    """In every language, from the options alone; it names every seat, and no outcome of chance."""
    for options in options_of_lookalikes(ruleset, seed):
        for spoken in LANGUAGES:
            assert ruleset.text(options, spoken).strip()
            for part in get_args(Part):
                drawn = ruleset.picture(options, spoken, part)
                assert drawn == ruleset.picture(options, spoken, part)
                ET.fromstring(drawn)  # noqa: S314 - our own text


@EACH
def test_the_picture_of_a_set_up_names_what_a_picture_names(ruleset: AnyRuleset) -> None:
    """Its places are those of a position, so a front end treats both alike."""
    svg = "{http://www.w3.org/2000/svg}"
    for options in options_of_each_number(ruleset):
        whole, alone = (
            ET.fromstring(ruleset.picture(options, "en", part))  # noqa: S314 - our own text
            for part in get_args(Part)
        )
        assert whole.get("class") == ruleset.meta.id
        assert [one.tag for one in whole[:2]] == [f"{svg}title", f"{svg}desc"]
        board, panels = whole.findall(f"{svg}g")
        assert [board.get("class"), panels.get("class")] == ["board", "panels"]
        assert board.get("data-view") == alone.get("viewBox")
        game = play(ruleset, ruleset.start(options), Random(0), steps_max=STEPS_MAX)
        view = next(
            seen for step in game if (seen := ruleset.view(step.after, "spectator")) is not None
        )
        dealt = ET.fromstring(ruleset.picture(view))  # noqa: S314 - our own text
        spots = [
            {one.get("data-spot") for one in drawn.iter() if one.get("data-spot")}
            for drawn in (whole, dealt)
        ]
        assert spots[0] == spots[1] != set()


@EACH
def test_impossible_options_have_no_set_up(ruleset: AnyRuleset) -> None:
    """A rule refuses them as at the start of a game."""
    if "players" not in ruleset.options_type.__struct_fields__:
        return  # the number of players is fixed
    options = options_of(ruleset, players=99)
    for show in (ruleset.picture, ruleset.text):
        with pytest.raises(IllegalAction) as caught:
            show(options)
        with pytest.raises(IllegalAction) as at_start:
            ruleset.start(options)
        assert caught.value.refusal == at_start.value.refusal


@WITH_SMALL
def test_the_view_of_a_seat_is_judged_like_the_position(ruleset: AnyRuleset, seed: int) -> None:
    """As far as the view shows it; the rest is unknown, and planted faults never pass."""
    random = Random(f"{seed} {ruleset.meta.id} partial")
    planted = 0 if ruleset is VEIL else PLANTED  # Veil trusts the views that it reads.
    for options in options_of_lookalikes(ruleset, seed):
        game = list(play(ruleset, ruleset.start(options), random, steps_max=PARTIAL_STEPS))
        for step in game[:: len(game) // PARTIAL_POSITIONS + 1]:
            assert list(misjudged(ruleset, step.after, options, random, planted)) == []


@EACH
def test_pictures_name_what_they_show(ruleset: AnyRuleset, seed: int) -> None:
    """In all languages and parts, as docs/reference/pictures.md describes."""
    svg, language = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/XML/1998/namespace}lang"
    (game, *_) = default_games(ruleset, seed)
    for step in (game[len(game) // 2], game[-1]):
        view = ruleset.view(step.after, "spectator")
        for spoken in LANGUAGES:
            whole, alone = (
                ET.fromstring(ruleset.picture(view, spoken, part))  # noqa: S314 - our own text
                for part in get_args(Part)
            )
            for drawn in (whole, alone):
                assert drawn.get("class") == ruleset.meta.id
                assert drawn.get(language) == spoken
                assert [one.tag for one in drawn[:2]] == [f"{svg}title", f"{svg}desc"]
                assert drawn.findall(".//*[@data-spot]")
                for named in ("data-spot", "data-piece"):
                    found = drawn.findall(f".//*[@{named}]")
                    assert len({one.get(named) for one in found}) == len(found)
                    assert not any("transform" in one.attrib for one in found)
            board, panels = whole.findall(f"{svg}g")
            assert [board.get("class"), panels.get("class")] == ["board", "panels"]
            assert board.get("data-view") == alone.get("viewBox")


@EACH
def test_events_can_be_shown(ruleset: AnyRuleset, seed: int) -> None:
    """Each viewer gets a view of each event, of a registered type."""
    decoder = msgspec.json.Decoder(ruleset.events)
    (game, *_) = default_games(ruleset, seed)
    for step in game:
        for event in step.events:
            for viewer in (0, "spectator", "arbiter"):
                shown = ruleset.view_event(event, viewer)
                assert decoder.decode(msgspec.json.encode(shown)) == shown


@WITH_SMALL
def test_hidden_members_are_declared(ruleset: AnyRuleset) -> None:
    """Only required members of current or retired events are hidden."""
    present = kinds_of(ruleset.events)
    retired = [one.kind for one in ruleset.retired]
    for kind, hidden in ruleset.hidden.items():
        assert kind in {*present, *retired}
        assert hidden
        assert set(hidden) <= set(kind.__struct_fields__)
        assert not kind.__struct_config__.omit_defaults
    assert (ruleset.view_event is all_open) == (not ruleset.hidden)


@EACH
def test_each_scenario_has_a_name(ruleset: AnyRuleset) -> None:
    """In each language, for lists of games; a game without scenarios has none."""
    schema = msgspec.json.schema(ruleset.options_type)["$defs"]["Options"]["properties"]
    marked = {name: one["enum"] for name, one in schema.items() if "x-scenario" in one}
    if not marked:
        assert scenario_name(ruleset, options_of(ruleset)) is None
    for name, values in marked.items():
        for value in values:
            called = scenario_name(ruleset, options_of(ruleset, **{name: value}))
            assert called is not None
            assert sorted(called) == sorted(LANGUAGES)
            assert all(called.values())


@EACH
def test_the_schema_says_what_the_rules_allow_of_an_option(ruleset: AnyRuleset) -> None:
    """A form can offer the whole range: with enough players a game starts at either end of it.

    The schema also accepts values outside the range, so that a rule refuses them with a sentence.
    """
    schema = msgspec.json.schema(ruleset.options_type)["$defs"]["Options"]["properties"]

    def begins(name: str, value: int) -> bool:
        def begins_with(options: dict[str, Any]) -> bool:
            try:
                ruleset.start(msgspec.convert(options, ruleset.options_type))
            except IllegalAction:
                return False
            return True

        tables = [number_of(ruleset, players) for players in ruleset.meta.seats]
        return any(begins_with({**table, name: value}) for table in tables)

    for name, data in schema.items():
        for kind in data.get("anyOf", [data]):
            if kind.get("type") != "integer":
                continue
            least, most = (
                kind.get("x-allowed", {}).get(end, kind[end]) for end in ("minimum", "maximum")
            )
            assert begins(name, least), (name, least)
            assert begins(name, most), (name, most)
            for beyond in {max(least - 1, kind["minimum"]), min(most + 1, kind["maximum"])}:
                assert begins(name, beyond) is (least <= beyond <= most), (name, beyond)


@WITH_SMALL
def test_a_view_of_an_event_leaves_out_only_hidden_members(ruleset: AnyRuleset, seed: int) -> None:
    """So the hash covers the rest unchanged; an arbiter sees everything."""
    seats = range(len(ruleset.sides(options_of(ruleset))))
    left_out = set()
    for game in default_games(ruleset, seed)[:2]:
        for event in (event for step in game for event in step.events):
            data = msgspec.to_builtins(event)
            assert ruleset.view_event(event, "arbiter") == event
            for viewer in (*seats, "spectator"):
                shown = msgspec.to_builtins(ruleset.view_event(event, viewer))
                changed = {name for name in data if shown[name] != data[name]}
                assert changed <= set(ruleset.hidden.get(type(event), ()))
                left_out |= {(type(event), name) for name in changed}
    assert bool(left_out) == bool(ruleset.hidden)


@WITH_SMALL
def test_every_hidden_member_is_hidden_from_a_viewer(ruleset: AnyRuleset, seed: int) -> None:
    """Games of all kinds are played until each hidden member has occurred."""
    kinds = kinds_of(ruleset.events)
    missing = {(kind, name) for kind in kinds for name in ruleset.hidden.get(kind, ())}
    choose = played_by(ruleset, "random", ruleset.stand_in)
    for number in range(HIDDEN_ROUNDS_MAX):
        random = Random(f"{seed} {ruleset.meta.id} hidden {number}")
        for options in options_of_lookalikes(ruleset, seed):
            if not missing:
                return
            viewers = (*range(len(ruleset.sides(options))), "spectator")
            start = ruleset.start(options)
            for step in play(ruleset, start, random, choose=choose, steps_max=OUT_STEPS_MAX):
                for event in step.events:
                    must_be_hidden_from_some(ruleset, event, viewers)
                    names = ruleset.hidden.get(type(event), ())
                    missing -= {(type(event), name) for name in names if getattr(event, name)}
    assert not missing


@WITH_SMALL
def test_nobody_finds_out_what_is_hidden(ruleset: AnyRuleset, seed: int) -> None:
    """What a viewer sees, and what its own actions would cause, does not depend on hidden facts."""
    lookalikes = Lookalikes(ruleset, Random(f"{seed} {ruleset.meta.id} lookalikes"))
    for options in options_of_lookalikes(ruleset, seed):
        lookalikes.play(options, LOOKALIKES_STEPS)
    assert bool(lookalikes.compared) == bool(ruleset.hidden)
    if ruleset.hidden:
        assert min(lookalikes.asked.values()) >= LOOKALIKES_ASKED, lookalikes.asked


def options_of_lookalikes(ruleset: AnyRuleset, seed: int) -> Iterator[Any]:
    """Yield the usual options and others, for each number of seats."""
    random = Random(f"{seed} {ruleset.meta.id} options")
    for players in ruleset.meta.seats:
        data = number_of(ruleset, players)
        usual = options_of(ruleset, **data)
        yield usual
        yield next(
            filter(partial(can_start, ruleset), (switched(usual, random) for _ in range(99)))
        )


def can_start(ruleset: AnyRuleset, options: Any) -> bool:
    """Return whether the rules allow these options together."""
    try:
        ruleset.start(options)
    except IllegalAction:
        return False
    return True


@WITH_SMALL
def test_without_hidden_members_everybody_sees_everything(ruleset: AnyRuleset, seed: int) -> None:
    """If a view omitted something not listed in ``hidden``, the wrong people would see it."""
    (game, *_) = default_games(ruleset, seed)
    viewers = (*range(len(ruleset.sides(options_of(ruleset)))), "spectator")
    differ = any(
        ruleset.view(step.after, viewer) != ruleset.view(step.after, "arbiter")
        for step in game
        for viewer in viewers
    )
    assert differ == bool(ruleset.hidden)


@WITH_SMALL
def test_a_seat_that_resigns_stays_or_leaves_by_the_rules(ruleset: AnyRuleset, seed: int) -> None:
    """After a seat leaves by the rules, no one waits for it, and the position stays valid."""
    decoder = msgspec.json.Decoder(ruleset.events)
    options = options_of(ruleset)
    for game in default_games(ruleset, seed)[:2]:
        for step in game[1::7]:
            for seat in ruleset.order(step.before):
                caused = ruleset.resign(step.before, seat)
                if caused is None:
                    continue
                assert [decoder.decode(msgspec.json.encode(one)) for one in caused] == list(caused)
                after = ruleset.fold(step.before, caused)
                assert seat not in ruleset.order(after)
                assert seat not in {due.seat for due in ruleset.awaits(after)}
                view = ruleset.view(after, "arbiter")
                assert view is not None
                assert ruleset.read(view, options) == after


ELIMINATING = {"teg"}
"""Rulesets that can eliminate a seat while others play on."""

OUT_STEPS_MAX = 3_000


def games_with_an_elimination(
    ruleset: AnyRuleset, options: Any, seed: str
) -> Iterator[tuple[list[Step], Seat]]:
    """Yield games up to an elimination, and the eliminated seat; seat 0 plays worse than others."""
    seats = range(len(ruleset.sides(options)))
    choose = played_by(ruleset, "random", ruleset.stand_in)
    for game in range(GAMES):
        steps: list[Step] = []
        start, random = ruleset.start(options), Random(f"{seed} {ruleset.meta.id} out {game}")
        for step in play(ruleset, start, random, choose=choose, steps_max=OUT_STEPS_MAX):
            steps.append(step)
            order = ruleset.order(step.after)
            out = set(seats) - set(order)
            if order and out and any(due.seat in order for due in ruleset.awaits(step.after)):
                yield steps, out.pop()
                break


@EACH
def test_an_eliminated_seat_cannot_act(ruleset: AnyRuleset, seed: int) -> None:
    """Game and table refuse all its actions, with or without offers, running or paused."""
    fields = {one.encode_name: one.default for one in msgspec.structs.fields(ruleset.options_type)}
    most: dict[str, Any] = number_of(ruleset, max(ruleset.meta.seats))
    switches = [{name: not set_} for name, set_ in fields.items() if isinstance(set_, bool)]
    for data in (most, *({**most, **switch} for switch in switches)):
        options = options_of(ruleset, **data)
        found = next(games_with_an_elimination(ruleset, options, f"{seed} {data}"), None)
        assert (found is not None) == (ruleset.meta.id in ELIMINATING), data
        if found is None:
            continue
        steps, out = found
        position = steps[-1].after
        assert out not in {due.seat for due in ruleset.awaits(position)}
        assert ruleset.legal(position, out).count == 0
        table = opened(rules=ruleset, clock=BankClock(600, "house"), take_backs=True, **data)
        table.sit(*range(max(ruleset.meta.seats)))
        due = ruleset.awaits(position)[0].seat
        assert due != CHANCE
        for game in states_of_a_table(table.game, position, due):
            assert out not in game.people
            assert out not in game.people_due
            for action in (*actions_of_the_table(game, out), *decisions_of(steps, out, due)):
                with pytest.raises(IllegalAction) as caught:
                    perform(game, out, [action], None, at=AT)
                assert caught.value.refusal.rule in {*ruleset.catalogue, *TABLE_RULES}
            with pytest.raises(IllegalAction) as caught:
                perform(game, out, [Resign()], None, at=AT)
            assert caught.value.refusal.rule in {*ruleset.catalogue, "TB-RESIGN-3"}


def states_of_a_table(running: Game, position: Any, seat: Seat) -> Iterator[Game]:
    """Yield a game at this position: unchanged, with all offers of a seat, and paused."""
    game = replace(running, position=position)
    yield game
    offering = replace(game.seats[seat], agrees=get_args(Matter))
    game = replace(game, seats=(*game.seats[:seat], offering, *game.seats[seat + 1 :]))
    yield game
    assert game.terms is not None
    assert game.clocks is not None
    yield replace(game, terms=replace(game.terms, clocks=replace(game.clocks, paused=True)))


def actions_of_the_table(game: Game, seat: Seat) -> Iterator[Any]:
    """Yield every action of the table, as this seat would send it."""
    for kind in get_args(TableAction):
        data: dict[Any, dict[str, Any]] = {
            TakeSeat: {"seat": seat, "name": "Someone else"},
            LeaveSeat: {"seat": seat},
            AddTime: {"seat": seat, "seconds": 60},
            Adjudicate: {"winners": game.sides[:1]},
            DrawMoment: {"moment": game.moments + 1},
        }
        yield kind(**data.get(kind, {}))


def decisions_of(steps: Sequence[Step], *seats: Seat) -> Iterator[Any]:
    """Yield a decision of each kind that these seats took."""
    yield from {
        (type(step.action), step.by): step.action for step in steps if step.by in seats
    }.values()


@EACH
def test_bots_play_legal_actions(ruleset: AnyRuleset, seed: int) -> None:
    """Each house bot plays a whole game, sees only its seat's view, and always acts legally."""
    assert {"random", ruleset.stand_in} <= set(ruleset.bots)
    ends = ("random", ruleset.stand_in)
    for name in cases(tuple(ruleset.bots), ends):
        choose = played_by(ruleset, name)
        random = Random(f"{seed} {name}")
        start = ruleset.start(options_of(ruleset))
        game = list(play(ruleset, start, random, choose=choose, steps_max=STEPS_MAX))
        assert game[-1].after.outcome is not None


def options_of_each_number(ruleset: AnyRuleset) -> Iterator[Any]:
    """Yield the options of house bots for each number of seats."""
    for players in ruleset.meta.seats:
        yield options_of(ruleset, **number_of(ruleset, players))


@WITH_SMALL
def test_every_end_by_rule_has_a_standing(ruleset: AnyRuleset, seed: int) -> None:
    """It ranks every side, in games of each number of seats; no event stores it."""
    for options in options_of_each_number(ruleset):
        random = Random(f"{seed} {ruleset.meta.id} standing")
        *_, end = play(ruleset, ruleset.start(options), random, steps_max=STEPS_MAX)
        outcome = end.after.outcome
        assert list(standings.faults(ruleset, options, outcome)) == []
    assert all("standing" not in kind.__struct_fields__ for kind in kinds_of(ruleset.events))


@WITH_SMALL
def test_every_end_by_the_table_has_a_standing(ruleset: AnyRuleset, seed: int) -> None:
    """At any time, before the first answer of chance too, with one winner or several."""
    for options in options_of_each_number(ruleset):
        sides = tuple(dict.fromkeys(ruleset.sides(options)))
        random = Random(f"{seed} {ruleset.meta.id} ended")
        game = list(play(ruleset, ruleset.start(options), random, steps_max=STEPS_MAX))
        for step in game[:: len(game) // 3 + 1]:
            for reason in REASONS_OF_THE_TABLE:
                for winners in (sides, sides[:1], sides[1:]):
                    outcome = ruleset.settle(step.before, reason, winners)
                    assert list(standings.faults(ruleset, options, outcome)) == []


@EACH
def test_final_events_are_of_the_game(ruleset: AnyRuleset) -> None:
    """A wrong type would make no event final."""
    assert ruleset.final <= set(kinds_of(ruleset.events))


@EACH
def test_the_table_can_end_a_game(ruleset: AnyRuleset, seed: int) -> None:
    """Its outcome has the same form as that of an end by the rules."""
    (game, *_) = default_games(ruleset, seed)
    options = options_of(ruleset)
    sides = tuple(dict.fromkeys(ruleset.sides(options)))
    for reason, winners in zip(
        REASONS_OF_THE_TABLE, (sides[1:], sides, sides[:1], sides[1:]), strict=True
    ):
        outcome = ruleset.settle(game[len(game) // 2].after, reason, winners)
        assert outcome.reason == reason
        assert outcome.winners == winners
        data = msgspec.json.decode(msgspec.json.encode(outcome), type=ruleset.outcome_type)
        assert data == outcome
