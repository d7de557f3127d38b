"""A client that checks each answer against the document of the service."""

import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

import httpx
import msgspec

from domain.expectations import plain_fault
from service.conformance.check_results import NonConforming
from service.conformance.schemas import JsonMap, fault_in, resolved

SECONDS_MAX: Final = 60.0
TRIES: Final = 10
"""How often a request beyond the rate limit is sent again."""

DOCUMENT: Final = "schema/openapi.json"
JSON: Final = "application/json"
LINES: Final = "application/x-ndjson"
PROBLEM: Final = "application/problem+json"
EVENT_STREAM: Final = "text/event-stream"
UTF_8: Final = ("utf-8", "UTF-8")


@cache
def _tls() -> ssl.SSLContext:
    """Return the certificates of all authorities, which take longer to load than most checks."""
    return httpx.create_ssl_context()


class ContractClient:
    """Sends requests by the ids of operations; raises NonConforming for an undeclared answer."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url = httpx.URL(url.rstrip("/") + "/")
        self.token = token
        self.document: JsonMap = {}
        self.http = httpx.Client(timeout=SECONDS_MAX, follow_redirects=False, verify=_tls())

    def address(self, path: str) -> httpx.URL:
        """Return the address of a path below that of the service."""
        return self.url.copy_with(raw_path=self.url.raw_path + path.lstrip("/").encode())

    def plain(self, method: str, where: str | httpx.URL, **asked: Any) -> httpx.Response:
        """Send a request that the document need not describe; wait out the rate limit."""
        with self.stream(method, where, **asked) as answer:
            answer.read()
        return answer

    @contextmanager
    def stream(self, method: str, where: str | httpx.URL, **asked: Any) -> Iterator[httpx.Response]:
        """Send such a request, and yield its answer before the body has come.

        ``where`` is a path below the address of the service, or a whole address. Only the service
        gets a token.
        """
        url = self.address(where) if isinstance(where, str) else where
        if (url.scheme, url.netloc) != (self.url.scheme, self.url.netloc):
            kept = {**asked.pop("headers", {})}
            kept.pop("Authorization", None)
            asked["headers"] = kept
        for left in reversed(range(TRIES + 1)):
            with self.http.stream(method, url, **asked) as answer:
                if not left or answer.status_code != 429:
                    yield answer
                    return
            wait_out(answer.headers)

    def operation(self, name: str) -> tuple[str, str, JsonMap]:
        """Return the method, the path and the description of an operation."""
        for path, item in self.document.get("paths", {}).items():
            for method, found in item.items():
                if isinstance(found, dict) and found.get("operationId") == name:
                    return method.upper(), path, found
        raise NonConforming(f"the document has no operation {name}")

    def name_of(self, method: str, path: str) -> str | None:
        """Return the id of an operation; None if the document does not have it."""
        found = self.document["paths"].get(path, {}).get(method.lower(), {})
        return found.get("operationId") if isinstance(found, dict) else None

    def reads(self) -> Iterator[tuple[str, str, JsonMap]]:
        """Yield the id, the path and the description of each operation that reads."""
        for path, item in self.document["paths"].items():
            if "get" in item:
                yield item["get"]["operationId"], path, item["get"]

    def headers(self, token: str | None = None) -> dict[str, str]:
        """Return the headers of a request that accepts JSON."""
        found = {"Accept": JSON}
        if token or self.token:
            found["Authorization"] = f"Bearer {token or self.token}"
        return found

    def ask(
        self,
        name: str,
        status: int | tuple[int, ...],
        place: JsonMap | None = None,
        token: str | None = None,
        **asked: Any,
    ) -> httpx.Response:
        """Send a request, and check the answer against the document and the expected status.

        ``place`` has the parameters of the path.
        """
        method, path, described = self.operation(name)
        headers = {**self.headers(token), **asked.pop("headers", {})}
        path = path.format_map(place or {})
        answer = self.plain(method, path, headers=headers, **asked)
        what = f"{name}: {method} {path}"
        expected = status if isinstance(status, tuple) else (status,)
        if answer.status_code not in expected:
            words = " or ".join(map(str, expected))
            raise NonConforming(
                f"{what} answers {answer.status_code}, expected {words}: {answer.text:.200}"
            )
        self._must_be_declared(what, described, answer)
        if answer.status_code >= 400:
            problem_of(answer)
        return answer

    def _must_be_declared(self, what: str, described: JsonMap, answer: httpx.Response) -> None:
        status = str(answer.status_code)
        if "x-request-id" not in answer.headers:
            raise NonConforming(f"{what}: {status} has no X-Request-Id")
        declared = resolved(self.document, described["responses"].get(status))
        if declared is None:
            if status in ("304", "412"):  # conditions that no request of the document has
                return
            raise NonConforming(f"{what}: the document does not declare {status}")
        kind = type_of(answer)
        content = declared.get("content", {})
        if not content:
            return
        if kind not in content:
            raise NonConforming(f"{what}: {status} has the undeclared type {kind or 'none'}")
        if kind.startswith("text/") and answer.charset_encoding not in UTF_8:
            raise NonConforming(f"{what}: {kind} without charset=utf-8")
        if kind == JSON or kind.endswith("+json"):
            fault = fault_in(self.document, content[kind].get("schema"), body_of(answer))
            if fault is not None:
                raise NonConforming(f"{what}: {status} does not fit its schema: {fault}")


def wait_out(headers: Mapping[str, str]) -> None:
    """Wait as long as an answer with 429 asks for."""
    time.sleep(min(float(headers.get("Retry-After", 1)), SECONDS_MAX))


def type_of(answer: httpx.Response) -> str:
    """Return the media type of an answer, without its parameters."""
    return str(answer.headers.get("content-type", "")).partition(";")[0]


def body_of(answer: httpx.Response) -> Any:
    """Return the JSON of an answer; raise NonConforming."""
    try:
        return msgspec.json.decode(answer.content)
    except msgspec.DecodeError as wrong:
        fault = plain_fault(wrong).with_place()
        raise NonConforming(f"{answer.url} does not answer with JSON: {fault}") from None


def problem_of(answer: httpx.Response) -> JsonMap:
    """Return the problem in an answer; raise NonConforming if it is none."""
    if type_of(answer) != PROBLEM:
        raise NonConforming(f"{answer.url}: {answer.status_code} is not {PROBLEM}")
    found: JsonMap = body_of(answer)
    if found.get("status") != answer.status_code or not found.get("type"):
        raise NonConforming(f"{answer.url}: the problem has another status, or no type")
    return found


def must(fits: bool, why: str) -> None:
    """Raise NonConforming unless this is so."""
    if not fits:
        raise NonConforming(why)
