"""Marks in the schemas of options: what forms, lobbies and new games need in addition to a type.

A ruleset marks the fields of its ``Options``; each mark is a member of the JSON Schema of the
option. The marks refuse nothing: rules do.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias, get_type_hints

import msgspec

from domain.kit.words import Words
from domain.ruleset import LANGUAGES, AnyRuleset, Language

_SUPERSEDED: Final = "x-superseded"
_SIDES: Final = "x-sides"
_SCENARIO: Final = "x-scenario"

SpokenName: TypeAlias = Mapping[Language, str]
"""The name of a side or a scenario, in each language."""


def allowed(**bounds: int) -> msgspec.Meta:
    """State what the rules allow for an option, as ``x-allowed`` in its schema, for forms.

    ``bounds`` have the names of JSON Schema: ``minimum``, ``maximum``, ``minItems``, ``maxItems``.
    They refuse nothing by themselves: a rule refuses other values, and says why.
    """
    return msgspec.Meta(extra_json_schema={"x-allowed": bounds})


def superseded(newest: Mapping[str, Any]) -> msgspec.Meta:
    """State which values of an option were corrected, as ``x-superseded`` in its schema, for forms.

    ``newest`` has the value that new games have in the place of each. A corrected value stays valid
    forever, because stored games have it; only a new game may not begin with it (``outdated``).
    """
    return msgspec.Meta(extra_json_schema={_SUPERSEDED: dict(newest)} if newest else None)


def sides_called(names: Mapping[str, Mapping[str, SpokenName]]) -> msgspec.Meta:
    """State the names of the sides for each value of an option, as ``x-sides`` in its schema.

    This is for games whose sides are different peoples in each scenario: before such a game begins,
    a player sees which of them a seat has (``side_names``). Other sides have a text ``side.<side>``
    in the words.
    """
    return msgspec.Meta(extra_json_schema={_SIDES: names})


SIDES_OF_SEATS: Final = msgspec.Meta(extra_json_schema={"x-sides-of-seats": True})
"""Marks the option that lists the side of each seat, for forms that name the sides."""


CHOOSES_SCENARIO: Final = msgspec.Meta(extra_json_schema={_SCENARIO: True})
"""Marks the option that chooses the scenario, for lists of games (``scenario_name``).

Each of its values has a text ``option.<name>.<value>`` in the words.
"""


class Outdated(NamedTuple):
    """A value of an option that was corrected, and the one that new games have in its place."""

    option: str
    value: Any
    newest: Any


def outdated(options: Any) -> tuple[Outdated, ...]:
    """Return the values in these options with which no new game may begin."""
    kind: Any = type(options)
    return tuple(
        Outdated(name, value, newest[value])
        for name, newest in _marks(kind, _SUPERSEDED).items()
        if (value := getattr(options, name)) in newest
    )


def side_names(options: Any) -> Mapping[str, SpokenName]:
    """Return the names by side that these options give; none if all games call them the same."""
    kind: Any = type(options)
    named = (names.get(getattr(options, option)) for option, names in _marks(kind, _SIDES).items())
    return next((found for found in named if found is not None), {})


def scenario_name(rules: AnyRuleset, options: Any) -> SpokenName | None:
    """Return the name of the scenario that these options choose; None for a game without one."""
    kind: Any = rules.options_type
    for option in _marks(kind, _SCENARIO):
        text = f"option.{option}.{getattr(options, option)}"
        return {language: rules.words[language](text) for language in LANGUAGES}
    return None


def stratum_name(words: Words, stratum: str) -> str:
    """Return what distinguishes a stratum, but for the number of players; empty if nothing does.

    An option or a value that has no text in the words is named as it is.
    """
    found = []
    for part in stratum.split(","):
        name, _, value = part.partition("=")
        if name != "players":
            keys = (f"option.{name}", name), (f"option.{name}.{value}", value)
            texts = [words(key) if key in words else plain for key, plain in keys if plain]
            found.append(": ".join(texts))
    return "; ".join(found)


@cache
def _marks(options_type: type[Any], mark: str) -> Mapping[str, Mapping[Any, Any]]:
    """Return what the schemas of options say under a name, by option."""
    return {
        name: marks[mark]
        for name, hint in get_type_hints(options_type, include_extras=True).items()
        for note in getattr(hint, "__metadata__", ())
        if isinstance(note, msgspec.Meta) and mark in (marks := note.extra_json_schema or {})
    }
