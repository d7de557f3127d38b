"""Bodies that may be long: up to a limit as a whole, or line by line."""

from collections.abc import AsyncIterator
from typing import Final, NamedTuple

from litestar.exceptions.http_exceptions import RequestEntityTooLarge

from service.http.requests import AnyRequest, header

BOM: Final = b"\xef\xbb\xbf"


class IncomingLine(NamedTuple):
    """A line that is not blank, and its number from 1; no data if it is too long."""

    number: int
    data: bytes | None


async def whole(request: AnyRequest, longest: int) -> bytes:
    """Return the body; raise RequestEntityTooLarge as soon as it is longer than that."""
    told = header(request, b"content-length") or ""
    if told.isdecimal() and int(told) > longest:
        raise RequestEntityTooLarge
    body = bytearray()
    async for block in request.stream():
        body += block
        if len(body) > longest:
            raise RequestEntityTooLarge
    return bytes(body)


async def lines(request: AnyRequest, longest: int) -> AsyncIterator[IncomingLine]:
    """Yield the lines of a body of any length; of one at most ``longest`` bytes are kept."""
    number = 1
    kept = bytearray()
    too_long = False
    async for block in request.stream():
        *ended, rest = block.split(b"\n")
        for part in ended:
            too_long = too_long or len(kept) + len(part) > longest
            if line := _line(number, None if too_long else bytes(kept) + part):
                yield line
            number += 1
            kept.clear()
            too_long = False
        too_long = too_long or len(kept) + len(rest) > longest
        if too_long:
            kept.clear()
        else:
            kept += rest
    if line := _line(number, None if too_long else bytes(kept)):
        yield line


def _line(number: int, data: bytes | None) -> IncomingLine | None:
    """Return a line without what Windows adds to it; None if it is blank."""
    if data is None:
        return IncomingLine(number, None)
    if number == 1:
        data = data.removeprefix(BOM)
    return IncomingLine(number, data.removesuffix(b"\r")) if data.strip() else None
