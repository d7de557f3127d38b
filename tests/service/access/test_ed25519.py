"""libsodium verifies what cryptography signs, and nothing else."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from service.access.ed25519 import verify_bytes

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = KEY.public_key().public_bytes_raw()

ORDER = 2**252 + 27742317777372353535851937790883648493
"""The order of the group (RFC 8032, section 5.1)."""


@given(st.binary(max_size=2_000))
def test_a_signature_of_the_other_library_is_valid(message: bytes) -> None:
    assert verify_bytes(PUBLIC, message, KEY.sign(message))


@given(st.binary(max_size=50), st.integers(0, 511))
def test_every_changed_bit_is_noticed(message: bytes, bit: int) -> None:
    signature = bytearray(KEY.sign(message))
    signature[bit // 8] ^= 1 << bit % 8
    assert not verify_bytes(PUBLIC, message, bytes(signature))
    assert not verify_bytes(PUBLIC, message + b"x", KEY.sign(message))
    other = Ed25519PrivateKey.from_private_bytes(bytes(32)).public_key().public_bytes_raw()
    assert not verify_bytes(other, message, KEY.sign(message))


def test_the_other_spelling_of_a_signature_is_refused() -> None:
    signature = KEY.sign(b"text")
    other = (int.from_bytes(signature[32:], "little") + ORDER).to_bytes(32, "little")
    assert not verify_bytes(PUBLIC, b"text", signature[:32] + other)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_key_of_another_size_verifies_nothing(size: int) -> None:
    assert not verify_bytes(bytes(size), b"text", KEY.sign(b"text"))


@pytest.mark.parametrize("size", [0, 63, 65])
def test_a_signature_of_another_size_is_invalid(size: int) -> None:
    assert not verify_bytes(PUBLIC, b"text", (KEY.sign(b"text") + b"x")[:size])


def test_a_key_of_small_order_verifies_nothing() -> None:
    one = (1).to_bytes(32, "little")  # the neutral element: any message would do
    assert not verify_bytes(one, b"text", one + bytes(32))
