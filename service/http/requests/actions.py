"""Decode the actions in a body, for the ruleset of their game."""

from contextlib import suppress
from functools import cache
from typing import Annotated, Any, Final

import msgspec

from domain.refusal import Malformed
from domain.rulesets.registry import BY_PINNED
from domain.table.actions import SentTableAction
from service.http.requests.request import decoded

ACTIONS_MAX: Final = 40


@cache
def action_list(ruleset: str) -> type[msgspec.Struct]:
    """Return the type of a list of actions for this ruleset (id and edition)."""
    rules = BY_PINNED[ruleset]
    action: Any = rules.seat_actions | rules.chance_actions | SentTableAction
    several = Annotated[tuple[action, ...], msgspec.Meta(min_length=1, max_length=ACTIONS_MAX)]
    return msgspec.defstruct(
        "ActionList",
        [("actions", several)],
        namespace={"__doc__": "Actions, carried out in this order: all of them or none."},
        frozen=True,
        forbid_unknown_fields=True,
    )


@cache
def decoder_of(ruleset: str) -> msgspec.json.Decoder[Any]:
    """Return the decoder of a list of actions for this ruleset."""
    return msgspec.json.Decoder(action_list(ruleset))


def read_actions(text: bytes, ruleset: str) -> tuple[Any, ...]:
    """Return the actions in a body for a game of this ruleset; raise Malformed.

    The schema of the operation allows the actions of every ruleset. A rule refuses those of
    another game (TB-ACT-4).
    """
    try:
        return _read(text, ruleset)
    except Malformed:
        for other in BY_PINNED:
            if other != ruleset:
                with suppress(Malformed):
                    return _read(text, other)
        raise


def _read(text: bytes, ruleset: str) -> tuple[Any, ...]:
    found: tuple[Any, ...] = decoded(text, decoder_of(ruleset)).actions
    return found
