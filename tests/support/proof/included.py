"""Records with proofs that a transparency log has their leaves."""

from typing import Final

import msgspec

from domain.record.logged import leaves_of
from domain.record.record import AnyRecord
from domain.transparency.inclusion import Inclusion, LeafProof
from domain.transparency.notes import to_base64
from domain.transparency.tiles import TiledTree
from service.access.signing import jwk_of, thumbprint
from tests.support.storage.stores import SIGNING_KEY
from tests.transparency.logs import LogInMemory

KID: Final = thumbprint(jwk_of(SIGNING_KEY.public_key()))
ORIGIN: Final = f"carolus/{KID}"


def log_with(
    *games: AnyRecord, before: int = 0, origin: str = ORIGIN, seed: int = 0
) -> LogInMemory:
    """Return a log with the leaves of these games after some others."""
    log = LogInMemory(origin, seed)  # the seed 0 is the key of the service
    log.grow(before)
    for game in games:
        log.append(*leaves_of(game).values())
    return log


def included(game: AnyRecord, log: LogInMemory) -> AnyRecord:
    """Return a record with the proof that a log has its leaves."""
    return msgspec.structs.replace(game, inclusion=inclusion_in(game, log))


def inclusion_in(game: AnyRecord, log: LogInMemory) -> Inclusion:
    """Return the proof that a log has the leaves of a record."""
    tree = TiledTree(log.read, len(log.leaves))
    places = {about: log.leaves.index(leaf) for about, leaf in leaves_of(game).items()}
    proofs = {
        about: LeafProof(index, tuple(map(to_base64, tree.inclusion(index))))
        for about, index in places.items()
    }
    return Inclusion(str(log.note()), log.key.vkey, **proofs)
