"""What becomes of changed records, records with events, and kept receipts.

Two readers judge each mutant: the audit, which knows the rules, and ``verifier.py``, which knows
neither the rules nor the code. Each must catch it, unless it provably says the same or less.
"""

import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from random import Random
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec

from domain.record.audit import audit
from domain.record.held_statements import missing, subjects
from domain.record.jws import thumbprint, to_base64url
from domain.record.record import ARCHIVED, AnyRecord, read_record, write_record
from domain.record.statement import Receipt, of_kind
from domain.refusal import Malformed
from service.access.record_verifier import RecordVerifier
from service.access.signing import jwk_of
from service.archives.statements import HeldStatements
from tests.support.proof import verifier
from tests.support.proof.mutations import Mutation, byte_mutations, mutations
from tests.support.proof.stranger import Evidence, archived, evidence_from
from tests.support.proof.verifier import Json
from tests.support.storage.stores import SIGNING_KEY

LESS_IS_SAID: Final = {
    ("$.head", "→ null"): "RC-HEAD-1",
    ("$.signature", "→ null"): "RC-SIGN-3",
    ("$.signature", "removed"): "RC-SIGN-3",
    ("$.receipts", "→ []"): "RC-SIGN-6",
    ("$.receipts", "removed"): "RC-SIGN-6",
    ("$.receipts[0]", "removed"): "RC-SIGN-6",
    ("$.receipts[1]", "removed"): "RC-SIGN-6",
}
"""The uncaught changes of meaning, and the note of the audit about each."""

BYTES_CHANGED: Final = 40
"""The bytes of a text that change, each in every way, besides its values."""

Verdict: TypeAlias = Literal["unreadable", "caught", "same", "says less", "for the rules", "missed"]
"""What a reader made of a mutant.

``same``: every value is equal. ``for the rules``: only the rules can judge it, and the reader does
not have them. ``missed``: the reader took it for another valid text.
"""

Judge: TypeAlias = Callable[[bytes, Mutation], Verdict]

_KIDS: Final = (thumbprint(jwk_of(SIGNING_KEY.public_key())),)
_SORTED: Final = msgspec.json.Encoder(order="sorted")
_WRONG: Final = (verifier.Wrong, LookupError, TypeError, ValueError, AttributeError)


def published() -> Json:
    """Return the keys of the service of the tests."""
    jwk = jwk_of(SIGNING_KEY.public_key())
    return {"keys": [{"kid": thumbprint(jwk), "x": jwk.x, "kty": jwk.kty, "crv": jwk.crv}]}


class Family(NamedTuple):
    """Mutants of one text, and who judges them."""

    text: bytes
    judges: Mapping[str, Judge]

    def judged(self, random: Random, count: int) -> "Judged":
        """Judge a sample of the changes of values, and of those of some bytes."""
        places = random.sample(range(len(self.text)), min(BYTES_CHANGED, len(self.text)))
        changes = [*self._of_values(), *byte_mutations(self.text, places)]
        return judged(self, random.sample(changes, min(count, len(changes))))

    def _of_values(self) -> Iterator[Mutation]:
        """Yield the changes of values; a token of a receipt has none."""
        return mutations(self.text) if self.text.startswith(b"{") else iter(())


class Judged(NamedTuple):
    """The figures of some mutants, and those that were missed."""

    figures: Counter[tuple[str, Verdict]]
    missed: list[str]


def judged(family: Family, changes: Iterable[Mutation]) -> Judged:
    """Judge these mutants."""
    found = Judged(Counter(), [])
    for change in changes:
        for name, judge in family.judges.items():
            verdict = judge(change.of(family.text), change)
            found.figures[name, verdict] += 1
            if verdict == "missed":
                found.missed.append(f"{name}: {change.where} {change.what}")
    return found


def families(record: AnyRecord) -> dict[str, Family]:
    """Return the texts about a signed game: its record, with events, and its receipts."""
    evidence = evidence_from(record, published())
    assert evidence is not None, "only the secret of an unfinished game is unknown"
    with_events = archived(record)
    found = {
        "records": Family(
            write_record(record),
            {
                "audit": by_audit(record),
                "verifier": by_verifier_of_records(evidence),
            },
        ),
        "records with events": Family(
            with_events,
            {
                "audit": by_audit(read_record(with_events, ARCHIVED)),
                "verifier": by_verifier(
                    verifier.read(with_events.decode()),
                    lambda one: verifier.verify_line(one, evidence.keys),
                ),
            },
        ),
    }
    for number, token in enumerate(record.receipts):
        stage = of_kind(RecordVerifier(_KIDS).verify(token), Receipt).stage
        judges = {
            "audit": by_audit_of_statements(record, token),
            "verifier": by_verifier_of_receipts(record.id, evidence.events, token),
        }
        found[f"receipts: {number + 1}, {stage}"] = Family(token.encode(), judges)
        statement = verifier._bytes(token.split(".")[1])
        again = {name: _of_signed(judge, token) for name, judge in judges.items()}
        found[f"receipts signed again: {number + 1}, {stage}"] = Family(statement, again)
    return found


def _of_signed(judge: Judge, token: str) -> Judge:
    """Return how a reader judges a statement after the service has signed it."""
    header = token.partition(".")[0]

    def judge_signed(text: bytes, change: Mutation) -> Verdict:
        signed = f"{header}.{to_base64url(text)}"
        signature = to_base64url(SIGNING_KEY.sign(signed.encode()))
        return judge(f"{signed}.{signature}".encode(), change)

    return judge_signed


# --- the audit ---------------------------------------------------------------------------------


def by_audit(record: AnyRecord) -> Judge:
    """Return how an audit with keys judges changes of this record, with events or without."""
    meant = _SORTED.encode(record)
    signatures = RecordVerifier(_KIDS)
    noted = {finding.rule for finding in audit(record, signatures).findings}

    def judge(text: bytes, change: Mutation) -> Verdict:
        try:
            other = read_record(text, ARCHIVED)
        except Malformed:
            return "unreadable"
        if _SORTED.encode(other) == meant:
            return "same"
        audited = audit(other, signatures)
        if not audited.is_valid:
            return "caught"
        more = {finding.rule for finding in audited.findings} - noted
        less = {LESS_IS_SAID.get((change.where, change.what))}
        return "says less" if more == less else "missed"

    return judge


def by_audit_of_statements(record: AnyRecord, token: str) -> Judge:
    """Return how ``carolus audit --heads`` judges changes of a kept receipt."""
    signatures = RecordVerifier(_KIDS)
    statement = signatures.verify(token).statement

    def judge(text: bytes, change: Mutation) -> Verdict:
        file = io.BytesIO(text)
        file.name = "kept.txt"
        held = HeldStatements([file], signatures)
        used = [one for some in held.evidence.values() for one in some]
        if [*held.results()] or not used:
            return "unreadable"
        if all(one.statement == statement for one in used):
            return "same"
        if not audit(record, signatures, evidence=held.evidence).is_valid:
            return "caught"
        # The statement is about a game that no archive has, and the audit says so.
        withheld = missing(held.evidence, subjects(record.id, record.chance.commitment))
        return "caught" if any(withheld) else "missed"

    return judge


# --- the independent verifier ------------------------------------------------------------------


def by_verifier(value: Json, check: Callable[[Json], None]) -> Judge:
    """Return how the verifier judges changes of this record, with events or without."""

    def judge(text: bytes, change: Mutation) -> Verdict:
        try:
            other = verifier.read(text.decode())
        except (ValueError, RecursionError):
            return "unreadable"
        if verifier.canonical(other) == verifier.canonical(value):
            return "same"
        try:
            check(other)
        except _WRONG:
            return "caught"
        if (change.where, change.what) in LESS_IS_SAID:
            return "says less"
        return "for the rules" if looks_the_same(other, value) else "missed"

    return judge


def by_verifier_of_records(evidence: Evidence) -> Judge:
    """Return how the verifier judges changes of this record, next to its events and proof."""
    events, proof, keys, record = evidence

    def check(other: Json) -> None:
        verifier.check_record(other, events, proof)
        verifier.check_receipts(other.get("receipts", []), proof["game"], events, keys)

    return by_verifier(record, check)


def by_verifier_of_receipts(game: str, events: list[Json], token: str) -> Judge:
    """Return how the verifier judges changes of a kept receipt."""

    def judge(text: bytes, change: Mutation) -> Verdict:
        try:
            other = text.decode().strip()
        except ValueError:
            return "unreadable"
        if other == token:
            return "same"
        try:
            verifier.check_receipts([other], game, events, published())
        except _WRONG:
            return "caught"
        return "missed"

    return judge


def looks_the_same(record: Any, other: Json) -> bool:
    """Return whether a verifier without the rules cannot see a difference between two records."""
    try:
        return bool(_seen(record) == _seen(other))
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError):
        return False


def _seen(record: Json) -> Any:
    """Return what a verifier without the rules of the game can see of a record.

    It cannot see which actions of the game a seat took, nor how many of them at one time.
    """
    known = {action for action, _ in (*verifier.ASKED.values(), *verifier.ANSWERS.values())}
    runs = []
    for actor, some in groupby(record["entries"], key=lambda one: (one["by"], one["at"])):
        entries = [*some]
        assert all(set(one) == {"by", "at", "action"} for one in entries)
        actions = [one["action"] for one in entries]
        recognised = [verifier._whole(one) for one in actions if one["type"] in known]
        runs.append([*actor, recognised, len(recognised) < len(entries)])
    return verifier.canonical({"signature": None, **record, "entries": runs})
