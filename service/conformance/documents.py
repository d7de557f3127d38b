"""The documents of a service: what they contain, and how a client gets and keeps them."""

from collections.abc import Iterable
from typing import Any, Final

from service.conformance.client import DOCUMENT, ContractClient, body_of, must, problem_of
from service.conformance.results import NonConforming, NotChecked
from service.conformance.schemas import JsonMap, resolved

STREAMS: Final = "schema/asyncapi.json"
"""The document of streams, which a service need not have."""

_NEEDED: Final = (
    *("listRulesets", "getRuleset", "createGame", "listGames", "getGame", "takeSeat"),
    *("takeActions", "listLegalActions", "listEvents", "getRecord", "getKeys", "checkRecords"),
)


def read(client: ContractClient) -> None:
    """Let the client read the document of the service; raise NonConforming."""
    client.document = _document_at(client, DOCUMENT, "openapi")
    for name in _NEEDED:
        client.operation(name)
    must_resolve(client.document, client.document)


def must_have_documents_of(client: ContractClient, rulesets: Iterable[str]) -> None:
    """Raise NonConforming for a document of a ruleset that is none; NotChecked without them."""
    for ruleset in rulesets:
        must_resolve_at(client, f"schema/{ruleset}.json", "openapi")


def must_resolve_at(client: ContractClient, path: str, version: str) -> None:
    """Raise NonConforming unless there is a document at this path; NotChecked if there is none."""
    if client.plain("GET", path).status_code == 404:
        raise NotChecked(f"there is no {path}")
    document = _document_at(client, path, version)
    must_resolve(document, document)


def must_explain_problems(client: ContractClient) -> None:
    """Raise NonConforming unless each type of problem that the document knows is explained.

    The type of a problem is the address of its explanation.
    """
    types = {problem_of(client.ask("getGame", 404, {"game": "no-such-game"}))["type"]}
    known = client.document.get("components", {}).get("schemas", {}).get("KnownProblem", {})
    for one in sorted(types | set(known.get("enum", ()))):
        answer = client.http.get(client.address("").join(one), headers=client.headers())
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


def _document_at(client: ContractClient, path: str, version: str) -> JsonMap:
    """Return a document, which a client can keep; ``version`` is the member with its version."""
    answer = client.plain("GET", path)
    must(answer.status_code == 200, f"{path} answers {answer.status_code}, expected 200")
    document: JsonMap = body_of(answer)
    must(str(document.get(version)).startswith("3."), f"{path} has no {version} of version 3")
    tag = answer.headers.get("etag")
    must(tag is not None, f"{path} has no ETag")
    again = client.plain("GET", path, headers={"If-None-Match": tag})
    must(again.status_code == 304, f"{path} with its ETag: {again.status_code}, not 304")
    must(not again.content, f"{path}: 304 has a body")
    return document
