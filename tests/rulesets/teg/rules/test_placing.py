"""Placing and moving tokens (TG-PLACE, TG-MOVE)."""

import pytest

from domain.rulesets.teg.events import TokensMoved, TokensPlaced
from tests.support.games.teg import attack, end, given, move, place, trade

AMERICA = "argentina brazil chile colombia peru uruguay"


@pytest.mark.rule("TG-PLACE-1", "TG-PLACE-2", "TG-PLACE-3", "TG-PLACE-5", "TG-PLACE-7")
def test_tokens_go_to_any_territory_of_the_player() -> None:
    """Entries in any order, together or spread; placed tokens stay."""
    scene = given(2, own={0: f"{AMERICA} sahara"}, rest=[1], pool={"free": 3, "south_america": 3})
    scene.when(place(0, "sahara", 2)).then(TokensPlaced(0, "free", "sahara", 2))
    scene.when(place(0, "peru", 3, "south_america"))
    scene.then(pool={"free": 1}, tokens={"sahara": 3, "peru": 4})
    scene.when(place(0, "peru", 1)).then(pool={}, tokens={"sahara": 3, "peru": 5}, total=56)


@pytest.mark.rule("TG-PLACE-1", refused=True)
@pytest.mark.parametrize("count", [0, -1, -999_999])
def test_at_least_one_token_is_placed(count: int) -> None:
    """Zero is not a placement, and a negative number would remove tokens (TG-PLACE-7)."""
    scene = given(2, pool={"free": 3}).when(place(0, "argentina", count))
    scene.refused("TG-PLACE-1", "count_must_be_positive", pool={"free": 3})


@pytest.mark.rule("TG-PLACE-1", refused=True)
@pytest.mark.parametrize("pool", ["free", "asia"])
def test_no_more_than_there_are(pool: str) -> None:
    """Each entry separately: four of three, and four of an empty one."""
    scene = given(2, pool={"free": 3}).when(place(0, "argentina", 4, pool))
    scene.refused("TG-PLACE-1", "not_enough_tokens_in_the_pool", pool={"free": 3})


@pytest.mark.rule("TG-PLACE-2", refused=True)
def test_tokens_go_to_no_territory_of_another_player() -> None:
    """A neighbour's territory is refused, whatever its continent."""
    scene = given(2, own={0: AMERICA}, rest=[1])
    scene.when(place(0, "sahara", 1, "south_america")).refused("TG-PLACE-2", "territory_of_another")


@pytest.mark.rule("TG-PLACE-4")
def test_bound_tokens_go_to_their_continent() -> None:
    """To any of its territories."""
    given(2, own={0: AMERICA}, rest=[1]).when(
        place(0, "chile", 1, "south_america"), place(0, "peru", 2, "south_america")
    ).then(pool={"free": 3}, tokens={"chile": 2, "peru": 3})


@pytest.mark.rule("TG-PLACE-4", refused=True)
def test_bound_tokens_go_nowhere_else() -> None:
    """Not even to a neighbour of the continent."""
    scene = given(2, own={0: f"{AMERICA} sahara"}, rest=[1])
    scene.when(place(0, "sahara", 1, "south_america"))
    scene.refused("TG-PLACE-4", "tokens_are_bound_to_their_continent")


@pytest.mark.rule("TG-PLACE-6", "TG-ATTACK-7", "TG-TRADE-4")
def test_an_empty_pool_opens_attack_trade_and_end() -> None:
    """Once the last token is placed, each of the three is possible."""
    cards = "c_chile c_colombia c_uruguay"
    for request in (attack(0, "argentina", "brazil"), trade(0, cards), end(0)):
        scene = given(2, own={0: "argentina"}, rest=[1], pool={"free": 2}, hands={0: cards})
        scene.when(place(0, "argentina", 2), request).then()


@pytest.mark.rule("TG-PLACE-6", "TG-TRADE-4", refused=True)
@pytest.mark.rule("TG-ATTACK-7")
def test_a_full_pool_closes_them() -> None:
    """Attack, trade and end of turn wait for the last token; a move does not (TG-MOVE-4)."""
    cards = "c_chile c_colombia c_uruguay"
    for request, rule in (
        (attack(0, "argentina", "chile"), "TG-PLACE-6"),
        (trade(0, cards), "TG-TRADE-4"),
        (end(0), "TG-PLACE-6"),
    ):
        scene = given(
            2,
            own={0: "argentina brazil"},
            rest=[1],
            tokens={"argentina": 5},
            pool={"free": 1},
            hands={0: cards},
        )
        scene.when(request).refused(rule, "tokens_must_be_placed_first")
        scene.refusal = None
        scene.when(move(0, "argentina", "brazil", 1)).then(moved=True)


# --- moves ---------------------------------------------------------------------------------------


@pytest.mark.rule("TG-MOVE-1", "TG-MOVE-2", "TG-MOVE-3", "TG-MOVE-9")
def test_tokens_move_to_neighbours() -> None:
    """All but one, in several moves, to several neighbours of the same seat."""
    scene = given(2, own={0: AMERICA}, rest=[1], tokens={"peru": 5}, pool={})
    scene.when(move(0, "peru", "chile", 1)).then(TokensMoved(0, "peru", "chile", 1))
    scene.when(move(0, "peru", "brazil", 1), move(0, "peru", "argentina", 2))
    scene.then(tokens={"peru": 1, "chile": 2, "brazil": 2, "argentina": 3}, total=54)


@pytest.mark.rule("TG-MOVE-1", refused=True)
@pytest.mark.parametrize(
    ("source", "target", "count", "reason"),
    [
        ("peru", "chile", 0, "count_must_be_positive"),
        ("peru", "chile", -2, "count_must_be_positive"),
        ("peru", "sahara", 1, "territory_of_another"),
        ("sahara", "peru", 1, "territory_of_another"),
        ("brazil", "sahara", 1, "territory_of_another"),
    ],
)
def test_moves_are_between_territories_of_the_player(
    source: str, target: str, count: int, reason: str
) -> None:
    """At least one token, and none to or from another seat's territory."""
    tokens = {"peru": 5, "sahara": 5, "brazil": 5}
    scene = given(2, own={0: AMERICA}, rest=[1], tokens=tokens, pool={})
    scene.when(move(0, source, target, count)).refused("TG-MOVE-1", reason)


@pytest.mark.rule("TG-MOVE-2", refused=True)
@pytest.mark.parametrize("target", ["uruguay", "peru"])
def test_moves_do_not_go_far(target: str) -> None:
    """Neither across two borders nor to the same place."""
    scene = given(2, own={0: AMERICA}, rest=[1], tokens={"peru": 5}, pool={})
    scene.when(move(0, "peru", target, 1)).refused("TG-MOVE-2", "territories_do_not_touch")


@pytest.mark.rule("TG-MOVE-3", refused=True)
@pytest.mark.parametrize("count", [5, 6, 999_999])
def test_one_token_stays(count: int) -> None:
    """Neither all five tokens nor more than there are."""
    scene = given(2, own={0: AMERICA}, rest=[1], tokens={"peru": 5}, pool={})
    scene.when(move(0, "peru", "chile", count))
    scene.refused("TG-MOVE-3", "one_token_must_stay", tokens={"peru": 5, "chile": 1})


@pytest.mark.rule("TG-MOVE-5")
def test_the_first_move_closes_the_attacks() -> None:
    """The active seat may attack before it, but not after it."""
    scene = given(2, own={0: AMERICA}, rest=[1], tokens={"brazil": 5}, pool={})
    attacking = scene.ruleset.awaits(scene.position)[0].actions
    scene.when(move(0, "brazil", "peru", 1)).then(moved=True)
    after = scene.ruleset.awaits(scene.position)[0].actions
    assert set(attacking) - set(after) == {"attack"}


@pytest.mark.rule("TG-MOVE-6", "TG-MOVE-7")
def test_a_token_moves_once() -> None:
    """Three join one token: that one may move on, but the three may not."""
    scene = given(2, own={0: AMERICA}, rest=[1], tokens={"peru": 4}, pool={})
    scene.when(move(0, "peru", "brazil", 3)).then(arrived={"brazil": 3, "peru": 0})
    scene.when(move(0, "brazil", "uruguay", 1))
    # Tokens that move on do not lower the number that arrived.
    scene.then(tokens={"brazil": 3, "uruguay": 2}, arrived={"brazil": 3, "uruguay": 1})


@pytest.mark.rule("TG-MOVE-6", refused=True)
@pytest.mark.parametrize("count", [2, 3])
def test_a_token_does_not_move_twice(count: int) -> None:
    """Three joined one token: moving two of the four would move one that arrived, and so on."""
    scene = given(2, own={0: AMERICA}, rest=[1], tokens={"peru": 4}, pool={})
    scene.when(move(0, "peru", "brazil", 3), move(0, "brazil", "uruguay", count))
    scene.refused("TG-MOVE-6", "tokens_have_moved_already", tokens={"brazil": 4, "uruguay": 1})


@pytest.mark.rule("TG-MOVE-8", "TG-MOVE-3")
def test_chains_of_moves_if_agreed() -> None:
    """With chain_moves the three move on without limit, and one token always stays."""
    scene = given(
        2, options={"chain_moves": True}, own={0: AMERICA}, rest=[1], tokens={"peru": 4}, pool={}
    )
    scene.when(move(0, "peru", "brazil", 3), move(0, "brazil", "uruguay", 3))
    scene.then(tokens={"peru": 1, "brazil": 1, "uruguay": 4})


@pytest.mark.rule("TG-MOVE-4")
def test_moves_come_at_any_time_of_the_turn() -> None:
    """In round 1, with tokens to place, and after three conquests."""
    for changes in ({"round": 1}, {"pool": {"free": 2}}, {"pool": {}, "conquests": 3}):
        scene = given(2, own={0: AMERICA}, rest=[1], tokens={"peru": 4}, **changes)
        scene.when(move(0, "peru", "brazil", 1)).then(moved=True)
