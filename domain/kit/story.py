"""The story of a game: what happens in it, in sentences.

A ruleset describes rows of events. ``describe(row, before, players)`` returns the sentence on a
row, or None if it needs none; ``continues(last, event)`` says whether an event belongs to the row
that ends with ``last``, as the dice belong to their attack. The events are as the viewer may see
them, and ``before`` is the viewer's view before the row: so no sentence reveals more than the
viewer may know. An event that says everything itself needs only a text, ``story.<tag>``. An event
on which players need no sentence has one for people who check a game, ``step.<tag>``.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final
from unicodedata import category

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from domain.kit.option_marks import SpokenName
from domain.kit.words import Words
from domain.ruleset import AnyRuleset, Language, Seat, Viewer, tag_of

_UNSEEN: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters that show nothing."""
_CONTROLS: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""The categories of characters that control a text; they include the joiners."""
_JOINERS: Final = frozenset("\u200c\u200d")
"""Characters that some scripts and emoji need between others."""


class Players:
    """The players of a game by name, in the language of ``texts``.

    A player without a name has that of the side: "White", or "White 3" for a partner on the third
    seat.
    """

    def __init__(
        self,
        sides: Sequence[str],
        names: Sequence[str | None],
        texts: Words,
        called: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Set the side and the name of each seat; ``called`` has other names of sides."""
        self.texts: Final = texts
        self._sides = sides
        self._names = [_visible(name or "") for name in names]
        self._called = called

    def calling(self, sides: Mapping[str, str]) -> "Players":
        """Return the same players, with these names of sides, such as the armies of a battle."""
        return Players(self._sides, self._names, self.texts, sides)

    def seats(self, side: str) -> list[Seat]:
        """Return the seats of a side."""
        return [seat for seat, one in enumerate(self._sides) if one == side]

    def name(self, seat: Seat) -> str:
        """Return the name of a seat's player."""
        if self._names[seat]:
            return self._names[seat]
        side = self._sides[seat]
        number = f" {seat + 1}" if len(self.seats(side)) > 1 else ""
        return self._side_name(side) + number

    def names(self, seats: Sequence[Seat]) -> str:
        """Return the names of several players: "Ana, Ben and Cid"."""
        return self.texts.listed([self.name(seat) for seat in seats])

    def side(self, side: str) -> str:
        """Return the name of a side: its player, or the side itself if partners share it."""
        seats = self.seats(side)
        return self.name(seats[0]) if len(seats) == 1 else self._side_name(side)

    def partners(self, side: str) -> str:
        """Return a side with the names of its partners, if they have any: "White (Ana and Ben)"."""
        named = [self._names[seat] for seat in self.seats(side) if self._names[seat]]
        if len(self.seats(side)) == 1 or not named:
            return self.side(side)
        return self.texts("side.partners", side=self.side(side), names=self.texts.listed(named))

    def _side_name(self, side: str) -> str:
        if side in self._called:
            return self._called[side]
        key = f"side.{side}"
        return self.texts(key) if key in self.texts else side.replace("_", " ").capitalize()


class Sentence(Struct, frozen=True):
    """What happened in a row of events; a longer row replaces the sentence with the same ``first``.

    Versions number the events of a game from 1.
    """

    first: int
    """The version of the first event."""
    last: int
    """The version of the last event."""
    text: str


class EventRows:
    """Gathers the events of a ruleset into rows, and describes them to one viewer, in order.

    If they are ``exhaustive``, events on which players need no sentence have one, too.
    """

    def __init__(
        self, rules: AnyRuleset, viewer: Viewer, language: Language, *, exhaustive: bool = False
    ) -> None:
        self._exhaustive = exhaustive
        self._rules = rules
        self._viewer: Viewer = viewer
        self._language: Language = language
        self._texts: Words = rules.words[language]
        self._row: list[Any] = []
        self._first = 0
        self._before: Any = None

    def players(
        self,
        sides: Sequence[str],
        names: Sequence[str | None],
        called: Mapping[str, SpokenName] = MappingProxyType({}),
    ) -> Players:
        """Return the players of a game, in the language of the story (``side_names``)."""
        here = {side: name[self._language] for side, name in called.items()}
        return Players(sides, names, self._texts, here)

    def describe(
        self, position: Any, event: Any, version: int, players: Players
    ) -> Sentence | None:
        """Return the sentence on the row that this event ends; None if it needs none.

        ``position`` is a draft or a position, from before the event.
        """
        seen = self._rules.view_event(event, self._viewer)
        if self._row and self._rules.continues(self._row[-1], seen):
            self._row.append(seen)
        else:
            frozen = self._rules.freeze(position)
            self._row, self._first = [seen], version
            self._before = self._rules.view(frozen, self._viewer)
        text = self._rules.describe(self._row, self._before, players)
        if text is None and self._exhaustive:
            text = _text(f"step.{tag_of(seen)}", seen, players, {})
        return None if text is None else Sentence(self._first, version, text)

    def end(self) -> None:
        """End the row: the next event begins another one."""
        self._row = []


class Tale:
    """Describes what happens from a position on, without a table; the players have no names."""

    def __init__(
        self,
        rules: AnyRuleset,
        position: Any,
        sides: Sequence[str],
        viewer: Viewer,
        language: Language,
    ) -> None:
        self._rules = rules
        self._draft = rules.thaw(position)
        self._rows = EventRows(rules, viewer, language)
        self._players = self._rows.players(sides, [None] * len(sides))
        self._version = 0

    def describe(self, event: Any) -> Sentence | None:
        """Return the sentence on the row that this event ends; None if it needs none."""
        self._version += 1
        sentence = self._rows.describe(self._draft, event, self._version, self._players)
        self._rules.apply(self._draft, (event,))
        return sentence


def sentence(event: Any, players: Players, **values: str | int) -> str | None:
    """Return the text ``story.<tag>`` with the members of an event; None if there is no such text.

    ``{name}`` is the player of its ``seat``, and ``{names}`` are the sides of its ``winners``;
    ``values`` add to the members, or replace them.
    """
    return _text(f"story.{tag_of(event)}", event, players, values)


def in_brief(row: Sequence[Any], before: Any, players: Players) -> str:
    """Return the sentence on the last event, or its name and values: ``describe`` by default.

    It leaves out members without a value, as those that the viewer may not see.

    >>> from msgspec import Struct
    >>> class Rolled(Struct, tag="pig_rolled"):
    ...     seat: int
    ...     faces: tuple[int, ...]
    >>> row = [Rolled(1, (3, 5))]
    >>> in_brief(row, None, Players(("north", "south"), ("Ana", None), Words("en", {})))
    'Pig rolled: seat 1; faces 3, 5.'
    >>> texts = Words("en", {"story.pig_rolled": "{name} rolls."})
    >>> in_brief(row, None, Players(("north", "south"), ("Ana", None), texts))
    'South rolls.'
    """
    event = row[-1]
    if (text := sentence(event, players)) is not None:
        return text
    members = msgspec.to_builtins(event).items()
    shown = values_in_words({k: one for k, one in members if k != "type" and one is not None})
    what = tag_of(event).replace("_", " ").capitalize()
    return f"{what}: {shown}." if shown else f"{what}."


def values_in_words(values: Mapping[str, Any]) -> str:
    """Return named values as one line.

    >>> values_in_words({"count": 2, "to": ["court", 4], "at_most": {"blue": 1, "red": 0}})
    'count 2; to court, 4; at most blue 1, red 0'
    """
    return "; ".join(f"{name.replace('_', ' ')} {_value(one)}" for name, one in values.items())


def alone(last: Any, event: Any) -> bool:
    """Return False: ``continues`` for a game in which no sentence covers several events."""
    return False


def _text(key: str, event: Any, players: Players, values: Mapping[str, str | int]) -> str | None:
    if key not in players.texts:
        return None
    members = {name: one for name, one in asdict(event).items() if isinstance(one, str | int)}
    seat = getattr(event, "seat", None)
    if seat is not None:
        members["name"] = players.name(seat)
    if hasattr(event, "winners"):
        members["names"] = players.texts.listed([*map(players.side, event.winners)])
    return players.texts(key, **{**members, **values})


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_value(one)}" for name, one in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(map(_value, value)) or "none"
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    return str(value)


def _visible(name: str) -> str:
    """Return a name without letters that are invisible or change the direction of a sentence.

    The service accepts no such names, but records from elsewhere may contain them. Joiners and
    spaces of all kinds stay between other letters.
    """
    kept = "".join(
        one for one in name if one in _JOINERS or not (one in _UNSEEN or category(one) in _CONTROLS)
    )
    return kept.strip() if any(one not in _JOINERS and not one.isspace() for one in kept) else ""
