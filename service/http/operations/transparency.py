"""The transparency log: its checkpoint and its tiles, as C2SP tlog-tiles has them."""

import asyncio
import gzip
from functools import partial
from typing import Final

from litestar import Response
from litestar.params import FromPath

from domain.transparency.tiles import ENTRIES, WIDTH, tile_at
from service.access.rights import EVERYBODY
from service.http.answers.answer import BINARY
from service.http.answers.contract import Answer, Lines, Operations
from service.http.answers.problem_kinds import NOT_FOUND
from service.http.parts import parts_of
from service.http.requests.request import TEXT, AnyRequest, accepts_coding
from service.http.requests.resources import NotFound

operation: Final = Operations("proof")

CHECKPOINT_SECONDS_MAX: Final = 1
"""How long a cache may keep the checkpoint."""
PARTIAL_SECONDS_MAX: Final = 24 * 3600
FULL_SECONDS_MAX: Final = 365 * 24 * 3600
"""How long a cache may keep a tile. It never changes, but a longer one replaces a partial one."""

_GZIP: Final = "gzip"


@operation(
    "GET",
    "/v1/transparency/checkpoint",
    "Get the checkpoint of the transparency log",
    right=EVERYBODY,
    answer=Answer(
        "The latest checkpoint, with the cosignatures of witnesses.",
        headers=("Cache-Control",),
        texts=(Lines(TEXT, "A signed note: origin, size of the tree, root, and signatures."),),
    ),
    problems=(NOT_FOUND,),
)
async def get_checkpoint(request: AnyRequest) -> Response[bytes]:
    """Return the name, size and root of the log, signed by the service.

    The formats are from C2SP: tlog-checkpoint, tlog-cosignature and signed-note. The leaves of the
    log are the openings, starts and ends of games, and the keys that signed them.
    """
    published = await asyncio.to_thread(parts_of(request).checkpoints.current)
    if published is None:
        raise NotFound("checkpoint")
    headers = {"Cache-Control": f"public, max-age={CHECKPOINT_SECONDS_MAX}"}
    return Response(str(published.note).encode(), media_type=TEXT, headers=headers)


@operation(
    "GET",
    "/v1/transparency/tile/{level:str}/{tile:path}",
    "Get a tile of the transparency log",
    right=EVERYBODY,
    answer=Answer(
        "The tile.",
        headers=("Cache-Control", "Content-Encoding", "Vary"),
        texts=(
            Lines(
                BINARY,
                "Up to 256 hashes of 32 bytes each; or of the level `entries`, as many leaves, "
                "each after its length as two bytes. The example is shown in base64.",
            ),
        ),
    ),
)
async def get_tile(
    request: AnyRequest, level: FromPath[str], tile: FromPath[str]
) -> Response[bytes]:
    """Return hashes of the tree, or with the level `entries` its leaves (C2SP tlog-tiles).

    A tile never changes, so caches may keep it. Bundles of leaves are compressed with gzip if the
    client accepts that.
    """
    checkpoints = parts_of(request).checkpoints
    place = tile_at(level, tile.removeprefix("/"))
    if place is None:
        raise NotFound("tile", path=f"tile/{level}{tile}")
    read = checkpoints.entries if place.level == ENTRIES else checkpoints.hashes
    content = await asyncio.to_thread(partial(read, place))
    if content is None:
        raise NotFound("tile", path=place.path)
    seconds = FULL_SECONDS_MAX if place.width == WIDTH else PARTIAL_SECONDS_MAX
    headers = {
        "Cache-Control": f"public, max-age={seconds}, immutable",
        "Vary": "Accept-Encoding",
    }
    if place.level == ENTRIES and accepts_coding(request, _GZIP):
        content = await asyncio.to_thread(gzip.compress, content, mtime=0)
        headers["Content-Encoding"] = _GZIP
    return Response(content, media_type=BINARY, headers=headers)
