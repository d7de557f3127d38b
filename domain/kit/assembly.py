"""Assembles a ruleset from a folder, by the names of its files.

The ``__init__.py`` of a ruleset is one line: ``RULESET = ruleset_of(__name__)``. A small game may
have all names in one module, and call it at the end of the module.
"""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from msgspec.structs import replace

from domain.kit.bots import GREEDY
from domain.kit.catalogue import rules_of
from domain.kit.drafts import converter, draft_of
from domain.kit.guide import guide_of
from domain.kit.notation import Notation
from domain.kit.story import alone, in_brief
from domain.kit.words import NO_WORDS
from domain.ruleset import AnyRuleset, Ruleset, all_open, all_seen, random_bot

REQUIRED: Final[Mapping[str, Mapping[str, str]]] = {
    "meta": {"meta": "META"},
    "options": {"options_type": "Options", "sides": "sides"},
    "position": {"position_type": "Position", "outcome_type": "Outcome", "settle": "settle"},
    "actions": {"seat_actions": "SeatAction", "chance_actions": "ChanceAction"},
    "events": {"events": "AnyEvent"},
    "start": {"start": "start", "asks": "asks", "answer": "answer"},
    "samples": {"samples": "samples"},
    "decide": {"decide": "decide", "awaits": "awaits", "order": "order"},
    "apply": {"apply": "apply"},
    "legal": {"legal": "legal"},
    "view": {"view_type": "PositionView", "view": "view"},
    "check": {"read": "read"},
    "text": {"text": "text"},
    "picture": {"picture": "picture"},
}
"""By file: the members of the ruleset that it has, and their names there."""

OPTIONAL: Final[Mapping[str, Mapping[str, str]]] = {
    "catalogue": {"catalogue": "CATALOGUE"},
    "options": {"house_options": "HOUSE_OPTIONS", "stratum": "stratum", "rematch": "rematch"},
    "events": {"hidden": "HIDDEN", "retired": "RETIRED", "final": "FINAL"},
    "samples": {"trials": "trials"},
    "view": {"view_event": "view_event"},
    "rules.leaving": {"resign": "resign"},
    "check": {"complete": "complete"},
    "reactions": {"reacts": "reacts", "orders_type": "StandingOrders", "follow": "follow"},
    "components": {"components": "components"},
    "spots": {"spots": "spots"},
    "notation": {"write_action": "write", "parse_action": "parse"},
    "bots": {"bots": "BOTS", "stand_in": "STAND_IN"},
    "words": {"words": "WORDS"},
    "guide": {"guide": "GUIDE"},
    "story": {"describe": "describe", "continues": "continues"},
}
"""The same, for members that have a default, or come from a folder of data."""


def ruleset_of(package: str) -> AnyRuleset:
    """Return the ruleset of a package, or of a module that is not one; raise ImportError.

    The error names the first file or name that is missing. The rules and the guide are data, unless
    the ruleset has a name for them.
    """
    home = sys.modules[package]
    found = {}
    for file, names in REQUIRED.items():
        module = _module(home, file)
        for member, name in names.items():
            if not hasattr(module, name):
                place = f" in {file}.py" if hasattr(home, "__path__") else ""
                raise ImportError(f"{package} needs {name}{place}")
            found[member] = getattr(module, name)
    defaults: dict[str, Any] = {
        "view_event": all_open,
        "complete": all_seen,
        "bots": {"random": random_bot},
        "words": NO_WORDS,
        "describe": in_brief,
        "continues": alone,
        "stratum": _by_players(found["sides"]),
    }
    chosen = {
        member: getattr(module, name)
        for file, names in OPTIONAL.items()
        if (module := _module(home, file)) is not None
        for member, name in names.items()
        if hasattr(module, name)
    }
    for member, read in (("catalogue", rules_of), ("guide", guide_of)):
        if member not in chosen:
            chosen[member] = read(package)
    if "parse_action" not in chosen:
        notation = Notation[Any](found["seat_actions"] | found["chance_actions"])
        defaults |= {"write_action": notation.write, "parse_action": notation.parse}
    if GREEDY in chosen.get("bots", ()):
        defaults["stand_in"] = GREEDY
    members: dict[str, Any] = {**defaults, **found, **chosen}
    meta, words = members["meta"], members["words"]
    if not meta.summary:
        summary = {language: texts("summary") for language, texts in words.items()}
        members["meta"] = replace(meta, summary=summary)
    position = members["position_type"]
    draft = getattr(_module(home, "position"), "Draft", None) or draft_of(position)
    return Ruleset(
        **members,
        thaw=converter(position, draft),
        freeze=converter(draft, position),
    )


def _by_players(sides: Callable[[Any], tuple[str, ...]]) -> Callable[[Any], str]:
    return lambda options: f"players={len(sides(options))}"


def _module(home: ModuleType, file: str) -> ModuleType | None:
    """Return a file of a package, or None if there is none; a module is all of its files."""
    if not hasattr(home, "__path__"):
        return home
    wanted = f"{home.__name__}.{file}"
    try:
        return import_module(wanted)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{wanted}.".startswith(f"{error.name}."):
            return None
        raise  # the file is there; what it imports is not
