"""What others hold and show about a tournament: signed statements, and the log of its service."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest
from msgspec.structs import replace

from domain.record.finding import Finding
from domain.record.held_statements import Held, about_tournament, contradictions, missing
from domain.record.inclusion_audit import leaves_of
from domain.record.statement import Statement
from domain.record.tournament_audit import AuditedTournament, TournamentAuditTerms, audit_tournament
from domain.record.tournaments import TournamentRecord, rerun_tournament, statements_of
from domain.table.times import SECOND, micros
from domain.tournament.stream import actions as a
from domain.tournament.stream.people import SERVICE
from domain.transparency.inclusion import Inclusion, WitnessedOpening
from domain.transparency.notes import NoteKey
from service.access.record_verifier import RecordVerifier
from tests.records.test_tournament_audit import record, signed
from tests.support.proof.included import KID, ORIGIN, proof_of
from tests.support.storage.stores import SIGNER
from tests.support.tournaments.desk import FOUR_SEATS, ID, ORGANISER, SECRET, WHY, started
from tests.transparency.logs import Cosigner, LogInMemory

OTHER: Final = "0" * 64
BEFORE: Final = 9


def ended() -> TournamentRecord:
    """Return a whole tournament of one round."""
    desk = started(8, FOUR_SEATS).round().ask(ORGANISER, a.EndTournament(WHY))
    return signed(record(desk.ask(SERVICE, a.RevealSecret(SECRET.hex()))), SIGNER)


WHOLE: Final = ended()
OPENED, STARTED, ENDED = statements_of(WHOLE, rerun_tournament(WHOLE))


def held(*found: Statement) -> list[Held]:
    """Return these statements as an auditor holds them."""
    return [Held(one, KID, "kept.txt", line) for line, one in enumerate(found, start=1)]


def audited(
    one: TournamentRecord, *found: Statement, cosigner: NoteKey | None = None, kid: str = KID
) -> AuditedTournament:
    """Audit a record whose service published a key, with what others hold."""
    verifier = RecordVerifier([kid], cosigners=() if cosigner is None else (cosigner,))
    evidence = {about_tournament(ID): held(*found)}
    terms = TournamentAuditTerms(lambda state, engine: None, unfinished=True, evidence=evidence)
    return audit_tournament(one, verifier, terms)


def said(one: AuditedTournament) -> list[tuple[str, str, str]]:
    """Return weight, rule and reason of the findings, without the decisions of people."""
    return [(f.weight, f.rule, f.reason) for f in one.findings if f.rule != "RC-TOUR-8"]


# --- what others hold --------------------------------------------------------------------------


def test_statements_that_follow_from_the_record_contradict_nothing() -> None:
    assert said(audited(WHOLE, OPENED, STARTED, ENDED)) == []
    assert [*contradictions(held(OPENED, STARTED, ENDED, OPENED))] == []


@pytest.mark.parametrize(
    "other",
    [
        replace(OPENED, head=OTHER),
        replace(OPENED, commitment=OTHER),
        replace(STARTED, version=STARTED.version - 1),
        replace(STARTED, announcement=OTHER),
        replace(ENDED, standings=OTHER),
        replace(ENDED, winners=(2,)),
        replace(ENDED, version=ENDED.version + 9),
    ],
)
def test_another_history_was_signed(other: Statement) -> None:
    """The finding has both statements, and the place of the one that is held."""
    (finding,) = audited(WHOLE, other).breaches
    assert (finding.rule, finding.reason) == ("RC-HELD-1", "signed_otherwise")
    assert finding.facts["statement"] == "kept.txt, line 1"
    assert finding.facts["signed"] != finding.facts["derived"]


def test_a_record_may_end_before_a_statement() -> None:
    """One that never started, at a version that it has, is another history."""
    begun = signed(record(started(8, FOUR_SEATS)), SIGNER)
    assert said(audited(begun, ENDED)) == [("note", "RC-HELD-1", "record_ends_before")]
    early = replace(ENDED, version=2)
    assert ("breach", "RC-HELD-1", "signed_otherwise") in said(audited(begun, early))


@pytest.mark.parametrize(
    "other",
    [
        replace(OPENED, at="2026-01-01T11:00:00.000000Z"),
        replace(OPENED, version=2),
        replace(STARTED, commitment=OTHER),
        replace(ENDED, winners=(2,)),
        replace(ENDED, version=2),
        replace(STARTED, version=ENDED.version + 1),
    ],
)
def test_two_statements_contradict_each_other(other: Statement) -> None:
    """The record is not needed for that."""
    found = [finding for _, finding in contradictions(held(OPENED, STARTED, ENDED, other))]
    assert [(one.rule, one.reason) for one in found] == [("RC-HELD-2", "statements_contradict")]


def test_the_announcement_may_change_before_the_start() -> None:
    changed = replace(STARTED, announcement=OTHER)
    assert [*contradictions(held(OPENED, changed))] == []


def test_a_tournament_that_nobody_shows_is_missed() -> None:
    """One that was only opened may never have started."""
    about = about_tournament(ID)
    for statements, weight, reason in (
        ((OPENED, STARTED), "breach", "started_tournament_is_missing"),
        ((ENDED,), "breach", "started_tournament_is_missing"),
        ((OPENED,), "note", "opened_tournament_is_missing"),
    ):
        evidence = {about: held(*statements)}
        ((_, finding),) = missing(evidence, ())
        assert (finding.weight, finding.rule, finding.reason) == (weight, "RC-HELD-3", reason)
        assert [*missing(evidence, (about,))] == []


# --- the log -----------------------------------------------------------------------------------

LOG: Final = LogInMemory(ORIGIN, 0)
LOG.grow(BEFORE)
LOG.append(leaves_of(WHOLE)["opening"])
LOG.grow(BEFORE)
LOG.append(leaves_of(WHOLE)["end"])


def inclusion(log: LogInMemory = LOG, **changes: Any) -> Inclusion:
    """Return the proof that a log has the opening and the end."""
    leaves, size = leaves_of(WHOLE), len(log.leaves)
    opening, end = (proof_of(leaf, log, size) for leaf in (leaves["opening"], leaves["end"]))
    whole = Inclusion(str(log.note()), log.key.vkey, opening, end=end)
    return replace(whole, **changes)


def with_proof(**changes: Any) -> TournamentRecord:
    """Return the tournament with an altered proof."""
    return replace(WHOLE, inclusion=inclusion(**changes))


def test_the_log_has_opening_and_end() -> None:
    """The receipt for the start is not a leaf, so nothing is missing."""
    assert said(audited(with_proof())) == []


WRONG: Final[Mapping[str, tuple[Callable[[], dict[str, Any]], str, str, str]]] = {
    "another leaf": (
        lambda: {"end": inclusion().opening}, "breach", "RC-LOG-2", "not_in_the_log",
    ),
    "no end": (lambda: {"end": None}, "note", "RC-LOG-5", "no_proof"),
    "a start": (
        lambda: {"start": inclusion().opening}, "note", "RC-LOG-2", "record_lacks_the_leaf",
    ),
    "no checkpoint": (
        lambda: {"checkpoint": "none\n"}, "breach", "RC-LOG-1", "note_has_no_signature",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("changes", "weight", "rule", "reason"), WRONG.values(), ids=WRONG)
def test_a_proof_that_proves_nothing(
    changes: Callable[[], dict[str, Any]], weight: str, rule: str, reason: str
) -> None:
    assert (weight, rule, reason) in said(audited(with_proof(**changes())))


def test_a_checkpoint_by_a_key_that_nobody_published() -> None:
    """With keys it is a breach, as for the signatures of a tournament."""
    found = said(audited(with_proof(), kid="A" * 43))
    assert ("breach", "RC-LOG-3", "key_is_not_published") in found


def test_two_histories_of_one_log() -> None:
    """An earlier checkpoint of another tree contradicts the proof."""
    other = LogInMemory(ORIGIN, 0)
    other.grow(BEFORE, "other")
    other.append(leaves_of(WHOLE)["opening"])
    proof = proof_of(leaves_of(WHOLE)["opening"], other, BEFORE + 1)
    earlier = WitnessedOpening(str(other.note()), other.key.vkey, proof)
    (finding,) = _breaches(with_proof(witnessed=(earlier,)))
    assert (finding.rule, finding.reason) == ("RC-LOG-4", "not_consistent")


def test_the_clock_of_a_witness_contradicts_a_leaf() -> None:
    """It saw the end of the tournament long before that was signed."""
    cosigner = Cosigner()
    time = micros(ENDED.at) // SECOND
    for seconds, expected in ((0, []), (-120, ["leaf_is_postdated"])):
        note = str(cosigner.cosigned(LOG.note(), time + seconds))
        found = _breaches(with_proof(checkpoint=note), cosigner.key)
        assert [one.reason for one in found if one.facts["leaf"] == "end"] == expected


def _breaches(one: TournamentRecord, cosigner: NoteKey | None = None) -> tuple[Finding, ...]:
    return audited(one, cosigner=cosigner).breaches
