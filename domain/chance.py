"""Chance: the draws that a position may require, and the fair dice that produce them.

A ruleset requires *draws*: integers, each below a bound of its own. A six-sided die is a draw below
6; a shuffle of ``k`` things is ``k − 1`` draws below ``k, k − 1, … 2``. The ruleset turns the
numbers into an action of chance, which is then judged like any other.

The fair dice, ``carolus-fair-chance/2``:

* Before anyone sits down, the service draws a secret of 32 bytes and publishes its commitment, the
  SHA-256 of the secret.
* Each seat may contribute entropy, as hexadecimal digits, and may commit to a chain of links by its
  tip, as may witnesses.
* ``key = HMAC-SHA256(secret, message)``. The message is these lines, joined by line feeds:
  ``carolus-fair-chance/2``, the game's id, ``seat <entropy> <tip>`` for each seat in order with
  ``-`` for what it lacks, and ``witness <tip>`` for each witness.
* A *moment* is all that chance answers between two decisions. Moments are numbered from 1, and the
  answers in a moment that draw something from 0. The rules of the game fix both numbers; more
  events, requests or time between them change neither.
* ``root(m) = HMAC-SHA256(key, m ‖ count ‖ who ‖ link ‖ …)`` with ``m`` as 8 bytes, ``count`` and
  each ``who`` as one byte, and the links of the moment in the order of ``who``. Without links
  ``count`` is 0.
* Answer ``a`` of a moment has a stream of its own, of the blocks ``HMAC-SHA256(root(m), a ‖ j)``
  for ``j = 0, 1, …``, both numbers as 8 bytes, big-endian. It is read in words of 4 bytes,
  big-endian.
* A draw below ``n`` takes words until one is below ``2**32 − 2**32 mod n``; the draw is that word
  modulo ``n``. So each number is equally likely.

The service publishes the secret when the game ends, so anyone can then recompute every answer.
"""

from collections.abc import Callable, MutableSequence, Sequence
from hashlib import sha256
from struct import Struct
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

Bounds: TypeAlias = tuple[int, ...]
"""What a position requires of chance: one draw below each of these numbers."""

Draws: TypeAlias = Sequence[int]
"""The answer: one integer for each bound, and below it."""

MomentLink: TypeAlias = tuple[int, bytes]
"""Who gave a link, a seat or 128 plus the place of a witness, and its 32 bytes."""

Answerer: TypeAlias = Callable[[int, Bounds], Draws]
"""Returns the answer with this number in its moment to these bounds."""

Dice: TypeAlias = Callable[[int, Sequence[MomentLink]], Answerer]
"""Returns the answers of the moment with this number and these links."""

Scheme: TypeAlias = Literal["fair", "recorded"]
"""The source of the answers of chance: these dice, or dice elsewhere that were recorded."""

SCHEME: Final = "fair"
"""The name of these dice in games and records."""

CONSTRUCTION: Final = "carolus-fair-chance/2"
_WORD: Final = 2**32
_PLACE: Final = Struct(">QQ")
"""The number of an answer, and of a block in its stream."""
_MOMENT: Final = Struct(">QB")
"""The number of a moment, and how many links it has."""
_BLOCK: Final = Struct(">8I")
_WORDS: Final = 8
"""Words in a block."""
_HASHED_AT_ONCE: Final = 64
"""The block size of SHA-256 in bytes; HMAC pads a key to it."""
_EMPTY: Final = sha256()
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))

T = TypeVar("T")


def commitment(secret: bytes) -> str:
    """Return the commitment to a secret, published before its use: its SHA-256, in hexadecimal."""
    return sha256(secret).hexdigest()


class Contribution(NamedTuple):
    """What a seat contributes to the dice before the game starts."""

    entropy: str = ""
    """Hexadecimal digits; empty if there are none."""
    tip: str | None = None
    """The tip of its chain, in hexadecimal; None if it has no chain."""


def fair_dice(
    secret: bytes, game: str, seats: Sequence[Contribution], witnesses: Sequence[str] = ()
) -> Dice:
    """Return the fair dice of one game.

    ``seats`` are the contributions in order of the seats, and ``witnesses`` the tips of the
    witnesses in order of their places, in hexadecimal.

    >>> dice = fair_dice(bytes(32), "g", [Contribution(), Contribution("c0ffee")])
    >>> dice(1, ())(0, (6, 6, 6)) == dice(1, ())(0, (6, 6, 6))
    True
    """
    root_of = keyed(authenticated(secret, _message(game, seats, witnesses)))

    def moment(number: int, links: Sequence[MomentLink]) -> Answerer:
        message = _MOMENT.pack(number, len(links))
        for who, link in links:
            message += bytes((who,)) + link
        return _answers(root_of(message))

    return moment


def _message(game: str, seats: Sequence[Contribution], witnesses: Sequence[str]) -> bytes:
    """Return the message that the key authenticates."""
    lines = [CONSTRUCTION, game]
    lines += [f"seat {seat.entropy or '-'} {seat.tip or '-'}" for seat in seats]
    lines += [f"witness {tip}" for tip in witnesses]
    return "\n".join(lines).encode()


def _answers(root: bytes) -> Answerer:
    """Return the answers of the moment with this root."""

    def answer(number: int, bounds: Bounds) -> Draws:
        # Most moments need a single block, so the root is not prepared for more.
        words = _BLOCK.unpack(authenticated(root, _PLACE.pack(number, 0)))
        block = at = 0
        draws: list[int] = []
        for bound in bounds:
            while True:
                if at == _WORDS:
                    block += 1
                    at = 0
                    words = _BLOCK.unpack(authenticated(root, _PLACE.pack(number, block)))
                word = words[at]
                at += 1
                # The first comparison is true for nearly every word.
                if word <= _WORD - bound or word < _WORD - _WORD % bound:
                    break
            draws.append(word % bound)
        return draws

    return answer


def authenticated(key: bytes, message: bytes) -> bytes:
    """Return the HMAC-SHA256 (RFC 2104) of one message; the key has at most 64 bytes.

    >>> import hmac
    >>> authenticated(b"key", b"message") == hmac.digest(b"key", b"message", "sha256")
    True
    """
    whole = key.ljust(_HASHED_AT_ONCE, b"\0")
    inside = _EMPTY.copy()
    inside.update(whole.translate(_INNER) + message)
    outside = _EMPTY.copy()
    outside.update(whole.translate(_OUTER) + inside.digest())
    return outside.digest()


def keyed(key: bytes) -> Callable[[bytes], bytes]:
    """Return a function that computes the HMAC-SHA256 (RFC 2104) of many messages with this key.

    The key is hashed once, for all messages.

    >>> import hmac
    >>> keyed(b"key")(b"message") == hmac.digest(b"key", b"message", "sha256")
    True
    """
    if len(key) > _HASHED_AT_ONCE:
        key = sha256(key).digest()
    whole = key.ljust(_HASHED_AT_ONCE, b"\0")
    inner = sha256(whole.translate(_INNER))
    outer = sha256(whole.translate(_OUTER))

    def digest(message: bytes) -> bytes:
        inside = inner.copy()
        inside.update(message)
        outside = outer.copy()
        outside.update(inside.digest())
        return outside.digest()

    return digest


def shuffle_bounds(count: int) -> Bounds:
    """Return the bounds of the draws that shuffle ``count`` things."""
    return tuple(range(count, 1, -1))


def shuffle(things: Sequence[T], draws: Draws) -> list[T]:
    """Return the things in the order given by the draws (Fisher-Yates, from the end).

    >>> shuffle("abc", [2, 1])
    ['a', 'b', 'c']
    """
    order = list(things)
    for last, draw in zip(range(len(order) - 1, 0, -1), draws, strict=True):
        _swap(order, last, draw)
    return order


def _swap(order: MutableSequence[T], one: int, other: int) -> None:
    order[one], order[other] = order[other], order[one]
