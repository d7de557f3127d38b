"""A client of the HTTP API as a third party would write one: it knows JSON, tokens and addresses.

It works on any ``httpx`` client, so on the application in this process as on a running service.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

import httpx

from domain.ruleset import AnyRuleset
from tests.support.games.play import number_of
from tests.support.run.waiting import until

Json: TypeAlias = dict[str, Any]


class Table:
    """A game that this client opened, with all of its tokens."""

    def __init__(self, http: httpx.Client, created: Json) -> None:
        self.http = http
        self.id: str = created["game"]["id"]
        self.url = f"/v1/games/{self.id}"
        self.tokens: Json = created["tokens"]

    def headers(self, who: int | str | None, more: Mapping[str, str] | None = None) -> Json:
        """Return the request headers of this seat, of ``creator``, or of an anonymous caller."""
        if who is None:
            return dict(more or {})
        token = self.tokens["creator"] if who == "creator" else self.tokens["seats"][who]
        return {"Authorization": f"Bearer {token}", **(more or {})}

    def sit(
        self,
        seat: int,
        who: int | str | None = None,
        headers: Mapping[str, str] | None = None,
        **asked: Any,
    ) -> httpx.Response:
        """Take a seat, with the seat's own token unless ``who`` names another."""
        headers = self.headers(seat if who is None else who, headers)
        return self.http.put(f"{self.url}/seats/{seat}", json=asked, headers=headers)

    def leave(self, seat: int, **headers: str) -> httpx.Response:
        """Leave a seat."""
        return self.http.delete(f"{self.url}/seats/{seat}", headers=self.headers(seat, headers))

    def act(
        self,
        who: int | str,
        *actions: Json,
        headers: Mapping[str, str] | None = None,
        **asked: bool | int,
    ) -> httpx.Response:
        """Send these actions, for example with ``dry_run=True``."""
        return self.http.post(
            f"{self.url}/actions",
            params=asked or None,
            json={"actions": actions},
            headers=self.headers(who, headers),
        )

    def now(self) -> Json:
        """Return the game as everyone may see it."""
        return good(self.http.get(self.url))

    def legal(self, seat: int, limit: int = 100) -> list[Json]:
        """Return the first legal actions of a seat."""
        answer = self.http.get(
            f"{self.url}/legal-actions", params={"limit": limit}, headers=self.headers(seat)
        )
        return list(good(answer)["actions"])

    def events(self) -> list[Json]:
        """Return all events, page by page."""
        events: list[Json] = []
        after: Json = {}
        for _ in itertools.count():
            page = good(self.http.get(f"{self.url}/events", params={"limit": 100, **after}))
            events += page["events"]
            if page["next"] is None:
                break
            after = {"cursor": page["next"]}
        return events

    def any_action(self, seat: int, random: Random) -> Json:
        """Return one of the first legal actions of a seat."""
        return dict(random.choice(self.legal(seat)))


def create(
    http: httpx.Client,
    headers: Mapping[str, str] | None = None,
    terms: Mapping[str, Any] | None = None,
    **options: Any,
) -> Table:
    """Open a game; ``terms`` may set a clock, and who may sit down and watch."""
    asked = {"ruleset": "carolus-magnus", "options": options, **(terms or {})}
    answer = http.post("/v1/games", json=asked, headers=headers)
    assert answer.status_code == 201, answer.text
    return Table(http, answer.json())


def start(
    http: httpx.Client,
    bots: Mapping[int, str] | None = None,
    terms: Mapping[str, Any] | None = None,
    **options: Any,
) -> Table:
    """Open a game and fill its seats, with people where ``bots`` names none."""
    table = create(http, terms=terms, **options)
    for seat in range(len(table.tokens["seats"])):
        bot = (bots or {}).get(seat)
        if bot is None:
            good(table.sit(seat, name=f"Guest {seat}", entropy=f"{seat:02x}" * 16))
        else:
            good(table.sit(seat, "creator", bot=bot))
    return table


def of_two(ruleset: AnyRuleset, **terms: Any) -> Json:
    """Return what ``create`` and ``start`` need for a game of two people or bots, which ends."""
    terms = {"ruleset": ruleset.meta.id, **terms}
    return {"terms": terms, **ruleset.house_options, **number_of(ruleset, 2)}


def good(answer: httpx.Response) -> Json:
    """Return the body of a response that must be a success."""
    assert answer.is_success, f"{answer.status_code} {answer.text}"
    return dict(answer.json())


def seat_due(game: Json) -> int | None:
    """Return the seat whose decision is due, or None after the end."""
    return game["awaits"][0]["seat"] if game["awaits"] else None


def play(table: Table, random: Random, people: Sequence[int]) -> Iterator[Json]:
    """Play for these seats to the end; yield the game after each action.

    The service plays for the others: it must do so within three minutes.
    """
    game = table.now()

    def others_have_acted() -> bool:
        nonlocal game
        game = table.now()
        return game["status"] != "running" or seat_due(game) in people

    while game["status"] == "running":
        seat = seat_due(game)
        if seat is not None and seat in people:
            game = good(table.act(seat, table.any_action(seat, random)))["game"]
            yield game
        else:
            until(others_have_acted, f"a decision of seat {seat}")
