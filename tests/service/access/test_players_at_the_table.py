"""Players with accounts at a table: they sit down, act and stand up."""

from pathlib import Path
from random import Random

import httpx
import pytest

from service.games.handler import Handler
from service.storage.rows import Stored
from tests.support.http.client import Json, Table, create, good, play, seat_due, start
from tests.support.run.long import long_after
from tests.support.servers.commands import run


def join(http: httpx.Client, name: str = "Ana") -> Json:
    """Create an account."""
    return good(http.post("/v1/players", json={"name": name}))


def by(player: Json) -> dict[str, str]:
    return {"Authorization": f"Bearer {player['secret']}"}


def sit(table: Table, player: Json, seat: int, **asked: object) -> httpx.Response:
    """Sit down with only the token of an account."""
    return table.http.put(f"{table.url}/seats/{seat}", json=asked, headers=by(player))


def test_a_seat_link_together_with_an_account(http: httpx.Client) -> None:
    """Both tokens then act for the seat; the record and the events name the account."""
    ana = join(http)
    table = create(http)
    account = ana["player"]["id"]
    seated = good(table.sit(0, headers={"Carolus-Player": ana["secret"]}, name="Ana"))
    assert [seat["player"] for seat in seated["seats"]] == [account, None]
    good(table.sit(1))
    found = [event["type"] for event in table.events()[:5]]
    assert found[:3] == ["game_opened", "seat_taken", "player_seated"]
    legal = good(http.get(f"{table.url}/legal-actions", headers=by(ana)))
    assert legal["seat"] == 0
    random = Random(1)
    for _ in range(6):
        seat = seat_due(table.now())
        assert seat is not None
        action = {"actions": [table.any_action(seat, random)]}
        headers = by(ana) if seat == 0 else table.headers(1)
        good(http.post(f"{table.url}/actions", json=action, headers=headers))
    record = good(http.get(f"{table.url}/record"))
    assert [seat.get("player") for seat in record["seats"]] == [account, None]
    checked = good(http.post("/v1/records/check", json=record))
    assert checked["valid"]
    good(table.act(1, {"type": "resign"}))


@pytest.mark.parametrize("path", ["", "/events", "/proof"])
def test_a_request_reads_an_open_game_once(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """The seats decide what the account may do, and the answer shows the same game."""
    ana = join(http)
    table = create(http)
    good(table.sit(0, headers={"Carolus-Player": ana["secret"]}))
    loaded: list[str] = []
    load = Handler.load

    async def counted(self: Handler, game: str) -> Stored:
        loaded.append(game)
        return await load(self, game)

    monkeypatch.setattr(Handler, "load", counted)
    http.get(f"{table.url}{path}", headers=by(ana))
    assert loaded == [table.id]


def test_an_invalid_token_of_a_player(http: httpx.Client) -> None:
    """401, and the seat stays free. A seat token is not accepted as one either."""
    table = create(http)
    first = join(http)
    refused = table.sit(0, headers={"Carolus-Player": first["secret"][:-1] + "!"})
    assert refused.status_code == 401
    assert table.sit(0, headers={"Carolus-Player": table.tokens["seats"][0]}).status_code == 401
    assert not table.now()["seats"][0]["taken"]


def test_one_account_takes_one_seat(http: httpx.Client) -> None:
    """409 with the rule. A bot cannot have an account."""
    table = create(http)
    ana = {"Carolus-Player": join(http)["secret"]}
    good(table.sit(0, headers=ana))
    good(table.sit(0, headers=ana))
    assert table.sit(1, headers=ana).json()["rule"] == "TB-SIT-6"
    assert table.sit(1, "creator", headers=ana, bot="greedy").json()["rule"] == "TB-SIT-6"


def test_an_account_can_take_a_free_seat_for_itself(http: httpx.Client) -> None:
    """An account can take a free seat, but only for itself."""
    ana, eva, ida = join(http, "Ana"), join(http, "Eva"), join(http, "Ida")
    links = create(http)
    assert sit(links, ana, 0).status_code == 403
    table = create(http, terms={"seating": "anyone"})
    assert table.now()["seating"] == "anyone"
    assert sit(table, ana, 0, bot="greedy").status_code == 403
    good(sit(table, ana, 0, name="Ana"))
    assert sit(table, eva, 0).json()["rule"] == "TB-SIT-2"
    stand_up = http.delete(f"{table.url}/seats/0", headers=by(eva))
    assert stand_up.status_code == 403
    good(sit(table, eva, 1))
    assert table.now()["status"] == "running"
    acted = http.post(
        f"{table.url}/actions", json={"actions": [{"type": "resign"}]}, headers=by(ida)
    )
    assert acted.status_code == 403
    good(http.post(f"{table.url}/actions", json={"actions": [{"type": "resign"}]}, headers=by(eva)))
    assert table.now()["status"] == "over"


def test_sitting_down_reveals_nothing_to_non_spectators(http: httpx.Client) -> None:
    """The responses contain neither the version nor the head, even when they are refusals."""
    ana, eva, ida = join(http, "Ana"), join(http, "Eva"), join(http, "Ida")
    table = create(http, terms={"seating": "anyone", "spectators": {"kind": "refused"}})
    good(sit(table, ana, 0))
    good(sit(table, eva, 1))
    assert http.get(table.url, headers=by(ida)).status_code == 403

    def learned() -> list[tuple[int, Json, set[str]]]:
        found = [
            http.put(f"{table.url}/seats/{seat}", json={}, headers={**by(ida), **condition})
            for seat in (0, 1, 7)
            for condition in ({}, {"If-Match": '"1"'})
        ]
        hidden = {"Carolus-Head", "ETag"}
        return [(one.status_code, one.json(), hidden & {*one.headers}) for one in found]

    before = learned()
    assert [status for status, _, _ in before] == [409] * 4 + [404] * 2
    assert before[0][1]["rule"] == "TB-SIT-1"
    good(table.act(0, {"type": "offer_draw"}))
    assert learned() == before
    assert not any(shown for _, _, shown in before)


def test_a_player_who_stood_up_has_no_rights_left(http: httpx.Client) -> None:
    """The seat then belongs to another player."""
    ana, eva = join(http, "Ana"), join(http, "Eva")
    table = create(http, terms={"seating": "anyone"})
    good(sit(table, ana, 0))
    good(http.delete(f"{table.url}/seats/0", headers=by(ana)))
    good(sit(table, eva, 0))
    assert http.delete(f"{table.url}/seats/0", headers=by(ana)).status_code == 403
    assert http.get(f"{table.url}/legal-actions", headers=by(ana)).status_code == 403


def test_an_account_is_the_creator_of_its_games(http: httpx.Client) -> None:
    """The link of the creator is valid, too."""
    ana, eva = join(http, "Ana"), join(http, "Eva")
    table = create(http, headers=by(ana))
    good(sit(table, ana, 1, bot="greedy"))
    assert sit(table, eva, 0, bot="greedy").status_code == 403
    abort = {"actions": [{"type": "abort_game"}]}
    assert http.post(f"{table.url}/actions", json=abort, headers=by(eva)).status_code == 403
    good(http.post(f"{table.url}/actions", json=abort, headers=by(ana)))
    assert table.now()["status"] == "aborted"
    playing = create(http, headers=by(ana))
    good(sit(playing, ana, 0))
    assert playing.now()["seats"][0]["player"] == ana["player"]["id"]
    good(http.delete(f"{playing.url}/seats/0", headers=by(ana)))


def test_idempotency_keys_belong_to_an_account(http: httpx.Client) -> None:
    """The same key of two accounts creates two games."""
    key = {"Idempotency-Key": "1"}
    tables = [create(http, headers=by(join(http)) | key) for _ in "ab"]
    assert tables[0].id != tables[1].id


# --- who may watch ----------------------------------------------------------------------------

WAYS = ("", "?version=1", "/events", "/record", "/board.svg", "/proof", "/presence")


def views_of(table: Table, headers: dict[str, str] | None = None) -> dict[str, httpx.Response]:
    """Request every view of a game."""
    return {way: table.http.get(f"{table.url}{way}", headers=headers or {}) for way in WAYS}


def test_a_game_without_spectators(http: httpx.Client) -> None:
    """403 while it runs, except for its players and creator. Lists show only how it started."""
    table = start(http, terms={"spectators": {"kind": "refused"}})
    started = table.http.get(table.url, headers=table.headers(0)).json()
    for who in (None, by(join(http))):
        assert {one.status_code for one in views_of(table, who).values()} == {403}
    stream = {"Accept": "text/event-stream"}
    assert http.get(f"{table.url}/events", headers=stream).status_code == 403
    for right in (0, 1, "creator"):
        answers = views_of(table, table.headers(right))
        assert {one.status_code for one in answers.values()} == {200}
    seat = seat_due(started)
    assert seat is not None
    good(table.act(seat, table.legal(seat)[0]))
    (listed,) = good(http.get("/v1/games"))["games"]
    assert (listed["status"], listed["version"]) == ("running", started["version"])
    assert good(http.get("/v1/records?status=running"))["records"] == []
    assert http.get("/v1/records", headers={"Accept": "application/x-ndjson"}).text == ""
    good(table.act(0, {"type": "resign"}))
    assert {one.status_code for one in views_of(table).values()} == {200}
    (listed,) = good(http.get("/v1/games"))["games"]
    assert listed["version"] == table.now()["version"]
    assert len(good(http.get("/v1/records"))["records"]) == 1


def test_before_the_start_anyone_may_watch(http: httpx.Client) -> None:
    """There is nothing to see except who sits where."""
    table = create(http, terms={"spectators": {"kind": "refused"}})
    assert table.now()["spectators"] == {"kind": "refused"}
    assert http.get(f"{table.url}/events").status_code == 200


@pytest.mark.long
@pytest.mark.parametrize("turns", long_after(1, [3, 1]))
def test_a_game_with_delayed_spectators(http: httpx.Client, turns: int) -> None:
    """Every view shows the game as it was that many turns ago; at the end, all of it."""
    table = start(http, terms={"spectators": {"kind": "delayed", "turns": turns}})
    mine = table.headers(0)
    seen = [http.get(table.url, headers=mine).json()]
    for _ in play(table_of(table), Random(1), people=(0, 1)):
        now = http.get(table.url, headers=mine).json()
        if now["status"] != "running":
            break
        seen.append(now)
        if len(seen) > 8:
            break
        then = seen[max(0, len(seen) - 1 - turns)]
        found = table.now()
        for field in ("version", "head", "position", "awaits", "status"):
            assert found[field] == then[field], field
        page = good(http.get(f"{table.url}/events", params={"limit": 1000}))
        assert (page["version"], page["events"][-1]["hash"]) == (then["version"], then["head"])
        assert good(http.get(f"{table.url}/record"))["head"] == then["head"]
        assert good(http.get(f"{table.url}/proof"))["head"] == then["head"]
        shown = http.get(f"{table.url}/board.svg").text
        former = {"version": then["version"]}
        assert shown == http.get(f"{table.url}/board.svg", params=former, headers=mine).text
        ahead = {"version": then["version"] + 1}
        for way in ("", "/board.svg"):
            assert http.get(f"{table.url}{way}", params=ahead).status_code == 404
        (listed,) = good(http.get("/v1/games"))["games"]
        assert listed["version"] == then["version"]
        assert good(http.get("/v1/records?status=running"))["records"] == []
    assert len(seen) > turns + 2
    good(table.act(0, {"type": "resign"}))
    assert table.now()["status"] == "over"
    assert table.now()["version"] == good(http.get(f"{table.url}/proof"))["version"]


def table_of(table: Table) -> Table:
    """Return the table as seat 0 sees it, without the delay."""
    return _Seen(table.http, {"game": {"id": table.id}, "tokens": table.tokens})


class _Seen(Table):
    def now(self) -> Json:
        return good(self.http.get(self.url, headers=self.headers(0)))


def test_nobody_is_the_arbiter_of_their_own_game(
    http: httpx.Client, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token for judging only does not help: it sees no hidden data and cannot end the game."""
    monkeypatch.setenv("CAROLUS_DATA", str(data))
    made = run("token", "make", "--new-account", "Op", "--scope", "play", "--scope", "arbitrate")
    assert made.exit_code == 0, made.output
    both = {"secret": made.stdout.strip()}
    asked = {"name": "judge", "scopes": ["arbitrate"]}
    judge = good(http.post("/v1/tokens", json=asked, headers=by(both)))
    closed = {"spectators": {"kind": "refused"}}
    of_others, own = start(http, terms=closed), create(http, terms=closed)
    good(own.sit(0, headers={"Carolus-Player": both["secret"]}))
    good(own.sit(1))
    adjudicate = {"actions": [{"type": "adjudicate", "winners": ["white"]}]}
    for token in (both, judge):
        refused = http.post(f"{own.url}/actions", json=adjudicate, headers=by(token))
        assert refused.status_code == 403
        good(http.get(of_others.url, headers=by(token)))
    assert http.get(own.url, headers=by(judge)).status_code == 403
    good(http.post(f"{of_others.url}/actions", json=adjudicate, headers=by(judge)))
