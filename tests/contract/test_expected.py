"""A 400 says what would have fitted, wherever that can be listed."""

import msgspec
import pytest

from domain.refusal import Malformed
from service.http.actions import action_list
from service.http.games import new_game_type
from service.http.requests import decoded

ACTIONS = action_list("carolus-magnus@1")
NEW_GAME = new_game_type("carolus-magnus")


@pytest.mark.parametrize(
    ("kind", "body", "where", "told"),
    [
        (NEW_GAME, b'{"ruleset":"chess"}', "$.ruleset", '"carolus-magnus"'),
        (
            NEW_GAME,
            b'{"ruleset":"carolus-magnus","options":{"setup":"x"}}',
            "$.options.setup",
            '"tabletop", "yucata"',
        ),
        (NEW_GAME, b'{"ruleset":"carolus-magnus","seats":2}', "$", "options"),
        (ACTIONS, b'{"actions":[{"type":"castle"}]}', "$.actions[0].type", '"choose_disc"'),
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
    kind: type[msgspec.Struct], body: bytes, where: str, told: str
) -> None:
    """The place is named, and what it may hold."""
    with pytest.raises(Malformed) as refused:
        decoded(body, msgspec.json.Decoder(kind))
    assert refused.value.where == where
    assert "expected one of" in str(refused.value)
    assert told in str(refused.value)


def test_an_empty_body_is_called_so() -> None:
    """Not a JSON text that was cut off."""
    with pytest.raises(Malformed, match="there is none"):
        decoded(b"", msgspec.json.Decoder(ACTIONS))


def test_members_of_other_actions_are_not_offered() -> None:
    """Which action was meant the place does not tell, so no members are listed."""
    with pytest.raises(Malformed) as refused:
        decoded(
            b'{"actions":[{"type":"move_emperor","steps":1,"disc":3}]}',
            msgspec.json.Decoder(ACTIONS),
        )
    assert refused.value.where == "$.actions[0]"
    assert str(refused.value) == "Object contains unknown field `disc`"
