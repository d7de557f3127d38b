"""One request to a server that an operator configured, within limits of time and size.

The address is the operator's own choice, so it may be private, as within one house or one cluster;
no caller of the service can name one. Redirects are not followed, because they would lead where the
operator did not choose.
"""

import asyncio
from typing import Final, NamedTuple

import httpx

SECONDS_MAX: Final = 5.0
BYTES_MAX: Final = 64 << 10


class UnusableAnswer(Exception):
    """There is no usable answer; the text says why."""


class Fetched(NamedTuple):
    """An answer."""

    status: int
    body: bytes


async def fetched(
    http: httpx.AsyncClient, method: str, address: str, body: bytes | None = None
) -> Fetched:
    """Return the answer to a request, whose body is JSON; raise UnusableAnswer.

    A status from 300 to 399 raises it too, and so does a body of more than 64 KiB.
    """
    headers = {"Accept-Encoding": "identity", "User-Agent": "Carolus"}
    if body is not None:
        headers["Content-Type"] = "application/json"
    content = bytearray()
    try:
        async with (
            asyncio.timeout(SECONDS_MAX),
            http.stream(
                method, address, content=body, headers=headers, follow_redirects=False
            ) as answer,
        ):
            if answer.is_redirect:
                raise UnusableAnswer(f"{address} answers with a redirect")
            async for piece in answer.aiter_raw():
                content += piece
                if len(content) > BYTES_MAX:
                    raise UnusableAnswer(f"{address} sends more than {BYTES_MAX} bytes")
            return Fetched(answer.status_code, bytes(content))
    except TimeoutError:
        raise UnusableAnswer(
            f"{address} does not answer within {SECONDS_MAX:.0f} seconds"
        ) from None
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as failure:
        raise UnusableAnswer(f"{address}: {str(failure) or type(failure).__name__}") from failure
