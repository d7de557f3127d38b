"""The story of TEG: its sentences say what the events and the position say, and hide the rest."""

import re
from collections.abc import Iterator
from itertools import groupby, product
from typing import get_args

import pytest

from domain.kit.story import Players, Sentence
from domain.ruleset import LANGUAGES, Language, Viewer
from domain.rulesets.teg import RULESET, atlas
from domain.rulesets.teg.actions import EndTurn
from domain.rulesets.teg.events import (
    AnyEvent,
    BattleFought,
    CardDrawn,
    CardsTraded,
    GameEnded,
    Pool,
    RuleReason,
    TokensPlaced,
    TurnStarted,
)
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.story import describe
from tests.rulesets.teg.games import GAMES, campaign
from tests.support.games import teg
from tests.support.games.play import Step
from tests.support.games.stories import NAMES, described, whole_story
from tests.support.run.long import cases, long_after

SILENT = {"card_earned", "turn_ended"}
"""The events that need no sentence."""


@pytest.fixture(scope="module")
def games(seed: int) -> list[list[Step]]:
    """Return a game of each kind."""
    return [list(campaign(options, f"{seed} {kind}")) for kind, options in GAMES.items()]


def leaving() -> list[Step]:
    """Return a resignation by the rules."""
    before = teg.given(3, options={"allow_resign": True}, pool={}).position
    events = RULESET.resign(before, 1)
    assert events is not None
    return [Step(before, 1, None, events, RULESET.fold(before, events))]


def renewing() -> list[Step]:
    """Return the end of a turn with an empty deck, which games reach late."""
    before = teg.given(2, deck="empty", conquests=1, pool={}).position
    events = RULESET.decide(before, 0, EndTurn())
    return [Step(before, 0, EndTurn(), events, RULESET.fold(before, events))]


def eliminating() -> list[Step]:
    """Return a conquest that eliminates a seat, meets one objective and frees another seat."""
    before = teg.given(
        4,
        own={0: "argentina", 1: "brazil"},
        rest=(0, 2, 3),
        tokens={"argentina": 2},
        hands={1: "c_chile"},
        pool={},
        objectives={0: "O11", 2: "O12"},
    ).position
    steps: list[Step] = []
    for by, action in (teg.attack(0, "argentina", "brazil"), teg.dice("6", "1")):
        position = steps[-1].after if steps else before
        events = RULESET.decide(position, by, action)
        steps.append(Step(position, by, action, events, RULESET.fold(position, events)))
    return steps


def sentences_of(steps: list[Step], viewer: Viewer = "arbiter") -> list[Sentence]:
    """Return the whole story of these steps."""
    return whole_story(one for _, each in described(RULESET, steps, viewer=viewer) for one in each)


@pytest.mark.parametrize("language", long_after(1, LANGUAGES))
def test_every_kind_of_event_has_a_sentence(games: list[list[Step]], language: Language) -> None:
    """Unless it may be silent; whatever happens, every value is there."""
    seen: set[str] = set()
    for steps in [*games[:: cases(1, 3)], leaving(), renewing(), eliminating()]:
        for step, sentences in described(RULESET, steps, language=language):
            for event, sentence in zip(step.events, sentences, strict=True):
                tag = str(event.__struct_config__.tag)
                seen.add(tag)
                assert (sentence is None) <= (tag in SILENT or tag == "attack_declared")
                assert sentence is None or re.fullmatch(r"[^{}]*[^ {}]\.", sentence.text), sentence
    assert seen == {kind.__struct_config__.tag for kind in get_args(AnyEvent)}


@pytest.mark.rule("TG-OBJ-6", "TG-OBJ-8")
def test_an_elimination() -> None:
    """The story says who is out, inherits and is freed, and which objective was met."""
    *_, out, end = [one.text for one in sentences_of(eliminating())]
    assert out == (
        "Ben is eliminated: Anna took the last territory. Anna takes over 1 card. "
        "Cleo has only the common objective left."
    )
    assert end.endswith("Secret objective: conquer the last territory of Ben.")


@pytest.mark.rule("TG-HIDE-1")
@pytest.mark.parametrize("viewer", [0, 1, "spectator"])
def test_the_story_hides_what_its_viewer_may_not_know(
    games: list[list[Step]], viewer: Viewer
) -> None:
    """The cards of others, and who was freed of an objective."""
    drawn = set()
    for steps in games[:: cases(1, 3)]:
        for step, sentences in described(RULESET, steps, viewer=viewer):
            for event, sentence in zip(step.events, sentences, strict=True):
                if isinstance(event, CardDrawn):
                    assert sentence is not None
                    hidden = sentence.text.endswith(" draws a card.")
                    assert hidden == (event.seat != viewer)
                    drawn.add(hidden)
    assert drawn == ({True} if viewer == "spectator" else {True, False})
    texts = " ".join(one.text for one in sentences_of(eliminating(), viewer))
    assert ("only the common objective" in texts) == (viewer == 2)
    assert ("Secret objective" in texts) == (viewer == 0)


@pytest.mark.rule("TG-ATTACK-10")
def test_battles_have_dice_and_losses(games: list[list[Step]]) -> None:
    """Battles for one target share a sentence, with the last dice and the defender's name."""
    several = 0
    for steps in games[:: cases(1, 3)]:
        row: list[BattleFought] = []
        first = 0
        for step, sentences in described(RULESET, steps):
            for event, sentence in zip(step.events, sentences, strict=True):
                if not isinstance(event, BattleFought):
                    continue
                assert sentence is not None
                row = [*row, event] if sentence.first == first else [event]
                first = sentence.first
                assert len({(one.source, one.target) for one in row}) == 1
                assert not any(one.conquered for one in row[:-1])
                dice = [
                    " ".join(map(str, sorted(one, reverse=True)))
                    for one in (event.attacker, event.defender)
                ]
                assert " against ".join(dice) in sentence.text
                loser = NAMES[step.before.owners[atlas.INDEX[event.target]]]
                assert f"({loser})" in sentence.text
                assert ("conquers" in sentence.text) == event.conquered
                if len(row) > 1:
                    assert re.search(rf" {len(row)} (attacks|times)", sentence.text)
                if len(row) > 1 or not event.conquered:
                    for seat, lost in (
                        (loser, sum(one.defender_losses for one in row)),
                        (NAMES[event.seat], sum(one.attacker_losses for one in row)),
                    ):
                        assert (f"{seat} loses {lost}" in sentence.text) == (lost > 0)
                several += len(row) > 1
    assert several


@pytest.mark.rule("TG-PLACE-1")
def test_placements_in_a_row_share_one_sentence(games: list[list[Step]]) -> None:
    """While they are being placed, the sentence has all tokens so far."""
    for steps in games[:: cases(2, 6)]:
        events = (
            (event, sentence)
            for step, sentences in described(RULESET, steps)
            for event, sentence in zip(step.events, sentences, strict=True)
        )
        for placing, group in groupby(events, lambda one: isinstance(one[0], TokensPlaced)):
            total = 0
            for event, sentence in group if placing else ():
                total += event.count
                assert sentence is not None
                assert sum(map(int, re.findall(r"\d+", sentence.text))) == total


EXAMPLES = [
    pytest.param(
        TurnStarted(4, 1, Pool(free=3, africa=2)),
        "Round 4: Ben gets tokens: 3 anywhere and 2 for Africa.",
        marks=pytest.mark.rule("TG-COLLECT-1"),
        id="tokens",
    ),
    pytest.param(
        TurnStarted(4, 1, Pool(asia=7)), "Round 4: Ben gets tokens: 7 for Asia.", id="bound tokens"
    ),
    pytest.param(TurnStarted(4, 1, Pool()), "Round 4: Ben to play.", id="no tokens"),
    pytest.param(CardDrawn(0, "c_chile"), "Anna draws Chile (circle).", id="card"),
    pytest.param(CardDrawn(0, None), "Anna draws a card.", id="hidden card"),
    pytest.param(
        GameEnded(("red",), ("round_limit",), {"blue": 14, "red": 20, "black": 16}),
        "Ben wins: the last round is over (Ben 20, Cleo 16, Anna 14).",
        marks=pytest.mark.rule("TG-WIN-8"),
        id="no tie to break",
    ),
]


@pytest.mark.parametrize(("event", "expected"), EXAMPLES)
def test_the_sentence_on_an_event(event: AnyEvent, expected: str) -> None:
    colors = ("blue", "red", "black")
    assert describe([event], None, Players(colors, NAMES, RULESET.words["en"])) == expected


TRADES: dict[Language, str] = {
    "en": "Anna trades Chile (circle), Peru (square) and wildcard for 4 tokens. "
    "Two extra tokens each: Chile and Peru.",
    "es": "Anna canjea Chile (círculo), Perú (cuadrado) y comodín por 4 ejércitos. "
    "Dos ejércitos más en cada uno: Chile y Perú.",
    "de": "Anna tauscht Chile (Kreis), Peru (Quadrat) und Joker gegen 4 Steine. "
    "Je zwei Steine dazu: Chile und Peru.",
}


@pytest.mark.rule("TG-TRADE-10")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_trade_in_three_languages(language: Language) -> None:
    """With the territories that it reinforced."""
    traded = CardsTraded(0, ("c_chile", "c_peru", "w_1"), 1, 4, ("chile", "peru"))
    players = Players(("blue", "red"), NAMES, RULESET.words[language])
    assert describe([traded], None, players) == TRADES[language]


@pytest.mark.rule("TG-OBJ-4")
@pytest.mark.parametrize(
    ("objective", "expected"),
    [
        (
            "O2",
            (
                "own all of South America, 7 in Europe and three other territories that border "
                "each other"
            ),
        ),
        ("O3", "own 2 in South America and all of Asia"),
        ("O11", "conquer the last territory of Ben"),
    ],
)
def test_a_secret_objective_in_words(objective: str, expected: str) -> None:
    """The end of the game says which one the winner has met."""
    before = teg.given(4, pool={}, objectives={0: objective}).position
    colors = RULESET.sides(before.options)
    players = Players(colors, NAMES, RULESET.words["en"])
    end = GameEnded((colors[0],), ("secret",), dict.fromkeys(colors, 10))  # type: ignore[arg-type]
    text = describe([end], RULESET.view(before, "arbiter"), players)
    assert text is not None
    assert text.endswith(f"). Secret objective: {expected}.")


def endings() -> Iterator[GameEnded]:
    """Yield an end for each reason of the rules, with one and several winners."""
    for players, reason in product(RULESET.meta.seats, get_args(RuleReason)):
        sides = RULESET.sides(Options(players=players))
        for winners in (sides[:1], sides):
            territories = dict.fromkeys(sides, 50 // players)
            yield GameEnded(winners, (reason,), territories)  # type: ignore[arg-type]


@pytest.mark.rule("TG-WIN-1")
def test_every_ending_has_a_sentence() -> None:
    """Each reason has its own: winners, territories and what broke a tie."""
    found = []
    for end in endings():
        texts = [
            describe([end], None, Players(tuple(end.territories), NAMES, RULESET.words[language]))
            for language in LANGUAGES
        ]
        assert len(set(texts)) == len(LANGUAGES)
        english = texts[0]
        assert english is not None
        assert f" {max(end.territories.values())}" in english
        broken = end.reasons == ("round_limit",) and len(end.winners) == 1
        assert ("tokens break the tie" in english) == broken
        found.append((len(end.territories), english))
    assert len(set(found)) == len(found)


def test_two_players_of_one_name_lose_their_own_tokens() -> None:
    """A name is not a key."""
    own, tokens = {0: "argentina", 1: "brazil"}, {"argentina": 3, "brazil": 2}
    position = teg.given(2, own=own, tokens=tokens, pool={}).position
    steps = []
    for by, action in (teg.attack(0, "argentina", "brazil"), teg.dice("6 1", "5 5")):
        events = RULESET.decide(position, by, action)
        steps.append(Step(position, by, action, events, RULESET.fold(position, events)))
        position = steps[-1].after
    story = described(RULESET, steps, names=("Ana", "Ana"))
    *_, battle = (one for _, each in story for one in each if one is not None)
    assert battle.text.endswith("Ana loses 1, Ana loses 1.")
