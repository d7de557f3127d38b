"""All requests about a game, generated from the OpenAPI document.

This module fails on an operation, path or query parameter that it does not know, so every new
operation must be covered here.
"""

import asyncio
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
from litestar.exceptions import WebSocketDisconnect

from domain.ruleset import LANGUAGES
from tests.support.http.client import Json
from tests.support.http.twins import World, bytes_of, without_hashes

_DOCUMENT: Final = Path(__file__).parents[3] / "openapi" / "openapi.json"

STREAM: Final = "text/event-stream"

NO_GAME: Final = {
    "makePlayer",
    "makeToken",
    "rotateToken",
    "revokeToken",
    "makeWebhook",
    "removeWebhook",
    "tryWebhook",
    "chooseNotifications",
    "makeSubscription",
    "makeOwnStreamTicket",
    "removeSubscription",
    "chooseEmail",
    "removeEmail",
    "confirmEmail",
    "unsubscribeEmail",
    "checkRecords",
    "replayRecord",
    "announceTournament",
    "takeTournamentActions",
}
"""Operations that change something without a game, or with the caller's own data."""

TIMES: Final = {"getMetrics"}
"""Operations whose responses count requests and seconds; ``hunted`` searches these."""


SENTENCES: Final = {"getStory"}
"""Operations whose texts about the game differ in each language."""

_UNTIMED: Final = re.compile(rb"event: presence\ndata: .*\n\n|^: \n\n", re.MULTILINE)
"""Presence and heartbeats: on a busy machine, another may come before a client has left."""

_TRADE: Final = {"type": "trade_cards", "cards": ["c_peru", "c_china", "w_1"]}


class Operation(NamedTuple):
    """One operation of the API."""

    name: str
    method: str
    path: str
    queries: tuple[str, ...]
    kinds: tuple[str, ...]
    """The media types of its responses."""


@cache
def operations() -> tuple[Operation, ...]:
    """Return all operations, in the order of the document."""
    document = json.loads(_DOCUMENT.read_bytes())
    shared = document["components"]["parameters"]
    found = []
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method in {"get", "put", "post", "delete", "patch"}:
                listed = [*item.get("parameters", ()), *operation.get("parameters", ())]
                parameters = [
                    shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one
                    for one in listed
                ]
                queries = tuple(one["name"] for one in parameters if one["in"] == "query")
                kinds = tuple(operation["responses"].get("200", {}).get("content", {}))
                found.append(Operation(operation["operationId"], method, path, queries, kinds))
    return tuple(found)


def asked(world: World, viewer: str, *, all_of_it: bool = True) -> Iterator[tuple[Any, bytes]]:
    """Yield what a viewer receives: everything, or only what concerns this game."""
    for operation in operations():
        of_game = "{game}" in operation.path
        if operation.method != "get":
            if of_game or operation.name in _TRIED:
                for number, answer in enumerate(_TRIED[operation.name](world, viewer)):
                    yield (operation.name, number), bytes_of(answer)
            elif operation.name not in NO_GAME:
                # The rule checker gets a position in the request, and uses no game.
                assert operation.path.startswith("/v1/rulesets/"), operation
        elif operation.name not in TIMES and (of_game or all_of_it):
            yield from _got(world, viewer, operation)
    yield "live", _conversation(world, viewer)
    yield from _shared(world, viewer)


# --- reading ------------------------------------------------------------------------------------


def _path(world: World, operation: Operation) -> str:
    places = {
        "game": world.table.id,
        "tournament": "a" * 16,
        "round": 1,
        "ruleset": world.rules.meta.id,
        "player": world.player,
        "token": world.token,
        "webhook": world.hook,
        "unsubscription": "a" * 32,
        "name": "illegal-action",
        "level": "entries",
        "tile": "000.p/1",
    }
    return operation.path.format_map(places)


def _queries(world: World, name: str) -> list[Any]:
    version = world.game.version
    values: dict[str, list[Any]] = {
        "version": [version // 2, version - 1],
        "after": [version // 2],
        "limit": [2],
        "cursor": [],  # comes from the page before
        "sample": [],  # another one each time
        "at": [0],
        "ticket": [],  # is the token of the viewer; _TRIED uses one
        "snapshot": [],  # a stream without "after" begins with one
        "status": ["running"],
        "ruleset": [world.rules.meta.id],
        "player": [world.player],
        "seats_free": ["true"],
        "seating": ["links"],
        "reserved_for": [world.player],
        "label": ["Cup"],
        "stratum": ["players=2,round_starter=rotates"],
        "season": ["2025-Q1"],
        "from": ["2025-01-01"],
        "to": ["2026-01-01"],
        "about": [world.table.id],
        "phase": ["registration"],
        "organiser": [world.player],
        "round": [1],
        "for_programs": ["true"],
        "part": ["board"],
        "for": ["reading"],
    }
    return values[name]


def _got(world: World, viewer: str, operation: Operation) -> Iterator[tuple[Any, bytes]]:
    path = _path(world, operation)
    _, mine = world.viewers[viewer]
    asked = [{}, *({name: one} for name in operation.queries for one in _queries(world, name))]
    for kind in operation.kinds or ("*/*",):
        if kind == STREAM:
            for query in ({"after": 0}, {}):
                yield (operation.name, kind, *query), _streamed(world, path, query, mine)
            continue
        for query in asked:
            question = (operation.name, kind, *query.items())
            yield from _pages(world, path, question, query, {**mine, "Accept": kind})
        if operation.name in SENTENCES:
            for language in LANGUAGES[1:]:
                question = (operation.name, kind, language)
                headers = {**mine, "Accept": kind, "Accept-Language": language}
                yield from _pages(world, path, question, {}, headers)


def _pages(
    world: World, path: str, question: Any, query: Json, headers: dict[str, str]
) -> Iterator[tuple[Any, bytes]]:
    """Yield a response, then the response to its ETag, and the next page."""
    answer = world.http.get(path, params=query, headers=headers)
    yield question, bytes_of(answer)
    if tag := answer.headers.get("ETag"):
        again = world.http.get(path, params=query, headers={**headers, "If-None-Match": tag})
        yield (*question, "again"), bytes_of(again)
    if answer.headers.get("Content-Type") == "application/json" and answer.is_success:
        body = answer.json()
        if "limit" in query and body.get("next"):
            following = world.http.get(
                path, params={**query, "cursor": body["next"]}, headers=headers
            )
            yield (*question, "next"), bytes_of(following)


class Stream:
    """A stream that a client follows, and the bytes received."""

    def __init__(
        self,
        world: World,
        path: str,
        query: Json,
        headers: Mapping[str, str],
        until: bytes | None = None,
    ) -> None:
        """Follow until the stream contains this, or ends."""
        self.received = bytearray()
        self._world = world
        self._until = until
        self._left = asyncio.Event()
        self._begun = False
        request = world.http.build_request(
            "GET", path, params=query, headers={**headers, "Accept": STREAM}
        )
        self._scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": request.url.path,
            "raw_path": request.url.raw_path.partition(b"?")[0],
            "query_string": request.url.query,
            "root_path": "",
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
            "client": ("testclient", 50000),
            "server": ("testserver.local", 80),
            "state": {},
        }
        self._ended = world.client.blocking_portal.start_task_soon(self._follow)

    async def _follow(self) -> None:
        async with asyncio.timeout(60):
            await self._world.client.app(self._scope, self._receive, self._send)

    async def _receive(self) -> dict[str, Any]:
        if self._begun:
            await self._left.wait()
            return {"type": "http.disconnect"}
        self._begun = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.received.extend(b"%d\n" % message["status"])
            self.received.extend(b"\n".join(b"%b: %b" % header for header in message["headers"]))
            return
        self.received.extend(message.get("body", b""))
        enough = self._until is not None and self._until in self.received
        if enough or not message.get("more_body"):
            self._left.set()

    def shown(self, begin: int = 0) -> bytes:
        """Return the stream from some byte on, without frames whose time may vary."""
        return without_hashes(_UNTIMED.sub(b"", bytes(self.received[begin:])))

    def end(self) -> None:
        """Wait for the end."""
        self._ended.result()


def _streamed(world: World, path: str, query: Json, headers: Mapping[str, str]) -> bytes:
    """Return the bytes of a stream, up to the first sign that there is no more for now."""
    stream = Stream(world, path, query, headers, b"\n: \n")
    stream.end()
    return stream.shown()


def _conversation(world: World, viewer: str) -> bytes:
    """Return what a WebSocket sends, including the response to an action."""
    _, mine = world.viewers[viewer]
    heard: list[str] = []
    address = f"{world.table.url}/live?after=0&snapshot=true"
    with (
        world.client.websocket_connect(address, headers=mine) as socket,
        suppress(WebSocketDisconnect),
    ):
        if not mine:
            socket.send_json({"type": "hello"})
        asked = False
        while True:
            heard.append(socket.receive_text())
            kind = json.loads(heard[-1])["type"]
            if kind == "presence":
                heard.pop()  # its time varies; another request reads it
            if kind != "heartbeat":
                continue
            if asked:
                break
            asked = True
            socket.send_json({"type": "act", "id": 1, "actions": [_TRADE]})
            # More heartbeats may come before the response.
            while json.loads(heard[-1])["type"] in {"heartbeat", "presence"}:
                heard[-1] = socket.receive_text()
    return without_hashes("\n".join(heard).encode())


def _shared(world: World, viewer: str) -> Iterator[tuple[Any, bytes]]:
    """Yield the pages of the game for other sites, which are the same for every viewer."""
    _, mine = world.viewers[viewer]
    for below in ("/games", "/embed"):
        for moment in ("", f"/v/{world.game.version // 2}"):
            answer = world.http.get(f"{below}/{world.table.id}{moment}", headers=mine)
            yield (below, moment), bytes_of(answer)


# --- changes ------------------------------------------------------------------------------------


def _actions(world: World, viewer: str) -> Iterator[httpx.Response]:
    """Yield verdicts, refusals and repeated responses; the game stays as it is."""
    seat, mine = world.viewers[viewer]
    url = f"{world.table.url}/actions"
    own = [entry for entry in world.entries if entry.seat == seat]
    # The link to a seat of an account is not valid, as each response says.
    for entry in own[-1:]:
        yield world.http.post(
            url,
            params={"legal_actions": "true", "story": "true", "board": "all"},
            json={"actions": [entry.action]},
            headers={**mine, "Idempotency-Key": entry.key},
        )
    tried: list[list[Json]] = [
        [_TRADE],
        [{"type": "trade_cards", "cards": ["c_iran", "c_gobi", "c_japan"]}],
        [{"type": "move_tokens", "source": "peru", "target": "japan", "count": 1}],
        [{"type": "attack", "source": "peru", "target": "japan"}],
        [{"type": "place_tokens", "pool": "asia", "territory": "peru", "count": 99}],
        [{"type": "draw_card", "card": "w_1"}],
        [{"type": "adjudicate", "winners": ["blue"]}],
        [{"type": "nonsense"}],
    ]
    for actions in tried:
        for query in ({}, {"dry_run": "true"}, {"alternatives": "1"}):
            yield world.http.post(url, params=query, json={"actions": actions}, headers=mine)
    wanted: list[list[Json]] = [[{"type": "resign"}], [{"type": "offer_draw"}]]
    wanted += [[{"type": "end_turn"}], [{"type": "offer_take_back", "to": world.game.version - 1}]]
    if seat is not None:
        seen: dict[str, Json] = {}
        for action in world.rules.legal(world.position, seat):
            as_json = _json_of(action)
            seen.setdefault(as_json["type"], as_json)
        wanted += [[action] for action in seen.values()]
        wanted += [[action, action] for action in seen.values()]
    for actions in wanted:
        for query in ({"dry_run": "true"}, {"alternatives": "1"}):
            yield world.http.post(url, params=query, json={"actions": actions}, headers=mine)
    stale = {**mine, "If-Match": '"1"'}
    yield world.http.post(url, json={"actions": tried[0]}, headers=stale)


def _json_of(action: Any) -> Json:
    members = {name: getattr(action, name) for name in action.__struct_fields__}
    return {"type": action.__struct_config__.tag, **members}


def _sitting(world: World, viewer: str) -> Iterator[httpx.Response]:
    _, mine = world.viewers[viewer]
    for seat in (*world.seats, 9):
        yield world.http.put(f"{world.table.url}/seats/{seat}", json={"name": "Zoe"}, headers=mine)


def _leaving(world: World, viewer: str) -> Iterator[httpx.Response]:
    _, mine = world.viewers[viewer]
    for seat in world.seats:
        yield world.http.delete(f"{world.table.url}/seats/{seat}", headers=mine)


def _linking(world: World, viewer: str) -> Iterator[httpx.Response]:
    """Give links, though the game has no chains."""
    _, mine = world.viewers[viewer]
    given = {"head": "00" * 32, "link": "00" * 32}
    for seat in (*world.seats, 9):
        for moment in (1, world.game.moments, world.game.moments + 1):
            url = f"{world.table.url}/seats/{seat}/links/{moment}"
            yield world.http.put(url, json=given, headers=mine)


def _hinting(world: World, viewer: str) -> Iterator[httpx.Response]:
    """Ask for help, though other people play."""
    _, mine = world.viewers[viewer]
    yield world.http.post(f"{world.table.url}/hint", headers=mine)


def _with_ticket(world: World, viewer: str) -> Iterator[httpx.Response]:
    """Get a ticket, which is never the same, and see what it opens."""
    _, mine = world.viewers[viewer]
    answer = world.http.post(f"{world.table.url}/stream-ticket", headers=mine)
    if not answer.is_success:
        yield answer
        return
    ticket = {"ticket": answer.json()["ticket"]}
    yield world.http.head(f"{world.table.url}/events", params=ticket, headers={"Accept": STREAM})


def _again(world: World, viewer: str) -> Iterator[httpx.Response]:
    _, mine = world.viewers[viewer]
    yield world.http.post(f"{world.table.url}/rematch", json={"name": "Zoe"}, headers=mine)


def _playing_on(world: World, viewer: str) -> Iterator[httpx.Response]:
    """Play on from this game, which has not ended, and guess what it began with."""
    _, mine = world.viewers[viewer]
    version = world.game.version
    asked: Json = {"ruleset": world.rules.meta.id}
    for number in (1, version // 2, version - 1, version, version + 1):
        continues = {"game": world.table.id, "version": number}
        yield world.http.post("/v1/games", json={**asked, "continues": continues}, headers=mine)
    position = {"game": world.table.id, "version": version, "position": {}}
    yield world.http.post("/v1/games", json={**asked, "continues": position}, headers=mine)


_TRIED: Final = {
    "createGame": _playing_on,
    "playAgain": _again,
    "makeStreamTicket": _with_ticket,
    "takeActions": _actions,
    "askHint": _hinting,
    "takeSeat": _sitting,
    "leaveSeat": _leaving,
    "giveSeatLink": _linking,
}
"""Requests to change a game that it refuses, repeats, or judges without making them."""
