"""Writes the table's own actions as lines of text that people can type and read, and parses them.

===================================================  =============================================
``take_seat 0 name "Žofie" entropy c0ffee``          sit down; name and entropy may be left out
``take_seat 0 player`` *account*                     sit down as the player with this account
``take_seat 1 bot greedy``                           let a house bot sit down
``leave_seat 1``                                     stand up again
``resign``                                           give the game up
``give_standing_orders evaders evade``               answer reactions in advance: members of the
                                                     orders with their values; none withdraw them
``offer_draw``, ``accept_draw``, ``decline_draw``    negotiate a draw
``offer_pause``, ``offer_resume``, ``offer_take_back``, and the same with ``accept`` and ``decline``
``abort_game``                                       call the game off before it starts
``fall_flag``                                        the time of a seat was used up
``add_time 1 300``                                   a seat is given 300 seconds more
``adjudicate white black reason "Away"``             an arbiter ends the game: who has won
``call_off_game reason "A power cut"``               an arbiter calls the running game off
``draw_moment 3 link 0 2ecc…``                       chance draws; links, what witnesses signed
                                                     (``witness 128 1767323047500 0Lss…``) and who
                                                     was ``missing`` may follow
===================================================  =============================================

Extra spaces and the case of action names are ignored. There is no ``open_game``: the head of a
record describes how its game was opened, including the clock:

==============================  ============================================================
``per_action 30 house``         30 seconds for each action; then a house bot plays on
``per_action 30 10 house``      the same, but 10 seconds for each reaction
``bank 600 5 forfeit``          600 seconds, plus 5 for each action; then the player loses
``days 3 house``                3 days for each action
``days 3 43200 house``          the same, but 43,200 seconds for each reaction
==============================  ============================================================
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Any, Final, get_args

import msgspec

from domain.expectations import as_json
from domain.refusal import Malformed
from domain.ruleset import tag_of
from domain.table.actions import (
    AddTime,
    Adjudicate,
    CallOffGame,
    DrawMoment,
    LeaveSeat,
    TableAction,
    TakeSeat,
)
from domain.table.clock import Clock
from domain.table.orders_notation import GIVE, parse_orders, write_orders
from domain.table.standing_orders import GiveStandingOrders

STRING: Final = r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)'
"""A JSON string, or an unclosed one up to the end of the text, so that one match finds it."""

_STRING_OR_MARK: Final = re.compile(rf"{STRING}|[;|]")
_TOKEN: Final = re.compile(rf'{STRING}|[^\s"]+')
_WORD: Final = re.compile(r"[A-Za-z0-9._-]+")
_NUMBER: Final = re.compile(r"-?[0-9]+")
_SITTING: Final = ("name", "bot", "entropy", "player", "tip")
_REACTION: Final = "reaction_seconds"
_CLOCK_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "per_action": ("seconds", _REACTION),
    "bank": ("seconds", "increment_seconds"),
    "days": ("days", _REACTION),
}
"""The fields that the numbers of a clock set, by its kind; that of reactions may be missing."""

_TAKE_SEAT: Final = tag_of(TakeSeat)
_LEAVE_SEAT: Final = tag_of(LeaveSeat)
_ADJUDICATE: Final = tag_of(Adjudicate)
_CALL_OFF: Final = tag_of(CallOffGame)
_DRAW: Final = tag_of(DrawMoment)
_ADD_TIME: Final = tag_of(AddTime)
_PLAIN: Final[dict[str, TableAction]] = {
    tag_of(kind): kind()
    for kind in get_args(TableAction)
    if kind not in {TakeSeat, LeaveSeat, Adjudicate, CallOffGame, AddTime, DrawMoment}
}

_CONTRIBUTIONS: Final = {
    "link": ("links", ("who", "link")),
    "witness": ("witness", ("who", "time", "signature")),
    "missing": ("missing", ("who",)),
}
"""What may follow the number of a moment: the member of the action, and its values in order."""

_WHY: Final = ("reason", "arbiter")
"""What may follow about an arbiter's decision, each with a text."""
_WHY_EXPECTED: Final = "and can have a reason of at most 200 letters and an arbiter's account"

NAMES: Final = (
    *(_TAKE_SEAT, _LEAVE_SEAT, _ADJUDICATE, _CALL_OFF, _ADD_TIME, _DRAW),
    *(GIVE, *_PLAIN),
)
"""The names of the actions, with which the lines begin."""


def parse(text: str, orders: type[Any] | None = None) -> TableAction | GiveStandingOrders[Any]:
    """Parse a line of text as an action; raise Malformed with what was expected.

    ``orders`` is the type of the standing orders of the game, if it has any.
    """
    given, *more = text.split(maxsplit=1) or [""]
    name, rest = given.lower(), "".join(more).strip()
    if name not in NAMES:
        raise Malformed(f"unknown action {given!r}; expected one of: {', '.join(NAMES)}")
    if name == GIVE:
        return parse_orders(rest, orders)
    read = _READ.get(name)
    if read is not None:
        return read(rest)
    if rest:
        raise Malformed(f"{name} takes no arguments")
    return _PLAIN[name]


def write(action: TableAction | GiveStandingOrders[Any]) -> str:
    """Return the action as a line of text, which ``parse`` reads."""
    return " ".join((tag_of(action), *_write_rest(action)))


def _write_rest(action: TableAction | GiveStandingOrders[Any]) -> Iterator[str]:
    """Yield the words after the name of an action."""
    match action:
        case TakeSeat():
            yield write_sitting(action)
        case LeaveSeat(seat=seat):
            yield str(seat)
        case AddTime(seat=seat, seconds=seconds):
            yield f"{seat} {seconds}"
        case Adjudicate(winners=winners):
            yield from (*winners, *_write_why(action))
        case CallOffGame():
            yield from _write_why(action)
        case DrawMoment(moment=moment):
            yield from (str(moment), *_write_contributions(action))
        case GiveStandingOrders(orders=orders):
            yield from write_orders(orders)


def write_clock(clock: Clock) -> str:
    """Return a clock as words, which ``parse_clock`` reads."""
    kind = tag_of(clock)
    numbers = (getattr(clock, field) for field in _CLOCK_FIELDS[kind])
    given = (str(one) for one in numbers if one is not None)
    return " ".join((kind, *given, clock.on_flag))


def parse_clock(text: str) -> Clock:
    """Parse the words of a clock; raise ValueError."""
    kind, *numbers, on_flag = text.split() if len(text.split()) > 1 else ("", "")
    fields = _CLOCK_FIELDS.get(kind, ())
    if len(numbers) < len(fields):
        fields = tuple(field for field in fields if field != _REACTION)
    if len(numbers) != len(fields):
        raise ValueError(text)
    values = dict(zip(fields, map(number, numbers), strict=True))
    clock: Clock = msgspec.convert({"kind": kind, "on_flag": on_flag, **values}, Clock)
    return clock


def write_sitting(sitting: Any) -> str:
    """Return a seat and its player as words: ``0 name "Žofie" entropy c0ffee``."""
    words = [str(sitting.seat)]
    if sitting.name is not None:
        words += ["name", as_json(sitting.name)]
    if sitting.bot is not None:
        words += ["bot", write_string(sitting.bot)]
    if sitting.entropy:
        words += ["entropy", write_string(sitting.entropy)]
    if isinstance(sitting.player, str):
        words += ["player", sitting.player]
    if isinstance(sitting.tip, str):
        words += ["tip", sitting.tip]
    return " ".join(words)


def parse_sitting(text: str) -> dict[str, Any]:
    """Parse the words of a seat and its player into fields, unvalidated; raise ValueError."""
    tokens = _TOKEN.findall(text)
    if not tokens or len(tokens) % 2 == 0:
        raise ValueError(text)
    fields: dict[str, Any] = {"seat": number(tokens[0]), "name": None, "bot": None, "entropy": ""}
    names = tokens[1::2]
    if len(set(names)) < len(names) or not set(names) <= set(_SITTING):
        raise ValueError(text)
    return fields | dict(zip(names, map(parse_string, tokens[2::2]), strict=True))


def write_string(text: str) -> str:
    """Return a plain word unchanged, and any other text as a JSON string."""
    return text if _WORD.fullmatch(text) else as_json(text)


def parse_string(text: str) -> str:
    """Parse a JSON string, or any single word; raise ValueError."""
    if not text.startswith('"'):
        if not text or '"' in text or any(map(str.isspace, text)):
            raise ValueError(text)
        return text
    try:
        return msgspec.json.decode(text, type=str)
    except msgspec.DecodeError:
        raise ValueError(text) from None


def number(text: str) -> int:
    """Parse an integer of the digits 0 to 9; raise ValueError."""
    if not _NUMBER.fullmatch(text):
        raise ValueError(text)
    return int(text)


def outside_of_strings(text: str, mark: str) -> Iterator[int]:
    """Yield the positions of a mark, ``;`` or ``|``, outside of strings."""
    if mark not in text:
        return
    for found in _STRING_OR_MARK.finditer(text):
        if found[0] == mark:
            yield found.start()


def _taken(rest: str) -> TakeSeat:
    try:
        return msgspec.convert(parse_sitting(rest), TakeSeat)
    except (ValueError, msgspec.ValidationError):
        raise Malformed(
            "take_seat needs a seat, and can have a name of at most 40 letters, a bot, entropy "
            "in hexadecimal digits, a player's account and the tip of a chain; "
            'example: take_seat 0 name "Ana" entropy c0ffee'
        ) from None


def _adjudicated(rest: str) -> Adjudicate:
    winners = list(takewhile(lambda word: word not in _WHY, _TOKEN.findall(rest)))
    try:
        why = _parse_why(_TOKEN.findall(rest)[len(winners) :])
        return msgspec.convert({"type": _ADJUDICATE, "winners": winners, **why}, Adjudicate)
    except (ValueError, msgspec.ValidationError):
        raise Malformed(
            f"adjudicate needs the winning sides, {_WHY_EXPECTED}; "
            'example: adjudicate white reason "Away"'
        ) from None


def _called_off(rest: str) -> CallOffGame:
    try:
        why = _parse_why(_TOKEN.findall(rest))
        return msgspec.convert({"type": _CALL_OFF, **why}, CallOffGame)
    except (ValueError, msgspec.ValidationError):
        raise Malformed(
            f'{_CALL_OFF} needs nothing, {_WHY_EXPECTED}; example: call_off_game reason "Away"'
        ) from None


def _write_why(decision: Adjudicate | CallOffGame) -> Iterator[str]:
    """Yield the words about an arbiter's decision, which ``_parse_why`` reads."""
    for name in _WHY:
        text = getattr(decision, name)
        if text is not None:
            yield f"{name} {write_string(text)}"


def _parse_why(tokens: Sequence[str]) -> dict[str, str]:
    names, texts = tokens[::2], tokens[1::2]
    if len(names) != len(texts) or len(set(names)) < len(names) or not set(names) <= set(_WHY):
        raise ValueError(tokens)
    return dict(zip(names, map(parse_string, texts), strict=True))


def _write_contributions(action: DrawMoment) -> Iterator[str]:
    """Yield the words about links and witnesses, which ``_drawn`` reads."""
    for given in action.links:
        yield f"link {given.who} {given.link}"
    for note in action.witness:
        yield f"witness {note.who} {note.time} {note.signature}"
    for who in action.missing:
        yield f"missing {who}"


def _drawn(rest: str) -> DrawMoment:
    moment, *words = rest.split() or [""]
    fields: dict[str, Any] = {"moment": moment, "links": [], "witness": [], "missing": []}
    left = iter(words)
    try:
        for word in left:
            members, names = _CONTRIBUTIONS[word]
            fields[members].append({name: next(left) for name in names})
        fields["missing"] = [one["who"] for one in fields["missing"]]
        return msgspec.convert(fields, DrawMoment, strict=False)
    except (KeyError, StopIteration, msgspec.ValidationError):
        raise Malformed(
            "draw_moment needs a number from 1, and can have links, signatures of witnesses and "
            "contributors that are missing; example: draw_moment 3 link 0 and 64 hexadecimal digits"
        ) from None


def _added(rest: str) -> AddTime:
    try:
        seat, seconds = map(number, rest.split())
        return msgspec.convert({"type": _ADD_TIME, "seat": seat, "seconds": seconds}, AddTime)
    except (ValueError, msgspec.ValidationError):
        raise Malformed(
            "add_time needs a seat and 1 to 8640000 seconds; example: add_time 1 300"
        ) from None


def _left(rest: str) -> LeaveSeat:
    try:
        return LeaveSeat(number(rest))
    except ValueError:
        raise Malformed("leave_seat needs a seat; example: leave_seat 1") from None


_READ: Final[dict[str, Callable[[str], TableAction]]] = {
    _TAKE_SEAT: _taken,
    _LEAVE_SEAT: _left,
    _ADJUDICATE: _adjudicated,
    _CALL_OFF: _called_off,
    _ADD_TIME: _added,
    _DRAW: _drawn,
}
"""What reads the rest of a line, by the name of the action."""
