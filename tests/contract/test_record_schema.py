"""Test the JSON Schema of records: current, valid, and consistent with the reader of records."""

import json
from copy import deepcopy
from random import Random
from typing import Any, Final

import msgspec
import pytest
from jsonschema_rs import Draft202012Validator, meta
from litestar.testing import TestClient

from domain.record.record import AnyRecord, read_record, write_record
from domain.refusal import Malformed
from domain.ruleset import AnyRuleset
from domain.rulesets.registry import RULESETS
from domain.table.opening import NO_TERMS
from service.http.openapi.examples import FOLDER
from service.http.openapi.record_schema import ADDRESS, record_schema
from service.http.openapi.schemas import prefix
from tests.support.proof.records import as_recorded, records
from tests.support.run.long import cases
from tests.table.test_reserving import played

COMMITTED: Final = json.loads((FOLDER.parent / "record.schema.json").read_text(encoding="utf-8"))
FITS: Final = Draft202012Validator(COMMITTED)


def test_the_committed_schema_is_current(document: dict[str, Any]) -> None:
    """``make openapi`` would change nothing."""
    assert json.loads(json.dumps(record_schema(document))) == COMMITTED


def test_the_service_serves_the_same_schema(http: TestClient[Any]) -> None:
    """It is served under the address that is its name."""
    answer = http.get(ADDRESS)
    assert answer.json() == COMMITTED
    assert answer.json()["$id"] == ADDRESS
    assert answer.headers["content-type"].startswith("application/schema+json")


def test_the_schema_needs_no_other() -> None:
    """It is valid by the draft that it names, and all references are internal."""
    meta.validate(COMMITTED)
    text = json.dumps(COMMITTED)
    assert text.count('"$ref": ') == text.count('"$ref": "#/$defs/')
    assert "discriminator" not in text
    assert '"additionalProperties": true' not in text


@pytest.mark.parametrize("rules", RULESETS, ids=lambda one: one.meta.id)
def test_the_schema_has_the_default_of_each_option(rules: AnyRuleset) -> None:
    """An option that a record leaves out has it, and so has a term of the table."""
    name = prefix(rules)
    properties = COMMITTED["$defs"][f"{name}RecordedOptions"]["properties"]
    found = {option: one["default"] for option, one in properties.items()}
    assert msgspec.convert(found, rules.options_type) == rules.options_type()
    terms = COMMITTED["$defs"][f"{name}OpenGame"]["properties"]
    defaults = {
        term: json.loads(msgspec.json.encode(one)) for term, one in NO_TERMS._asdict().items()
    }
    assert {term: terms[term]["default"] for term in defaults} == defaults


def test_kept_records_fit() -> None:
    """They have every way of ending, fair and recorded dice, a signature or none."""
    for name, kept in records().items():
        for record in (kept, as_recorded(kept)):
            assert FITS.is_valid(as_json(record)), name
            assert FITS.is_valid({**as_json(record), "head": None, "signature": "a.b.c"}), name


def test_a_game_of_a_tournament_fits() -> None:
    """With its table and reservations; a record with one that is not a key of a player does not."""
    record = as_json(played())
    assert FITS.is_valid(record)
    record["entries"][0]["action"]["reserved"][0] = "Ana"
    assert not FITS.is_valid(record)


@pytest.mark.parametrize(
    "change",
    [
        {"format": "carolus-record/2"},
        {"id": "a/b"},
        {"id": "a" * 65},
        {"ruleset": "carolus-magnus@2"},
        {"options": {"players": "two"}},
        {"options": {"colour": "red"}},
        {"seats": None},
        {"seats": [{"seat": 0}]},
        {"chance": {"scheme": "good", "commitment": "", "secret": None}},
        {"chance": {"scheme": "recorded", "commitment": "ab", "secret": None}},
        {"entries": [{"by": "dealer", "at": "2025-01-01T12:00:00.000000Z", "action": {}}]},
        {"outcome": {"reason": "boredom", "winners": [], "castles": {}}},
        {"outcome": {"reason": "stalled", "winners": [], "castles": {"purple": 1}}},
        {"head": "00"},
        {"signature": 1},
        {"comment": "well played"},
    ],
    ids=str,
)
def test_other_values_do_not_fit(change: dict[str, Any]) -> None:
    """The reader refuses them, too."""
    changed = as_json(records()["2-castle-goal"]) | change
    assert not FITS.is_valid(changed)
    with pytest.raises(Malformed):
        read_record(json.dumps(changed).encode())


def test_schema_and_reader_agree(seed: int) -> None:
    """A record with any change fits exactly if the reader accepts it."""
    random = Random(seed)
    whole = as_json(records()["2-resignation"])
    verdicts = set()
    for _ in range(cases(160, 80)):
        changed = deepcopy(whole)
        mutate(changed, random)
        fits = FITS.is_valid(changed)
        assert fits == is_read(changed), changed
        verdicts.add(fits)
    assert verdicts == {True, False}


def as_json(record: AnyRecord) -> dict[str, Any]:
    """Return a record as JSON."""
    value: dict[str, Any] = json.loads(write_record(record))
    return value


def is_read(value: Any) -> bool:
    """Return whether the reader of records accepts this."""
    try:
        read_record(json.dumps(value).encode())
    except Malformed:
        return False
    return True


def mutate(value: Any, random: Random) -> None:
    """Change one value, or one member, somewhere inside."""
    while True:
        key = random.choice([*value] if isinstance(value, dict) else range(len(value)))
        if not value[key] or not isinstance(value[key], dict | list) or random.random() < 0.05:
            break
        value = value[key]
    if isinstance(value, dict) and random.random() < 0.3:
        one = value.pop(key)
        if random.random() < 0.5:
            value[random.choice(["name", "seat", "type", key + "s"])] = one
    else:
        value[key] = random.choice(
            [None, 0, 1, 7, -1, 99, 1.0, 0.5, 1e30, "", "red", "court", "table", [], {}]
        )
