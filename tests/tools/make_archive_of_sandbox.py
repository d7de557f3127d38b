"""Make the golden archive of games of a sandbox, one of each ruleset.

    python -m tests.tools.make_archive_of_sandbox FILE

Their first events have the seed, so no audit may find them fair.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from domain.record.record import AnyRecord
from domain.rulesets.registry import RULESETS
from tests.support.games.continued import played
from tests.support.proof.records import signed
from tests.support.storage.stores import SIGNER
from tests.tools.make_archive import put

SEEDS = ("carolus", "a", "A.b_c~1-2", "0" * 64)
"""The seed of a client that sends none, and others of every length and letter."""

DECISIONS = 20


def games() -> Iterator[AnyRecord]:
    """Yield all games of the archive."""
    for rules, seed in zip(RULESETS, SEEDS, strict=True):
        name = f"sandbox-{rules.meta.id}"
        yield signed(played(rules, 2, DECISIONS, name=name, sandbox=seed).record, SIGNER)


if __name__ == "__main__":
    put(Path(sys.argv[1]), list(games()))
