"""Entrants and results as people write them: names, lists as CSV, places, scores."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import msgspec

from domain.kit.words import Words
from domain.names.input import must_be_readable
from domain.refusal import Malformed
from domain.tournament.stream.actions import RegisterEntrant
from domain.tournament.stream.people import Person, same_name
from domain.tournament.stream.state import EntrantState, TableState, Tournament
from domain.valid_values import explained
from service.clubs.files import ClubFileError, guest_key

CheckedT = TypeVar("CheckedT", RegisterEntrant, Person)

COLUMNS: Final = ("name", "rating", "entropy")
RESULT_COLUMNS: Final = ("table", "places", "scores")
PARTNERS: Final = "/"
"""Between the two names of a fixed pair."""


class Places(NamedTuple):
    """How a table ended, seat by seat."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...] = ()


def entry_of(
    tournament: str, name: str, team: int, rating: int = 0, entropy: str = ""
) -> RegisterEntrant:
    """Return the entry of a guest, or of a pair; raise Malformed for any other text."""
    names = name.split(PARTNERS) if team == 2 else [name]
    people = tuple(_guest(tournament, one) for one in names)
    action = RegisterEntrant(people, rating, entropy)
    return _checked(action)


def guest_of(tournament: str, name: str) -> Person:
    """Return the guest with a name; raise Malformed for any other text."""
    return _checked(_guest(tournament, name))


def _checked(typed: CheckedT) -> CheckedT:
    kind = type(typed)
    sent = msgspec.to_builtins(typed)
    try:
        found = msgspec.convert(sent, kind)
    except msgspec.ValidationError as wrong:
        fault = explained(wrong, kind, sent)
        raise Malformed(fault.message, where=fault.where) from None
    must_be_readable(kind, found)
    return found


def _guest(tournament: str, name: str) -> Person:
    return Person(name.strip(), guest=guest_key(tournament, name.strip()))


class WrittenResult(NamedTuple):
    """The result of a table in a list: either places or scores, as people type them."""

    line: int
    table: int
    places: str | None
    scores: str | None


def entries_in(path: Path, tournament: str, team: int) -> list[RegisterEntrant]:
    """Return the entries of a CSV file; raise Malformed with the line of what is wrong."""
    entries = []
    for line, row in _rows(path, COLUMNS, "name"):
        rating = row.get("rating", "").strip() or "0"
        if not (rating.isascii() and rating.isdigit()):
            raise Malformed(f"{rating!r} is not a rating", where=f"line {line}, column rating")
        try:
            entropy = row.get("entropy", "").strip()
            entries.append(entry_of(tournament, row["name"], team, int(rating), entropy))
        except Malformed as wrong:
            raise Malformed(str(wrong), where=f"line {line}, {wrong.where}") from None
    return entries


def results_in(path: Path) -> list[WrittenResult]:
    """Return the results of a CSV file; raise Malformed with the line of what is wrong."""
    found: dict[int, WrittenResult] = {}
    for line, row in _rows(path, RESULT_COLUMNS, "table"):
        table = row["table"].strip()
        if not (table.isascii() and table.isdigit()):
            raise Malformed(f"{table!r} is not a table", where=f"line {line}, column table")
        places, scores = (row.get(name, "").strip() or None for name in RESULT_COLUMNS[1:])
        if (places is None) is (scores is None):
            raise Malformed("expected either places or scores", where=f"line {line}")
        one = WrittenResult(line, int(table), places, scores)
        if found.setdefault(one.table, one) is not one:
            raise Malformed(f"table {one.table} occurs twice", where=f"line {line}, column table")
    return [*found.values()]


def _rows(
    path: Path, known: tuple[str, ...], needed: str
) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the rows of a CSV file with the numbers of their lines."""
    try:
        text = path.read_text("utf-8-sig")
    except OSError as failure:
        raise ClubFileError(f"{path} cannot be read: {failure.strerror}") from None
    except UnicodeDecodeError:
        raise Malformed(f"{path} is not in UTF-8") from None
    # A spreadsheet in many European languages separates columns with semicolons.
    mark = ";" if ";" in text.partition("\n")[0] else ","
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    try:
        columns = rows.fieldnames or ()
        if needed not in columns or not set(columns) <= set(known):
            expected = ", ".join(known)
            raise Malformed(f"{path} has the columns {', '.join(columns)}; expected {expected}")
        for row in rows:
            if None in row or None in row.values():
                raise Malformed(
                    "the line has more or fewer cells than the first one",
                    where=f"line {rows.line_num}",
                )
            yield rows.line_num, row
    except csv.Error as wrong:
        raise Malformed(f"{path} is not CSV: {wrong}", where=f"line {rows.line_num}") from None


def entrant_of(
    state: Tournament, text: str, among: Sequence[int] | None = None, number: int | None = None
) -> int:
    """Return the entrant with this number or name; raise ClubFileError if there is none.

    ``number`` is the round that the text is about, if it is about one.
    """
    numbers = range(1, len(state.entrants) + 1) if among is None else among
    if text.strip().isdecimal() and int(text) in numbers:
        return int(text)
    found = [one for one in numbers if same_name(text) in _names_of(state.entrants[one - 1])]
    if not found:
        known = ", ".join(f"{one} {state.entrants[one - 1].called_in(number)}" for one in numbers)
        raise ClubFileError(f"{text.strip()!r} is not one of these entrants: {known or 'nobody'}")
    return found[0]


def _names_of(one: EntrantState) -> set[str]:
    """Return the names under which people know an entrant: of all who played for it."""
    rounds = [at for was in one.replaced for at in (was.round - 1, was.round)]
    return {same_name(name) for name in (one.name, *map(one.name_in, rounds))}


def by_places(state: Tournament, number: int, table: TableState, text: str) -> Places:
    """Return the places at a table of a round in a text such as ``Ana, Berta = Carla``, best first.

    Entrants who forfeited are left out: they come last.
    """
    due = [one for one in table.players if one not in table.forfeits]
    ranks: dict[int, int] = {}
    for group in text.split(","):
        rank = len(ranks) + 1
        for part in group.split("="):
            entrant = entrant_of(state, part, due, number)
            if entrant in ranks:
                raise ClubFileError(f"{part.strip()!r} occurs twice")
            ranks[entrant] = rank
    if missing := [state.entrants[one - 1].name_in(number) for one in due if one not in ranks]:
        raise ClubFileError(f"the places leave out {', '.join(missing)}")
    return Places(tuple(ranks.get(one, len(due) + 1) for one in table.players))


def by_scores(table: TableState, text: str, texts: Words) -> Places:
    """Return the places that scores give, in turn order such as ``31, 28, 31``: more is better."""
    parts = [part.strip() for part in text.split(",")]
    try:
        scores = tuple(int(part) for part in parts)
    except ValueError:
        raise ClubFileError(texts("scores.numbers", text=text)) from None
    if len(scores) != len(table.players):
        raise ClubFileError(texts("scores.count", scores=len(scores), players=len(table.players)))
    stayed = [
        score for score, one in zip(scores, table.players, strict=True) if one not in table.forfeits
    ]
    ranks = tuple(
        len(stayed) + 1 if one in table.forfeits else 1 + sum(other > score for other in stayed)
        for score, one in zip(scores, table.players, strict=True)
    )
    return Places(ranks, scores)
