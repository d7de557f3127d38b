"""Text, picture and story of Ancients."""

import re
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from domain.ruleset import LANGUAGES, Language, tag_of
from domain.rulesets.ancients import RULESET
from domain.rulesets.ancients.board import CARD, SCENARIO, TYPE
from domain.rulesets.ancients.events import (
    BlocksLost,
    CardPlayed,
    MomentumAdvanced,
    OrdersIssued,
    ReactionChosen,
)
from domain.rulesets.ancients.hexes import NAMES
from domain.rulesets.ancients.options import Options
from tests.rulesets.ancients.test_properties import BATTLES, game_of
from tests.support.games.ancients import begun
from tests.support.games.stories import NAMES as NAMES_OF_PLAYERS
from tests.support.games.stories import described

EVERY = pytest.mark.parametrize("language", LANGUAGES)


@EVERY
@pytest.mark.parametrize("scenario", BATTLES)
def test_the_set_up_is_shown_before_the_deal(scenario: Any, language: Language) -> None:
    """For the form that opens a game: every unit, and the terrain."""
    options = Options(scenario=scenario)
    text = RULESET.text(options, language)
    battle = SCENARIO[scenario]
    assert RULESET.words[language](f"battle.{scenario}") in text
    assert len(re.findall(r"\b[tb](?:[A-Z]{2,3})[1-4]\*?", text)) == len(battle.units)
    picture = ET.fromstring(RULESET.picture(options, language))  # noqa: S314 - our own text
    spots = [one.get("data-spot") for one in picture.iter() if one.get("data-spot")]
    assert spots == [f"hex-{name}" for name in NAMES]
    units = [one for one in picture.iter() if (one.get("class") or "").startswith("unit ")]
    assert len(units) == len(battle.units)


@EVERY
def test_a_view_shows_its_own_hand_only(language: Language) -> None:
    position = begun("001").position
    for seat, other in ((0, 1), (1, 0)):
        text = RULESET.text(RULESET.view(position, seat), language)
        texts = RULESET.words[language]
        own, hidden = position.hands[1 - seat], position.hands[1 - other]
        assert texts(f"card.{own[0].partition('#')[0]}") in text
        only = {one.partition("#")[0] for one in hidden} - {one.partition("#")[0] for one in own}
        assert all(texts(f"card.{kind}") not in text for kind in only)


def test_a_text_shows_who_stands_where() -> None:
    """A unit with its blocks, and a star for its leader."""
    text = RULESET.text(RULESET.view(begun("001").position, "spectator"))
    (row,) = [line for line in text.splitlines() if line.startswith("H ")]
    assert row.split()[1:] == [
        *(".", "bLC3", "bAX4", "bHI4", ".", "bHI4", "bHI4"),
        *("bHI4*", "bAX4", "bAX4", "bMC3*", "."),
    ]


@EVERY
def test_a_story_has_a_sentence_for_all_that_players_care_about(language: Language) -> None:
    """In each language, whole sentences, and no word of the code in them."""
    described_kinds = set()
    for event, text in sentences("005", language):
        described_kinds.add(tag_of(event))
        assert re.fullmatch(r"\S[^{}\n_#]*\.", text), text
    assert {
        "card_played",
        "piece_moved",
        "attack_announced",
        "banner_gained",
        "game_ended",
    } <= described_kinds


def sentences(
    scenario: str, language: Language, names: Sequence[str | None] = NAMES_OF_PLAYERS
) -> Iterator[tuple[Any, str]]:
    """Yield the events of a game that have a sentence, with it."""
    steps = described(
        RULESET,
        game_of(scenario, "positions"),
        viewer="arbiter",
        language=language,
        names=names,
        sides=("bottom", "top"),
    )
    for step, found in steps:
        for event, one in zip(step.events, found, strict=True):
            if one is not None:
                yield event, one.text


@EVERY
def test_a_story_names_a_unit_by_its_hex(language: Language) -> None:
    """Its number stands on no board; a sentence that says the hex by itself says it once."""
    numbers = re.compile(r"[a-zé] [1-9]\d? \(|\b[tb]-[A-Z]+-\d")
    placed = set()
    both = (*sentences("005", language), *sentences("015", language))
    for event, text in both:
        assert not numbers.search(text), text
        hexes = re.findall(r"\b[A-I]\d{1,2}\b", text)
        if not isinstance(event, OrdersIssued):
            assert len(set(hexes)) == len(hexes), text
        if isinstance(event, BlocksLost | ReactionChosen | MomentumAdvanced):
            assert hexes, text
            placed.add(type(event))
    assert placed == {BlocksLost, ReactionChosen, MomentumAdvanced}


@EVERY
def test_a_text_lists_the_pieces_by_their_names_in_actions(language: Language) -> None:
    view = RULESET.view(begun("006").position, 0)
    assert view is not None
    lines = RULESET.text(view, language).split()
    for one in (*view.units, *view.leaders):
        assert lines[lines.index(one.id) + 1].rstrip(",") == one.hex


def test_a_player_without_a_name_is_called_by_the_army() -> None:
    """Not by the edge of the board, which says nothing about the battle."""
    played = [
        text
        for event, text in sentences("002", "en", (None, None))
        if isinstance(event, CardPlayed)
    ]
    assert {text.partition(" ")[0] for text in played} == {"Carthage", "Syracuse"}


@EVERY
def test_everything_has_a_name(language: Language) -> None:
    """Types, cards, battles and kinds of action."""
    texts = RULESET.words[language]
    keys = [*(f"unit.{one}" for one in TYPE), *(f"card.{one}" for one in CARD)]
    keys += [f"battle.{one}" for one in SCENARIO]
    keys += [f"action.{tag_of(kind)}" for kind in RULESET.seat_actions.__args__]
    assert all(key in texts for key in keys)
    names = [texts(key) for key in keys if key.startswith(("unit", "card", "battle"))]
    assert len(set(names)) == len(names)
