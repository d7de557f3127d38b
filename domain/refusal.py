"""Why something asked for was not done.

The family of errors that cross the border of ``domain``::

    Exception
    ├── Malformed        the question itself does not fit the schema (HTTP 400)
    └── IllegalAction    a rule refuses; carries a Refusal (HTTP 409)

A stale version is the third kind of "no"; it belongs to storage, not to the rules.
Assertions are for our own mistakes and are never caught.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct


class Refusal(Struct, frozen=True):
    """What a rule answers to an action that it does not allow.

    ``rule`` is the stable id of the rule, ``reason`` a code that clients switch on, and ``facts``
    the values that decided it, ready for JSON. The sentence for people is the rule's own, in the
    catalogue of its ruleset.
    """

    rule: str
    reason: str
    facts: Mapping[str, Any]


class IllegalAction(Exception):
    """An action that a rule refuses. Nothing has changed."""

    def __init__(self, rule: str, reason: str, /, **facts: Any) -> None:
        super().__init__(f"{rule}: {reason}")
        self.refusal = Refusal(rule, reason, facts)
        self.index = 0
        """Which of several actions was refused; the first is 0."""


class Malformed(Exception):
    """Input that does not fit its schema.

    ``where`` is the path of the offending field (``actions[0].disc``), or empty for the whole.
    """

    def __init__(self, message: str, *, where: str = "") -> None:
        super().__init__(message)
        self.where = where


EXPECTED: Final = "expected"
"""Under which name ``extra`` of a type has it."""


def expects(words: str) -> dict[str, str]:
    """Return what a type with a pattern has in ``extra``: what it lets in, in words.

    They go on after "expected", for whoever sent something else; a pattern says nothing to people.
    """
    return {EXPECTED: words}
