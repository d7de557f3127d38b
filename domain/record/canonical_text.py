"""Texts that are signed: JSON in the canonical form of RFC 8785, and no other spelling of it."""

from typing import Any, Final, Generic, TypeVar

import msgspec

from domain.record.record import malformed
from domain.refusal import Malformed

SignedT = TypeVar("SignedT")

_ENCODER: Final = msgspec.json.Encoder(order="sorted")


def canonical_text(value: Any) -> bytes:
    """Return the canonical form of a value: the bytes that are signed."""
    return _ENCODER.encode(value)


class CanonicalReader(Generic[SignedT]):
    """Reads the canonical form of one kind of value, which errors name."""

    def __init__(self, kind: Any, name: str) -> None:
        self._decoder: msgspec.json.Decoder[SignedT] = msgspec.json.Decoder(kind)
        self._name = name

    def __call__(self, text: bytes) -> SignedT:
        """Return the value with this canonical form; raise Malformed for any other text."""
        try:
            value = self._decoder.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
            raise malformed(wrong) from None
        if canonical_text(value) != text:
            raise Malformed(f"the {self._name} is not in canonical form")
        return value
