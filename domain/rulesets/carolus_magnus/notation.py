"""The text notation of actions, one line each: parsing and writing.

====================================================  ==========================================
``choose_disc 3``                                     play disc 3
``exchange_jokers red pink``                          a clan for each joker
``place_paladins red court, blue 5, blue court``      a clan and its place for each paladin
``move_emperor 2``                                    two territories clockwise
``choose_crowns red blue``                            a clan for each crown
``arrange_table 1 0, blue … red, 7``                   chance: opening order, ring, emperor
``roll_dice red crown blue``                          chance: the faces
====================================================  ==========================================

Case and extra spaces do not matter. Input outside the bounds of the schema is malformed; the rules
judge everything within them.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, get_args

import msgspec

from domain.refusal import Malformed
from domain.rulesets.carolus_magnus.actions import (
    LIST_LENGTH_MAX,
    Action,
    ArrangeTable,
    ChooseCrowns,
    ChooseDisc,
    ExchangeJokers,
    MoveEmperor,
    PlacePaladins,
    RollDice,
)
from domain.rulesets.carolus_magnus.board import CLANS, FACES


def parse(text: str) -> Action:
    """Parse a line of text as an action; raise Malformed with what was expected."""
    name, _, rest = text.strip().lower().partition(" ")
    form = _FORMS.get(name)
    if form is None:
        raise Malformed(f"unknown action {name!r}; expected one of: {', '.join(_FORMS)}")
    try:
        return msgspec.convert({"type": name, **form.fields(rest)}, form.kind)
    except (ValueError, msgspec.ValidationError) as wrong:
        raise Malformed(f"{name} needs {form.needs}; example: {form.example}") from wrong


def write(action: Action) -> str:
    """Return the action as a line of text that ``parse`` accepts."""
    words = " ".join(_words(action))
    name = str(action.__struct_config__.tag)
    return f"{name} {words}" if words else name


def _words(action: Action) -> list[str]:
    match action:
        case ChooseDisc(disc=number) | MoveEmperor(steps=number):
            return [str(number)]
        case PlacePaladins():
            return [", ".join(f"{one.clan} {one.to}" for one in action.placements)]
        case ChooseCrowns(clans=names) | ExchangeJokers(clans=names) | RollDice(faces=names):
            return list(names)
        case ArrangeTable():
            seats = " ".join(map(str, action.opening))
            return [f"{seats}, {' '.join(action.paladins)}, {action.emperor}"]


def _disc(rest: str) -> dict[str, Any]:
    return {"disc": _number(rest)}


def _steps(rest: str) -> dict[str, Any]:
    return {"steps": _number(rest)}


def _clans(rest: str) -> dict[str, Any]:
    clans = rest.split()
    for clan in clans:
        if clan not in CLANS:
            raise Malformed(f"unknown clan {clan!r}; expected one of: {', '.join(CLANS)}")
    return {"clans": clans}


def _faces(rest: str) -> dict[str, Any]:
    return {"faces": rest.split()}


def _placements(rest: str) -> dict[str, Any]:
    return {"placements": [_placement(one) for one in rest.split(",")] if rest.strip() else []}


def _placement(text: str) -> dict[str, Any]:
    clan, to = text.split()
    return {"clan": clan, "to": to if to == "court" else _number(to)}


def _table(rest: str) -> dict[str, Any]:
    opening, paladins, emperor = rest.split(",")
    return {
        "opening": [_number(seat) for seat in opening.split()],
        "paladins": paladins.split(),
        "emperor": _number(emperor),
    }


def _number(text: str) -> int:
    """Return an integer from digits 0 to 9; ``int`` alone would also accept ``1_0`` and ``+1``."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError(digits)
    return int(digits)


class _Form(NamedTuple):
    """How to parse the text after an action's name, and how to describe it in error messages."""

    kind: type[Action]
    fields: Callable[[str], dict[str, Any]]
    """May raise ValueError."""
    needs: str
    example: str


_SOME_CLANS: Final = f"at most {LIST_LENGTH_MAX} clans ({', '.join(CLANS)})"

_FORMS: Final[dict[str, _Form]] = {
    str(form.kind.__struct_config__.tag): form
    for form in (
        _Form(ChooseDisc, _disc, "a disc from 1 to 5", "choose_disc 3"),
        _Form(ExchangeJokers, _clans, _SOME_CLANS, "exchange_jokers red pink"),
        _Form(
            PlacePaladins,
            _placements,
            f"at most {LIST_LENGTH_MAX} pairs of a clan ({', '.join(CLANS)}) and a place (court, "
            "or the first segment of a territory, 1 to 15), separated by commas",
            "place_paladins red court, blue 5, blue court",
        ),
        _Form(MoveEmperor, _steps, "a number of steps from 0 to 99", "move_emperor 2"),
        _Form(ChooseCrowns, _clans, _SOME_CLANS, "choose_crowns red blue"),
        _Form(
            ArrangeTable,
            _table,
            "the seats in opening order, the clans on segments 1 to 15 and the emperor's segment, "
            "separated by commas",
            f"arrange_table 1 0, {' '.join(CLANS * 3)}, 7",
        ),
        _Form(
            RollDice,
            _faces,
            f"at most {LIST_LENGTH_MAX} faces ({', '.join(FACES)})",
            "roll_dice red crown blue",
        ),
    )
}

assert {form.kind for form in _FORMS.values()} == set(get_args(Action)), "each action has a form"
