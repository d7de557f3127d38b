"""The parts of the service that operations use, assembled by the composition root."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from litestar import Litestar
from litestar.datastructures import State

from service.access.register import Register
from service.access.signing import PublishedKeys
from service.access.stream_tickets import StreamTickets
from service.access.visibility import Visibility
from service.games.callers import Callers
from service.games.given_links import GivenLinks
from service.games.handler import Handler
from service.games.rematches import Rematches
from service.http.bounds.guesses import Guesses
from service.http.bounds.limits import Limits
from service.http.bounds.streams_open import StreamsOpen
from service.http.requests.request import AnyRequest
from service.live.hub import Hub
from service.live.streams import Pace
from service.notifications.notifier import Notifier
from service.projections.all import Projections
from service.records.checks import Checks
from service.runtime.raster import Raster
from service.runtime.readiness import Draining, PartState
from service.runtime.sandbox import Sandbox
from service.tasks.moment_queue import MomentQueue
from service.tournaments.handler import TournamentHandler
from service.transparency.checkpoints import Checkpoints
from service.webhooks.deliverer import Webhooks

_KEY: Final = "parts"


class Parts(NamedTuple):
    """The parts of one service."""

    handler: Handler
    tournaments: TournamentHandler
    rematches: Rematches
    moments: MomentQueue
    given_links: GivenLinks
    callers: Callers
    register: Register
    visibility: Visibility
    projections: Projections
    keys: PublishedKeys
    checkpoints: Checkpoints
    checks: Checks
    hub: Hub
    pace: Pace
    webhooks: Webhooks
    notifier: Notifier
    raster: Raster
    limits: Limits
    guesses: Guesses
    streams: StreamsOpen
    tickets: StreamTickets
    draining: Draining
    states: Mapping[str, Callable[[], PartState]]
    """The state of each part that games can do without."""
    embeds: bool
    """Whether any other site may embed games."""
    record_bytes_max: int
    """The maximum size in bytes of a record, or of a line with one, to check or replay."""
    security_contact: str = ""
    """Where to report a vulnerability; empty if the operator does not say."""
    public_url: str = ""
    """The address of the service for people; empty if the operator does not say."""
    sandbox: Sandbox | None = None
    """Makes ids, times and chance repeatable; None in a service whose games count."""


def state_with(parts: Parts) -> State:
    """Return the state of an application that has these parts."""
    return State({_KEY: parts})


def parts_of(request: AnyRequest) -> Parts:
    """Return the parts of the service that handles this request."""
    return parts_in(request.app)


def parts_in(app: Litestar) -> Parts:
    """Return the parts of a service."""
    found: Parts = app.state[_KEY]
    return found
