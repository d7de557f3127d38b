"""The text notation of actions, one line each: parsing and writing.

====================================================  ==========================================
``place_tokens 3 brazil``                             three free tokens on Brazil
``place_tokens 2 asia india``                         two tokens bound to Asia on India
``trade_cards c_chile w_1 c_peru``                    three cards, discarded in this order
``attack brazil sahara``                              from Brazil against Sahara
``move_tokens 2 france spain``                        two tokens from France to Spain
``end_turn``                                          nothing more in this turn
``deal_board 1, 0 1 … 0, O3 O12``                     chance: first seat, owners, objectives
``roll_dice 6 3, 5 3 1``                              chance: dice of attacker and defender
``draw_card c_japan``                                 chance: the card that is drawn
====================================================  ==========================================

Case and extra spaces do not matter. Input outside the bounds of the schema is malformed; the rules
judge everything within them.
"""

import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any, Final, NamedTuple, get_args

import msgspec

from domain.refusal import Malformed
from domain.rulesets.teg.actions import (
    COUNT_MAX,
    LIST_LENGTH_MAX,
    Action,
    Attack,
    DealBoard,
    DrawCard,
    EndTurn,
    MoveTokens,
    PlaceTokens,
    RollDice,
    TradeCards,
)
from domain.rulesets.teg.atlas import CARDS, TERRITORIES
from domain.rulesets.teg.board import POOLS

_NUMBER: Final = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_WORD: Final = re.compile(r"[^\W\d]\w*")
_NAME_MAX: Final = 40
"""Longer words are not misspelt names."""


def parse(text: str) -> Action:
    """Parse a line of text as an action; raise Malformed with what was expected."""
    name, _, rest = text.strip().lower().partition(" ")
    form = _FORMS.get(name)
    if form is None:
        raise Malformed(f"unknown action {name!r}; expected one of: {', '.join(_FORMS)}")
    try:
        return msgspec.convert({"type": name, **form.fields(rest)}, form.kind)
    except (ValueError, msgspec.ValidationError) as wrong:
        slip = _slip(rest, form.names)
        raise Malformed(f"{slip}{name} needs {form.needs}; example: {form.example}") from wrong


def _slip(text: str, names: tuple[str, ...]) -> str:
    """Return a hint about the first unknown word, with the closest name."""
    for word in _WORD.findall(text):
        if names and word not in names and len(word) <= _NAME_MAX:
            begun = [name for name in names if name.startswith(word)]
            near = begun or get_close_matches(word, names, n=1)
            meant = f" (did you mean {near[0]}?)" if near else ""
            return f"unknown name {word!r}{meant}; "
    return ""


def write(action: Action) -> str:
    """Return the action as a line of text that ``parse`` accepts."""
    return " ".join((str(action.__struct_config__.tag), *map(str, _words(action))))


def _words(action: Action) -> tuple[object, ...]:
    words: tuple[object, ...]
    match action:
        case PlaceTokens():
            bound = () if action.pool == POOLS[0] else (action.pool,)
            words = (action.count, *bound, action.territory)
        case TradeCards():
            words = action.cards
        case Attack():
            words = (action.source, action.target)
        case MoveTokens():
            words = (action.count, action.source, action.target)
        case EndTurn():
            words = ()
        case DealBoard():
            objectives = (action.objectives,) if action.objectives else ()
            words = (_lists((action.first,), action.owners, *objectives),)
        case RollDice():
            words = (_lists(action.attacker, action.defender),)
        case DrawCard():
            words = (action.card,)
    return words


def _lists(*lists: tuple[object, ...]) -> str:
    return ", ".join(" ".join(map(str, one)) for one in lists)


def _place(rest: str) -> dict[str, Any]:
    count, *pool, territory = rest.split()
    (bound,) = pool or POOLS[:1]
    return {"count": _number(count), "pool": bound, "territory": territory}


def _trade(rest: str) -> dict[str, Any]:
    return {"cards": rest.split()}


def _attack(rest: str) -> dict[str, Any]:
    source, target = rest.split()
    return {"source": source, "target": target}


def _move(rest: str) -> dict[str, Any]:
    count, source, target = rest.split()
    return {"count": _number(count), "source": source, "target": target}


def _end(rest: str) -> dict[str, Any]:
    if rest.strip():
        raise ValueError(rest)
    return {}


def _deal(rest: str) -> dict[str, Any]:
    first, owners, *objectives = rest.split(",")
    (dealt,) = objectives or ("",)
    return {
        "first": _number(first.strip()),
        "owners": _numbers(owners),
        "objectives": dealt.upper().split(),
    }


def _roll(rest: str) -> dict[str, Any]:
    attacker, defender = rest.split(",")
    return {"attacker": _numbers(attacker), "defender": _numbers(defender)}


def _draw(rest: str) -> dict[str, Any]:
    return {"card": rest.strip()}


def _numbers(text: str) -> list[int]:
    return [_number(word) for word in text.split()]


def _number(word: str) -> int:
    """Return an integer from digits 0 to 9; ``int`` alone would also accept ``1_0`` and ``+1``."""
    if not _NUMBER.fullmatch(word):
        raise ValueError(word)
    return int(word)


class _Form(NamedTuple):
    """How to parse the text after an action's name, and how to describe it in error messages."""

    kind: type[Action]
    fields: Callable[[str], dict[str, Any]]
    """May raise ValueError."""
    needs: str
    example: str
    names: tuple[str, ...] = ()
    """The names that people may misspell."""


_COUNT: Final = f"a number of tokens (at most {COUNT_MAX})"

_FORMS: Final[dict[str, _Form]] = {
    str(form.kind.__struct_config__.tag): form
    for form in (
        _Form(
            PlaceTokens,
            _place,
            f"{_COUNT}, the continent they are bound to unless they are free, and a territory",
            "place_tokens 2 asia india",
            (*POOLS, *TERRITORIES),
        ),
        _Form(
            TradeCards,
            _trade,
            f"at most {LIST_LENGTH_MAX} cards (c_ and a territory, or w_1, w_2)",
            "trade_cards c_chile w_1 c_peru",
            CARDS,
        ),
        _Form(
            Attack,
            _attack,
            "two territories: source and target",
            "attack brazil sahara",
            TERRITORIES,
        ),
        _Form(
            MoveTokens,
            _move,
            f"{_COUNT} and two territories: from and to",
            "move_tokens 2 france spain",
            TERRITORIES,
        ),
        _Form(EndTurn, _end, "no arguments", "end_turn"),
        _Form(
            DealBoard,
            _deal,
            "the first seat, the owner of each territory and, if they are dealt, the objective of "
            "each seat, separated by commas",
            "deal_board 1, 0 1 0 1, O3 O12",
        ),
        _Form(
            RollDice,
            _roll,
            "the dice of the attacker and of the defender (1 to 6), separated by a comma",
            "roll_dice 6 3, 5 3 1",
        ),
        _Form(
            DrawCard,
            _draw,
            "a card (c_ and a territory, or w_1, w_2)",
            "draw_card c_japan",
            CARDS,
        ),
    )
}

assert {form.kind for form in _FORMS.values()} == set(get_args(Action)), "each action has a form"
