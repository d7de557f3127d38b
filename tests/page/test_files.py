"""Test files dropped on the page: the records that it finds, and its verdict.

The tests compare it with ``carolus audit``: the page must not praise files that the audit refuses.
"""

import base64
import gzip
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from litestar.testing import TestClient

from domain.record.record import read_record
from domain.record.text import write_text
from service.app import create_app
from service.archives.auditing import Auditor
from service.archives.examining import AuditOptions, Examined
from service.archives.sources import lines_of
from tests.support.browser import javascript
from tests.support.http.client import good, start
from tests.support.proof import records
from tests.support.run.tracing import untraced
from tests.support.storage.stores import settings_of

CHECKING: Final = Path(__file__).parents[1] / "support" / "browser" / "checking.mjs"
SUMMING: Final = "/page/app/proof/summing.js"

RECORD: Final = (records.FOLDER / "2-castle-goal.json").read_bytes()
LINE: Final = json.dumps(json.loads(RECORD)).encode()
PRETTY: Final = json.dumps(json.loads(RECORD), indent=2).encode()
TEXT: Final = write_text(read_record(RECORD)).encode()
ID: Final = json.loads(RECORD)["id"]

Json = dict[str, Any]


def read(*files: bytes) -> list[Any]:
    """Return the records that the page finds in these files."""
    encoded = [base64.b64encode(one).decode() for one in files]
    found: list[Any] = javascript.call(CHECKING, "read", encoded)
    return found


def audited(content: bytes, terms: AuditOptions) -> list[Any]:
    """Return the results of an audit of a file."""
    return list(Auditor(terms, 1).run(lines_of(io.BytesIO(content), "file")))


def test_records_are_found_where_an_audit_finds_them() -> None:
    """One per line, one over many lines, several texts; damage affects only one record."""
    files = {
        "one": LINE,
        "of many lines": PRETTY,
        "after a byte order mark": b"\xef\xbb\xbf" + PRETTY,
        "lines": LINE + b"\r\n\r\n" + LINE,
        "lines, the first one broken": b"what is this\n" + LINE + b"\n{}\n" + LINE,
        "lines, then one of many lines": LINE + b"\n" + b'{\n"format":\n"carolus-record/1"}',
        "two of many lines": PRETTY + b"\n" + PRETTY,
        "cut off": PRETTY[: len(PRETTY) // 2],
        "texts": b"; remarks\n\n" + TEXT + b"\n" + TEXT,
        "a text": TEXT,
    }
    for (name, content), found in zip(files.items(), read(*files.values()), strict=True):
        there = audited(content, AuditOptions())
        assert [line for line, _, _ in found] == [one.line for one in there], name
        for (_, id_, ruleset), one in zip(found, there, strict=True):
            if one.audited.game is not None:
                assert (id_, ruleset) == (one.audited.game, one.audited.ruleset), name


def test_compressed_files_are_unpacked_or_refused() -> None:
    """The page looks at the first bytes, whatever the file is called."""
    found = read(
        gzip.compress(LINE),
        gzip.compress(LINE)[:-20],
        gzip.compress(b" " * (33 << 20)),
        b"BZh91AY&SY",
        b"\xfd7zXZ\x00",
        b"PK\x03\x04",
    )
    whole = [[1, ID, json.loads(RECORD)["ruleset"]]]
    assert found == [whole, "damaged", "large", "packed", "packed", "packed"]


def test_any_file_gets_a_verdict() -> None:
    """Even hostile ids and deep nesting raise no exception."""
    deep = b'{"format":"carolus-record/1","id":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    member = b'{"format":"carolus-record/1","id":{"toString":1},"ruleset":[{"toString":2}]}'
    assert read(deep, member, member + b"\n" + LINE) == [
        [[1, "", ""]],
        [[1, "", ""]],
        [[1, "", ""], [2, ID, json.loads(RECORD)["ruleset"]]],
    ]
    words = {
        b"": "empty",
        b" \n ": "empty",
        b"\xff\xfe{\x00": "utf_16",
        b"\x00\xff": "no_record",
        b"<html>\n<p>\n</html>": "no_record",
        b"{}": "no_record",
        b'{"a": 1}\n': "no_record",
        LINE + b"\n{}" * 1000: "many",
        b"; nothing but remarks": "no_record",
        b'{"format":"carolus-record/1","id":"' + b"x" * (8 << 20) + b'"}': "large",
    }
    assert read(*words) == list(words.values())


def test_a_late_answer_does_not_affect_a_newer_file() -> None:
    """Verdicts on the first file arrive when the second is open, and are ignored."""
    first, second = (base64.b64encode(one).decode() for one in (LINE + b"\n" + LINE, b"x\n" + LINE))
    answers = ['{"valid":true}\n{"valid":true}\n', '{"valid":false}\n{"valid":true}\n']
    found = javascript.call(CHECKING, "overtaken", first, second, answers)
    assert found == {"verdicts": [{"valid": False}, {"valid": True}], "records": 2}


def test_texts_are_checked_one_by_one() -> None:
    """The service takes only one text per request; a single text is replayed instead."""
    file = base64.b64encode(TEXT + b"\n" + TEXT).decode()
    found = javascript.call(CHECKING, "asked", file, ['{"valid":true}', '{"valid":false}'])
    assert [one["valid"] for one in found["verdicts"]] == [True, False]
    assert {(path, kind) for path, kind, _ in found["bodies"]} == {
        ("/v1/records/check", "text/plain")
    }
    assert all(read_text.strip() == TEXT.decode().strip() for _, _, read_text in found["bodies"])


# --- verdicts ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with untraced(threads=False):
        app = create_app(settings_of(tmp_path_factory.mktemp("data")))
    with TestClient(app, raise_server_exceptions=True) as client:
        yield client


@pytest.mark.long
def test_a_valid_record_is_not_always_proved(http: httpx.Client) -> None:
    """The page calls proved only what an audit with the keys of the service accepts."""
    table = start(http)
    running = good(http.get(f"{table.url}/record"))
    good(table.act(0, {"type": "resign"}))
    signed = good(http.get(f"{table.url}/record"))
    *before, last = signed["entries"]
    later = last | {"at": last["at"].replace("20", "21", 1)}
    made_up = signed | {"head": None, "signature": None, "entries": [*before, later]}
    games = [running, signed, made_up, json.loads(RECORD), {**signed, "head": "00" * 32}]
    body = b"\n".join(json.dumps(one).encode() for one in games)
    published = good(http.get("/.well-known/jwks.json"))["keys"]
    terms = AuditOptions(frozenset(one["kid"] for one in published))
    headers = {"Content-Type": "application/x-ndjson"}
    answer = http.post("/v1/records/check", content=body, headers=headers)
    verdicts = [json.loads(line) for line in answer.content.splitlines()]
    found = [javascript.call(SUMMING, "standing", one)["state"] for one in verdicts]
    assert found == ["open", "ok", "wrong", "open", "wrong"]
    strict = audited(body, terms)
    assert all(isinstance(one, Examined) for one in strict)
    assert [one.audited.is_valid for one in strict] == [state == "ok" for state in found]
    plain = audited(body, AuditOptions())
    assert [one.audited.is_valid for one in plain] == [state != "wrong" for state in found]


def events(*hashes: str | None) -> list[Json]:
    return [{"hash": one} for one in hashes]


@pytest.mark.parametrize(
    ("replayed", "log", "derived", "comparison"),
    [
        (events("a", "b"), events("a", "b"), None, ("same", 2)),
        (events("a", "b"), events("a", "b", "c"), None, ("on", 2)),
        (events("a", "b"), events("a", "c", "d"), None, ("apart", 2)),
        (events("a", "b", "c"), events("a", "b"), None, ("apart", 3)),
        (events("a", None), events("a", "b", "c"), None, ("on", 2)),
        (events("x", "y"), events("a", "b"), "b", ("same", 2)),
        (events("x", "y"), events("a", "c"), "b", ("apart", 2)),
    ],
)
def test_a_record_is_compared_with_the_log(
    replayed: list[Json], log: list[Json], derived: str | None, comparison: tuple[str, int]
) -> None:
    """A valid beginning, or another wording, of the game in the log is not another game."""
    difference = {"weight": "difference", "facts": {"derived": derived}}
    rules = {"findings": [difference] if derived else []}
    found = javascript.call(SUMMING, "compareWithLog", replayed, log, rules, False)
    assert (found["kind"], found["version"]) == comparison
    refused = javascript.call(SUMMING, "compareWithLog", replayed, log, rules, True)
    expected = comparison if comparison[0] == "apart" else ("refused", comparison[1])
    assert (refused["kind"], refused["version"]) == expected


@pytest.mark.parametrize(
    ("states", "rules", "kind", "expected"),
    [
        (["ok", "ok"], True, None, ("ok", "valid")),
        (["ok", "nothing_hidden"], True, "same", ("ok", "valid")),
        (["ok", "not_yet"], True, "on", ("open", "valid_partly")),
        (["ok", "unknown_key"], True, "apart", ("wrong", "contradicts")),
        (["wrong", "ok"], True, "apart", ("wrong", "wrong")),
        (["ok", "ok"], False, None, ("wrong", "rules_wrong")),
        (["ok", "busy"], None, None, ("busy", "busy")),
        (["ok", "ok"], None, None, ("busy", "valid_so_far")),
    ],
)
def test_a_proof_has_one_sentence(
    states: list[str], rules: bool | None, kind: str | None, expected: tuple[str, str]
) -> None:
    """The page praises neither contradictions to the log of the service nor unproved games."""
    plain = {"ok", "wrong", "busy"}
    lines = [
        {"state": one, "finding": None}
        if one in plain
        else {"state": "open", "finding": {"reason": one}}
        for one in states
    ]
    found = javascript.call(
        SUMMING,
        "summed",
        {
            "verdict": {"lines": lines},
            "rules": None if rules is None else {"valid": rules},
            "comparison": kind and {"kind": kind, "version": 2},
            "done": rules is not None,
        },
    )
    assert (found["state"], found["word"]) == expected
