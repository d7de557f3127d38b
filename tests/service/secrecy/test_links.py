"""The links of witnesses: the service shows none before its moment is drawn."""

import io
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from litestar.testing import TestClient

from domain.links import chain_of, name_of, seed_of, witness_in
from service.access.signing_keys import ready_keys
from tests.service.secrecy.test_secrecy import hunt, shapes_of
from tests.service.witness.conftest import Opened
from tests.support.http.client import Table, good, seat_due, start
from tests.support.http.plain import plain_request
from tests.support.run.long import cases
from tests.support.run.waiting import until
from tests.support.servers.applications import application_on
from tests.support.servers.witnesses import InsideWitness, witness_inside
from tests.support.storage.stores import AT, settings_of


class Waiting(NamedTuple):
    """A game that waits for its second witness; the first one has given its link."""

    table: Table
    first: InsideWitness
    leaving: Path
    """The data folder of the second witness."""

    @property
    def name(self) -> bytes:
        """The name of the game in chains."""
        return name_of(self.table.id, self.table.now()["chance"]["commitment"])

    @property
    def drawn(self) -> list[str]:
        """The links of all moments that were drawn."""
        moments = [one for one in self.table.events() if one["type"] == "moment_drawn"]
        return [one["link"] for moment in moments for one in moment["links"]]

    def links_of_the_first(self, moment: int) -> bytes | None:
        """Return what the first witness gave for a moment, as it shows to everyone."""
        given = plain_request(
            "GET", f"{self.first.url}/v1/games/{self.name.hex()}/moments/{moment}"
        )
        return bytes.fromhex(given.json()["link"]) if given.is_success else None

    def links_of_the_second(self, *moments: int) -> list[bytes]:
        """Return links of the witness that left."""
        opened = Opened(self.leaving)
        opened.close()
        who = witness_in(1)
        chain = chain_of(self.name, who, seed_of(opened.table.secret, self.name, who))
        return [chain.link(moment) for moment in moments]


@pytest.fixture
def waiting(data: Path, tmp_path: Path, logged: io.BytesIO) -> Iterator[Waiting]:
    """Play until dice are due, without the second witness."""
    kid = ready_keys(data, lambda: AT)[-1].content.kid
    leaving = tmp_path / "second"
    with witness_inside(tmp_path / "first", kid) as first, ExitStack() as second:
        other = second.enter_context(witness_inside(leaving, kid))
        addresses = f"{first.url}#{first.key},{other.url}#{other.key}"
        with (
            application_on(settings_of(data, witnesses=addresses)) as app,
            TestClient(app, raise_server_exceptions=False) as http,
        ):
            table = start(http, terms={"witnessed": True}, players=2)
            until(lambda: isinstance(seat_due(table.now()), int), "the first moment")
            second.close()
            random = Random(1)
            while isinstance(seat := seat_due(table.now()), int):
                good(table.act(seat, table.any_action(seat, random)))
            yield Waiting(table, first, leaving)


def test_no_link_leaks_before_its_moment_is_drawn(waiting: Waiting, logged: io.BytesIO) -> None:
    """Not even one that the service has got already; links of drawn moments are public."""
    drawn = waiting.drawn
    due = len(drawn) // 2 + 1
    until(lambda: waiting.links_of_the_first(due) is not None, "the call to the first witness")
    given = waiting.links_of_the_first(due)
    assert given is not None
    undrawn = [given, *waiting.links_of_the_second(due, due + 1, due + 127)]
    hidden = [shape for link in undrawn for shape in shapes_of(link)]
    hunt(waiting.table, hidden, Random(1), about=cases("", waiting.table.id))
    assert waiting.drawn == drawn
    assert not [shape for shape in hidden if shape in logged.getvalue()]
    with pytest.raises(AssertionError, match="leaks"):
        hunt(waiting.table, shapes_of(bytes.fromhex(drawn[0])), Random(1), waiting.table.id)
    assert waiting.links_of_the_second(due - 1)[0].hex() in drawn
