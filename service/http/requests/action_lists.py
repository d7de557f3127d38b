"""Decode the actions in a body, for the ruleset of their game."""

from contextlib import suppress
from functools import cache
from typing import Annotated, Any, Final

import msgspec

from domain.names.input import must_be_readable
from domain.refusal import Malformed
from domain.rulesets.registry import BY_PINNED
from domain.table.standing_orders import sent_actions
from service.http.requests.request import decoded

ACTIONS_MAX: Final = 40


def action_list(ruleset: str) -> type[msgspec.Struct]:
    """Return the type of a list of actions for this ruleset (id and edition)."""
    return _list_of(_all_of(ruleset))


@cache
def _all_of(ruleset: str) -> Any:
    rules = BY_PINNED[ruleset]
    return rules.seat_actions | rules.chance_actions | sent_actions(rules)


@cache
def _list_of(action: Any) -> type[msgspec.Struct]:
    several = Annotated[tuple[action, ...], msgspec.Meta(min_length=1, max_length=ACTIONS_MAX)]
    return msgspec.defstruct(
        "TakeActionsRequest",
        [("actions", several)],
        namespace={"__doc__": "Actions, carried out in this order: all of them or none."},
        frozen=True,
        forbid_unknown_fields=True,
    )


def read_actions(text: bytes, ruleset: str) -> tuple[Any, ...]:
    """Return the actions in a body for a game of this ruleset; raise Malformed.

    The schema of the operation allows the actions of every ruleset. A rule refuses those of
    another game (TB-ACT-4). People must be able to read the reasons of arbiters.
    """
    found = _decoded(text, ruleset)
    kind = _list_of(_all_of(ruleset))
    must_be_readable(kind, kind(found))
    return found


def _decoded(text: bytes, ruleset: str) -> tuple[Any, ...]:
    try:
        return _read(text, _all_of(ruleset))
    except Malformed:
        with suppress(Malformed):
            several: _Several = decoded(text, _SEVERAL)
            return tuple(_action_of_any(action, ruleset) for action in several.actions)
        # Raise an error that suggests only what clients may send: no actions of chance.
        rules = BY_PINNED[ruleset]
        _read(text, rules.seat_actions | sent_actions(rules))
        raise


def _action_of_any(action: msgspec.Raw, ruleset: str) -> Any:
    """Return an action of any ruleset, preferably this one; raise Malformed."""
    for one in (ruleset, *(other for other in BY_PINNED if other != ruleset)):
        with suppress(Malformed):
            return decoded(action, _action_decoder(_all_of(one)))
    raise Malformed("no ruleset has this action")


def _read(text: bytes, actions: Any) -> tuple[Any, ...]:
    found: tuple[Any, ...] = decoded(text, _decoder_of(actions)).actions
    return found


class _Several(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list of actions, not decoded yet."""

    actions: Annotated[tuple[msgspec.Raw, ...], msgspec.Meta(min_length=1, max_length=ACTIONS_MAX)]


_SEVERAL: Final = msgspec.json.Decoder(_Several)

_action_decoder: Final = cache(msgspec.json.Decoder)


@cache
def _decoder_of(actions: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(_list_of(actions))
