"""The hash chain: each event has a hash over itself and all events before it.

The canonical form of an event is its JSON object in the API, without ``hash``, in the form of RFC
8785: members sorted by name, no whitespace, UTF-8. Events have only integers as numbers, so any
JSON library that can sort members can write it.

``hash(0) = SHA-256("carolus-log/1 " + game id)``, and for the event with version ``v`` ``hash(v) =
SHA-256(hash(v − 1) ‖ canonical form)``, with the previous hash as 32 bytes.

In games with hidden information, the canonical form has a commitment in place of each hidden member
(``domain.record.seals``). So the hash of an event is the same for all viewers, whatever they see.
"""

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from typing import Any, Final, TypeAlias

import msgspec

from domain.record.seals import OPEN, Seal
from domain.table.game import By
from domain.tournament.stream.people import Acting

FORMS_MAX: Final = 16_384
ChainActor: TypeAlias = By | Acting
"""Who acts in a game, or in a tournament."""
ChainEntry: TypeAlias = tuple[str, ChainActor, Iterable[Any]]
"""When an entry was made, by whom, and the events that it caused."""

_EMPTY: Final = sha256()
_ENCODER: Final = msgspec.json.Encoder(order="sorted")


def genesis(game: str) -> bytes:
    """Return the hash before the first event of the game."""
    return sha256(f"carolus-log/1 {game}".encode()).digest()


def canonical(version: int, at: str, by: ChainActor, event: Any, seal: Seal = OPEN) -> bytes:
    """Return the canonical form of an event: ``at`` in RFC 3339, UTC."""
    members = msgspec.to_builtins(event)
    sealed = seal.sealed(version, event, members)
    return _ENCODER.encode({**members, **sealed, "at": at, "by": by, "version": version})


def chained(before: bytes, canonical_form: bytes) -> bytes:
    """Return the hash of an event, given the hash before it."""
    return sha256(before + canonical_form).digest()


def linked(game: str, entries: Iterable[ChainEntry], seal: Seal = OPEN) -> list[bytes]:
    """Return the hashes of all events of a game: that of version ``v`` has the index ``v``.

    The first hash is that before the first event.
    """
    head = genesis(game)
    hashes = [head]
    version = 0
    new_hash = _EMPTY.copy
    known = _forms_of(frozenset(seal.hidden))
    for at, by, events in entries:
        encoded_at, encoded_by = _ENCODER.encode(at), _ENCODED_BY[by]
        for event in events:
            version += 1
            try:
                hashed = known[event] % (head, encoded_at, encoded_by, version)
            except TypeError:  # it hides something, or has a dictionary and cannot be looked up
                hashed = head + canonical(version, at, by, event, seal)
            link = new_hash()
            link.update(hashed)
            head = link.digest()
            hashes.append(head)
    return hashes


def _new_form(event: Any) -> bytes:
    """Return what is hashed, with gaps for the hash before it, ``at``, ``by`` and ``version``."""
    members = {
        name: _ENCODER.encode({name: value})[1:-1].replace(b"%", b"%%")
        for name, value in msgspec.to_builtins(event).items()
    }
    members |= {"at": b'"at":%b', "by": b'"by":%b', "version": b'"version":%d'}
    return b"%b{" + b",".join(members[name] for name in sorted(members)) + b"}"


class _Actors(dict[ChainActor, bytes]):
    """Actors as JSON, remembered until there are too many: seats, chance, the table, accounts."""

    def __missing__(self, by: ChainActor) -> bytes:
        encoded = _ENCODER.encode(by)
        if len(self) < FORMS_MAX:
            self[by] = encoded
        return encoded


class _Forms(dict[Any, bytes]):
    """The forms of events, remembered until there are too many, and then all forgotten.

    The same few events happen in every game: a paladin of a clan to a place, a disc.

    Events with hidden members are refused, because no two of them have the same form. The check
    is here, so that it is not made for a form that is found.
    """

    def __init__(self, hidden: frozenset[type[Any]]) -> None:
        super().__init__()
        self._hidden = hidden

    def __missing__(self, event: Any) -> bytes:
        if type(event) in self._hidden:
            raise TypeError("each event with hidden members has a form of its own")
        form = _new_form(event)
        if len(self) >= FORMS_MAX:
            self.clear()
        self[event] = form
        return form


@cache
def _forms_of(hidden: frozenset[type[Any]]) -> _Forms:
    """Return the forms for rulesets with these hidden events."""
    return _Forms(hidden)


_ENCODED_BY: Final = _Actors()
