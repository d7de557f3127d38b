"""Leaves of the transparency log: which row of the log is one, and its bytes.

THIS FILE IS A STORAGE FORMAT. A leaf is the text that the service signed, as it is in a receipt or
a statement, or a ``carolus-key/1``. Each is JSON in the canonical form of RFC 8785.
"""

from base64 import urlsafe_b64decode
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
from eventsourcing.persistence import StoredEvent

from domain.record.jws import Jwk
from domain.transparency.inclusion import LeafOfGame
from service.access.deeds import SIGNING_KEY, KeyDeed
from service.storage.log import RECEIPT, RECEIPT_VERSIONS, SIGNATURE
from service.storage.tournaments import TOURNAMENT

KEY_FORMAT: Final = "carolus-key/1"

LeafKind: TypeAlias = LeafOfGame | Literal["key"]


class Leaf(NamedTuple):
    """A leaf that a row stands for."""

    kind: LeafKind
    subject: str
    """The id of the game, the stream of the tournament, or the thumbprint of the key."""
    text: bytes
    kid: str
    """The thumbprint of the key that signed the text; that of a key is its own."""


class KeyLeaf(msgspec.Struct, frozen=True):
    """The text of the leaf of a signing key."""

    at: str
    """When the key was made."""
    format: Literal["carolus-key/1"]
    jwk: Jwk


class _LeafHeader(msgspec.Struct, frozen=True):
    """The member of the header of a JWS that says who signed."""

    kid: str


def may_be_leaf(stream: str) -> bool:
    """Return whether the rows of a stream may be leaves."""
    return stream.startswith((RECEIPT, SIGNATURE, SIGNING_KEY))


def leaf_of(row: StoredEvent) -> Leaf | None:
    """Return the leaf that a row of the log stands for; None if it is not one."""
    stream = str(row.originator_id)
    if stream.startswith(SIGNATURE):
        return _signed("end", stream.removeprefix(SIGNATURE), row.state)
    if stream.startswith(RECEIPT):
        kind = _RECEIPTS[row.originator_version]
        subject = stream.removeprefix(RECEIPT)
        if kind == "start" and subject.startswith(TOURNAMENT):
            return None  # a tournament has two leaves: its opening and its end
        return _signed(kind, subject, row.state)
    if stream.startswith(SIGNING_KEY):
        kid = stream.removeprefix(SIGNING_KEY)
        deed = _KEY_DEED.decode(row.state)
        text = _ENCODER.encode(KeyLeaf(deed.at, KEY_FORMAT, Jwk("Ed25519", "OKP", deed.x)))
        return Leaf("key", kid, text, kid)
    return None


def _signed(kind: LeafOfGame, game: str, token: bytes) -> Leaf:
    """Return the payload of a JWS as a leaf."""
    header, payload, _ = token.split(b".")
    return Leaf(kind, game, _decoded(payload), _HEADER.decode(_decoded(header)).kid)


def _decoded(part: bytes) -> bytes:
    return urlsafe_b64decode(part + b"=" * (-len(part) % 4))


_RECEIPTS: Final[Mapping[int, LeafOfGame]] = {
    RECEIPT_VERSIONS["opened"]: "opening",
    RECEIPT_VERSIONS["started"]: "start",
}
_KEY_DEED: Final = msgspec.json.Decoder(KeyDeed)
_HEADER: Final = msgspec.json.Decoder(_LeafHeader)
_ENCODER: Final = msgspec.json.Encoder(order="sorted")
