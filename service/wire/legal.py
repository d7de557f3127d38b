"""The JSON of what a seat may do: its legal actions, page by page, and a hint."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.ruleset import Legal, Seat
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
    """The number of legal actions; ``actions`` has some of them."""
    choices: Choices
    """All legal actions in compact form: for each kind of action, the choices for each slot."""
    actions: tuple[LegalAction, ...]
    spots: tuple[tuple[str, ...], ...]
    """For each of ``actions``, the places of the picture (``data-spot``) that the action concerns,
    in the order in which a player points at them, such as source and target; empty if there are
    none."""
    next: str | None
    """The cursor of the next page, or null."""


class Hint(msgspec.Struct, frozen=True):
    """What a house bot would do for one seat."""

    ruleset: RulesetName
    """Id and edition of the ruleset."""
    action: LegalAction
    spots: tuple[str, ...]
    """The places of the picture (``data-spot``) that the action concerns, such as source and
    target."""
    sentences: tuple[str, ...]
    """What the action would cause, in the requested language, up to the next answer of chance."""
    version: int
    """The version of the game to which the hint applies."""
    head: str
    """The hash of its last event, in hexadecimal."""


class Chosen(NamedTuple):
    """The indices of the actions to return, and the cursor of the next page, if there is one."""

    indices: Sequence[int]
    following: str | None = None


def legal_view(
    ruleset: str,
    legal: Legal[Any],
    spots: Callable[[Any], tuple[str, ...]],
    seat: Seat,
    head: Head | None,
    chosen: Chosen,
) -> LegalActions:
    """Return some of the legal actions, and their spots; ``head`` is None without a game."""
    actions = tuple(map(legal.at, chosen.indices))
    return LegalActions(
        ruleset=ruleset,
        seat=seat,
        version=None if head is None else head.version,
        head=None if head is None else head.hash.hex(),
        count=legal.count,
        choices=legal.choices,
        actions=actions,
        spots=tuple(map(spots, actions)),
        next=chosen.following,
    )
