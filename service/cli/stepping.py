"""A replayed game in the terminal, step by step: keys and the lines of the screen.

``Stepper`` does not depend on a terminal; ``screen.py`` passes it the keys and paints its lines.
"""

import textwrap
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from domain.ruleset import Language
from service.cli.replayed import ReplayedGame

EVENTS_MIN: Final = 4
"""Lines of events that are shown even if there is no room for the whole board."""
DIGITS_MAX: Final = 9

LineStyle: TypeAlias = Literal["plain", "bold", "dim", "bar", "wrong"]


class ScreenLine(NamedTuple):
    """One line of the screen."""

    text: str
    style: LineStyle = "plain"


_HELP: Final = """\

  →  Space  Enter      one entry forward
  ←  Backspace         one entry back
  ↓  Page Down         to the next turn of a player
  ↑  Page Up           to the start of this turn, then to the turn before
  Home  End            to the first entry, to the last

  37 Enter, or 37 g    to entry 37
  12 t                 to turn 12
  150 v                to the entry that led to version 150

  Tab                  more of a board that is taller than the screen
  h                    this help; any key closes it
  q                    leave; also Ctrl-C and Ctrl-D
"""
_FOOT: Final = "→ ← step   ↓ ↑ turn   37 Enter jump   h help   q quit"


class Stepper:
    """The user's place in a game: takes keys, returns the lines of the screen.

    If the record has an invalid entry, the page after the last step describes it.
    """

    def __init__(self, game: ReplayedGame, at: int, language: Language) -> None:
        self._game = game
        self._language: Language = language
        self._last = len(game.steps) - (game.refused is None)
        self.at = at
        """The entry that is shown."""
        self.left = False
        """Whether the user has left."""
        self._typed = ""
        self._note = ""
        self._helps = False
        self._page = 0

    # --- keys ---------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Handle a key; unknown keys are ignored."""
        self._note = ""
        if key in _LEAVING:
            self.left = True
        elif self._helps:
            self._helps = False
        elif key in _DIGITS:
            self._typed = (self._typed + key)[:DIGITS_MAX]
        elif self._typed:
            self._end_number(key)
        elif key in _COMMANDS:
            _COMMANDS[key](self)

    def _end_number(self, key: str) -> None:
        """Jump to the typed number; the key determines whether it is an entry, turn or version."""
        if key == "backspace":
            self._typed = self._typed[:-1]
            return
        number, self._typed = int(self._typed), ""
        turns = self._game.turns
        if key in ("enter", "g") and self._exists(number, 0, self._last, "entry"):
            self.at = number
        elif key == "t" and self._exists(number, 1, len(turns), "turn"):
            self.at = turns[number - 1]
        elif key == "v" and self._exists(number, 1, self._game.version, "version"):
            self.at = self._game.at_version(number)

    def _exists(self, number: int, first: int, last: int, what: str) -> bool:
        """Return whether the number is in range; if not, show the range."""
        if first <= number <= last:
            return True
        there = f"expected {first} to {last}" if first <= last else "there are none"
        self._note = f"There is no {what} {number}; {there}."
        return False

    def next(self) -> None:
        """Go one entry forward."""
        self.at = min(self.at + 1, self._last)

    def back(self) -> None:
        """Go one entry back."""
        self.at = max(self.at - 1, 0)

    def next_turn(self) -> None:
        """Go to the start of the next turn, or to the end."""
        turns = self._game.turns
        found = bisect_right(turns, self.at)
        self.at = turns[found] if found < len(turns) else self._last

    def turn_before(self) -> None:
        """Go to the start of this turn; from there to the start of the turn before."""
        turns = self._game.turns
        found = bisect_left(turns, self.at)
        self.at = turns[found - 1] if found else 0

    def first(self) -> None:
        """Go to the first entry."""
        self.at = 0

    def last(self) -> None:
        """Go to the last entry, or to the invalid one."""
        self.at = self._last

    def scroll(self) -> None:
        """Show the next part of a board that is taller than the screen."""
        self._page += 1

    def jump(self) -> None:
        """Explain how to jump."""
        self._note = "Type the number of an entry, then Enter."

    def help(self) -> None:
        """Show the keys."""
        self._helps = True

    # --- the screen ---------------------------------------------------------------------------

    def lines(self, width: int, height: int) -> list[ScreenLine]:
        """Return the lines of a screen of this size."""
        head = [*self._title(width), *self._action(width)]
        room = max(height - len(head) - 1, 0)
        cut = False
        if self._helps:
            body = [ScreenLine(text) for text in _HELP.splitlines()]
        else:
            body, cut = self._shown(width, room)
        empty = [ScreenLine("")] * (room - len(body))
        return [*head, *body[:room], *empty, self._foot(cut=cut)][:height]

    def _title(self, width: int) -> list[ScreenLine]:
        """Return the game and the place in it; on two lines if the screen is too narrow for one."""
        game = self._game
        shown = min(self.at, len(game.steps) - 1)
        version = game.steps[shown].game.version if shown >= 0 else 0
        turn = f"turn {game.turn(self.at)} of {len(game.turns)}"
        place = f"entry {self.at} of {len(game.record.entries) - 1}   {turn}   version {version}"
        which = f"{game.record.ruleset}  {game.record.id}"
        whole = f"{which}   {place}"
        lines = (whole,) if len(whole) <= width else (which, place)
        return [ScreenLine(one, "bar") for one in lines]

    def _action(self, width: int) -> list[ScreenLine]:
        """Return who did what, and when."""
        entry = self._game.record.entries[self.at]
        action = f"{self._game.who(self.at)}: {self._game.action(self.at)}"
        when = entry.at[:19].replace("T", " ")
        return [
            *(ScreenLine(text, "bold") for text in _wrapped(action, width, "", lines_max=3)),
            ScreenLine(when, "dim"),
        ]

    def _shown(self, width: int, room: int) -> tuple[list[ScreenLine], bool]:
        """Return the events and the board, and whether there is more of the board."""
        game = self._game
        if self.at < len(game.steps):
            board = game.board(self.at, self._language).splitlines()
            events = [
                ScreenLine(text)
                for one in game.story(self.at, self._language)
                for text in _wrapped(one, width)
            ]
            if self.at == self._last:
                events += [ScreenLine(text, "bold") for text in _wrapped(game.ending(), width)]
        else:
            board = game.board(self.at - 1, self._language).splitlines() if self.at else []
            breach = game.breach(self._language)
            events = [ScreenLine(text, "wrong") for text in _wrapped(breach, width, lines_max=8)]
        events_max = max(EVENTS_MIN, room - len(board) - 1)
        if len(events) > events_max and self.at < len(game.steps):
            more = len(events) - events_max + 1
            events = [*events[: events_max - 1], ScreenLine(f"  … and {more} more", "dim")]
        left = room - len(events) - 1
        cut = 0 < left < len(board)
        if cut:
            parts = -(-len(board) // left)
            start = min(self._page % parts * left, len(board) - left)
            board = board[start : start + left]
        return [*events, ScreenLine(""), *map(ScreenLine, board)], cut

    def _foot(self, *, cut: bool) -> ScreenLine:
        if self._typed:
            return ScreenLine(f"{self._typed}   Enter: to this entry   t: turn   v: version", "bar")
        if self._note:
            return ScreenLine(self._note, "bar")
        return ScreenLine(f"{_FOOT}   Tab more of the board" if cut else _FOOT, "dim")


def _wrapped(text: str, width: int, indent: str = "  ", *, lines_max: int = 3) -> list[str]:
    """Wrap a text to a width; continuation lines are indented further."""
    return textwrap.wrap(
        text,
        max(width, 20),
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        max_lines=lines_max,
        placeholder=" …",
    )


_DIGITS: Final = frozenset("0123456789")
_LEAVING: Final = frozenset({"q", "Q", "\x03", "\x04"})
_COMMANDS: Final[Mapping[str, Callable[[Stepper], None]]] = {
    "right": Stepper.next,
    " ": Stepper.next,
    "enter": Stepper.next,
    "left": Stepper.back,
    "backspace": Stepper.back,
    "down": Stepper.next_turn,
    "page down": Stepper.next_turn,
    "up": Stepper.turn_before,
    "page up": Stepper.turn_before,
    "home": Stepper.first,
    "end": Stepper.last,
    "tab": Stepper.scroll,
    "g": Stepper.jump,
    "h": Stepper.help,
    "?": Stepper.help,
}
