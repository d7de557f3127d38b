"""A tournament for two seats as a FIDE report: TRF16, and TRFx, which pairing programs read.

Columns are fixed (C.04, annex 2): a line ``001`` for each player, with ten columns a round. TRF16
has names as they are, in UTF-8, and counts letters; programs that read TRFx count bytes, so names
there are ASCII: accents are dropped, and a name with other letters becomes ``Entrant`` and a
number.
"""

from collections.abc import Iterator
from typing import Final
from unicodedata import normalize

from domain.tournament.history import Outing
from domain.tournament.model import SIXTIETHS
from domain.tournament.stream.played import (
    barred_pairs,
    histories_of,
    numbers_of,
    standings_of,
)
from domain.tournament.stream.state import Tournament

NAME_COLUMNS: Final = 33
_NO_GAME: Final = {"pairing": "U", "full": "F", "half": "H", "zero": "Z"}
_FORFEITS: Final = {"forfeit_win": "+", "forfeit_loss": "-"}
_RESULTS: Final = {SIXTIETHS: "1", SIXTIETHS // 2: "=", 0: "0"}


class NotExpressible(Exception):
    """The tournament has no such list or report, at least not yet; the message says why."""


def trf16(state: Tournament) -> str:
    """Return the report after the rounds that are closed; refuse what it cannot express."""
    return "\n".join(_lines(state, for_programs=False)) + "\n"


def trfx(state: Tournament) -> str:
    """Return the same for programs that pair the next round, with who rests in it."""
    return "\n".join(_lines(state, for_programs=True)) + "\n"


def _lines(state: Tournament, *, for_programs: bool) -> Iterator[str]:
    _must_be_expressible(state)
    closed = sum(one.closed for one in state.rounds)
    yield (
        f"012 {_ascii(state.announcement.name, 'Tournament')}"
        if for_programs
        else (f"012 {state.announcement.name}")
    )
    yield f"062 {len(state.order)}"
    for _, name in state.arbiters[:1]:
        yield f"102 {_ascii(name, 'Arbiter') if for_programs else name}"
    if for_programs:
        yield f"XXR {state.rules.rounds}"
        yield f"XXC {'black1' if state.initial else 'white1'}"
        for pair in sorted(sorted(one) for one in barred_pairs(state)):
            yield f"XXP {pair[0]} {pair[1]}"
    ranks = {line.entrant: line.rank for line in standings_of(state, closed)}
    numbers, histories, present = numbers_of(state), histories_of(state), set(state.present())
    for number, entrant in enumerate(state.order, 1):
        outings = histories[number][:closed]
        cells = [_cell(one) for one in outings]
        if for_programs and state.phase == "between" and entrant not in present:
            kind = dict(state.entrants[entrant - 1].byes).get(closed + 1, "zero")
            cells.append(f"  0000 - {_NO_GAME[kind]}")
        name = state.entrants[entrant - 1].name
        name = _ascii(name, f"Entrant {numbers.of[entrant]}") if for_programs else name
        total = sum(one.points for one in outings) / SIXTIETHS
        yield (
            f"001 {number:4d}      {name[:NAME_COLUMNS]:{NAME_COLUMNS}}"
            f" {state.entrants[entrant - 1].rating:4d} {'':3} {'':11} {'':10} {total:4.1f}"
            f" {ranks[entrant]:4d}{''.join(cells)}"
        )


def _cell(one: Outing) -> str:
    """Return the ten columns of a round: opponent, colour and result."""
    if not one.size:
        code = _NO_GAME[one.kind]
        # A pairing bye that is worth a draw has no code of its own.
        return f"  0000 - {'H' if (code, one.points) == ('U', SIXTIETHS // 2) else code}"
    result = _FORFEITS.get(one.kind) or _RESULTS[one.points]
    return f"  {one.opponents[0]:4d} {'wb'[one.seat]} {result}"


def _must_be_expressible(state: Tournament) -> None:
    if state.rules.scales != ((SIXTIETHS, 0),):
        raise NotExpressible("TRF is for two seats, with 1, ½ and 0 points")
    if not state.started:
        raise NotExpressible("TRF needs pairing numbers: start the tournament first")


def _ascii(text: str, otherwise: str) -> str:
    """Return a text without accents, or another one if it has letters that ASCII lacks.

    >>> _ascii("José Ruiz", "Entrant 4"), _ascii("Дора", "Entrant 5")
    ('Jose Ruiz', 'Entrant 5')
    """
    plain = "".join(one for one in normalize("NFKD", text) if one.isascii())
    kept = [one for one in normalize("NFKD", text) if not one.isascii() and one.isalpha()]
    return otherwise if kept or not plain.strip() else plain
