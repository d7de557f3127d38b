"""Test what junk costs: anyone can send bodies and archives, and each parser reads them once.

The tests measure work in calls, of Carolus and of the library, not in seconds. A call is little
work only for little input: while Python matches a regular expression, no other thread runs. So the
tests also measure how many characters each expression gets at once.
"""

import gc
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from domain.record import strict
from domain.record.record import read_record
from domain.record.text import LINE_LENGTH_MAX, read_text
from domain.record.text.head import LINES_MAX
from domain.refusal import Malformed
from domain.ruleset import AnyRuleset
from domain.rulesets.registry import RULESETS
from domain.table import notation
from service.archives.framing import Splitter, framed
from service.archives.record_lines import LINE_BYTES_MAX
from tests.support.run.long import long_after

KIB = 1 << 10
SIZE = 16 * KIB
BLOCK = 4 * KIB

CALLS_OF_NOTHING = 400
"""The most calls for input without content, however long."""

CALLS_PER_BYTE = 16
"""The most calls for each byte of other input: parsers read lines of two bytes at most twice."""

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
    """Return the number of calls it takes to read or refuse this many bytes."""
    data = unit * (size // len(unit))
    calls = 0

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    with suppress(Malformed):
        parse(unit)  # fill caches first
    gc.disable()  # do not count calls of the collector
    try:
        sys.setprofile(count)
        with suppress(Malformed):
            parse(data)
    finally:
        sys.setprofile(before)
        gc.enable()
    return calls


class Watched:
    """A regular expression that records the most characters it got at once."""

    most = 0

    def __init__(self, pattern: re.Pattern[Any]) -> None:
        self._pattern = pattern

    def _noted(self, method: str) -> Callable[..., Any]:
        def ask(text: Any, start: int = 0, end: int = sys.maxsize) -> Any:
            Watched.most = max(Watched.most, min(end, len(text)) - start)
            return getattr(self._pattern, method)(text, start, end)

        return ask

    def __getattr__(self, name: str) -> Any:
        asked = {"match", "fullmatch", "search", "finditer", "findall", "split"}
        return self._noted(name) if name in asked else getattr(self._pattern, name)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> type[Watched]:
    """Make every regular expression of the reading modules record the length of its input."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("domain.", "service.archives.")):
            for key, value in vars(module).copy().items():
                if isinstance(value, re.Pattern):
                    monkeypatch.setattr(module, key, Watched(value))
    monkeypatch.setattr(Watched, "most", 0)
    return Watched


def named(cases: dict[str, Any]) -> Any:
    return [pytest.param(case, id=name) for name, case in cases.items()]


@pytest.mark.parametrize("unit", named({**SILENT, **COMMENTS}))
@pytest.mark.parametrize("parse", named(TEXTS))
def test_empty_lines_of_a_text_cost_nothing(parse: Parser, unit: bytes) -> None:
    """The parser skips blank lines and comments all at once."""
    assert calls_of(parse, unit, SIZE) <= CALLS_OF_NOTHING


@pytest.mark.parametrize("unit", named(SILENT))
@pytest.mark.parametrize("parse", named(LINES))
def test_blank_lines_of_an_archive_cost_nothing(parse: Parser, unit: bytes) -> None:
    """This applies to files and to bodies."""
    assert calls_of(parse, unit, SIZE) <= CALLS_OF_NOTHING


@pytest.mark.parametrize("parse", named({**TEXTS, **LINES, **OTHERS}))
def test_parsers_read_junk_once(parse: Parser) -> None:
    """Twice the input causes at most twice the work, and each byte causes little."""
    for name, unit in {**SILENT, **COMMENTS, **JUNK}.items():
        half, whole = (calls_of(parse, unit, size) for size in (SIZE // 2, SIZE))
        assert whole <= 2 * half + CALLS_OF_NOTHING, name
        assert whole <= CALLS_PER_BYTE * SIZE, name


HUGE = 2 * LINE_LENGTH_MAX
BEGUN = ("", "1. ", "0", "0: ", "0: *", "0: take_seat 0 ", "option a ", "; ")
"""Beginnings of very long lines."""


@pytest.mark.parametrize("parse", long_after(1, named(TEXTS)))
def test_no_regular_expression_is_given_more_than_a_line(
    parse: Parser, watched: type[Watched]
) -> None:
    """This applies whatever a text contains, and wherever its lines end."""
    for unit in {**SILENT, **COMMENTS, **JUNK}.values():
        for begun in BEGUN:
            with suppress(Malformed):
                parse(begun.encode() + unit * (HUGE // len(unit)) + b"|;x")
    assert 0 < watched.most <= LINE_LENGTH_MAX + 1


@pytest.mark.long
def test_no_regular_expression_is_given_more_than_a_block(watched: type[Watched]) -> None:
    """The splitter reads a body in blocks."""
    for unit in {**SILENT, **COMMENTS, **JUNK}.values():
        split(unit * (HUGE // len(unit)))
    assert 0 < watched.most <= BLOCK


@pytest.mark.parametrize(
    ("silence", "lines"),
    [
        (b";" + b"x" * (LINE_LENGTH_MAX - 1) + b"\n", 1),
        (b"\n" * HUGE, HUGE),
        (b"; x\r\n" * HUGE, HUGE),
    ],
)
def test_empty_lines_count_as_lines(silence: bytes, lines: int) -> None:
    """Comments may be as long as a line, and blank lines more than the parser skips at once."""
    with pytest.raises(Malformed) as refused:
        read_text(HEAD + silence + b"nonsense")
    assert refused.value.where == f"line {len(HEAD.splitlines()) + lines + 1}"


def test_the_length_of_a_line_is_limited() -> None:
    """A longer line is refused, with its number."""
    with pytest.raises(Malformed, match=f"at most {LINE_LENGTH_MAX} characters") as refused:
        read_text(HEAD + b"\n0: " + b"x" * LINE_LENGTH_MAX)
    assert refused.value.where == "line 5"


@pytest.mark.parametrize("data", [b"0: x\n", b"no turn\n"])
def test_the_parser_stops_at_the_first_invalid_line(data: bytes) -> None:
    """It does not matter how much follows."""
    assert calls_of(lambda junk: read_text(HEAD + TURN + junk), data, SIZE) <= CALLS_OF_NOTHING


def test_the_length_of_a_head_is_limited() -> None:
    """No ruleset has this many options and seats; the error names the line."""
    lines = [b"carolus-record/1", *(b"option a%d 1" % number for number in range(2 * LINES_MAX))]
    with pytest.raises(Malformed) as refused:
        read_text(b"\n".join(lines))
    assert refused.value.where == f"line {LINES_MAX + 2}"
    assert str(refused.value) == f"a head has at most {LINES_MAX} lines"
