"""A guided first game: a fixed course of a game, in which a newcomer takes some of the actions.

The folder ``guide`` of a ruleset has ``lessons.json`` and the texts of the lessons in each
language, such as ``en.json``: ``<lesson>``, and ``<lesson>.task`` for what the learner is to do.
The course consists of actions only, those of chance too, so the rules of the game decide every
position that it reaches.
"""

import pkgutil
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from domain.kit.words import texts_of
from domain.ruleset import LANGUAGES, Actor, Language, Seat

Action: TypeAlias = Mapping[str, Any]
"""An action as JSON."""


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    """An action, and the seat that takes it, in the form of the checker."""

    seat: Actor
    action: Action


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a guide: something to read, and perhaps an action to take."""

    id: str
    points: tuple[str, ...] = ()
    """The places of the picture (``data-spot``) that the text is about."""
    expects: tuple[Action, ...] = ()
    """What the learner may do now: an action that ``fits`` one of these; empty to read only."""
    answers: tuple[Move, ...] = ()
    """What chance and the other seats do afterwards."""


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    """The course of a guide: the content of ``lessons.json``."""

    seat: Seat
    """The seat of the learner."""
    lessons: tuple[Lesson, ...]
    options: Mapping[str, Any] = {}
    """The options of the game, where they differ from the defaults."""
    opening: tuple[Move, ...] = ()
    """What happens before the first lesson, from the start of the game."""


class Guide(Struct, frozen=True):
    """A guided first game, with its texts."""

    script: Script
    texts: Mapping[Language, Mapping[str, str]]

    def text(self, lesson: Lesson, language: Language) -> str:
        """Return what a lesson explains."""
        return self.texts[language][lesson.id]

    def task(self, lesson: Lesson, language: Language) -> str | None:
        """Return what the learner is to do; None for a lesson to read only."""
        return self.texts[language][f"{lesson.id}.task"] if lesson.expects else None


def guide_of(package: str) -> Guide | None:
    """Return the guide of a package, or None if it has no ``lessons.json``.

    Raise FileNotFoundError if the texts of a language are missing, or ValidationError.
    """
    try:
        content = pkgutil.get_data(package, "guide/lessons.json")
    except FileNotFoundError:
        return None
    assert content is not None, "a package with a loader has data"
    script: Final = msgspec.json.decode(content, type=Script)
    return Guide(script, {one: texts_of(package, f"guide/{one}") for one in LANGUAGES})


def fits(expected: Any, found: Any) -> bool:
    """Return whether an action has all members that a lesson expects; order in lists is ignored.

    >>> fits({"type": "vote"}, {"type": "vote", "stance": "yes"})
    True
    >>> fits({"units": [{"id": 2}, {"id": 1}]}, {"units": [{"id": 1}, {"id": 2}]})
    True
    >>> fits({"units": [1]}, {"units": [1, 2]})
    False
    """
    if isinstance(expected, Mapping):
        return isinstance(found, Mapping) and all(
            name in found and fits(value, found[name]) for name, value in expected.items()
        )
    if isinstance(expected, list | tuple):
        return (
            isinstance(found, list | tuple)
            and len(expected) == len(found)
            and all(map(fits, _sorted(expected), _sorted(found)))
        )
    return bool(expected == found)


def _sorted(values: list[Any] | tuple[Any, ...]) -> list[Any]:
    return sorted(values, key=lambda one: msgspec.json.encode(one, order="sorted"))
