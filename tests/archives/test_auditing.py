"""The audit of many records: in order, on several cores, and each beside the others."""

from collections.abc import Iterator
from itertools import islice, repeat

import msgspec
import pytest

from domain.record.record import AnyRecord, write_record
from service.archives.auditing import PIECE_BYTES, Auditor, Examined, Terms, Told
from service.archives.lines import Fault, Line
from tests.support.records import records

RECORDS = list(records().values())
FAULT = Fault("games.ndjson", 3, "line_too_long", {"limit": 7})


def lines(*told: AnyRecord | bytes | Fault) -> Iterator[Line | Fault]:
    """Return these as the lines of an archive."""
    for number, one in enumerate(told, 1):
        if isinstance(one, Fault):
            yield one
        else:
            data = one if isinstance(one, bytes) else write_record(one)
            yield Line("games.ndjson", number, data)


def audited(*told: AnyRecord | bytes | Fault, terms: Terms | None = None) -> list[Told]:
    """Audit an archive of these on one core."""
    return list(Auditor(terms or Terms(), 1).run(lines(*told)))


def reasons(one: Told) -> list[tuple[str, str]]:
    """Return how much each finding weighs, and its reason."""
    assert isinstance(one, Examined)
    return [(finding.weight, finding.reason) for finding in one.audited.findings]


def test_every_line_is_told_in_order() -> None:
    """Records, what is no record, and what could not be read."""
    told = audited(RECORDS[0], b"{}", FAULT, RECORDS[1])
    assert [type(one) for one in told] == [Examined, Examined, Fault, Examined]
    assert told[2] == FAULT
    assert [one.audited.holds for one in told if isinstance(one, Examined)] == [True, False, True]
    assert reasons(told[1]) == [("breach", "not_a_record")]
    assert [one.line for one in told if isinstance(one, Examined)] == [1, 2, 4]


def test_several_cores_tell_the_same() -> None:
    """In the same order, statistics included; there are enough records for every process."""
    archive: list[AnyRecord | bytes | Fault] = [*RECORDS, b"{", FAULT] * 4
    assert sum(len(write_record(one)) for one in RECORDS) * 4 > 6 * PIECE_BYTES
    terms = Terms(statistics=True)
    alone, together = Auditor(terms, 1), Auditor(terms, 2)
    assert list(together.run(lines(*archive))) == list(alone.run(lines(*archive)))
    assert together.tally == alone.tally
    assert together.tally.rulesets["carolus-magnus@1"].games == 4 * len(RECORDS)


def test_an_archive_is_read_as_it_is_audited() -> None:
    """Nobody waits for the end of an endless one, on one core or on two."""
    for jobs in (1, 2):
        endless = Auditor(Terms(), jobs).run(lines_without_end())
        assert len(list(islice(endless, 300))) == 300
        endless.close()  # type: ignore[attr-defined] # a generator, with processes to be ended


def lines_without_end() -> Iterator[Line | Fault]:
    """Return the same records again and again."""
    for number, record in enumerate(repeat(RECORDS[1]), 1):
        yield Line("games.ndjson", number, write_record(record))


def test_the_same_record_twice_is_noted() -> None:
    """It proves the same game; no harm, but a list of results must not count it twice."""
    told = audited(RECORDS[1], RECORDS[2], RECORDS[1])
    assert ("note", "record_is_there_twice") in reasons(told[2])
    assert isinstance(told[2], Examined)
    assert told[2].audited.findings[-1].facts["first"] == "games.ndjson, line 1"
    assert told[2].audited.holds


def test_two_games_with_one_id_are_a_breach() -> None:
    """Of two different games with one id at least one is not what it says."""
    whole = RECORDS[1]
    unknown = msgspec.structs.replace(whole.chance, secret=None)
    begun = msgspec.structs.replace(
        whole, entries=whole.entries[:4], chance=unknown, head=None, outcome=None
    )
    told = audited(whole, begun)
    assert ("breach", "game_has_another_head") in reasons(told[1])


def test_a_secret_is_used_once() -> None:
    """Whoever knows the dice of the first game knows those of the second one beforehand."""
    other = msgspec.structs.replace(RECORDS[1], id="another-game")
    told = audited(RECORDS[1], other)
    assert ("breach", "secret_of_another_game") in reasons(told[1])
    assert ("breach", "secret_of_another_game") not in reasons(told[0])


@pytest.mark.parametrize("published", [None, frozenset({"some-key"})])
def test_signatures_are_asked_for_with_keys_alone(published: frozenset[str] | None) -> None:
    """A game without a signature holds, unless the keys are given with which all must be signed."""
    unsigned = msgspec.structs.replace(RECORDS[1], signature=None)
    (told,) = audited(unsigned, terms=Terms(published=published))
    assert reasons(told) == [("breach" if published else "note", "not_signed")]
