"""A fast HTTP/1.1 client with one kept-alive connection, for thousands of requests per test."""

import asyncio
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec


class Response(NamedTuple):
    """A response, with lowercase header names."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """Return the parsed body."""
        return msgspec.json.decode(self.body)

    def good(self) -> Any:
        """Return the parsed body of a response that must be a success."""
        assert 200 <= self.status < 300, f"{self.status} {self.body!r}"
        return self.json()


class Connection:
    """One connection, with one request at a time."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, url: str) -> "Connection":
        """Connect to a service."""
        place = urlsplit(url)
        return cls(*await asyncio.open_connection(place.hostname, place.port))

    async def ask(
        self, method: str, path: str, asked: Any = None, token: str = "", **headers: str
    ) -> Response:
        """Send a request and return its response; ``_`` in a header name means ``-``."""
        body = b"" if asked is None else msgspec.json.encode(asked)
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if token:
            lines.append(f"Authorization: Bearer {token}")
        lines.append(f"Content-Length: {len(body)}")
        self._writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        fields = (line.partition(": ") for line in head[1:-2])
        received = {name.lower(): value for name, _, value in fields}
        return Response(
            int(head[0].split()[1]),
            received,
            await self._reader.readexactly(int(received["content-length"])),
        )

    async def good(
        self, method: str, path: str, asked: Any = None, token: str = "", **headers: str
    ) -> Any:
        """Return the parsed body of a response that must be a success."""
        return (await self.ask(method, path, asked, token, **headers)).good()

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()
