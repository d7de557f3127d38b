"""Links: hash chains that players and witnesses contribute to chance, one link for each moment.

A contributor commits to a chain before the game, by its tip. For each moment it gives the link with
that number, once it has seen the log's head that contains the action. So nobody, not even the
operator of the service, can know the dice of a moment before that, and each link can be checked
against the one before.

* The *name* of a game, ``SHA-256("carolus-chance/2 " + id + " " + commitment)``, stands for it in
  chains and at witnesses.
* A *contributor* is a byte, ``who``: the number of a seat, or 128 + j for the witness in place j.
* ``link(16384)`` is a seed of 32 bytes;
  ``link(k − 1) = SHA-256("carolus-link/1" ‖ 0x0A ‖ name ‖ u8(who) ‖ u64(k) ‖ link(k))``. The *tip*
  is ``link(0)``. Numbers are big-endian.
* A witness signs for which head it gave a link, by its key and its clock. Each signature covers
  everything that it gave before in the same game: it signs ``"carolus-witness/1" ‖ 0x0A ‖ acc``,
  where ``acc(0) = SHA-256("carolus-witness/1" ‖ 0x0A ‖ name ‖ service ‖ tip ‖ u64(time))`` and
  ``acc(m) = SHA-256(acc(last moment given) ‖ u64(m) ‖ head ‖ link(m) ‖ u64(time))``.

Signing and verifying happen elsewhere: this module defines what is signed.
"""

from hashlib import sha256
from typing import Any, Final, NamedTuple

from domain.chance import keyed

LINKS: Final = 16_384
"""Links of every chain, and so the last moment that can have links."""

EVERY: Final = 128
"""A chain keeps every 128th link: 4 KiB, from which any link takes at most 127 hashes."""

LINK_BYTES: Final = 32

FIRST_WITNESS: Final = 128
"""The contributor that is the witness in place 0; smaller numbers are seats."""
WITNESSES_MAX: Final = 128

NAME: Final = "carolus-chance/2"
SEED: Final = "carolus-seed/1"
LINK: Final = b"carolus-link/1\n"
WITNESS: Final = b"carolus-witness/1\n"


class BadLink(Exception):
    """A link, or what a witness gave with it, does not fit. ``facts`` are the values behind it.

    ``reason`` is one of

    * ``not_a_link``: it does not have 32 bytes;
    * ``moment_not_after``: its moment is not after the last one known;
    * ``beyond_the_chain``: chains have 16,384 links;
    * ``link_does_not_fit``: hashed up to the last link known, it gives another one: it is a wrong
      link, or one of another contributor, game or moment;
    * ``time_goes_back``: a witness names a time before the one that it named last.
    """

    def __init__(self, reason: str, /, **facts: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts


def name_of(game: str, commitment: str) -> bytes:
    """Return the name of a game in chains, from its id and its commitment in hexadecimal."""
    return sha256(f"{NAME} {game} {commitment}".encode()).digest()


def witness_in(place: int) -> int:
    """Return the contributor that is the witness in this place, counted from 0.

    >>> witness_in(0)
    128
    """
    if not 0 <= place < WITNESSES_MAX:
        raise ValueError(f"{place} is not a place of a witness: 0 to {WITNESSES_MAX - 1}")
    return FIRST_WITNESS + place


def seed_of(secret: bytes, name: bytes, who: int) -> bytes:
    """Return the seed of one chain, so that one secret of its owner serves all games."""
    return keyed(secret)(f"{SEED} {name.hex()} {who}".encode())


class Chain(NamedTuple):
    """A chain as its owner keeps it. Its links are secret until they are given."""

    name: bytes
    who: int
    tip: bytes
    checkpoints: tuple[bytes, ...]
    """Every 128th link, from link 128 to the seed."""

    def link(self, moment: int) -> bytes:
        """Return the link for a moment; raise BadLink if the chain has none."""
        _must_be_in_chain(moment, self.who)
        place = (moment - 1) // EVERY
        kept = self.checkpoints[place]
        return earlier_link(self.name, self.who, (place + 1) * EVERY, kept, moment)

    def __repr__(self) -> str:
        """Leave out the checkpoints."""
        return f"<Chain {self.name.hex()} {self.who}>"


def chain_of(name: bytes, who: int, seed: bytes) -> Chain:
    """Return the chain with this seed; this takes 16,384 hashes, some 10 ms."""
    checkpoints = [seed]
    for number in range(LINKS, EVERY, -EVERY):
        checkpoints.append(earlier_link(name, who, number, checkpoints[-1], number - EVERY))
    tip = earlier_link(name, who, EVERY, checkpoints[-1], 0)
    return Chain(name, who, tip, tuple(reversed(checkpoints)))


class KnownLink(NamedTuple):
    """The last link that is known of someone's chain; at first, the tip."""

    name: bytes
    who: int
    link: bytes
    moment: int = 0

    def followed_by(self, moment: int, link: bytes) -> "KnownLink":
        """Return the link for a later moment, if it belongs to the same chain; raise BadLink.

        Moments between the two may have been left out: this hashes once for each step.
        """
        if len(link) != LINK_BYTES:
            raise BadLink("not_a_link", who=self.who, moment=moment, bytes=len(link))
        _must_be_in_chain(moment, self.who)
        if moment <= self.moment:
            raise BadLink("moment_not_after", who=self.who, moment=moment, last=self.moment)
        if earlier_link(self.name, self.who, moment, link, self.moment) != self.link:
            raise BadLink("link_does_not_fit", who=self.who, moment=moment, last=self.moment)
        return KnownLink(self.name, self.who, link, moment)


class Witnessed(NamedTuple):
    """Everything that a witness gave in one game, up to the last moment."""

    known: KnownLink
    time: int
    """When it gave the last link: milliseconds since 1970 by the witness's clock."""
    acc: bytes

    @property
    def signed(self) -> bytes:
        """The bytes that the witness signs."""
        return WITNESS + self.acc

    def followed_by(self, moment: int, head: bytes, link: bytes, time: int) -> "Witnessed":
        """Return this with one more moment, given for a head of the log; raise BadLink."""
        known = self.known.followed_by(moment, link)
        if time < self.time:
            raise BadLink("time_goes_back", who=known.who, moment=moment, time=time, last=self.time)
        text = self.acc + _u64(moment) + head + link + _u64(time)
        return Witnessed(known, time, sha256(text).digest())


def at_registration(name: bytes, who: int, service: bytes, tip: bytes, time: int) -> Witnessed:
    """Return what a witness gives when a service registers a game, as moment 0.

    ``service`` is the thumbprint of the key with which the service registered it (RFC 7638), as 32
    bytes.
    """
    acc = sha256(WITNESS + name + service + tip + _u64(time)).digest()
    return Witnessed(KnownLink(name, who, tip), time, acc)


def earlier_link(name: bytes, who: int, number: int, link: bytes, earlier: int) -> bytes:
    """Return an earlier link of a chain, given one with its number; 0 is the tip."""
    start = LINK + name + bytes((who,))
    for one in range(number, earlier, -1):
        link = sha256(start + one.to_bytes(8, "big") + link).digest()
    return link


def _must_be_in_chain(moment: int, who: int) -> None:
    if moment > LINKS:
        raise BadLink("beyond_the_chain", who=who, moment=moment, last=LINKS)
    if moment < 1:
        raise BadLink("moment_not_after", who=who, moment=moment, last=0)


def _u64(number: int) -> bytes:
    return number.to_bytes(8, "big")
