"""Decode the record of a line: JSON, or text of several lines."""

from domain.record.detection import is_text
from domain.record.record import AnyRecord, read_record
from domain.record.text import read_text
from service.archives.lines import RecordLine


def record_of(line: RecordLine) -> AnyRecord:
    """Return the record; raise Malformed with the place of the error."""
    if is_text(line.data):
        return read_text(line.data, line.number)
    return read_record(line.data)
