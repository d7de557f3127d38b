"""Archives as answers: built in a thread, some records at a time, and compressed if accepted."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from itertools import islice
from typing import Final

from litestar.response import Stream

from service.archives.writing import packed
from service.http.answers.answer import NDJSON, named
from service.http.requests.request import AnyRequest, accepts_coding

ARCHIVE_LEVEL: Final = 3
"""The zstd level of responses: it needs a tenth of the memory that archive files take."""

BYTES_AT_ONCE: Final = 64 << 10
GAMES_AT_ONCE: Final = 20
"""Records built before other requests get their turn."""


def archive(
    request: AnyRequest, records: Iterator[bytes], file: str, headers: Mapping[str, str]
) -> Stream:
    """Return a stream of records, one per line, which a browser saves under this name."""
    compress = accepts_coding(request, "zstd")
    blocks = packed(records, compress=compress, level=ARCHIVE_LEVEL)
    coding = {"Content-Encoding": "zstd"} if compress else {}
    return Stream(
        _gathered(blocks), media_type=NDJSON, headers={**headers, **named(file), **coding}
    )


async def _gathered(blocks: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Yield the blocks, several at a time, built in a thread."""

    def some() -> bytes:
        gathered = bytearray()
        for block in islice(blocks, GAMES_AT_ONCE):
            gathered += block
            if len(gathered) >= BYTES_AT_ONCE:
                break
        return bytes(gathered)

    while content := await asyncio.to_thread(some):
        yield content
