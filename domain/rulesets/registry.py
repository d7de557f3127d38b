"""The registry: the rulesets of this project, and those of other packages that are installed.

To add a game to this project, add its folder and a line here. Another package names its ruleset as
an entry point of the group ``carolus.rulesets``.

A ruleset may be here in several editions. New games have the newest one; stored games go on in
theirs, so a former edition stays as long as anyone has games of it.
"""

from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from domain.kit import AnyRuleset, Ruleset
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
    taken = {name: ("this project", own.meta.id) for own in _OWN for name in _names(own)}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        found = _loaded(point)
        for name in _names(found):
            place, ruleset = taken.get(name, ("", found.meta.id))
            if (name == found.meta.pinned and place) or ruleset != found.meta.id:
                raise UnusableRuleset(f"{_place(point)}: {place} has {name}, too")
            taken[name] = (_place(point), found.meta.id)
        yield found


def _names(ruleset: AnyRuleset) -> tuple[str, ...]:
    """Return what no other ruleset may have; editions of one may share all but the first."""
    return (ruleset.meta.pinned, ruleset.meta.id, *ruleset.catalogue)


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

_FOUND: Final = (*_OWN, *_installed())
_ORDER: Final = tuple(dict.fromkeys(one.meta.id for one in _FOUND))

EDITIONS: Final = tuple(
    sorted(_FOUND, key=lambda one: (_ORDER.index(one.meta.id), one.meta.edition))
)
"""All editions of all rulesets; those of one are in order."""

BY_ID: Final = {one.meta.id: one for one in EDITIONS}
"""The newest edition of each ruleset."""
BY_PINNED: Final = {one.meta.pinned: one for one in EDITIONS}
"""By the name in a game's first event, such as ``carolus-magnus@1``."""
RULESETS: Final[tuple[AnyRuleset, ...]] = tuple(BY_ID.values())
"""The rulesets of new games."""
