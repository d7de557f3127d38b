"""Records as files, and whether one is true."""

from pathlib import Path

import msgspec

from domain.record.record import AnyRecord, read_record, record_of, write_record
from domain.record.replay import Step, replay
from domain.table.actions import AbortGame

FOLDER = Path(__file__).parents[1] / "rulesets" / "carolus_magnus" / "records"


def records() -> dict[str, AnyRecord]:
    """Return the finished games that are kept, by name."""
    return {file.stem: read_record(file.read_bytes()) for file in sorted(FOLDER.glob("*.json"))}


def written(record: AnyRecord) -> str:
    """Return a record as JSON with one entry a line, so that two can be compared by eye."""
    entries = ",\n".join(msgspec.json.encode(entry).decode() for entry in record.entries)
    told = msgspec.json.encode(msgspec.structs.replace(record, entries=())).decode()
    return told.replace('"entries":[]', f'"entries":[\n{entries}\n]', 1) + "\n"


def proved(record: AnyRecord) -> list[Step]:
    """Return the steps of a record, each decided again; fail if the record is not true.

    True is: every entry is legal, the events hash to the head, and whatever else the record says
    (seats, options, commitment, secret, outcome) is what its entries lead to.
    """
    steps = list(replay(record))
    last = steps[-1]
    told = record_of(last.game, record.entries, last.head, record.signature)
    assert write_record(told) == write_record(record)
    return steps


def end_of(record: AnyRecord) -> str:
    """Return the way in which the game of a record ended."""
    if record.outcome is not None:
        return str(record.outcome.reason)
    return "aborted" if type(record.entries[-1].action) is AbortGame else "unfinished"
