"""Idempotency keys: the service answers a repeated request with what it produced the first time.

The note about a request is stored in one transaction with what the request produced.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Generic, NamedTuple, TypeVar

import msgspec
from eventsourcing.persistence import StoredEvent

from service.runtime.fingerprints import fingerprint
from service.storage.log import REQUEST, Conflict, Log

RACES_MAX: Final = 100
"""Lost races in a row after which a request gives up, with nothing stored."""


class KeyedRequest(NamedTuple):
    """The identity of a request: its ``Idempotency-Key`` and a fingerprint of its content."""

    key: str
    fingerprint: str


class KeyUsedAgain(Exception):
    """The ``Idempotency-Key`` belongs to another request."""


class TooManyRaces(Exception):
    """Other requests were faster, again and again."""


class Note(msgspec.Struct, frozen=True):
    """What the log keeps about a keyed request; subclasses add what it produced."""

    fingerprint: str


NoteT = TypeVar("NoteT", bound=Note)
T = TypeVar("T")
StateT = TypeVar("StateT")
DoneT = TypeVar("DoneT")


class CarriedOut(NamedTuple, Generic[StateT, DoneT]):
    """A command on something that exists: the state to decide on, and how."""

    hot: Callable[[], StateT | None]
    """Returns the state in memory, which may be behind the log."""
    load: Callable[[], Awaitable[StateT]]
    """Returns the state as the log has it now."""
    decide: Callable[[StateT], Awaitable[DoneT]]
    """Decides, and appends what follows; raises Conflict if the log has grown since."""
    changed: Callable[[DoneT], bool]
    """Says whether the decision appended anything."""


async def earlier_or_first(
    what: str, earlier: Callable[[], Awaitable[T | None]], write: Callable[[], Awaitable[T]]
) -> T:
    """Return what ``earlier`` finds; if it finds nothing, what ``write`` stores.

    After a lost race, it looks again: the other request may have failed since. Raises TooManyRaces.
    """
    for _ in range(RACES_MAX):
        found = await earlier()
        if found is not None:
            return found
        with suppress(Conflict):
            return await write()
    raise TooManyRaces(what)


class Notes(Generic[NoteT]):
    """The notes of one kind about requests. A key must be unique in ``scope``."""

    def __init__(self, log: Log, kind: type[NoteT]) -> None:
        self._log = log
        self._decode = msgspec.json.Decoder(kind).decode

    async def find(self, scope: str, request: KeyedRequest | None) -> NoteT | None:
        """Return the note about this request; raise KeyUsedAgain if another request has its key."""
        if request is None:
            return None
        body = await asyncio.to_thread(self._log.request, scope, fingerprint(request.key))
        if body is None:
            return None
        note = self._decode(body)
        if note.fingerprint != request.fingerprint:
            raise KeyUsedAgain
        return note

    def rows(self, scope: str, request: KeyedRequest | None, note: NoteT) -> list[StoredEvent]:
        """Return the note as rows to be stored with what the request produced."""
        if request is None:
            return []
        stream = f"{REQUEST}{scope}/{fingerprint(request.key)}"
        return [StoredEvent(stream, 1, "request.v1", msgspec.json.encode(note))]

    async def once(
        self,
        scope: str,
        request: KeyedRequest | None,
        write: Callable[[], Awaitable[T]],
        repeat: Callable[[NoteT], Awaitable[T]],
    ) -> T:
        """Return what ``write`` makes, or ``repeat`` if this request was carried out before.

        ``write`` stores something new, under an id of its own, together with its note. Raises
        KeyUsedAgain, TooManyRaces, Conflict for an id that exists, or PersistenceError.
        """

        async def earlier() -> T | None:
            noted = await self.find(scope, request)
            return None if noted is None else await repeat(noted)

        if request is None:
            return await write()
        # Ids do not collide: after a conflict, the same request was under way.
        return await earlier_or_first(scope, earlier, write)

    async def carry_out(
        self,
        scope: str,
        request: KeyedRequest | None,
        command: CarriedOut[StateT, DoneT],
        repeat: Callable[[NoteT], Awaitable[DoneT]],
        refusals: tuple[type[Exception], ...],
    ) -> DoneT:
        """Return what a command does to something that exists, or ``repeat`` of an earlier request.

        The state in memory may be behind the log. So a refusal, or that nothing changed, counts
        only on the state as the log has it; after a lost race, the command is decided again.
        Raises one of ``refusals``, KeyUsedAgain, TooManyRaces, or PersistenceError.
        """
        state = command.hot()
        fresh = state is None
        for _ in range(RACES_MAX):
            if state is None:
                state = await command.load()
            refused: Exception | None = None
            done: DoneT | None = None
            try:
                done = await command.decide(state)
                if command.changed(done):
                    return done
            except refusals as no:
                refused = no
            except Conflict:
                fresh = False
            noted = await self.find(scope, request)
            if noted is not None:
                return await repeat(noted)
            if fresh and refused is not None:
                raise refused
            if fresh and done is not None:
                return done
            state, fresh = await command.load(), True
        raise TooManyRaces(scope)
