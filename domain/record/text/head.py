"""The header of a record in text form: lines with a name and a value, in any order."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec.structs import astuple

from domain.expectations import as_json
from domain.record import strict
from domain.record.record import FORMAT
from domain.refusal import Malformed
from domain.ruleset import AnyRuleset
from domain.rulesets.registry import RULESETS
from domain.table import notation
from domain.table.actions import LABEL_EXPECTED, SANDBOX_SEED_EXPECTED, Label, SandboxSeed
from domain.table.continuation import AnyContinuation, Continuation
from domain.table.contributions import RegisteredWitness
from domain.table.opening import OpenGame, OpeningTerms
from domain.table.reserving import Reserved, ReservedNames, TournamentTable

ValueT = TypeVar("ValueT")

_NEEDS: Final = {
    "id": "at most 64 letters, digits, dots, hyphens and underscores",
    "ruleset": f"a ruleset and its edition, such as ruleset {RULESETS[0].meta.pinned}",
    "option": "a name and a value, such as option players 3",
    "chance": "fair and 64 hexadecimal digits, or recorded",
    "secret": "64 hexadecimal digits",
    "clock": "a kind, its numbers, and house or forfeit, such as clock bank 600 5 forfeit",
    "take_backs": "the word allowed",
    "links": "the word allowed",
    "witness": "a public key, the service's, a tip, a time in milliseconds and a signature",
    "label": f"{LABEL_EXPECTED}, in quotation marks unless it is one word",
    "continues": "a game, a version, its head and the position there as JSON",
    "sandbox": SANDBOX_SEED_EXPECTED,
    "tournament": "the id of a tournament, a round and a table, such as tournament club 1 2",
    "reserved": "for each seat an account, or bot: and the name of a house bot",
    "reserved_names": 'for each seat a name, as JSON: reserved_names ["Ana", "Bea"]',
    "player": 'a seat and optionally a name, such as player 0 name "Ana"',
    "seat": 'a seat, and optionally name, bot, entropy, player, tip: seat 0 name "Ana" bot greedy',
    "outcome": "the outcome as JSON, or none",
    "head": "64 hexadecimal digits",
    "signature": "one word",
    "receipt": "one word",
    "inclusion": "the proof of inclusion as JSON",
}
LINES_MAX: Final = 1000
"""The most lines of a header; no ruleset has nearly as many options and seats."""

_ALLOWED: Final = "allowed"
_MANY: Final = ("option", "player", "receipt", "seat", "witness")


class TextLine(NamedTuple):
    """A line that is not a comment, or its value."""

    number: int
    text: str


def on_line(number: int) -> str:
    """Return the name of a line in an error."""
    return f"line {number}"


def split_in_two(text: str) -> tuple[str, str]:
    """Return the first word and the rest, separated by any whitespace."""
    word, *rest = text.split(maxsplit=1) or [""]
    return word, "".join(rest).strip()


class TextHeader:
    """The lines of a header, by name."""

    def __init__(self) -> None:
        self._values: dict[str, list[TextLine]] = {}
        self._first = 0
        self._count = 0

    @property
    def begun(self) -> bool:
        """Whether the first line was read."""
        return self._first > 0

    def begin(self, line: TextLine) -> None:
        """Take the first line, which names the format."""
        if line.text != FORMAT:
            raise Malformed(f"the line {FORMAT} is expected first", where=on_line(line.number))
        self._first = line.number

    def add(self, line: TextLine) -> None:
        """Take another line."""
        name, value = split_in_two(line.text)
        where = on_line(line.number)
        self._count += 1
        if self._count > LINES_MAX:
            raise Malformed(f"a head has at most {LINES_MAX} lines", where=where)
        if name not in _NEEDS:
            names = ", ".join(_NEEDS)
            raise Malformed(f"expected an entry, such as 0: resign, or one of {names}", where=where)
        if name in self._values and name not in _MANY:
            raise Malformed(f"duplicate line {name}", where=where)
        self._values.setdefault(name, []).append(TextLine(line.number, value))

    def has(self, name: str) -> bool:
        """Return whether there is a line of this name."""
        return name in self._values

    def all(self, name: str) -> Sequence[TextLine]:
        """Return the values of all lines of this name."""
        return self._values.get(name, ())

    def needed(self, name: str) -> TextLine:
        """Return the value of a required line."""
        if name not in self._values:
            raise Malformed(
                f"the head needs a line {name}: {_NEEDS[name]}", where=on_line(self._first)
            )
        return self._values[name][0]

    def read(self, name: str, read: Callable[[str], ValueT]) -> ValueT | None:
        """Return the value as parsed by ``read``, or None if there is no such line."""
        lines = self.all(name)
        return read_value(name, lines[0], read) if lines else None


def read_value(name: str, value: TextLine, read: Callable[[str], ValueT]) -> ValueT:
    """Return a value as parsed by ``read``; raise Malformed with what was expected."""
    try:
        return read(value.text)
    except (ValueError, msgspec.DecodeError, RecursionError, Malformed):
        raise Malformed(f"{name} needs {_NEEDS[name]}", where=on_line(value.number)) from None


def write_terms(opening: OpenGame[Any, Any]) -> Iterator[str]:
    """Yield the lines for the terms of a game, if it has any."""
    if opening.clock is not None:
        yield f"clock {notation.write_clock(opening.clock)}"
    if opening.take_backs:
        yield f"take_backs {_ALLOWED}"
    if opening.label is not None:
        yield f"label {notation.write_string(opening.label)}"
    if opening.links:
        yield f"links {_ALLOWED}"
    for witness in opening.witnesses:
        yield f"witness {' '.join(map(str, astuple(witness)))}"
    if opening.continues is not None:
        game, version, of_version, position = astuple(opening.continues)
        yield f"continues {game} {version} {of_version} {as_json(position)}"
    if opening.sandbox is not None:
        yield f"sandbox {opening.sandbox}"
    yield from _write_place(opening)


def _write_place(opening: OpenGame[Any, Any]) -> Iterator[str]:
    """Yield the lines for the table of a tournament, and for whom the seats are."""
    if opening.tournament is not None:
        yield f"tournament {' '.join(map(str, astuple(opening.tournament)))}"
    if opening.reserved:
        yield f"reserved {' '.join(opening.reserved)}"
    if opening.reserved_names:
        yield f"reserved_names {as_json(opening.reserved_names)}"


def read_terms(head: TextHeader, rules: AnyRuleset) -> OpeningTerms:
    """Return the terms of a game of this ruleset; raise Malformed with what was expected."""
    return OpeningTerms(
        head.read("clock", notation.parse_clock),
        head.read("take_backs", _parse_allowed) or False,
        head.read("label", _parse_label),
        head.read("links", _parse_allowed) or False,
        tuple(read_value("witness", line, _parse_witness) for line in head.all("witness")),
        head.read("continues", lambda text: _parse_continuation(text, rules)),
        head.read("sandbox", lambda text: msgspec.convert(text, SandboxSeed)),
        head.read("tournament", _parse_tournament),
        head.read("reserved", _parse_reserved) or (),
        head.read("reserved_names", _parse_reserved_names) or (),
    )


def _parse_allowed(text: str) -> bool:
    """Return True for the value ``allowed``; raise ValueError for any other."""
    if text != _ALLOWED:
        raise ValueError(text)
    return True


def _parse_label(text: str) -> str:
    """Return the label in a JSON string or a single word; raise ValueError if it cannot be one."""
    label: str = msgspec.convert(notation.parse_string(text), Label)
    return label


def _parse_continuation(text: str, rules: AnyRuleset) -> AnyContinuation:
    """Return the game, version, head and position in this text; raise ValueError or Malformed."""
    game, version, of_version, position = text.split(maxsplit=3)
    fields = {
        "game": game,
        "version": notation.number(version),
        "head": of_version,
        "position": strict.examine(position.encode()),
    }
    kind: Any = Continuation
    found: AnyContinuation = msgspec.convert(fields, kind[rules.view_type])
    return found


def _parse_tournament(text: str) -> TournamentTable:
    """Return the table of a tournament in three words; raise ValueError for any other text."""
    tournament, in_round, table = text.split()
    fields = {"id": tournament, "round": notation.number(in_round), "table": notation.number(table)}
    return msgspec.convert(fields, TournamentTable)


def _parse_reserved(text: str) -> tuple[str, ...]:
    """Return for whom the seats are reserved; raise ValueError unless all are keys of players."""
    reserved: tuple[str, ...] = msgspec.convert(text.split(), Reserved)
    if not reserved:
        raise ValueError(text)
    return reserved


def _parse_reserved_names(text: str) -> tuple[str, ...]:
    """Return the names of those for whom seats are reserved; raise ValueError unless all are."""
    names: tuple[str, ...] = msgspec.convert(strict.examine(text.encode()), ReservedNames)
    if not names:
        raise ValueError(text)
    return names


def _parse_witness(text: str) -> RegisteredWitness:
    """Return the witness in four words; raise ValueError if they are not those of a witness."""
    names = RegisteredWitness.__struct_fields__
    fields = dict(zip(names, text.split(), strict=True))
    return msgspec.convert(fields, RegisteredWitness, strict=False)
