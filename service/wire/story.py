"""The JSON of stories: what happens in a game, in sentences."""

from typing import TypeAlias

import msgspec

from domain.ruleset import Seat
from service.games.stories import StorySentence
from service.wire.games import NoSeat, Timestamp

Cause: TypeAlias = Seat | NoSeat


class SentenceView(msgspec.Struct, frozen=True):
    """What happened in one or more events that belong together.

    Its text changes as long as further events belong to it: a sentence replaces an earlier one with
    the same ``first``.
    """

    first: int
    """The version of the first of these events."""
    last: int
    """The version of the last of these events so far."""
    by: Cause
    """Who caused the first of these events."""
    at: Timestamp
    """When the last of these events happened."""
    text: str


class StoryPage(msgspec.Struct, frozen=True):
    """Sentences of a story, in order of their first events."""

    sentences: tuple[SentenceView, ...]
    version: int
    """The version of the game."""
    next: str | None
    """Cursor of the next page, or null."""


def sentence_view(found: StorySentence) -> SentenceView:
    """Return a sentence of a story as JSON."""
    sentence = found.sentence
    return SentenceView(sentence.first, sentence.last, found.by, found.at, sentence.text)
