"""The yardstick of the HTTP benchmark: a typed POST that does nothing, on the same server.

The server is plain uvicorn, without the service's additions: a yardstick with these would hide what
they gain or cost.

``python -m tests.benchmarks.empty_server`` writes its port to standard error.
"""

import socket
import sys

import msgspec
import uvicorn
from litestar import Litestar, post
from litestar.params import JSONBody

from service.runtime.memory import settle_memory


class Number(msgspec.Struct):
    """The body of the request and of the response."""

    number: int


@post("/empty", status_code=200)
async def empty(data: JSONBody[Number]) -> Number:
    """Return the body of the request."""
    return data


if __name__ == "__main__":
    settle_memory()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        print(listener.getsockname()[1], file=sys.stderr, flush=True)
        config = uvicorn.Config(Litestar([empty]), log_config=None, access_log=False)
        uvicorn.Server(config).run(sockets=[listener])
