"""Test the encryption of pushes: by the vectors of RFC 8291, and as browsers decrypt."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given
from hypothesis.strategies import binary

from domain.record.jws import from_base64url
from service.notifications.encryption import PLAIN_MAX, encrypted, public_point
from tests.support.servers.pushed import decrypted

PLAIN = b"When I grow up, I want to be a watermelon"
AUTH = from_base64url("BTBZMqHH6r4Tts7J_aSIgg")
RECEIVER = from_base64url("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
RECEIVER_POINT = from_base64url(
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
)
SENDER = from_base64url("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
SALT = from_base64url("DGv6ra1nlYgDCS1FRnbzlw")
MESSAGE = from_base64url(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
"""The example of RFC 8291, section 5 and appendix A."""


def private(secret: bytes) -> ec.EllipticCurvePrivateKey:
    """Return a private key of P-256."""
    return ec.derive_private_key(int.from_bytes(secret, "big"), ec.SECP256R1())


def test_the_example_of_the_rfc() -> None:
    """With its keys and salt, the message is the same, byte for byte."""
    found = encrypted(PLAIN, public_point(RECEIVER_POINT), AUTH, sender=private(SENDER), salt=SALT)
    assert found == MESSAGE


@given(plain=binary(max_size=PLAIN_MAX))
def test_a_browser_can_read_every_message(plain: bytes) -> None:
    """Keys and salt are new each time, and no message is longer than all push services accept."""
    key = private(RECEIVER)
    messages = [encrypted(plain, key.public_key(), AUTH) for _ in range(2)]
    assert messages[0][:86] != messages[1][:86]
    for message in messages:
        assert len(message) <= 4096
        assert decrypted(message, key, AUTH) == plain


def test_a_message_has_one_record() -> None:
    """A longer one is refused rather than split."""
    with pytest.raises(ValueError, match="expected at most 3993 bytes, not 3994"):
        encrypted(bytes(PLAIN_MAX + 1), public_point(RECEIVER_POINT), AUTH)


@pytest.mark.parametrize("point", [b"", RECEIVER_POINT[:-1], b"\x04" + bytes(64)])
def test_a_key_is_a_point_of_the_curve(point: bytes) -> None:
    """Anything else is refused."""
    with pytest.raises(ValueError, match=r".+"):
        public_point(point)
