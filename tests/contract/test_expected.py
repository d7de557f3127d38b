"""Test that a 400 lists the valid values, wherever that is possible."""

from collections.abc import Iterator
from typing import Annotated

import httpx
import msgspec
import pytest
from litestar.handlers import BaseRouteHandler
from msgspec import inspect

from domain.expectations import in_words, plain_fault
from domain.refusal import Malformed
from domain.ruleset import AnyRuleset
from domain.rulesets.registry import RULESETS
from service.http.answers.contract import contract_of
from service.http.operations.games import new_game_type
from service.http.operations.seats import TakeSeatRequest
from service.http.requests.action_lists import action_list
from service.http.requests.request import decoded
from service.http.routes import ROUTES
from service.wire.tournaments import TakeTournamentActionsRequest

ACTIONS = action_list("carolus-magnus@1")
NEW_GAME = new_game_type("carolus-magnus")


@pytest.mark.parametrize(
    ("kind", "body", "where", "choices"),
    [
        (
            NEW_GAME,
            b'{"ruleset":"chess"}',
            "$.ruleset",
            '"chess" is not a valid value; expected "carolus-magnus"',
        ),
        (
            NEW_GAME,
            b'{"ruleset":"carolus-magnus","options":{"setup":"x"}}',
            "$.options.setup",
            'expected one of "tabletop", "yucata"',
        ),
        (NEW_GAME, b'{"ruleset":"carolus-magnus","seats":2}', "$", "ruleset, options"),
        (
            ACTIONS,
            b'{"actions":[{"type":"castle"}]}',
            "$.actions[0].type",
            '"castle" is not a valid value; expected one of "choose_disc", ',
        ),
        (ACTIONS, b'{"actions":[{"type":3}]}', "$.actions[0].type", 'one of "choose_disc", '),
        (
            NEW_GAME,
            b'{"ruleset":"carolus-magnus","options":{"emperor_start":"x"}}',
            "$.options.emperor_start",
            '"x" is not a valid value; expected "random" or a whole number from 0 to 9999',
        ),
        (
            new_game_type("ancients"),
            b'{"ruleset":"ancients","options":{"sides":["left","right"]}}',
            "$.options.sides[0]",
            '"left" is not a valid value; expected one of ',
        ),
        (ACTIONS, b'{"actions":[{"type":"castle"}]}', "$.actions[0].type", '"resign"'),
        (
            ACTIONS,
            b'{"actions":[{"type":"choose_crowns","clans":["red","gold"]}]}',
            "$.actions[0].clans[1]",
            '"blue", "green", "pink", "red", "yellow"',
        ),
    ],
)
def test_the_choices_are_listed(
    kind: type[msgspec.Struct], body: bytes, where: str, choices: str
) -> None:
    """The error names the place, and its valid values."""
    with pytest.raises(Malformed) as refused:
        decoded(body, msgspec.json.Decoder(kind))
    assert refused.value.where == where
    assert choices in str(refused.value)


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: str(rules.meta.id))
def test_the_options_are_those_of_the_ruleset(http: httpx.Client, rules: AnyRuleset) -> None:
    """The error lists only the options of the requested ruleset."""
    body = {"ruleset": rules.meta.id, "options": {"no_such_option": 1}}
    (error,) = http.post("/v1/games", json=body).json()["errors"]
    names = ", ".join(field.name for field in msgspec.structs.fields(rules.options_type))
    assert error["where"] == "$.options"
    assert error["message"] == f"unknown field `no_such_option`; supported: {names}"


def test_the_rulesets_are_listed(http: httpx.Client) -> None:
    """A new game must name one of them."""
    answer = http.post("/v1/games", json={"ruleset": "no-such-ruleset"})
    (error,) = answer.json()["errors"]
    assert answer.status_code == 400
    assert error["where"] == "$.ruleset"
    names = ", ".join(f'"{rules.meta.id}"' for rules in RULESETS)
    assert error["message"].endswith(f"; expected one of {names}")


@pytest.mark.parametrize(
    ("kind", "body", "where", "expected"),
    [
        (NEW_GAME, b'{"ruleset":"carolus-magnus","take_backs":1}', "$.take_backs", "true or false"),
        (ACTIONS, b'{"actions":[]}', "$.actions", "a list of 1 to "),
        (ACTIONS, b'{"actions":[5]}', "$.actions[0]", "an object"),
        (
            ACTIONS,
            b'{"actions":[{"type":"choose_disc","disc":"1"}]}',
            "$.actions[0].disc",
            "a whole number from 1 to 5",
        ),
        (
            TakeSeatRequest,
            b'{"entropy":"AB"}',
            "$.entropy",
            "an even number of hexadecimal digits, lower case",
        ),
        (TakeSeatRequest, b'{"name":""}', "$.name", "1 to 40 visible characters"),
        (TakeSeatRequest, b'{"bot":3}', "$.bot", "text of 1 to 40 characters or null"),
        (TakeSeatRequest, b"[]", "$", "an object"),
        (
            NEW_GAME,
            b'{"ruleset":"carolus-magnus","label":7}',
            "$.label",
            (
                "1 to 60 visible characters, the first not a space, none that changes the "
                "direction of text, or null"
            ),
        ),
    ],
)
def test_the_expected_value_is_in_words(
    kind: type[msgspec.Struct], body: bytes, where: str, expected: str
) -> None:
    """The error uses no words of a programming language."""
    with pytest.raises(Malformed) as refused:
        decoded(body, msgspec.json.Decoder(kind))
    assert refused.value.where == where
    assert str(refused.value).startswith(f"expected {expected}")


def test_every_pattern_of_a_body_has_words() -> None:
    """People cannot read a pattern."""
    patterns = [
        place
        for handler in ROUTES
        if isinstance(handler, BaseRouteHandler)
        if (contract := contract_of(handler))
        for body in (contract.body, contract.body_of and contract.body_of(RULESETS[0]))
        if body is not None
        for place in _all_within(inspect.type_info(body), set())
        if isinstance(place, inspect.Metadata)
        and isinstance(place.type, inspect.StrType)
        and place.type.pattern
    ]
    assert len(patterns) > 5
    for place in patterns:
        assert in_words(place) != in_words(place.type), place


def _all_within(place: inspect.Type, seen: set[type]) -> Iterator[inspect.Type]:
    """Yield all types that a type contains."""
    below: list[inspect.Type] = []
    if isinstance(place, inspect.StructType) and place.cls not in seen:
        seen.add(place.cls)
        below = [field.type for field in place.fields]
    elif isinstance(place, inspect.UnionType):
        below = [*place.types]
    elif isinstance(place, inspect.Metadata):
        below = [place.type]
    elif isinstance(place, inspect.CollectionType):
        below = [place.item_type]
    yield place
    for one in below:
        yield from _all_within(one, seen)


def test_a_long_value_is_cut() -> None:
    """An error repeats little of what was sent, and no control characters."""
    sent = b'{"actions":[{"type":"%b\\n"}]}' % (b"x" * 500)
    with pytest.raises(Malformed) as refused:
        decoded(sent, msgspec.json.Decoder(ACTIONS))
    assert str(refused.value).startswith('"' + "x" * 58 + "… is not a valid value")


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        ("it's", "it's"),
        ("a\0b", "a\N{REPLACEMENT CHARACTER}b"),
        ("', b'", "', b'"),
        ("\\d", "\\d"),
        ('"', '"'),
        ("", ""),
    ],
)
def test_a_tag_is_shown_as_it_was_sent(kind: str, shown: str) -> None:
    sent = msgspec.json.encode({"actions": [{"type": kind}]})
    with pytest.raises(Malformed) as refused:
        decoded(sent, msgspec.json.Decoder(ACTIONS))
    assert str(refused.value).startswith(f'"{shown}" is not a valid value; expected one of')


@pytest.mark.parametrize(
    "place", ["$.actions[²]", "$.actions[1", "$" + "[" * 5000, "$.a b", "$[0]` - at `$x", "$\0", ""]
)
def test_text_of_a_client_is_no_place(place: str) -> None:
    """The reader's message repeats the name of an unknown member, and the place comes after it."""
    sent = msgspec.json.encode({f"a` - at `{place}": 1})
    with pytest.raises(Malformed) as refused:
        decoded(sent, msgspec.json.Decoder(_Kinds))
    assert refused.value.where == "$"
    assert str(refused.value).startswith("unknown field `a` - at `")
    assert len(str(refused.value)) < 1000


class _Kinds(msgspec.Struct, forbid_unknown_fields=True):
    """A type whose readers raise every message that people can cause."""

    whole: Annotated[int, msgspec.Meta(ge=1, le=9)]
    text: Annotated[str, msgspec.Meta(min_length=2, max_length=3)] = "ab"
    pair: tuple[int, int] = (0, 0)
    many: Annotated[list[int], msgspec.Meta(min_length=1)] = []
    either: int | str = 0


@pytest.mark.parametrize(
    ("sent", "message", "where"),
    [
        (b"[]", "expected an object, got a list", ""),
        (b'{"whole":"1"}', "expected a whole number, got text", "$.whole"),
        (b'{"whole":0}', "expected a whole number, 1 or more", "$.whole"),
        (b'{"whole":10}', "expected a whole number, at most 9", "$.whole"),
        (b'{"whole":1e400}', "the number is too large", "$.whole"),
        (b'{"whole":1,"text":"a"}', "expected text of 2 or more characters", "$.text"),
        (b'{"whole":1,"text":"abcd"}', "expected text of at most 3 characters", "$.text"),
        (b'{"whole":1,"pair":[1]}', "expected a list of 2 entries", "$.pair"),
        (b'{"whole":1,"many":[]}', "expected a list of 1 or more entries", "$.many"),
        (b'{"whole":1,"either":null}', "expected a whole number or text, got null", "$.either"),
        (b'{"whole":1,"zebra":1}', "unknown field `zebra`", ""),
        (b"{}", "the required field `whole` is missing", ""),
        (b'{"whole":1,}', "not JSON: trailing comma in object at byte 12", ""),
        (b"{", "not JSON: the text ends too early", ""),
    ],
)
def test_messages_of_the_library_become_plain(sent: bytes, message: str, where: str) -> None:
    """Where the house has no type at hand, an error still uses the words of JSON."""
    with pytest.raises(msgspec.DecodeError) as raised:
        msgspec.json.decode(sent, type=_Kinds)
    fault = plain_fault(raised.value)
    assert (fault.message, fault.where) == (message, where)


def test_an_empty_body_is_called_so() -> None:
    """The error is not about cut-off JSON."""
    with pytest.raises(Malformed, match="the body is empty"):
        decoded(b"", msgspec.json.Decoder(ACTIONS))


def test_members_of_other_actions_are_not_listed() -> None:
    """The tag says which action was meant; of another tag, all values of the tag are listed."""
    with pytest.raises(Malformed) as refused:
        decoded(
            b'{"actions":[{"type":"move_emperor","steps":1,"disc":3}]}',
            msgspec.json.Decoder(ACTIONS),
        )
    assert refused.value.where == "$.actions[0]"
    assert str(refused.value) == "unknown field `disc`; supported: type, steps"


@pytest.mark.parametrize("reason", [b'""', b'" Late"', b"7", b"null"])
def test_an_error_says_once_what_the_action_expects(reason: bytes) -> None:
    """Of the action that was sent, not of all that have such a member."""
    sent = b'{"type":"enter_result","round":1,"table":1,"ranks":[1,2],"reason":%b}' % reason
    with pytest.raises(Malformed) as refused:
        decoded(b'{"actions":[%b]}' % sent, msgspec.json.Decoder(TakeTournamentActionsRequest))
    assert refused.value.where == "$.actions[0].reason"
    assert str(refused.value) == (
        "expected 1 to 200 visible characters, the first not a space, none that changes the "
        "direction of text"
    )
