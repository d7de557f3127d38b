"""What ``carolus audit`` prints about witnesses of the log: when they saw the games, and openings.

Times of a witness are those of its own clock, and times of a game those of the service; both are
compared in whole seconds.
"""

from collections import Counter
from typing import Final

import click

from domain.record.signatures import OpeningSeen
from domain.transparency.checkpoints import Cosignature
from domain.transparency.notes import NoteKey
from service.archives.examining import Examined
from service.archives.summary import time_of
from service.cli import rendering

PRINTED_MAX: Final = 20
"""Openings that are printed one by one; a report lists all of them."""

_WHEN: Final = (
    "before the first seat was taken",
    "before the game started",
    "later",
)


class PrintedCosigners:
    """Prints when trusted witnesses of the log saw each opening, and counts them."""

    def __init__(self) -> None:
        self._cosigned: Counter[NoteKey] = Counter()
        """The witnesses, and how many games are in a log that they saw."""
        self._last: dict[NoteKey, Cosignature] = {}
        """The latest cosignature of each."""
        self._openings: Counter[tuple[NoteKey, str]] = Counter()
        """How many openings each saw, by when."""
        self._printed = 0

    def game(self, one: Examined) -> None:
        """Print when witnesses saw the opening of a valid game."""
        published = one.logged.published
        for signed in () if published is None else published.cosigned:
            self._cosigned[signed.key] += 1
            self._last[signed.key] = max(signed, self._last.get(signed.key, signed))
        for seen in one.logged.seen:
            self._openings[seen.signed.key, _class_of(seen)] += 1
            self._printed += 1
            if self._printed <= PRINTED_MAX:
                click.echo(
                    rendering.printable(
                        f"{one.place}: game {one.audited.game}: witness {seen.signed.key.name} "
                        f"saw the opening at {time_of(seen.signed)}, {_when(seen)}"
                    )
                )

    def end(self) -> None:
        """Print how many games and openings each witness saw."""
        if left := max(0, self._printed - PRINTED_MAX):
            click.echo(f"… and {left} more openings; --report FILE lists all of them.")
        for key, count in self._cosigned.most_common():
            click.echo(
                f"Witness of the log {rendering.printable(key.name)} saw it with "
                f"{_games(count)}, the last time at {time_of(self._last[key])} by its own clock."
            )
        for key in dict.fromkeys(key for key, _ in self._openings):
            counts = [(self._openings[key, when], when) for when in _WHEN]
            words = ", ".join(f"of {_games(count)} {when}" for count, when in counts if count)
            name = rendering.printable(key.name)
            click.echo(f"Witness of the log {name} saw the opening {words}.")


def _class_of(seen: OpeningSeen) -> str:
    if seen.first_seat is None or seen.first_seat > 0:
        return _WHEN[0]
    return _WHEN[1] if seen.start is None or seen.start > 0 else _WHEN[2]


def _when(seen: OpeningSeen) -> str:
    """Return when a witness saw an opening, next to what happened in the game."""
    if seen.first_seat is None:
        return "before anyone sat down"
    words = f"{_apart(seen.first_seat)} the first seat was taken"
    if seen.first_seat > 0 or seen.start is None:
        return words
    return f"{words}, {_apart(seen.start)} the game started"


def _apart(seconds: int) -> str:
    if seconds == 0:
        return "in the second in which"
    count = "1 second" if abs(seconds) == 1 else f"{abs(seconds):,} seconds"
    return f"{count} {'before' if seconds > 0 else 'after'}"


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count:,} games"
