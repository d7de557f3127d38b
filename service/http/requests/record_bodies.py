"""Bodies that contain records: one record, or many, line by line."""

from collections.abc import AsyncIterator, Callable
from functools import partial

from domain.record.record import AnyRecord, read_record
from domain.record.text import read_text
from service.archives.framing import BOM, Numbered, Splitter
from service.http.requests.request import (
    TEXT,
    AnyRequest,
    UnsupportedMediaType,
    is_json,
    media_type,
    must_be_plain,
    whole,
)
from service.runtime.exchange import exchange_of


async def record_reader(request: AnyRequest, longest: int) -> Callable[[], AnyRecord]:
    """Receive a body with one record, JSON or text; return a function that parses it in a thread.

    The function raises Malformed. Raises TooLarge and UnsupportedMediaType.
    """
    kind = media_type(request)
    if kind != TEXT and not is_json(kind):
        raise UnsupportedMediaType(kind)
    text = await whole(request, longest)
    must_be_plain(request, text)
    return partial(read_text if kind == TEXT else read_record, text)


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
