"""What a service sends about a game as server-sent events, and as a WebSocket."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from service.conformance.check_results import NonConforming, NotChecked
from service.conformance.client import (
    EVENT_STREAM,
    SECONDS_MAX,
    TRIES,
    must,
    problem_of,
    wait_out,
)
from service.conformance.played_game import CheckedGame
from service.conformance.schemas import JsonMap

HEARTBEAT_SECONDS_MAX: Final = 40.0
"""A silent stream that sends nothing for so long looks like a broken connection."""


class StreamFrame(NamedTuple):
    """A frame of a stream; one without a name is a comment."""

    name: str
    id: str | None
    data: Any


def frames(answer: httpx.Response) -> Iterator[StreamFrame]:
    """Yield the frames of server-sent events."""
    fields: dict[str, str] = {}
    for line in answer.iter_lines():
        if line.startswith(":"):
            yield StreamFrame("", None, None)
        elif line:
            name, _, value = line.partition(":")
            fields[name] = value.removeprefix(" ")
        elif "data" in fields:
            data = msgspec.json.decode(fields["data"])
            yield StreamFrame(fields.get("event", ""), fields.get("id"), data)
            fields = {}
        else:
            fields = {}


def streamed(game: CheckedGame, **headers: str) -> list[StreamFrame]:
    """Return all frames of a game that has ended."""
    sent = {"Accept": EVENT_STREAM, **headers}
    path = path_of(game)
    query = "" if "Last-Event-ID" in headers else "?after=0"
    with game.client.stream("GET", path + query, headers=sent) as answer:
        must(answer.status_code == 200, f"the stream answers {answer.status_code}, expected 200")
        kind = answer.headers.get("content-type", "")
        must(kind.startswith(EVENT_STREAM), f"the stream has the type {kind or 'none'}")
        return [frame for frame in frames(answer) if frame.name]


def must_be_in_order(found: Sequence[StreamFrame], events: Sequence[JsonMap], after: int) -> None:
    """Raise NonConforming unless the frames are these events after a version, then the end."""
    sent = [frame for frame in found if frame.name == "event"]
    versions = [frame.data["version"] for frame in sent]
    expected = [event["version"] for event in events[after:]]
    must(
        versions == expected,
        f"the stream after version {after} does not have all events once and in order: "
        f"{_first_difference(versions, expected)}",
    )
    for frame, event in zip(sent, events[after:], strict=True):
        must(frame.data == event, f"event {event['version']} differs from the list of events")
        must(
            frame.id == str(event["version"]),
            f"the frame of event {event['version']} has the id {frame.id}",
        )
    must(bool(found) and found[-1].name == "end", "the stream of an ended game has no frame end")


def must_resume(game: CheckedGame, events: Sequence[JsonMap]) -> None:
    """Raise NonConforming unless a stream goes on after the last event that a client has."""
    last = len(events)
    for after in (1, last // 2):
        must_be_in_order(streamed(game, **{"Last-Event-ID": str(after)}), events, after)
    headers = {"Accept": EVENT_STREAM, "Last-Event-ID": str(last)}
    answer = game.client.plain("GET", path_of(game), headers=headers)
    must(
        answer.status_code == 204,
        f"a client that has all events of an ended game gets {answer.status_code}, expected 204",
    )


def must_beat(game: CheckedGame) -> None:
    """Raise NonConforming unless a stream without news sends a comment now and then."""
    timeout = httpx.Timeout(SECONDS_MAX, read=HEARTBEAT_SECONDS_MAX)
    asked = {"headers": {"Accept": EVENT_STREAM}, "timeout": timeout}
    try:
        with game.client.stream("GET", path_of(game), **asked) as answer:
            must(any(not frame.name for frame in frames(answer)), "the stream of an open game ends")
    except httpx.ReadTimeout:
        raise NonConforming(f"no heartbeat within {HEARTBEAT_SECONDS_MAX:g} seconds") from None


def must_be_on_the_socket(game: CheckedGame, events: Sequence[JsonMap]) -> None:
    """Raise NonConforming unless a WebSocket has the same events; NotChecked if none is offered."""
    found: list[StreamFrame] = []
    try:
        with connected(game, 0, "?after=0") as socket:
            for text in socket:
                sent = msgspec.json.decode(text)
                number = sent.get("id")
                name = None if number is None else str(number)
                found.append(StreamFrame(sent["type"], name, sent.get("data")))
    except (InvalidHandshake, ConnectionClosed, OSError) as failure:
        raise NonConforming(f"the WebSocket breaks: {failure}") from None
    must_be_in_order(found, events, 0)


def connected(game: CheckedGame, seat: int, query: str = "") -> ClientConnection:
    """Return the WebSocket of a seat; raise NotChecked if the service offers none."""
    client = game.client
    path = f"v1/games/{game.id}/live"
    plain = client.plain("GET", path, headers=client.headers())
    if plain.status_code == 404:
        raise NotChecked("the service offers no WebSocket")
    must(plain.status_code == 426, f"a request without a handshake gets {plain.status_code}")
    # A proxy may remove it, because it is about one connection (RFC 9110, section 7.6.1).
    offered = plain.headers.get("upgrade", "websocket" if "via" in plain.headers else "none")
    must(offered.lower() == "websocket", f"426 has the Upgrade {offered}, expected websocket")
    problem_of(plain)
    address = client.address(f"{path}{query}")
    scheme = "wss" if address.scheme == "https" else "ws"
    token = {"Authorization": f"Bearer {game.tokens['seats'][seat]}"}
    url = str(address.copy_with(scheme=scheme))
    for _ in range(TRIES):
        try:
            return connect(url, additional_headers=token, max_size=None)
        except InvalidStatus as refused:
            if refused.response.status_code != 429:
                raise
            wait_out(refused.response.headers)
    raise NonConforming("the WebSocket stays open beyond the rate limit")


def path_of(game: CheckedGame) -> str:
    """Return the path of the events of a game."""
    return game.client.operation("listEvents")[1].format_map(game.place)


def _first_difference(found: Sequence[int], expected: Sequence[int]) -> str:
    for one, other in zip(found, expected, strict=False):
        if one != other:
            return f"{one} in place of {other}"
    return f"{len(found)} events, expected {len(expected)}"
