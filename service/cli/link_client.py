"""A client that keeps the chain of one seat, and trusts nothing that the service says.

A link makes dice known. So the client gives a link only for a head that the service signed and
that follows from the client's own copy of the events, and never for two heads. It keeps each call:
one that contradicts the log is evidence against the service.
"""

import os
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from domain.chance import keyed
from domain.links import Chain, chain_of, name_of, seed_of
from domain.record.canonical_text import canonical_text
from domain.record.chain import chained, genesis
from domain.record.jws import signed_text
from domain.record.statement import BadSignature, Call, of_kind
from domain.ruleset import tag_of
from domain.table.events import WAIVING, LinksWaived
from service.access.signing import Verifier

Json = dict[str, Any]

ENTROPY_BYTES: Final = 16
_ENTROPY: Final = b"carolus-entropy/1 "
_WAIVING: Final = frozenset(map(tag_of, WAIVING))


class Distrust(Exception):
    """The service does not behave as it must; the text says how."""


class VerifiedLog:
    """The log of a game, as far as its events lead to their hashes."""

    def __init__(self, game: str) -> None:
        self.version = 0
        self.head = genesis(game)
        self.moments = 0
        """How many moments were drawn."""
        self.called = self.head
        """The head that the next call names: that of the last event that is not about a waiver."""
        self.waived = False
        """Whether the last event says that everyone waived the links."""
        self.tips: dict[int, str | None] = {}
        """The tip of each seat that is taken."""

    def take(self, event: Json) -> None:
        """Add the next event; raise Distrust if its hash does not follow."""
        members = {key: value for key, value in event.items() if key not in ("hash", "sealed")}
        text = canonical_text({**members, **event.get("sealed", {})})
        head = chained(self.head, text)
        if event["version"] != self.version + 1 or event["hash"] != head.hex():
            raise Distrust(f"event {event['version']} does not follow from the events before it")
        if event["type"] == "moment_drawn":
            self.moments += 1
        elif event["type"] == "seat_taken":
            self.tips[event["seat"]] = event["tip"]
        elif event["type"] == "seat_left":
            del self.tips[event["seat"]]
        self.version, self.head = event["version"], head
        self.waived = event["type"] == tag_of(LinksWaived)
        if event["type"] not in _WAIVING:
            self.called = head


class LinkFiles:
    """What the client keeps next to its secret.

    ``….keys`` has the keys of the service as they were when the client first saw the game, and
    ``….calls`` all calls that it answered, one on each line, as ``carolus audit --heads`` reads
    them.
    """

    def __init__(self, secret: Path) -> None:
        self.keys_file = secret.with_name(f"{secret.name}.keys")
        self.calls_file = secret.with_name(f"{secret.name}.calls")

    def keys(self, game: str, seen: frozenset[str]) -> frozenset[str]:
        """Return the thumbprints noted for a game; note those that are ``seen`` if it is new."""
        for line in _lines(self.keys_file):
            noted = msgspec.json.decode(line, type=_NotedKeys)
            if noted.game == game:
                return frozenset(noted.keys)
        _append(self.keys_file, msgspec.json.encode(_NotedKeys(game, tuple(sorted(seen)))))
        return seen

    def calls(self, name: bytes) -> list[str]:
        """Return the calls for the game with this name."""
        tokens = [line.decode() for line in _lines(self.calls_file)]
        return [one for one in tokens if _NAMED.decode(signed_text(one)).name == name.hex()]

    def keep(self, call: str) -> None:
        """Keep a call; it is on disk when this returns."""
        _append(self.calls_file, call.encode())


class _NotedKeys(msgspec.Struct, frozen=True):
    game: str
    keys: tuple[str, ...]


class _CallName(msgspec.Struct, frozen=True):
    """The member of a call that names its game."""

    name: str


_NAMED: Final = msgspec.json.Decoder(_CallName)


def _lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines() if path.exists() else []


def _append(path: Path, line: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    with os.fdopen(os.open(path, flags, 0o600), "ab") as file:
        file.write(line + b"\n")
        file.flush()
        os.fsync(file.fileno())


class GameNamed(NamedTuple):
    """The id of a game, and the commitment to its secret."""

    id: str
    commitment: str


class LinkAnswer(NamedTuple):
    """A link to give."""

    moment: int
    head: str
    link: str


class SeatChain:
    """The chain of a seat, and the heads for which it gave its links.

    ``keys`` are the thumbprints of the keys that the service publishes now.
    """

    def __init__(
        self, game: GameNamed, seat: int, secret: bytes, keys: frozenset[str], notes: LinkFiles
    ) -> None:
        self.name = name_of(game.id, game.commitment)
        self.chain: Chain = chain_of(self.name, seat, seed_of(secret, self.name, seat))
        self.entropy = keyed(secret)(_ENTROPY + self.name)[:ENTROPY_BYTES].hex()
        self._seat = seat
        self._notes = notes
        # The keys that count are those before the client sat down, not those of today.
        self._verifier = Verifier(notes.keys(game.id, keys))
        calls = map(self._verified, notes.calls(self.name))
        self._answered = {call.moment: call.head for call in calls}

    def answer(self, token: str, log: VerifiedLog) -> LinkAnswer:
        """Return the link to give for a call; raise Distrust if it must not be given."""
        call = self._verified(token)
        if call.name != self.name.hex():
            raise Distrust("the call is about another game")
        if call.moment != log.moments + 1:
            raise Distrust(f"the call is for moment {call.moment}, not {log.moments + 1}")
        if call.head != log.called.hex():
            raise Distrust(
                f"the call for moment {call.moment} names a head that differs from the log's"
            )
        before = self._answered.get(call.moment)
        if before is None:
            # On disk before the link leaves: the call may be evidence one day.
            self._notes.keep(token)
            self._answered[call.moment] = call.head
        elif before != call.head:
            raise Distrust(f"two calls for moment {call.moment} name different heads")
        return LinkAnswer(call.moment, call.head, self.chain.link(call.moment).hex())

    def check(self, drawn: Json, before: str, *, waived: bool) -> None:
        """Raise Distrust if a moment was not drawn on the link that was given for it.

        ``before`` is the head that the call named; ``waived`` says that all agreed to go on without
        links.
        """
        moment = drawn["moment"]
        links = {one["who"]: one["link"] for one in drawn["links"]}
        given = self._answered.get(moment)
        if given is not None and given != before:
            raise Distrust(
                f"moment {moment} follows a different head from the one that the link was given for"
            )
        if self._seat in links:
            if links[self._seat] != self.chain.link(moment).hex():
                raise Distrust(f"moment {moment} contains a link that differs from this seat's")
        elif given is not None and not waived:
            raise Distrust(f"moment {moment} leaves out the link of this seat")
        elif self._seat in drawn["missing"] and not waived:
            raise Distrust(f"moment {moment} was drawn without links, and not all agreed to that")

    def _verified(self, token: str) -> Call:
        try:
            signed = self._verifier.verify(token)
            call = of_kind(signed, Call)
        except BadSignature as wrong:
            raise Distrust(f"this is not a signed call: {wrong}") from None
        if not signed.published:
            raise Distrust("the call is signed by a key that the service did not publish")
        return call
