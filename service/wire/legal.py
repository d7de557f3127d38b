"""The JSON of what a seat may do: its legal actions, page by page, and a hint."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from domain.ruleset import AnyRuleset, Legal, Seat
from service.storage.rows import Head
from service.wire.games import Choices, LegalAction, RulesetName


class LegalActions(msgspec.Struct, frozen=True):
    """The legal actions of one seat."""

    ruleset: RulesetName
    """Id and edition of the ruleset."""
    seat: Seat
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""
    count: int
    """Their number; ``actions`` has one page of them."""
    choices: Choices
    """All of them in compact form: for each kind of action, the choices for each slot."""
    actions: tuple[LegalAction, ...]
    spots: tuple[tuple[str, ...], ...]
    """For each of ``actions``, the places of the picture (``data-spot``) that it concerns, in the
    order in which a player points at them, such as source and target; empty if there are none."""
    next: str | None
    """The cursor of the next page, or null."""


class Hint(msgspec.Struct, frozen=True):
    """What a house bot would do for one seat."""

    ruleset: RulesetName
    """Id and edition of the ruleset."""
    action: LegalAction
    spots: tuple[str, ...]
    """The places of the picture (``data-spot``) that it concerns, such as source and target."""
    sentences: tuple[str, ...]
    """What it would cause, in the requested language, up to the next answer of chance."""
    version: int
    """The version of the game for which the hint holds."""
    head: str
    """The hash of its last event, in hexadecimal."""


class Window(NamedTuple):
    """The part of a list that one page shows."""

    first: int
    limit: int
    following: str
    """The cursor of the page after it."""


def legal_view(
    rules: AnyRuleset,
    legal: Legal[Any],
    spots: Callable[[Any], tuple[str, ...]],
    seat: Seat,
    head: Head | None,
    window: Window,
) -> LegalActions:
    """Return a page of legal actions and their spots; ``head`` is None without a game."""
    last = min(legal.count, window.first + window.limit)
    actions = tuple(legal.at(index) for index in range(window.first, last))
    return LegalActions(
        ruleset=rules.meta.pinned,
        seat=seat,
        version=None if head is None else head.version,
        head=None if head is None else head.hash.hex(),
        count=legal.count,
        choices=legal.choices,
        actions=actions,
        spots=tuple(map(spots, actions)),
        next=window.following if last < legal.count else None,
    )
