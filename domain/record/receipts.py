"""The receipts of a record, and the statements that its entries lead to."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Final, NamedTuple

from msgspec.structs import replace

from domain.record.finding import Finding, differs
from domain.record.record import AnyRecord
from domain.record.rerun import Rerun, hashes_of
from domain.record.signatures import Signatures
from domain.record.statement import (
    BadSignature,
    Call,
    FinalStatement,
    GameStatement,
    Receipt,
    Signed,
    Stage,
    final_statement,
    of_kind,
    receipt_of,
)
from domain.table.events import WAIVING, GameStarted, MomentDrawn
from domain.table.game import Game

STAGES: Final[tuple[Stage, Stage]] = ("opened", "started")


class SignedReceipt(NamedTuple):
    """A receipt of a record that has a valid signature, and its place in the list."""

    number: int
    signed: Signed
    receipt: Receipt

    @property
    def where(self) -> str:
        """The place in the record, as a JSON path."""
        return f"$.receipts[{self.number}]"


def read_receipts(
    tokens: Iterable[str], signatures: Signatures
) -> tuple[list[SignedReceipt], list[Finding]]:
    """Return the receipts of a record that are valid by themselves, and what is wrong with others.

    RC-SIGN-4: each is a signed receipt; that of the opening comes before that of the start.
    """
    found: list[SignedReceipt] = []
    wrong: list[Finding] = []
    for number, token in enumerate(tokens):
        where = f"$.receipts[{number}]"
        try:
            signed = signatures.verify(token)
            receipt = of_kind(signed, Receipt)
        except BadSignature as bad:
            wrong.append(Finding("breach", "RC-SIGN-4", bad.reason, bad.facts, where=where))
            continue
        if found and (found[-1].receipt.stage, receipt.stage) != STAGES:
            facts = {"stage": receipt.stage, "after": found[-1].receipt.stage}
            wrong.append(Finding("breach", "RC-SIGN-4", "out_of_order", facts, where=where))
        found.append(SignedReceipt(number, signed, receipt))
    return found, wrong


class Derived:
    """The statements that the entries of a record lead to, all of which have been decided."""

    def __init__(self, record: AnyRecord, game: Game, again: Rerun) -> None:
        self.game = game
        self.wordings: Mapping[str, int] = game.wordings
        """The wordings of the events that the hashes cover."""
        self._record = record
        self._again = again
        self._hashes = hashes_of(record, again)

    @property
    def head(self) -> bytes:
        """The hash of the last event; empty if it depends on a secret that is not revealed."""
        return self._hashes[-1] if self._hashes else b""

    @property
    def moments(self) -> Iterator[tuple[int, MomentDrawn]]:
        """The events by which moments were drawn, with their versions."""
        return _moments_in(self._again)

    def hash_of(self, version: int) -> bytes:
        """Return the hash of an event; empty if it depends on a secret that is not revealed."""
        return self._hashes[version] if self._hashes else b""

    @property
    def is_signed(self) -> bool:
        """Whether the record has a signature of the end of the game."""
        return self._record.signature is not None

    def reached(self, stage: Stage) -> bool:
        """Return whether the game was opened, or started."""
        return stage == "opened" or self._started is not None

    @property
    def at(self) -> str:
        """The time of the last event."""
        return str(self._record.entries[-1].at)

    def reword(self, wordings: Mapping[str, int]) -> None:
        """Compute the hashes from the events in these wordings instead."""
        self.wordings = wordings
        self._hashes = hashes_of(self._record, self._again, wordings)

    def like(self, statement: GameStatement) -> GameStatement | None:
        """Return what the service would have signed in place of a statement; None if nothing.

        A hash that depends on a secret that is not revealed is taken from the statement.
        """
        version = self._version(statement)
        if isinstance(statement, Call) and not self._hashes:
            return statement
        if version is None or version > self.game.version:
            return None
        at = self._record.entries[self.entry_of(version)].at
        head = self.hash_of(version) or bytes.fromhex(statement.head)
        if isinstance(statement, Receipt):
            return receipt_of(self.game, statement.stage, version, head, at)
        if isinstance(statement, FinalStatement):
            return final_statement(self.game, head, at)
        return replace(statement, at=at, head=head.hex())

    def comes_later(self, statement: GameStatement) -> bool:
        """Return whether the record of an unfinished game ends before the event of a statement."""
        if self.game.finished:
            return False
        if isinstance(statement, Call):
            return statement.at >= self.at
        return statement.version > self.game.version

    def entry_of(self, version: int) -> int:
        """Return the number of the entry that caused an event."""
        return bisect_left(self._ends, version)

    def entry_about(self, statement: GameStatement) -> int | None:
        """Return the number of the entry that a statement is about; None if there is none.

        A call is about the entry after which chance had to draw.
        """
        if isinstance(statement, Call):
            version = self._called.get(statement.moment)
        else:
            version = statement.version
        if version is None or version > self.game.version:
            return None
        return self.entry_of(version)

    @cached_property
    def _called(self) -> Mapping[int, int]:
        """The version whose head the call for each moment names."""
        return _called_in(self._again)

    @cached_property
    def _ends(self) -> Sequence[int]:
        """The version after each entry."""
        return list(accumulate(map(len, self._again.events)))

    @cached_property
    def _started(self) -> int | None:
        """The version of ``game_started``; None if the game has not started."""
        return _started_at(self._again)

    def _version(self, statement: GameStatement) -> int | None:
        """Return the version that a statement must be about; None if there is no such event."""
        if isinstance(statement, Receipt):
            return self._ends[0] if statement.stage == "opened" else self._started
        if isinstance(statement, FinalStatement):
            return self.game.version if self.game.finished else None
        if isinstance(statement, Call):
            return self._called.get(statement.moment)
        return statement.version


def receipt_findings(receipts: Iterable[SignedReceipt], derived: Derived) -> Iterator[Finding]:
    """Yield what is wrong with the receipts of a record, or missing (RC-SIGN-5, RC-SIGN-6)."""
    stages = set(STAGES)
    for one in receipts:
        stages.discard(one.receipt.stage)
        expected = derived.like(one.receipt)
        if one.receipt != expected:
            yield differs("RC-SIGN-5", one.where, one.receipt, expected)
        if one.signed.published is False:
            facts = {"key": one.signed.kid}
            yield Finding("note", "RC-SIGN-6", "key_is_not_published", facts, where=one.where)
    if derived.is_signed:
        for stage in STAGES:
            if stage in stages and derived.reached(stage):
                facts = {"stage": stage}
                yield Finding("note", "RC-SIGN-6", "receipt_is_missing", facts, where="$.receipts")


def _started_at(again: Rerun) -> int | None:
    """Return the version of ``game_started``; None if the game has not started."""
    version = 0
    for events in again.events:
        for event in events:
            version += 1
            if type(event) is GameStarted:
                return version
    return None


def _moments_in(again: Rerun) -> Iterator[tuple[int, MomentDrawn]]:
    """Yield the events by which moments were drawn, with their versions."""
    version = 0
    for events in again.events:
        for event in events:
            version += 1
            if type(event) is MomentDrawn:
                yield version, event


def _called_in(again: Rerun) -> dict[int, int]:
    """Return the version whose head the call for each moment names: that of the event before it.

    Offers to go on without links do not count, because the call was made before them. The last
    moment may be open: then an arbiter has ended the game before it, or it is still to be drawn.
    """
    found: dict[int, int] = {}
    version = called = 0
    game, still_open = again.game, again.open_moment
    ending = len(again.events) - 1 if game is not None and game.finished else None
    for number, events in enumerate(again.events):
        if still_open is not None and number == ending:
            found.setdefault(still_open, called)
        for event in events:
            version += 1
            if type(event) is MomentDrawn:
                found[event.moment] = called
            if type(event) not in WAIVING:
                called = version
    if still_open is not None and ending is None:
        found.setdefault(still_open, called)
    return found
