"""What a game continues: another game, from a position of it. THIS FILE IS A STORAGE FORMAT."""

from typing import Annotated, Any, Final, Generic, TypeAlias

import msgspec
from msgspec import Meta, Struct

from domain.hexadecimal import Hex32
from domain.refusal import IllegalAction
from domain.ruleset import AnyRuleset, Faults, ViewT
from domain.table.actions import GameId

VERSION_MAX: Final = 2**53 - 1
"""The greatest integer that every reader of JSON reads exactly; no game has that many events."""

ContinuedVersion: TypeAlias = Annotated[
    int, Meta(ge=1, le=VERSION_MAX, description="The version of that game: its number of events.")
]


class Continuation(Struct, Generic[ViewT], frozen=True, forbid_unknown_fields=True):
    """A version of another game, and the position there, in which this game begins."""

    game: GameId
    version: ContinuedVersion
    head: Hex32
    """The hash of its last event there."""
    position: ViewT
    """The position there, with everything that was hidden."""


AnyContinuation: TypeAlias = Continuation[Any]


class StoredContinuation(Continuation[dict[str, Any]], frozen=True, forbid_unknown_fields=True):
    """A version of another game, and the position there, in which the game begins."""


def start_of(rules: AnyRuleset, options: Any, continues: AnyContinuation | None) -> Any:
    """Return the position in which a game begins."""
    return rules.start(options) if continues is None else rules.read(continues.position, options)


def typed(rules: AnyRuleset, stored: StoredContinuation | None) -> AnyContinuation | None:
    """Return what an event says about it, with the position in its own type."""
    if stored is None:
        return None
    position = msgspec.convert(stored.position, rules.view_type)
    return Continuation(stored.game, stored.version, stored.head, position)


def judged(
    rules: AnyRuleset, options: Any, continues: AnyContinuation | None
) -> StoredContinuation | None:
    """Return what the first event of a game says about it; raise IllegalAction.

    The position is one of the game with these options that hides nothing (TB-CONTINUE-1), and in
    it the game is not over (TB-CONTINUE-2). The position alone does not show that it comes from the
    game that it names; the audit of an archive with both compares them (RC-ORIGIN-1).
    """
    if continues is None:
        return None
    view = continues.position
    if rules.complete(view, options).view != view:
        raise IllegalAction("TB-CONTINUE-1", "position_hides_something")
    try:
        position = rules.read(view, options)
    except Faults as wrong:
        raise IllegalAction(
            "TB-CONTINUE-1", "position_is_impossible", faults=msgspec.to_builtins(wrong.faults)
        ) from None
    if position.outcome is not None:
        raise IllegalAction("TB-CONTINUE-2", "position_is_over")
    stored = msgspec.to_builtins(view)
    return StoredContinuation(continues.game, continues.version, continues.head, stored)
