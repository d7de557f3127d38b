"""The story of Carolus Magnus: its sentences say what the events and the position say."""

import re
from collections.abc import Iterator
from random import Random
from typing import get_args

import pytest

from domain.kit.story import Players
from domain.ruleset import LANGUAGES, Language
from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.actions import MoveEmperor, PlacePaladins
from domain.rulesets.carolus_magnus.board import SIDES
from domain.rulesets.carolus_magnus.events import (
    AnyEvent,
    DiceRolled,
    EmperorMoved,
    GameEnded,
    MarkerTaken,
    PaladinPlaced,
    PlacingEnded,
    ReserveFilled,
    RoundStarted,
    TerritoriesMerged,
    TerritoryTakenOver,
    TurnOrderSet,
)
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.rules.emperor import destination, influence
from domain.rulesets.carolus_magnus.story import continues, describe
from domain.table.story import Story
from tests.rulesets.carolus_magnus.games import GAMES, near_empty
from tests.support.games.play import Step, at_random, play
from tests.support.games.stories import NAMES, described
from tests.support.proof.records import records, steps_of
from tests.support.run.long import long_after

SILENT = {"reserve_filled", "turn_ended"}
"""The events that may need no sentence."""
COUNTED = {"few_territories", "stalled", "round_limit"}


@pytest.fixture(scope="module")
def games(seed: int) -> list[list[Step]]:
    """Return a game of each kind, and one of each kind in which paladins run out."""
    return [
        list(play(RULESET, RULESET.start(options), Random(f"{seed} {kind}"), choose=choose))
        for kind, options in GAMES.items()
        for choose in (at_random, near_empty)
    ]


@pytest.mark.parametrize("language", long_after(1, LANGUAGES))
def test_every_kind_of_event_has_a_sentence(games: list[list[Step]], language: Language) -> None:
    """Unless it may be silent; whatever happens, every value is there."""
    seen: set[str] = set()
    for steps in games:
        for step, sentences in described(RULESET, steps, language=language):
            for event, sentence in zip(step.events, sentences, strict=True):
                tag = str(event.__struct_config__.tag)
                seen.add(tag)
                assert sentence is not None or tag in SILENT
                assert sentence is None or re.fullmatch(r"[^{}]*[^ {}]\.", sentence.text), sentence
    assert seen == {kind.__struct_config__.tag for kind in get_args(AnyEvent)}


@pytest.mark.rule("CM-RES-2", "CM-RES-4")
def test_the_sentence_on_a_territory_contains_the_score(games: list[list[Step]]) -> None:
    """The score of a territory, or the reason why nobody won it, agrees with the rules."""
    seen = 0
    for steps in games:
        for step, sentences in described(RULESET, steps):
            if not isinstance(step.action, MoveEmperor):
                continue
            head = destination(step.before, step.action.steps)
            most, *others = sorted(influence(step.before, head), reverse=True)
            named = [others[0], *filter(None, others[1:])]
            score = f"{most} to {' and '.join(map(str, named))}."
            text = " ".join(one.text for one in sentences if one)
            assert (score in text) == (most > 0), text
            assert ("Nobody has influence" in text) == (most == 0), text
            seen += 1
    assert seen


@pytest.mark.rule("CM-PLACE-1", "CM-CTRL-2")
def test_the_paladins_of_a_turn_share_one_sentence(games: list[list[Step]]) -> None:
    """It grows with each paladin and marker; in the end it has all of them."""
    for steps in games:
        for step, sentences in described(RULESET, steps):
            if not isinstance(step.action, PlacePaladins):
                continue
            rows = {one.first for one in sentences if one}
            assert len(rows) == 1
            placed = 0
            taken = False
            for event, sentence in zip(step.events, sentences, strict=True):
                assert sentence is not None
                placed += isinstance(event, PaladinPlaced)
                taken |= isinstance(event, MarkerTaken)
                assert ("control" in sentence.text) == taken
                counts = re.findall(r"(\d+) [a-z]", sentence.text)
                assert sum(map(int, counts)) == placed, sentence
            last = sentences[-1]
            assert last is not None
            assert last.text.startswith(f"{NAMES[int(step.by)]} ")


EXAMPLES = [
    pytest.param(
        DiceRolled(0, ("red", "crown", "red", "blue")),
        "Anna rolls 1 blue, 2 red and 1 crown.",
        id="dice",
    ),
    pytest.param(ReserveFilled(1, ("red",), 0, 0), None, id="no jokers"),
    pytest.param(
        ReserveFilled(1, ("red",), 0, 2), "Ben keeps 2 jokers for the first turn.", id="jokers"
    ),
    pytest.param(RoundStarted(2, (1, 0), False), "Round 2: Ben plays first.", id="round"),
    pytest.param(
        RoundStarted(6, (1, 0), True),
        "Round 6: everyone gets all discs back. Ben plays first.",
        marks=pytest.mark.rule("CM-OPEN-10"),
        id="discs",
    ),
    pytest.param(
        TurnOrderSet((2, 0, 1)),
        "Turn order: Cleo, Anna, Ben.",
        marks=pytest.mark.rule("CM-OPEN-8"),
        id="order",
    ),
    pytest.param(
        MarkerTaken("red", 0, 2),
        "Anna takes control of red (from Cleo).",
        marks=pytest.mark.rule("CM-CTRL-2"),
        id="marker from another",
    ),
    pytest.param(MarkerTaken("red", 0, None), "Anna takes control of red.", id="first marker"),
    pytest.param(PlacingEnded(2), "Cleo has no paladins to place.", id="nothing placed"),
    pytest.param(
        TerritoriesMerged("black", (3, 4, 5)),
        "Territories 3, 4 and 5 merge.",
        marks=pytest.mark.rule("CM-MERGE-4"),
        id="merger",
    ),
    pytest.param(
        GameEnded("round_limit", ("black",), {"white": 2, "black": 5, "gray": 3}),
        "Ben wins 5–3–2: the last round is over.",
        marks=pytest.mark.rule("CM-END-9"),
        id="no tie to break",
    ),
]


@pytest.mark.parametrize(("event", "expected"), EXAMPLES)
def test_the_sentence_on_an_event(event: AnyEvent, expected: str | None) -> None:
    names = Players(RULESET.sides(Options(players=3)), NAMES, RULESET.words["en"])
    assert describe([event], None, names) == expected


@pytest.mark.rule("CM-CASTLE-2", "CM-CASTLE-3")
def test_a_takeover_names_both_sides_and_the_castles(games: list[list[Step]]) -> None:
    """The previous owner, and the number of castles if there are several."""
    counts = set()
    for steps in games:
        for step, sentences in described(RULESET, steps, names=[None] * 4):
            for event, sentence in zip(step.events, sentences, strict=True):
                if isinstance(event, TerritoryTakenOver):
                    assert sentence is not None
                    side, previous = event.side.capitalize(), event.previous.capitalize()
                    several = f" with {event.castles} castles" if event.castles > 1 else ""
                    start = f"{side} takes territory {event.territory}{several} from {previous}, "
                    assert sentence.text.startswith(start)
                    counts.add(event.castles)
    assert counts > {1}


def test_a_row_has_the_paladins_of_one_seat() -> None:
    """Those of the next one, and of the same seat's next turn, have a sentence of their own."""
    mine = PaladinPlaced(0, "red", "court")
    assert continues(mine, MarkerTaken("red", 0, None))
    assert continues(mine, PlacingEnded(0))
    assert not continues(mine, PaladinPlaced(1, "red", "court"))
    assert not continues(PlacingEnded(0), mine)
    assert not continues(mine, EmperorMoved(0, 1, 3))


def endings() -> Iterator[GameEnded]:
    """Yield an end for each reason of the rules, with one and several winners."""
    for players in (2, 3):
        sides = RULESET.sides(Options(players=players))
        castles = {side: 4 for side in SIDES if side in sides}
        for reason in ("castle_goal", *sorted(COUNTED)):
            for winners in (sides[:1], tuple(castles)):
                yield GameEnded(reason, winners, castles)  # type: ignore[arg-type]


@pytest.mark.rule("CM-END-2", "CM-END-8", "CM-END-9")
def test_every_ending_has_a_sentence() -> None:
    """Each reason has its own: winners, castles and what broke a tie."""
    found = []
    for end in endings():
        texts = [
            describe([end], None, Players(tuple(end.castles), NAMES, RULESET.words[language]))
            for language in LANGUAGES
        ]
        assert len(set(texts)) == len(LANGUAGES)
        english = texts[0]
        assert english is not None
        broken = end.reason in COUNTED and len(end.winners) == 1
        assert ("clans break the tie" in english) == broken
        assert "–".join("4" for _ in end.castles) in english
        assert [name in english for name in NAMES[: len(end.winners)]] == [True] * len(end.winners)
        found.append((len(end.castles), english))
    assert len(set(found)) == len(found)


def test_a_whole_turn_in_three_languages() -> None:
    """Partners have the name of their side where a side is meant."""
    opened, *steps = steps_of(records()["4-castle-goal"])
    events = [event for step in steps for event in step.events]
    english, spanish, german = (
        [one.text for one in Story(opened.game, "arbiter", language).sentences(events)]
        for language in LANGUAGES
    )
    at = english.index("The emperor walks 1 step to territory 9.")
    assert " ".join(english[at - 1 : at + 2]) == (
        "Ana places 1 blue and 1 yellow in territory 6, 1 yellow in the court, and takes control "
        "of yellow. The emperor walks 1 step to territory 9. Black builds a castle in territory 9, "
        "3 to 1."
    )
    assert " ".join(spanish[at - 1 : at + 2]) == (
        "Ana coloca 1 azul y 1 amarillo en el territorio 6, 1 amarillo en la corte y pasa a "
        "controlar el amarillo. El emperador avanza 1 paso, al territorio 9. Negro construye un "
        "castillo en el territorio 9, 3 a 1."
    )
    assert " ".join(german[at - 1 : at + 2]) == (
        "Ana setzt 1 Blau und 1 Gelb in Gebiet 6, 1 Gelb in den Hof und übernimmt Gelb. Der Kaiser "
        "geht 1 Schritt nach Gebiet 9. Schwarz baut eine Burg in Gebiet 9, 3 zu 1."
    )
    assert english[-1] == "Black (Žofie and Björk 👑) wins 10–2: all castles built."
