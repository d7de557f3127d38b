"""What verifies the signatures of a record, and knows whose keys count.

The domain says what is signed. Keys, and the curve, belong to the caller.
"""

from typing import NamedTuple, NoReturn, Protocol

from msgspec import Struct

from domain.record.statement import Signed
from domain.transparency.checkpoints import Checkpoint, Cosignature
from domain.transparency.inclusion import LeafOfGame
from domain.transparency.notes import NoteKey


class Published(NamedTuple):
    """A checkpoint with a valid signature."""

    checkpoint: Checkpoint
    kid: str
    """The thumbprint of the key that signed (RFC 7638)."""
    listed: bool | None
    """Whether the key is among the given published keys; None if none were given."""
    founded: bool | None
    """The same for the key that the origin names."""
    cosigned: tuple[Cosignature, ...] = ()
    """The cosignatures of trusted witnesses of the log."""
    not_cosigned: tuple[NoteKey, ...] = ()
    """The keys of trusted witnesses that did not cosign it."""


class OpeningSeen(NamedTuple):
    """When a trusted witness saw the opening of a game first, as far as its record says."""

    signed: Cosignature
    size: int
    """The leaves that the log had."""
    first_seat: int | None
    """The whole seconds from then until the first seat was taken; below zero if it was later, and
    None if no seat was taken."""
    start: int | None
    """The same until the game started; None if no receipt says when."""


class DatedLeaf(Struct, frozen=True):
    """A leaf of a game: what it is about, its index in the log, and when it was signed."""

    about: LeafOfGame
    index: int
    at: str


class LoggedGame(NamedTuple):
    """The checkpoints in a record, each with a valid signature."""

    published: Published | None = None
    """The one of the proof of inclusion; None if the record has none, or an invalid one."""
    witnessed: tuple[Published, ...] = ()
    """Earlier ones that witnesses cosigned, smallest first."""
    seen: tuple[OpeningSeen, ...] = ()
    """What trusted witnesses saw."""
    leaves: tuple[DatedLeaf, ...] = ()
    """The leaves in the tree of the proof of inclusion; none if that is missing or invalid."""


class Signatures(Protocol):
    """Verifies each kind of signature: of the service, of its log, of witnesses.

    Keys are named by their thumbprints (RFC 7638). A question about keys is answered None if no
    such keys were given.
    """

    def verify(self, token: str) -> Signed:
        """Return the statement in a compact JWS; raise BadSignature."""

    def verify_checkpoint(self, note: str, vkey: str) -> Published:
        """Return the checkpoint in a note that a verifier key signed; raise BadNote."""

    def verify_witness(self, key: str, signature: str, text: bytes) -> bool:
        """Return whether a public key made this signature; both are in base64url."""

    def thumbprint(self, key: str) -> str:
        """Return the thumbprint of a public key in base64url."""

    def is_published(self, kid: str) -> bool | None:
        """Return whether the service has published this key."""

    def is_trusted(self, kid: str) -> bool | None:
        """Return whether this is the key of a witness that the auditor trusts."""


class NoSignatures:
    """For records without signatures: raises ValueError for any signature, and knows no keys."""

    def verify(self, token: str) -> NoReturn:
        """Raise ValueError."""
        raise ValueError("the record is signed: remove the signature, or pass what verifies it")

    def verify_checkpoint(self, note: str, vkey: str) -> NoReturn:
        """Raise ValueError."""
        raise ValueError("the record has a checkpoint: remove it, or pass what verifies it")

    def verify_witness(self, key: str, signature: str, text: bytes) -> NoReturn:
        """Raise ValueError."""
        raise ValueError("the record has a witness: pass what verifies its signatures")

    def thumbprint(self, key: str) -> NoReturn:
        """Raise ValueError."""
        raise ValueError("the record has a witness: pass what verifies its signatures")

    def is_published(self, kid: str) -> None:
        """Return None: there are no keys to compare with."""

    def is_trusted(self, kid: str) -> None:
        """Return None: there are no keys to compare with."""
