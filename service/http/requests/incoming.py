"""Bodies of any length, line by line."""

from collections.abc import AsyncIterator

from service.archives.framing import BOM, Numbered, Splitter
from service.http.requests.request import AnyRequest, must_be_plain
from service.runtime.exchange import exchange_of


async def lines(request: AnyRequest, longest: int) -> AsyncIterator[Numbered]:
    """Yield the nonblank lines of a body of any length; a line that is too long has no data.

    The time limit of the request applies to each piece of the body. Raises UnsupportedMediaType
    for a compressed body.
    """
    exchange = exchange_of(request.scope)
    splitter = Splitter(longest)
    begun = False
    async for block in request.stream():
        exchange.move()
        if not begun:
            must_be_plain(request, block)
            begun = True
        for line in splitter.feed(block):
            if cleaned := _line(line):
                yield cleaned
    for line in splitter.end():
        if cleaned := _line(line):
            yield cleaned


def _line(line: Numbered) -> Numbered | None:
    """Return a line without byte order mark and carriage return; None if it is blank."""
    number, data = line
    if data is None:
        return line
    if number == 1:
        data = data.removeprefix(BOM)
    return Numbered(number, data.removesuffix(b"\r")) if data.strip() else None
