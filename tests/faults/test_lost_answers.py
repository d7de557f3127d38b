"""Test answers that get lost after the commit: clients do not know, and retry."""

from contextlib import ExitStack
from random import Random

import pytest

from tests.support.http.players import acknowledged, playing
from tests.support.run.waiting import until
from tests.support.servers.proxy import Proxy, place_of
from tests.support.servers.site import Site
from tests.support.storage.stores import on_both_engines

pytestmark = [pytest.mark.process, pytest.mark.long, on_both_engines]

LOST = 4


def test_answers_to_clients_are_lost(site: Site, seed: int) -> None:
    """One answer in five never arrives; a retry at the other worker gets it."""
    random = Random(seed)
    with ExitStack() as stack:
        lines = [stack.enter_context(Proxy(place_of(url), random)) for url in site.urls()]
        for line in lines:
            line.lose(b"Idempotency-Key", 0.2)
        with playing(lambda: [line.url for line in lines], seed) as players:
            until(lambda: sum(line.lost for line in lines) >= LOST)
            for line in lines:
                line.lose(b"", 0)
    assert sum(player.unanswered for player in players) >= LOST
    assert acknowledged(players) > LOST
    site.keeps_its_promises(players)
