"""What witnesses cost an audit: the last signature of each in a game, instead of all of them."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from domain.record.audit import audit
from domain.record.record import ARCHIVED, AnyRecord, read_record
from domain.table.actions import DrawMoment
from service.access.record_verifier import RecordVerifier
from service.archives.record_lines import RecordLine
from service.archives.sources import lines
from tests.benchmarks.measure import Row, best_rates, per_second

ARCHIVE: Final = Path(__file__).parents[1] / "archives" / "golden" / "strengths-1.ndjson.zst"
TURNS: Final = 9


class _Verifier(RecordVerifier):
    """Counts the signatures of witnesses that an audit verifies; verifies each several times."""

    verified = 0
    times = 1

    def verify_witness(self, key: str, signature: str, text: bytes) -> bool:
        """Verify a signature."""
        self.verified += 1
        return all(
            super(_Verifier, self).verify_witness(key, signature, text) for _ in range(self.times)
        )


def rows() -> Iterator[Row]:
    """Audit the golden games with witnesses, and yield the line of the table."""
    games = _games()
    verifier = _Verifier()
    assert all(audit(one, verifier).is_valid for one in games)
    signed = sum(map(_signatures, games))
    rates = best_rates(
        {"once": partial(_audited, games, 0), "each": partial(_audited, games, 1)}, turns=TURNS
    )
    yield Row(
        f"audit of {len(games)} games with witnesses, who signed {signed} times: "
        f"{verifier.verified} signatures are verified, one of each witness in a game",
        per_second(rates["once"], "games"),
        f"verifying each of them: {per_second(rates['each'], 'games')}",
        rates["once"] / rates["each"],
        "",
    )


def _games() -> Sequence[AnyRecord]:
    found = [one.data for one in lines([ARCHIVE]) if isinstance(one, RecordLine)]
    records = [read_record(one, ARCHIVED) for one in found]
    return [one for one in records if one.entries[0].action.witnesses]


def _signatures(record: AnyRecord) -> int:
    """Return how often the witnesses of a game signed."""
    drawn = [one.action for one in record.entries if isinstance(one.action, DrawMoment)]
    return len(record.entries[0].action.witnesses) + sum(len(one.witness) for one in drawn)


def _audited(games: Sequence[AnyRecord], each: int) -> int:
    """Audit the games, verifying the last signature of each witness, or as many as it gave."""
    verifier = _Verifier()
    for one in games:
        if each:
            verifier.times = _signatures(one) // len(one.entries[0].action.witnesses)
        audit(one, verifier)
    return len(games)
