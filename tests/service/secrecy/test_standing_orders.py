"""Standing orders over HTTP: others learn that a player has sent some, perhaps none, and no more.

As in ``test_hands.py``, a game is played twice, and the second time a seat gives other orders. All
other callers must receive the same bytes for every request.
"""

from pathlib import Path

from domain.rulesets.ancients import RULESET
from tests.service.secrecy.test_hands import SECRET, ZAMA, looked, to_a_reaction
from tests.support.http.client import Json, good
from tests.support.http.twins import Entry, Responses, World, first_difference, world
from tests.support.run.long import cases

QUIET: tuple[Json | None, ...] = ({"battle_back": "fight", "flags": "ignore"}, None)
"""Orders that do not answer the reaction that is due."""


def own_game(seen: World) -> Json:
    """Return the game as the seat with the secret sees it."""
    _, headers = seen.viewers["account"]
    return good(seen.http.get(seen.table.url, headers=headers))


def played(folder: Path, orders: Json | None, like: Path | None = None) -> Responses:
    """Return what all others receive while a seat with these orders has to react."""
    with world(folder, RULESET, like, **ZAMA) as seen:
        to_a_reaction(seen)
        given = {"type": "give_standing_orders", "orders": orders}
        seen.act(Entry(SECRET, given, f"key-{len(seen.entries)}"))
        assert seen.game.people_due == (SECRET,)
        assert own_game(seen)["standing_orders"] == orders
        found = looked(seen, "given")
        seen.end()
        events = good(seen.http.get(f"{seen.table.url}/events?limit=1000"))["events"]
        (shown,) = [one for one in events if one["type"] == "standing_orders_given"]
        assert shown["orders"] == orders, "everyone sees them now"
    return found


def test_nobody_learns_what_orders_say(tmp_path: Path) -> None:
    """Neither by reading, streams and pictures, nor by dry runs and refusals."""
    one = played(tmp_path / "one", QUIET[0])
    other = played(tmp_path / "other", QUIET[1], like=tmp_path / "one")
    assert len(one) > cases(150, 30)
    assert one.keys() == other.keys()
    for key, response in one.items():
        assert response == other[key], f"{key}: {first_difference(response, other[key])}"
