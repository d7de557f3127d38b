"""Clients of seats that keep chains: they check a call as a careful client does, and give links."""

from typing import Any

import httpx

from domain.links import Chain, chain_of, name_of
from domain.record.statement import Call, of_kind
from service.access.signing import Verifier
from tests.support.http.client import Json, Table, good

VERIFIER = Verifier()


class Chained:
    """A table at which these seats have chains."""

    def __init__(self, table: Table, *seats: int) -> None:
        self.table = table
        self.name = name_of(table.id, table.now()["chance"]["commitment"])
        self.chains: dict[int, Chain] = {
            seat: chain_of(self.name, seat, bytes([seat + 1]) * 32) for seat in seats
        }

    def sit(self, seat: int, **asked: Any) -> Json:
        """Take a seat, with the tip of its chain if it has one."""
        if seat in self.chains:
            asked["tip"] = self.chains[seat].tip.hex()
        return good(self.table.sit(seat, **asked))

    def due(self, seat: int) -> Json:
        """Return what the service says about the links that are due."""
        url = f"{self.table.url}/links"
        return good(self.table.http.get(url, headers=self.table.headers(seat)))

    def link(self, seat: int, moment: int) -> str:
        """Return a link of a seat, in hexadecimal."""
        return self.chains[seat].link(moment).hex()

    def put(self, seat: int, moment: int, head: str, link: str) -> httpx.Response:
        """Give a link, whatever it is."""
        url = f"{self.table.url}/seats/{seat}/links/{moment}"
        body = {"head": head, "link": link}
        return self.table.http.put(url, json=body, headers=self.table.headers(seat))

    def give(self, seat: int) -> Json:
        """Give the link that is due, after checking the call."""
        due = self.due(seat)
        call = of_kind(VERIFIER.verify(due["call"]), Call)
        assert (call.head, call.moment, call.name) == (
            due["called_head"],
            due["moment"],
            self.name.hex(),
        )
        assert call.head in {event["hash"] for event in self.table.events()[-3:]}
        return good(self.put(seat, call.moment, call.head, self.link(seat, call.moment)))

    def give_all(self) -> None:
        """Give the links of all seats that are due."""
        for seat in (self.table.now()["awaits_links"] or {"due": ()})["due"]:
            if seat in self.chains:
                self.give(seat)
