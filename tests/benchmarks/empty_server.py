"""The yardstick of the HTTP benchmark: a typed POST that does nothing, on the same server.

``python -m tests.benchmarks.empty_server`` says its port on standard error.
"""

import socket
import sys

import msgspec
import uvicorn
from litestar import Litestar, post
from litestar.params import JSONBody

from service.cli.serve import config
from service.memory import settle_memory


class Number(msgspec.Struct):
    """What goes in and comes out."""

    number: int


@post("/empty", status_code=200)
async def empty(data: JSONBody[Number]) -> Number:
    """Answer what was asked."""
    return data


if __name__ == "__main__":
    settle_memory()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        print(listener.getsockname()[1], file=sys.stderr, flush=True)
        uvicorn.Server(config(Litestar([empty]))).run(sockets=[listener])
