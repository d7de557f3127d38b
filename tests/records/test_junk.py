"""What junk costs: bodies and archives come from anybody, and each parser reads them once.

Work is counted in calls, of our functions and of the library's, and not in seconds.
"""

import gc
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from domain.record import strict
from domain.record.record import read_record
from domain.record.text import read_text
from domain.record.text_head import LINES_MAX
from domain.refusal import Malformed
from domain.ruleset import AnyRuleset
from domain.rulesets.registry import RULESETS
from domain.table import notation
from service.archives.framing import Splitter, framed
from service.archives.lines import LINE_BYTES_MAX

KIB = 1 << 10
SIZE = 16 * KIB
BLOCK = 4 * KIB

CALLS_OF_NOTHING = 400
"""The most calls for what says nothing, however long it is."""

CALLS_PER_BYTE = 16
"""The most calls for each byte of anything else: lines of two bytes are read twice at worst."""

HEAD = b"carolus-record/1\nruleset carolus-magnus@1\nchance recorded\n"
TURN = b"0. table: open_game\n"

SILENT = {
    "line feeds": b"\n",
    "lines of Windows": b"\r\n",
    "blanks": b" ",
    "tabs and line feeds": b"\t \n",
    "form feeds": b"\f\v\n",
}
COMMENTS = {"comments": b";\n", "comments with words": b" ; a 'word' \"or two\" | here\n"}
JUNK = {
    "commas": b",",
    "brackets": b"[",
    "braces and names": b'{"a":',
    "pairs of brackets": b"[]",
    "hashes": b"#",
    "quotes": b'"',
    "quotes on lines": b'"\n',
    "backslashes": b'"\\',
    "digits": b"1",
    "digits on lines": b"1\n",
    "numbers of turns": b"1. ",
    "times": b"12:00:00 ",
    "bars": b"|",
    "letters": b"a",
    "words": b"a ",
    "options": b"option a b\n",
    "seats": b"seat 0\n",
    "players": b"player 0\n",
    "turns": b"0: resign\n",
    "turns that are none": b"0: x\n",
    "actions on a line": b"0: resign|",
    "zeros": b"\0",
    "no UTF-8": b"\xff",
    "letters that end lines elsewhere": b"\x1c\x1d",
}

Parser = Callable[[bytes], object]


def blocks(data: bytes) -> list[bytes]:
    return [data[at : at + BLOCK] for at in range(0, len(data), BLOCK)]


def split(data: bytes) -> object:
    splitter = Splitter(LINE_BYTES_MAX)
    return [line for block in blocks(data) for line in splitter.feed(block)]


def action_of(rules: AnyRuleset) -> Parser:
    return lambda data: rules.parse_action(data.decode("latin-1"))


TEXTS: dict[str, Parser] = {
    "a text": read_text,
    "the rest of a head": lambda data: read_text(HEAD + data),
    "the rest of a text": lambda data: read_text(HEAD + TURN + data),
}
LINES: dict[str, Parser] = {
    "lines": split,
    "an archive": lambda data: list(framed(blocks(data), LINE_BYTES_MAX)),
}
OTHERS: dict[str, Parser] = {
    "JSON": read_record,
    "strict JSON": strict.examine,
    "an action of the table": lambda data: notation.parse(data.decode("latin-1")),
    "who sits where": lambda data: notation.parse("take_seat 0 " + data.decode("latin-1")),
    "winners": lambda data: notation.parse("adjudicate " + data.decode("latin-1")),
    **{f"an action of {rules.meta.id}": action_of(rules) for rules in RULESETS},
}


def calls_of(parse: Parser, unit: bytes, size: int) -> int:
    """Return how many calls it takes to read or refuse so many bytes."""
    data = unit * (size // len(unit))
    calls = 0

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    with suppress(Malformed):
        parse(unit)  # so that what is made once is there
    gc.disable()  # what it calls is not counted
    try:
        sys.setprofile(count)
        with suppress(Malformed):
            parse(data)
    finally:
        sys.setprofile(before)
        gc.enable()
    return calls


def named(cases: dict[str, Any]) -> Any:
    return [pytest.param(case, id=name) for name, case in cases.items()]


@pytest.mark.parametrize("unit", named({**SILENT, **COMMENTS}))
@pytest.mark.parametrize("parse", named(TEXTS))
def test_lines_of_a_text_that_say_nothing_cost_nothing(parse: Parser, unit: bytes) -> None:
    """Blank lines and comments are passed over all at once."""
    assert calls_of(parse, unit, SIZE) <= CALLS_OF_NOTHING


@pytest.mark.parametrize("unit", named(SILENT))
@pytest.mark.parametrize("parse", named(LINES))
def test_blank_lines_of_an_archive_cost_nothing(parse: Parser, unit: bytes) -> None:
    """In files and in bodies alike."""
    assert calls_of(parse, unit, SIZE) <= CALLS_OF_NOTHING


@pytest.mark.parametrize("parse", named({**TEXTS, **LINES, **OTHERS}))
def test_junk_is_read_once(parse: Parser) -> None:
    """Twice as much is twice the work at most, and each byte is little work."""
    for name, unit in {**SILENT, **COMMENTS, **JUNK}.items():
        half, whole = (calls_of(parse, unit, size) for size in (SIZE // 2, SIZE))
        assert whole <= 2 * half + CALLS_OF_NOTHING, name
        assert whole <= CALLS_PER_BYTE * SIZE, name


@pytest.mark.parametrize("data", [b"0: x\n", b"no turn\n"])
def test_nothing_is_read_after_the_first_line_that_cannot_be(data: bytes) -> None:
    """However much comes then."""
    assert calls_of(lambda junk: read_text(HEAD + TURN + junk), data, SIZE) <= CALLS_OF_NOTHING


def test_a_head_has_an_end() -> None:
    """No ruleset has as many options and seats; the line is told."""
    lines = [b"carolus-record/1", *(b"option a%d 1" % number for number in range(2 * LINES_MAX))]
    with pytest.raises(Malformed) as refused:
        read_text(b"\n".join(lines))
    assert refused.value.where == f"line {LINES_MAX + 2}"
    assert str(refused.value) == f"a head has at most {LINES_MAX} lines"
