"""Errors: why a request was refused.

These errors cross the boundary of ``domain``::

    Exception
    ├── Malformed        the input does not fit its schema (HTTP 400)
    └── IllegalAction    a rule refuses the action; carries a Refusal (HTTP 409)

The third kind, a stale version, belongs to storage, not to the rules.
Assertions are for programming errors and are never caught.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct


class Refusal(Struct, frozen=True):
    """Why a rule does not allow an action.

    ``rule`` is the stable id of the rule, ``reason`` a code that clients switch on, and ``facts``
    the values that decided it, in the form of JSON. The catalogue of the ruleset has the sentence
    for people.
    """

    rule: str
    reason: str
    facts: Mapping[str, Any]


class IllegalAction(Exception):
    """A rule refuses an action. Nothing has changed."""

    def __init__(self, rule: str, reason: str, /, **facts: Any) -> None:
        super().__init__(f"{rule}: {reason}")
        self.refusal = Refusal(rule, reason, facts)
        self.index = 0
        """The index of the refused action, if there are several; the first is 0."""


class Malformed(Exception):
    """Input does not fit its schema.

    ``where`` is the path of the offending field (``actions[0].disc``), or empty for all of it.
    """

    def __init__(self, message: str, *, where: str = "") -> None:
        super().__init__(message)
        self.where = where


EXPECTED: Final = "expected"
"""The key in ``extra`` of a type."""


def expects(words: str) -> dict[str, str]:
    """Return the ``extra`` of a type with a pattern: a description of the values it accepts.

    Error messages show it after "expected", because people cannot read patterns.
    """
    return {EXPECTED: words}
