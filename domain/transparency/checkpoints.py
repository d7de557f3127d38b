"""Checkpoints of a log (C2SP tlog-checkpoint), and the cosignatures of witnesses below them."""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from domain.transparency.notes import (
    COSIGNATURE,
    BadNote,
    NoteKey,
    NoteSignature,
    SignedNote,
    VerifyBytes,
    from_base64,
    signers,
    to_base64,
)
from domain.transparency.tree import HASH_BYTES

SIZE_MAX: Final = (1 << 63) - 1
_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,18}")
_TIME_BYTES: Final = 8
_LINES: Final = 3
_ORIGIN: Final = re.compile(r"carolus/([A-Za-z0-9_-]{43})")


class Checkpoint(NamedTuple):
    """The state of a log: its name, its number of leaves, and the root of its tree."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """The text that is signed."""
        return f"{self.origin}\n{self.size}\n{to_base64(self.root)}\n"


class Cosignature(NamedTuple):
    """A witness's statement that it saw a checkpoint, consistent with all that it saw before."""

    key: NoteKey
    time: int
    """Seconds since 1970, by the clock of the witness."""


def checkpoint_in(note: SignedNote) -> Checkpoint:
    """Return the checkpoint in a note, without verifying anything; raise BadNote."""
    lines = note.text.removesuffix("\n").split("\n")
    if len(lines) < _LINES:
        raise BadNote("checkpoint_is_cut_off", line=len(lines), expected="origin, size, root")
    for number, line in enumerate(lines, 1):
        if not line:
            raise BadNote("empty_line", line=number)
    size = read_size(lines[1])
    if size is None:
        raise BadNote("not_a_tree_size", line=2, size=lines[1])
    try:
        root = from_base64(lines[2])
    except ValueError:
        root = b""
    if len(root) != HASH_BYTES:
        raise BadNote("not_a_root_hash", line=3, root=lines[2])
    return Checkpoint(lines[0], size, root)


def origin_of(kid: str) -> str:
    """Return the origin of the log whose first leaf is the key with this thumbprint."""
    return f"carolus/{kid}"


def founder_in(origin: str) -> str | None:
    """Return the thumbprint of the key in the first leaf of a log; None for a foreign origin."""
    found = _ORIGIN.fullmatch(origin)
    return None if found is None else found[1]


def refuse_extensions(note: SignedNote) -> None:
    """Raise BadNote if a checkpoint has lines that a service does not write."""
    lines = note.text.removesuffix("\n").split("\n")
    if len(lines) > _LINES:
        raise BadNote("extension_line", line=_LINES + 1, text=lines[_LINES])


def read_size(text: str) -> int | None:
    """Return the size of a tree in decimal digits, or None for any other text."""
    return int(text) if _SIZE.fullmatch(text) and int(text) <= SIZE_MAX else None


def verified(note: SignedNote, keys: Sequence[NoteKey], verify: VerifyBytes) -> Checkpoint:
    """Return the checkpoint in a note that one of these keys of the log signed; raise BadNote.

    Only keys whose name is the origin count.
    """
    checkpoint = checkpoint_in(note)
    known = [key for key in keys if key.name == checkpoint.origin]
    if not known:
        raise BadNote("unknown_origin", origin=checkpoint.origin)
    signers(note, known, verify)
    return checkpoint


def cosigned_message(text: str, time: int) -> bytes:
    """Return what a witness signs at this time: the text of the checkpoint below two lines."""
    return f"cosignature/v1\ntime {time}\n{text}".encode()


def cosignature_line(key: NoteKey, time: int, signature: bytes) -> NoteSignature:
    """Return the line with a cosignature."""
    return NoteSignature(key.name, key.key_id, time.to_bytes(_TIME_BYTES, "big") + signature)


def cosignatures(
    note: SignedNote, keys: Iterable[NoteKey], verify: VerifyBytes
) -> tuple[Cosignature, ...]:
    """Return the cosignatures of these witnesses below a note; raise BadNote if one is invalid."""
    found: list[Cosignature] = []
    for key in keys:
        for one in filter(key.signed, note.signatures):
            time = int.from_bytes(one.signature[:_TIME_BYTES], "big")
            message = cosigned_message(note.text, time)
            is_valid = key.kind == COSIGNATURE and time <= SIZE_MAX
            if not is_valid or not verify(key.public, message, one.signature[_TIME_BYTES:]):
                raise BadNote("cosignature_does_not_verify", key=key.vkey)
            found.append(Cosignature(key, time))
    return tuple(found)
