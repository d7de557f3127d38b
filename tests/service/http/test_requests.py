"""Requests over HTTP that are repeated, conditional, dry runs or too late."""

from collections.abc import Callable
from itertools import pairwise
from random import Random

import httpx
import pytest
from litestar.testing import TestClient

from service.settings import Settings
from tests.support.http.client import Table, create, good, play, seat_due, start
from tests.support.proof import verifier
from tests.support.run.long import cases, long_after
from tests.support.servers.applications import application_on


@pytest.fixture
def http(lasting: httpx.Client) -> httpx.Client:
    return lasting


def same(one: httpx.Response, other: httpx.Response) -> bool:
    """Return whether two responses are equal, byte for byte."""
    names = {"etag", "carolus-head", "location", "content-type", "cache-control"}
    return (one.status_code, one.content) == (other.status_code, other.content) and all(
        one.headers.get(name) == other.headers.get(name) for name in names
    )


def turn(table: Table) -> tuple[int, int]:
    """Return the version of the game and the seat that is due."""
    game = table.now()
    seat = seat_due(game)
    assert seat is not None
    return game["version"], seat


# --- without a body ----------------------------------------------------------------------------


def test_a_body_without_required_members_may_be_left_out(http: httpx.Client) -> None:
    """To sit down without a name, for example; opening a game requires a body."""
    table = create(http)
    sat = good(http.put(f"{table.url}/seats/0", headers=table.headers(0)))
    assert (sat["seats"][0]["taken"], sat["seats"][0]["name"]) == (True, None)
    refused = http.post("/v1/games")
    assert refused.status_code == 400
    assert "the body is empty" in refused.json()["errors"][0]["message"]


@pytest.mark.parametrize(
    ("method", "path", "body", "where"),
    [
        ("POST", "/v1/games", '{"ruleset":"teg","ruleset":"carolus-magnus"}', "$"),
        (
            "POST",
            "/v1/games",
            '{"ruleset":"carolus-magnus","options":{"players":2,"players":3}}',
            "$.options",
        ),
        ("POST", "{url}/actions", '{"actions":[{"type":"resign","type":"abort_game"}]}',
         "$.actions[0]"),
        ("POST", "{url}/actions", '{"actions":[{"type":"resign","\\u0074ype":"resign"}]}',
         "$.actions[0]"),
        ("PUT", "{url}/seats/0", '{"name":"Ana","name":"Eva"}', "$"),
        ("POST", "/v1/players", '{"name":"Ana","name":"Eva"}', "$"),
    ],
)  # fmt: skip
def test_a_name_that_occurs_twice_in_an_object_is_refused(
    http: httpx.Client, method: str, path: str, body: str, where: str
) -> None:
    """Readers differ about which of two members counts; nothing is carried out."""
    table = create(http)
    before = table.now()
    headers = {**table.headers(0), "Content-Type": "application/json"}
    if path == "/v1/players":
        del headers["Authorization"]
    url = path.format(url=table.url)
    refused = http.request(method, url, content=body, headers=headers)
    assert (refused.status_code, refused.json()["type"]) == (400, "/problems/malformed")
    (error,) = refused.json()["errors"]
    assert error["where"] == where
    assert error["message"].startswith("duplicate key ")
    assert table.now() == before


# --- Idempotency-Key ---------------------------------------------------------------------------


def test_the_same_key_gets_the_same_bytes(http: httpx.Client) -> None:
    """At once, and after the game went on, whatever If-Match contains."""
    table = start(http)
    version, seat = turn(table)
    action = table.legal(seat, 1)[0]
    headers = {"Idempotency-Key": "k", "If-Match": f'"{version}"'}
    first = table.act(seat, action, headers=headers)
    assert good(first)["version"] > version
    for _, _ in zip(range(25), play(table, Random(1), people=(0, 1)), strict=False):
        assert same(table.act(seat, action, headers=headers), first)
    events = table.events()
    assert verifier.head_of(table.id, events) == table.now()["head"]


def test_idempotency_keys_belong_to_a_seat(http: httpx.Client) -> None:
    """Two players who both count their requests from 1 do not collide."""
    table = create(http, players=2)
    for seat in (0, 1):
        headers = table.headers(seat, {"Idempotency-Key": "1"})
        good(http.put(f"{table.url}/seats/{seat}", json={}, headers=headers))


def test_creating_again_returns_the_same_game(http: httpx.Client) -> None:
    """With the same tokens and bytes; without the key it is another game."""
    asked = {"ruleset": "carolus-magnus", "options": {"players": 3}}
    headers = {"Idempotency-Key": "5e0e0b9c-3d6f"}
    first = http.post("/v1/games", json=asked, headers=headers)
    assert first.status_code == 201
    table = Table(http, first.json())
    good(table.sit(0, name="Ana"))
    assert same(http.post("/v1/games", json=asked, headers=headers), first)
    other = http.post("/v1/games", json={**asked, "options": {"players": 2}}, headers=headers)
    assert other.status_code == 422
    assert http.post("/v1/games", json=asked).json()["game"]["id"] != table.id


def test_retries_of_sitting_down_and_leaving_have_no_effect(http: httpx.Client) -> None:
    """They get the first response, although others sat down since."""
    table = create(http, players=3)

    def ask(method: str, key: str, name: str | None = None) -> httpx.Response:
        headers = table.headers(0, {"Idempotency-Key": key})
        body = None if name is None else {"name": name}
        return http.request(method, f"{table.url}/seats/0", json=body, headers=headers)

    sat = ask("PUT", "1", "Ana")
    good(table.sit(1))
    assert same(ask("PUT", "1", "Ana"), sat)
    left = ask("DELETE", "2")
    good(table.sit(2))
    assert same(ask("DELETE", "2"), left)
    assert same(ask("PUT", "1", "Ana"), sat)
    assert table.now()["seats"][0]["taken"] is False
    assert ask("PUT", "1", "Bea").status_code == 422
    assert ask("DELETE", "1").status_code == 422


def test_a_key_is_not_used_up_by_a_refusal(http: httpx.Client) -> None:
    """Nor by a request that is stale or malformed."""
    table = start(http)
    version, seat = turn(table)
    action = table.legal(seat, 1)[0]
    key = {"Idempotency-Key": "k"}
    assert table.act(1 - seat, action, headers=key).status_code == 409
    assert table.act(seat, {"type": "castle"}, headers=key).status_code == 400
    assert table.act(seat, action, headers={**key, "If-Match": '"1"'}).status_code == 412
    assert table.now()["version"] == version
    assert table.act(seat, action, headers=key).status_code == 200
    assert table.act(seat, action, action, headers=key).status_code == 422


# --- If-Match ----------------------------------------------------------------------------------


def test_if_match(http: httpx.Client) -> None:
    """One of several strong tags, quoted or not, or any version; otherwise nothing happens."""
    table = start(http)
    for tags, status in (
        ('"{now}"', 200),
        ('"1", "{now}"', 200),
        ('W/"1","{now}" , "999"', 200),
        ("*", 200),
        (" * ", 200),
        ('"1"', 412),
        ('"1", "2"', 412),
        ('W/"{now}"', 412),
        ('"0{now}x"', 412),
        ('"-1"', 412),
        ('""', 412),
        ("{now}", 200),
        ('"{now}', 412),
        ('"{now}" "1"', 412),
        (",", 412),
        ("", 412),
    ):
        version, seat = turn(table)
        action = table.legal(seat, 1)[0]
        answer = table.act(seat, action, headers={"If-Match": tags.format(now=version)})
        assert answer.status_code == status, (tags, answer.text)
        after = table.now()["version"]
        assert (after > version) == (status == 200), tags
        if status == 412:
            assert answer.json()["version"] == version
            assert answer.headers["ETag"] == f'"{version}"'


def test_if_match_for_seats(http: httpx.Client) -> None:
    """A conditional request takes or leaves a seat only at the version it names."""
    table = create(http)
    assert table.leave(0, **{"If-Match": '"7"'}).status_code == 412
    headers = table.headers(0, {"If-Match": '"7"'})
    assert http.put(f"{table.url}/seats/0", json={}, headers=headers).status_code == 412
    headers["If-Match"] = '"1"'
    assert good(http.put(f"{table.url}/seats/0", json={}, headers=headers))["version"] == 2
    assert good(table.leave(0, **{"If-Match": '"2"'}))["version"] == 3


def test_a_dry_run_checks_the_version_too(http: httpx.Client) -> None:
    """A stale version is an error before any verdict."""
    table = start(http)
    _, seat = turn(table)
    action = table.legal(seat, 1)[0]
    headers = {"If-Match": '"1"'}
    assert table.act(seat, action, dry_run=True, headers=headers).status_code == 412


# --- dry runs ----------------------------------------------------------------------------------


def test_a_dry_run_stores_nothing(http: httpx.Client) -> None:
    """Whether legal or not; and it does not use up the key."""
    table = start(http)
    random = Random(3)
    for _ in range(cases(15, 10)):
        version, seat = turn(table)
        action = table.any_action(seat, random)
        verdict = good(table.act(seat, action, dry_run=True, headers={"Idempotency-Key": "dry"}))
        assert verdict["legal"]
        assert verdict["events"]
        refused = good(table.act(seat, action, action, dry_run=True))
        assert not refused["legal"]
        assert refused["refusals"][0]["index"] == 1
        assert refused["events"] == verdict["events"]
        assert table.now()["version"] == version
        done = good(table.act(seat, action))
        predicted = [one["event"] for one in verdict["events"]]
        happened = [without_envelope(event) for event in done["events"]]
        assert happened[: len(predicted)] == predicted
        assert not any(event["by"] == "chance" for event in done["events"][: len(predicted)])


def test_alternatives_are_judged_in_one_dry_run(http: httpx.Client) -> None:
    """Each as if it alone followed the actions before all of them; nothing is stored."""
    table = start(http)
    random = Random(3)
    while True:
        version, seat = turn(table)
        action = table.any_action(seat, random)
        if action["type"] == "place_paladins":
            break
        good(table.act(seat, action))
    walks = [{"type": "move_emperor", "steps": steps} for steps in (1, 2, 9)]
    asked = good(table.act(seat, action, *walks, alternatives=3))
    plainly = good(table.act(seat, action, dry_run=True))
    alternatives = asked.pop("alternatives")
    assert asked == {**plainly, "type": "alternatives"}
    for walk, effect in zip(walks, alternatives, strict=True):
        both = good(table.act(seat, action, walk, dry_run=True))
        assert effect["legal"] is both["legal"]
        for member in ("position", "awaits"):
            assert effect[member] == both[member]
        for member in ("refusals", "events", "sentences"):
            later = [one | {"index": 0} for one in both[member] if one["index"] == 1]
            assert effect[member] == later
    assert [one["legal"] for one in alternatives] == [True, True, False]

    only = good(table.act(seat, action, alternatives=40))
    assert (only["legal"], only["events"]) == (True, [])
    assert only["alternatives"][0]["events"] == plainly["events"]
    refused = good(table.act(seat, walks[0], action, alternatives=1))
    assert (refused["legal"], refused["alternatives"]) == (False, [])
    assert table.now()["version"] == version


def without_envelope(event: dict[str, object]) -> dict[str, object]:
    """Return an event in the format of the checker."""
    return {
        name: value for name, value in event.items() if name not in {"at", "by", "hash", "version"}
    }


def test_a_refused_list_stores_nothing_and_shows_no_dice(http: httpx.Client) -> None:
    """All or none.

    The index shows which action was refused, and the response is always the same.
    """
    table = start(http)
    version, seat = turn(table)
    action = table.legal(seat, 1)[0]
    answers = {table.act(seat, action, action).content for _ in range(5)}
    assert len(answers) == 1
    assert table.now()["version"] == version


# --- the right moment --------------------------------------------------------------------------


def resign(table: Table) -> None:
    """End the game."""
    good(table.act(0, {"type": "resign"}))


def abort(table: Table) -> None:
    """Call the game off."""
    good(table.act("creator", {"type": "abort_game"}))


@pytest.mark.parametrize(("begin", "end"), [(start, resign), (create, abort)])
def test_a_finished_game_accepts_nothing(
    http: httpx.Client, begin: Callable[[httpx.Client], Table], end: Callable[[Table], None]
) -> None:
    """A rule refuses every request, and nothing is stored."""
    table = begin(http)
    end(table)
    version = table.now()["version"]
    assert table.act(0, {"type": "choose_disc", "disc": 1}).status_code == 409
    assert table.act(1, {"type": "resign"}).status_code == 409
    assert table.act("creator", {"type": "abort_game"}).status_code == 409
    assert table.sit(0, name="Late").status_code == 409
    assert table.leave(0).status_code == 409
    after = table.now()
    assert (after["version"], after["awaits"]) == (version, [])
    assert after["chance"]["secret"] is not None


@pytest.mark.parametrize("players", long_after(1, [2, 3, 4]))
def test_whole_games_of_people(http: httpx.Client, players: int) -> None:
    """From creation to the end; an independent verifier confirms events and head."""
    table = start(http, players=players, max_rounds=6)
    random = Random(players)
    last = table.now()
    for last in play(table, random, people=range(players)):
        assert last["position"] is not None
    assert last["status"] == "over"
    assert last["outcome"]["winners"]
    events = table.events()
    assert verifier.head_of(table.id, events) == last["head"] == table.now()["head"]
    assert events[-1]["type"] == "secret_revealed"
    lines = http.get(f"{table.url}/events", headers={"Accept": "application/x-ndjson"})
    assert [httpx.Response(200, content=line).json() for line in lines.content.splitlines()] == (
        events
    )


@pytest.mark.long
def test_every_version_can_be_read(http: httpx.Client) -> None:
    """Within a batch and at its end; the next event is by a seat that was due."""
    table = start(http, players=3, max_rounds=4)
    for _ in play(table, Random(5), people=(0, 1, 2)):
        pass
    events = table.events()
    for event, following in pairwise(events):
        if event["version"] % cases(1, 4):
            continue
        version = {"version": event["version"]}
        then = good(http.get(table.url, params=version))
        assert (then["version"], then["head"]) == (event["version"], event["hash"])
        assert then["chance"]["secret"] is None
        if then["awaits"]:
            assert following["by"] in [due["seat"] for due in then["awaits"]]
        if event["version"] % cases(8, 40) == 0:
            board = http.get(f"{table.url}/board.svg", params=version)
            assert board.status_code == (404 if then["position"] is None else 200)


def test_names_in_any_script_are_in_the_chain(http: httpx.Client) -> None:
    """Accents, other scripts, emoji, quotes and JSON escapes: the hashes are valid."""
    names = [
        "Žofie Müller",
        "李小龙 👑🏰",
        '"\\/<&>',
        "e\u0301 \u00e9 \U0001f9d9\u200d♀️",
        "ﷺ نیک\u200cنام",
    ]
    for one, other in zip(names, names[1:] + names[:1], strict=True):
        table = create(http)
        assert good(table.sit(0, name=one))["seats"][0]["name"] == one
        good(table.sit(1, name=other, entropy="00ff"))
        resign(table)
        events = table.events()
        assert [events[1]["name"], events[2]["name"]] == [one, other]
        assert verifier.head_of(table.id, events) == table.now()["head"]


def test_a_nul_in_an_address_names_nothing(at: Settings) -> None:
    """PostgreSQL accepts no text with a NUL; that is not a server error."""
    with application_on(at) as app, TestClient(app) as http:
        for address, status in (
            ("/v1/games/a%00b", 404),
            ("/v1/games/a%00b/events", 404),
            ("/v1/players/a%00b", 404),
            ("/v1/games?ruleset=a%00b", 400),
            ("/v1/games?player=a%00b", 400),
            ("/v1/records?ruleset=a%00b", 400),
            ("/v1/games?cursor=%00", 400),
        ):
            assert http.get(address).status_code == status, address
