"""The kit of stories: names of players, sentences from texts, rows of events."""

from typing import Any

import msgspec
import pytest
from msgspec import Struct

from domain.kit.story import EventRows, Players, in_brief, sentence
from domain.kit.words import Words
from domain.ruleset import LANGUAGES
from domain.rulesets.carolus_magnus import RULESET
from domain.table.actions import ChosenName
from tests.support.games import carolus_magnus as cm

TEXTS = Words(
    "en",
    {
        "side.white": "White",
        "side.partners": "{side} ({names})",
        "story.rolled": "{name} rolls {faces}.",
        "story.walked.one": "{name} walks {count} step.",
        "story.walked.other": "{name} walks {count} steps.",
    },
)


class Rolled(Struct, frozen=True, tag="rolled"):
    """A seat rolled dice."""

    seat: int
    faces: tuple[int, ...]


class Walked(Struct, frozen=True, tag="walked"):
    """A seat walked."""

    seat: int
    count: int


class Drawn(Struct, frozen=True, tag="card_drawn"):
    """A seat drew a card, which others may not see."""

    seat: int
    card: str | None


class Ended(Struct, frozen=True, tag="round_ended"):
    """A round ended."""


def players(*names: str | None, sides: tuple[str, ...] = ("white", "very_dark")) -> Players:
    """Return the players of a game."""
    return Players(sides, names, TEXTS)


def test_a_player_without_a_name_has_that_of_the_side() -> None:
    """In the words of the game if they have one."""
    two = players("Ana", None)
    assert [two.name(0), two.name(1)] == ["Ana", "Very dark"]
    assert [two.side("white"), two.side("very_dark")] == ["Ana", "Very dark"]
    assert two.partners("white") == "Ana"


def test_partners_have_the_number_of_their_seat() -> None:
    """Their side has its own name, and theirs only if they gave one."""
    four = players(None, "Bea", "Cid", None, sides=("white", "black", "white", "black"))
    assert [four.name(seat) for seat in range(4)] == ["White 1", "Bea", "Cid", "Black 4"]
    assert four.side("white") == "White"
    assert four.partners("white") == "White (Cid)"
    nobody = players(None, None, sides=("white", "white"))
    assert nobody.partners("white") == "White"


@pytest.mark.parametrize("name", ["\u202eAna", "A\u200bna", " Ana\u3164", "Ana\n", "\x1bAna"])
def test_names_cannot_change_a_sentence(name: str) -> None:
    """Records from elsewhere may contain characters that the service does not accept."""
    assert players(name, None).name(0) == "Ana"


@pytest.mark.parametrize(
    "name",
    [
        "山田\u3000太郎",
        "Ana\u00a0Bea",
        "\U0001f469\u200d\U0001f680",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u2764\ufe0f",
    ],
)
def test_names_that_the_service_accepts_stay_as_they_are(name: str) -> None:
    """Their spaces and joiners too, because some scripts and emoji need them."""
    assert msgspec.convert(name, ChosenName) == name
    assert players(name, None).name(0) == name


@pytest.mark.parametrize("name", ["", " ", "\u3164", "\u200d", "\u200c \u200d", "\u3000"])
def test_an_invisible_name_is_none(name: str) -> None:
    """The side has the name."""
    assert players(name, None).name(0) == "White"


def test_an_event_needs_only_a_text() -> None:
    """Its members are the values; further ones replace them."""
    two = players("Ana", None)
    assert sentence(Walked(0, 1), two) == "Ana walks 1 step."
    assert sentence(Walked(1, 3), two) == "Very dark walks 3 steps."
    assert sentence(Rolled(0, (3, 5)), two, faces="3 and 5") == "Ana rolls 3 and 5."
    assert sentence(Ended(), two) is None


def test_without_a_text_it_is_described_in_brief() -> None:
    """By its name and values."""
    two = players("Ana", None)
    assert in_brief([Ended()], None, two) == "Round ended."
    assert in_brief([Walked(0, 1), Ended()], None, two) == "Round ended."
    assert in_brief([Walked(0, 2)], None, two) == "Ana walks 2 steps."
    assert in_brief([Drawn(1, None)], None, two) == "Card drawn: seat 1."
    assert in_brief([Drawn(1, "a 7")], None, two) == "Card drawn: seat 1; card a 7."


def test_sides_can_have_names_that_the_words_lack() -> None:
    """A player with a name keeps it."""
    two = players("Ana", None)
    first, second = "white", "very_dark"
    called = two.calling({first: "Rome", second: "Carthage"})
    assert (called.side(first), called.side(second)) == ("Ana", "Carthage")
    assert (called.name(0), called.name(1)) == ("Ana", "Carthage")


def test_a_text_that_needs_more_than_the_event_has_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        sentence(Rolled(0, (3, 5)), players("Ana", None))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_row_has_one_sentence_which_grows(language: Any) -> None:
    """Until an event does not belong to it, or the row is ended."""
    before = cm.given(2, reserves={0: "red 1, blue 2"}).position
    events = RULESET.decide(before, 0, RULESET.legal(before, 0).at(0))
    rows = EventRows(RULESET, "spectator", language)
    two = rows.players(RULESET.sides(before.options), ("Ana", None))
    draft = RULESET.thaw(before)
    found = []
    for number, event in enumerate(events, 7):
        found.append(rows.describe(draft, event, number, two))
        RULESET.apply(draft, (event,))
    placing = [one for one in found if one is not None]
    assert {one.first for one in placing} == {7}
    assert [one.last for one in placing] == list(range(7, 7 + len(placing)))
    assert len({one.text for one in placing}) >= 3
    assert all(one.text.startswith("Ana ") for one in placing)
    rows.end()
    again = rows.describe(draft, events[0], 30, two)
    assert again is not None
    assert (again.first, again.last) == (30, 30)
