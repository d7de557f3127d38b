"""5.0 for 5: a record gets the same verdict in every format."""

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from domain.record.record import write_record
from domain.record.text import read_text, write_text
from domain.refusal import Malformed
from service.cli import main
from tests.support.proof.records import records

RECORD = records()["2-round-limit-shared"]
LINE = write_record(RECORD)
PARSED: Any = json.loads(LINE)

PLAYERS = b'"players":2'
SEATS = b'"seat":1'
CASES = {
    "as it is written": (LINE, None),
    "with a point": (LINE.replace(PLAYERS, b'"players":2.0').replace(SEATS, b'"seat":1.0'), None),
    "with an exponent": (LINE.replace(PLAYERS, b'"players":20e-1'), None),
    "a fraction": (LINE.replace(PLAYERS, b'"players":2.5', 1), "$.options.players"),
    "hardly a fraction": (
        LINE.replace(PLAYERS, b'"players":2.00000000000000000000000001', 1),
        "$.options.players",
    ),
    "too large": (LINE.replace(PLAYERS, b'"players":2e30', 1), "$.options.players"),
    "far too large": (LINE.replace(PLAYERS, b'"players":2e999', 1), "$.options.players"),
}


@pytest.fixture
def http(lasting: httpx.Client) -> httpx.Client:
    return lasting


@pytest.mark.parametrize("case", CASES)
def test_a_record_gets_one_verdict(http: httpx.Client, tmp_path: Path, case: str) -> None:
    """From a file, from standard input, as one of many over HTTP, and as a single record."""
    line, where = CASES[case]
    file = tmp_path / "games.ndjson"
    file.write_bytes(line + b"\n")
    many = {"Content-Type": "application/x-ndjson"}
    asked = http.post("/v1/records/check", content=line + b"\n", headers=many)
    verdicts = [audited(str(file)), audited(given=line), json.loads(asked.content)]
    alone = http.post("/v1/records/check", content=line)
    if where is None:
        verdicts.append(alone.json())
    else:
        assert (alone.status_code, alone.json()["errors"][0]["where"]) == (400, where)
    for verdict in verdicts:
        assert verdict["valid"] == (where is None)
        assert verdict["head"] == (PARSED["head"] if where is None else None)
        assert breaches(verdict) == breaches(verdicts[0])
    assert [one["where"] for one in breaches(verdicts[0])] == ([where] if where else [])


def audited(*paths: str, given: bytes = b"") -> Any:
    """Return the verdict of ``carolus audit`` on one record."""
    words = ["audit", "--unsigned", "--json", "--jobs", "1", "--language", "en", *(paths or "-")]
    result = CliRunner().invoke(main, words, input=given, prog_name="carolus")
    return json.loads(result.stdout.splitlines()[0])


def breaches(verdict: Any) -> list[Any]:
    """Return the findings against the record."""
    return [one for one in verdict["findings"] if one["weight"] == "breach"]


@pytest.mark.parametrize(
    ("written", "pointed"),
    [
        (r"option players 2", "option players 2.0"),
        (r"move_emperor ([0-9]+)", r'{"type":"move_emperor","steps":\1.0}'),
        (r'("(?:white|black)"):([0-9]+)', r"\1:\2.0"),
    ],
    ids=["option", "action", "outcome"],
)
def test_a_text_treats_numbers_the_same(written: str, pointed: str) -> None:
    """Where it contains JSON values. A fraction is refused there, with its line."""
    text = write_text(RECORD)
    with_points = re.sub(written, pointed, text)
    assert with_points != text
    assert read_text(with_points.encode()) == RECORD
    with pytest.raises(Malformed) as no:
        read_text(re.sub(written, pointed.replace(".0", ".5"), text).encode())
    assert no.value.where.startswith("line ")
