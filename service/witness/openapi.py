"""The OpenAPI document of a witness, made as the service makes its own."""

from collections.abc import Iterator
from typing import Any, Final

from litestar import Litestar, MediaType, Request, Response, get
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import License, Server

from domain.links import LINKS
from domain.rulesets.registry import RULESETS
from service.http.answers.problems import Problem
from service.http.openapi import path_items
from service.http.openapi.descriptions import PARAMETERS
from service.http.openapi.document import contracts_of, shapes_of
from service.http.openapi.examples import Examples
from service.http.openapi.schema_pages import PLUGINS, sent_document
from service.http.openapi.schemas import Schemas
from service.http.openapi.tidy import members
from service.witness.problem_kinds import KINDS

DESCRIPTION: Final = """\
A witness contributes to the dice of games that it does not play. Before a service opens a game, it
registers the game with `registerGame`, and the witness commits to a hash chain. For each moment of
chance, the service calls with the signed head of its log (`giveLink`); the witness gives one link,
for this head and no other, and signs it. So nobody can know the dice of a moment before the witness
has recorded the action.

It also cosigns the transparency logs of the services (`addCheckpoint`, C2SP tlog-witness).

- The witness learns names, moments, heads and times, and nothing else about a game.
- A request that cannot be carried out returns a problem (RFC 9457). Distinguish problems by `type`.
- Send a request again if you got no answer: the witness gives the same answer, byte for byte.
"""

TAGS: Final = {
    "links": "Register games, and get links for them.",
    "logs": "Cosign transparency logs.",
    "keys": "The keys that sign.",
    "problems": "The meanings of problem types.",
    "operations": "For operators: health.",
}

_PARAMETERS: Final[dict[str, dict[str, Any]]] = {
    "name": {
        "in": "path",
        "description": "The name of a game in chains, which follows from its id and commitment.",
        "schema": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    },
    "moment": {
        "in": "path",
        "description": "The number of a moment; 0 for the registration.",
        "schema": {"type": "integer", "minimum": 0, "maximum": LINKS},
    },
    "type": {
        "in": "path",
        "description": "The last part of a problem's `type`.",
        "schema": {"type": "string", "enum": list(KINDS)},
    },
    "Accept-Language": PARAMETERS["Accept-Language"],
}


@get("/schema/openapi.json", include_in_schema=False)
async def witness_document(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the document."""
    return await sent_document(request, lambda app, _: document(app), MediaType.JSON)


CONFIG: Final = OpenAPIConfig(
    title="Carolus witness",
    version="1",
    summary="Contribute to the dice of games that you do not play.",
    description=DESCRIPTION,
    license=License(name="Apache-2.0", identifier="Apache-2.0"),
    servers=[Server(url="/", description="The witness that serves this document.")],
    path="/schema",
    use_handler_docstrings=True,
    render_plugins=PLUGINS,
)


def document(app: Litestar) -> dict[str, Any]:
    """Return the OpenAPI document of a witness."""
    schema = app.openapi_schema.to_schema()
    contracts = contracts_of(app)
    shapes = [shape for one in contracts.values() for shape in shapes_of(one)]
    schemas = Schemas(
        [*dict.fromkeys(shapes), Problem], {rules.meta.id: [] for rules in RULESETS}, RULESETS
    )
    schemas.know_problems(KINDS.values())
    examples = Examples()
    paths = path_items.paths(schema["paths"], contracts, schemas, examples)
    problems = path_items.responses(contracts.values(), schemas, examples)
    operations = [one for item in paths.values() for one in item.values()]
    requests = [one.get("requestBody") for one in operations]
    answers = [problems, *(one["responses"] for one in operations)]
    headers = path_items.headers()
    return {
        "openapi": schema["openapi"],
        "info": schema["info"],
        "servers": schema["servers"],
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "paths": paths,
        "components": {
            "parameters": path_items.parameters(_PARAMETERS),
            "headers": {name: headers[name] for name in sorted(_headers_in(answers))},
            "responses": problems,
            "schemas": schemas.used(requests, answers),
        },
    }


def _headers_in(part: Any) -> set[str]:
    return {ref.rpartition("/")[2] for ref in _refs(part) if "/headers/" in ref}


def _refs(part: Any) -> Iterator[str]:
    if isinstance(part, dict) and isinstance(part.get("$ref"), str):
        yield part["$ref"]
    for one in members(part):
        yield from _refs(one)
