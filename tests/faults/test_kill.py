"""Test that SIGKILL in mid-game loses and doubles nothing that the service has acknowledged.

Clients play on as real ones should: they retry an unanswered request with the same
``Idempotency-Key``.
"""

from random import Random

import pytest

from tests.support.http.client import Table, create, good, play, start
from tests.support.http.players import play_on, playing
from tests.support.proof import verifier
from tests.support.run.long import cases
from tests.support.run.waiting import until
from tests.support.servers.served import Served
from tests.support.servers.site import Site
from tests.support.storage.stores import on_both_engines

pytestmark = pytest.mark.process

KILLS = cases(3, 1)


@on_both_engines
def test_killed_again_and_again_nothing_is_lost_or_doubled(site: Site, seed: int) -> None:
    """Four clients play while the test kills one worker or the other, then it checks everything."""
    random = Random(seed)
    with playing(site.urls, seed) as players:
        for _ in range(KILLS):
            play_on(players, random.randrange(1, 40))
            random.choice(site.workers).kill()
            site.start()
    assert sum(worker.kills for worker in site.workers) == KILLS
    assert sum(player.unanswered for player in players) >= KILLS, "killed at idle moments"
    site.keeps_its_promises(players)


# --- bots --------------------------------------------------------------------------------------


@pytest.mark.long
def test_bots_play_on_by_themselves_after_a_kill(served: Served) -> None:
    """Clients only ask for the state: the house finds its games in the log."""
    with served.start().client() as http:
        tables = [start(http, {0: "random", 1: "random"}) for _ in range(5)]
        tables += [start(http, dict.fromkeys(range(4), "greedy"), players=4)]
    served.kill()
    for _ in range(2):
        served.start()
        served.kill()
    with served.start().client() as http:
        again = [Table(http, {"game": {"id": one.id}, "tokens": one.tokens}) for one in tables]
        for table in again:
            until(lambda table=table: table.now()["status"] == "over")  # type: ignore[misc]
            assert verifier.head_of(table.id, table.events()) == table.now()["head"]


@pytest.mark.long
def test_the_house_plays_on_for_a_resigned_seat_after_a_kill(served: Served) -> None:
    """The house's stand-in continues where the log ends, and so do the other players."""
    with served.start().client() as http:
        table = start(http, players=3, max_rounds=4)
        good(table.act(1, {"type": "resign"}))
    served.kill()
    with served.start().client() as http:
        again = Table(http, {"game": {"id": table.id}, "tokens": table.tokens})
        for _ in play(again, Random(1), people=(0, 2)):
            pass
        now = again.now()
        assert now["status"] == "over"
        assert now["seats"][1]["resigned"]
        assert any(one["by"] == 1 and one["type"] == "disc_played" for one in again.events())


def test_an_unanswered_creation_can_be_retried(served: Served) -> None:
    """After SIGKILL, the same key returns the same game and the same tokens."""
    headers = {"Idempotency-Key": "8f14e45f-ceea"}
    with served.start().client() as http:
        before = create(http, headers, players=2)
    served.kill()
    with served.start().client() as http:
        after = create(http, headers, players=2)
        assert (after.id, after.tokens) == (before.id, before.tokens)
        good(after.sit(0))
