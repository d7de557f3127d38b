"""The fair dice once more, written from their description alone: a verifier that trusts nobody.

It shares no line with ``domain.chance``; only the standard library is at work. It is what somebody
who wants to prove a game would write, so it is short and slow.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence

CONSTRUCTION = "carolus-fair-chance/1"


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of the secret, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def draws(
    secret: bytes, game: str, entropy: Sequence[str], index: int, bounds: Sequence[int]
) -> list[int]:
    """Return answer ``index`` to these bounds."""
    words = stream(key_of(secret, game, entropy), index)
    numbers = []
    for bound in bounds:
        least_refused = 2**32 - (2**32 % bound)
        word = next(words)
        while word >= least_refused:
            word = next(words)
        numbers.append(word % bound)
    return numbers


def key_of(secret: bytes, game: str, entropy: Sequence[str]) -> bytes:
    """Return the key of one game's dice."""
    message = "\n".join([CONSTRUCTION, game, *entropy]).encode("utf-8")
    return hmac.new(secret, message, hashlib.sha256).digest()


def stream(key: bytes, index: int) -> Iterator[int]:
    """Yield the words of answer ``index``, without end."""
    block = 0
    while True:
        counters = index.to_bytes(8, "big") + block.to_bytes(8, "big")
        digest = hmac.new(key, counters, hashlib.sha256).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def shuffled(things: Sequence[str], numbers: Sequence[int]) -> list[str]:
    """Return the things in the order that the draws say.

    The first draw chooses which thing goes last, the second which of the others goes before it,
    and so on; the thing that stood there takes the free place.
    """
    order = list(things)
    for last, chosen in zip(range(len(order) - 1, 0, -1), numbers, strict=True):
        order[last], order[chosen] = order[chosen], order[last]
    return order
