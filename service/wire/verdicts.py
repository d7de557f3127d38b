"""The JSON of the checker's verdict."""

from typing import Any

import msgspec

from domain.catalogue import sentence
from domain.refusal import IllegalAction
from domain.ruleset import Await, Language
from service.wire.games import Facts, Position


class VerdictRefusal(msgspec.Struct, frozen=True):
    """Why the action with this index is not legal."""

    index: int
    rule: str
    reason: str
    facts: dict[str, Any]
    message: str
    """The sentence of the rule, in the requested language."""


class VerdictEvent(msgspec.Struct, frozen=True):
    """An event that the action with this index would cause."""

    index: int
    event: Facts


class Verdict(msgspec.Struct, frozen=True):
    """The verdict of the checker, which stops at the first illegal action."""

    legal: bool
    refusals: tuple[VerdictRefusal, ...]
    events: tuple[VerdictEvent, ...]
    position: Position
    """The position after the last legal action; null before the lots are drawn."""
    awaits: tuple[Await, ...]
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""


def refusal_view(index: int, refused: IllegalAction, spoken: Language) -> VerdictRefusal:
    """Return a refusal as part of a verdict."""
    refusal = refused.refusal
    return VerdictRefusal(
        index, refusal.rule, refusal.reason, dict(refusal.facts), sentence(refusal.rule, spoken)
    )
