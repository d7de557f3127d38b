"""Earlier checkpoints in records, which witnesses cosigned: what an audit says about them."""

from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from domain.record.audit import audit
from domain.record.finding import Finding
from domain.record.inclusion_audit import leaves_of, logged
from domain.record.record import AnyRecord, read_record, write_record
from domain.record.signatures import LoggedGame
from domain.record.text import read_text, write_text
from domain.refusal import Malformed
from domain.table.times import SECOND, micros
from domain.transparency.inclusion import WITNESSED_MAX, LeafProof, WitnessedOpening
from service.access.record_verifier import RecordVerifier
from tests.records.test_inclusion import (
    FIRST,
    NEW_KID,
    TRUSTED,
    audited,
    changed,
    cosigned,
    inclusion_of,
    reasons,
)
from tests.records.test_inclusion import (
    SECOND as OTHER,
)
from tests.support.proof.included import KID, ORIGIN, included, log_with, witnessed_at
from tests.support.proof.inclusion import fault_in
from tests.support.proof.mutants import published
from tests.transparency.logs import Cosigner, LogInMemory

CLUB: Final = Cosigner("club.example/w")
VERIFIER: Final = RecordVerifier([KID], cosigners=[CLUB.key])

OPENED, STARTED, ENDED = (
    micros(msgspec.json.decode(leaf)["at"]) // SECOND for leaf in leaves_of(FIRST).values()
)
"""The times of the leaves, in seconds."""

BEFORE: Final = 300
"""Leaves before those of the game; the opening has this index."""


@cache
def log() -> LogInMemory:
    """Return a log with two games."""
    return log_with(FIRST, OTHER, before=BEFORE)


def seen(size: int = BEFORE + 1, time: int = OPENED, of: LogInMemory | None = None) -> Any:
    """Return the proof that a witness saw the opening."""
    return witnessed_at(FIRST, of or log(), size, CLUB, time=time)


def with_seen(*witnessed: WitnessedOpening, of: LogInMemory | None = None) -> AnyRecord:
    """Return a record with these earlier checkpoints; the witness also cosigned the last one."""
    return cosigned(included(FIRST, of or log(), *witnessed), CLUB, time=ENDED + 9)


def judged(record: AnyRecord) -> tuple[list[Finding], LoggedGame]:
    """Return what an audit finds in the log, and what it knows then."""
    result, game = logged(record, audit(record, VERIFIER), VERIFIER)
    return [one for one in result.findings if one.rule[:6] == "RC-LOG"], game


def found(record: AnyRecord) -> list[tuple[str, str, str]]:
    """Return rule, reason and place of each breach; the independent verifier agrees."""
    breaches = [one for one in judged(record)[0] if one.weight == "breach"]
    inclusion = msgspec.to_builtins(record.inclusion)
    leaves: dict[str, bytes] = {str(about): leaf for about, leaf in leaves_of(record).items()}
    fault = fault_in(inclusion, leaves, published(), whole=True, cosigners=[CLUB.key.vkey])
    assert (fault is None) == (not breaches), fault
    return [(one.rule, one.reason, one.where) for one in breaches]


def test_a_witness_saw_the_opening_before_the_start() -> None:
    """By its own clock; the order of the leaves says so, too."""
    record = with_seen(seen())
    findings, game = judged(record)
    assert (findings, found(record)) == ([], [])
    (one,) = game.seen
    assert (one.signed.key, one.signed.time, one.size) == (CLUB.key, OPENED, BEFORE + 1)
    seated = next(each.at for each in FIRST.entries if type(each.action).__name__ == "TakeSeat")
    assert one.first_seat == micros(seated) // SECOND - OPENED
    assert one.start == STARTED - OPENED > 0
    assert [one.checkpoint.size for one in game.witnessed] == [BEFORE + 1]
    for again in (read_record(write_record(record)), read_text(write_text(record).encode())):
        assert again == record


def test_without_a_witness_nothing_is_written() -> None:
    """So a record without the member has the same bytes as before."""
    assert b'"witnessed"' not in write_record(included(FIRST, log()))
    assert b'"witnessed"' in write_record(with_seen(seen()))


def test_a_witness_that_saw_it_later() -> None:
    """A note says so, whatever the clocks say: the tree has the start as well."""
    late = with_seen(seen(BEFORE + 2, STARTED))
    (note,), game = judged(late)
    assert found(late) == []
    assert (note.weight, note.rule, note.reason) == ("note", "RC-LOG-7", "seen_after_the_start")
    assert (note.facts["size"], note.facts["start"]) == (BEFORE + 2, BEFORE + 1)
    assert [one.start for one in game.seen] == [0]
    assert [one.reason for one in judged(with_seen())[0]] == ["seen_after_the_start"]


def test_each_checkpoint_is_verified_as_the_last_one_is() -> None:
    """Its signature, its key, its origin, and the place of the opening."""
    where = "$.inclusion.witnessed[0]"
    good = seen()
    replace = msgspec.structs.replace
    stranger = LogInMemory(ORIGIN, 5)
    elsewhere = seen(of=log_with(FIRST, before=BEFORE, origin=f"carolus/{NEW_KID}"))
    path = good.opening.path
    for wrong, expected in (
        (replace(good, checkpoint=""), ("RC-LOG-1", "note_has_no_signature", "checkpoint")),
        (
            replace(good, checkpoint=good.checkpoint.replace("301", "302", 1)),
            ("RC-LOG-1", "signature_does_not_verify", "checkpoint"),
        ),
        (
            replace(good, key=stranger.key.vkey),
            ("RC-LOG-1", "no_signature_by_a_known_key", "checkpoint"),
        ),
        (
            replace(good, checkpoint=_forged(good.checkpoint)),
            ("RC-LOG-1", "cosignature_does_not_verify", "checkpoint"),
        ),
        (elsewhere, ("RC-LOG-6", "another_origin", "checkpoint")),
        (
            replace(good, opening=LeafProof(BEFORE, path[:-1])),
            ("RC-LOG-2", "not_in_the_log", "opening"),
        ),
        (
            replace(good, opening=LeafProof(BEFORE - 1, path)),
            ("RC-LOG-2", "not_in_the_log", "opening"),
        ),
    ):
        rule, reason, member = expected
        assert (rule, reason, f"{where}.{member}") in found(with_seen(wrong))
    by_stranger = seen(of=log_with(FIRST, before=BEFORE, seed=5))
    (key,) = [one for one in judged(with_seen(by_stranger))[0] if one.rule == "RC-LOG-3"]
    assert (key.reason, key.where) == ("key_is_not_published", f"{where}.key")
    (one,) = audited(with_seen(by_stranger), terms=TRUSTED)
    assert ("breach", "key_is_not_published") in reasons(one)


def _forged(checkpoint: str) -> str:
    """Return a checkpoint with the cosignature of another time."""
    *rest, last, end = checkpoint.split("\n")
    other = seen(time=OPENED + 1).checkpoint.split("\n")[-2]
    return "\n".join((*rest, last[:-40] + other[-40:], end))


def test_checkpoints_of_one_record_are_of_one_history() -> None:
    """They grow, and a tree that contradicts the other is found even without tiles."""
    where = "$.inclusion.witnessed[0]"
    size = len(log().leaves)
    other = LogInMemory(ORIGIN, 0)
    other.grow(BEFORE, "another leaf")
    other.append(*log().leaves[BEFORE:])
    same = included(FIRST, log())
    again = WitnessedOpening(inclusion_of(same).checkpoint, other.key.vkey, _opening_of(same))
    out_of_order = ("RC-LOG-4", "checkpoints_are_out_of_order", f"{where}.checkpoint")
    another_root = ("RC-LOG-4", "another_root", f"{where}.checkpoint")
    twice = LogInMemory(ORIGIN, 0)
    twice.append(*log().leaves[: BEFORE - 1], log().leaves[BEFORE])
    for witnessed, expected in (
        ([seen(size, ENDED, of=other)], another_root),
        ([again], out_of_order),
        ([seen(BEFORE + 2), seen(BEFORE + 1)], out_of_order),
        ([seen(of=other)], ("RC-LOG-4", "not_consistent", f"{where}.opening")),
        (
            [seen(BEFORE, of=twice)],
            ("RC-LOG-2", "another_index", f"{where}.opening"),
        ),
    ):
        assert found(with_seen(*witnessed)) == [expected]


def test_the_last_checkpoint_has_the_opening_as_well() -> None:
    """Without its proof, its place could not be compared."""
    bare = changed(with_seen(seen()), opening=None)
    (breach,) = (one for one in judged(bare)[0] if one.weight == "breach")
    assert (breach.rule, breach.reason) == ("RC-LOG-2", "opening_has_no_proof")
    assert (breach.where, breach.facts["earlier"]) == (
        "$.inclusion.opening",
        "$.inclusion.witnessed[0]",
    )


def _opening_of(record: AnyRecord) -> LeafProof:
    opening = inclusion_of(record).opening
    assert opening is not None
    return opening


@pytest.mark.parametrize(
    ("size", "time", "reason"),
    [
        (BEFORE + 1, OPENED - 59, None),
        (BEFORE + 1, OPENED - 61, "leaf_is_postdated"),
        (BEFORE + 1, STARTED + 60, None),
        (BEFORE + 1, STARTED + 61, "leaf_is_backdated"),
        (BEFORE + 2, STARTED - 61, "leaf_is_postdated"),
        (BEFORE + 2, ENDED + 61, "leaf_is_backdated"),
    ],
)
def test_times_that_the_clock_of_a_witness_contradicts(
    size: int, time: int, reason: str | None
) -> None:
    """The tree has a leaf long before it says it was signed, or still lacks it long after."""
    expected = [("RC-LOG-7", reason, "$.inclusion.witnessed[0].checkpoint")]
    record = with_seen(seen(size, time))
    assert set(found(record)) == (set() if reason is None else set(expected))
    if reason is not None:
        breach, *_ = (one for one in judged(record)[0] if one.weight == "breach")
        assert breach.facts["cosigner"] == CLUB.key.vkey
        assert (breach.facts["size"], breach.facts["index"] < size) == (
            size,
            reason == "leaf_is_postdated",
        )


def test_the_last_checkpoint_has_times_as_well() -> None:
    """Its tree has all leaves, so none may be of a later time."""
    early = cosigned(included(FIRST, log()), CLUB, time=ENDED - 61)
    assert ("RC-LOG-7", "leaf_is_postdated", "$.inclusion.checkpoint") in found(early)


def test_the_number_is_limited() -> None:
    """Each costs the reader two signatures and a path."""
    many = with_seen(*[seen()] * WITNESSED_MAX)
    assert read_record(write_record(many)) == many
    with pytest.raises(Malformed):
        read_record(write_record(with_seen(*[seen()] * (WITNESSED_MAX + 1))))


# --- archives ----------------------------------------------------------------------------------


def test_earlier_checkpoints_are_compared_with_those_of_other_records(tmp_path: Path) -> None:
    """By size, and with the tiles of the log."""
    record = with_seen(seen())
    other = LogInMemory(ORIGIN, 0)
    other.append(*log().leaves[: BEFORE - 2], *leaves_of(OTHER).values())
    split = included(OTHER, other)
    assert [reasons(one) for one in audited(record, record, terms=TRUSTED)] == [[], []]
    for games in ((record, split), (split, record)):
        _, second = audited(*games, terms=TRUSTED)
        assert reasons(second) == [("breach", "another_root")]
    log().write(tmp_path)
    terms = msgspec.structs.replace(TRUSTED, logs=(tmp_path,))
    (one,) = audited(record, terms=terms)
    assert (reasons(one), one.compared) == ([], True)
    forked = LogInMemory(ORIGIN, 0)
    forked.append(*log().leaves[: BEFORE + 2], b"another leaf")
    hidden = changed(record, witnessed=(seen(BEFORE + 3, of=forked),))
    (one,) = audited(hidden, terms=TRUSTED)
    assert reasons(one) == [], "the paths have no hash of that leaf alone"
    (one,) = audited(hidden, terms=terms)
    assert reasons(one) == [("breach", "not_the_root_of_the_tiles")]
    assert one.audited.findings[-1].where == "$.inclusion.witnessed[0].checkpoint"
