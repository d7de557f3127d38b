"""The yardstick of the streams: a server that only forwards what it gets to all listeners.

``GET /<channel>`` is an endless stream; ``POST /<channel>`` writes its body to all streams of the
channel, then gets a response. Server and settings are those of the service.

``python -m tests.benchmarks.bare_streams`` writes its port to standard error.
"""

import socket
import sys
from collections import defaultdict
from typing import Any

import uvicorn

from service.cli.serving import config
from service.runtime.memory import settle_memory

_EMPTY = [(b"content-length", b"0")]
_ENDLESS = [(b"content-type", b"text/event-stream; charset=utf-8")]

_STREAMS: dict[str, dict[Any, None]] = defaultdict(dict)


async def bare(scope: Any, receive: Any, send: Any) -> None:
    """Handle a request."""
    if scope["type"] != "http":
        return
    streams = _STREAMS[scope["path"]]
    if scope["method"] == "POST":
        await _tell(streams, await _body(receive))
        await send({"type": "http.response.start", "status": 200, "headers": _EMPTY})
        await send({"type": "http.response.body"})
        return
    await send({"type": "http.response.start", "status": 200, "headers": _ENDLESS})
    streams[send] = None
    while (await receive())["type"] != "http.disconnect":
        pass
    del streams[send]


async def _body(receive: Any) -> bytes:
    body = b""
    more = True
    while more:
        message = await receive()
        body += message["body"]
        more = message["more_body"]
    return body


async def _tell(streams: dict[Any, None], body: bytes) -> None:
    for send in list(streams):
        await send({"type": "http.response.body", "body": body, "more_body": True})


if __name__ == "__main__":
    settle_memory()
    application: Any = bare
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as listener:
        print(listener.getsockname()[1], file=sys.stderr, flush=True)
        uvicorn.Server(config(application)).run(sockets=[listener])
