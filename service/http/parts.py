"""What the operations work with: the parts that the composition root has put together.

They are taken from the application; to have the framework inject them into each call took a
twentieth of the time of an action.
"""

from typing import Final, NamedTuple

from litestar.datastructures import State

from service.access.signing import PublishedKeys
from service.handle import Handler
from service.http.requests import AnyRequest
from service.projections.lobby import Lobby

_KEY: Final = "parts"


class Parts(NamedTuple):
    """The parts of one service."""

    handler: Handler
    lobby: Lobby
    keys: PublishedKeys


def state_with(parts: Parts) -> State:
    """Return the state of an application that has these parts."""
    return State({_KEY: parts})


def parts_of(request: AnyRequest) -> Parts:
    """Return the parts of the service that was asked."""
    found: Parts = request.app.state[_KEY]
    return found
