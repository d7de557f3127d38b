"""Send a file, plain or compressed, with its entity tag."""

from typing import Final

from litestar import Response
from litestar.status_codes import HTTP_200_OK

from service.http.answers.answer import unchanged
from service.http.requests.request import AnyRequest, accepts_coding
from service.http.static.files import SentFile

REVALIDATE: Final = "no-cache"
"""The client keeps a copy, and asks each time whether it is current."""

_GZIP: Final = "gzip"


VARIES: Final = "Accept-Encoding"


def file_answer(
    request: AnyRequest,
    content: SentFile,
    media_type: str,
    cache: str,
    *,
    vary: str = VARIES,
    status: int = HTTP_200_OK,
) -> Response[bytes]:
    """Return a file, or 304 if the client has it."""
    # Fonts are compressed already.
    packs = len(content.packed) < len(content.plain) and accepts_coding(request, _GZIP)
    tag = f'"{content.tag}.gz"' if packs else f'"{content.tag}"'
    headers = {"ETag": tag, "Cache-Control": cache, "Vary": vary}
    # A condition applies only to a response that would succeed (RFC 9110, section 13.2.1).
    if status == HTTP_200_OK and (same := unchanged(request, headers)) is not None:
        return same
    if packs:
        headers["Content-Encoding"] = _GZIP
    body = content.packed if packs else content.plain
    return Response(body, status_code=status, media_type=media_type, headers=headers)
