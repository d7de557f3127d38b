"""The notation of actions: every action is written and read back, and errors are explained."""

import pytest
from hypothesis import given, settings

from domain.refusal import Malformed
from domain.rulesets.teg.actions import (
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
from domain.rulesets.teg.notation import parse, write
from tests.support.games.strategies import inside_schema
from tests.support.run.long import cases


@given(inside_schema(Action))
@settings(max_examples=cases(150, 100))
def test_a_written_action_is_read_back(action: Action) -> None:
    """Any action in the schema, including absurd deals and counts that a rule refuses."""
    line = write(action)
    assert parse(line) == action
    assert line.split()[0] == action.__struct_config__.tag
    assert line.isascii()
    assert not set(line) & set('|;"\n')


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("place_tokens 3 brazil", PlaceTokens("free", "brazil", 3)),
        ("place_tokens 2 asia india", PlaceTokens("asia", "india", 2)),
        ("  Place_Tokens  03   FREE Brazil ", PlaceTokens("free", "brazil", 3)),
        ("place_tokens -1 brazil", PlaceTokens("free", "brazil", -1)),
        ("trade_cards c_chile w_1 C_Peru", TradeCards(("c_chile", "w_1", "c_peru"))),
        ("trade_cards", TradeCards(())),
        ("attack brazil sahara", Attack("brazil", "sahara")),
        ("move_tokens 0 france spain", MoveTokens("france", "spain", 0)),
        ("end_turn", EndTurn()),
        ("deal_board 1, 0 1 0", DealBoard(1, (0, 1, 0))),
        ("deal_board 1,0 1,o3 O12", DealBoard(1, (0, 1), ("O3", "O12"))),
        ("deal_board 1,", DealBoard(1, ())),
        ("roll_dice 6 3, 5 3 1", RollDice((6, 3), (5, 3, 1))),
        ("roll_dice 6,5", RollDice((6,), (5,))),
        ("draw_card c_japan", DrawCard("c_japan")),
    ],
)
def test_people_may_type_loosely(line: str, action: Action) -> None:
    assert parse(line) == action


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", "unknown action ''; expected one of: place_tokens, trade_cards, attack, move_tokens"),
        ("fly brazil", "unknown action 'fly'"),
        ("place_tokens", "place_tokens needs a number of tokens (at most 999999)"),
        ("place_tokens brazil 3", "example: place_tokens 2 asia india"),
        ("place_tokens 3", "the continent they are bound to unless they are free"),
        ("place_tokens 3 atlantis", "and a territory"),
        ("place_tokens 3 europa spain", "the continent they are bound to"),
        ("place_tokens 3 free asia india", "the continent they are bound to"),
        ("place_tokens 1000000 brazil", "at most 999999"),
        ("place_tokens 1_0 brazil", "a number of tokens"),
        ("place_tokens +1 brazil", "a number of tokens"),
        ("place_tokens 1.5 brazil", "a number of tokens"),
        ("place_tokens ٣ brazil", "a number of tokens"),
        ("place_tokens " + "9" * 5000 + " brazil", "a number of tokens"),
        ("place_tokens 3 new york", "a territory"),
        ("trade_cards chile peru", "at most 100 cards (c_ and a territory, or w_1, w_2)"),
        ("trade_cards w_3", "example: trade_cards c_chile w_1 c_peru"),
        ("trade_cards" + " w_1" * 101, "at most 100 cards"),
        ("attack brazil", "two territories: source and target; example: attack brazil sahara"),
        ("attack brazil sahara chile", "two territories"),
        ("attack brazil, sahara", "two territories"),
        ("move_tokens france spain", "a number of tokens (at most 999999) and two territories"),
        ("move_tokens 2 france", "example: move_tokens 2 france spain"),
        ("end_turn now", "end_turn needs no arguments"),
        ("deal_board", "the first seat, the owner of each territory"),
        ("deal_board 6, 0 1", "the first seat"),
        ("deal_board 0, 0 7", "the owner of each territory"),
        ("deal_board 0, 0 1, O16", "the objective of each seat"),
        ("deal_board 0, 0 1, O1, O2", "separated by commas"),
        ("roll_dice 6 3 5", "the dice of the attacker and of the defender (1 to 6)"),
        ("roll_dice 6 3, 7", "example: roll_dice 6 3, 5 3 1"),
        ("roll_dice 0, 1", "1 to 6"),
        ("draw_card", "a card (c_ and a territory, or w_1, w_2); example: draw_card c_japan"),
        ("draw_card c_japan c_chile", "a card"),
    ],
)
def test_an_error_says_what_was_expected(line: str, expected: str) -> None:
    with pytest.raises(Malformed) as wrong:
        parse(line)
    assert expected in str(wrong.value)


@pytest.mark.parametrize(
    ("line", "slip"),
    [
        ("attack brasil sahara", "unknown name 'brasil' (did you mean brazil?); attack"),
        (
            "attack brazil sahara chili",
            "unknown name 'chili' (did you mean chile?); attack",
        ),
        (
            "place_tokens 3 new york",
            "unknown name 'new' (did you mean new_york?); place",
        ),
        ("place_tokens 3 europa spain", "unknown name 'europa' (did you mean europe?); place"),
        ("move_tokens 1 spain atlantis", "unknown name 'atlantis'; move_tokens needs"),
        (
            "trade_cards w_1 chile c_peru",
            "unknown name 'chile' (did you mean c_chile?); trade",
        ),
        ("draw_card w_3", "unknown name 'w_3' (did you mean w_"),
        ("place_tokens brazil 3", "place_tokens needs"),
        ("attack brazil " + "x" * 41, "attack needs"),
        ("roll_dice six, five", "roll_dice needs"),
        ("end_turn now", "end_turn needs"),
    ],
)
def test_an_error_names_an_unknown_name(line: str, slip: str) -> None:
    """The error suggests the likely name, because fifty names are too many to list."""
    with pytest.raises(Malformed) as wrong:
        parse(line)
    assert str(wrong.value).startswith(slip)
