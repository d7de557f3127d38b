"""The chance of a tournament: one seed for each round, and the lots (TN-CHANCE-1).

Before registration the service commits to a secret of 32 bytes. Every entrant commits to entropy at
registration; entrants who check in reveal theirs. So neither the organiser nor an entrant can
choose a seed, and names, notes or the order of entries have no part in it.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Final

from domain.chance import keyed
from domain.tournament.pairing.colours import TurnNumber
from domain.tournament.pairing.numbers import shuffled, words

CONSTRUCTION: Final = "carolus-tournament-seed/1"


def seed_of_round(secret: bytes, tournament: str, number: int, entropy: Mapping[int, str]) -> bytes:
    """Return the seed of a round, 32 bytes; round 0 is for the lots of the whole tournament.

    ``HMAC-SHA256(secret, message)``, where the message is these lines, joined by line feeds:
    ``carolus-tournament-seed/1``, the tournament's id, ``round <number>``, and for each entrant in
    order of entry ``entrant <number> <entropy>``. The number is that of the entry, because the lots
    that order the pairing numbers need a seed themselves. Entropy is hexadecimal digits in lower
    case, ``-`` if there is none.
    """
    lines = [CONSTRUCTION, tournament, f"round {number}"]
    lines += [f"entrant {one} {entropy[one] or '-'}" for one in sorted(entropy)]
    return keyed(secret)("\n".join(lines).encode())


def lots_of(seed: bytes, entrants: Iterable[int]) -> dict[int, int]:
    """Return the place of each entrant in an order drawn by lot, 1 for the best."""
    known = sorted(entrants)
    order = shuffled(words(seed), len(known))
    return {known[at]: place for place, at in enumerate(order, 1)}


def initial_turn(seed: bytes) -> TurnNumber:
    """Return whether number 1 is first or second in round one, from the seed of round 0.

    It is the lowest bit of the first byte of ``SHA-256(seed ‖ "initial")``.
    """
    return 1 if sha256(seed + b"initial").digest()[0] & 1 else 0
