"""Playing on over HTTP: a new game from any moment of one that has ended."""

from itertools import pairwise
from random import Random

import httpx
import pytest

from domain.record.audit import audit
from domain.record.record import read_record
from domain.ruleset import AnyRuleset
from domain.rulesets.registry import RULESETS
from service.access.record_verifier import RecordVerifier
from tests.support.http.client import Json, Table, good, of_two, play, seat_due, start
from tests.support.proof import verifier
from tests.support.run.long import long_after


def ended(http: httpx.Client, **asked: object) -> Table:
    """Return a game that a player resigned after some decisions."""
    table = start(http, **asked)  # type: ignore[arg-type]
    act_on(table)
    return table


def act_on(table: Table) -> None:
    """Take some decisions, and resign."""
    random = Random(1)
    for _ in range(4):
        seat = seat_due(table.now())
        assert seat is not None
        good(table.act(seat, table.any_action(seat, random)))
    good(table.act(0, {"type": "resign"}))


def decisive(table: Table) -> list[int]:
    """Return the versions of a game at which a player then took a decision."""
    return [
        before["version"]
        for before, event in pairwise(table.events())
        if isinstance(event["by"], int)
        and event["type"] not in verifier.NO_DECISIONS
        and (before["by"], before["at"]) != (event["by"], event["at"])
    ]


def asking(http: httpx.Client, source: Table, version: int, **asked: object) -> httpx.Response:
    """Ask for a game that continues the source."""
    body = {
        "ruleset": asked.get("ruleset") or source.now()["ruleset"].partition("@")[0],
        "continues": {"game": source.id, "version": version},
        **asked,
    }
    return http.post("/v1/games", json=body)


def going_on(http: httpx.Client, source: Table, version: int, **asked: object) -> Table:
    """Return a game that continues the source from this version."""
    return Table(http, good(asking(http, source, version, **asked)))


def refusal(answer: httpx.Response, rule: str) -> Json:
    """Return the facts of the refusal by this rule."""
    assert answer.status_code == 409, answer.text
    problem = dict(answer.json())
    assert problem["rule"] == rule
    assert problem["detail"]
    return dict(problem["facts"])


def malformed(answer: httpx.Response, field: str) -> None:
    """Expect that the request is refused because of this field."""
    assert answer.status_code == 400, answer.text
    assert field in answer.text


@pytest.mark.parametrize("ruleset", long_after(1, RULESETS), ids=lambda rules: rules.meta.id)
def test_a_game_goes_on_from_any_moment(http: httpx.Client, ruleset: AnyRuleset) -> None:
    """With its position, and dice of its own; the record and the events prove both."""
    source = ended(http, **of_two(ruleset))
    version = decisive(source)[-2]
    before = good(http.get(source.url, params={"version": version}))
    table = going_on(http, source, version)
    opened = table.now()
    assert opened["options"] == before["options"]
    hides = ruleset.meta.id in {"ancients", "teg"}
    assert (opened["position"] != before["position"]) == hides, "others see no hand again"
    assert opened["continues"] == {"game": source.id, "version": version, "head": before["head"]}
    assert opened["chance"]["commitment"] != before["chance"]["commitment"]
    for seat in (0, 1):
        good(table.sit(seat, name=f"Guest {seat}"))
    assert table.now()["awaits"] == before["awaits"]
    act_on(table)
    events = table.events()
    assert events[0]["continues"]["position"] == before["position"]
    assert verifier.head_of(table.id, events) == table.now()["head"]
    begun = good(http.get(table.url, params={"version": 1}))
    assert begun["position"] == before["position"]
    record = http.get(f"{table.url}/record")
    found = audit(read_record(record.content), RecordVerifier())
    assert found.is_valid, found.findings
    assert record.json()["entries"][0]["action"]["continues"] == events[0]["continues"]


def test_lists_show_what_a_game_continues(http: httpx.Client) -> None:
    """Other games continue none."""
    source = ended(http)
    version = decisive(source)[0]
    table = going_on(http, source, version)
    games = {one["id"]: one for one in good(http.get("/v1/games"))["games"]}
    head = games[table.id]["continues"].pop("head")
    assert games[table.id]["continues"] == {"game": source.id, "version": version}
    assert head == good(http.get(source.url, params={"version": version}))["head"]
    assert games[source.id]["continues"] is None
    assert source.now()["continues"] is None
    assert "continues" not in source.events()[0]


def test_the_house_plays_on(http: httpx.Client) -> None:
    """Against bots, as in any game."""
    source = ended(http)
    version = decisive(source)[1]
    table = going_on(http, source, version)
    good(table.sit(0, name="Ana"))
    good(table.sit(1, "creator", bot="greedy"))
    list(play(table, Random(1), people=(0,)))
    assert table.now()["outcome"] is not None


def test_a_retry_opens_one_game(http: httpx.Client) -> None:
    """A key makes the request safe to repeat."""
    source = ended(http)
    body = {"ruleset": "carolus-magnus"}
    body |= {"continues": {"game": source.id, "version": decisive(source)[0]}}  # type: ignore[dict-item] # JSON
    first, second = (
        http.post("/v1/games", json=body, headers={"Idempotency-Key": "one"}) for _ in range(2)
    )
    assert good(first)["game"]["id"] == good(second)["game"]["id"]


def test_the_options_are_those_of_the_source(http: httpx.Client) -> None:
    """A request that contradicts them is refused, with the field."""
    source = ended(http, max_rounds=9)
    version = decisive(source)[0]
    table = going_on(http, source, version)
    assert table.now()["options"]["max_rounds"] == 9
    same = source.now()["options"]
    assert going_on(http, source, version, options=same).now()["options"] == same
    malformed(asking(http, source, version, options={}), "options")
    malformed(asking(http, source, version, options={**same, "max_rounds": 8}), "options")
    malformed(asking(http, source, version, ruleset="teg"), "ruleset")
    assert len(good(http.get("/v1/games"))["games"]) == 3, "nothing else was opened"


def test_there_must_be_such_a_version(http: httpx.Client) -> None:
    """A game or version that does not exist is answered as at its own address."""
    source = ended(http)
    last = source.now()["version"]
    malformed(asking(http, source, 0), "continues.version")
    nowhere = {"game": "a" * 16, "version": 1}
    for asked, address in (
        (asking(http, source, last + 1), f"/v1/games/{source.id}?version={last + 1}"),
        (asking(http, source, 1, continues=nowhere), f"/v1/games/{nowhere['game']}"),
    ):
        assert asked.status_code == 404
        assert asked.json() == http.get(address).json()


def test_some_moments_are_refused(http: httpx.Client) -> None:
    """Before the first position, in the middle of an action, and when the game is over."""
    source = ended(http)
    assert refusal(asking(http, source, 1), "TB-CONTINUE-1") == {"version": 1}
    events = source.events()
    middle = next(
        one["version"]
        for one, after in pairwise(events)
        if (one["by"], one["at"], after["type"]) == (after["by"], after["at"], "secret_revealed")
    )
    assert refusal(asking(http, source, middle), "TB-CONTINUE-2") == {"version": middle}


@pytest.mark.parametrize("status", ["open", "running"])
def test_only_a_game_that_has_ended_goes_on(http: httpx.Client, status: str) -> None:
    """For everyone alike, because a new game is public."""
    table = start(http)
    version = table.now()["version"]
    if status == "open":
        table = Table(http, good(http.post("/v1/games", json={"ruleset": "carolus-magnus"})))
        version = 1
    facts = refusal(asking(http, table, version), "TB-CONTINUE-3")
    assert facts == {"status": status}


@pytest.mark.parametrize("version", [1, 2, 9999])
def test_nobody_learns_how_long_a_running_game_is(http: httpx.Client, version: int) -> None:
    """Which versions it has is for those who may watch it."""
    table = start(http, terms={"spectators": {"kind": "refused"}})
    assert http.get(table.url).status_code == 403
    facts = refusal(asking(http, table, version, ruleset="carolus-magnus"), "TB-CONTINUE-3")
    assert facts == {"status": "running"}


def test_a_rematch_begins_at_the_same_position(http: httpx.Client) -> None:
    """So people can try it again."""
    source = ended(http)
    table = going_on(http, source, decisive(source)[1])
    for seat in (0, 1):
        good(table.sit(seat))
    begun = table.now()
    good(table.act(0, {"type": "resign"}))
    again = good(http.post(f"{table.url}/rematch", json={}, headers=table.headers(1)))
    assert again["game"]["continues"] == begun["continues"]
    assert again["game"]["position"] == begun["position"]
