"""Test the strict reader of JSON, and of records as JSON."""

import json
import random as chance
from typing import Any

import pytest

from domain.record.record import read_record, write_record
from domain.record.strict import NESTING_MAX, VALUES_MAX, examine, must_name_once, number
from domain.refusal import Malformed
from tests.support.proof.records import records

LINE = write_record(records()["2-aborted"])


def refused(data: bytes) -> Malformed:
    """Return the error for invalid data."""
    with pytest.raises(Malformed) as no:
        examine(data)
    return no.value


@pytest.mark.parametrize(
    "text",
    ["{}", "[]", '"é"', "1", "-1.5e3", "null", ' {"a" : [1, {"b": true}]} ', '"\\ud83d\\ude00"'],
)
def test_valid_json_is_read(text: str) -> None:
    """The reader agrees with the standard library."""
    assert examine(text.encode()) == json.loads(text)


@pytest.mark.parametrize(
    ("data", "where", "message"),
    [
        (b'{"a": {"b": 1, "c": 2, "b": 1}}', "$.a", 'duplicate key "b"'),
        (b'{"a": [0, {"b": 1, "b": 2}]}', "$.a[1]", 'duplicate key "b"'),
        (b'{"\\u0061": 1, "a": 2}', "$", 'duplicate key "a"'),
        (b'{"a": [NaN]}', "$.a[0]", "NaN is not a number"),
        (b'{"a": -Infinity}', "$.a", "-Infinity is not a number"),
        (b'{"a": 1e999}', "$.a", "too large"),
        (b'{"a": 1e99999999999999999999}', "$.a", "too large"),
        (b'{"a": 18446744073709551616.0}', "$.a", "64 bits"),
        (b'{"a": 18446744073709551616}', "$.a", "64 bits"),
        (b'{"a": -9223372036854775809}', "$.a", "64 bits"),
        (b'{"a": ' + b"9" * 5000 + b"}", "$.a", "64 bits"),
        (b'{"a": "\\ud800"}', "$.a", "surrogate"),
        (b'{"\\udfff": 1}', "$", "surrogate"),
        (b'"\xff"', "", "not UTF-8 at byte 2"),
        (b"\xff", "", "not UTF-8 at byte 1"),
        (b'"\xed\xa0\x80"', "", "not UTF-8"),
        (b"", "", "not JSON"),
        (b'{"a": 1} {}', "", "line 1, column 10"),
        (b"{'a': 1}", "", "not JSON"),
        (b"[1,]", "", "not JSON"),
        (b"\xef\xbb\xbf{}", "", "not JSON"),
        (b"[" * 200_000 + b"]" * 200_000, "", "nested deeper"),
        (b"[" * (NESTING_MAX + 1) + b"]" * (NESTING_MAX + 1), "", "nested deeper"),
        (b"[" + b"0," * VALUES_MAX + b"0]", "", "values"),
    ],
)
def test_anything_else_is_refused(data: bytes, where: str, message: str) -> None:
    """The error names the place if there is one."""
    no = refused(data)
    assert message in str(no)
    assert no.where == where


@pytest.mark.parametrize(
    ("digits", "whole"),
    [
        ("5.0", 5),
        ("-5.000", -5),
        ("0.0", 0),
        ("-0.0", 0),
        ("0e999999", 0),
        ("1E+2", 100),
        ("150e-1", 15),
        ("1.5e1", 15),
        ("9007199254740993.0", 9007199254740993),
        ("18446744073709551615.0", 18446744073709551615),
        ("-9223372036854775808.0", -9223372036854775808),
    ],
)
def test_a_whole_number_may_have_a_point(digits: str, whole: int) -> None:
    """The reader returns the exact number, not the nearest float."""
    found = examine(digits.encode())
    assert (type(found), found) == (int, whole)


@pytest.mark.parametrize(
    "digits", ["0.5", "5.00000000000000000000000000001", "5e-400", "9007199254740993.5"]
)
def test_a_fraction_is_not_a_whole_number(digits: str) -> None:
    """Even the smallest one counts: rounded to a float, most of these would be whole."""
    assert type(examine(digits.encode())) is float


def test_a_huge_exponent_does_not_make_a_whole_number() -> None:
    """The reader does not compute its digits."""
    assert type(number("1e300")) is float
    assert type(number("0e99999999999999999999")) is float


def test_a_name_is_shown_on_one_line() -> None:
    """A name does nothing to a terminal, however long it is."""
    name = "\x1b[2J" + "n" * 10_000
    message = str(
        refused(
            json.dumps({"a": 1})[:-1].encode()
            + f", {json.dumps(name)}: 1, {json.dumps(name)}: 2}}".encode()
        )
    )
    assert "\x1b" not in message
    assert len(message) < 200


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'"format":', b'"id":"x","format":'),
        (b'"outcome":null', b'"outcome":null,"outcome":null'),
        (b'{"by":"table"', b'{"by":0,"by":"table"'),
    ],
)
def test_a_record_with_a_duplicate_member_is_refused(before: bytes, after: bytes) -> None:
    """Even if both say the same, or the decoder would take the right one."""
    doubled = LINE.replace(before, after, 1)
    assert doubled != LINE
    with pytest.raises(Malformed, match="duplicate key"):
        read_record(doubled)


def test_white_space_and_order_are_ignored() -> None:
    """White space and another order of members do not change a record."""
    members = json.loads(LINE)
    turned = dict(reversed(members.items()))
    assert read_record(json.dumps(turned, indent=2).encode()) == read_record(LINE)


def test_a_point_in_a_whole_number_is_ignored() -> None:
    """JSON Schema calls 5.0 an integer, so a record with 5.0 equals the record with 5."""
    members = with_floats(json.loads(LINE))
    text = json.dumps(members).encode()
    assert text.count(b".0") > LINE.count(b".0")
    assert write_record(read_record(text)) == LINE


def with_floats(value: Any) -> Any:
    """Return JSON with 5.0 for 5."""
    if isinstance(value, dict):
        return {name: with_floats(item) for name, item in value.items()}
    if isinstance(value, list):
        return [with_floats(item) for item in value]
    return float(value) if type(value) is int else value


def test_a_fraction_is_refused_with_its_place() -> None:
    """Even next to whole numbers with a point, the error names the place."""
    members = with_floats(json.loads(LINE))
    members["entries"][1]["action"]["seat"] = 0.5
    with pytest.raises(Malformed, match="expected a whole number, got a number") as no:
        read_record(json.dumps(members).encode())
    assert no.value.where == "$.entries[1].action.seat"


@pytest.mark.parametrize("place", ["ruleset", "format", "id"])
def test_a_number_for_a_word_is_refused_with_its_place(place: str) -> None:
    """This applies to any member, and to the ruleset, which determines how to read the rest."""
    members = json.loads(LINE) | {place: 1.0}
    with pytest.raises(Malformed) as no:
        read_record(json.dumps(members).encode())
    assert no.value.where == f"$.{place}"


def test_a_duplicate_member_is_refused_next_to_a_point() -> None:
    """The second reading, for numbers with a point, is as strict."""
    doubled = LINE.replace(b'"seat":0,', b'"seat":0.0,"seat":0.0,', 1)
    assert doubled != LINE
    with pytest.raises(Malformed, match="duplicate key"):
        read_record(doubled)


def test_garbage_is_malformed_and_nothing_else(seed: int) -> None:
    """The reader raises nothing else, whatever the bytes."""
    random = chance.Random(seed)
    for _ in range(3000):
        data = bytearray(LINE)
        for _ in range(random.randrange(1, 4)):
            at = random.randrange(len(data))
            change: Any = random.choice(("byte", "cut", "double"))
            if change == "byte":
                data[at] = random.randrange(256)
            elif change == "cut":
                del data[at : at + random.randrange(1, 20)]
            else:
                data[at:at] = data[at : at + random.randrange(1, 20)]
        try:
            read_record(bytes(data))
        except Malformed as no:
            assert str(no)  # noqa: PT017 - it may be refused or not


@pytest.mark.parametrize(
    "time",
    [
        "2025-01-01T12:00:00.000000z",
        "2025-01-01 12:00:00.000000Z",
        "2025-01-01T12:00:00.00000Z",
        "2025-01-01T12:00:00.0000000Z",
        "+025-01-01T12:00:00.000000Z",
        "２025-01-01T12:00:00.000000Z",
        "2025-01-01T12:00:00.000000Z\\n",
        "",
        "2025-13-01T12:00:00.000000Z",
        "2025-00-01T12:00:00.000000Z",
        "2025-02-29T12:00:00.000000Z",
        "2025-04-31T12:00:00.000000Z",
        "2025-01-00T12:00:00.000000Z",
        "0000-01-01T12:00:00.000000Z",
        "2025-01-01T24:00:00.000000Z",
        "2025-01-01T12:60:00.000000Z",
        "2025-01-01T12:00:60.000000Z",
    ],
)
@pytest.mark.parametrize("place", [0, -1])
def test_a_time_has_one_form(time: str, place: int) -> None:
    """The error names the place, whichever entry has the wrong time."""
    members = json.loads(LINE)
    members["entries"][place]["at"] = time
    with pytest.raises(Malformed) as no:
        read_record(json.dumps(members).encode())
    index = place % len(members["entries"])
    assert no.value.where == f"$.entries[{index}].at"


@pytest.mark.parametrize("time", ["2024-02-29T23:59:59.999999Z", "2000-02-29T00:00:00.000000Z"])
def test_a_leap_day_is_a_day(time: str) -> None:
    members = json.loads(LINE)
    members["entries"][0]["at"] = time
    assert read_record(json.dumps(members).encode()).entries[0].at == time


@pytest.mark.parametrize(
    "text",
    ['{"a":1,"a":1}', '[{"b":{"a":1,"c":2,"\\u0061":3}}]', '{"":1,"":2}'],
)
def test_a_name_that_occurs_twice_is_refused_alone(text: str) -> None:
    """Nothing else is: other faults are left to the decoder."""
    with pytest.raises(Malformed, match="duplicate key"):
        must_name_once(text.encode())
    for fine in (b'{"a":{"a":1},"b":[{"a":1},{"a":1}]}', b'{"a":', b"\xff", b"[" * 9999, b"NaN"):
        must_name_once(fine)
