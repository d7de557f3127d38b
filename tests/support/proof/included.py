"""Records with proofs that a transparency log has their leaves."""

from typing import Final

import msgspec

from domain.record.inclusion_audit import leaves_of
from domain.record.jws import thumbprint
from domain.record.record import AnyRecord
from domain.transparency.inclusion import Inclusion, LeafProof, WitnessedOpening
from domain.transparency.notes import to_base64
from domain.transparency.tiles import TiledTree
from service.access.signing import jwk_of
from tests.support.storage.stores import SIGNING_KEY
from tests.transparency.logs import Cosigner, LogInMemory

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


def included(game: AnyRecord, log: LogInMemory, *witnessed: WitnessedOpening) -> AnyRecord:
    """Return a record with the proof that a log has its leaves."""
    return msgspec.structs.replace(game, inclusion=inclusion_in(game, log, *witnessed))


def inclusion_in(game: AnyRecord, log: LogInMemory, *witnessed: WitnessedOpening) -> Inclusion:
    """Return the proof that a log has the leaves of a record."""
    size = len(log.leaves)
    proofs = {about: proof_of(leaf, log, size) for about, leaf in leaves_of(game).items()}
    return Inclusion(str(log.note()), log.key.vkey, **proofs, witnessed=witnessed)


def witnessed_at(
    game: AnyRecord, log: LogInMemory, size: int, *cosigners: Cosigner, time: int
) -> WitnessedOpening:
    """Return the proof that a log of this size had the opening when witnesses saw it."""
    note = log.note(size)
    for one in cosigners:
        note = one.cosigned(note, time)
    proof = proof_of(leaves_of(game)["opening"], log, size)
    return WitnessedOpening(str(note), log.key.vkey, proof)


def proof_of(leaf: bytes, log: LogInMemory, size: int) -> LeafProof:
    """Return the proof that the first leaves of a log, this many, have this one."""
    index = log.leaves.index(leaf)
    path = TiledTree(log.read, size).inclusion(index)
    return LeafProof(index, tuple(map(to_base64, path)))
