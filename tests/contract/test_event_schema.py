"""Test the JSON Schema of events: current, valid, and true of the events of all stored records."""

import json
from typing import Any, Final

import pytest
from jsonschema_rs import Draft202012Validator, meta

from service.http.openapi.event_schema import event_schema
from service.http.openapi.examples import FOLDER
from tests.records.test_witnesses import witnessed_game
from tests.support.proof.records import records
from tests.support.proof.stranger import archived
from tests.support.run.long import long_after

COMMITTED: Final = json.loads((FOLDER.parent / "events.schema.json").read_text(encoding="utf-8"))
FITS: Final = Draft202012Validator(COMMITTED)


def test_the_committed_schema_is_current(document: dict[str, Any]) -> None:
    """``make openapi`` would change nothing."""
    assert event_schema(document) == COMMITTED


def test_the_schema_needs_no_other() -> None:
    """It is valid by the draft that it names, and all references are internal."""
    meta.validate(COMMITTED)
    text = json.dumps(COMMITTED)
    assert text.count('"$ref": ') == text.count('"$ref": "#/$defs/')


def test_the_schema_has_the_default_of_a_member_with_a_stricter_form() -> None:
    assert COMMITTED["$defs"]["SeatTaken"]["properties"]["tip"]["default"] is None
    assert COMMITTED["$defs"]["GameOpened"]["properties"]["label"]["default"] is None


@pytest.mark.parametrize("name", long_after(8, ["witnessed", *sorted(records())]))
def test_the_events_of_kept_records_fit(name: str) -> None:
    """Each event fits as it is, and not with a member more or less, or in another form."""
    record = witnessed_game() if name == "witnessed" else records()[name]
    for event in json.loads(archived(record))["events"]:
        assert FITS.is_valid(event), event
        assert not FITS.is_valid({**event, "extra": None})
        assert not FITS.is_valid({**event, "hash": event["hash"].upper() + "0"})
        assert not FITS.is_valid({**event, "at": event["at"][:-8] + "Z"})
        for member in ("hash", "version", "at", "by", "type"):
            assert not FITS.is_valid({key: one for key, one in event.items() if key != member})
        if event["type"] == "game_opened":
            assert not FITS.is_valid({**event, "label": None})
