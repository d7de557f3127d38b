"""The audit of one record: verifies it from the first entry to the last hash.

The audit decides every entry again, derives every event and hash, computes every random result from
secret and entropy, and compares the rest of the record with the result, including its events if it
has any. Checks that involve other
records (a game or a secret that occurs twice) are up to the audit of the whole archive.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from msgspec import Struct

from domain.chance import SCHEME, commitment
from domain.record.events import event_findings
from domain.record.finding import Finding, Weight, differs, plain
from domain.record.held_statements import NO_EVIDENCE, Evidence, held_about, held_findings
from domain.record.receipts import Derived, read_receipts, receipt_findings
from domain.record.record import AnyRecord, RecordedChance, RecordWithEvents, seats_of
from domain.record.rerun import EntryObserver, Rerun, head_of, other_wordings, rerun
from domain.record.signatures import Signatures
from domain.record.statement import (
    BadSignature,
    FinalStatement,
    final_statement,
    of_kind,
)
from domain.record.witnesses import key_findings, time_findings, witness_findings
from domain.refusal import IllegalAction, Malformed
from domain.table.dealers import FairDealer
from domain.table.game import Game, Status


class Audited(Struct, frozen=True):
    """The result of the audit of one record."""

    game: str | None
    """The game's ID; None if the record cannot be read."""
    ruleset: str | None
    status: Status | None
    """The status of the game after the last valid entry."""
    entries: int
    """Number of valid entries, from the first."""
    decisions: int
    """Number of valid entries that are actions of seats."""
    events: int
    """Number of events that the valid entries caused."""
    head: str | None
    """Hash of the last of these events; None if it depends on a secret that is not revealed."""
    findings: tuple[Finding, ...]

    @property
    def is_valid(self) -> bool:
        """True if there is no breach."""
        return all(finding.weight != "breach" for finding in self.findings)


def audit(
    record: AnyRecord,
    signatures: Signatures,
    watch: EntryObserver | None = None,
    evidence: Evidence = NO_EVIDENCE,
) -> Audited:
    """Audit a record; ``signatures`` verifies all of its signatures, and knows whose keys count.

    ``watch`` is called for each entry during the audit, so it can also yield to other work.
    ``evidence`` are signed statements that others hold; the record may not contradict them.
    """
    again = rerun(record, watch, _dealer(record.chance))
    findings = [*_sandbox(again), *_dice(record, again), *_open_moment(again)]
    findings += _times(record, again)
    findings += _orders(record, again)
    game = again.game
    head = b""
    wordings: Mapping[str, int] | None = None
    if again.refused is not None:
        findings.append(refusal(again.refused))
        head = head_of(record, again)
    elif game is None:
        findings.append(Finding("breach", "RC-OPEN-1", "no_entries", where="$.entries"))
    else:
        receipts, wrong = read_receipts(record.receipts, signatures)
        held = held_about(record, evidence)
        derived = Derived(record, game, again)
        head = derived.head
        findings += _compared(record, derived, again, signatures)
        findings += wrong
        findings += receipt_findings(receipts, derived)
        findings += held_findings(held, derived)
        findings += witness_findings(derived, signatures)
        findings += time_findings(derived)
        wordings = derived.wordings
    findings += key_findings(record, signatures)
    if isinstance(record, RecordWithEvents):
        findings += event_findings(record, again, wordings)
    return Audited(
        game=record.id,
        ruleset=record.ruleset,
        status=game.status if game else None,
        entries=len(again.events),
        decisions=[type(one.by) for one in record.entries[: len(again.events)]].count(int),
        events=game.version if game else 0,
        head=(head.hex() or None) if game else None,
        findings=tuple(findings),
    )


def unreadable(wrong: Malformed) -> Audited:
    """Return the result for a record that cannot be read (RC-FORM-1)."""
    finding = Finding(
        "breach",
        "RC-FORM-1",
        "not_a_record",
        {"fault": str(wrong)},
        entry=_entry_of(wrong.where),
        where=wrong.where or "$",
    )
    return Audited(None, None, None, 0, 0, 0, None, (finding,))


def refusal(refused: IllegalAction) -> Finding:
    """Return the finding that an entry is refused."""
    why = refused.refusal
    where = f"$.entries[{refused.index}]"
    return Finding("breach", why.rule, why.reason, why.facts, refused.index, where)


def _dealer(chance: RecordedChance) -> FairDealer | None:
    """Return the dealer of a record whose secret is revealed."""
    if chance.scheme != SCHEME or chance.secret is None:
        return None
    return FairDealer(bytes.fromhex(chance.secret))


def _sandbox(again: Rerun) -> Iterator[Finding]:
    """Yield a breach if a sandbox opened the game (RC-SANDBOX-1)."""
    if again.game is not None and again.game.sandbox is not None:
        facts = {"seed": again.game.sandbox}
        where = "$.entries[0].action.sandbox"
        yield Finding("breach", "RC-SANDBOX-1", "game_of_a_sandbox", facts, 0, where)


def _dice(record: AnyRecord, again: Rerun) -> Iterator[Finding]:
    """Yield the first random result that does not follow from the secret (RC-DICE-2)."""
    if again.misdealt is not None:
        index, computed = again.misdealt
        facts = {"recorded": plain(record.entries[index].action), "computed": plain(computed)}
        where = f"$.entries[{index}].action"
        yield Finding("breach", "RC-DICE-2", "dice_do_not_follow", facts, index, where)


def _orders(record: AnyRecord, again: Rerun) -> Iterator[Finding]:
    """Yield the first entry in place of an answer that follows from orders (RC-ORDERS-1)."""
    if again.disobeyed is not None:
        index, expected = again.disobeyed
        entry = record.entries[index]
        found = {"by": entry.by, "at": entry.at, "action": entry.action}
        facts = {"recorded": plain(found), "computed": plain(expected._asdict())}
        where = f"$.entries[{index}]"
        yield Finding("breach", "RC-ORDERS-1", "orders_are_not_followed", facts, index, where)


def _open_moment(again: Rerun) -> Iterator[Finding]:
    """Yield a note if an arbiter ended the game before chance answered a decision (RC-DICE-7)."""
    if again.game is not None and again.game.finished and again.open_moment is not None:
        index = len(again.events) - 1
        facts = {"moment": again.open_moment}
        where = f"$.entries[{index}]"
        yield Finding("note", "RC-DICE-7", "moment_was_left_open", facts, index, where)


def _times(record: AnyRecord, again: Rerun) -> Iterator[Finding]:
    """Yield a note at the first entry that is earlier than the one before it (RC-TIME-2)."""
    valid = record.entries[: len(again.events)]
    times = [one.at for one in valid]
    if times == sorted(times):  # nearly always
        return
    for index, (before, entry) in enumerate(pairwise(valid), start=1):
        if entry.at < before.at:
            facts = {"before": before.at, "at": entry.at}
            where = f"$.entries[{index}].at"
            yield Finding("note", "RC-TIME-2", "time_goes_back", facts, index, where)
            return


def _compared(
    record: AnyRecord, derived: Derived, again: Rerun, signatures: Signatures
) -> Iterator[Finding]:
    """Compare the rest of the record with what its entries lead to, in the wording of its head."""
    game = derived.game
    if record.options != game.options:
        yield differs("RC-OPEN-1", "$.options", record.options, game.options)
    seats = seats_of(game)
    if record.seats != seats:
        yield differs("RC-SEAT-1", "$.seats", record.seats, seats)
    yield from _chance(record.chance, game)
    if record.outcome != game.outcome:
        yield differs("RC-END-1", "$.outcome", record.outcome, game.outcome)
    head = derived.head.hex() or None
    if record.head is None:
        # A signed statement has a head, so a record without one differs from it.
        weight: Weight = "note" if record.signature is None else "difference"
        yield Finding(weight, "RC-HEAD-1", "head_is_missing", where="$.head")
    elif head is None:
        yield Finding("note", "RC-HEAD-3", "head_needs_the_secret", where="$.head")
        head = record.head
    elif record.head != head:
        wordings = _wordings_of_head(record, game, again)
        if wordings is None:
            yield differs("RC-HEAD-1", "$.head", record.head, head)
        else:
            facts = {"recorded": record.head, "derived": head, "wordings": wordings}
            head = record.head
            derived.reword(wordings)
            yield Finding("difference", "RC-HEAD-2", "in_another_wording", facts, where="$.head")
    yield from _signature(record.signature, derived, head, signatures)


def _wordings_of_head(record: AnyRecord, game: Game, again: Rerun) -> dict[str, int] | None:
    """Return the wordings with which the game has the record's head; None if there are none."""
    for wordings in other_wordings(game):
        if head_of(record, again, wordings).hex() == record.head:
            return wordings
    return None


def _chance(recorded: RecordedChance, game: Game) -> Iterator[Finding]:
    """Check the commitment and the secret (RC-DICE-1, RC-DICE-3, RC-DICE-4)."""
    where = "$.chance"
    if (recorded.scheme, recorded.commitment) != (game.scheme, game.commitment):
        opened = {"scheme": game.scheme, "commitment": game.commitment}
        yield differs("RC-OPEN-1", where, recorded, opened)
    if recorded.scheme != SCHEME:
        if recorded.commitment or recorded.secret is not None:
            yield Finding("breach", "RC-DICE-1", "recorded_dice_have_no_secret", where=where)
        else:
            yield Finding("note", "RC-DICE-4", "dice_are_recorded", where=where)
    elif not recorded.commitment:
        yield Finding("breach", "RC-DICE-1", "fair_dice_have_a_commitment", where=where)
    elif recorded.secret is None:
        if game.finished:
            yield Finding("breach", "RC-DICE-3", "secret_is_missing", where=f"{where}.secret")
        else:
            yield Finding("note", "RC-DICE-3", "game_is_not_finished", where=f"{where}.secret")
    else:
        if not game.finished:
            yield Finding("breach", "RC-DICE-3", "secret_before_the_end", where=f"{where}.secret")
        computed = commitment(bytes.fromhex(recorded.secret))
        if computed != recorded.commitment:
            yield differs("RC-DICE-1", f"{where}.secret", recorded.commitment, computed)


def _signature(
    token: str | None, derived: Derived, head: str | None, signatures: Signatures
) -> Iterator[Finding]:
    """Check the signature (RC-SIGN-1, RC-SIGN-2, RC-SIGN-3).

    If the head cannot be computed, the rest of the signed statement is compared.
    """
    where = "$.signature"
    if token is None:
        if derived.game.finished:
            yield Finding("note", "RC-SIGN-3", "not_signed", where=where)
        return
    try:
        signed = signatures.verify(token)
        found = of_kind(signed, FinalStatement)
    except BadSignature as bad:
        yield Finding("breach", "RC-SIGN-1", bad.reason, bad.facts, where=where)
        return
    statement = final_statement(derived.game, bytes.fromhex(head or found.head), derived.at)
    if found != statement:
        yield differs("RC-SIGN-2", where, found, statement)
    if not signed.published:
        unknown = signed.published is None
        reason = "published_keys_are_not_given" if unknown else "key_is_not_published"
        yield Finding("note", "RC-SIGN-3", reason, {"key": signed.kid}, where=where)


def _entry_of(where: str) -> int | None:
    """Return the number of the entry in a JSON path; None if there is none."""
    start = "$.entries["
    if not where.startswith(start):
        return None
    return int(where.removeprefix(start).partition("]")[0])
