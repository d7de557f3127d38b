"""Makes thousands of mutants of what proves a game, has them judged, and prints the figures.

    python -m tests.tools.mutants [--seed 1] [--mutants 2000]

``--mutants`` is the largest number for each text. In the table, ``same`` counts the mutants that
are equivalent, such as those with more whitespace. The exit status is 1 if a mutant was missed.

Besides short games, there are games of the golden archives with links, witnesses, a waiver, and a
clock with flags, take-backs and pauses.
"""

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Final

from domain.record.record import FORMAT, AnyRecord, read_record
from domain.rulesets.teg import RULESET as TEG
from domain.table.actions import Adjudicate, OfferDraw, Resign, TakeSeat
from domain.table.game import TABLE
from service.archives.record_lines import RecordLine
from service.archives.sources import lines
from tests.support.docs.pages import ROOT
from tests.support.games.table import RULES, Table, action_of, due, opened
from tests.support.proof.log_mutants import families_of_log
from tests.support.proof.mutants import Verdict, families
from tests.support.proof.records import recorded, signed
from tests.support.storage.stores import SIGNER

DECISIONS: Final = 6
GOLDEN: Final = ROOT / "tests" / "archives" / "golden"
OF_ARCHIVES: Final = {
    "waived links": ("strengths-1", 6),
    "witness and links": ("strengths-1", 23),
    "flags": ("carolus-magnus-1-terms", 18),
}
"""Games of the golden archives: the name of the archive, and the line."""


def games() -> dict[str, AnyRecord]:
    """Return short signed games, which contain what hides and what is open."""
    magnus = opened(rules=RULES, label="Cup")
    teg = opened(4, rules=TEG, game="mutantsofteg2345")
    return {
        "carolus-magnus": signed(recorded(magnus, _given_up(magnus), Random(1)), SIGNER),
        "teg": signed(recorded(teg, _judged(teg), Random(1)), SIGNER),
    }


def golden_games() -> dict[str, AnyRecord]:
    """Return longer games; what a log says of them is mutated apart from the record."""
    return {name: _golden(*place) for name, place in OF_ARCHIVES.items()}


def _golden(archive: str, number: int) -> AnyRecord:
    """Return the record of the game in a line of a golden archive."""
    path = GOLDEN / f"{archive}.ndjson.zst"
    found = next(islice(lines([path]), number - 1, None))
    assert isinstance(found, RecordLine)
    members = json.loads(found.data) | {"format": FORMAT}
    kept = {name: members[name] for name in members.keys() - {"events", "inclusion"}}
    return read_record(json.dumps(kept).encode())


def judged(
    seed: int, count: int, games: Mapping[str, AnyRecord]
) -> tuple[Counter[tuple[str, str, Verdict]], list[str]]:
    """Return how many mutants of each text each reader judged how, and those that were missed."""
    figures: Counter[tuple[str, str, Verdict]] = Counter()
    missed: list[str] = []
    for name, record in games.items():
        for text, family in (families(record) | families_of_log(record)).items():
            found = family.judged(Random(f"{seed} {name} {text}"), count)
            kind = text.partition(":")[0]
            figures.update({(kind, *by): number for by, number in found.figures.items()})
            missed += [f"{name}, {text}, {one}" for one in found.missed]
    return figures, missed


def main(words: Sequence[str]) -> int:
    """Print the figures, and each mutant that was missed."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=2000)
    chosen = parser.parse_args(words)
    figures, missed = judged(chosen.seed, chosen.mutants, games() | golden_games())
    for line in table(figures):
        sys.stdout.write(f"{line}\n")
    for one in missed:
        sys.stdout.write(f"missed: {one}\n")
    return 1 if missed else 0


def table(figures: Counter[tuple[str, str, Verdict]]) -> Iterator[str]:
    """Yield a line for each kind of text and reader."""
    rows = sorted({(kind, reader) for kind, reader, _ in figures})
    verdicts = sorted({verdict for *_, verdict in figures})
    yield "".join(f"{head:>20}" for head in ("text", "read by", "mutants", *verdicts))
    for kind, reader in rows:
        counts = [figures[kind, reader, one] for one in verdicts]
        yield "".join(f"{cell:>20}" for cell in (kind, reader, sum(counts), *counts))


def _given_up(table: Table) -> Iterator[Table]:
    """Play some decisions; then one player offers a draw, and the other resigns."""
    random = Random(1)
    yield table.ask(1, TakeSeat(1, 'O\'Neil "the" 3rd'))
    yield table.ask(0, TakeSeat(0, "Žofie 👑", entropy="c0ffee"))
    for _ in range(DECISIONS):
        seat = due(table.game)
        yield table.ask(seat, action_of(table.game, seat, random))
    yield table.ask(0, OfferDraw())
    yield table.ask(1, Resign())


def _judged(table: Table) -> Iterator[Table]:
    """Play some decisions of a game that hides objectives; then an arbiter ends it."""
    random = Random(1)
    for seat in range(4):
        yield table.ask(TABLE, TakeSeat(seat, f"Seat {seat}"))
    for _ in range(DECISIONS):
        seat = due(table.game)
        yield table.ask(seat, action_of(table.game, seat, random))
    yield table.ask(TABLE, Adjudicate(("red",)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
