"""A record as text that people can read, paste and write by hand.

The text is a head of lines with a name and a value, then the entries, one line per turn::

    carolus-record/1
    id k3v7…
    ruleset carolus-magnus@1
    option players 2
    …

    0. 2025-01-01T12:00:00Z table: open_game
    1. 12:00:03.5 0: take_seat 0 name "Ana" entropy c0ffee
    2. 12:00:09 1: take_seat 1 | * arrange_table 1 0, blue … red, 7 | * roll_dice red crown blue
    …

``docs/reference/record-text.md`` is the specification. ``write_text`` writes the whole record, so
``parse_text`` returns an equal one; it fills in what a handwritten text leaves out. THIS FILE IS A
STORAGE FORMAT.
"""

from domain.record.text.parser import LINE_LENGTH_MAX, parse_text, read_text
from domain.record.text.printer import write_text

__all__ = ["LINE_LENGTH_MAX", "parse_text", "read_text", "write_text"]
