"""Limits how often someone can try codes to enter a tournament.

Every attempt counts, even one with the right code, and one in a dry run: if only wrong ones did,
the refusal itself would reveal the right code.
"""

from collections.abc import Sequence
from typing import Any, Final

from litestar.types import Scope

from domain.tournament.stream.people import Acting
from domain.tournament.stream.state import Tournament
from service.http.bounds.limits import Limits
from service.runtime.exchange import exchange_of
from service.runtime.subjects import of_address
from service.tournaments.requests import EnterRequest

PER_MINUTE: Final = 6
BURST: Final = 60
"""The attempts from an address, from which a whole club may enter: at once, and then."""

OF_ACCOUNT: Final = 6
"""An account has this fraction of them: 10 at once, and then one a minute."""


class Guesses:
    """The attempts of all callers; ``limits`` has the numbers above."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits

    async def admit(
        self, scope: Scope, state: Tournament, by: Acting, actions: Sequence[Any]
    ) -> None:
        """Count the codes of a request; raise TooManyRequests if there were too many attempts."""
        needed = state.announcement.registration.kind == "code" and by.role == "player"
        tried = sum(isinstance(one, EnterRequest) and one.code is not None for one in actions)
        if not needed or not tried:
            return
        address = of_address(exchange_of(scope).address)
        await self._limits.admit(f"code:{state.id} {by.who}", tried * OF_ACCOUNT)
        await self._limits.admit(f"code:{state.id} {address}", tried)

    async def close(self) -> None:
        """Disconnect from Redis."""
        await self._limits.close()
