"""Which form of an answer a client prefers: media types, codings, languages (RFC 9110, 12.5).

A client names ranges, each with a weight from 0 to 1; 0 says no. The most specific range decides
about a form. The form with the greatest weight wins, and of equal ones the first that we offer.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

EVENT_STREAM: Final = "text/event-stream"
"""A client gets it only if it names it: a wildcard does not ask for an answer without an end."""

LENGTH_MAX: Final = 4096
"""What is read of a header; those of honest clients have some hundred characters."""

_ANY: Final = "*"
_ANY_TYPE: Final = "*/*"
_IDENTITY: Final = "identity"

_QUOTED: Final = r'"(?:[^"\\]|\\.?)*(?:"|$)'
"""What has no end goes on to the end of the header: it is read once, however often it begins."""
_ELEMENT: Final = re.compile(rf'(?:[^,"]|{_QUOTED})+')
_PARAMETER: Final = re.compile(rf'(?:[^;"]|{_QUOTED})+')
_WEIGHT: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9}")

StrT = TypeVar("StrT", bound=str)


def preferred_type(asked: str, offered: Sequence[str]) -> str | None:
    """Return the media type that ``Accept`` prefers; None if it takes none of those offered.

    Parameters of a range other than its weight are ignored: what we offer has none.
    """
    weights = _greatest(_ranges(asked)) or {_ANY_TYPE: 1.0}
    if _ANY in weights:  # as old Java clients write it
        weights.setdefault(_ANY_TYPE, weights[_ANY])
    found = [_weight_of_type(one, weights) for one in offered]
    greatest = max(found)
    return offered[found.index(greatest)] if greatest > 0 else None


def takes_coding(asked: str, coding: str) -> bool:
    """Tell whether ``Accept-Encoding`` prefers a content coding to the plain answer.

    The client has to name it: one that says ``*`` can hardly unpack all that there is.
    """
    weights = _greatest(_ranges(asked))
    weight = weights.get(coding, 0.0)
    return weight > 0 and weight >= weights.get(_IDENTITY, 0.0)


def preferred_language(asked: str, spoken: Sequence[StrT]) -> StrT:
    """Return the language that ``Accept-Language`` prefers; the first spoken if it takes none.

    Of two with the same weight, the client prefers the one that it names first.
    """
    ranges = [(one.partition("-")[0], weight) for one, weight in _ranges(asked)]
    named = {one for one, _ in ranges}
    best, greatest = spoken[0], 0.0
    for one, weight in ranges:
        fitting = [
            language
            for language in spoken
            if language == one or (one == _ANY and language not in named)
        ]
        if fitting and weight > greatest:
            best, greatest = fitting[0], weight
    return best


def _weight_of_type(offered: str, weights: Mapping[str, float]) -> float:
    """Return the weight of a media type: that of the most specific range that it fits."""
    of_this_kind = f"{offered.partition('/')[0]}/{_ANY}"
    wildcards = () if offered == EVENT_STREAM else (of_this_kind, _ANY_TYPE)
    fitting = (weights[one] for one in (offered, *wildcards) if one in weights)
    return next(fitting, 0.0)


def _greatest(ranges: Sequence[tuple[str, float]]) -> dict[str, float]:
    """Return the weight of each range; of one that is named twice, the greater."""
    return dict(sorted(ranges, key=lambda one: one[1]))


def _ranges(asked: str) -> list[tuple[str, float]]:
    """Return the ranges of a header in lower case, with their weights, in order."""
    elements = (_PARAMETER.findall(element) for element in _ELEMENT.findall(asked[:LENGTH_MAX]))
    found = ((name.strip().lower(), _weight(rest)) for name, *rest in filter(None, elements))
    return [one for one in found if one[0]]


def _weight(parameters: Sequence[str]) -> float:
    """Return the weight among the parameters of a range: 1 if it has none, 0 if it is no number."""
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            value = value.strip()
            return min(float(value), 1.0) if _WEIGHT.fullmatch(value) else 0.0
    return 1.0
