"""The one type of 32 bytes in text: hashes, tips, links and secrets.

Only the transparency log writes hashes otherwise, in base64, because its formats come from C2SP.
"""

from typing import Annotated, Final

from msgspec import Meta

from domain.refusal import expects

_EXPECTED: Final = "64 hexadecimal digits, lower case"

Hex32 = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{64}$(?!\n)",
        description="32 bytes, in hexadecimal.",
        extra=expects(_EXPECTED),
    ),
]
OptionalHex32 = Annotated[
    str,
    Meta(
        pattern=r"^([0-9a-f]{64})?$(?!\n)",
        extra=expects(f"{_EXPECTED}, or empty text"),
    ),
]
