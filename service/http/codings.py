"""Content codings: which ones a client can unpack, and the entity tags of what was packed.

A packed answer is another representation, so it has an entity tag of its own (RFC 9110, section
8.8.3.3): that of the plain one, with ``-gzip`` at its end.
"""

from typing import Final

GZIP: Final = "gzip"

_SUFFIX: Final = f'-{GZIP}"'


def takes(asked: str, coding: str) -> bool:
    """Tell whether ``Accept-Encoding`` names a content coding (RFC 9110, section 12.5.3)."""
    for part in asked.split(","):
        name, _, parameter = part.partition(";")
        if name.strip().lower() == coding:
            return weight(parameter.partition("=")[2].strip() or None) > 0
    return False


def weight(text: str | None) -> float:
    """Return the weight of a choice (RFC 9110, section 12.4.2): 0 for what is no number."""
    try:
        return 1.0 if text is None else float(text)
    except ValueError:
        return 0.0


def packed_tag(tag: str) -> str:
    """Return the entity tag of an answer when it is packed."""
    return tag.removesuffix('"') + _SUFFIX


def plain_tag(tag: str) -> str:
    """Return the entity tag of an answer when it is plain, given either."""
    return tag.removesuffix(_SUFFIX) + '"' if is_packed(tag) else tag


def is_packed(tag: str) -> bool:
    """Tell whether an entity tag, or the last of several, is that of a packed answer."""
    return tag.endswith(_SUFFIX)
