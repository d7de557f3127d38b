"""Parses a record from its text, and derives what a handwritten text leaves out."""

import re
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain
from typing import Any, Final

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from domain.expectations import plain_fault
from domain.hexadecimal import Hex32
from domain.record import strict
from domain.record.record import (
    FORMAT,
    RECEIPTS_MAX,
    AnyEntry,
    AnyRecord,
    Record,
    RecordedChance,
    RecordedEntry,
    RecordedSeat,
    actions_of,
    is_time,
    malformed,
    record_of,
    write_record,
)
from domain.record.rerun import rerun
from domain.record.text.head import (
    TextHeader,
    TextLine,
    on_line,
    read_terms,
    read_value,
    split_in_two,
)
from domain.refusal import Malformed
from domain.ruleset import CHANCE, tag_of
from domain.rulesets.registry import BY_PINNED
from domain.table import notation
from domain.table.actions import GameId, TakeSeat
from domain.table.game import TABLE
from domain.table.opening import OpenGame, OpeningTerms
from domain.transparency.inclusion import Inclusion

TIME_UNKNOWN: Final = "1970-01-01T00:00:00.000000Z"
"""The time of entries without a time, before the first entry that has one."""

OPEN_GAME: Final = tag_of(OpenGame)
"""The notation of the action that opens the game: the head contains its terms."""

_TIME: Final = (
    r"(?:(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})[T ])?"
    r"(?P<minute>[0-9]{2}:[0-9]{2})(?P<second>:[0-9]{2})?(?:\.(?P<fraction>[0-9]{1,6}))?Z?"
)
_TURN: Final = re.compile(
    rf"(?:[0-9]+\.\s+)?(?:{_TIME}\s+)?(?P<by>-?[0-9]+|{TABLE}|{CHANCE})\s*:(?P<rest>.*)"
)
_ENTRY: Final = re.compile(rf"(?:{_TIME}\s+)?(?P<chance>\*)?\s*(?P<action>.*)")
_SILENT: Final = re.compile(r"(?:[^\S\n]*+(?:;[^\n]*+)?\n)*+")
"""Consecutive lines that are blank or contain only a comment."""

LINE_LENGTH_MAX: Final = 1 << 16
"""The most characters of a line; no turn needs a tenth of it.

No other thread runs during a match of a regular expression, so each match is limited to one line,
or to as many characters of blank lines and comments.
"""
_FIELD: Final = re.compile(r"\$\.(\w+)")


def read_text(data: bytes, first: int = 1) -> AnyRecord:
    """Return the record in these UTF-8 bytes, as ``parse_text`` does."""
    try:
        return parse_text(data.decode(), first)
    except UnicodeDecodeError as wrong:
        where = on_line(first + data.count(b"\n", 0, wrong.start))
        raise Malformed("not UTF-8", where=where) from None


def parse_text(text: str, first: int = 1) -> AnyRecord:
    """Return the record in a text; ``first`` is the number of its first line.

    Raises Malformed with the line (``line 12``) and what was expected there.
    """
    lines = _lines(text, first)
    head = TextHeader()
    turn = _read_head(head, lines)
    if not head.begun:
        raise Malformed(f"the line {FORMAT} is expected first", where=on_line(first))
    record = _headed(head)
    opening = opening_of(record, read_terms(head, BY_PINNED[record.ruleset]))
    reader = _Entries(record, opening)
    turns = lines if turn is None else chain((turn,), lines)
    # Read one line at a time, so that reading ends at the first fault.
    entries = [entry for line in turns for entry in reader.read(line)]
    opened = _opened(opening, head, entries[0].at if entries else TIME_UNKNOWN)
    return _filled_in(replace(record, entries=(*opened, *entries)), head)


def _lines(text: str, first: int) -> Iterator[TextLine]:
    """Yield the lines with content, without comments."""
    # Not splitlines: names may contain other characters that it takes for line ends.
    number, start = first, int(text.startswith("\ufeff"))
    while True:
        while (resume := _after_silence(text, start)) > start:
            number += text.count("\n", start, resume)
            start = resume
        end = text.find("\n", start)
        if (len(text) if end < 0 else end) - start > LINE_LENGTH_MAX:
            where = on_line(number)
            raise Malformed(f"a line has at most {LINE_LENGTH_MAX} characters", where=where)
        line = text[start:] if end < 0 else text[start:end]
        content = line
        for comment in notation.outside_of_strings(line, ";"):
            content = line[:comment]
            break
        if stripped := content.strip():
            if not stripped.isascii() and any("\ud800" <= char <= "\udfff" for char in stripped):
                raise Malformed("half a surrogate pair", where=on_line(number))
            yield TextLine(number, stripped)
        if end < 0:
            return
        number, start = number + 1, end + 1


def _after_silence(text: str, start: int) -> int:
    """Return where blank lines and comments end, after at most ``LINE_LENGTH_MAX`` characters."""
    found = _SILENT.match(text, start, start + LINE_LENGTH_MAX + 1)
    assert found is not None, "it can be empty"
    return found.end()


def _read_head(head: TextHeader, lines: Iterator[TextLine]) -> TextLine | None:
    """Read the lines of the head; return the first line that is a turn, if there is one."""
    for line in lines:
        if not head.begun:
            head.begin(line)
        elif _TURN.fullmatch(line.text):
            return line
        else:
            head.add(line)
    return None


def _headed(head: TextHeader) -> AnyRecord:
    """Return the record from the head, without entries."""
    ruleset = head.needed("ruleset")
    if ruleset.text not in BY_PINNED:
        known = ", ".join(BY_PINNED)
        raise Malformed(
            f"there is no ruleset {ruleset.text!r}; there is {known}", where=on_line(ruleset.number)
        )
    rules = BY_PINNED[ruleset.text]
    return Record(
        format=FORMAT,
        id=head.read("id", lambda text: msgspec.convert(text, GameId)) or "",
        ruleset=ruleset.text,
        options=_options(head, rules.options_type, ruleset.number),
        seats=tuple(_seats(head)),
        chance=_chance(head),
        entries=(),
        outcome=head.read("outcome", lambda text: _parse_outcome(text, rules.outcome_type)),
        head=head.read("head", lambda text: msgspec.convert(text, Hex32)),
        signature=head.read("signature", notation.parse_string),
        receipts=_receipts(head),
        inclusion=head.read("inclusion", _parse_inclusion) or UNSET,
    )


def _options(head: TextHeader, kind: type[Any], line: int) -> Any:
    values: dict[str, Any] = {}
    numbers: dict[str, int] = {}
    for number, text in head.all("option"):
        name, value = split_in_two(text)
        if not value or name in values:
            raise Malformed(
                f"expected one value of the option {name!r}, such as option players 3",
                where=on_line(number),
            )
        values[name] = parse_value(value)
        numbers[name] = number
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as wrong:
        fault = malformed(wrong)
        field = _FIELD.match(fault.where)
        for name, number in numbers.items():
            if (field and field[1] == name) or f"`{name}`" in str(fault):
                line = number
        raise Malformed(str(fault), where=on_line(line)) from None


def _seats(head: TextHeader) -> Iterator[RecordedSeat]:
    lines = head.all("seat")
    if [line.text for line in lines] == ["none"]:
        return
    for line in lines:
        yield read_value(
            "seat", line, lambda text: msgspec.convert(notation.parse_sitting(text), RecordedSeat)
        )


def _receipts(head: TextHeader) -> tuple[str, ...]:
    lines = head.all("receipt")
    receipts = tuple(read_value("receipt", line, notation.parse_string) for line in lines)
    if len(receipts) > RECEIPTS_MAX:
        where = on_line(lines[RECEIPTS_MAX].number)
        raise Malformed(f"a record has at most {RECEIPTS_MAX} receipts", where=where)
    return receipts


def _chance(head: TextHeader) -> RecordedChance:
    chance = head.read("chance", _parse_chance) or RecordedChance("recorded", "", None)
    return replace(chance, secret=head.read("secret", lambda text: msgspec.convert(text, Hex32)))


def _parse_chance(text: str) -> RecordedChance:
    scheme, commitment = split_in_two(text)
    fields = {"scheme": scheme, "commitment": commitment, "secret": None}
    return msgspec.convert(fields, RecordedChance)


def _parse_outcome(text: str, kind: type[Any]) -> Any:
    if text == "none":
        return None
    return msgspec.convert(strict.examine(text.encode()), kind)


def _parse_inclusion(text: str) -> Inclusion:
    return msgspec.convert(strict.examine(text.encode()), Inclusion)


def parse_value(text: str) -> Any:
    """Return a value from JSON, or the text itself if it is not JSON."""
    try:
        return strict.examine(text.encode())
    except Malformed:
        return text


class _Entries:
    """Reads the entries of a record, line by line."""

    def __init__(self, record: AnyRecord, opening: OpenGame[Any, Any]) -> None:
        self._rules = BY_PINNED[record.ruleset]
        self._kind = actions_of(record.ruleset)
        self._opening = opening
        self._at = TIME_UNKNOWN

    def read(self, line: TextLine) -> Iterator[AnyEntry]:
        """Yield the entries of a line."""
        found = _TURN.fullmatch(line.text)
        if found is None:
            raise Malformed("expected an entry, such as 0: resign", where=on_line(line.number))
        actor = found["by"]
        try:
            by: Any = actor if actor in (TABLE, CHANCE) else notation.number(actor)
            self._set_time(found)
            for part in _parts(found["rest"]):
                entry = _ENTRY.fullmatch(part.strip())
                assert entry is not None, "whatever is left is the action"
                self._set_time(entry)
                action = self._action(entry["action"])
                yield RecordedEntry(CHANCE if entry["chance"] else by, self._at, action)
        except (msgspec.DecodeError, RecursionError) as wrong:
            raise Malformed(plain_fault(wrong).with_place(), where=on_line(line.number)) from None
        except (ValueError, Malformed) as wrong:
            raise Malformed(str(wrong), where=on_line(line.number)) from None

    def _set_time(self, found: re.Match[str]) -> None:
        """Set the current time if the text contains one."""
        if found["minute"] is not None:
            day = found["day"] or self._at[:10]
            second = found["second"] or ":00"
            self._at = f"{day}T{found['minute']}{second}.{found['fraction'] or '':0<6}Z"
            if not is_time(self._at):
                raise Malformed(f"not a valid time: {self._at}")

    def _action(self, text: str) -> Any:
        if text.startswith("{"):
            return msgspec.convert(strict.examine(text.encode()), self._kind)
        name, rest = split_in_two(text)
        name = name.lower()
        if not name:
            raise Malformed("an action is missing")
        if name in notation.NAMES:
            return notation.parse(text, self._rules.orders_type)
        if name == OPEN_GAME:
            if rest:
                raise Malformed("open_game takes no arguments: the head has the terms")
            return self._opening
        return self._rules.parse_action(text)


def _parts(text: str) -> Iterator[str]:
    start = 0
    for mark in notation.outside_of_strings(text, "|"):
        yield text[start:mark]
        start = mark + 1
    yield text[start:]


def opening_of(record: AnyRecord, terms: OpeningTerms) -> OpenGame[Any, Any]:
    """Return the action that opens the game, from the head."""
    chance = record.chance
    opening: OpenGame[Any, Any] = OpenGame(
        record.ruleset, record.options, chance.scheme, chance.commitment
    )
    return replace(opening, **terms._asdict())


# --- what a text leaves out -------------------------------------------------------------------


def _opened(opening: OpenGame[Any, Any], head: TextHeader, at: str) -> Iterator[AnyEntry]:
    """Yield the entries that ``player`` lines stand for."""
    if not head.has("player"):
        return
    yield RecordedEntry(TABLE, at, opening)
    for line in head.all("player"):
        sitting = read_value(
            "player", line, lambda text: msgspec.convert(notation.parse_sitting(text), TakeSeat)
        )
        yield RecordedEntry(TABLE, at, sitting)


def _filled_in(record: AnyRecord, head: TextHeader) -> AnyRecord:
    """Return the record with the ID, seats and outcome that its text leaves out."""
    if not head.has("id"):
        bare = replace(record, seats=(), outcome=None, head=None, signature=None, receipts=())
        bare = replace(bare, inclusion=UNSET)
        record = replace(record, id=f"text-{sha256(write_record(bare)).hexdigest()[:16]}")
    if head.has("seat") and head.has("outcome"):
        return record
    # The audit of the record reports refused entries.
    game = rerun(record).game
    if game is None:
        return record
    derived = record_of(game, (), b"")
    return replace(
        record,
        seats=record.seats if head.has("seat") else derived.seats,
        outcome=record.outcome if head.has("outcome") else derived.outcome,
    )
