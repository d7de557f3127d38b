"""The worked example of a changed event: what the next version of Carolus could be.

``disc_played`` now contains the round. Its first version is retired, as described in
``docs/how-to/change-an-event.md``, and the rules decide and fold the second.
"""

import dataclasses
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, Union, get_args

from domain.kit import EventType
from domain.ruleset import Retired
from domain.rulesets.carolus_magnus import RULESET, events
from domain.rulesets.carolus_magnus.position import Draft, Position
from tests.support.games.registered import registered

NAME: Final = "carolus-magnus.disc_played"


class DiscPlayed(EventType, frozen=True, tag="disc_played"):
    """The seat played a disc in the opening phase of this round; None if the log does not say."""

    seat: int
    disc: int
    round: int | None


def up(old: events.DiscPlayed) -> DiscPlayed:
    """Return version 2 of an event."""
    return DiscPlayed(old.seat, old.disc, None)


def down(new: DiscPlayed) -> events.DiscPlayed:
    """Return version 1 of an event."""
    return events.DiscPlayed(new.seat, new.disc)


def _decide(position: Position, by: Any, action: Any) -> Sequence[Any]:
    return [
        DiscPlayed(event.seat, event.disc, position.round)
        if type(event) is events.DiscPlayed
        else event
        for event in RULESET.decide(position, by, action)
    ]


def _apply(draft: Draft, events: Sequence[Any]) -> None:
    RULESET.apply(draft, [down(one) if type(one) is DiscPlayed else one for one in events])


_KINDS = tuple(
    DiscPlayed if kind is events.DiscPlayed else kind for kind in get_args(events.AnyEvent)
)

CHANGED: Final = dataclasses.replace(
    RULESET,
    events=Union[_KINDS],  # noqa: UP007 - the types are known only at run time
    decide=_decide,
    apply=_apply,
    retired=(Retired(events.DiscPlayed, 1, up, down),),
)


@contextmanager
def as_it_will_be() -> Iterator[None]:
    """Be the next version of Carolus during the block."""
    with registered(CHANGED):
        yield
