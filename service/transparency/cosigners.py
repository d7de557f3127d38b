"""The client of a witness: asks it to cosign a checkpoint (C2SP tlog-witness)."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final

import httpx

from domain.transparency.checkpoints import cosignatures, read_size
from domain.transparency.notes import BadNote, NoteKey, NoteSignature, read_signatures
from domain.transparency.witnessing import SIZE_TYPE, Submission
from service.access.ed25519 import verify_bytes
from service.transparency.stored import PublishedCheckpoint

SECONDS_MAX: Final = 5.0
ANSWER_BYTES_MAX: Final = 64 << 10


class NotCosigned(Exception):
    """A witness did not cosign. ``reason`` is a code; ``facts`` say more."""

    def __init__(self, reason: str, /, **facts: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts: Mapping[str, Any] = facts


class Cosigner:
    """A witness that the service asks for cosignatures."""

    def __init__(
        self,
        key: NoteKey,
        address: str,
        consistency: Callable[[int, int], list[bytes]],
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Ask the witness with this key at this submission prefix."""
        self.name = key.vkey
        """Its verifier key, which identifies it."""
        self._key = key
        self._address = f"{address.rstrip('/')}/add-checkpoint"
        self._consistency = consistency
        self._client = httpx.AsyncClient(timeout=SECONDS_MAX, transport=transport)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def cosign(self, published: PublishedCheckpoint, old: int) -> NoteSignature:
        """Return the cosignature of a checkpoint; raise NotCosigned.

        ``old`` is the size of the latest checkpoint that the witness cosigned, as far as the
        service knows. If the witness says that it has another size, it is asked once more.
        """
        size = published.checkpoint.size
        answer = await self._send(published, old)
        if answer.status_code == httpx.codes.CONFLICT:
            old = _size_in(answer)
            if old > size:
                # It has seen more of this log than there is: the log was rolled back.
                raise NotCosigned("witness_has_a_larger_tree", size=size, witnessed=old)
            answer = await self._send(published, old)
        if answer.status_code != httpx.codes.OK:
            said = answer.text[:200].strip()
            raise NotCosigned("refused", status=answer.status_code, said=said, old=old, size=size)
        return self._signature(published, answer.text)

    async def _send(self, published: PublishedCheckpoint, old: int) -> httpx.Response:
        size = published.checkpoint.size
        proof = await asyncio.to_thread(self._consistency, old, size)
        body = Submission(old, tuple(proof), str(published.note)).body
        try:
            async with self._client.stream("POST", self._address, content=body) as answer:
                content = bytearray()
                async for piece in answer.aiter_bytes():
                    content += piece
                    if len(content) > ANSWER_BYTES_MAX:
                        raise NotCosigned("answer_too_long", expected=ANSWER_BYTES_MAX)
                return httpx.Response(
                    answer.status_code, headers=answer.headers, content=bytes(content)
                )
        except httpx.HTTPError as failure:
            error = f"{type(failure).__name__}: {failure}"
            raise NotCosigned("unreachable", error=error) from None

    def _signature(self, published: PublishedCheckpoint, answer: str) -> NoteSignature:
        """Return the verified cosignature among the lines of an answer."""
        try:
            found = read_signatures(answer)
            note = published.note._replace(signatures=found)
            if not cosignatures(note, [self._key], verify_bytes):
                raise NotCosigned("cosignature_of_another_key")
        except BadNote as wrong:
            raise NotCosigned(wrong.reason, **wrong.facts) from None
        return next(one for one in found if self._key.signed(one))


def _size_in(answer: httpx.Response) -> int:
    """Return the size in a 409."""
    kind = answer.headers.get("content-type", "").partition(";")[0]
    size = read_size(answer.text.removesuffix("\n"))
    if kind != SIZE_TYPE or size is None:
        raise NotCosigned("conflict_without_size", said=answer.text[:200].strip())
    return size
