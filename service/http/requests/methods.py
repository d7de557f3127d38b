"""HEAD and OPTIONS for every address of the API, and the validation of addresses."""

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Final

from litestar import Response
from litestar.enums import HttpMethod
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler

from domain.refusal import Malformed
from service.http.requests.queries import KnownParameter, parameters_of
from service.http.requests.request import AnyRequest

CONTRACT: Final = "contract"
"""The option of a handler for its contract; a handler without one is not part of the API."""

_NUL: Final = "\0"


def with_head_and_options(handlers: Sequence[HTTPRouteHandler]) -> Iterator[HTTPRouteHandler]:
    """Yield the handlers, with HEAD for each GET and OPTIONS for each address.

    The framework does not provide HEAD, and its OPTIONS covers only the first handler of an
    address; an explicit handler, registered first, replaces it.
    """
    methods: dict[str, set[str]] = {}
    for handler in handlers:
        for path in handler.paths:
            methods.setdefault(path, {"OPTIONS"}).update(handler.http_methods)
    for path, found in methods.items():
        yield _options(path, found | ({"HEAD"} if "GET" in found else set()))
    for handler in handlers:
        yield handler
        if "GET" in handler.http_methods:
            head = copy(handler)
            head.http_methods = {HttpMethod.HEAD.value}
            head.include_in_schema = False
            yield head


def _options(path: str, methods: set[str]) -> HTTPRouteHandler:
    allow = ", ".join(sorted(methods))

    def options() -> Response[None]:
        return Response(None, status_code=204, headers={"Allow": allow})

    return HTTPRouteHandler(
        path,
        http_method=[HttpMethod.OPTIONS],
        status_code=204,
        include_in_schema=False,
        sync_to_thread=False,
    )(options)


async def examine_address(request: AnyRequest) -> None:
    """Raise Malformed for invalid query parameters and NotFoundException for unusual numbers.

    Invalid parameters are unknown or repeated ones, ``null`` for a parameter that is not text (the
    framework would treat it as absent), values with a NUL, which PostgreSQL rejects, and numbers
    and truth values that are not spelled as in JSON. A number in the path must be in its usual
    form: not ``00``, for example.
    """
    for value in request.path_params.values():
        if isinstance(value, int) and str(value) not in request.scope["path"].split("/"):
            raise NotFoundException
    if not request.scope["query_string"]:
        return
    if CONTRACT not in request.route_handler.opt:
        return
    known = {one.name: one for one in parameters_of(request.route_handler).values()}
    seen: set[str] = set()
    for name, value in request.query_params.multi_items():
        if name not in known:
            expected = ", ".join(sorted(known)) or "none"
            raise Malformed(f"unknown query parameter; supported: {expected}", where=name)
        if name in seen:
            raise Malformed("this query parameter may appear only once", where=name)
        _examine(known[name], value)
        seen.add(name)


def _examine(parameter: KnownParameter, value: str) -> None:
    """Raise Malformed for a value that the framework would accept, but not the document."""
    name, spelling = parameter.name, parameter.spelling
    if _NUL in value:
        raise Malformed("the text must not contain NUL", where=name)
    if value == "null" and not parameter.text:
        raise Malformed("leave the query parameter out instead of sending null", where=name)
    if spelling is not None and not spelling.fullmatch(value):
        raise Malformed(f"expected {parameter.expected}", where=name)
