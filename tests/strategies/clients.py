"""The client of the honest seat, which keeps a chain: its own, or one that the operator made."""

from typing import Final

from domain.links import Chain, chain_of
from domain.table.actions import DrawMoment
from domain.table.contributions import GivenLink
from service.storage.rows import Head

HONEST: Final = 1
"""The seat that is not an accomplice in any scene."""


class SeatClient:
    """A client that does not come from the operator; it gives each link for one head only."""

    who = HONEST

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._heads: dict[int, bytes] = {}

    def sit(self, name: bytes) -> str:
        """Return the tip of the chain for a game."""
        self._chain: Chain = chain_of(name, HONEST, self._seed)
        return self._chain.tip.hex()

    def known(self, moment: int) -> bytes | None:
        """Return the link for a moment that has not been drawn, if the operator can know it."""
        return None

    def moment(self, number: int, head: Head) -> DrawMoment:
        """Return the action that draws a moment after this head; the action is in the log."""
        assert self._heads.setdefault(number, head.hash) == head.hash, "it answers one head"
        return DrawMoment(number, (GivenLink(HONEST, self._chain.link(number).hex()),))


class OperatorsClient(SeatClient):
    """A client that the operator serves, such as a page: it shows the chain to the operator."""

    def known(self, moment: int) -> bytes | None:
        """Return any link."""
        return self._chain.link(moment)
