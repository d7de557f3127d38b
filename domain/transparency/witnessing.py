"""What a witness does (C2SP tlog-witness): the call ``add-checkpoint``, as a pure function.

A witness has one record for each log, the latest checkpoint that it cosigned. It must store the new
record before it answers, and no other call for the same log may come between.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from domain.transparency.checkpoints import (
    Checkpoint,
    checkpoint_in,
    cosignature_line,
    cosigned_message,
    read_size,
    verified,
)
from domain.transparency.notes import (
    BadNote,
    NoteKey,
    SignedNote,
    VerifyBytes,
    from_base64,
    read_note,
    to_base64,
)
from domain.transparency.tree import EMPTY_ROOT, HASH_BYTES, proves_consistency

PROOF_LINES_MAX: Final = 63
TEXT: Final = "text/plain; charset=utf-8"
SIZE_TYPE: Final = "text/x.tlog.size"

_STATUS: Final = {
    "unknown_origin": 404,
    "no_signature_by_a_known_key": 403,
    "signature_does_not_verify": 403,
    "not_the_empty_root": 422,
    "not_consistent": 422,
}
"""The status for each reason; for all others, the call itself is wrong."""

SignBytes: TypeAlias = Callable[[bytes], bytes]
"""Returns the Ed25519 signature of a message."""


class Submission(NamedTuple):
    """The body of a call of ``add-checkpoint``."""

    old: int
    """The size of the latest checkpoint that the witness cosigned; 0 if it has none."""
    proof: tuple[bytes, ...]
    """Proves that the tree of the checkpoint continues the one of that size."""
    note: str
    """The checkpoint, signed by the log."""

    @property
    def body(self) -> bytes:
        """The body as it is sent."""
        lines = [f"old {self.old}", *map(to_base64, self.proof), "", self.note]
        return "\n".join(lines).encode()


class Reply(NamedTuple):
    """The answer of a witness."""

    status: int
    body: str
    media_type: str
    latest: Checkpoint | None = None
    """The checkpoint that it cosigned, which it must store first; None if it did not."""
    reason: str = ""
    """Why it did not, as a code."""
    facts: Mapping[str, Any] = {}
    """The values behind the reason."""


class CosigningWitness(NamedTuple):
    """A witness: the logs that it follows, and the key with which it cosigns."""

    logs: Mapping[str, Sequence[NoteKey]]
    """The keys of each log, by origin."""
    key: NoteKey
    sign: SignBytes
    verify: VerifyBytes

    def answer(self, body: bytes, latest: Callable[[str], Checkpoint | None], now: int) -> Reply:
        """Return the answer to a call.

        ``latest`` returns the latest checkpoint that the witness cosigned for an origin; ``now`` is
        the time in seconds since 1970.
        """
        try:
            asked = read_submission(body)
            note = read_note(asked.note.encode())
            checkpoint = checkpoint_in(note)
            self._must_be_signed(note, checkpoint, asked)
            before = latest(checkpoint.origin) or Checkpoint(checkpoint.origin, 0, EMPTY_ROOT)
            if asked.old != before.size:
                return Reply(409, f"{before.size}\n", SIZE_TYPE, reason="another_size")
            _must_continue(before, checkpoint, asked)
        except BadNote as wrong:
            status = _STATUS.get(wrong.reason, 400)
            return Reply(status, f"{wrong}\n", TEXT, reason=wrong.reason, facts=wrong.facts)
        signature = self.sign(cosigned_message(note.text, now))
        line = cosignature_line(self.key, now, signature).line
        return Reply(200, line, TEXT, checkpoint)

    def _must_be_signed(self, note: SignedNote, checkpoint: Checkpoint, asked: Submission) -> None:
        """Raise BadNote unless a key of the log signed the note, for a size from the old one."""
        known = self.logs.get(checkpoint.origin)
        if known is None:
            raise BadNote("unknown_origin", origin=checkpoint.origin)
        verified(note, known, self.verify)
        if asked.old > checkpoint.size:
            raise BadNote("checkpoint_goes_backward", old=asked.old, size=checkpoint.size)


def read_submission(body: bytes) -> Submission:
    """Return the call in this body; raise BadNote with the line that is wrong."""
    try:
        above, blank, note = body.decode().partition("\n\n")
    except UnicodeDecodeError as wrong:
        raise BadNote("not_utf_8", line=body.count(b"\n", 0, wrong.start) + 1) from None
    first, *lines = above.split("\n")
    old = read_size(first.removeprefix("old "))
    if not first.startswith("old ") or old is None:
        raise BadNote("not_an_old_size", line=1, expected="old and a size")
    if not blank:
        raise BadNote("checkpoint_is_cut_off", line=len(lines) + 1, expected="an empty line")
    if len(lines) > PROOF_LINES_MAX:
        raise BadNote("proof_too_long", line=PROOF_LINES_MAX + 2, expected=PROOF_LINES_MAX)
    return Submission(old, tuple(_hash(line, at) for at, line in enumerate(lines, 2)), note)


def _must_continue(before: Checkpoint, now: Checkpoint, asked: Submission) -> None:
    """Raise BadNote unless the proof shows that one checkpoint continues the other."""
    if now.size == 0 and now.root != EMPTY_ROOT:
        raise BadNote("not_the_empty_root", size=0)
    if not proves_consistency(before.size, before.root, now.size, now.root, asked.proof):
        raise BadNote("not_consistent", old=before.size, size=now.size)


def _hash(line: str, number: int) -> bytes:
    try:
        content = from_base64(line)
    except ValueError:
        content = b""
    if len(content) != HASH_BYTES:
        raise BadNote("not_a_hash", line=number)
    return content
