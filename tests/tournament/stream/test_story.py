"""The story of a tournament: a sentence on each event, in three languages."""

import re

import pytest

from domain.kit.words import texts_of
from domain.ruleset import LANGUAGES, Language, kinds_of, tag_of
from domain.tournament.stream import actions as a
from domain.tournament.stream import words
from domain.tournament.stream.events import TournamentEvent
from domain.tournament.stream.people import SERVICE
from domain.tournament.stream.story import tournament_story
from domain.tournament.stream.words import TOURNAMENT_WORDS
from tests.support.tournaments.desk import (
    ARBITER,
    FOUR_SEATS,
    ID,
    ORGANISER,
    SECRET,
    WHY,
    Desk,
    account,
    player,
    playing,
)


def _evening() -> Desk:
    desk = playing(4, FOUR_SEATS, real_tables=True)
    desk.ask(ORGANISER, a.DeclareRelation(account(9), 2, WHY))
    desk.ask(ORGANISER, a.NameArbiter(account(9), "Eva", WHY), a.DismissArbiter(account(9), WHY))
    one, other, *_ = desk.state.rounds[0].tables[0].players
    desk.ask(player(one), a.ClaimResult(1, 1, one, (1, 2, 3, 4)))
    desk.ask(ARBITER, a.ForfeitSides(1, 1, (one, other), WHY))
    desk.ask(ARBITER, a.EnterResult(1, 1, (3, 3, 1, 2), WHY), a.CloseRound(1))
    desk.ask(ORGANISER, a.EndTournament(WHY)).ask(SERVICE, a.RevealSecret(SECRET.hex()))
    return desk


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_event_has_a_sentence(language: Language) -> None:
    desk = _evening()
    sentences = list(tournament_story(ID, desk.history, language))
    assert len(sentences) == len(desk.history)
    assert all(sentence.endswith((".", WHY)) for sentence in sentences)
    assert not [sentence for sentence in sentences if "{" in sentence]


def test_sentences_say_who_and_why() -> None:
    desk = _evening()
    sentences = list(tournament_story(ID, desk.history, "en"))
    players = [f"Player {one}" for one in desk.state.rounds[0].tables[0].players]
    assert sentences[0] == "Club evening is announced."
    assert f"Eva is no longer an arbiter. Reason: {WHY}" in sentences
    assert f"{players[0]} and {players[1]} forfeit at table 1. Reason: {WHY}" in sentences
    places = f"1. {players[2]}, 2. {players[3]}, "
    assert any(places in sentence for sentence in sentences)
    assert f"{players[2]} wins the tournament. Reason: {WHY}" in sentences


def test_sentences_name_the_arbiter_who_does_not_judge() -> None:
    """An arbiter, a player, or the organiser; only an account that nobody knows has no name."""
    desk = playing(4)
    for one in (ARBITER.who, account(3), ORGANISER.who, account(25)):
        desk.ask(ORGANISER, a.DeclareRelation(one, 2, WHY))
    said = [one for one in tournament_story(ID, desk.history, "en") if "not judge" in one]
    names = [one.partition(" does not judge ")[0] for one in said]
    judge = dict(desk.state.arbiters)[ARBITER.who]
    assert names == [judge, "Player 3", "The organiser", account(25)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_events_have_words(language: Language) -> None:
    texts = TOURNAMENT_WORDS[language]
    tags = [tag_of(kind) for kind in kinds_of(TournamentEvent)]
    assert not [tag for tag in tags if f"story.{tag}" not in texts]


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_texts_have_the_same_keys_and_placeholders(language: Language) -> None:
    english, other = (texts_of(words.__name__, one) for one in ("en", language))
    assert {key: _placeholders(text) for key, text in other.items()} == {
        key: _placeholders(text) for key, text in english.items()
    }


def _placeholders(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", text))
