"""What the tests of records as text share: texts, and reading a record back from its text."""

from domain.record.record import AnyRecord, write_record
from domain.record.text import parse_text, read_text, write_text
from tests.support.docs.pages import ROOT, blocks
from tests.support.proof.records import records

RECORD = records()["3-lively-draw-agreed"]
TEXT = write_text(RECORD)
PAGE = {
    block.mark: block.text
    for block in blocks(ROOT / "docs" / "reference" / "record-text.md")
    if block.mark
}
BY_HAND = PAGE["by hand"]
HEAD = "carolus-record/1\nruleset carolus-magnus@1\n"


def same(record: AnyRecord) -> None:
    """Check that the text of a record reads back as the same record, with the same JSON."""
    text = write_text(record)
    again = parse_text(text)
    assert again == record
    assert write_record(again) == write_record(record)
    assert write_text(again) == text
    assert read_text(text.encode()) == record
