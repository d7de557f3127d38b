"""The documents of a service: what they contain, and how a client gets and keeps them."""

from collections.abc import Iterable
from typing import Any, Final

import httpx

from service.conformance.check_results import NonConforming, NotChecked
from service.conformance.client import DOCUMENT, ContractClient, body_of, must, problem_of
from service.conformance.schemas import JsonMap, resolved

STREAMS: Final = "schema/asyncapi.json"
"""The document of streams, which a service need not have."""

_NEEDED: Final = (
    *("listRulesets", "getRuleset", "createGame", "listGames", "getGame", "takeSeat"),
    *("takeActions", "listLegalActions", "listEvents", "getRecord", "getKeys", "checkRecords"),
)


def read(client: ContractClient) -> None:
    """Let the client read the document of the service; raise NonConforming."""
    answer = client.plain("GET", DOCUMENT)
    client.document = _document_in(answer, DOCUMENT, "openapi")
    for name in _NEEDED:
        client.operation(name)
    _must_be_kept(client, answer, DOCUMENT)


def must_have_documents_of(client: ContractClient, rulesets: Iterable[str]) -> None:
    """Raise NonConforming unless each ruleset has a document; NotChecked if one has none."""
    for ruleset in rulesets:
        must_resolve_at(client, f"schema/{ruleset}.json", "openapi")


def must_resolve_at(client: ContractClient, path: str, version: str) -> None:
    """Raise NonConforming unless there is a document at this path; NotChecked if there is none."""
    answer = client.plain("GET", path)
    if answer.status_code == 404:
        raise NotChecked(f"there is no {path}")
    document = _document_in(answer, path, version)
    must_resolve(document, document)
    _must_be_kept(client, answer, path)


def must_explain_problems(client: ContractClient) -> None:
    """Raise NonConforming unless each type of problem that the document knows is explained.

    The type of a problem is the address of its explanation.
    """
    types = {problem_of(client.ask("getGame", 404, {"game": "no-such-game"}))["type"]}
    known = client.document.get("components", {}).get("schemas", {}).get("KnownProblem", {})
    for one in sorted(types | set(known.get("enum", ()))):
        answer = client.plain("GET", client.url.join(one), headers=client.headers())
        must(answer.status_code == 200, f"the type {one} answers {answer.status_code}")
        must(body_of(answer).get("type") == one, f"the type {one} explains another one")


def must_resolve(document: JsonMap, node: Any) -> None:
    """Raise NonConforming if a reference inside a node leads nowhere."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            try:
                resolved(document, node)
            except (LookupError, TypeError):
                raise NonConforming(f"{node['$ref']} leads nowhere") from None
        for name, one in node.items():
            if name not in ("example", "examples"):
                must_resolve(document, one)
    elif isinstance(node, list):
        for one in node:
            must_resolve(document, one)


def _document_in(answer: httpx.Response, path: str, version: str) -> JsonMap:
    """Return the document in an answer; ``version`` is the member with its version."""
    must(answer.status_code == 200, f"{path} answers {answer.status_code}, expected 200")
    document: JsonMap = body_of(answer)
    must(str(document.get(version)).startswith("3."), f"{path} has no {version} of version 3")
    return document


def _must_be_kept(client: ContractClient, answer: httpx.Response, path: str) -> None:
    """Raise NonConforming unless a client can keep the document, and ask whether it is current."""
    tag = answer.headers.get("etag")
    must(tag is not None, f"{path} has no ETag")
    again = client.plain("GET", path, headers={"If-None-Match": tag})
    must(again.status_code == 304, f"{path} with its ETag: {again.status_code}, not 304")
    must(not again.content, f"{path}: 304 has a body")
