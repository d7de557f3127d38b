"""Events of tournaments in their places in a stream, as types for the contract."""

from typing import Annotated, Any, Final, Union

import msgspec

from domain.ruleset import kinds_of, tag_of
from domain.tournament.stream.people import Acting
from service.wire.games import Timestamp

_PLACE: Final = [
    ("version", Annotated[int, msgspec.Meta(description="Its number in the stream, from 1.")]),
    ("at", Annotated[Timestamp, msgspec.Meta(description="When it happened: RFC 3339, UTC.")]),
    ("by", Acting),
    (
        "hash",
        Annotated[
            str,
            msgspec.Meta(
                description="The SHA-256 over the previous hash and this event, in hexadecimal."
            ),
        ],
    ),
]
"""The members of every event in a stream, in addition to its own facts."""


def placed(events: Any) -> Any:
    """Return the union of these events with the members of their places in a stream."""
    return Union[tuple(map(_placed, kinds_of(events)))]  # noqa: UP007 - of types known at runtime


def _placed(kind: type[Any]) -> type[msgspec.Struct]:
    return msgspec.defstruct(
        kind.__name__,
        _PLACE,
        bases=(kind,),
        module=__name__,
        namespace={"__doc__": kind.__doc__},
        tag_field="type",
        tag=tag_of(kind),
        frozen=True,
        kw_only=True,
        omit_defaults=True,
    )
