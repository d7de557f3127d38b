"""The page of Carolus Magnus: its controls reach every action, its sentences describe every event.

The page's code runs in Node.js (``page.mjs``); the tests compare its results with the rules.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, get_args

import msgspec
import pytest

from domain.ruleset import CHANCE, Legal
from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.actions import Action, MoveEmperor, PlacePaladins, SeatAction
from domain.rulesets.carolus_magnus.board import SIDES
from domain.rulesets.carolus_magnus.events import AnyEvent, TerritoriesMerged
from domain.rulesets.carolus_magnus.legal import normal
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.position import Position, Reason
from domain.rulesets.carolus_magnus.rules.emperor import destination, influence
from tests.rulesets.carolus_magnus.games import GAMES, KINDS, near_empty
from tests.support.browser.javascript import call
from tests.support.browser.markup import examine
from tests.support.games import carolus_magnus as cm
from tests.support.games.play import Choose, Step, at_random, play
from tests.support.proof import verifier
from tests.support.proof.records import proved, records
from tests.support.run.long import cases

PAGE: Final = Path(__file__).with_name("page.mjs")
LANGUAGES: Final = ("en", "es", "de")
SCORE: Final = "final.score."
NOT_PLAYED: Final = ("option.", "reason.", "how.", "chapter.", "board.", "deed.", "text.", SCORE)
"""The words of the shell's forms and lists, of the rules, of the picture and of the terminal."""
TURNS_MAX: Final = 400
PREVIEWS_MAX: Final = 400


class Played(NamedTuple):
    """A game from the first lot to its end."""

    options: Options
    steps: Sequence[Step]

    @property
    def sides(self) -> list[str]:
        """The side of each seat."""
        return list(RULESET.sides(self.options))

    @property
    def events(self) -> list[dict[str, Any]]:
        """All events as the service sends them, with versions."""
        events = [event for step in self.steps for event in step.events]
        return [{**plain(event), "version": 1 + index} for index, event in enumerate(events)]


def plain(value: Any) -> Any:
    """Return a value as JSON data."""
    return msgspec.json.decode(msgspec.json.encode(value))


def data_of(position: Position) -> Any:
    """Return a position as JSON data; None before the lots."""
    return plain(RULESET.view(position, "spectator"))


def whole(played: Played) -> dict[str, Any]:
    """Return the data that the page needs to narrate a game."""
    return {"sides": played.sides, "events": played.events}


def game(name: str, options: Options, choose: Choose = at_random) -> Played:
    """Return the game of this name."""
    steps = play(RULESET, RULESET.start(options), Random(name), choose=choose, steps_max=3_000)
    return Played(options, list(steps))


@pytest.fixture(scope="module")
def games(seed: int) -> list[Played]:
    """Return a game of each kind, and one of each kind in which paladins run out."""
    found = []
    for kind, options in GAMES.items():
        found.append(game(f"{seed} page {kind}", options))
        found.append(game(f"{seed} page near empty {kind}", options, near_empty))
    return found


@pytest.fixture(scope="module")
def turns(games: list[Played], seed: int) -> list[dict[str, Any]]:
    """Return decisions of all kinds from these games, as the page receives them."""
    steps = [step for played in games for step in played.steps if step.by != CHANCE]
    Random(f"{seed} turns").shuffle(steps)
    return [*short_turns(), *map(turn, steps[:TURNS_MAX])]


def short_turns() -> Iterator[dict[str, Any]]:
    """Yield turns with a reserve of zero and one paladin, which random games rarely have."""
    for reserve in ("", "red 1"):
        before = cm.given(2, reserves={0: reserve}).position
        action = RULESET.legal(before, 0).at(0)
        events = RULESET.decide(before, 0, action)
        yield turn(Step(before, 0, action, events, RULESET.fold(before, events)))


def legal_of(step: Step) -> Legal[Action]:
    """Return the actions that the seat could have taken."""
    assert isinstance(step.by, int)
    return RULESET.legal(step.before, step.by)


def turn(step: Step) -> dict[str, Any]:
    """Return a decision, with the checker's answers about the actions taken."""
    legal = legal_of(step)
    return {
        "position": data_of(step.before),
        "options": plain(step.before.options),
        "seat": step.by,
        "legal": {"count": legal.count, "choices": plain(legal.choices)},
        "wanted": plain(normal(step.action)),
        "verdicts": dict(verdicts(step)),
    }


def verdicts(step: Step) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the checker's answers, keyed by the actions as the page sends them."""
    before: list[Any] = []
    if isinstance(step.action, PlacePaladins):
        before = [normal(step.action)]
    elif not isinstance(step.action, MoveEmperor):
        return
    walks = [[MoveEmperor(steps)] for steps in range(1, step.before.played[int(step.by)] + 1)]
    for actions in (before, *([*before, *walk] for walk in walks)):
        position = step.before
        events: list[dict[str, Any]] = []
        for index, action in enumerate(actions):
            caused = RULESET.decide(position, step.by, action)
            events += [{"index": index, "event": plain(event)} for event in caused]
            position = RULESET.fold(position, caused)
        asked = msgspec.json.encode(actions).decode()
        yield (
            asked,
            {
                "legal": True,
                "refusals": [],
                "events": events,
                "position": data_of(position),
            },
        )


# --- chance --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", records())
def test_every_lot_and_die_of_a_record_is_reproduced(name: str) -> None:
    """From the secret alone, as the page about fair chance describes; the verifier draws."""
    record = records()[name]
    assert record.chance.secret is not None
    secret = bytes.fromhex(record.chance.secret)
    entropy = [seat.entropy for seat in record.seats]
    asked, versions, actions = [], [], []
    for before, step in pairwise(proved(record)):
        if step.entry.by == CHANCE:
            position = before.game.position
            asked.append({"position": data_of(position), "options": plain(record.options)})
            versions.append(before.game.version)
            actions.append(plain(step.entry.action))
    questions = [
        {**one, "draws": verifier.draws(secret, record.id, entropy, version, found["bounds"])}
        for one, version, found in zip(asked, versions, call(PAGE, "chances", asked), strict=True)
    ]
    assert [found["action"] for found in call(PAGE, "chances", questions)] == actions


@pytest.mark.parametrize("options", KINDS)
@pytest.mark.parametrize("choose", [at_random, near_empty])
def test_chance_is_asked_as_in_the_rules(options: Options, choose: Choose, seed: int) -> None:
    """Bounds and meaning of every answer, even when reserves run short."""
    questions, expected = [], []
    random = Random(seed)
    for step in game(f"{seed} chance", options, choose).steps:
        if step.by != CHANCE:
            continue
        bounds = RULESET.asks(step.before)
        draws = [random.randrange(bound) for bound in bounds]
        position = data_of(step.before)
        questions.append({"position": position, "options": plain(options), "draws": draws})
        action = plain(RULESET.answer(step.before, draws))
        expected.append({"bounds": list(bounds), "action": action})
    assert call(PAGE, "chances", questions) == expected


# --- words ---------------------------------------------------------------------------------------


def test_words_are_the_same_in_three_languages() -> None:
    """They have the same keys and the same placeholders, and none is empty."""
    words = call(PAGE, "shape")["words"]
    assert words.keys() == set(LANGUAGES)
    for key, text in words["en"].items():
        for language in LANGUAGES:
            other = words[language][key]
            assert other.strip() == other != ""
            assert set(re.findall(r"\{\w+\}", other)) == set(re.findall(r"\{\w+\}", text)), key
    assert words["en"].keys() == words["es"].keys() == words["de"].keys()


def test_every_option_is_explained() -> None:
    """The form contains each option once, with words for the option and its values."""
    shape = call(PAGE, "shape")
    names = [option["name"] for option in shape["options"]]
    assert sorted(names) == sorted(Options.__struct_fields__)
    words = shape["words"]["en"]
    values = {
        "players": RULESET.meta.seats,
        "setup": ("tabletop", "yucata"),
        "seating": ("opposite", "adjacent"),
        "emperor_start": ("random", "number"),
        "tie_break": ("shared", "clan_markers"),
        "max_rounds": ("null", "number"),
    }
    data_of = {key for key in words if key.startswith("option.")}
    expected = {f"option.{name}{part}" for name in names for part in ("", ".help")}
    expected |= {f"option.{name}.{value}" for name in names for value in values[name]}
    assert data_of == expected


def test_every_word_is_used(games: list[Played], turns: list[dict[str, Any]]) -> None:
    """No word is unused; a missing one would throw."""
    blind = [{**one, "verdicts": None} for one in turns[:2]]
    idle = [{"type": "placing_ended", "version": 1, "seat": 0}]
    found = call(
        PAGE,
        "unused",
        {
            "languages": LANGUAGES[: cases(3, 1)],  # all have the same words
            "turns": [*turns, *blind],
            "games": [*map(whole, games), {"sides": ["white", "black"], "events": idle}],
            "positions": [
                data_of(step.after) for one in games for step in one.steps[:: cases(1, 8)]
            ],
            "outcomes": list(outcomes()),
        },
    )
    for language in found:
        assert {key for key in language if not key.startswith(NOT_PLAYED)} == set()


# --- narrating -----------------------------------------------------------------------------------


def test_every_kind_of_event_has_a_sentence(games: list[Played]) -> None:
    """In each language, alone and in context, an event has a sentence unless it may be silent."""
    answers = call(PAGE, "narrated", [*map(whole, games)])
    silent = {"reserve_filled", "turn_ended", "placing_ended"}
    seen: set[str] = set()
    for played, answer in zip(games, answers, strict=True):
        for language in LANGUAGES:
            for event, alone, together in zip(
                played.events, answer[language]["alone"], answer[language]["together"], strict=True
            ):
                seen.add(event["type"])
                for sentence in filter(None, (alone, together)):
                    assert sentence.endswith("."), sentence
                assert (alone is None) <= (event["type"] in silent)
    assert seen == {kind.__struct_config__.tag for kind in get_args(AnyEvent)}


def test_the_sentence_about_a_territory_contains_the_score(games: list[Played]) -> None:
    """The score of a territory, or the reason why nobody won it, agrees with the rules."""
    answers = call(PAGE, "narrated", [*map(whole, games)])
    seen = 0
    for played, answer in zip(games, answers, strict=True):
        sentences = iter(answer["en"]["together"])
        for step in played.steps:
            here = [next(sentences) for _ in step.events]
            if not isinstance(step.action, MoveEmperor):
                continue
            head = destination(step.before, step.action.steps)
            most, *others = sorted(influence(step.before, head), reverse=True)
            named = [others[0], *filter(None, others[1:])]
            score = f"{most} to {' and '.join(map(str, named))}."
            text = " ".join(filter(None, here))
            assert (score in text) == (most > 0), text
            assert ("Nobody has influence" in text) == (most == 0), text
            seen += 1
    assert seen


def test_the_paladins_of_a_turn_share_one_sentence(games: list[Played]) -> None:
    """It says who placed what where, and who lost a clan; single events have sentences too."""
    answers = call(PAGE, "narrated", [*map(whole, games)])
    for played, answer in zip(games, answers, strict=True):
        sentences = iter(answer["en"]["together"])
        for step in played.steps:
            here = [next(sentences) for _ in step.events]
            if isinstance(step.action, PlacePaladins):
                *none, sentence = here
                assert not any(none)
                assert ("control" in sentence) == any(
                    event.__struct_config__.tag == "marker_taken" for event in step.events
                )
                placed = sum(int(number) for number in re.findall(r"(\d+) [a-z]", sentence))
                assert placed == len(step.action.placements), sentence


def test_graphs_follow_the_positions(games: list[Played]) -> None:
    """Castles of each side, and the clans it controls, at the end of every turn."""
    answers = call(PAGE, "narrated", [*map(whole, games)])
    for played, answer in zip(games, answers, strict=True):
        castles, control = answer["de"]["graphs"]
        at = {version: index for index, version in enumerate(castles["at"])}
        assert castles["at"] == control["at"] == sorted(at)
        version = 0
        for step in played.steps:
            version += len(step.events)
            last = at.get(version)
            if last is None:
                continue
            view = data_of(step.after)
            sides = list(view["castles_in_play"])
            in_play = {line["style"]: line["values"][last] for line in castles["lines"]}
            assert in_play == view["castles_in_play"]
            held = {line["style"]: line["values"][last] for line in control["lines"]}
            holders = [
                view["seats"][seat]["side"] for seat in view["markers"].values() if seat is not None
            ]
            assert held == {side: holders.count(side) for side in sides}
        assert version in at, "the end is in the graph"


def test_decisions_taken_back_do_not_count(games: list[Played]) -> None:
    """After a decision is taken back, scores and graphs continue from before it."""
    for played in games[:: cases(1, 4)]:
        events: list[dict[str, Any]] = []
        after: list[int] = []
        for step in played.steps:
            caused = [plain(event) for event in step.events]
            if step.by != CHANCE:
                noted = {"type": "decision_noted", "seat": step.by}
                events += [noted, *caused, {"type": "decisions_taken_back", "seat": step.by}, noted]
            after += range(len(events), len(events) + len(caused))
            events += caused
            if step.by == CHANCE:
                events.append({"type": "decisions_sealed"})
        events = [{**event, "version": 1 + index} for index, event in enumerate(events)]
        asked = [whole(played), {"sides": played.sides, "events": events}]
        plainly, again = (answer["en"] for answer in call(PAGE, "narrated", asked))
        assert plainly["together"] == [again["together"][index] for index in after]
        for one, other in zip(plainly["graphs"], again["graphs"], strict=True):
            last = {1 + index: number for number, index in enumerate(after, 1)}
            kept = [number for number, version in enumerate(other["at"]) if version in last]
            assert one["at"] == [last[other["at"][number]] for number in kept]
            for line, longer in zip(one["lines"], other["lines"], strict=True):
                assert line["values"] == [longer["values"][number] for number in kept]


OF_TABLE: Final = frozenset({"resignation", "draw_agreed", "time", "adjudicated"})
"""Reasons of the table, for which the score does not matter."""


def outcomes() -> Iterator[dict[str, Any]]:
    """Yield an outcome for each reason, with no, one and several winners."""
    for players, options in ((2, Options()), (3, Options(players=3)), (4, Options(players=4))):
        sides = list(RULESET.sides(options))
        castles = {side: 4 for side in SIDES if side in sides}
        for reason in get_args(Reason):
            for winners in ([], sides[:1], list(castles)):
                outcome = {"reason": reason, "winners": winners, "castles": castles}
                yield {"sides": sides, "outcome": outcome, "players": players}


def test_every_ending_has_a_sentence() -> None:
    """Each reason has its own sentence, which names the winners and, by the rules, the castles."""
    asked = list(outcomes())
    answers = call(PAGE, "endings", asked)
    counted = {"few_territories", "stalled", "round_limit"}
    for one, sentences in zip(asked, answers, strict=True):
        reason, winners = one["outcome"]["reason"], one["outcome"]["winners"]
        broken = reason in counted and len(winners) == 1
        assert ("clans break the tie" in sentences[0]) == broken
        assert len(set(sentences)) == len(LANGUAGES)
        score = "–".join("4" for _ in one["outcome"]["castles"])
        for sentence in sentences:
            assert (score in sentence) == (reason not in OF_TABLE), sentence
            assert sentence.endswith(".")
    data_of = {(one["players"], answer[0]) for one, answer in zip(asked, answers, strict=True)}
    assert len(data_of) == len(asked)


def test_seats_and_status_are_drawn(games: list[Played]) -> None:
    """In any position, the HTML closes every tag and has no style or script."""
    positions = [data_of(step.after) for played in games for step in played.steps[:: cases(17, 67)]]
    for answers in call(PAGE, "looks", positions):
        assert len(set(answers)) == len(LANGUAGES)
        for html in answers:
            examine(html)


def test_nobody_is_due_after_a_game_ends_outside_the_rules(games: list[Played]) -> None:
    """After a resignation, the position still has a turn order."""
    steps = [step for played in games for step in played.steps[::17]]
    positions = [data_of(step.after) for step in steps if step.after.outcome is None]
    orders = ("Turn order", "Disc order")
    for running, over in call(PAGE, "statuses", positions):
        assert any(order in running for order in orders)
        assert "Game over" not in running
        assert not any(order in over for order in orders)
        assert "Game over" in over


# --- drafts --------------------------------------------------------------------------------------


def test_every_action_can_be_reached(turns: list[dict[str, Any]]) -> None:
    """By the controls alone, by the picture, and by dragging, the page sends the wanted action."""
    turns = turns[:: cases(1, 6)]
    answers = call(PAGE, "driven", turns)
    kinds = set()
    words = call(PAGE, "shape")["words"]
    left = ("left.other", "place.left.other")
    none = [re.escape(words[one][key].format(count=0)) for one in LANGUAGES for key in left]
    nothing_left = re.compile(rf"(?<!\d)({'|'.join(none)})")
    for asked, answer in zip(turns, answers, strict=True):
        for way, sent in answer["sent"].items():
            (action,) = sent
            assert plain(normal(msgspec.convert(action, Action))) == asked["wanted"], way
        for html in answer["html"]:
            examine(html)
            assert not nothing_left.search(html)
        kinds.add(asked["wanted"]["type"])
    assert kinds == {kind.__struct_config__.tag for kind in get_args(SeatAction)}


@pytest.mark.long
def test_random_presses_send_legal_actions(turns: list[dict[str, Any]], seed: int) -> None:
    """Pressing random controls soon sends an action that the rules accept."""
    answers = call(PAGE, "fumbled", turns, seed)
    for asked, sent in zip(turns, answers, strict=True):
        position = RULESET.read(
            msgspec.convert(asked["position"], RULESET.view_type),
            msgspec.convert(asked["options"], Options),
        )
        (action,) = sent
        assert RULESET.decide(position, asked["seat"], msgspec.convert(action, Action))


def test_all_small_choices_can_be_reached(games: list[Played]) -> None:
    """Every disc, every number of steps and every list of clans of a decision, and no others."""
    steps = [step for played in games for step in played.steps if step.by != CHANCE]
    kinds: dict[str, Step] = {}
    for step in steps:
        kind = step.action.__struct_config__.tag
        legal = legal_of(step)
        if kind != "place_paladins" and legal.count > 2:
            kinds.setdefault(kind, step)
    for step in kinds.values():
        legal = legal_of(step)
        asked = [{**turn(step), "wanted": plain(action)} for action in legal]
        for one, answer in zip(asked, call(PAGE, "driven", asked), strict=True):
            assert all([one["wanted"]] == sent for sent in answer["sent"].values())


def test_a_place_shows_its_influence_after_the_placement(games: list[Played]) -> None:
    """The influence of each side is that of the position after the placement."""
    steps = [
        step
        for played in games
        for step in played.steps
        if isinstance(step.action, PlacePaladins)
        and not any(event.__struct_config__.tag == "marker_taken" for event in step.events)
    ][:80]
    seen = 0
    for step, found in zip(steps, call(PAGE, "placed", [turn(one) for one in steps]), strict=True):
        for placement in step.action.placements:
            if placement.to == "court":
                continue
            strengths = influence(step.after, placement.to)
            sides = (side.capitalize() for side in data_of(step.after)["castles_in_play"])
            named = ", ".join(
                f"{side} {count}" for side, count in zip(sides, strengths, strict=True)
            )
            text = found[f"territory-{placement.to}"]
            assert (f"Influence: {named}." in text) == any(strengths)
            seen += any(strengths)
    assert seen


def test_a_preview_shows_what_then_happens(games: list[Played]) -> None:
    """It has the same sentences, no more and no fewer, and shows castles where they will stand."""
    asked, steps = [], []
    for played in games:
        version = 0
        for step in played.steps:
            version += len(step.events)
            if isinstance(step.action, MoveEmperor):
                asked.append({**turn(step), **whole(played), "until": version})
                asked[-1]["count"] = len(step.events)
                steps.append(step)
    chosen = Random(len(steps)).sample(range(len(steps)), min(len(steps), PREVIEWS_MAX))
    seen = set()
    for index, found in zip(
        chosen, call(PAGE, "previews", [asked[one] for one in chosen]), strict=True
    ):
        step = steps[index]
        kinds = {event.__struct_config__.tag for event in step.events}
        rest = found["preview"]
        for sentence in found["happened"]:
            assert sentence in rest
            rest = rest.replace(sentence, "", 1)
        if rest.strip():
            assert "territory_taken_over" in kinds
            assert "Castles afterwards" in rest
        merged = {event.parts for event in step.events if isinstance(event, TerritoriesMerged)}
        built = kinds & {"castle_built", "territory_taken_over"}
        (heads,) = merged or ([destination(step.before, step.action.steps)],)
        for head in heads:
            assert (f"territory-{head}" in found["castles"]) == bool(built)
        seen |= kinds
    assert seen >= {"castle_built", "territory_taken_over", "territories_merged", "game_ended"}
