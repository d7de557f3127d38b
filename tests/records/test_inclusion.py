"""Proofs of inclusion in records and archives: what an audit finds wrong with them (RC-LOG)."""

from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

from domain.record.audit import audit
from domain.record.finding import Finding
from domain.record.inclusion_audit import leaves_of, logged
from domain.record.jws import thumbprint
from domain.record.record import AnyRecord, read_record, write_record
from domain.record.text import read_text, write_text
from domain.refusal import Malformed
from domain.transparency.inclusion import Inclusion, LeafProof
from domain.transparency.notes import read_note
from domain.transparency.tiles import Tile
from service.access.record_verifier import RecordVerifier
from service.access.signing import jwk_of
from service.archives.auditing import Auditor
from service.archives.examining import AuditOptions, Examined
from service.archives.record_lines import RecordLine
from tests.support.proof.included import KID, ORIGIN, included, log_with
from tests.support.proof.mutations import mutations
from tests.support.proof.records import records, signed
from tests.support.run.long import cases
from tests.support.storage.stores import SIGNER
from tests.transparency.logs import Cosigner, LogInMemory, private_key

NEW_KEY: Final = private_key(6)
"""A key that the service rotated to."""
NEW_KID: Final = thumbprint(jwk_of(NEW_KEY.public_key()))

VERIFIER: Final = RecordVerifier([KID])
NOTES: Final = RecordVerifier([KID])

FIRST, SECOND = islice(
    (one for record in records().values() if len((one := signed(record, SIGNER)).receipts) == 2), 2
)


def changed(record: AnyRecord, **members: object) -> AnyRecord:
    """Return a record whose inclusion has other members."""
    inclusion = msgspec.structs.replace(inclusion_of(record), **members)
    return msgspec.structs.replace(record, inclusion=inclusion)


def found(record: AnyRecord, notes: RecordVerifier = NOTES) -> list[tuple[str, str, str, str]]:
    """Return weight, rule, reason and place of each finding."""
    audited, _ = logged(record, audit(record, VERIFIER), notes)
    return [(one.weight, one.rule, one.reason, one.where) for one in audited.findings]


@cache
def proved() -> AnyRecord:
    """Return a record with a valid proof."""
    return included(FIRST, log_with(FIRST, SECOND, before=300))


def inclusion_of(record: AnyRecord) -> Inclusion:
    """Return the proof of a record that has one."""
    assert isinstance(record.inclusion, Inclusion)
    return record.inclusion


def proof(record: AnyRecord) -> LeafProof:
    """Return the proof of the end of its game."""
    end = inclusion_of(record).end
    assert end is not None
    return end


def test_an_audit_reports_nothing_about_a_valid_proof() -> None:
    """In JSON and in text."""
    assert found(proved()) == []
    for again in (read_record(write_record(proved())), read_text(write_text(proved()).encode())):
        assert again == proved()


def cosigned(record: AnyRecord, *cosigners: Cosigner, time: int = 1_767_225_600) -> AnyRecord:
    """Return a record whose checkpoint these witnesses cosigned."""
    note = read_note(inclusion_of(record).checkpoint.encode())
    for one in cosigners:
        note = one.cosigned(note, time)
    return changed(record, checkpoint=str(note))


def test_witnesses_of_the_log_that_the_auditor_trusts() -> None:
    """A cosignature is verified, and a missing one is noted; others are ignored."""
    club, other = Cosigner("club.example/w"), Cosigner("other.example/w", seed=8)
    verifier = RecordVerifier([KID], cosigners=[club.key])
    late = ("note", "RC-LOG-7", "seen_after_the_start", "$.inclusion")
    record = cosigned(proved(), other, club)
    assert found(record, verifier) == [late]
    _, game = logged(record, audit(record, VERIFIER), verifier)
    assert game.published is not None
    assert [(one.key, one.time) for one in game.published.cosigned] == [(club.key, 1_767_225_600)]
    missing = ("note", "RC-LOG-7", "not_cosigned", "$.inclusion.checkpoint")
    assert found(proved(), verifier) == [missing]
    assert found(cosigned(proved(), other), verifier) == [missing]
    both = RecordVerifier([KID], cosigners=[club.key, other.key])
    assert found(cosigned(proved(), other), both) == [missing, late]


def test_a_cosignature_that_does_not_verify() -> None:
    """It is of another checkpoint, or someone wrote another time."""
    club = Cosigner("club.example/w")
    verifier = RecordVerifier([KID], cosigners=[club.key])
    wrong = [("breach", "RC-LOG-1", "cosignature_does_not_verify", "$.inclusion.checkpoint")]
    for of_another in (log_with(SECOND).note(), log_with(FIRST, before=1).note()):
        note = read_note(inclusion_of(proved()).checkpoint.encode())
        line = club.cosigned(of_another, 1_767_225_600).signatures[-1]
        forged = note._replace(signatures=(*note.signatures, line))
        assert found(changed(proved(), checkpoint=str(forged)), verifier)[:1] == wrong
    later = cosigned(proved(), club)
    note = read_note(inclusion_of(later).checkpoint.encode())
    line = note.signatures[-1]
    at = line._replace(signature=bytes(8) + line.signature[8:])
    forged = note._replace(signatures=(*note.signatures[:-1], at))
    assert found(changed(later, checkpoint=str(forged)), verifier)[:1] == wrong


def test_nobody_vouches_for_the_key() -> None:
    """Without published keys, or with others, that is a note."""
    where = "$.inclusion.key"
    assert found(proved(), RecordVerifier()) == [
        ("note", "RC-LOG-3", "published_keys_are_not_given", where)
    ]
    assert found(proved(), RecordVerifier([])) == [
        ("note", "RC-LOG-3", "key_is_not_published", where)
    ]


def test_a_record_without_its_leaf_proves_nothing() -> None:
    """It says less, and the audit notes that."""
    unsigned = msgspec.structs.replace(proved(), signature=None)
    assert ("note", "RC-LOG-2", "record_lacks_the_leaf", "$.inclusion.end") in found(unsigned)
    bare = changed(msgspec.structs.replace(proved(), receipts=()), start=None)
    missing = ("note", "RC-LOG-2", "record_lacks_the_leaf", "$.inclusion.opening")
    assert missing in found(bare)


def test_a_proof_that_is_left_out_is_noted() -> None:
    """Of one leaf, or of all: the log may lack what the service signed."""
    bare = msgspec.structs.replace(proved(), inclusion=msgspec.UNSET)
    for record, leaves in (
        (bare, ["opening", "start", "end"]),
        (changed(proved(), opening=None), ["opening"]),
        (changed(proved(), start=None, end=None), ["start", "end"]),
        (msgspec.structs.replace(bare, receipts=()), ["end"]),
    ):
        audited, _ = logged(record, audit(record, VERIFIER), NOTES)
        assert audited.is_valid
        (note,) = [one for one in audited.findings if one.rule == "RC-LOG-5"]
        assert (note.weight, note.reason, note.where) == ("note", "no_proof", "$.inclusion")
        assert note.facts == {"leaves": leaves}
    unsigned = msgspec.structs.replace(bare, receipts=(), signature=None)
    assert "no_proof" not in {one[2] for one in found(unsigned)}


def test_a_leaf_that_the_log_does_not_have_is_a_breach() -> None:
    """Another index, path, game or tree."""
    wrong = ("breach", "RC-LOG-2", "not_in_the_log", "$.inclusion.end")
    end = proof(proved())
    other = included(SECOND, log_with(FIRST, SECOND, before=300))
    changes: list[dict[str, object]] = [
        {"end": LeafProof(end.index + 1, end.path)},
        {"end": LeafProof(end.index, end.path[:-1])},
        {"end": LeafProof(end.index, end.path[::-1])},
        {"end": LeafProof(1 << 40, end.path)},
        {"end": proof(other)},
    ]
    for inclusion in changes:
        assert found(changed(proved(), **inclusion)) == [wrong]
    elsewhere = changed(proved(), checkpoint=str(log_with(SECOND, before=303).note()))
    assert {one[:3] for one in found(elsewhere)} == {wrong[:3]}
    opening = inclusion_of(proved()).opening
    assert found(changed(proved(), start=opening))[0][2] == "not_in_the_log"


def test_an_invalid_checkpoint_is_a_breach_with_a_reason() -> None:
    """The reason says what is wrong."""
    checkpoint, key = inclusion_of(proved()).checkpoint, inclusion_of(proved()).key
    stranger = LogInMemory(ORIGIN, 5)
    elsewhere = log_with(FIRST, origin="carolus/elsewhere")
    for members, reason in (
        ({"checkpoint": ""}, "note_has_no_signature"),
        ({"checkpoint": checkpoint[:-1]}, "line_is_cut_off"),
        ({"checkpoint": checkpoint.replace("306", "307", 1)}, "signature_does_not_verify"),
        ({"checkpoint": checkpoint.replace(ORIGIN, "x", 1)}, "unknown_origin"),
        ({"key": stranger.key.vkey}, "no_signature_by_a_known_key"),
        ({"key": elsewhere.key.vkey}, "unknown_origin"),
        ({"key": key[:-1]}, "not_a_verifier_key"),
    ):
        expected = [("breach", "RC-LOG-1", reason, "$.inclusion.checkpoint")]
        assert found(changed(proved(), **members)) == expected


def test_the_origin_names_a_published_key() -> None:
    """Else an operator could keep a second log under any name, signed with the right key."""
    where = "$.inclusion.checkpoint"
    for origin in ("example.org/log", "carolus/", f"{ORIGIN}=", f"x{ORIGIN}", f"{ORIGIN}/2"):
        record = included(FIRST, log_with(FIRST, origin=origin))
        assert found(record) == [("breach", "RC-LOG-6", "origin_names_no_key", where)]
    record = included(FIRST, log_with(FIRST, origin=f"carolus/{NEW_KID}"))
    assert found(record) == [("note", "RC-LOG-6", "key_is_not_published", where)]
    (one,) = audited(record, terms=TRUSTED)
    assert reasons(one) == [("breach", "key_is_not_published")]
    assert found(record, RecordVerifier([KID, NEW_KID])) == []


def test_after_a_rotation_the_origin_stays() -> None:
    """Another key signs the same log, and both are published."""
    record = included(FIRST, log_with(FIRST, seed=6))
    assert found(record, RecordVerifier([KID, NEW_KID])) == []


def test_a_checkpoint_has_three_lines() -> None:
    """Notes of other logs may have more, but nothing says what those mean here."""
    log = log_with(FIRST)
    note = log.signed(f"{log.checkpoint().text}extension\n")
    (breach,) = found(changed(included(FIRST, log), checkpoint=str(note)))
    assert breach == ("breach", "RC-LOG-1", "extension_line", "$.inclusion.checkpoint")


def test_every_change_to_a_proof_is_caught() -> None:
    """Only a proof that is left out passes: the record then says less."""
    text = write_record(proved())
    caught = same = 0
    found_there = [one for one in mutations(text) if one.where.startswith("$.inclusion")]
    for mutation in found_there[:: cases(5, 20)]:
        try:
            record = read_record(mutation.of(text))
        except Malformed:
            caught += 1
            continue
        if record == proved() or not isinstance(record.inclusion, Inclusion):
            same += 1
            continue
        says_less = None in (record.inclusion.opening, record.inclusion.start, record.inclusion.end)
        assert says_less or any(one[0] == "breach" for one in found(record)), mutation
        caught += not says_less
    assert caught > cases(20, 5)
    assert same > cases(2, 0)


# --- archives ----------------------------------------------------------------------------------


def audited(*games: AnyRecord, terms: AuditOptions) -> list[Examined]:
    """Audit an archive of these records."""
    lines = [RecordLine("", number, write_record(one)) for number, one in enumerate(games, 1)]
    results = list(Auditor(terms, 1).run(lines))
    assert all(isinstance(one, Examined) for one in results)
    return [one for one in results if isinstance(one, Examined)]


def reasons(one: Examined) -> list[tuple[str, str]]:
    """Return weight and reason of what is wrong with the log."""
    return [(each.weight, each.reason) for each in said(one)]


def said(one: Examined) -> list[Finding]:
    """Return what is wrong with the log.

    The two games overlap in time, but their leaves do not: that the audit says so has tests of its
    own, in ``test_leaf_times.py``.
    """
    found = one.audited.findings
    return [each for each in found if each.rule[:6] == "RC-LOG" and each.rule != "RC-LOG-9"]


TRUSTED: Final = AuditOptions(published=frozenset({KID}))


def test_equal_sizes_have_equal_roots() -> None:
    """Else the service has signed two histories: the finding names both records."""
    one = log_with(FIRST, SECOND)
    other = log_with(SECOND, FIRST)
    first, second = audited(included(FIRST, one), included(SECOND, one), terms=TRUSTED)
    assert reasons(first) == reasons(second) == []
    first, second = audited(included(FIRST, one), included(SECOND, other), terms=TRUSTED)
    assert (first.audited.is_valid, second.audited.is_valid) == (True, False)
    (finding,) = said(second)
    assert (finding.rule, finding.reason) == ("RC-LOG-4", "another_root")
    assert finding.facts == {
        "origin": ORIGIN,
        "size": 6,
        "root": other.checkpoint().root.hex(),
        "other": "line 1",
        "other_root": one.checkpoint().root.hex(),
    }


def test_a_service_has_one_log() -> None:
    """Two logs could have two histories: the second record has both origins, as proof."""
    both = frozenset({KID, NEW_KID})
    two_keys = AuditOptions(published=both)
    one_service = AuditOptions(published=both, services=(both,))
    log, second_log = log_with(FIRST), log_with(SECOND, origin=f"carolus/{NEW_KID}", seed=6)
    by_one_key = log_with(SECOND, origin=f"carolus/{NEW_KID}")
    rotated = log_with(FIRST, SECOND, seed=6)
    another = [("breach", "another_origin")]
    for other, terms, expected in (
        (by_one_key, two_keys, another),  # the key proves that both are of one service
        (
            by_one_key,
            AuditOptions(unsigned=True),
            [("note", "published_keys_are_not_given"), *another],
        ),
        (second_log, one_service, another),
        (second_log, two_keys, []),  # perhaps two services
        (rotated, one_service, []),
    ):
        _, found = audited(included(FIRST, log), included(SECOND, other), terms=terms)
        assert reasons(found) == expected
        if expected:
            assert found.audited.findings[-1].facts == {
                "origin": f"carolus/{NEW_KID}",
                "key": NEW_KID if other is second_log else KID,
                "other": "line 1",
                "other_origin": ORIGIN,
                "other_key": KID,
            }


def test_a_checkpoint_of_a_stranger_casts_no_doubt() -> None:
    """With keys it is a breach; without, only checkpoints of one key are compared."""
    log = log_with(FIRST, SECOND)
    forged = included(SECOND, log_with(SECOND, FIRST, seed=5))
    for archive in ((forged, included(FIRST, log)), (included(FIRST, log), forged)):
        by_game = {one.audited.game: one for one in audited(*archive, terms=TRUSTED)}
        assert reasons(by_game[FIRST.id]) == []
        assert reasons(by_game[SECOND.id]) == [("breach", "key_is_not_published")]
        unknown = [("note", "published_keys_are_not_given")]
        for each in audited(*archive, terms=AuditOptions(unsigned=True)):
            assert reasons(each) == unknown


def test_larger_trees_continue_smaller_ones(tmp_path: Path) -> None:
    """With the tiles of the log: each root follows from them."""
    log = log_with(FIRST, before=400)
    early = included(FIRST, log)
    log.append(*leaves_of(SECOND).values())
    late = included(SECOND, log)
    log.grow(300)
    log.write(tmp_path)
    terms = msgspec.structs.replace(TRUSTED, logs=(tmp_path,))
    assert [reasons(one) for one in audited(early, late, terms=terms)] == [[], []]
    rewritten = log_with(SECOND, before=403)
    split = included(SECOND, rewritten)
    _, second = audited(early, split, terms=terms)
    assert reasons(second) == [("breach", "not_the_root_of_the_tiles")]
    assert [reasons(one) for one in audited(early, split, terms=TRUSTED)] == [[], []]


def test_tiles_that_are_missing_or_cut_off(tmp_path: Path) -> None:
    """The audit notes which, and compares the rest."""
    log = log_with(FIRST, before=400)
    early = included(FIRST, log)
    terms = msgspec.structs.replace(TRUSTED, logs=(tmp_path,))
    (one,) = audited(early, terms=terms)
    assert reasons(one) == [("note", "tile_is_missing")]
    assert one.compared is False
    assert one.audited.findings[-1].facts == {
        "log": str(tmp_path),
        "size": 403,
        "tile": "tile/1/000.p/1",
    }
    log.write(tmp_path)
    (one,) = audited(early, terms=terms)
    assert (reasons(one), one.compared) == ([], True)
    cut_off = tmp_path / Tile(0, 1, 147).path
    cut_off.write_bytes(cut_off.read_bytes()[:-1])
    (one,) = audited(early, terms=terms)
    assert reasons(one) == [("note", "tile_is_truncated")]
    cut_off.unlink()
    cut_off.mkdir()
    (one,) = audited(early, terms=terms)
    assert reasons(one) == [("note", "tile_is_unreadable")]
