"""The notation that the kit derives: every shape of action is written and read back."""

from typing import Annotated, Any, Literal, TypeAlias

import pytest
from hypothesis import given
from msgspec import Meta, Struct

from domain.kit.notation import Notation, Spelling
from domain.refusal import Malformed
from tests.support.games.strategies import inside_schema

Unit = Annotated[str, Meta(pattern="^[a-i]1?[0-9]$")]
Hex = Literal["a1", "b2"]
Count = Annotated[int, Meta(ge=0, le=99)]
Change = Annotated[int, Meta(ge=-9, le=9)]
Faction = Literal["York", "Tudor"]


class _Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """The base of the actions."""


class Pass(_Command, frozen=True, tag="pass"):
    """No fields."""


class Bid(_Command, frozen=True, tag="bid"):
    """Words, of which two may be missing."""

    faction: Faction
    gold: Change
    squires: Count = 0
    to: Literal["castle"] | Count = "castle"


class OrderUnits(_Command, frozen=True, tag="order_units"):
    """One list: any subset."""

    units: tuple[Unit, ...]


class Leg(Struct, frozen=True, forbid_unknown_fields=True):
    """A member of a list."""

    start: Hex
    to: Count | Literal["off"]
    cost: Count


class March(_Command, frozen=True, tag="march"):
    """A list of structs."""

    legs: tuple[Leg, ...]


class Deal(_Command, frozen=True, tag="deal"):
    """A list of lists."""

    hands: tuple[tuple[Faction, ...], ...]


class Throw(_Command, frozen=True, tag="throw"):
    """Several fields with lists, of which one may be missing."""

    dice: tuple[Count, ...]
    by: Faction
    bonus: tuple[Count, ...] = ()


class Pay(_Command, frozen=True, tag="pay"):
    """Words in another order."""

    to: Faction
    gold: Count


Command: TypeAlias = Pass | Bid | OrderUnits | March | Deal | Throw | Pay

NOTATION: Notation[Command] = Notation(
    Command,
    {
        OrderUnits: Spelling(needs="units", example="order_units a1 b2", names=("a1", "b2")),
        Throw: Spelling(example="throw 1 2, york"),
        Pay: Spelling(
            needs="gold and a faction",
            order=("gold", "to"),
            left_out={"to": "Tudor"},
            names=("york", "tudor"),
            noun="faction",
        ),
    },
)


@given(inside_schema(Pass | Bid | March | Deal | Throw | Pay))
def test_a_written_action_is_read_back(action: Command) -> None:
    line = NOTATION.write(action)
    assert NOTATION.parse(line) == action
    assert NOTATION.parse(f" {line.upper().replace(' ', '  ')} ") == action


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (Pass(), "pass"),
        (Bid("York", -3), "bid York -3"),
        (Bid("Tudor", 3, 0, 7), "bid Tudor 3 0 7"),
        (OrderUnits(()), "order_units"),
        (OrderUnits(("a1", "i12")), "order_units a1 i12"),
        (March(()), "march"),
        (March((Leg("a1", 2, 1), Leg("b2", "off", 0))), "march a1 2 1, b2 off 0"),
        (Deal(()), "deal"),
        (Deal(((),)), "deal -"),
        (Deal((("York", "York"), (), ("Tudor",))), "deal York York, -, Tudor"),
        (Throw((), "York"), "throw , York"),
        (Throw((1, 2), "York", (3,)), "throw 1 2, York, 3"),
        (Pay("Tudor", 5), "pay 5"),
        (Pay("York", 5), "pay 5 York"),
    ],
)
def test_an_action_is_written_by_its_types(action: Command, line: str) -> None:
    assert NOTATION.write(action) == line
    assert NOTATION.parse(line) == action


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("", "unknown action ''; expected one of: pass, bid, order_units, march, deal, throw, pay"),
        ("pass on", "pass needs no arguments; example: pass"),
        ("march a1", "march needs legs (a list)"),
        ("march a1 2 1,", "march needs legs (a list)"),
        ("throw 1", "throw needs dice (a list), by (one of Tudor, York), bonus (a list); "),
        ("throw +1, york", "example: throw 1 2, york"),
        ("throw 1_0, york", "throw needs"),
        ("throw -1, york", "throw needs"),
        ("throw 1 2, york tudor", "throw needs"),
        ("bid york 10", "gold (a whole number from -9 to 9)"),
        ("bid york 1 2", "bid needs faction"),
        ("order_units a1 c", "unknown name 'c'; order_units needs units; example: order_units"),
        ("order_units a1 b", "unknown name 'b' (did you mean b2?); order_units needs units"),
        ("pay york 3", "unknown faction '3'; expected one of: york, tudor"),
        ("pay york", "pay needs gold and a faction"),
    ],
)
def test_an_error_says_what_was_expected(line: str, error: str) -> None:
    with pytest.raises(Malformed) as wrong:
        NOTATION.parse(line)
    assert error in str(wrong.value)


class Shout(_Command, frozen=True, tag="shout"):
    """Free text could contain anything that separates the parts of a line."""

    words: str


class Nest(_Command, frozen=True, tag="nest"):
    """A struct that may be null has no list, because it is one word."""

    order: OrderUnits | None


class Favour(_Command, frozen=True, tag="favour"):
    """A truth value, and values that may be null: a word, and a struct."""

    use: bool
    faction: Faction | None = None
    leg: Leg | None = None


FAVOUR = Notation[Favour](Favour)


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (Favour(use=False), "favour no"),
        (Favour(use=True, faction="York"), "favour yes York -"),
        (Favour(use=True, leg=Leg("b2", "off", 3)), "favour yes - b2@off@3"),
    ],
)
def test_truth_values_null_and_structs_are_words(action: Favour, line: str) -> None:
    assert FAVOUR.write(action) == line
    assert FAVOUR.parse(line.upper()) == action


@pytest.mark.parametrize("line", ["favour true", "favour yes none -", "favour no - b2@off"])
def test_other_words_for_them_are_refused(line: str) -> None:
    with pytest.raises(Malformed, match="favour needs use"):
        FAVOUR.parse(line)


class Split(_Command, frozen=True, tag="split"):
    """Commas would mean two things."""

    legs: tuple[Leg, ...]
    at: Count


@pytest.mark.parametrize(
    ("union", "forms"),
    [
        (Shout, {}),
        (Nest, {}),
        (Split, {}),
        (Pass, {Pay: Spelling()}),
        (Pay, {Pay: Spelling(order=("gold",))}),
    ],
)
def test_types_that_have_no_notation_are_found_at_once(
    union: Any, forms: dict[type[Any], Spelling]
) -> None:
    with pytest.raises(AssertionError):
        Notation(union, forms)


def test_an_example_that_is_not_valid_is_found_at_once() -> None:
    with pytest.raises(Malformed):
        Notation(Pay, {Pay: Spelling(example="pay much")})
