"""Test that SIGKILL between an attack and the answer of orders loses and doubles nothing."""

from itertools import pairwise
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.support.http.client import Json, Table, good, seat_due, start
from tests.support.proof import verifier
from tests.support.run.long import long_after
from tests.support.servers import dying_in_reactions as dying
from tests.support.servers.served import Served

pytestmark = pytest.mark.process

ORDERS: Json = {"evaders": "stand", "evaders_with_leader": "stand", "others": "stand"}


def attacks(legal: list[Json], random: Random) -> Json:
    """Return an action of people who order as many as they can, and attack whenever they can."""

    def rank(action: Json) -> int:
        ends = action["type"] in ("end_movement", "end_battle")
        return -1 if ends else len(action.get("pieces", ()))

    return max(random.sample(legal, min(len(legal), 8)), key=rank)


def until_killed(table: Table, key: str) -> Json:
    """Play for both until the service dies; return the action that got no response."""
    random, sent = Random(7), 0
    while True:
        seat = seat_due(table.now())
        assert seat is not None, "the game ended before anyone was attacked"
        action = attacks(table.legal(seat, limit=40), random)
        asked: Json = {"seat": seat, "action": action, "key": f"{key}-{sent}"}
        try:
            good(table.act(seat, action, headers={"Idempotency-Key": asked["key"]}))
        except httpx.TransportError:
            return asked
        sent += 1


@pytest.mark.parametrize("place", long_after(1, reversed(dying.PLACES)))
def test_killed_between_an_attack_and_the_answer(tmp_path: Path, place: str) -> None:
    """Both are in the log or neither; the client retries, and gets one attack with one answer."""
    environment = {"CAROLUS_TEST_DIES": place}
    with Served(tmp_path, "dying", environment, alter=dying.install) as served:
        with served.start().client() as http:
            table = start(http, terms={"ruleset": "ancients"})
            for seat in (0, 1):
                good(table.act(seat, {"type": "give_standing_orders", "orders": ORDERS}))
            known = table.now()["version"]
            unanswered = until_killed(table, place)
        assert served.wait() == -9
    with Served(tmp_path).start() as served, served.client() as http:
        again = Table(http, {"game": {"id": table.id}, "tokens": table.tokens})
        stored = again.events()
        assert ("reaction_chosen" in {one["type"] for one in stored}) == (place == "written")
        headers = {"Idempotency-Key": unanswered["key"]}
        answers = [
            good(again.act(unanswered["seat"], unanswered["action"], headers=headers)) for _ in "ab"
        ]
        assert answers[0]["events"] == answers[1]["events"]
        events = again.events()
        assert [one["version"] for one in events] == list(range(1, len(events) + 1))
        assert verifier.head_of(table.id, events) == again.now()["head"]
        happened = [one["type"] for one in events[known:] if one["type"] != "moment_drawn"]
        followed = [after for before, after in pairwise(happened) if before == "attack_announced"]
        assert happened.count("reaction_chosen") == 1
        assert followed[-1] == "reaction_chosen"
        own = good(http.get(again.url, headers=again.headers(1)))
        assert own["standing_orders"] == ORDERS, "a new process knows the orders"
