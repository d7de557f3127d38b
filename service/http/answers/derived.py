"""Problems, answers, headers and links that follow from the contract of an operation.

An operation declares only what is specific to it. Problems that follow from its inputs, such as a
body that is too large or an unknown game, are derived, so that no declaration can forget them.
"""

from collections.abc import Mapping
from typing import Final

from litestar.status_codes import HTTP_201_CREATED
from msgspec.structs import replace

from service.http.answers.answer import HEAD, NDJSON
from service.http.answers.answer_links import links_of
from service.http.answers.contract import Answer, Contract, Link
from service.http.answers.problem_kinds import (
    FORBIDDEN,
    ILLEGAL_ACTION,
    IMPOSSIBLE_POSITION,
    INTERNAL,
    ISSUER_UNAVAILABLE,
    KEY_USED_AGAIN,
    MALFORMED,
    NOT_ACCEPTABLE,
    NOT_FOUND,
    REQUEST_TIMEOUT,
    STALE_VERSION,
    TOO_LARGE,
    TOO_MANY_REQUESTS,
    TOOK_TOO_LONG,
    UNAUTHORIZED,
    UNAVAILABLE,
    UNSUPPORTED_MEDIA_TYPE,
    ProblemKind,
)
from service.http.requests.negotiation import EVENT_STREAM

_NOT_MODIFIED: Final = "Unchanged: the client's copy is current."

_IN_ORDER: Final = (
    "Location",
    "ETag",
    HEAD,
    "Link",
    "Cache-Control",
    "Deprecation",
    "Sunset",
    "Content-Disposition",
    "Content-Encoding",
    "Content-Language",
    "Preference-Applied",
    "Vary",
)
"""The headers of answers, in the order of the document."""

_OF_NOT_MODIFIED: Final = ("ETag", HEAD, "Cache-Control", "Content-Language", "Vary")
"""The headers that a 304 repeats (RFC 9110, section 15.4.5)."""


def problems_of(contract: Contract) -> tuple[ProblemKind, ...]:
    """Return all problems that an operation can return, including those of the middleware."""
    known = contract.right.tokens != "none"
    takes_body = contract.reads_body
    takes_key = "Idempotency-Key" in contract.headers
    # Rules judge a body that depends on the ruleset, and what was decided on a version.
    rules_judge = contract.body_of is not None or "If-Match" in contract.headers
    rules: tuple[tuple[bool, tuple[ProblemKind, ...]], ...] = (
        (known, (UNAUTHORIZED, FORBIDDEN)),
        (True, (MALFORMED,)),  # at least for an unknown query parameter
        # An address of one ruleset has no parts that could be unknown.
        (bool(contract.path) and not contract.named, (NOT_FOUND,)),
        (rules_judge, (ILLEGAL_ACTION,)),
        (bool(contract.named), (IMPOSSIBLE_POSITION,)),  # without a game, a body has a position
        (True, contract.problems),
        (any(map(_only_streams, contract.answers)), (NOT_ACCEPTABLE,)),
        ("If-Match" in contract.headers, (STALE_VERSION,)),
        (takes_body or takes_key, (TOO_LARGE,)),  # the fingerprint of a key covers the body
        (takes_body, (UNSUPPORTED_MEDIA_TYPE,)),
        (takes_key, (KEY_USED_AGAIN,)),
        (contract.needs_log, (UNAVAILABLE,)),
        (known, (ISSUER_UNAVAILABLE,)),
        (takes_body or takes_key, (REQUEST_TIMEOUT,)),
        (contract.cost > 0, (TOO_MANY_REQUESTS,)),
        (True, (TOOK_TOO_LONG,)),
        (True, (INTERNAL,)),
    )
    return tuple(kind for applies, kinds in rules if applies for kind in kinds)


def request_headers_of(contract: Contract) -> tuple[str, ...]:
    """Return the request headers that an operation uses: every stream can be resumed."""
    resumes = any(map(_streams, contract.answers))
    return (*contract.headers, "Last-Event-ID") if resumes else contract.headers


def answers_of(contract: Contract) -> Mapping[int, Answer]:
    """Return all answers of an operation except problems, with their headers and links."""
    found = {
        one.status: replace(
            one, headers=_headers(contract, one), links={**_links(contract, one), **one.links}
        )
        for one in contract.answers
    }
    if "If-None-Match" in contract.headers:
        whole = {name.removesuffix("?") for name in found[200].headers}
        headers = tuple(name for name in _OF_NOT_MODIFIED if name in whole)
        same = found.get(304, Answer(_NOT_MODIFIED, status=304))
        found[304] = replace(same, headers=headers)
    return found


def _streams(answer: Answer) -> bool:
    """Return whether an answer may be a stream of events."""
    return any(text.media_type == EVENT_STREAM for text in answer.texts)


def _only_streams(answer: Answer) -> bool:
    """Return whether an answer has no form but a stream, which the client must accept."""
    return answer.shape is None and _streams(answer) and len(answer.texts) == 1


def _headers(contract: Contract, answer: Answer) -> tuple[str, ...]:
    """Return the headers of an answer, in order; a question mark marks an optional one."""
    media_types = {text.media_type for text in answer.texts}
    is_json, is_stream = answer.shape is not None, _streams(answer)
    has_content = is_json or bool(media_types)
    compares = "If-None-Match" in contract.headers
    # A streamed response has no entity tag.
    tag = "ETag" if media_types.isdisjoint({NDJSON, EVENT_STREAM}) else "ETag?"
    tagged = compares and has_content
    has_a_log = not {"game", "tournament"}.isdisjoint(contract.path)
    is_logged = has_a_log or not {"ETag", "ETag?"}.isdisjoint(answer.headers)
    rules: tuple[tuple[bool, tuple[str, ...]], ...] = (
        (True, answer.headers),
        (answer.status == HTTP_201_CREATED, ("Location",)),
        (tagged, (tag,)),
        (is_logged, (HEAD,)),
        (contract.paged and is_json, ("Link",)),
        (contract.deprecated is not None, ("Deprecation", "Sunset", "Link")),
        (compares or is_stream, ("Cache-Control", "Vary")),
        (contract.is_private and has_content, ("Cache-Control",)),
        (is_json and bool(media_types), ("Vary",)),
        ("Content-Language" in answer.headers, ("Vary",)),
    )
    found = {name.removesuffix("?"): name for applies, names in rules if applies for name in names}
    return tuple(found[name] for name in sorted(found, key=_IN_ORDER.index))


def _links(contract: Contract, answer: Answer) -> Mapping[str, Link]:
    """Return the links that follow from the type of an answer and from paging."""
    found = dict(links_of(answer.shape))
    if contract.paged and contract.method == "GET" and answer.shape is not None:
        same = {name: f"$request.path.{name}" for name in contract.path}
        next_page = {**same, "cursor": "$response.body#/next"}
        found["next"] = Link(contract.id, "The next page.", next_page)
    return found
