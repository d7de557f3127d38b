"""Bodies that may be long: up to a limit as a whole, or line by line."""

from collections.abc import AsyncIterator

from litestar.exceptions.http_exceptions import RequestEntityTooLarge

from service.archives.framing import BOM, Numbered, Splitter
from service.http.edge.exchange import exchange_of
from service.http.requests import AnyRequest, header


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


async def lines(request: AnyRequest, longest: int) -> AsyncIterator[Numbered]:
    """Yield the lines of a body of any length but blank ones; no data where one is too long.

    The time limit of the request is that of each piece of it.
    """
    exchange = exchange_of(request.scope)
    splitter = Splitter(longest)
    async for block in request.stream():
        exchange.move()
        for line in splitter.feed(block):
            if told := _line(line):
                yield told
    for line in splitter.end():
        if told := _line(line):
            yield told


def _line(line: Numbered) -> Numbered | None:
    """Return a line without what Windows adds to it; None if it is blank."""
    number, data = line
    if data is None:
        return line
    if number == 1:
        data = data.removeprefix(BOM)
    return Numbered(number, data.removesuffix(b"\r")) if data.strip() else None
