"""The checker of records: verifies a record from the first entry to the last hash.

It stores nothing. The status is 200 for both verdicts, as for actions: an invalid record is a valid
request. A single JSON record must match the schema, or the response is 400 as for any other body.
Among many records, each line gets its own verdict, so one bad line does not spoil the rest.
"""

from collections.abc import AsyncIterator
from tempfile import SpooledTemporaryFile
from typing import IO, Final

import msgspec
from litestar import Response
from litestar.response import Stream
from msgspec import Struct

from domain.record.audit import Audited, unreadable
from domain.record.record import AnyRecord, read_record
from domain.refusal import Malformed
from domain.ruleset import Language
from service.access.rights import EVERYBODY
from service.archives.duplicates import Seen
from service.archives.examining import Examined, examine
from service.archives.framing import Numbered
from service.archives.record_lines import RecordLine
from service.http.answers.answer import NDJSON, answer, encode_line, language_headers
from service.http.answers.contract import Answer, Lines, Operations
from service.http.parts import Parts, parts_of
from service.http.requests.record_bodies import lines, record_reader
from service.http.requests.request import (
    TEXT,
    AnyRequest,
    TooLarge,
    language,
    media_type,
)
from service.records.checks import Checks
from service.runtime.exchange import exchange_of
from service.wire.findings import RecordVerdict, record_verdict
from service.wire.records import RecordView

operation: Final = Operations("records")

LINES_AT_ONCE: Final = 16
BYTES_AT_ONCE: Final = 256 << 10
"""The size of a slice of work; other checks get their turn after each slice."""

LINE_BYTES_MIN: Final = 1024
"""The minimum number of bytes charged for a line: even an invalid line produces a verdict."""

VERDICTS_IN_MEMORY_BYTES: Final = 1 << 20
VERDICTS_BYTES_MAX: Final = 256 << 20
"""The maximum size of all verdicts of one request, which stay on disk until they are sent."""

_BLOCK: Final = 64 << 10


class _LineOfVerdict(Struct):
    """The line of a verdict."""

    line: int


_NUMBERED: Final = msgspec.json.Decoder(_LineOfVerdict)


@operation(
    "POST",
    "/v1/records/check",
    "Check records, finished or not",
    right=EVERYBODY,
    body=RecordView,
    texts=(
        Lines(TEXT, "A record in the text notation."),
        Lines(NDJSON, "Many records as JSON, one per line."),
    ),
    answer=Answer(
        "The verdict, whether or not the record is valid.",
        RecordVerdict,
        headers=("Content-Language",),
        texts=(Lines(NDJSON, "For many records: one verdict per line, in order."),),
    ),
    cost=20,
    needs_log=False,
    body_bytes_max=None,
)
async def check_records(request: AnyRequest) -> Response[bytes] | Stream:
    """Decide every entry again, and compare the resulting hashes, dice and signature.

    To check many records, send them as NDJSON, of any length. The service sends the verdicts when
    the whole body has arrived; they report games and secrets that occur twice. Lines that are not
    records also get a verdict, and so does invalid text.
    """
    parts = parts_of(request)
    preferred = language(request)
    kind = media_type(request)
    if kind == NDJSON:
        file = await _checked(request, parts, preferred)
        return Stream(_blocks(file), media_type=NDJSON, headers=language_headers(preferred))
    read = await record_reader(request, parts.record_bytes_max)
    checks = parts.checks

    def audited() -> Audited:
        try:
            return checks.audit(read())
        except Malformed as wrong:
            if kind != TEXT:
                raise
            return unreadable(wrong)

    verdict = record_verdict(await checks.run(audited), preferred)
    return answer(verdict, headers=language_headers(preferred))


def _examined(checks: Checks, numbered: Numbered, longest: int) -> Examined:
    """Examine one line of many; a line without data is too long."""
    number, data = numbered

    def read(line: RecordLine) -> AnyRecord:
        if data is None:
            raise Malformed(f"at most {longest} bytes in a line")
        return read_record(line.data)

    return examine(RecordLine("", number, data or b""), read, checks.audit)


async def _checked(request: AnyRequest, parts: Parts, preferred: Language) -> IO[bytes]:
    """Return a file with the verdicts on all lines of a body.

    The verdicts are sent after the body has ended. Most clients do not read the response while
    they send, so full network buffers would deadlock the two sides.
    """
    checks, longest = parts.checks, parts.record_bytes_max
    waiting: list[Numbered] = []
    size = 0
    exchange = exchange_of(request.scope)

    def work() -> None:
        for line in waiting:
            verdicts.add(_examined(checks, line, longest))
        if verdicts.size > VERDICTS_BYTES_MAX:
            raise TooLarge(VERDICTS_BYTES_MAX)

    async def judged() -> None:
        short = (LINE_BYTES_MIN - len(line.data or b"") for line in waiting)
        await exchange.charge(sum(lack for lack in short if lack > 0))
        await checks.run(work)

    # Its database belongs to the thread of the checks.
    verdicts = await checks.run(lambda: _Verdicts(preferred))
    try:
        async for line in lines(request, longest):
            waiting.append(line)
            size += len(line.data or b"")
            if len(waiting) >= LINES_AT_ONCE or size >= BYTES_AT_ONCE:
                await judged()
                waiting.clear()
                size = 0
        await judged()
        return await checks.run(verdicts.file)
    finally:
        await checks.run(verdicts.close)


class _Verdicts:
    """The verdicts on many records, in order, even if a later record displaces an earlier one."""

    def __init__(self, preferred: Language) -> None:
        self.size = 0
        self._language: Language = preferred
        self._seen = Seen()
        self._file = _empty_file()
        self._late: dict[int, bytes] = {}
        """New verdicts on displaced records, by their lines."""

    def add(self, one: Examined) -> None:
        """Add the verdict on the record of the next line."""
        compared = self._seen.examined(one)
        self._file.write(self._verdict(compared.one))
        for earlier in compared.displaced:
            self._late[earlier.line] = self._verdict(earlier)

    def file(self) -> IO[bytes]:
        """Return a file with one verdict for each line; the caller closes it."""
        file, self._file = self._file, _empty_file()
        file.seek(0)
        if not self._late:
            return file
        corrected = _empty_file()
        with file:
            for verdict in file:
                corrected.write(self._late.get(_NUMBERED.decode(verdict).line, verdict))
        corrected.seek(0)
        return corrected

    def close(self) -> None:
        """Delete what is stored."""
        self._file.close()
        self._seen.close()

    def _verdict(self, one: Examined) -> bytes:
        verdict = encode_line(record_verdict(one.audited, self._language, one.line))
        self.size += len(verdict)
        return verdict


def _empty_file() -> IO[bytes]:
    return SpooledTemporaryFile(VERDICTS_IN_MEMORY_BYTES)


async def _blocks(file: IO[bytes]) -> AsyncIterator[bytes]:
    with file:
        while block := file.read(_BLOCK):
            yield block
