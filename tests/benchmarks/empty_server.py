"""The yardstick of the HTTP benchmark: a typed POST that does nothing, on the same server.

The server is uvicorn as it comes, without what ours adds to it: a yardstick that grows with what is
measured would hide what that gains or costs.

``python -m tests.benchmarks.empty_server`` says its port on standard error.
"""

import socket
import sys

import msgspec
import uvicorn
from litestar import Litestar, post
from litestar.params import JSONBody

from service.runtime.memory import settle_memory


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
        config = uvicorn.Config(Litestar([empty]), log_config=None, access_log=False)
        uvicorn.Server(config).run(sockets=[listener])
