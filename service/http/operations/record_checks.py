"""The checker of records: does it hold, from the first entry to the last hash? Nothing is stored.

200 for both answers, as for actions: a record that does not hold is a good question. One record as
JSON must fit the schema, or it is a 400 like any other body; among many, line by line, what is no
record gets a verdict, so that one bad line costs only itself.
"""

from collections.abc import AsyncIterator
from tempfile import SpooledTemporaryFile
from typing import IO, Final

from litestar import Response
from litestar.response import Stream

from domain.record.audit import Audited, unreadable
from domain.record.record import AnyRecord, read_record
from domain.record.text import read_text
from domain.refusal import Malformed
from domain.ruleset import Language
from service.access.rights import EVERYBODY
from service.archives.examining import Examined, examine
from service.archives.framing import Numbered
from service.archives.lines import RecordLine
from service.archives.seen import Seen
from service.http.answers.answer import NDJSON, answer, encode_line, spoken_in
from service.http.answers.contract import Answer, Lines, Operations
from service.http.parts import Parts, parts_of
from service.http.requests.incoming import lines
from service.http.requests.request import (
    TEXT,
    AnyRequest,
    TooLarge,
    UnsupportedMediaType,
    is_json,
    language,
    media_type,
    must_be_plain,
    whole,
)
from service.records.checks import Checks
from service.runtime.exchange import exchange_of
from service.wire.findings import RecordVerdict, record_verdict
from service.wire.records import RecordView

operation: Final = Operations("records")

LINES_AT_ONCE: Final = 16
BYTES_AT_ONCE: Final = 256 << 10
"""A slice of work: other requests for checks get their turn after it."""

LINE_BYTES_MIN: Final = 1024
"""What a line counts for at least, however short: each makes a verdict, if it is no record too."""

VERDICTS_IN_MEMORY_BYTES: Final = 1 << 20
VERDICTS_BYTES_MAX: Final = 256 << 20
"""What all verdicts of one request may amount to: it is kept on disk until they are sent."""

_BLOCK: Final = 64 << 10


@operation(
    "POST",
    "/v1/records/check",
    "Check records, finished or not",
    right=EVERYBODY,
    body=RecordView,
    texts=(
        Lines(TEXT, "A record in the text notation."),
        Lines(NDJSON, "Many records as JSON, one a line."),
    ),
    answer=Answer(
        "The verdict, whether the record holds or not.",
        RecordVerdict,
        headers=("Content-Language",),
        texts=(Lines(NDJSON, "For many records: a verdict for each, one a line, in order."),),
    ),
    cost=20,
    needs_log=False,
    body_bytes_max=None,
)
async def check_records(request: AnyRequest) -> Response[bytes] | Stream:
    """Decide every entry again, and compare hashes, dice and signature with what follows from them.

    Many records go in as NDJSON, of any length, and as many verdicts come out when all have come
    in; a game or a secret that is there twice is found. A line that is no record gets a verdict
    too, and so does a text.
    """
    parts = parts_of(request)
    spoken = language(request)
    kind = media_type(request)
    if kind == NDJSON:
        file = await _checked(request, parts, spoken)
        return Stream(_blocks(file), media_type=NDJSON, headers=spoken_in(spoken))
    if kind != TEXT and not is_json(kind):
        raise UnsupportedMediaType(kind)
    text = await whole(request, parts.record_bytes_max)
    must_be_plain(request, text)

    checks = parts.checks

    def audited() -> Audited:
        if kind != TEXT:
            return checks.audit(read_record(text))
        try:
            return checks.audit(read_text(text))
        except Malformed as wrong:
            return unreadable(wrong)

    verdict = record_verdict(await checks.run(audited), spoken)
    return answer(verdict, headers=spoken_in(spoken))


def _examined(checks: Checks, numbered: Numbered, longest: int) -> Examined:
    """Return what came of one of many."""
    number, data = numbered

    def read(line: RecordLine) -> AnyRecord:
        if data is None:
            raise Malformed(f"at most {longest} bytes in a line")
        return read_record(line.data)

    return examine(RecordLine("", number, data or b""), read, checks.audit)


async def _checked(request: AnyRequest, parts: Parts, spoken: Language) -> IO[bytes]:
    """Return a file with the verdicts on all lines of a body.

    They are not sent before the body has ended: most clients read no answer while they send, and
    each side would wait for the other as soon as the verdicts fill what lies between them.
    """
    checks, longest = parts.checks, parts.record_bytes_max
    file: IO[bytes] = SpooledTemporaryFile(VERDICTS_IN_MEMORY_BYTES)  # noqa: SIM115 - it is returned
    waiting: list[Numbered] = []
    size = 0
    exchange = exchange_of(request.scope)

    def work() -> None:
        for line in waiting:
            one = seen.examined(_examined(checks, line, longest))
            file.write(encode_line(record_verdict(one.audited, spoken, one.line)))
        if file.tell() > VERDICTS_BYTES_MAX:
            raise TooLarge(VERDICTS_BYTES_MAX)

    async def judged() -> None:
        short = (LINE_BYTES_MIN - len(line.data or b"") for line in waiting)
        await exchange.charge(sum(lack for lack in short if lack > 0))
        await checks.run(work)

    seen = await checks.run(Seen)  # in their thread, as all that is asked of it
    try:
        async for line in lines(request, longest):
            waiting.append(line)
            size += len(line.data or b"")
            if len(waiting) >= LINES_AT_ONCE or size >= BYTES_AT_ONCE:
                await judged()
                waiting.clear()
                size = 0
        await judged()
        file.seek(0)
    except BaseException:
        file.close()
        raise
    finally:
        await checks.run(seen.close)
    return file


async def _blocks(file: IO[bytes]) -> AsyncIterator[bytes]:
    with file:
        while block := file.read(_BLOCK):
            yield block
