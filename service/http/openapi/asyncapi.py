"""The AsyncAPI document: what the service sends when something happens, and what clients send.

OpenAPI describes requests and their answers. This describes the frames of streams, the conversation
over a WebSocket, and the messages to webhooks. Its schemas are those of the OpenAPI document, and
those of the types that only frames have.
"""

from typing import Any, Final, NamedTuple

from domain.rulesets.registry import RULESETS
from service.http.openapi import descriptions, frames
from service.http.openapi.frames import DescribedFrame, Talk
from service.http.openapi.schemas import prefix
from service.http.openapi.tidy import REFS, name_of, ref, tidied
from service.http.openapi.transforms import JsonObject, Named, Schema, any_of, filled, refs_in
from service.http.requests.filters import TICKET
from service.http.requests.request import JSON
from service.http.static import reference_pages
from service.wire.games import GameSummary
from service.wire.tournaments import TakeTournamentActionsRequest

_DESCRIPTION: Final = f"""\
The streams of games, of tournaments and of the lobby, the WebSockets of games and of tournaments,
and the messages to webhooks. The OpenAPI document, `/schema/openapi.json`, describes everything
else, and has the same schemas.

- In a stream of server-sent events, the headers of a message are the fields `event` and `id`, and
  the payload is the field `data`. `retry` says when to reconnect, and comments are heartbeats.
- To resume, send the last `id` as `Last-Event-ID` or as `after`.
- Later versions may send other messages, and messages may have other members: ignore those that you
  do not know.

[How streams begin, resume and end]({reference_pages.ADDRESS}/live.md), and
[how messages to webhooks are signed and delivered]({reference_pages.ADDRESS}/webhooks.md).
"""


_TAGS: Final = {
    "server-sent events": "Streams that any HTTP client can read.",
    "webhooks": "Messages that the service sends to your server.",
    "websocket": "A conversation about a game or a tournament.",
}


class _Described(NamedTuple):
    """A stream of server-sent events."""

    id: str
    address: str
    title: str
    frames: tuple[DescribedFrame, ...]
    schemes: tuple[str, ...] = ()
    """How a client that must identify itself does so."""


_BY_HEADER: Final = "token"
_BY_QUERY: Final = "ticket"

_GAME: Final = "/v1/games/{game}/events"
_TOURNAMENT: Final = "/v1/tournaments/{tournament}/events"

_STREAMS: Final = (
    _Described("game", _GAME, "The events of a game.", frames.OF_GAME),
    _Described("tournament", _TOURNAMENT, "The events of a tournament.", frames.OF_TOURNAMENT),
    _Described(
        "lobby", "/v1/lobby/events", "All games and tournaments that change.", frames.OF_LOBBY
    ),
    _Described(
        "ownGames",
        "/v1/players/me/events",
        "All games in which your account sits.",
        frames.OF_OWN_GAMES,
        (_BY_HEADER, _BY_QUERY),
    ),
)


class _Talked(NamedTuple):
    """A conversation over a WebSocket, and the names of its operations."""

    id: str
    events: str
    """The address of the stream with the same frames."""
    about: str
    talk: Talk
    follow: str
    greet: str
    act: str


_TALKS: Final = (
    _Talked("live", _GAME, "a game", frames.ABOUT_A_GAME, "followLive", "greet", "act"),
    _Talked(
        "tournamentLive",
        _TOURNAMENT,
        "a tournament",
        frames.ABOUT_A_TOURNAMENT,
        "followTournamentLive",
        "greetTournament",
        "actInTournament",
    ),
)
_WEBHOOK: Final = "webhook"

_OF_LISTS: Final = frozenset({"limit", "cursor"})
"""Query parameters that have no effect on a stream."""


def asyncapi(document: JsonObject) -> JsonObject:
    """Return the AsyncAPI document of the service that this OpenAPI document describes."""
    added = _added(document["components"]["schemas"])
    channels = {
        **{one.id: _stream(one) for one in _STREAMS},
        **{one.id: _live(document, added, one) for one in _TALKS},
        _WEBHOOK: _webhook(document["webhooks"], document["components"]["schemas"]),
    }
    named = {**document["components"]["schemas"], **added}
    found = {
        "info": _info(document["info"]),
        "defaultContentType": JSON,
        "servers": _servers(),
        "channels": channels,
        "operations": _operations(document),
        "components": {
            "schemas": {name: named[name] for name in sorted(_reached(channels, named))},
            "securitySchemes": _schemes(),
        },
    }
    return {"asyncapi": "3.0.0", **_in_draft_07(found)}


def _info(info: JsonObject) -> JsonObject:
    shared = {name: one for name, one in info.items() if name == "version" or name[:2] == "x-"}
    return {
        "title": f"{info['title']}: streams and messages",
        "description": _DESCRIPTION,
        "license": {
            "name": info["license"]["name"],
            "url": "https://www.apache.org/licenses/LICENSE-2.0",
        },
        "tags": [{"name": name, "description": text} for name, text in _TAGS.items()],
        **shared,
    }


def _servers() -> JsonObject:
    """Return the servers; the document is the same everywhere, so hosts are variables."""
    host = {"description": "The host of the service.", "default": "127.0.0.1:8000"}
    receiver = {"description": "The host of your server.", "default": "hooks.club.example"}

    def server(protocol: str, words: str, variable: JsonObject) -> JsonObject:
        return {
            "host": "{host}",
            "protocol": protocol,
            "description": words,
            "variables": {"host": variable},
        }

    return {
        "http": server("http", "The service that serves this document; with TLS, https.", host),
        "ws": server("ws", "The same, over a WebSocket; with TLS, wss.", host),
        "receiver": server("https", "Your server, which receives messages.", receiver),
    }


def _schemes() -> JsonObject:
    return {
        _BY_HEADER: descriptions.TOKEN,
        _BY_QUERY: {
            "type": "httpApiKey",
            "name": TICKET,
            "in": "query",
            "description": "A ticket for this stream, for a client that cannot set a header.",
        },
    }


def _stream(stream: _Described) -> JsonObject:
    return {
        **_addressed(stream.address),
        "title": stream.title,
        "servers": [_server("http")],
        "messages": frames.as_sse(stream.frames),
    }


def _live(document: JsonObject, added: Named, talked: _Talked) -> JsonObject:
    reply_id = added[name_of(talked.talk.act)]["properties"]["id"]
    bare = {name: one for name, one in reply_id.items() if name not in ("default", "description")}
    query = _query(document, talked.events, without={*_OF_LISTS, TICKET})
    return {
        **_addressed(talked.events.replace("events", "live")),
        "title": f"A conversation about {talked.about}.",
        "servers": [_server("ws")],
        "messages": frames.conversation(talked.talk, bare),
        "bindings": {"ws": {"method": "GET", "query": query, "bindingVersion": "0.1.0"}},
    }


def _webhook(webhooks: JsonObject, known: Named) -> JsonObject:
    messages: JsonObject = {}
    for kind, item in webhooks.items():
        operation = item["post"]
        properties = {
            one["name"]: {**one["schema"], "description": one["description"]}
            for one in operation["parameters"]
        }
        headers = {"type": "object", "properties": properties, "required": [*properties]}
        content = operation["requestBody"]["content"][JSON]
        found = content.get("examples", {})
        messages[operation["operationId"]] = {
            "name": kind,
            "summary": operation["summary"],
            "headers": headers,
            "payload": _of_type(kind, known[content["schema"]["$ref"].removeprefix(REFS)]),
            "examples": [{"payload": one["value"]} for one in found.values()],
        }
    return {
        "title": "The URL of a webhook.",
        "description": "You choose the URL when you create the webhook.",
        "servers": [_server("receiver")],
        "messages": messages,
    }


def _of_type(kind: str, schema: Schema) -> Schema:
    """Return the schema of a message of this type, which has no name of its own."""
    narrow = {**schema["properties"], "type": {"type": "string", "const": kind}}
    rest = {name: one for name, one in schema.items() if name != "title"}
    return {**rest, "properties": narrow}


def _addressed(address: str) -> JsonObject:
    """Return the address of a channel, with its parameter if it has one."""
    named = [name for name in ("game", "tournament") if f"{{{name}}}" in address]
    if not named:
        return {"address": address}
    words = {name: {"description": descriptions.PARAMETERS[name]["description"]} for name in named}
    return {"address": address, "parameters": words}


def _server(name: str) -> JsonObject:
    return {"$ref": f"#/servers/{name}"}


def _operations(document: JsonObject) -> JsonObject:
    """Return who sends what: the service sends or receives."""
    found: JsonObject = {}
    for one in _STREAMS:
        operation = document["paths"][one.address]["get"]
        query = _query(document, one.address, without=_OF_LISTS)
        found[operation["operationId"]] = {
            "action": "send",
            "channel": _channel(one.id),
            "summary": operation["summary"],
            "description": "Request `text/event-stream`; it goes on until one side ends it.",
            "messages": [_message(one.id, frame.name) for frame in one.frames],
            "bindings": {"http": {"method": "GET", "query": query, "bindingVersion": "0.3.0"}},
        }
        if one.schemes:
            schemes = [{"$ref": f"#/components/securitySchemes/{name}"} for name in one.schemes]
            found[operation["operationId"]]["security"] = schemes
    for talked in _TALKS:
        found |= _talk(talked)
    return {**found, **_deliveries(document)}


def _talk(talked: _Talked) -> JsonObject:
    """Return the operations of a WebSocket."""
    hello, act = frames.SAID
    channel = _channel(talked.id)
    replies = [_message(talked.id, one.name) for one in talked.talk.replies]
    sent = [_message(talked.id, name) for name in talked.talk.sent]
    return {
        talked.follow: {
            "action": "send",
            "channel": channel,
            "summary": f"Follow {talked.about}",
            "description": "Frames as they happen, from the handshake or `hello` on.",
            "messages": sent,
        },
        talked.greet: {
            "action": "receive",
            "channel": channel,
            "summary": "Say who you are",
            "description": "Send this first, within 10 seconds, if you cannot set `Authorization`; "
            "a spectator leaves out the token.",
            "messages": [_message(talked.id, hello)],
        },
        talked.act: {
            "action": "receive",
            "channel": channel,
            "summary": f"Act in {talked.about}",
            "description": "The reply has the same `id`. You get the events as frames, too.",
            "messages": [_message(talked.id, act)],
            "reply": {"channel": channel, "messages": replies},
        },
    }


def _deliveries(document: JsonObject) -> JsonObject:
    operations = [item["post"] for item in document["webhooks"].values()]
    return {
        "notifyWebhook": {
            "action": "send",
            "channel": _channel(_WEBHOOK),
            "summary": "Notify a webhook",
            "description": operations[0]["description"],
            "messages": [_message(_WEBHOOK, one["operationId"]) for one in operations],
            "bindings": {"http": {"method": "POST", "bindingVersion": "0.3.0"}},
        }
    }


def _channel(name: str) -> JsonObject:
    return {"$ref": f"#/channels/{name}"}


def _message(channel: str, name: str) -> JsonObject:
    return {"$ref": f"#/channels/{channel}/messages/{name}"}


def _query(document: JsonObject, path: str, *, without: frozenset[str] | set[str]) -> JsonObject:
    """Return the schema of the query of an operation of the OpenAPI document."""
    found = {
        one["name"]: {**one["schema"], "description": one["description"]}
        for one in document["paths"][path]["get"]["parameters"]
        if one.get("in") == "query" and one["name"] not in without
    }
    return {"type": "object", "properties": found}


def _added(known: Named) -> Named:
    """Return the schemas that the OpenAPI document does not have."""
    actions = known["TakeActionsRequest"]["properties"]["actions"]
    of_tournament = known[name_of(TakeTournamentActionsRequest)]["properties"]["actions"]
    parts = {
        "summary": ref(name_of(GameSummary)),
        "sent_actions": actions,
        "sent_tournament_actions": of_tournament,
    }
    added: Named = filled(tidied(frames.KINDS), parts)
    union = any_of([ref(f"{prefix(one)}Event") for one in RULESETS])
    words = "Something that happened in a game, of any ruleset."
    added[frames.ANY_EVENT] = {"title": frames.ANY_EVENT, "description": words, **union}
    for name, one in added.items():
        assert known.get(name, one) == one, f"two types are called {name}"
    return added


def _reached(channels: JsonObject, named: Named) -> set[str]:
    seen: set[str] = set()
    waiting = list(refs_in(channels))
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += refs_in(named[name])
    return seen


def _in_draft_07(schema: Any) -> Any:
    """Return a schema in the dialect of AsyncAPI: draft 7, without discriminators of OpenAPI."""
    if isinstance(schema, list):
        return [_in_draft_07(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _in_draft_07(one) for key, one in schema.items() if key != "discriminator"}
    if "$ref" in found and len(found) > 1:  # draft 7 ignores what is next to a reference
        found = {"allOf": [{"$ref": found.pop("$ref")}], **found}
    if "prefixItems" in found:
        found |= {"items": found.pop("prefixItems"), "additionalItems": False}
    return found
