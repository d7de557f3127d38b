"""Signed notes (C2SP signed-note): text, and lines with the signatures of any number of keys."""

import re
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeAlias

ED25519: Final = 0x01
"""The type of a signature of the text of a note."""
COSIGNATURE: Final = 0x04
"""The type of a cosignature of a checkpoint, with its time (C2SP tlog-cosignature)."""

NOTE_BYTES_MAX: Final = 64 << 10
SIGNATURES_MAX: Final = 64
"""Limits of a note; the specification requires at least 16 signatures."""

PUBLIC_KEY_BYTES: Final = 32
_KEY_ID_BYTES: Final = 4
_DASH: Final = "\u2014 "
_CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f]")
KEY_NAME: Final = re.compile(r"[^\s+]+")
"""The name of a key."""

VerifyBytes: TypeAlias = Callable[[bytes, bytes, bytes], bool]
"""Whether an Ed25519 key (32 bytes) signed a message: key, message, signature."""


class BadNote(Exception):
    """Text that is not a note, or lacks a valid signature.

    ``reason`` is a code; ``facts`` have the number of the line, from 1, and what is wrong there.
    """

    def __init__(self, reason: str, /, **facts: Any) -> None:
        super().__init__(f"{reason}: {facts}" if facts else reason)
        self.reason = reason
        self.facts: Mapping[str, Any] = facts


class NoteSignature(NamedTuple):
    """One line below the text."""

    name: str
    key_id: bytes
    signature: bytes

    @property
    def line(self) -> str:
        """The line, with its line feed."""
        return f"{_DASH}{self.name} {to_base64(self.key_id + self.signature)}\n"


class NoteKey(NamedTuple):
    """A public key that signs notes under a name."""

    name: str
    kind: int
    public: bytes

    @property
    def key_id(self) -> bytes:
        """The first four bytes of the hash of name, type and key."""
        return sha256(f"{self.name}\n".encode() + bytes([self.kind]) + self.public).digest()[
            :_KEY_ID_BYTES
        ]

    @property
    def vkey(self) -> str:
        """The key as text, as verifiers are configured with it."""
        return f"{self.name}+{self.key_id.hex()}+{to_base64(bytes([self.kind]) + self.public)}"

    def signed(self, one: NoteSignature) -> bool:
        """Return whether a signature names this key."""
        return (one.name, one.key_id) == (self.name, self.key_id)


class SignedNote(NamedTuple):
    """A note that was read; its signatures were not verified."""

    text: str
    """Ends with a line feed, which the signatures cover."""
    signatures: tuple[NoteSignature, ...]

    def __str__(self) -> str:
        """Return the note as it is sent."""
        return f"{self.text}\n{''.join(one.line for one in self.signatures)}"


def read_note(content: bytes) -> SignedNote:
    """Return the note in these bytes; raise BadNote, with the line, for anything else."""
    if len(content) > NOTE_BYTES_MAX:
        raise BadNote("note_too_long", bytes=len(content), expected=NOTE_BYTES_MAX)
    try:
        whole = content.decode()
    except UnicodeDecodeError as wrong:
        raise BadNote("not_utf_8", line=content.count(b"\n", 0, wrong.start) + 1) from None
    if control := _CONTROL.search(whole):
        line = whole.count("\n", 0, control.start()) + 1
        raise BadNote("control_character", line=line, character=ord(control[0]))
    text, blank, below = whole.rpartition("\n\n")
    lines_above = text.count("\n") + 2
    if not blank or not below:
        raise BadNote("note_has_no_signature", line=whole.count("\n") + 1)
    if not below.endswith("\n"):
        raise BadNote("line_is_cut_off", line=whole.count("\n") + 1)
    return SignedNote(f"{text}\n", read_signatures(below, lines_above))


def read_signatures(lines: str, above: int = 0) -> tuple[NoteSignature, ...]:
    """Return the signatures in these lines, below ``above`` others; raise BadNote."""
    found = tuple(
        _signature(line, number)
        for number, line in enumerate(lines.removesuffix("\n").split("\n"), above + 1)
    )
    if len(found) > SIGNATURES_MAX:
        raise BadNote("too_many_signatures", signatures=len(found), expected=SIGNATURES_MAX)
    return found


def read_vkey(text: str) -> NoteKey:
    """Return the key in a text such as ``example.com/log+0a1b2c3d+AQ…``; raise BadNote."""
    name, _, rest = text.partition("+")
    key_id, _, material = rest.partition("+")
    try:
        content = from_base64(material)
    except ValueError:
        content = b""
    if not is_name(name) or len(content) != 1 + PUBLIC_KEY_BYTES:
        raise BadNote("not_a_verifier_key", key=text)
    key = NoteKey(name, content[0], content[1:])
    if key.kind not in {ED25519, COSIGNATURE}:
        raise BadNote("unknown_kind_of_key", key=text, kind=key.kind)
    if key.key_id.hex() != key_id:
        raise BadNote("key_id_does_not_match", key=text, expected=key.key_id.hex())
    return key


def signers(
    note: SignedNote, keys: Iterable[NoteKey], verify: VerifyBytes
) -> Sequence[tuple[NoteKey, NoteSignature]]:
    """Return those of these keys that signed a note, with their signatures.

    Raises BadNote if a signature by one of them is invalid, or if there is none.
    """
    found: list[tuple[NoteKey, NoteSignature]] = []
    for key in keys:
        for one in filter(key.signed, note.signatures):
            if not verify(key.public, note.text.encode(), one.signature):
                raise BadNote("signature_does_not_verify", key=key.vkey)
            found.append((key, one))
    if not found:
        names = [f"{one.name}+{one.key_id.hex()}" for one in note.signatures]
        raise BadNote("no_signature_by_a_known_key", signed_by=names)
    return found


def is_name(text: str) -> bool:
    """Return whether this can be the name of a key."""
    return KEY_NAME.fullmatch(text) is not None and not _CONTROL.search(text)


def to_base64(content: bytes) -> str:
    """Return standard base64 (RFC 4648, section 4)."""
    return b64encode(content).decode()


def from_base64(text: str) -> bytes:
    """Return the bytes; raise ValueError unless the text is their only encoding."""
    try:
        content = b64decode(text, validate=True)
    except Error as wrong:
        raise ValueError(str(wrong)) from None
    if to_base64(content) != text:
        raise ValueError("the last character has spare bits")
    return content


def _signature(line: str, number: int) -> NoteSignature:
    name, space, encoded = line.removeprefix(_DASH).partition(" ")
    try:
        content = from_base64(encoded)
    except ValueError:
        content = b""
    if not line.startswith(_DASH) or not space or not is_name(name):
        raise BadNote("not_a_signature_line", line=number)
    if len(content) <= _KEY_ID_BYTES:
        raise BadNote("signature_is_not_base64", line=number)
    return NoteSignature(name, content[:_KEY_ID_BYTES], content[_KEY_ID_BYTES:])
