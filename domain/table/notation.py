"""The table's own actions as one line of text, for people to type and to read; the two ways round.

===================================================  =============================================
``take_seat 0 name "Žofie" entropy c0ffee``          sit down; name and entropy may be left out
``take_seat 0 player`` *account*                     sit down as the player with this account
``take_seat 1 bot greedy``                           let a house bot sit down
``leave_seat 1``                                     stand up again
``resign``                                           give the game up
``offer_draw``, ``accept_draw``, ``decline_draw``    talk about a draw
``abort_game``                                       call the game off
===================================================  =============================================

Further blanks, and capitals in the name of an action, are of no effect. ``open_game`` is not here:
a record tells in its head how its game was opened.
"""

import re
from collections.abc import Iterator
from typing import Any, Final, get_args

import msgspec

from domain.refusal import Malformed
from domain.table.actions import LeaveSeat, SentTableAction, TableAction, TakeSeat

STRING: Final = r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)'
"""A JSON string, or one that is never closed, up to the end: so it is found in one go."""

_TOKEN: Final = re.compile(rf'{STRING}|[^\s"]+')
_WORD: Final = re.compile(r"[A-Za-z0-9._-]+")
_NUMBER: Final = re.compile(r"-?[0-9]+")
_SITTING: Final = ("name", "bot", "entropy", "player")

_TAKE_SEAT: Final = str(TakeSeat.__struct_config__.tag)
_LEAVE_SEAT: Final = str(LeaveSeat.__struct_config__.tag)
_PLAIN: Final[dict[str, SentTableAction]] = {
    str(kind.__struct_config__.tag): kind() for kind in get_args(SentTableAction)
}

NAMES: Final = (_TAKE_SEAT, _LEAVE_SEAT, *_PLAIN)
"""How the lines begin."""


def parse(text: str) -> TableAction:
    """Return the action that a line of text tells; raise Malformed with what was expected."""
    told, *more = text.split(maxsplit=1) or [""]
    name, rest = told.lower(), "".join(more).strip()
    if name not in NAMES:
        raise Malformed(f"no action of the table is called {told!r}; there is {', '.join(NAMES)}")
    if name == _TAKE_SEAT:
        return _taken(rest)
    if name == _LEAVE_SEAT:
        return _left(rest)
    if rest:
        raise Malformed(f"{name} wants nothing more")
    return _PLAIN[name]


def write(action: TableAction) -> str:
    """Return the action as a line of text, which ``parse`` reads."""
    match action:
        case TakeSeat():
            return f"{_TAKE_SEAT} {write_sitting(action)}"
        case LeaveSeat(seat=seat):
            return f"{_LEAVE_SEAT} {seat}"
        case _:
            return str(action.__struct_config__.tag)


def write_sitting(sitting: Any) -> str:
    """Return who sits where: ``0 name "Žofie" entropy c0ffee``."""
    words = [str(sitting.seat)]
    if sitting.name is not None:
        words += ["name", msgspec.json.encode(sitting.name).decode()]
    if sitting.bot is not None:
        words += ["bot", write_string(sitting.bot)]
    if sitting.entropy:
        words += ["entropy", write_string(sitting.entropy)]
    if isinstance(sitting.player, str):
        words += ["player", sitting.player]
    return " ".join(words)


def parse_sitting(text: str) -> dict[str, Any]:
    """Return the fields of who sits where, not yet judged; raise ValueError."""
    tokens = _TOKEN.findall(text)
    if not tokens or len(tokens) % 2 == 0:
        raise ValueError(text)
    fields: dict[str, Any] = {"seat": number(tokens[0]), "name": None, "bot": None, "entropy": ""}
    told = tokens[1::2]
    if len(set(told)) < len(told) or not set(told) <= set(_SITTING):
        raise ValueError(text)
    return fields | dict(zip(told, map(parse_string, tokens[2::2]), strict=True))


def write_string(text: str) -> str:
    """Return a text as it is if it is a plain word, as a JSON string otherwise."""
    return text if _WORD.fullmatch(text) else msgspec.json.encode(text).decode()


def parse_string(text: str) -> str:
    """Return what ``write_string`` tells, or any other one word; raise ValueError."""
    if not text.startswith('"'):
        if not text or '"' in text or any(map(str.isspace, text)):
            raise ValueError(text)
        return text
    try:
        return msgspec.json.decode(text, type=str)
    except msgspec.DecodeError:
        raise ValueError(text) from None


def number(text: str) -> int:
    """Return a whole number of digits 0 to 9; raise ValueError."""
    if not _NUMBER.fullmatch(text):
        raise ValueError(text)
    return int(text)


def outside_of_strings(text: str, mark: str) -> Iterator[int]:
    """Yield where a mark of one letter stands, strings left out."""
    for found in re.finditer(rf"{STRING}|{re.escape(mark)}", text):
        if found[0] == mark:
            yield found.start()


def _taken(rest: str) -> TakeSeat:
    try:
        return msgspec.convert(parse_sitting(rest), TakeSeat)
    except (ValueError, msgspec.ValidationError):
        raise Malformed(
            "take_seat wants a seat, and may have a name of at most 40 letters, a bot, entropy "
            "in hexadecimal digits and a player's account, "
            'as in: take_seat 0 name "Ana" entropy c0ffee'
        ) from None


def _left(rest: str) -> LeaveSeat:
    try:
        return LeaveSeat(number(rest))
    except ValueError:
        raise Malformed("leave_seat wants a seat, as in: leave_seat 1") from None
