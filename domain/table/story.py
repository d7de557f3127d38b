"""Tells a game to a viewer, event by event, in sentences: those of the table and of the ruleset."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import Struct

from domain.kit.story import Players
from domain.ruleset import Language, Viewer, kinds_of, tag_of
from domain.table.apply import apply
from domain.table.events import DecisionsTakenBack, SeatTaken, TableEvent
from domain.table.game import GameState, thaw
from domain.table.words import WORDS

_OF_THE_TABLE: Final = frozenset(kinds_of(TableEvent))


class Sentence(Struct, frozen=True):
    """What happened in a row of events; a longer row replaces the sentence with the same ``first``.

    Versions number the events of a game from 1.
    """

    first: int
    """The version of the first event."""
    last: int
    """The version of the last event."""
    text: str


class Story:
    """Tells the events after a state of a game to one viewer, in order."""

    def __init__(self, game: GameState, viewer: Viewer, language: Language) -> None:
        """Begin after ``game``; ``viewer`` is the one whose view counts in the end."""
        self._game = thaw(game)
        self._viewer: Viewer = viewer
        self._language: Language = language
        self._last: Any = None
        self._row: list[Any] = []
        self._first = 0
        self._before: Any = None

    def tell(self, event: Any) -> Sentence | None:
        """Return the sentence on the row that this event ends; None if it needs none."""
        game = self._game
        version = game.version + 1
        if type(event) in _OF_THE_TABLE:
            text = self._of_table(event)
            if isinstance(event, DecisionsTakenBack):
                self._row = []  # the position has changed
            apply(game, event)
            return None if text is None else Sentence(version, version, text)
        rules = game.rules
        seen = rules.view_event(event, self._viewer)
        if self._row and rules.continues(self._row[-1], seen):
            self._row.append(seen)
        else:
            self._row, self._first = [seen], version
            self._before = rules.view(rules.freeze(game.position), self._viewer)
        text = rules.tell(self._row, self._before, self._players(rules.words[self._language]))
        apply(game, event)
        return None if text is None else Sentence(self._first, version, text)

    def _players(self, texts: Any) -> Players:
        game = self._game
        return Players(game.sides, [seat.name for seat in game.seats], texts)

    def _of_table(self, event: Any) -> str | None:
        """Return the sentence on an event of the table."""
        texts = WORDS[self._language]
        key = f"story.{tag_of(event)}"
        if key not in texts:
            return None
        players = self._players(self._game.rules.words[self._language])
        seat = getattr(event, "seat", None)
        name = "" if seat is None else players.name(seat)
        if isinstance(event, SeatTaken):
            name = event.name or name
        winners = [players.partners(side) for side in getattr(event, "winners", ())]
        return texts(key, name=name, count=len(winners), winners=texts.listed(winners))


def told(story: Story, events: Iterable[Any]) -> Iterator[Sentence]:
    """Yield the sentences on these events, each row once, when it is complete."""
    latest: dict[int, Sentence] = {}
    for event in events:
        sentence = story.tell(event)
        if sentence is not None:
            latest[sentence.first] = sentence
    yield from latest.values()
