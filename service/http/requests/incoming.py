"""Bodies of any length, line by line."""

from collections.abc import AsyncIterator

from service.archives.framing import BOM, Numbered, Splitter
from service.http.requests.request import AnyRequest, must_be_plain
from service.runtime.exchange import exchange_of


async def lines(request: AnyRequest, longest: int) -> AsyncIterator[Numbered]:
    """Yield the lines of a body of any length but blank ones; no data where one is too long.

    The time limit of the request is that of each piece of it. Raises UnsupportedMediaType for a
    body that is compressed.
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
