"""Describes a game to a viewer, event by event, in sentences of the table and of the ruleset."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from domain.kit.bots import name_of
from domain.kit.option_marks import side_names
from domain.kit.story import EventRows, Players, Sentence
from domain.ruleset import Language, Viewer, kinds_of, tag_of
from domain.table.apply import apply
from domain.table.events import (
    DecisionNoted,
    DecisionsSealed,
    DecisionsTakenBack,
    GameOpened,
    MomentDrawn,
    SeatTaken,
    TableEvent,
)
from domain.table.game import GameState, thaw
from domain.table.standing_orders import ordered
from domain.table.words import WORDS

_OF_THE_TABLE: Final = frozenset(kinds_of(TableEvent))


class Story:
    """Describes the events after a state of a game to one viewer, in order.

    An ``exhaustive`` story also has sentences on the events by which the table keeps its books,
    such as those of clocks and moments. Players need none; people who check a game do.
    """

    def __init__(
        self, game: GameState, viewer: Viewer, language: Language, *, exhaustive: bool = False
    ) -> None:
        self._exhaustive = exhaustive
        self._game = thaw(game)
        self._rows = EventRows(game.rules, viewer, language, exhaustive=exhaustive)
        self._texts = WORDS[language]
        self._called = side_names(game.options)
        self._seats = game.seats
        self._seated = self._rows.players(game.sides, game.names, self._called)
        self._viewer = viewer
        self._is_ordered = False
        self._ordered: set[int] = set()
        """The first versions of the rows with an answer that follows from standing orders."""

    def describe(self, event: Any, *, begins: bool = False) -> Sentence | None:
        """Return the sentence on the row that this event ends; None if it needs none.

        ``begins`` says whether it is the first event of an entry. A sentence says that an answer
        follows from standing orders if the viewer may know these orders.
        """
        if begins:
            self._is_ordered = _may_be_an_answer(event) and self._knows_orders()
        return self._marked(self._described(event))

    def _knows_orders(self) -> bool:
        """Return whether orders that the viewer may know answer the decision that is due."""
        found = ordered(self._game)
        return found is not None and self._viewer in (found[0], "arbiter")

    def _marked(self, sentence: Sentence | None) -> Sentence | None:
        if sentence is None:
            return None
        if self._is_ordered:
            self._ordered.add(sentence.first)
        if sentence.first not in self._ordered:
            return sentence
        return replace(sentence, text=self._texts("story.by_orders", text=sentence.text))

    def _described(self, event: Any) -> Sentence | None:
        game, rows = self._game, self._rows
        if isinstance(event, GameOpened):  # the story begins after it
            text = self._of_the_table(event, rows.players(game.sides, (), self._called))
            return None if text is None else Sentence(1, 1, text)
        version = game.version + 1
        players = self._players(event)
        if type(event) in _OF_THE_TABLE:
            text = self._of_the_table(event, players)
            sentence = None if text is None else Sentence(version, version, text)
            if isinstance(event, DecisionsTakenBack):
                rows.end()  # what follows is about another position
        else:
            sentence = rows.describe(game.position, event, version, players)
        apply(game, event)
        return sentence

    def _players(self, event: Any) -> Players:
        """Return the players of the game, with the one whom this event seats."""
        game = self._game
        if isinstance(event, SeatTaken):
            names = list(game.names)
            names[event.seat] = event.name or (event.bot and name_of(event.bot))
            return self._rows.players(game.sides, names, self._called)
        if game.seats is not self._seats:
            self._seats = game.seats
            self._seated = self._rows.players(game.sides, game.names, self._called)
        return self._seated

    def sentences(self, *entries: Iterable[Any]) -> list[Sentence]:
        """Return the sentences on the events of these entries, each row once, in their order."""
        found: dict[int, Sentence] = {}
        for events in entries:
            for number, event in enumerate(events):
                sentence = self.describe(event, begins=number == 0)
                if sentence is not None:
                    found[sentence.first] = sentence
        return [found[first] for first in sorted(found)]

    def end_row(self) -> None:
        """End the row of events: the next event begins another sentence."""
        self._rows.end()

    def _of_the_table(self, event: Any, players: Players) -> str | None:
        key = f"story.{tag_of(event)}"
        if key not in self._texts:
            return self._of_the_books(event, players) if self._exhaustive else None
        seat = getattr(event, "seat", None)
        name = "" if seat is None else players.name(seat)
        if getattr(event, "arbiter", None) is not None and f"{key}.arbiter" in self._texts:
            key = f"{key}.arbiter"
        winners = [players.partners(side) for side in getattr(event, "winners", ())]
        text = self._texts(
            key,
            name=name,
            count=len(winners),
            winners=players.texts.listed(winners),
            seconds=getattr(event, "seconds", 0),
        )
        reason = getattr(event, "reason", None)
        return text if reason is None else f"{text} {self._texts('story.reason', reason=reason)}"

    def _of_the_books(self, event: Any, players: Players) -> str:
        key = f"step.{tag_of(event)}"
        seat = getattr(event, "seat", None)
        name = "" if seat is None else players.name(seat)
        if isinstance(event, GameOpened) and event.continues is not None:
            source = event.continues
            return self._texts(f"{key}.continues", game=source.game, version=source.version)
        if not isinstance(event, MomentDrawn):
            return self._texts(key, name=name)
        if event.missing:
            return self._texts(f"{key}.missing", moment=event.moment)
        if event.links:
            return self._texts(f"{key}.links", moment=event.moment, count=len(event.links))
        return self._texts(key, moment=event.moment)


def _may_be_an_answer(first: Any) -> bool:
    """Return whether an entry with this first event decides something in the game.

    A player may add an offer to the request that makes an answer by orders due.
    """
    return type(first) not in _OF_THE_TABLE or isinstance(first, DecisionNoted | DecisionsSealed)


def row_start(
    events: Iterable[tuple[int, Any]], continues: Callable[[Any, Any], bool]
) -> int | None:
    """Return the version at which the last row of these events begins.

    The events come with their versions, the newest first. None if the row may have begun before.
    """
    start: int | None = None
    following: Any = None
    for version, event in events:
        if isinstance(event, DecisionsTakenBack):
            return version + 1 if start is None else start
        if type(event) in _OF_THE_TABLE:
            continue
        if start is not None and not continues(event, following):
            return start
        start, following = version, event
    return None
