"""The page of TEG: its controls reach every action, its panels show every position.

The page's code runs in Node.js (``page.mjs``); the tests compare its results with the rules.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, product
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, get_args

import msgspec
import pytest

from domain.record.record import read_record
from domain.ruleset import CHANCE, Viewer
from domain.rulesets.teg import RULESET, atlas, board
from domain.rulesets.teg.actions import Action, Attack, EndTurn, SeatAction
from domain.rulesets.teg.events import BoardDealt
from domain.rulesets.teg.odds import COUNTS, siege
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.position import STATUSES, Position, Reason, territories_of
from domain.rulesets.teg.rules.cards import tokens_of_trade
from domain.rulesets.teg.rules.objectives import target
from service.archives.record_lines import RecordLine
from service.archives.sources import lines
from tests.rulesets.teg.games import GAMES, campaign
from tests.support.browser.javascript import call, plain
from tests.support.browser.markup import examine
from tests.support.games import teg
from tests.support.games.listed import listed
from tests.support.games.play import Step
from tests.support.proof.records import drawn_answers
from tests.support.run.long import cases

PAGE: Final = Path(__file__).with_name("page.mjs")
GOLDEN: Final = Path(__file__).parents[2] / "archives" / "golden" / "teg-1.ndjson.zst"
LANGUAGES: Final = ("en", "es", "de")
ONE_PRESS: Final = ("end_turn",)
"""Actions that need no choice, so a draft has none to resume."""
SCORE: Final = "final.score."
NOT_PLAYED: Final = (
    *("option.", "reason.", "how.", "chapter.", "board.", "deed.", "doing.", "text.", SCORE),
    *("story.", "step.", "summary", "ending", "placed."),
)
"""The words of the shell's forms and lists, of the rules, the picture, the terminal, the story."""
TURNS_OF_A_KIND: Final = 40
AGAIN_MAX: Final = 30
ASKED_AT_ONCE: Final = 500
SERIES_LEAST: Final = 3
REASONS: Final = tuple(reason for kind in get_args(Reason) for reason in get_args(kind))


class Played(NamedTuple):
    """A game, or a part of one."""

    options: Options
    steps: Sequence[Step]

    @property
    def sides(self) -> list[str]:
        """The colour of each seat."""
        return list(RULESET.sides(self.options))

    def events(self, viewer: Viewer = "arbiter") -> list[dict[str, Any]]:
        """Return all events as the service sends them to a viewer, with versions."""
        events = [event for step in self.steps for event in step.events]
        return [
            {**plain(RULESET.view_event(event, viewer)), "version": 1 + index}
            for index, event in enumerate(events)
        ]

    def whole(self, viewer: Viewer = "arbiter") -> dict[str, Any]:
        """Return the data that the page needs for the graphs of the game."""
        return {"sides": self.sides, "events": self.events(viewer)}


def data_of(position: Position, viewer: Viewer) -> Any:
    """Return a position as JSON data; None before the deal."""
    return plain(RULESET.view(position, viewer))


@pytest.fixture(scope="module")
def games(seed: int) -> list[Played]:
    """Return a game of each kind."""
    return [
        Played(options, list(campaign(options, f"{seed} page {kind}")))
        for kind, options in GAMES.items()
    ]


@pytest.fixture(scope="module")
def turns(games: list[Played], seed: int) -> list[dict[str, Any]]:
    """Return decisions of each kind from these games, as the page receives them."""
    found: dict[str, list[dict[str, Any]]] = {}
    order = [
        (number, version, step)
        for number, played in enumerate(games)
        for version, step in versions(played)
        if isinstance(step.by, int) and step.action is not None
    ]
    Random(f"{seed} turns").shuffle(order)
    for number, version, step in order:
        of_kind = found.setdefault(step.action.__struct_config__.tag, [])
        if len(of_kind) < TURNS_OF_A_KIND:
            of_kind.append(turn(step, number, version))
    return [one for of_kind in found.values() for one in of_kind]


def versions(played: Played) -> Iterator[tuple[int, Step]]:
    """Yield each step with the number of events before it."""
    version = 0
    for step in played.steps:
        yield version, step
        version += len(step.events)


def turn(step: Step, game: int = 0, version: int = 0) -> dict[str, Any]:
    """Return a decision as the page of its seat receives it, and the action taken."""
    assert isinstance(step.by, int)
    legal = RULESET.legal(step.before, step.by)
    return {
        "position": data_of(step.before, step.by),
        "options": plain(step.before.options),
        "whole": data_of(step.before, "arbiter"),
        "seat": step.by,
        "legal": {"count": legal.count, "choices": plain(legal.choices)},
        "game": game,
        "until": version,
        "wanted": plain(listed(step.action)),
    }


# --- tables --------------------------------------------------------------------------------------


def test_the_tables_match_the_rules() -> None:
    """What the page reads from the components: map, cards, objectives and trades."""
    found = call(PAGE, "tables")
    assert found["continents"] == [
        [name, [one for one in atlas.TERRITORIES if atlas.LANDS[one].continent == name]]
        for name in atlas.CONTINENTS
    ]
    territories = [*atlas.TERRITORIES, None, None]
    assert found["cards"] == [
        list(one) for one in zip(atlas.CARDS, atlas.FIGURE_OF, territories, strict=True)
    ]
    assert found["occupations"] == list(board.OCCUPATIONS)
    assert found["trades"] == [tokens_of_trade(number) for number in (1, 2, 3, 4, 5, 9)]


def test_odds_match_the_rules() -> None:
    """Exact odds of one battle, and of repeated attacks as the bots calculate them."""
    asked = [*product(range(2, 12), range(1, 12)), (40, 60), (64, 64), (200, 90), (90, 200)]
    for (attackers, defenders), found in zip(asked, call(PAGE, "odds", asked), strict=True):
        dice = min(3, attackers - 1), min(3, defenders)
        assert found["dice"] == {"attacker": dice[0], "defender": dice[1]}
        counts = COUNTS[dice]
        assert found["ways"] == [
            {"mine": lost, "theirs": min(dice) - lost, "chance": count / 6 ** sum(dice)}
            for lost, count in enumerate(counts)
        ]
        assert found["falls"] == pytest.approx(siege(attackers, defenders).conquest)


def test_objectives_are_described() -> None:
    """Each has its own words in each language, and names the seat to eliminate, if any."""
    options = Options(players=4, colors=("magenta", "red", None, None))
    sides = list(RULESET.sides(options))
    pairs = list(product(range(4), (*board.OBJECTIVES, board.COMMON)))
    asked = [
        {"sides": sides, "target": target(options, objective, seat), "objective": objective}
        for seat, objective in pairs
    ]
    seen = set()
    for (seat, _), texts in zip(pairs, call(PAGE, "objectives", asked), strict=True):
        assert len(set(texts)) == len(LANGUAGES)
        seen.add((seat, texts[0]))
    # Two objectives to destroy a colour may target the same neighbour.
    assert len(seen) > 4 * 12


# --- chance --------------------------------------------------------------------------------------


@pytest.mark.long
def test_every_answer_of_chance_in_the_golden_archive_is_reproduced() -> None:
    """Deals, dice and cards follow from an arbiter's view; fair ones from the secret alone."""
    questions, expected = [], []
    for record in map(read_record, islice(golden(), None, None, cases(3, 12))):
        for answer in drawn_answers(record):
            position = answer.game.position
            if record.chance.secret is None:
                continue
            bounds = RULESET.asks(position)
            questions.append(
                {
                    "position": data_of(position, "arbiter"),
                    "options": plain(record.options),
                    "draws": answer.draws(bounds),
                }
            )
            expected.append({"bounds": list(bounds), "action": plain(answer.action)})
    assert {one["action"]["type"] for one in expected} == {"deal_board", "roll_dice", "draw_card"}
    for begin in range(0, len(questions), ASKED_AT_ONCE):
        part = slice(begin, begin + ASKED_AT_ONCE)
        assert call(PAGE, "chances", questions[part]) == expected[part]


def golden() -> Iterator[bytes]:
    """Yield the records of the golden archive."""
    for line in lines([GOLDEN]):
        assert isinstance(line, RecordLine)
        yield line.data


@pytest.mark.long
def test_chance_is_asked_as_in_the_rules(games: list[Played], seed: int) -> None:
    """Bounds and meaning of every answer, with all options and with renewed decks."""
    questions, expected = [], []
    random = Random(seed)
    for played in games:
        of_chance = [step for step in played.steps if step.by == CHANCE]
        cards = [step for step in of_chance if step.before.card_due]
        for step in [of_chance[0], *of_chance[1::9], *cards]:
            bounds = RULESET.asks(step.before)
            draws = [random.randrange(bound) for bound in bounds]
            position = data_of(step.before, "arbiter")
            questions.append(
                {"position": position, "options": plain(step.before.options), "draws": draws}
            )
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
        "objectives": ("auto", "world", "common_only", "secret_and_common"),
        "colors": ("null",),
        "round_limit": ("null",),
        "first_seat": ("random",),
        "round_starter": ("fixed", "rotating"),
        "trade_counter": ("per_player", "global"),
        "trade_window": ("any_time", "before_attack"),
        "elimination_cards": ("inherit", "discard"),
        "map": ("teg50",),
    }
    found = {key for key in words if key.startswith("option.")}
    expected = {f"option.{name}{part}" for name in names for part in ("", ".help")}
    expected |= {f"option.{name}.{value}" for name, all_ in values.items() for value in all_}
    assert found == expected


def test_every_word_is_used(games: list[Played], turns: list[dict[str, Any]]) -> None:
    """No word is unused; a missing one would throw."""
    positions = [
        {"position": data_of(step.after, viewer), "options": plain(played.options)}
        for played in games
        for step in played.steps[::23]
        for viewer in (0, "arbiter")
    ]
    positions += [
        {"position": data_of(step.after, 0), "options": plain(step.after.options)}
        for step in (*special(), *(step for played in rare() for step in played.steps))
    ]
    found = call(
        PAGE,
        "unused",
        {
            "languages": LANGUAGES[:1],  # all have the same words
            "turns": [*turns, *map(turn, special())],
            "games": [
                *(played.whole() for played in (*games, *rare())),
                games[0].whole("spectator"),
            ],
            "positions": positions,
            "objectives": [*board.OBJECTIVES, board.COMMON],
        },
    )
    for language in found:
        assert {key for key in language if not key.startswith(NOT_PLAYED)} == set()


def special() -> Iterator[Step]:
    """Yield turns that random games rarely have."""
    full = {0: "c_argentina c_brazil c_peru c_chile w_1"}
    late = {"trade_window": "before_attack"}
    wide = {"hands": full, "tokens": {"argentina": 5}, "pool": {}}
    for options, changes in (
        ({}, {**wide, "conquests": 1}),
        (late, {**wide, "attacked": True}),
        ({}, {**wide, "conquests": 3}),
        ({}, {"hands": {0: "c_argentina c_brazil"}, "pool": {}}),
        ({}, {"pool": {"free": 1}}),
        ({}, {"pool": {"free": 3, "asia": 2}, "own": {0: atlas.TERRITORIES[35:]}}),
    ):
        before = teg.given(2, options=options, **changes).position
        legal = RULESET.legal(before, 0)
        action = legal.at(legal.count - 1)
        yield Step(before, 0, action, (), before)


def rare() -> tuple[Played, ...]:
    """Return parts of games that random games rarely contain."""
    return renewing(), eliminating(), leaving()


def leaving() -> Played:
    """Return a resignation by the rules."""
    before = teg.given(3, options={"allow_resign": True}, pool={}).position
    events = RULESET.resign(before, 1)
    assert events is not None
    return Played(before.options, [Step(before, 1, None, events, RULESET.fold(before, events))])


def renewing() -> Played:
    """Return the end of a turn with an empty deck, which games reach late."""
    before = teg.given(2, deck="empty", conquests=1, pool={}).position
    events = RULESET.decide(before, 0, EndTurn())
    step = Step(before, 0, EndTurn(), events, RULESET.fold(before, events))
    return Played(before.options, [step])


def eliminating() -> Played:
    """Return a conquest that eliminates a seat, meets one objective and frees another seat."""
    own = {0: "argentina", 1: "brazil"}
    before = teg.given(
        4,
        own=own,
        rest=(0, 2, 3),
        tokens={"argentina": 2},
        hands={1: "c_chile"},
        pool={},
        objectives={0: "O11", 2: "O12"},
    ).position
    dealt = BoardDealt(0, tuple(before.owners), before.objectives)  # type: ignore[arg-type] # none is COMMON
    steps = [Step(before, CHANCE, None, [dealt], before)]
    for by, action in (teg.attack(0, "argentina", "brazil"), teg.dice("6", "1")):
        position = steps[-1].after
        events = RULESET.decide(position, by, action)
        steps.append(Step(position, by, action, events, RULESET.fold(position, events)))
    return Played(before.options, steps)


# --- graphs and panels ---------------------------------------------------------------------------


@pytest.mark.long
def test_one_press_starts_a_series_of_attacks(games: list[Played]) -> None:
    """It continues exactly while the target stands and there are tokens to attack with."""
    seen = set()
    for number, played in enumerate(games):
        attacks = [
            (version, step)
            for version, step in versions(played)
            if isinstance(step.action, Attack) and isinstance(step.by, int)
        ]
        rounds = [one for one in versions(played) if isinstance(one[1].by, int)]
        following = {before: (version, step) for (before, _), (version, step) in pairwise(rounds)}
        asked, expected = [], []
        for version, step in attacks[:15]:
            later, after = following.get(version, (0, None))
            if after is None or after.by != step.by or any(after.before.pool):
                continue
            source = atlas.INDEX[step.action.source]
            if step.before.tokens[source] <= SERIES_LEAST:
                continue
            asked.append([turn(step, number, version), turn(after, number, later)])
            legal = {choice["type"]: choice for choice in asked[-1][1]["legal"]["choices"]}
            goes_on = (
                any(
                    one["source"] == step.action.source and step.action.target in one["targets"]
                    for one in legal.get("attack", {"attacks": []})["attacks"]
                )
                and after.before.tokens[source] > SERIES_LEAST
            )
            expected.append([plain(step.action)] if goes_on else None)
            seen.add(goes_on)
        found = call(PAGE, "series", asked, [one.events() for one in games])
        assert [one["begun"] for one in found] == [[pair[0]["wanted"]] for pair in asked]
        assert [one["then"] for one in found] == expected
        assert all(one["stopped"] is None for one in found)
    assert seen == {True, False}


def test_graphs_follow_the_positions(games: list[Played]) -> None:
    """Territories and tokens of each seat at the end of every turn."""
    answers = call(PAGE, "graphs", [one.whole() for one in games])
    for played, (territories, tokens) in zip(games, answers, strict=True):
        at = {version: index for index, version in enumerate(territories["at"])}
        assert territories["at"] == tokens["at"] == sorted(at)
        assert [line["style"] for line in tokens["lines"]] == played.sides
        version = 0
        compared = 0
        for step in played.steps:
            version += len(step.events)
            last = at.get(version)
            if last is None:
                continue
            compared += 1
            owned = [line["values"][last] for line in territories["lines"]]
            assert owned == list(territories_of(played.options, step.after.owners).values())
            for seat, line in enumerate(tokens["lines"]):
                standing = zip(step.after.owners, step.after.tokens, strict=True)
                assert line["values"][last] == sum(n for owner, n in standing if owner == seat)
        assert compared or played.steps[-1].after.outcome is None


def test_the_terms_show_the_goal_in_effect() -> None:
    """It is what the rules make of the options; the number of territories only if it counts."""
    ways = ("auto", "world", "common_only", "secret_and_common")
    chosen = [{"players": n, "objectives": way} for n in (2, 3, 4, 6) for way in ways]
    games = [msgspec.convert(one, Options) for one in chosen]
    answers = call(PAGE, "inEffectIn", [plain(options) for options in games])
    for options, found in zip(games, answers, strict=True):
        assert found["objectives"] == options.mode
        assert found.get("common_target") == (None if options.mode == "world" else 30)
        rest = {"players", "objectives", "common_target"}
        assert {name: found[name] for name in found.keys() - rest} == {
            name: value for name, value in plain(options).items() if name not in rest
        }


@pytest.mark.long
def test_seats_and_status_are_drawn(games: list[Played]) -> None:
    """For every position and viewer the HTML is valid; only the owner sees a hand."""
    viewers: tuple[Viewer, ...] = (0, "spectator", "arbiter")
    for viewer in viewers:
        asked = [
            {"position": data_of(step.after, viewer), "options": plain(played.options)}
            for played in games
            for step in played.steps[::421]
        ]
        for one, answers in zip(asked, call(PAGE, "looks", asked), strict=True):
            assert len(set(answers)) == len(LANGUAGES)
            for html in answers:
                examine(html)
            hands = sum(bool(seat["cards"]) for seat in one["position"]["seats"])
            assert answers[0].count("teg-hand") == hands
            objectives = sum(bool(seat["objective"]) for seat in one["position"]["seats"])
            assert answers[0].count("teg-objective") == objectives
            out = sum(seat["status"] != STATUSES[0] for seat in one["position"]["seats"])
            assert answers[0].count("teg-out") == out


def test_nobody_is_due_after_a_game_ends_outside_the_rules(games: list[Played]) -> None:
    """After a resignation, the position still has an active seat."""
    asked = [
        {"position": data_of(step.after, "spectator"), "options": plain(played.options)}
        for played in games
        for step in played.steps[::97]
        if step.after.active is not None
    ]
    assert asked
    for running, over in call(PAGE, "statuses", asked):
        assert re.search(r" to play\.| has to place tokens", running)
        assert not re.search(r" to play\.| has to place tokens|conquests? this turn", over)


# --- drafts --------------------------------------------------------------------------------------


def test_every_action_can_be_reached(games: list[Played], turns: list[dict[str, Any]]) -> None:
    """By the controls alone, and by the map, the page sends the wanted action.

    So does a new draft that resumes the choice, as after a reload.
    """
    turns = turns[:: cases(2, 4)]
    answers = call(PAGE, "driven", turns, [played.events() for played in games])
    kinds = set()
    words = call(PAGE, "shape")["words"]
    left = ("place.left.other",)
    none = [re.escape(words[one][key].format(count=0)) for one in LANGUAGES for key in left]
    nothing_left = re.compile(rf"(?<!\d)({'|'.join(none)})")
    for asked, answer in zip(turns, answers, strict=True):
        for way, sent in answer["sent"].items():
            (action,) = sent
            assert plain(listed(msgspec.convert(action, Action))) == asked["wanted"], way
        for html in answer["html"]:
            examine(html)
            assert not nothing_left.search(html)
        kinds.add(asked["wanted"]["type"])
        assert ("resumed" in answer["sent"]) == (asked["wanted"]["type"] not in ONE_PRESS)
    assert kinds == {kind.__struct_config__.tag for kind in get_args(SeatAction)}


def test_all_actions_of_a_position_can_be_reached() -> None:
    """Every legal action of some small positions, one after another."""
    for step in special():
        legal = RULESET.legal(step.before, 0)
        asked = [turn(step._replace(action=action)) for action in legal]
        answers = call(PAGE, "driven", asked, [[]])
        for one, answer in zip(asked, answers, strict=True):
            assert all(plain([one["wanted"]]) == sent for sent in answer["sent"].values())


@pytest.mark.long
def test_random_presses_send_legal_actions(
    games: list[Played], turns: list[dict[str, Any]], seed: int
) -> None:
    """Pressing random controls soon sends actions that the rules accept."""
    turns = turns[::2]
    answers = call(PAGE, "fumbled", turns, [played.events() for played in games], seed)
    several = 0
    for asked, sent in zip(turns, answers, strict=True):
        position = RULESET.read(
            msgspec.convert(asked["whole"], RULESET.view_type),
            msgspec.convert(asked["options"], Options),
        )
        for action in sent:
            events = RULESET.decide(position, asked["seat"], msgspec.convert(action, Action))
            position = RULESET.fold(position, events)
        several += len(sent) > 1
    assert several


@pytest.mark.long
def test_one_press_repeats_the_last_attack(games: list[Played]) -> None:
    """After the dice, source and target are selected again, if that attack is still legal."""
    again = over = 0
    for number, played in enumerate(games):
        asked: list[dict[str, Any]] = []
        last = []
        for (version, before), (_, step) in pairwise(
            [one for one in versions(played) if one[1].by != CHANCE]
        ):
            if len(asked) == AGAIN_MAX:
                break
            if isinstance(before.action, Attack) and isinstance(step.by, int) and step.action:
                if before.by != step.by or any(step.before.pool):
                    continue
                until = version + 2
                asked.append(turn(step, number, until))
                last.append(before.action)
        found = call(PAGE, "opened", asked, [one.events() for one in games])
        for one, attack, draft in zip(asked, last, found, strict=True):
            choices = {choice["type"]: choice for choice in one["legal"]["choices"]}
            attacks = choices.get("attack", {"attacks": []})["attacks"]
            legal = any(
                attack.source == each["source"] and attack.target in each["targets"]
                for each in attacks
            )
            if not attacks:
                assert draft["pressed"] != "attack"
                continue
            chosen = {spot for spot, state in draft["spots"].items() if state == "chosen"}
            expected = {f"territory-{attack.source}", f"territory-{attack.target}"}
            assert chosen == (expected if legal else set())
            assert ("Attack again" in (draft["again"] or "")) == legal
            assert f"Sentence {one['until']}." in draft["text"]
            again += legal
            over += not legal
    assert again
    assert over
