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
    """The rule in the language asked for."""


class VerdictEvent(msgspec.Struct, frozen=True):
    """What the action with this index would cause."""

    index: int
    event: Facts


class Verdict(msgspec.Struct, frozen=True):
    """The checker's answer; judging stops at the first action that is refused."""

    legal: bool
    refusals: tuple[VerdictRefusal, ...]
    events: tuple[VerdictEvent, ...]
    position: Position
    """The position after the last legal action; null before the lots are drawn."""
    awaits: tuple[Await, ...]
    version: int | None
    """The version of the game that would go on so, or null for a position from outside."""
    head: str | None
    """Hash of its last event, in hexadecimal; null where there is no version."""


def refusal_view(index: int, refused: IllegalAction, spoken: Language) -> VerdictRefusal:
    """Return a refusal as the checker tells it."""
    refusal = refused.refusal
    return VerdictRefusal(
        index, refusal.rule, refusal.reason, dict(refusal.facts), sentence(refusal.rule, spoken)
    )
