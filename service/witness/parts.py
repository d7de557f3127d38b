"""The parts of a witness that its operations use."""

from typing import Final, NamedTuple

from litestar.datastructures import State

from service.access.signing import PublishedKeys, Verifier
from service.http.requests.request import AnyRequest
from service.runtime.readiness import Draining
from service.witness.cosigning import Cosigning
from service.witness.giving import Witness
from service.witness.services import Services

_KEY: Final = "witness"


class WitnessParts(NamedTuple):
    """The parts of one witness."""

    witness: Witness
    cosigning: Cosigning
    services: Services
    verifier: Verifier
    keys: PublishedKeys
    draining: Draining


def state_with(parts: WitnessParts) -> State:
    """Return the state of an application that has these parts."""
    return State({_KEY: parts})


def parts_of(request: AnyRequest) -> WitnessParts:
    """Return the parts of the witness that handles this request."""
    found: WitnessParts = request.app.state[_KEY]
    return found
