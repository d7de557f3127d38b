"""Content negotiation: media types, codings and languages (RFC 9110, section 12.5).

A client lists ranges, each with a weight from 0 to 1; 0 excludes. The most specific range that
matches a form gives its weight. The form with the greatest weight wins; among equals, the first
that the service offers.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

EVENT_STREAM: Final = "text/event-stream"
"""Chosen only if the client names it: a wildcard does not request an endless response."""

LENGTH_MAX: Final = 4096
"""How many characters of a header to read; ordinary clients send some hundred."""

_ANY: Final = "*"
_ANY_TYPE: Final = "*/*"
_IDENTITY: Final = "identity"

_QUOTED: Final = r'"(?:[^"\\]|\\.?)*(?:"|$)'
"""An unterminated quote extends to the end of the header, which avoids quadratic backtracking."""
_ELEMENT: Final = re.compile(rf'(?:[^,"]|{_QUOTED})+')
_PARAMETER: Final = re.compile(rf'(?:[^;"]|{_QUOTED})+')
_WEIGHT: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9}")

StrT = TypeVar("StrT", bound=str)


def preferred_type(accept: str, offered: Sequence[str]) -> str | None:
    """Return the media type that ``Accept`` prefers; None if it accepts none of those offered.

    Parameters of a range other than its weight are ignored: the offered types have none.
    """
    weights = _greatest(_ranges(accept)) or {_ANY_TYPE: 1.0}
    if _ANY in weights:  # the form that old Java clients send
        weights.setdefault(_ANY_TYPE, weights[_ANY])
    found = [_weight_of_type(one, weights) for one in offered]
    greatest = max(found)
    return offered[found.index(greatest)] if greatest > 0 else None


def takes_coding(accept: str, coding: str) -> bool:
    """Return whether ``Accept-Encoding`` prefers a content coding to the plain response.

    The client must name the coding: few clients that send ``*`` can decode every coding.
    """
    weights = _greatest(_ranges(accept))
    weight = weights.get(coding, 0.0)
    return weight > 0 and weight >= weights.get(_IDENTITY, 0.0)


def preferred_language(accept: str, offered: Sequence[StrT]) -> StrT:
    """Return the language that ``Accept-Language`` prefers; the first offered if it accepts none.

    Among languages with equal weights, the one listed first wins.
    """
    ranges = [(one.partition("-")[0], weight) for one, weight in _ranges(accept)]
    named = {one for one, _ in ranges}
    best, greatest = offered[0], 0.0
    for one, weight in ranges:
        fitting = [
            language
            for language in offered
            if language == one or (one == _ANY and language not in named)
        ]
        if fitting and weight > greatest:
            best, greatest = fitting[0], weight
    return best


def _weight_of_type(offered: str, weights: Mapping[str, float]) -> float:
    """Return the weight of a media type: the one of the most specific range that matches it."""
    of_this_kind = f"{offered.partition('/')[0]}/{_ANY}"
    wildcards = () if offered == EVENT_STREAM else (of_this_kind, _ANY_TYPE)
    fitting = (weights[one] for one in (offered, *wildcards) if one in weights)
    return next(fitting, 0.0)


def _greatest(ranges: Sequence[tuple[str, float]]) -> dict[str, float]:
    """Return the weight of each range; of a repeated one, the greatest."""
    return dict(sorted(ranges, key=lambda one: one[1]))


def _ranges(accept: str) -> list[tuple[str, float]]:
    """Return the ranges of a header in lower case, with their weights, in order."""
    elements = (_PARAMETER.findall(element) for element in _ELEMENT.findall(accept[:LENGTH_MAX]))
    found = ((name.strip().lower(), _weight(rest)) for name, *rest in filter(None, elements))
    return [one for one in found if one[0]]


def _weight(parameters: Sequence[str]) -> float:
    """Return the weight among the parameters of a range: 1 by default, 0 if it is not a number."""
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            value = value.strip()
            return min(float(value), 1.0) if _WEIGHT.fullmatch(value) else 0.0
    return 1.0
