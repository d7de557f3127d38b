"""Compares what a ruleset judges from the view of a seat with what it judges from everything.

It uses only the interface that all rulesets share: it hides from the JSON of a complete view what
the view of a seat hides, and plants faults by changing parts of it.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from domain.ruleset import AnyRuleset, Faults, Viewer
from tests.support.games.changes import Path, Value, at, changed, paths, put

PLANTED = 6
"""The number of changed positions for each position of a game."""


def misjudged(
    rules: AnyRuleset, position: Any, options: Any, random: Random, planted: int = PLANTED
) -> Iterator[str]:
    """Yield what ``complete`` gets wrong in the views of a position, and of changed ones."""
    whole = rules.view(position, "arbiter")
    completed = rules.complete(whole, options)
    if (completed.view, completed.viewers, completed.unknown) != (whole, ("arbiter",), ()):
        yield "changes a complete view"
    viewers: tuple[Viewer, ...] = (*range(len(rules.sides(options))), "spectator")
    for viewer in viewers:
        seen = rules.view(position, viewer)
        if seen != whole:
            yield from (
                f"{viewer}: {found}" for found in _answers(rules, position, options, viewer)
            )
    data = _json(whole)
    words = [value for path in paths(data) if isinstance(value := at(data, path), str)]
    hidden = {viewer: _hidden(rules, position, viewer) for viewer in viewers}
    for _ in range(planted):
        mutant = changed(data, random, [*words, None])
        for viewer in viewers:
            if hidden[viewer]:
                found = _judged(rules, mutant, hidden[viewer], options)
                yield from (f"{viewer}: {one}" for one in found)


def _answers(rules: AnyRuleset, position: Any, options: Any, viewer: Viewer) -> Iterator[str]:
    """Yield where the completed view of a viewer does not answer as the position does."""
    seen = rules.view(position, viewer)
    completed = rules.complete(seen, options)
    try:
        found = rules.read(completed.view, options)
    except Faults as faults:
        yield f"finds a fault that is not there: {faults}"
        return
    if viewer not in completed.viewers:
        yield f"takes the view for that of {completed.viewers}"
    if any(rules.view(position, other) != seen for other in completed.viewers):
        yield f"takes the view for that of each of {completed.viewers}"
    if rules.view(found, viewer) != seen:
        yield "changes what the viewer sees"
    if rules.awaits(found) != rules.awaits(position):
        yield "awaits another decision"
    if viewer != "spectator":
        one, other = rules.legal(found, viewer), rules.legal(position, viewer)  # type: ignore[arg-type] # a seat
        if (one.count, list(one.choices)) != (other.count, list(other.choices)):
            yield "has other legal actions"
    hidden = set(map(written, _hidden(rules, position, viewer)))
    missing = {path for one in completed.unknown for path in one.missing}
    if not missing or not missing <= hidden:
        yield f"names {missing} as missing, and {hidden} is"
    if any(one.rule not in rules.catalogue for one in completed.unknown):
        yield "names a rule that does not exist"


def _judged(rules: AnyRuleset, mutant: Value, hidden: list[Path], options: Any) -> Iterator[str]:
    """Yield what is wrong with the verdict on a changed position in which paths are hidden."""
    try:
        broken, _ = _broken(rules, mutant, options)
        for path in hidden:
            at(mutant, path)
            mutant = put(mutant, path, None)
        found, unknown = _broken(rules, mutant, options)
    except (msgspec.ValidationError, LookupError, TypeError):
        return  # no view at all
    if found and not broken:
        yield f"finds {found} where nothing is wrong"
    if broken and not (found | unknown) & broken:
        yield f"neither finds {broken} nor calls it unknown"


def _broken(rules: AnyRuleset, data: Value, options: Any) -> tuple[set[str], set[str]]:
    """Return the rules that a view breaks, and those that are unknown."""
    completed = rules.complete(msgspec.convert(data, rules.view_type), options)
    unknown = {one.rule for one in completed.unknown}
    try:
        rules.read(completed.view, options)
    except Faults as faults:
        return {one.rule for one in faults.faults}, unknown
    return set(), unknown


def _hidden(rules: AnyRuleset, position: Any, viewer: Viewer) -> list[Path]:
    """Return the paths of what a viewer may not see."""
    whole, seen = (_json(rules.view(position, one)) for one in ("arbiter", viewer))
    return list(hidden_paths(whole, seen))


def _json(view: Any) -> Value:
    return msgspec.json.decode(msgspec.json.encode(view))


def hidden_paths(whole: Value, seen: Value, so_far: Path = ()) -> Iterator[Path]:
    """Yield the paths at which a view has null in place of a value."""
    if seen is None and whole is not None:
        yield so_far
    elif isinstance(whole, dict):
        for key in whole:
            yield from hidden_paths(whole[key], seen[key], (*so_far, key))
    elif isinstance(whole, list):
        for index, (one, other) in enumerate(zip(whole, seen, strict=True)):
            yield from hidden_paths(one, other, (*so_far, index))


def written(path: Path) -> str:
    """Return a path as ``complete`` writes it, such as ``seats[1].cards``."""
    words = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    return words.removeprefix(".")
