"""Rematches over HTTP: one next game, in which every player keeps their seat."""

import asyncio
from pathlib import Path

import httpx
import pytest

from domain.table.actions import Resign, TakeSeat
from domain.table.game import TABLE
from service.access.game_keys import role_of
from service.games.handler import Handler
from service.games.rematches import Rematches
from service.http.parts import parts_in
from service.runtime.fingerprints import fingerprint
from tests.support.games.table import RULES
from tests.support.http.client import Json, Table, create, good, start
from tests.support.proof import verifier
from tests.support.storage.handling import must_be_whole, workers
from tests.support.storage.stores import OpenStore, Ticks, keys_of, on_both_engines, run

CLOCK = {"kind": "bank", "seconds": 600, "on_flag": "forfeit", "increment_seconds": 5}


@pytest.fixture
def http(lasting: httpx.Client) -> httpx.Client:
    """Every test opens its own games."""
    return lasting


def over(http: httpx.Client, **asked: object) -> Table:
    """Return a game that a player resigned."""
    table = start(http, **asked)  # type: ignore[arg-type]
    good(table.act(0, {"type": "resign"}))
    return table


def again(table: Table, who: int | str | None, **asked: object) -> httpx.Response:
    return table.http.post(f"{table.url}/rematch", json=asked, headers=table.headers(who))


def by(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def join(http: httpx.Client, name: str) -> Json:
    return good(http.post("/v1/players", json={"name": name}))


def test_two_people_play_again(http: httpx.Client) -> None:
    """The first to ask opens the game, and the second starts it; each gets one token."""
    table = over(http, terms={"clock": CLOCK, "take_backs": True}, setup="tabletop")
    assert table.now()["rematch"] is None
    first = again(table, 0, entropy="00ff")
    rematch = good(first)
    assert first.headers["location"] == f"/v1/games/{rematch['game']['id']}"
    assert first.headers["cache-control"] == "no-store"
    assert (rematch["seat"], rematch["game"]["status"]) == (0, "open")
    before = table.now()
    assert before["rematch"] == {"id": rematch["game"]["id"]}
    for name in ("ruleset", "options", "take_backs", "spectators"):
        assert rematch["game"][name] == before[name]
    assert rematch["game"]["clocks"]["clock"] == CLOCK
    assert rematch["game"]["chance"]["commitment"] != before["chance"]["commitment"]
    assert [seat["taken"] for seat in rematch["game"]["seats"]] == [True, False]
    second = good(again(table, 1, name="Berta"))
    assert (second["seat"], second["game"]["status"]) == (1, "running")
    assert second["game"]["id"] == rematch["game"]["id"]
    assert [seat["name"] for seat in second["game"]["seats"]] == ["Guest 0", "Berta"]
    tokens = [rematch["token"], second["token"]]
    url = first.headers["location"]
    (due,) = second["game"]["awaits"]
    for seat, token in enumerate(tokens):
        resigned = http.get(f"{url}/legal-actions", headers=by(token))
        assert good(resigned)["seat"] == seat
        assert http.get(table.url, headers=by(token)).status_code == 401
    legal = good(http.get(f"{url}/legal-actions", headers=by(tokens[due["seat"]])))
    act = {"actions": legal["actions"][:1]}
    good(http.post(f"{url}/actions", json=act, headers=by(tokens[due["seat"]])))
    events = good(http.get(f"{url}/events"))["events"]
    assert verifier.head_of(rematch["game"]["id"], events) == good(http.get(url))["head"]


def test_asking_again_returns_the_same_rematch(http: httpx.Client) -> None:
    """Before the start and after it, whatever the second request contains."""
    table = over(http)
    first = again(table, 1)
    assert again(table, 1).content == first.content
    assert good(again(table, 1, name="Zoe"))["game"]["seats"][1]["name"] == "Guest 1"
    other = again(table, 0)
    assert again(table, 0).content == other.content
    late = good(again(table, 1))
    assert (late["token"], late["seat"]) == (good(first)["token"], 1)
    assert late["game"] == good(other)["game"]


def test_house_bots_take_part_in_a_rematch(http: httpx.Client) -> None:
    """They keep their seats, so the game starts at once. It can have a rematch, too."""
    table = over(http, bots={1: "random"})
    rematch = good(again(table, 0))
    assert rematch["game"]["status"] == "running"
    assert rematch["game"]["seats"][1]["bot"] == "random"
    url = f"/v1/games/{rematch['game']['id']}"
    resign = {"actions": [{"type": "resign"}]}
    good(http.post(f"{url}/actions", json=resign, headers=by(rematch["token"])))
    third = good(http.post(f"{url}/rematch", json={}, headers=by(rematch["token"])))
    assert len({table.id, rematch["game"]["id"], third["game"]["id"]}) == 3
    assert good(http.get(url))["rematch"] == {"id": third["game"]["id"]}


def test_only_players_can_ask_for_a_rematch(http: httpx.Client) -> None:
    """Not anonymous clients, the creator, other accounts, or tokens of another game."""
    table = over(http)
    assert again(table, None).status_code == 401
    assert again(table, "creator").status_code == 403
    headers = by(join(http, "Ana")["secret"])
    assert http.post(f"{table.url}/rematch", json={}, headers=headers).status_code == 403
    headers = over(http).headers(0)
    assert http.post(f"{table.url}/rematch", json={}, headers=headers).status_code == 401
    assert table.now()["rematch"] is None
    nowhere = http.post("/v1/games/aaaaaaaaaaaaaaaa/rematch", json={}, headers=headers)
    assert nowhere.status_code == 404


@pytest.mark.parametrize("status", ["open", "running"])
def test_an_unfinished_game_has_no_rematch(http: httpx.Client, status: str) -> None:
    table = create(http) if status == "open" else start(http)
    refused = again(table, 0)
    assert (refused.status_code, refused.json()["rule"]) == (409, "TB-REMATCH-1")
    assert refused.headers["carolus-head"] == table.now()["head"]
    assert table.now()["rematch"] is None


def test_a_link_is_not_enough_for_the_seat_of_an_account_or_bot(http: httpx.Client) -> None:
    """The creator has the links of those seats, too."""
    ana = join(http, "Ana")
    table = create(http, players=3, terms={"seating": "anyone"})
    good(http.put(f"{table.url}/seats/0", json={}, headers=by(ana["secret"])))
    good(table.sit(1))
    good(table.sit(2, "creator", bot="random"))
    for seat in (1, 0):
        good(table.act(seat, {"type": "resign"}))
    for seat, reason in ((0, "seat_was_of_an_account"), (2, "seat_was_of_the_house")):
        refused = again(table, seat)
        assert refused.status_code == 409
        assert (refused.json()["rule"], refused.json()["reason"]) == ("TB-REMATCH-2", reason)
    assert table.now()["rematch"] is None
    mine = good(http.post(f"{table.url}/rematch", json={}, headers=by(ana["secret"])))
    assert (mine["seat"], mine["token"]) == (0, None)
    url = f"/v1/games/{mine['game']['id']}"
    assert mine["game"]["seats"][0]["player"] == ana["player"]["id"]
    # The seats are reserved for the earlier players, so no other account can take one.
    assert mine["game"]["seating"] == "links"
    stranger = by(join(http, "Eva")["secret"])
    assert http.put(f"{url}/seats/1", json={}, headers=stranger).status_code == 403
    other = good(again(table, 1))
    assert other["game"]["status"] == "running"
    assert good(http.get(f"{url}/legal-actions", headers=by(ana["secret"])))["seat"] == 0
    repeated = http.post(f"{table.url}/rematch", json={}, headers=by(ana["secret"]))
    assert good(repeated)["game"]["id"] == mine["game"]["id"]


def test_the_account_that_opened_the_game_is_the_creator_of_the_next(http: httpx.Client) -> None:
    """Whichever player asks; the creator's link is valid only for the first game."""
    club = by(join(http, "Club")["secret"])
    table = create(http, headers=club)
    for seat in (0, 1):
        good(table.sit(seat))
    good(table.act(0, {"type": "resign"}))
    url = f"/v1/games/{good(again(table, 1))['game']['id']}"
    abort = {"actions": [{"type": "abort_game"}]}
    by_link = http.post(f"{url}/actions", json=abort, headers=table.headers("creator"))
    assert by_link.status_code == 401
    done = good(http.post(f"{url}/actions", json=abort, headers=club))
    assert done["game"]["status"] == "aborted"
    # Each game has only one rematch, even if that was called off.
    assert again(table, 0).json()["rule"] == "TB-SIT-1"


def test_a_seat_that_was_left_can_be_taken_again(http: httpx.Client) -> None:
    table = over(http)
    rematch = good(again(table, 0))
    url = f"/v1/games/{rematch['game']['id']}"
    good(http.delete(f"{url}/seats/0", headers=by(rematch["token"])))
    assert good(http.get(url))["seats"][0]["taken"] is False
    assert good(again(table, 0))["game"]["seats"][0]["taken"] is True


def test_the_entity_tag_changes_with_a_rematch(http: httpx.Client) -> None:
    """The game is the same, but its representation is not."""
    table = over(http)
    tag = http.get(table.url).headers["etag"]
    asked = {"If-None-Match": tag}
    assert http.get(table.url, headers=asked).status_code == 304
    good(again(table, 0))
    shown = http.get(table.url, headers=asked)
    assert shown.status_code == 200
    assert shown.headers["etag"] not in {tag, ""}
    assert http.get(table.url, headers={"If-None-Match": shown.headers["etag"]}).status_code == 304
    earlier = http.get(table.url, params={"version": 3})
    assert good(earlier)["rematch"] is None
    assert earlier.headers["etag"] == '"3"'


def test_only_hashes_of_the_tokens_are_stored(http: httpx.Client, lasting_data: Path) -> None:
    """No one has a token of the creator."""
    table = over(http)
    rematch = good(again(table, 0))
    log = parts_in(http.app).handler  # type: ignore[attr-defined]
    vault = asyncio.run(log.vault(rematch["game"]["id"]))
    assert vault.seats[0] == fingerprint(rematch["token"])
    assert role_of(vault, rematch["token"]) == 0
    assert role_of(vault, table.tokens["creator"]) is None
    for path in lasting_data.iterdir():
        if path.is_file():
            assert rematch["token"].encode() not in path.read_bytes()


@on_both_engines
def test_several_workers_open_one_game(store: OpenStore) -> None:
    """All seats ask several times at once on all workers: one game, and one token for each seat."""

    async def scene(handlers: list[Handler]) -> None:
        opened = await handlers[0].open(RULES, RULES.options_type(players=3), None)
        game = opened.stored.game.id
        await handlers[0].perform(game, TABLE, [TakeSeat(seat) for seat in range(3)])
        for seat in (0, 1):
            await handlers[0].perform(game, seat, [Resign()])
        rematches = [
            Rematches(one, keys_of(f"rematches {number}"), Ticks(number))
            for number, one in enumerate(handlers)
        ]
        asked = [(worker, seat) for worker in rematches for seat in range(3) for _ in range(3)]
        answers = await asyncio.gather(
            *(worker.play_again(game, seat, None, None, "") for worker, seat in asked)
        )
        assert len({answer.stored.game.id for answer in answers}) == 1
        tokens = {(seat, answer.token) for (_, seat), answer in zip(asked, answers, strict=True)}
        assert len(tokens) == 3
        found = answers[0].stored.game.id
        for worker, handler in zip(rematches, handlers, strict=True):
            after = await handler.load(found)
            assert after.game.status == "running"
            assert await worker.after((await handler.load(game)).game) == found
        must_be_whole(handlers[0].log, found)

    with workers(store, 3) as handlers:
        run(scene(handlers))
