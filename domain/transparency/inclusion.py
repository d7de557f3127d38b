"""What a record says about the transparency log: proofs that its game has leaves there.

THIS FILE IS A STORAGE FORMAT. The leaves are texts that the record has anyway: the leaf of the end
is the statement in its signature. So a record proves its own leaves. Hashes are in base64, as in
the checkpoint and in the proofs of C2SP; all other hashes of Carolus are in hexadecimal.
"""

from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from domain.refusal import expects
from domain.transparency.checkpoints import SIZE_MAX
from domain.transparency.notes import NOTE_BYTES_MAX, from_base64
from domain.transparency.tree import leaf_hash, proves_inclusion

PATH_MAX: Final = 63
WITNESSED_MAX: Final = 16
"""Checkpoints in ``witnessed``."""

LeafOfGame: TypeAlias = Literal["opening", "start", "end"]
"""What a leaf of a game is about."""
LEAVES_OF_GAME: Final[tuple[LeafOfGame, ...]] = get_args(LeafOfGame)

NodeHash = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$(?!\n)",
        description="SHA-256, in base64.",
        extra=expects("32 bytes in base64"),
    ),
]


class LeafProof(Struct, frozen=True, forbid_unknown_fields=True):
    """The proof that a log has a leaf (RFC 6962, section 2.1.1)."""

    index: Annotated[int, Meta(ge=0, le=SIZE_MAX)]
    """The index of the leaf; the first is 0."""
    path: Annotated[tuple[NodeHash, ...], Meta(max_length=PATH_MAX)]
    """The hashes of the siblings on the path from the leaf to the root, starting at the leaf."""

    def proves(self, leaf: bytes, size: int, root: bytes) -> bool:
        """Return whether a tree with this size and root has the leaf."""
        path = [from_base64(one) for one in self.path]
        return proves_inclusion(leaf_hash(leaf), self.index, size, path, root)


CheckpointText = Annotated[str, Meta(max_length=NOTE_BYTES_MAX)]
VerifierKey = Annotated[str, Meta(max_length=1_000)]


class WitnessedOpening(Struct, frozen=True, forbid_unknown_fields=True):
    """The proof that an earlier tree of the log, which witnesses saw, has the opening of a game."""

    checkpoint: CheckpointText
    """The checkpoint of that tree: a signed note, with the cosignatures of witnesses."""
    key: VerifierKey
    """The key of the service that signed the checkpoint, as a verifier key of signed notes."""
    opening: LeafProof
    """The receipt of the opening, in that tree."""


class Inclusion(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where the log has the leaves of a game. A leaf that it does not have yet is omitted."""

    checkpoint: CheckpointText
    """The checkpoint of the tree: a signed note, with the cosignatures of witnesses."""
    key: VerifierKey
    """The key of the service that signed the checkpoint, as a verifier key of signed notes."""
    opening: LeafProof | None = None
    """The receipt of the opening."""
    start: LeafProof | None = None
    """The receipt of the start."""
    end: LeafProof | None = None
    """The statement about the end."""
    witnessed: Annotated[tuple[WitnessedOpening, ...], Meta(max_length=WITNESSED_MAX)] = ()
    """The first checkpoints with the opening that witnesses cosigned, smallest first.

    All are smaller than ``checkpoint``. Omitted if there are none.
    """
