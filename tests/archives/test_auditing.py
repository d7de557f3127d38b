"""The audit of many records: in order, on several cores, and each beside the others."""

from collections.abc import Iterator
from itertools import islice, repeat
from random import Random

import msgspec
import pytest

from domain.record.record import AnyRecord, RecordedSeat, write_record
from domain.table.actions import AbortGame
from domain.table.game import TABLE
from service.archives.auditing import PIECE_BYTES, Auditor
from service.archives.examining import AuditOptions, AuditResult, Examined
from service.archives.lines import ReadFault, RecordLine
from tests.support.games.table import Table, opened
from tests.support.proof.records import as_recorded, recorded, records

RECORDS = list(records().values())
FAULT = ReadFault("games.ndjson", 3, "line_too_long", {"limit": 7})


def lines(*told: AnyRecord | bytes | ReadFault) -> Iterator[RecordLine | ReadFault]:
    """Return these as the lines of an archive."""
    for number, one in enumerate(told, 1):
        if isinstance(one, ReadFault):
            yield one
        else:
            data = one if isinstance(one, bytes) else write_record(one)
            yield RecordLine("games.ndjson", number, data)


def audited(
    *told: AnyRecord | bytes | ReadFault, terms: AuditOptions | None = None
) -> list[AuditResult]:
    """Audit an archive of these on one core."""
    return list(Auditor(terms or AuditOptions(), 1).run(lines(*told)))


def reasons(one: AuditResult) -> list[tuple[str, str]]:
    """Return how much each finding weighs, and its reason."""
    assert isinstance(one, Examined)
    return [(finding.weight, finding.reason) for finding in one.audited.findings]


def test_every_line_is_told_in_order() -> None:
    """Records, what is no record, and what could not be read."""
    told = audited(RECORDS[0], b"{}", FAULT, RECORDS[1])
    assert [type(one) for one in told] == [Examined, Examined, ReadFault, Examined]
    assert told[2] == FAULT
    assert [one.audited.holds for one in told if isinstance(one, Examined)] == [True, False, True]
    assert reasons(told[1]) == [("breach", "not_a_record")]
    assert [one.line for one in told if isinstance(one, Examined)] == [1, 2, 4]


@pytest.mark.long
def test_several_cores_tell_the_same() -> None:
    """In the same order, statistics included; there are enough records for every process."""
    archive: list[AnyRecord | bytes | ReadFault] = [*RECORDS, b"{", FAULT] * 4
    assert sum(len(write_record(one)) for one in RECORDS) * 4 > 6 * PIECE_BYTES
    terms = AuditOptions(statistics=True)
    alone, together = Auditor(terms, 1), Auditor(terms, 2)
    assert list(together.run(lines(*archive))) == list(alone.run(lines(*archive)))
    assert together.tally == alone.tally
    # A game that is there four times is counted once.
    assert together.tally.rulesets["carolus-magnus@1"].games == len(RECORDS)


def test_an_archive_is_read_as_it_is_audited() -> None:
    """Nobody waits for the end of an endless one, on one core or on two."""
    for jobs in (1, 2):
        endless = Auditor(AuditOptions(), jobs).run(lines_without_end())
        assert len(list(islice(endless, 300))) == 300
        endless.close()  # type: ignore[attr-defined] # a generator, with processes to be ended


def lines_without_end() -> Iterator[RecordLine | ReadFault]:
    """Return the same records again and again."""
    for number, record in enumerate(repeat(RECORDS[1]), 1):
        yield RecordLine("games.ndjson", number, write_record(record))


def test_the_same_record_twice_is_noted() -> None:
    """It proves the same game; no harm, but a list of results must not count it twice."""
    told = audited(RECORDS[1], RECORDS[2], RECORDS[1])
    assert ("note", "record_is_there_twice") in reasons(told[2])
    assert isinstance(told[2], Examined)
    assert told[2].audited.findings[-1].facts["first"] == "games.ndjson, line 1"
    assert told[2].audited.holds


def test_two_games_with_one_id_are_a_breach() -> None:
    """Of two different games with one id at least one is not what it says."""
    told = audited(RECORDS[1], as_recorded(RECORDS[1]))
    assert ("breach", "game_has_another_head") in reasons(told[1])


def begun(record: AnyRecord) -> AnyRecord:
    """Return the record of the same game soon after it was opened."""
    unknown = msgspec.structs.replace(record.chance, secret=None)
    return msgspec.structs.replace(
        record, entries=record.entries[:1], chance=unknown, head=None, outcome=None, seats=EMPTY
    )


EMPTY = tuple(RecordedSeat(seat, None, None, "") for seat in range(2))


@pytest.mark.parametrize("first", [0, 1])
def test_an_unfinished_record_casts_no_doubt_on_the_finished_one(first: int) -> None:
    """It may have been exported earlier; and anybody can make one up from what is public."""
    archive = [begun(RECORDS[1]), RECORDS[1]]
    told = audited(archive[first], archive[1 - first], RECORDS[1])
    assert ("note", "game_is_there_unfinished_too") in reasons(told[1])
    assert ("note", "record_is_there_twice") in reasons(told[2])
    assert all(isinstance(one, Examined) and one.audited.holds for one in told)


def test_a_copy_of_a_commitment_casts_no_doubt_on_the_game_that_has_the_secret() -> None:
    """Whether the copy comes first or last."""
    thief = msgspec.structs.replace(begun(RECORDS[1]), id="thief")
    told = audited(thief, RECORDS[1], msgspec.structs.replace(thief, id="another"))
    assert all(isinstance(one, Examined) and one.audited.holds for one in told)
    assert ("note", "secret_of_another_game") in reasons(told[2])


def test_what_does_not_hold_casts_no_doubt_on_what_does() -> None:
    """A forgery with the id and the commitment of a game, before the game itself."""
    forged = msgspec.structs.replace(RECORDS[1], head="0" * 64)
    renamed = msgspec.structs.replace(RECORDS[1], id="another-game")
    told = audited(forged, renamed, RECORDS[1])
    assert reasons(told[2]) == [("note", "not_signed")]


def called_off(game: str) -> AnyRecord:
    """Return a game with the secret of all tests, which was called off before it began."""
    table = opened(game=game)

    def requests() -> Iterator[Table]:
        yield table.ask(TABLE, AbortGame())

    return recorded(table, requests(), Random(1))


def test_a_secret_is_used_once() -> None:
    """Whoever knows the dice of the first game knows those of the second one beforehand."""
    told = audited(called_off("first"), called_off("second"))
    assert ("breach", "secret_of_another_game") in reasons(told[1])
    assert ("breach", "secret_of_another_game") not in reasons(told[0])


def test_with_keys_an_unfinished_game_is_a_breach_unless_it_is_let_be() -> None:
    """Who cuts the end off a game that was lost has an unfinished one without any fault."""
    keys = frozenset({"some-key"})
    (told,) = audited(begun(RECORDS[1]), terms=AuditOptions(published=keys))
    assert ("breach", "game_is_not_finished") in reasons(told)
    (told,) = audited(begun(RECORDS[1]), terms=AuditOptions(published=keys, unfinished=True))
    assert isinstance(told, Examined)
    assert told.audited.holds


@pytest.mark.parametrize("published", [None, frozenset({"some-key"})])
def test_signatures_are_asked_for_with_keys_alone(published: frozenset[str] | None) -> None:
    """A game without a signature holds, unless the keys are given with which all must be signed."""
    unsigned = msgspec.structs.replace(RECORDS[1], signature=None)
    (told,) = audited(unsigned, terms=AuditOptions(published=published))
    assert reasons(told) == [("breach" if published else "note", "not_signed")]
