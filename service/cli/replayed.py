"""A game replayed from its record, entry by entry.

All positions stay in memory, for steps back. Entries have the numbers of the record:
the first is 0.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import msgspec

from domain.record.record import AnyRecord
from domain.record.replay import replay
from domain.ruleset import Language, Viewer, tag_of
from domain.rulesets.registry import BY_PINNED
from domain.table import notation
from domain.table.apply import opened
from domain.table.hiding import hidden_members, seen_by
from domain.table.opening import OpenGame
from domain.table.story import Story
from service.cli import rendering


class ReplayedGame:
    """The steps of a record up to its first invalid entry, and the refusal of that entry."""

    def __init__(self, record: AnyRecord) -> None:
        replayed = replay(record)
        self.refused = replayed.refused
        """Why the entry after the last step is invalid; None if all entries are valid."""
        self.record = record
        self.rules = BY_PINNED[record.ruleset]
        self.steps = steps = replayed.steps
        # The record of a finished game reveals everything; of an unfinished one, less.
        finished = bool(steps) and steps[-1].game.finished
        self.viewer: Viewer = "arbiter" if finished else "spectator"
        self._stories: dict[Language, list[list[str]]] = {}
        """By language and entry: the sentences."""

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """The entries that begin a turn: the actions of one seat in a row, with their chance."""
        starts = []
        acted = None
        for index in range(1, len(self.steps)):
            by = self.steps[index].entry.by
            running = self.steps[index - 1].game.status == "running"
            if running and isinstance(by, int) and by != acted:
                starts.append(index)
                acted = by
        return tuple(starts)

    def turn(self, index: int) -> int:
        """Return the number of the turn that an entry belongs to; 0 before the first."""
        return bisect_right(self.turns, index)

    @property
    def version(self) -> int:
        """The version of the game after the last step."""
        return self.steps[-1].game.version if self.steps else 0

    def at_version(self, version: int) -> int:
        """Return the entry that led to a version of the game, from 1 to the last."""
        return bisect_left(self.steps, version, key=lambda step: step.game.version)

    def view(self, index: int) -> Any:
        """Return the view of the table after an entry; None until chance has set it up."""
        return self.rules.view(self.steps[index].game.position, self.viewer)

    def board(self, index: int, language: Language) -> str:
        """Return the board after an entry as lines of text; empty while there is none."""
        view = self.view(index)
        return "" if view is None else self.rules.text(view, language)

    def who(self, index: int) -> str:
        """Return who acted: ``chance``, or a seat with its side and the name of its player."""
        by = self.record.entries[index].by
        if not self.steps or not isinstance(by, int):
            return rendering.actor(by)
        game = self.steps[min(index, len(self.steps) - 1)].game
        if not 0 <= by < len(game.seats):
            return rendering.actor(by)
        name = rendering.printable(game.names[by] or game.seats[by].bot or "")
        return f"{rendering.actor(by)} {game.sides[by]}" + (f", {name}" if name else "")

    def action(self, index: int) -> str:
        """Return the action of an entry, in the notation of the ruleset or of the table."""
        action = self.record.entries[index].action
        if isinstance(action, OpenGame):
            text = rendering.choice(msgspec.to_builtins(action))
        elif tag_of(action) in notation.NAMES:
            text = notation.write(action)
        else:
            text = self.rules.write_action(action)
        return rendering.printable(text)

    def story(self, index: int, language: Language) -> list[str]:
        """Return what happened in an entry, in sentences: each event is part of one."""
        if language not in self._stories:
            opening = self.steps[0].events[0]
            game = opened(self.record.id, opening)
            story = Story(game, self.viewer, language, exhaustive=True)
            found = (story.sentences(step.events) for step in self.steps)
            sentences = [[rendering.printable(one.text) for one in each] for each in found]
            self._stories[language] = sentences
        return self._stories[language][index]

    def seen(self, index: int) -> list[dict[str, Any]]:
        """Return the events of an entry, ready for JSON, as far as the viewer may see them."""
        hidden = hidden_members(self.rules)
        return [
            msgspec.to_builtins(
                seen_by(self.rules, event, self.viewer) if type(event) in hidden else event
            )
            for event in self.steps[index].events
        ]

    def ending(self) -> str:
        """Return how the game ended, or its status if it did not."""
        game = self.steps[-1].game
        if game.outcome is not None:
            reason, winners = game.outcome.reason, game.outcome.winners
            return f"over by {rendering.ending(reason, winners, game.outcome.standing)}"
        return game.status if game.finished else f"{game.status}: not finished"

    def breach(self, language: Language) -> str:
        """Return as one line which entry is invalid and why; empty if all are valid."""
        if self.refused is None:
            return ""
        why = rendering.refusal(self.refused.refusal, language).replace("\n", " ")
        return rendering.printable(f"entry {self.refused.index} is invalid: {why}")

    def changes(self) -> Iterator[tuple[int, Any]]:
        """Yield the entries that change the board, and the view after each."""
        before = None
        for index in range(len(self.steps)):
            view = self.view(index)
            if view is not None and view != before:
                yield index, view
                before = view
