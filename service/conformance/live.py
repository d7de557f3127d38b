"""What a service does as soon as something happens: streams, the lobby, the WebSocket."""

import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection

from service.conformance.check_results import NonConforming, NotChecked
from service.conformance.client import EVENT_STREAM, SECONDS_MAX, ContractClient, body_of, must
from service.conformance.played_game import CheckedGame
from service.conformance.schemas import JsonMap
from service.conformance.streams import StreamFrame, connected, frames, path_of

LOBBY: Final = "v1/lobby/events"
COMPARED: Final = ("id", "version", "head", "status", "awaits", "position")
"""The members of a game that must be the same wherever it is shown."""
TICKETS: Final = "/v1/games/{game}/stream-ticket"


def must_report_new_games(client: ContractClient, opened: Callable[[], CheckedGame]) -> None:
    """Raise NonConforming unless the lobby shows a game once it is open, as the list does."""
    headers = {"Accept": EVENT_STREAM}
    try:
        with client.stream("GET", LOBBY, headers=headers) as answer:
            if answer.status_code == 404:
                raise NotChecked("the service has no stream of the lobby")
            must(answer.status_code == 200, f"{LOBBY} answers {answer.status_code}, expected 200")
            sent = _in_time("a frame of the lobby", frames(answer))
            first = next((frame.name for frame in sent if frame.name), "none")
            must(first == "ready", f"the first frame of the lobby is {first}, expected ready")
            game = opened()
            shown = (one.data for one in sent if one.name == "game" and one.data["id"] == game.id)
            found = next(shown, None)
    except httpx.ReadTimeout:
        raise NonConforming("the lobby does not show a new game") from None
    must(found is not None, "the stream of the lobby ends before it shows a new game")
    listed = body_of(client.ask("listGames", 200))["games"]
    same = [one for one in listed if one["id"] == game.id] or [found]
    must(same == [found], "the lobby shows a game in a different form from the list")


def must_report_events(game: CheckedGame) -> None:
    """Raise NonConforming unless a stream shows a game, and each event when it happens."""
    client = game.client
    sent = {**client.headers(), "Accept": EVENT_STREAM}
    try:
        with client.stream("GET", path_of(game), headers=sent) as answer:
            must(answer.status_code == 200, f"the stream answers {answer.status_code}")
            heard = (one for one in _in_time("an event", frames(answer)) if one.name)
            first = next(heard)
            must(first.name == "game", f"the first frame is {first.name}, expected game")
            known = body_of(game.state())
            same = all(first.data.get(name) == known[name] for name in COMPARED)
            must(same, "the frame game differs from the game")
            game.sit_down()
            last = body_of(game.state())["version"]
            events: list[StreamFrame] = []
            while not events or events[-1].data["version"] < last:
                events += [one for one in [next(heard)] if one.name == "event"]
    except (httpx.ReadTimeout, StopIteration):
        raise NonConforming("the stream does not show an event when it happens") from None
    expected = game.events()[known["version"] :]
    must(
        [one.data for one in events] == expected,
        "the events of the stream differ from those of the list",
    )
    ids = [one.id for one in events]
    must(ids == [str(one["version"]) for one in expected], f"the ids of the frames are {ids}")


def must_admit_by_ticket(game: CheckedGame, other: CheckedGame) -> None:
    """Raise NonConforming unless a ticket opens the stream of its game, and no other.

    Browsers cannot send a token with an EventSource.
    """
    client = game.client
    if client.name_of("POST", TICKETS) is None:
        raise NotChecked("the document has no tickets for streams")
    made = client.ask("makeStreamTicket", 200, game.place, game.tokens["seats"][0])
    ticket: str = body_of(made)["ticket"]
    false = ticket[:-8] + "A" * 8
    for one, used, expected in (
        (game, ticket, (200,)),
        (game, false, (401,)),
        (other, ticket, (401, 403)),
    ):
        path = f"{path_of(one)}?ticket={used}"
        with client.stream("GET", path, headers={"Accept": EVENT_STREAM}) as answer:
            found = answer.status_code
        what = "its game" if one is game else "another game"
        word = "a ticket" if used == ticket else "a false ticket"
        must(found in expected, f"{word} for {what} gets {found}, expected {expected[0]}")


def must_act_on_the_socket(game: CheckedGame) -> None:
    """Raise NonConforming unless a seat can act over a WebSocket, as it can over HTTP."""
    before = body_of(game.state())
    seat = before["awaits"][0]["seat"]
    action = game.decide(seat)
    try:
        with connected(game, seat) as socket:
            heard = _in_time("an answer over the WebSocket", _messages(socket))
            _say(socket, "refused", {"type": "no_such_action"})
            refused = next(one for one in heard if one.get("id") == "refused")
            must(refused["type"] == "problem", "the WebSocket takes an action that no ruleset has")
            _say(socket, "taken", action)
            events: list[JsonMap] = []
            version = None
            for one in heard:
                if one["type"] == "event":
                    events.append(one["data"])
                elif one.get("id") == "taken":
                    must(one["type"] == "answer", f"the WebSocket refuses a legal action: {one}")
                    version = one["data"]["version"]
                if version is not None and events and events[-1]["version"] >= version:
                    break
    except (InvalidHandshake, ConnectionClosed, OSError) as failure:
        raise NonConforming(f"the WebSocket breaks: {failure}") from None
    made = game.events(seat)[before["version"] : version]
    must(events[: len(made)] == made, "the WebSocket lacks events of an action, or their order")


def _say(socket: ClientConnection, number: str, action: JsonMap) -> None:
    message = {"type": "act", "id": number, "actions": [action]}
    socket.send(msgspec.json.encode(message).decode())


def _messages(socket: ClientConnection) -> Iterator[Any]:
    while True:
        yield msgspec.json.decode(socket.recv(timeout=SECONDS_MAX))


def _in_time(what: str, sent: Iterator[Any]) -> Iterator[Any]:
    """Yield what comes, heartbeats too, for a limited time; raise NonConforming after that."""
    deadline = time.monotonic() + SECONDS_MAX
    for one in sent:
        yield one
        must(time.monotonic() < deadline, f"{what} does not come within {SECONDS_MAX:g} seconds")
