"""Test that no change of a record, of its events, receipts or proofs of the log is missed.

``python -m tests.tools.mutants`` makes more of them.
"""

from collections import Counter

from tests.support.proof.mutants import Family, Verdict, judged
from tests.support.proof.mutations import mutations
from tests.support.run.long import cases
from tests.tools import mutants

KINDS = (
    "records",
    "records with events",
    "receipts",
    "receipts signed again",
    "inclusion proofs",
    "witnessed openings",
    "checkpoints",
    "cosignatures",
)
SAMPLE = cases(150, 40)
"""Mutants of each text."""


def test_no_mutant_is_missed(seed: int, untraced: None) -> None:
    """The audit and the independent verifier catch each, or it says the same or less."""
    figures, missed = mutants.judged(seed, SAMPLE, mutants.games())
    print("\n".join(mutants.table(figures)))  # noqa: T201 - pytest shows it next to a failure
    assert not missed
    for kind in KINDS:
        for reader in ("audit", "verifier"):
            caught = figures[kind, reader, "caught"] + figures[kind, reader, "unreadable"]
            every = sum(n for (*by, _), n in figures.items() if by == [kind, reader])
            assert caught > every / 2
    # Each reader reads some mutants, and finds what is wrong with them.
    assert figures["records with events", "audit", "caught"]
    assert figures["receipts signed again", "audit", "caught"]
    assert figures["inclusion proofs", "audit", "caught"]


def test_a_reader_that_misses_mutants_is_found() -> None:
    """The figures would show it."""
    text = b'{"a":1}'

    def judge(changed: bytes, change: object) -> Verdict:
        return "missed" if b"2" in changed else "caught"

    found = judged(Family(text, {"careless": judge}), mutations(text))
    assert found.figures["careless", "missed"] == len(found.missed) > 0
    assert found.missed[0].startswith("careless: $.a → ")
    assert Counter(by for by, _ in found.figures) == {"careless": 2}
