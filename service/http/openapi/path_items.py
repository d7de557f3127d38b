"""The operations of the document, from the contracts declared with the handlers."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from domain.ruleset import AnyRuleset
from service.access.rights import SEAT, Right
from service.http.answers.answer import BINARY
from service.http.answers.contract import Answer, Contract, Lines
from service.http.answers.derived import answers_of, problems_of, request_headers_of
from service.http.answers.problem_kinds import ProblemKind
from service.http.answers.problems import PROBLEM_JSON, Problem
from service.http.openapi.descriptions import (
    HEADERS,
    PARAMETERS,
    SOMETIMES,
    headers_around,
    headers_of,
)
from service.http.openapi.examples import Examples
from service.http.openapi.schemas import Schemas, prefix
from service.http.openapi.tidy import markdown, name_of
from service.http.openapi.transforms import JsonObject
from service.http.requests.request import JSON, may_be_left_out

KEPT: Final = ("name", "in", "description", "required", "schema")


def paths(
    framework: Mapping[str, Any],
    contracts: Mapping[str, Contract],
    schemas: Schemas,
    examples: Examples,
) -> dict[str, JsonObject]:
    """Return all paths: addresses and texts from the framework, the rest from the contracts."""
    found: dict[str, JsonObject] = {}
    for path, item in framework.items():
        for method, schema in item.items():
            contract = contracts[schema["operationId"]]
            for rules in schemas.rulesets if contract.named else (None,):
                address = path if rules is None else path.format(ruleset=rules.meta.id)
                operation = Operation(schema, contract, rules, schemas, examples)
                found.setdefault(address, {})[method] = operation.document()
    return found


class Operation:
    """One operation, for one ruleset or for all."""

    def __init__(
        self,
        schema: Mapping[str, Any],
        contract: Contract,
        rules: AnyRuleset | None,
        schemas: Schemas,
        examples: Examples,
    ) -> None:
        self._schema = schema
        self._contract = contract
        self._answers = answers_of(contract)
        self._rules = rules
        self._schemas = schemas
        self._examples = examples
        self._id = schema["operationId"] if rules is None else contract.named.format(prefix(rules))

    def document(self) -> JsonObject:
        """Return the operation object of the document."""
        title = "" if self._rules is None else f" ({self._rules.meta.title})"
        body = self._body()
        return {
            "tags": self._schema["tags"],
            "operationId": self._id,
            "summary": self._schema["summary"] + title,
            "description": markdown(self._schema["description"]) + self._deprecation(),
            **({"deprecated": True} if self._contract.deprecated else {}),
            "parameters": self._parameters(),
            **({"requestBody": body} if body else {}),
            "responses": {
                **{str(status): self._answer(one) for status, one in self._answers.items()},
                **self._problems(),
            },
            "security": _security(self._contract.right),
            "x-rights": _rights(self._contract.right),
        }

    def _deprecation(self) -> str:
        """Return the end of the description of an operation that should no longer be used."""
        found = self._contract.deprecated
        return f"\n\nDeprecated until {found.sunset:%Y-%m-%d}. {found.instead}" if found else ""

    def _parameters(self) -> list[JsonObject]:
        found: list[JsonObject] = []
        for parameter in self._schema.get("parameters", ()):
            if parameter["in"] != "path":
                found.append(self._of_these_rulesets(_parameter(parameter)))
            elif not (self._rules and parameter["name"] == "ruleset"):
                found.append(_shared_parameter(parameter["name"]))
        headers = (*request_headers_of(self._contract), "Accept-Language")
        return found + [_shared_parameter(name) for name in headers]

    def _of_these_rulesets(self, parameter: JsonObject) -> JsonObject:
        """Return a query parameter; require one that selects the ruleset of the document."""
        if parameter["name"] != "ruleset" or len(self._schemas.rulesets) > 1:
            return parameter
        schema = {"type": "string", "const": self._schemas.rulesets[0].meta.id}
        return {**parameter, "required": True, "schema": schema}

    def _body(self) -> JsonObject | None:
        body, body_of = self._contract.body, self._contract.body_of
        if body is not None:
            kind = body
            schema = self._schemas.of(kind)
        elif body_of is not None:
            kind = body_of(self._rules or self._schemas.rulesets[0])
            schema = self._schemas.of_body(name_of(kind), self._rules)
        elif self._contract.texts:
            return {"required": True, "content": self._texts("request")}
        else:
            return None
        content = {JSON: {"schema": schema, **self._examples.of(self._id, "request")}}
        return {
            "required": not may_be_left_out(kind),
            "content": content | self._texts("request"),
        }

    def _texts(self, part: str) -> JsonObject:
        """Return the forms of the body other than JSON."""
        return {one.media_type: self._text(one, part) for one in self._contract.texts}

    def _answer(self, answer: Answer) -> JsonObject:
        return {
            "description": answer.description,
            **_headers((*answer.headers, *headers_around(self._contract.cost))),
            **self._content(answer),
            **self._links(answer),
        }

    def _content(self, answer: Answer) -> JsonObject:
        content: JsonObject = {}
        status = str(answer.status)
        if answer.shape is not None:
            schema = self._schemas.of(answer.shape, self._rules)
            examples = self._examples.of(self._id, status, answer.media_type)
            content[answer.media_type] = {"schema": schema, **examples}
        for text in answer.texts:
            content[text.media_type] = self._text(text, status)
        return {"content": content} if content else {}

    def _text(self, text: Lines, part: str) -> JsonObject:
        schema = {"type": "string", "description": text.description}
        if text.media_type == BINARY:
            schema["format"] = "binary"
        return {"schema": schema, **self._examples.of(self._id, part, text.media_type)}

    def _links(self, answer: Answer) -> JsonObject:
        links = {
            name: {
                "operationId": link.operation,
                "description": link.description,
                "parameters": dict(link.parameters),
                **({} if link.body is None else {"requestBody": link.body}),
            }
            for name, link in answer.links.items()
        }
        return {"links": links} if links else {}

    def _problems(self) -> dict[str, JsonObject]:
        return {
            str(status): {"$ref": f"#/components/responses/{_response_name(kinds)}"}
            for status, kinds in _by_status(self._contract).items()
        }


def responses(
    contracts: Iterable[Contract], schemas: Schemas, examples: Examples
) -> dict[str, JsonObject]:
    """Return the responses that operations share: the problems."""
    found: dict[str, JsonObject] = {}
    for contract in contracts:
        for kinds in _by_status(contract).values():
            own = [*(name for kind in kinds for name in headers_of(kind)), *headers_around(1)]
            headers = dict.fromkeys(own)
            found[_response_name(kinds)] = {
                "description": " Or: ".join(f"{kind.title['en']}." for kind in kinds),
                **_headers(headers),
                "content": {
                    PROBLEM_JSON: {
                        "schema": schemas.of(Problem),
                        **examples.of_problems(kind.name for kind in kinds),
                    }
                },
            }
    return dict(sorted(found.items()))


def _by_status(contract: Contract) -> dict[int, tuple[ProblemKind, ...]]:
    """Return the problems of an operation, grouped by status."""
    found: dict[int, tuple[ProblemKind, ...]] = {}
    for kind in sorted(problems_of(contract), key=lambda kind: kind.status):
        found[kind.status] = (*found.get(kind.status, ()), kind)
    return found


def parameters(
    described: Mapping[str, JsonObject] = PARAMETERS,
) -> dict[str, JsonObject]:
    """Return the parameters that operations share, from their descriptions."""
    return {
        _parameter_key(name): {"name": name, "required": parameter["in"] == "path", **parameter}
        for name, parameter in described.items()
    }


def headers() -> dict[str, JsonObject]:
    """Return the shared response headers."""
    return {
        name: {"description": text, "required": name not in SOMETIMES, "schema": schema}
        for name, (text, schema) in HEADERS.items()
    }


def _security(right: Right) -> list[JsonObject]:
    """Return the required credentials; an empty alternative makes the token optional."""
    if right.tokens == "none":
        return []
    return [*([{}] if "nobody" in right.allows else []), {"token": []}]


def _rights(right: Right) -> JsonObject:
    """Return the extension that lists, for machines, who may call the operation."""
    found: JsonObject = {"tokens": right.tokens, "allows": list(right.allows)}
    if right.actions:
        of_table = {name: list(one.allows) for name, one in right.actions.items()}
        found["actions"] = {**of_table, "*": list(SEAT.allows)}
    return found


def _headers(names: Iterable[str]) -> JsonObject:
    """Return references to headers; a question mark marks an optional one."""
    found = {}
    for marked in names:
        name = marked.removesuffix("?")
        text, schema = HEADERS[name]
        found[name] = (
            {"$ref": f"#/components/headers/{name}"}
            if marked == name
            else {"description": text, "required": False, "schema": schema}
        )
    return {"headers": found} if found else {}


def _parameter(parameter: Mapping[str, Any]) -> JsonObject:
    """Return a query parameter, without null: clients omit an optional parameter instead."""
    schema = dict(parameter["schema"])
    choices = [one for one in schema.pop("oneOf", ()) if one != {"type": "null"}]
    if choices:
        (choice,) = choices
        schema = {**choice, **schema}
    schema.pop("description", None)
    if isinstance(schema["type"], list):
        (schema["type"],) = [one for one in schema["type"] if one != "null"]
    if "enum" in schema:
        schema["enum"] = [one for one in schema["enum"] if one is not None]
    if schema["type"] == "integer":
        schema.setdefault("minimum", 0)  # the framework drops a minimum of 0
    for bound in ("minimum", "maximum"):
        if bound in schema:
            schema[bound] = int(schema[bound])
    return {key: {**parameter, "schema": schema}[key] for key in KEPT if key in parameter}


def _shared_parameter(name: str) -> JsonObject:
    return {"$ref": f"#/components/parameters/{_parameter_key(name)}"}


def _parameter_key(name: str) -> str:
    """Return the key of a shared parameter among the components.

    Generators declare parameters and schemas as types in one namespace, so the keys differ from
    the names of all schemas.
    """
    return f"{_key(name)}Parameter"


def _key(name: str) -> str:
    """Return a name in capital letters, without hyphens."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("-"))


def _response_name(kinds: Iterable[ProblemKind]) -> str:
    return "Or".join(_key(kind.name) for kind in kinds)
