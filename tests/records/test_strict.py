"""JSON that can be read in one way only, and records in it."""

import json
import random as chance
from typing import Any

import pytest

from domain.record.record import read_record, write_record
from domain.record.strict import NESTING_MAX, VALUES_MAX, examine
from domain.refusal import Malformed
from tests.support.records import records

LINE = write_record(records()["2-aborted"])


def refused(data: bytes) -> Malformed:
    """Return with what this is refused."""
    with pytest.raises(Malformed) as no:
        examine(data)
    return no.value


@pytest.mark.parametrize(
    "text",
    ["{}", "[]", '"é"', "1", "-1.5e3", "null", ' {"a" : [1, {"b": true}]} ', '"\\ud83d\\ude00"'],
)
def test_json_is_taken(text: str) -> None:
    examine(text.encode())


@pytest.mark.parametrize(
    ("data", "where", "told"),
    [
        (b'{"a": {"b": 1, "c": 2, "b": 1}}', "$.a", 'duplicate key "b"'),
        (b'{"a": [0, {"b": 1, "b": 2}]}', "$.a[1]", 'duplicate key "b"'),
        (b'{"\\u0061": 1, "a": 2}', "$", 'duplicate key "a"'),
        (b'{"a": [NaN]}', "$.a[0]", "NaN is no number"),
        (b'{"a": -Infinity}', "$.a", "-Infinity is no number"),
        (b'{"a": 1e999}', "$.a", "too large"),
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
def test_anything_else_is_refused(data: bytes, where: str, told: str) -> None:
    """With its place, as far as there is one."""
    no = refused(data)
    assert told in str(no)
    assert no.where == where


def test_a_name_is_shown_on_one_line() -> None:
    """Whatever it would do to a terminal, and however long it is."""
    name = "\x1b[2J" + "n" * 10_000
    told = str(
        refused(
            json.dumps({"a": 1})[:-1].encode()
            + f", {json.dumps(name)}: 1, {json.dumps(name)}: 2}}".encode()
        )
    )
    assert "\x1b" not in told
    assert len(told) < 200


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'"format":', b'"id":"x","format":'),
        (b'"outcome":null', b'"outcome":null,"outcome":null'),
        (b'{"by":"table"', b'{"by":0,"by":"table"'),
    ],
)
def test_a_record_with_a_member_twice_is_refused(before: bytes, after: bytes) -> None:
    """Also where both say the same, and where the decoder would take the right one."""
    doubled = LINE.replace(before, after, 1)
    assert doubled != LINE
    with pytest.raises(Malformed, match="duplicate key"):
        read_record(doubled)


def test_white_space_and_order_mean_nothing() -> None:
    """A record that is written in another way is the same record."""
    told = json.loads(LINE)
    turned = dict(reversed(told.items()))
    assert read_record(json.dumps(turned, indent=2).encode()) == read_record(LINE)


def test_garbage_is_malformed_and_nothing_else(seed: int) -> None:
    """Whatever bytes come."""
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
    """Its place is told, whichever entry it is of."""
    told = json.loads(LINE)
    told["entries"][place]["at"] = time
    with pytest.raises(Malformed) as no:
        read_record(json.dumps(told).encode())
    index = place % len(told["entries"])
    assert no.value.where == f"$.entries[{index}].at"


@pytest.mark.parametrize("time", ["2024-02-29T23:59:59.999999Z", "2000-02-29T00:00:00.000000Z"])
def test_a_leap_day_is_a_day(time: str) -> None:
    told = json.loads(LINE)
    told["entries"][0]["at"] = time
    assert read_record(json.dumps(told).encode()).entries[0].at == time
