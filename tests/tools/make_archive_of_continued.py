"""Make the golden archive of games that continue others, and of their sources.

    python -m tests.tools.make_archive_of_continued FILE

In each pair, the house plays on from a moment of the source, which is early in some, and late in
others.
"""

import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from domain.record.record import AnyRecord
from domain.rulesets.registry import RULESETS
from tests.support.games.continued import continued, played
from tests.support.proof.records import signed
from tests.support.storage.stores import SIGNER
from tests.tools.make_archive import put

MOMENTS = (1, 12, 50, 110)
"""How many decisions of the source come before the moment."""


def games() -> Iterator[AnyRecord]:
    """Yield all games of the archive; the continued ones come first every other time."""
    for rules in RULESETS:
        for number, (players, moment) in enumerate(product(rules.meta.seats, MOMENTS)):
            name = f"{rules.meta.id}-{players}-{moment}"
            source = played(rules, players, moment, name=f"{name}-a")
            pair = [source.record, continued(source, name=f"{name}-b", decisions=40)]
            yield from (signed(one, SIGNER) for one in (pair if number % 2 else reversed(pair)))


if __name__ == "__main__":
    put(Path(sys.argv[1]), list(games()))
