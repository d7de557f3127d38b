"""A cheap client, so that the benchmarks measure the server: HTTP/1.1 with keep-alive."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import msgspec


class Connection:
    """One connection; each request waits for the response to the one before."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, port: int) -> "Connection":
        """Connect to a server on this machine."""
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def send(self, method: str, path: str, body: bytes, token: str = "") -> bytes:
        """Return the body of the response; a status other than 2xx is a bug in the benchmark."""
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        if token:
            head += f"Authorization: Bearer {token}\r\n"
        self._writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        length = int(answer.lower().partition(b"\r\ncontent-length:")[2].split(b"\r\n", 1)[0])
        content = await self._reader.readexactly(length)
        assert answer.startswith(b"HTTP/1.1 2"), answer + content
        return content

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()


@asynccontextmanager
async def connections(port: int, count: int) -> AsyncIterator[list[Connection]]:
    """Yield this many connections to a server on this machine."""
    opened = [await Connection.open(port) for _ in range(count)]
    try:
        yield opened
    finally:
        for one in opened:
            one.close()


class Territory(msgspec.Struct):
    """The parts of a territory that the player below looks at."""

    segments: tuple[int, ...]


class Seat(msgspec.Struct):
    """The same for a seat."""

    reserve: dict[str, int]
    court: dict[str, int]
    discs: tuple[int, ...]
    disc_played: int | None


class Position(msgspec.Struct):
    """The same for the whole position."""

    crowns: int
    territories: tuple[Territory, ...]
    supply: dict[str, int]
    seats: tuple[Seat, ...]


class Due(msgspec.Struct):
    """A seat whose decision is due."""

    seat: int
    actions: tuple[str, ...]


class Game(msgspec.Struct):
    """The same for a game."""

    status: str
    version: int
    awaits: tuple[Due, ...]
    position: Position


class Answer(msgspec.Struct):
    """The same for the response to actions."""

    game: Game


class Created(msgspec.Struct):
    """The response to the creation of a game."""

    class Id(msgspec.Struct):
        """The id of the game."""

        id: str

    class Tokens(msgspec.Struct):
        """Its tokens."""

        seats: tuple[str, ...]

    game: Id
    tokens: Tokens


_ANSWER = msgspec.json.Decoder(Answer)
_GAME = msgspec.json.Decoder(Game)


class Player:
    """Plays both seats of one game, at random and legally."""

    def __init__(self, connection: Connection, created: Created, game: Game, seed: int) -> None:
        self.id = created.game.id
        self._connection = connection
        self._path = f"/v1/games/{self.id}/actions"
        self._tokens = created.tokens.seats
        self._random = Random(seed)
        self.game = game

    @classmethod
    async def sit_down(cls, connection: Connection, seed: int) -> "Player":
        """Create a game and take both seats."""
        made = await connection.send("POST", "/v1/games", b'{"ruleset": "carolus-magnus"}')
        created = msgspec.json.decode(made, type=Created)
        content = b""
        for seat, token in enumerate(created.tokens.seats):
            path = f"/v1/games/{created.game.id}/seats/{seat}"
            content = await connection.send("PUT", path, b'{"name": "bench"}', token)
        return cls(connection, created, _GAME.decode(content), seed)

    async def act(self) -> None:
        """Make the decision that is due, and wait until it is stored."""
        assert self.game.status == "running"
        due = self.game.awaits[0]
        action = self._action(due.actions[0], self.game.position.seats[due.seat])
        body = msgspec.json.encode({"actions": [action]})
        content = await self._connection.send("POST", self._path, body, self._tokens[due.seat])
        self.game = _ANSWER.decode(content).game

    def _action(self, kind: str, seat: Seat) -> Mapping[str, Any]:
        position = self.game.position
        choice = self._random.choice
        match kind:
            case "choose_disc":
                played = {other.disc_played for other in position.seats}
                discs = [disc for disc in seat.discs if disc not in played] or seat.discs
                return {"type": kind, "disc": choice(discs)}
            case "choose_crowns":
                return {"type": kind, "clans": _spread(_left(position), position.crowns)}
            case "place_paladins":
                places = ["court", *(one.segments[0] for one in position.territories)]
                placed = _spread(seat.reserve, min(3, sum(seat.reserve.values())))
                placements = [{"clan": clan, "to": choice(places)} for clan in placed]
                return {"type": kind, "placements": placements}
            case _:
                assert seat.disc_played is not None
                return {"type": kind, "steps": self._random.randint(1, seat.disc_played)}


def _left(position: Position) -> Mapping[str, int]:
    """Return how many paladins of each clan can be taken.

    When the supply runs out, every seat gives back equally many from its court (CM-FILL-7).
    """
    courts = [seat.court for seat in position.seats]
    return {
        clan: count + len(courts) * min(court[clan] for court in courts)
        for clan, count in position.supply.items()
    }


def _spread(counts: Mapping[str, int], due: int) -> Sequence[str]:
    """Return ``due`` of these pieces, the most frequent first."""
    pieces = sorted(counts, key=counts.__getitem__, reverse=True)
    return [piece for piece in pieces for _ in range(counts[piece])][:due]
