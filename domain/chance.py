"""Chance: what a position may ask of it, and the fair dice that answer.

A ruleset asks for *draws*: whole numbers, each below a bound of its own. Six faces of a die are
a draw below 6; a shuffle of ``k`` things is ``k − 1`` draws below ``k, k − 1, … 2``. The ruleset
turns the numbers into an action of chance, which is then judged like any other.

The fair dice, ``carolus-fair-chance/1``:

* Before anybody sits down the service draws a secret of 32 bytes and publishes its commitment,
  the SHA-256 of the secret.
* Each seat may bring entropy of its own, as hexadecimal digits.
* ``key = HMAC-SHA256(secret, message)``, where the message is the lines ``carolus-fair-chance/1``,
  the game's id, and the entropy of each seat in order (empty where a seat brought none), joined by
  line feeds.
* Answer ``i`` has a stream of its own; ``i`` is the version of the game before the answer, that
  is the number of its events so far. The stream is
  the blocks ``HMAC-SHA256(key, i ‖ j)`` for ``j = 0, 1, …``, both numbers as 8 bytes, big-endian.
  It is read in words of 4 bytes, big-endian.
* A draw below ``n`` takes words until one is below ``2**32 − 2**32 mod n``; the draw is that word
  modulo ``n``. So each number is equally likely.

Whoever knows the secret, which is published when the game ends, recomputes every answer.
"""

import hmac
from collections.abc import Callable, MutableSequence, Sequence
from hashlib import sha256
from struct import Struct
from typing import Final, Literal, TypeAlias, TypeVar

Bounds: TypeAlias = tuple[int, ...]
"""What a position asks of chance: one draw below each of these numbers."""

Draws: TypeAlias = Sequence[int]
"""The answer: as many numbers, each below its bound."""

Chance: TypeAlias = Callable[[int, Bounds], Draws]
"""Gives the answer with this index to these bounds."""

Scheme: TypeAlias = Literal["fair", "recorded"]
"""Where the answers of chance come from: these dice, or a table elsewhere."""

SCHEME: Final = "fair"
"""What games and records call these dice."""

CONSTRUCTION: Final = "carolus-fair-chance/1"
_WORD: Final = 2**32
_PLACE: Final = Struct(">QQ")
"""The number of an answer, and that of a block in its stream."""
_BLOCK: Final = Struct(">8I")

T = TypeVar("T")


def commitment(secret: bytes) -> str:
    """Return what is published about a secret before it is used: its SHA-256, in hexadecimal."""
    return sha256(secret).hexdigest()


def fair_chance(secret: bytes, game: str, entropy: Sequence[str]) -> Chance:
    """Return the fair dice of one game.

    ``entropy`` has one string of hexadecimal digits per seat, in order of the seats.

    >>> dice = fair_chance(bytes(32), "g", ["", ""])
    >>> dice(0, (6, 6, 6)) == dice(0, (6, 6, 6))
    True
    """
    message = "\n".join((CONSTRUCTION, game, *entropy)).encode()
    # Taking in a key costs more than a block, and every block begins with the same one. It is not
    # hmac.digest: for these few bytes that lets go of the interpreter lock, and gets it back only
    # when another thread is done.
    keyed = hmac.new(hmac.new(secret, message, "sha256").digest(), digestmod="sha256")

    def answer(index: int, bounds: Bounds) -> Draws:
        words = _words(keyed, index, 0)
        block = at = 0
        draws: list[int] = []
        limit = 0
        before = 0
        for bound in bounds:
            if bound != before:
                # The least word that is too large; most answers have one bound for all draws.
                limit = _WORD - _WORD % bound
                before = bound
            while True:
                if at == len(words):
                    block += 1
                    at = 0
                    words = _words(keyed, index, block)
                word = words[at]
                at += 1
                if word < limit:
                    break
            draws.append(word % bound)
        return draws

    return answer


def _words(keyed: hmac.HMAC, index: int, block: int) -> tuple[int, ...]:
    """Return the words of one block of the stream of an answer."""
    stream = keyed.copy()
    stream.update(_PLACE.pack(index, block))
    return _BLOCK.unpack(stream.digest())


def shuffle_bounds(count: int) -> Bounds:
    """Return the bounds of the draws that shuffle ``count`` things."""
    return tuple(range(count, 1, -1))


def shuffle(things: Sequence[T], draws: Draws) -> list[T]:
    """Return the things in the order that the draws say (Fisher and Yates, from the end).

    >>> shuffle("abc", [2, 1])
    ['a', 'b', 'c']
    """
    order = list(things)
    for last, draw in zip(range(len(order) - 1, 0, -1), draws, strict=True):
        _swap(order, last, draw)
    return order


def _swap(order: MutableSequence[T], one: int, other: int) -> None:
    order[one], order[other] = order[other], order[one]
