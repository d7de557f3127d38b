"""Makes a game known to the house, for tests of games that the project does not have.

Within the process of the test, ``registered`` does so during a block; processes that the test
starts find the game as they find any installed ruleset, with the environment of ``installed``.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import pytest

from domain.catalogue import RULES
from domain.ruleset import AnyRuleset, Rule
from domain.rulesets.registry import BY_ID, BY_PINNED
from service.http.operations import games
from service.storage import rows


@contextmanager
def registered(rules: AnyRuleset) -> Iterator[None]:
    """Register this ruleset during the block, in place of one with the same id."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(BY_ID, rules.meta.id, rules)
        patch.setitem(BY_PINNED, rules.meta.pinned, rules)
        for rule in rules.catalogue.values():
            patch.setitem(cast("dict[str, Rule]", RULES), rule.id, rule)
        _forget()
        yield
    _forget()


def _forget() -> None:
    """Clear the caches of what depends on the rulesets."""
    games.new_game_type.cache_clear()
    rows._readers.cache_clear()
    rows._written.cache_clear()


def installed(folder: Path, name: str, point: str, *paths: Path) -> Mapping[str, str]:
    """Write the metadata of an installed package with this entry point of a ruleset.

    Return the environment of a process that finds the metadata, and the modules in these paths.
    """
    about = folder / f"carolus_{name}-1.2.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: carolus-{name}\nVersion: 1.2\n", "utf-8"
    )
    (about / "entry_points.txt").write_text(f"[carolus.rulesets]\n{name} = {point}\n", "utf-8")
    return {"PYTHONPATH": ":".join(map(str, (folder, *paths)))}
