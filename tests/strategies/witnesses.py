"""The witness of a game, as its operator reaches it: honest, called too early, or colluding.

Behind each is the real witness with its real table.
"""

import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final
from unittest.mock import patch

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.links import Chain, chain_of, seed_of
from domain.record.registration import registration_of
from domain.record.statement import call_of
from domain.record.witnesses import after_moment, at_the_opening
from domain.table.actions import DrawMoment
from domain.table.contributions import GivenLink, RegisteredWitness, WitnessNote
from domain.table.events import MomentDrawn
from domain.table.game import Game
from service.access.record_verifier import RecordVerifier
from service.links.messages import WitnessAnswer
from service.storage.rows import Head, Row, event_of
from tests.service.witness.conftest import CLIENT, Opened
from tests.support.games.table import AT
from tests.support.servers.witnesses import Service

WITNESS: Final = 128
"""The contributor that the witness is."""


@contextmanager
def witness_on(folder: Path, seed: int) -> Iterator[Opened]:
    """Open the witness of a folder, with keys and chains that follow from a seed.

    It does not wait for the disk, because no power fails here.
    """
    random = Random(seed)
    key = Ed25519PrivateKey.from_private_bytes(random.randbytes(32))
    with (
        patch.object(os, "fsync"),
        patch.object(secrets, "token_bytes", random.randbytes),
        patch.object(Ed25519PrivateKey, "generate", lambda: key),
    ):
        opened = Opened(folder)
        opened.table._connection.execute("PRAGMA synchronous=OFF")
        try:
            yield opened
        finally:
            opened.close()


class Reached:
    """An honest witness, and an operator who calls it for the head of the log, as the service does.

    ``calls`` are those that the service signed so far.
    """

    who = WITNESS

    def __init__(self, witness: Opened) -> None:
        self._opened = witness
        self._service = Service()
        self._name = b""
        self.calls: list[str] = []

    def register(self, name: bytes) -> RegisteredWitness:
        """Register the game, before it is opened."""
        self._name = name
        asked = self._service.registration(name, WITNESS)
        given = self._opened.witness.register(registration_of(name, WITNESS), asked, CLIENT)
        (key,) = (one.x for one in self._opened.keys.published.keys if one.kid == given.key)
        return RegisteredWitness(key, given.service, given.link, given.time, given.signature)

    def known(self, moment: int) -> bytes | None:
        """Return the link for a moment that has not been drawn, if the operator can know it."""
        return None

    def moment(self, number: int, head: Head) -> DrawMoment:
        """Return the action that draws a moment after this head."""
        return _drawing(self._given(number, head.hash))

    def _given(self, number: int, head: bytes) -> WitnessAnswer:
        call = self._service.call(number, head, self._name)
        self.calls.append(call)
        return self._opened.witness.give(call_of(self._name, number, head, AT), call, CLIENT)


class CalledEarly(Reached):
    """An honest witness whose operator calls before the action, for heads that are not in the log.

    The witness does not know the log, so it cannot refuse; but it signs for these heads.
    """

    def __init__(self, witness: Opened) -> None:
        super().__init__(witness)
        self._early: dict[int, WitnessAnswer] = {}

    def known(self, moment: int) -> bytes | None:
        """Call for the link of a moment that nobody has decided on yet."""
        if moment not in self._early:
            self._early[moment] = self._given(moment, bytes(32))
        return bytes.fromhex(self._early[moment].link)

    def moment(self, number: int, head: Head) -> DrawMoment:
        """Use what was given early: the witness gives no link for a second head."""
        self.known(number)
        return _drawing(self._early[number])


class Colluding(Reached):
    """A witness that shows the operator its chain, and signs as if it were honest."""

    def register(self, name: bytes) -> RegisteredWitness:
        """Register the game, and show the chain."""
        seed = seed_of(self._opened.table.secret, name, WITNESS)
        self._chain: Chain = chain_of(name, WITNESS, seed)
        return super().register(name)

    def known(self, moment: int) -> bytes | None:
        """Return any link."""
        return self._chain.link(moment)


def _drawing(given: WitnessAnswer) -> DrawMoment:
    note = WitnessNote(given.who, given.time, given.signature)
    return DrawMoment(given.moment, (GivenLink(given.who, given.link),), (note,))


def is_signed(game: Game, log: Sequence[Row]) -> bool:
    """Return whether an audit accepts what the witness signed, given the events of a game."""
    given = at_the_opening(game.id, game.commitment, game.witnesses)
    head = b""
    for row in log:
        event = event_of(row)
        if isinstance(event, MomentDrawn):
            given = after_moment(given, head, event)
        head = bytes.fromhex(row.hash)
    one = given[WITNESS]
    return RecordVerifier().verify_witness(one.key, one.signature, one.state.signed)
