"""The content coding gzip, and the entity tags of what was packed.

A packed answer is another representation, so it has an entity tag of its own (RFC 9110, section
8.8.3.3): that of the plain one, with ``-gzip`` at its end.
"""

from typing import Final

GZIP: Final = "gzip"

_SUFFIX: Final = f'-{GZIP}"'


def packed_tag(tag: str) -> str:
    """Return the entity tag of an answer when it is packed."""
    return tag.removesuffix('"') + _SUFFIX


def plain_tag(tag: str) -> str:
    """Return the entity tag of an answer when it is plain, given either."""
    return tag.removesuffix(_SUFFIX) + '"' if is_packed(tag) else tag


def is_packed(tag: str) -> bool:
    """Tell whether an entity tag, or the last of several, is that of a packed answer."""
    return tag.endswith(_SUFFIX)
