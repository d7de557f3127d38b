"""Requests whose body arrives long after their token, over a socket."""

import socket
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

from tests.support.http.client import create, good
from tests.support.http.plain import plain_client
from tests.support.servers.inside import served_inside


def half_sent(url: str, path: str, token: str, body: bytes) -> socket.socket:
    """Send a request except for the last byte of its body."""
    address = urlsplit(url)
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {address.netloc}\r\nConnection: close\r\n"
        f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    line = socket.create_connection((str(address.hostname), address.port or 80), 30)
    line.sendall(head.encode() + body[:-1])
    return line


def test_a_token_is_checked_once_the_body_is_complete(tmp_path: Path) -> None:
    """The token may be revoked between the header and the end of the body."""
    asked = {
        "/v1/tokens": b'{"name":"another"}',
        "/actions": b'{"actions":[{"type":"resign"}]}',
        "/rematch": b'{"name":"Ana"}',
    }
    with (
        served_inside(tmp_path) as served,
        plain_client(served.url) as http,
        ExitStack() as stack,
    ):
        table = create(http)
        ana = good(http.post("/v1/players", json={"name": "Ana"}))
        token = ana["secret"]
        good(table.sit(0, headers={"Carolus-Player": token}))
        lines = [
            stack.enter_context(
                half_sent(
                    served.url, path if path in "/v1/tokens" else table.url + path, token, body
                )
            )
            for path, body in asked.items()
        ]
        own = f"/v1/tokens/{ana['token']['id']}"
        assert http.delete(own, headers={"Authorization": f"Bearer {token}"}).status_code == 204
        for line, body in zip(lines, asked.values(), strict=True):
            line.sendall(body[-1:])
            assert line.makefile("rb").readline() == b"HTTP/1.1 401 Unauthorized\r\n"
        assert table.now()["seats"][0]["taken"]
