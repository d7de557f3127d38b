"""Test archives of records as text."""

from io import BytesIO
from itertools import islice

from domain.record.text import write_text
from domain.refusal import Malformed
from service.archives.record_lines import ReadFault, RecordLine
from service.archives.sources import lines_of
from tests.support.proof.records import records

KEPT = list(islice(records().values(), 3))
TEXTS = [write_text(record) for record in KEPT]


def read(text: str | bytes, longest: int = 1 << 20) -> list[RecordLine | ReadFault]:
    data = text.encode() if isinstance(text, str) else text
    return list(lines_of(BytesIO(data), "games", longest=longest))


def outcomes_of(items: list[RecordLine | ReadFault]) -> list[object]:
    """Return each record, the place of an error, or the reason of a fault."""
    outcomes: list[object] = []
    for item in items:
        if isinstance(item, ReadFault):
            outcomes.append((item.line, item.reason))
            continue
        try:
            outcomes.append(item.decode())
        except Malformed as wrong:
            outcomes.append(wrong.where)
    return outcomes


def test_several_records_in_one_file() -> None:
    """They have comments and blank lines before, between and after them."""
    text = "; three games\n\n" + "\n\n; another\n".join(TEXTS) + "\n; that is all\n\n"
    found = read(text)
    assert outcomes_of(found) == KEPT
    lines = text.splitlines()
    starts = [one.number for one in found if isinstance(one, RecordLine)]
    assert starts[0] == 1
    assert all(lines[start - 1] == "carolus-record/1" for start in starts[1:])


def test_with_what_windows_adds() -> None:
    assert outcomes_of(read(b"\xef\xbb\xbf" + TEXTS[0].replace("\n", "\r\n").encode())) == KEPT[:1]


def test_a_damaged_record_does_not_affect_the_others() -> None:
    """Nor does a record of another version; the error names the line of the file."""
    other = TEXTS[0].replace("carolus-record/1", "carolus-record/2")
    broken = TEXTS[0].replace("\n\n", "\n\nhello\n", 1)
    text = f"{TEXTS[0]}\n{other}\n{broken}\n{TEXTS[0]}"
    second = TEXTS[0].count("\n") + 2
    line = text.splitlines().index("hello") + 1
    assert outcomes_of(read(text)) == [KEPT[0], f"line {second}", f"line {line}", KEPT[0]]


def test_a_record_that_is_too_long_is_skipped() -> None:
    """One of its lines may be too long, or the whole."""
    longest = max(len(text.encode()) for text in TEXTS) + 10
    long_line = TEXTS[0] + "; " + "x" * (2 * longest) + "\n"
    many_lines = TEXTS[0] + "; y\n" * longest
    found = outcomes_of(read("\n".join((long_line, TEXTS[1], many_lines, TEXTS[2])), longest))
    assert found[1::2] == KEPT[1:]
    first = 1
    second = 1 + long_line.count("\n") + 1 + TEXTS[1].count("\n") + 1
    assert found[::2] == [(first, "line_too_long"), (second, "line_too_long")]


def test_comments_alone_are_not_a_record() -> None:
    assert read("; nothing\n\n; at all\n") == []


def test_other_lines_before_the_first_record_are_refused() -> None:
    assert outcomes_of(read(f"; mine\nhello\n{TEXTS[0]}")) == ["line 2", KEPT[0]]
