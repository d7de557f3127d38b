"""What is announced: from a few options, or from a file with all terms."""

import secrets
import tomllib
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from domain.names.input import must_be_readable
from domain.refusal import Malformed
from domain.tournament.model import TieBreakId, announced
from domain.tournament.pairing.swiss import VERSION
from domain.tournament.stream.announcement import (
    Announcement,
    Engine,
    Groups,
    KnockOut,
    RoundRobin,
    Swiss,
    TournamentFormat,
)
from domain.valid_values import explained
from service.clubs.files import ClubFileError
from service.pairing.caissify import Caissify, ProgramMissing

FormatName: TypeAlias = Literal["swiss", "dutch", "round-robin", "knock-out", "groups"]
FORMATS: Final[tuple[FormatName, ...]] = ("swiss", "dutch", "round-robin", "knock-out", "groups")
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789"
ID_LENGTH: Final = 16

USUAL_TIE_BREAKS: Final[dict[bool, tuple[TieBreakId, ...]]] = {
    True: ("DE", "BH-C1", "SB", "WIN", "LOT"),
    False: ("DE", "SB", "WIN", "LOT"),
}
"""For two seats: of Swiss rounds, and of others, where Buchholz is refused."""

USUAL_AT_TABLES: Final[dict[bool, tuple[TieBreakId, ...]]] = {
    True: ("MBH", "MSB", "WIN", "LOT"),
    False: ("MSB", "WIN", "LOT"),
}
"""The same for three to six seats."""


def new_id() -> str:
    """Return the id of a new tournament."""
    return "".join(secrets.choice(_LETTERS) for _ in range(ID_LENGTH))


def format_of(name: FormatName, groups: int = 2, qualify: int = 1) -> TournamentFormat:
    """Return the format with a name, with the versions of the pairing programs here."""
    if name == "groups":
        return Groups(groups, qualify)
    if name == "round-robin":
        return RoundRobin()
    if name == "knock-out":
        return KnockOut()
    if name == "swiss":
        algorithm, _, version = VERSION.partition("/")
        return Swiss(Engine("house", algorithm, version))
    try:
        program = Caissify()
    except ProgramMissing as missing:
        raise ClubFileError(str(missing)) from None
    return Swiss(Engine("dutch", program.name, program.version))


def usual_tie_breaks(seats: int, *, swiss: bool) -> tuple[TieBreakId, ...]:
    """Return the tie-breaks for a format if none are chosen."""
    return (USUAL_TIE_BREAKS if seats == 2 else USUAL_AT_TABLES)[swiss]


def terms_of(  # noqa: PLR0913 - a parameter for each term
    *,
    name: str,
    ruleset: str,
    options: dict[str, Any],
    seats: int,
    rounds: int,
    form: TournamentFormat,
    tie_breaks: tuple[TieBreakId, ...],
) -> Announcement:
    """Return the announcement of an evening at real tables; raise Malformed for a bad name."""
    swiss = isinstance(form, Swiss)
    chosen = tie_breaks or usual_tie_breaks(seats, swiss=swiss)
    rules = replace(announced(seats, rounds, *chosen), swiss=swiss)
    terms = Announcement(name, ruleset, options, form, rules, real_tables=True)
    return _checked(msgspec.to_builtins(terms))


def terms_in(path: Path) -> Announcement:
    """Return the announcement in a TOML or JSON file; raise Malformed with the field."""
    try:
        data = path.read_bytes()
        found = (
            tomllib.loads(data.decode())
            if path.suffix.lower() == ".toml"
            else msgspec.json.decode(data)
        )
    except OSError as failure:
        raise ClubFileError(f"{path} cannot be read: {failure.strerror}") from None
    except ValueError as wrong:
        raise Malformed(f"{path} is neither TOML nor JSON: {wrong}") from None
    return _checked(found)


def _checked(terms: Any) -> Announcement:
    try:
        found = msgspec.convert(terms, Announcement)
    except msgspec.ValidationError as wrong:
        fault = explained(wrong, Announcement, terms)
        raise Malformed(fault.message, where=fault.where) from None
    must_be_readable(Announcement, found)
    return found
