"""The registry: the rulesets of this project, and those of other packages that are installed.

To add a game to this project, add its folder and a line here. Another package names its ruleset as
an entry point of the group ``carolus.rulesets``.
"""

from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from domain.ruleset import AnyRuleset, Ruleset
from domain.rulesets import UnusableRuleset
from domain.rulesets.ancients import RULESET as ANCIENTS
from domain.rulesets.carolus_magnus import RULESET as CAROLUS_MAGNUS
from domain.rulesets.lancaster import RULESET as LANCASTER
from domain.rulesets.teg import RULESET as TEG

GROUP: Final = "carolus.rulesets"


def _installed() -> Iterator[AnyRuleset]:
    """Yield the rulesets of other packages, in order of their entry points.

    Raise UnusableRuleset rather than leave one out: its stored games could not be read.
    """
    taken = {rule: "this project" for own in _OWN for rule in (own.meta.id, *own.catalogue)}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        found = _loaded(point)
        for name in (found.meta.id, *found.catalogue):
            if name in taken:
                raise UnusableRuleset(f"{_place(point)}: {taken[name]} has {name}, too")
            taken[name] = _place(point)
        yield found


def _loaded(point: EntryPoint) -> AnyRuleset:
    try:
        found = point.load()
    except Exception as failure:
        reason = f"{type(failure).__name__}: {failure}"
        raise UnusableRuleset(f"{_place(point)} cannot be imported: {reason}") from failure
    if not isinstance(found, Ruleset):
        raise UnusableRuleset(f"{_place(point)} is not a Ruleset")
    return found


def _place(point: EntryPoint) -> str:
    """Return an entry point in words: ``pig = carolus_pig:RULESET of carolus-pig 1.0``."""
    package = "" if point.dist is None else f" of {point.dist.name} {point.dist.version}"
    return f"the ruleset {point.name} = {point.value}{package}"


_OWN: Final[tuple[AnyRuleset, ...]] = (CAROLUS_MAGNUS, TEG, LANCASTER, ANCIENTS)

RULESETS: Final[tuple[AnyRuleset, ...]] = (*_OWN, *_installed())

BY_ID: Final = {ruleset.meta.id: ruleset for ruleset in RULESETS}
BY_PINNED: Final = {ruleset.meta.pinned: ruleset for ruleset in RULESETS}
"""By the name in a game's first event, such as ``carolus-magnus@1``."""
