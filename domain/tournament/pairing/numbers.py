"""The pseudorandom numbers of a round: SHA-256 of its seed and a counter.

Block ``j`` is ``SHA-256(seed ‖ j)`` with ``j`` as 8 bytes, big-endian, from 0. A block has eight
words of 4 bytes, big-endian, and they are used *from the last to the first*. A draw below ``n``
takes words until one is below ``2**32 − 2**32 mod n``; the draw is that word modulo ``n``.

A shuffle is Fisher and Yates's from the end: the thing in place ``k`` changes places with that in
place ``draw below k + 1``, for ``k`` from the last place to 1.
"""

from collections.abc import Iterator
from hashlib import sha256
from itertools import chain, count
from struct import Struct
from typing import Final

from domain.chance import shuffle, shuffle_bounds

_BLOCK: Final = Struct(">8I")
_WORD: Final = 2**32


def words(seed: bytes) -> Iterator[int]:
    """Return the words of a seed, without an end.

    >>> from itertools import islice
    >>> list(islice(words(b"TN-1"), 4))
    [2734490882, 784262114, 3981258292, 3167206964]
    """
    # A chain hands on words faster than a generator, and a search takes a million of them.
    return chain.from_iterable(
        _BLOCK.unpack(sha256(seed + block.to_bytes(8, "big")).digest())[::-1] for block in count()
    )


def below(source: Iterator[int], bound: int) -> int:
    """Return a draw below this bound."""
    limit = _WORD - _WORD % bound
    return next(word for word in source if word < limit) % bound


def shuffled(source: Iterator[int], number: int) -> list[int]:
    """Return the numbers from 0 to below this one in an order drawn from the source.

    >>> shuffled(words(b"TN-1"), 7)
    [3, 6, 1, 0, 5, 2, 4]
    """
    draws = [below(source, bound) for bound in shuffle_bounds(number)]
    return shuffle(range(number), draws)
