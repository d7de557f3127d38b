"""The OpenAPI document, made from the framework's schema and the contract of each operation.

The framework provides the addresses, query parameters and texts of each operation; bodies, answers
and problems come from the contract declared with each handler.
"""

from collections.abc import Sequence
from typing import Any, get_args

import msgspec
from litestar import Litestar
from litestar.routes import HTTPRoute

from domain.ruleset import AnyRuleset
from domain.rulesets.registry import RULESETS
from service.http.answers.contract import Contract, contract_of
from service.http.answers.problem_kinds import KINDS
from service.http.answers.problems import Problem
from service.http.openapi import descriptions, path_items
from service.http.openapi.examples import Examples
from service.http.openapi.schemas import Schemas
from service.http.openapi.webhooks import webhooks
from service.webhooks.messages import TournamentWebhookMessage, WebhookMessage, WebhookTest


def document(app: Litestar, rulesets: Sequence[AnyRuleset] = RULESETS) -> dict[str, Any]:
    """Return the OpenAPI document of the service, for these rulesets.

    The document of a single one has no examples and no unions of rulesets, so it is smaller.
    """
    schema = app.openapi_schema.to_schema()
    contracts = contracts_of(app)
    shapes = [shape for one in contracts.values() for shape in shapes_of(one)]
    shapes += [WebhookMessage, TournamentWebhookMessage, WebhookTest]
    bodies = {
        rules.meta.id: [one.body_of(rules) for one in contracts.values() if one.body_of]
        for rules in rulesets
    }
    schemas = Schemas([*dict.fromkeys(shapes), Problem], bodies, rulesets)
    schemas.know_problems(KINDS.values())
    examples = Examples(shown=len(rulesets) > 1)
    paths = path_items.paths(schema["paths"], contracts, schemas, examples)
    problems = path_items.responses(contracts.values(), schemas, examples)
    all_operations = [one for item in paths.values() for one in item.values()]
    sent = webhooks(schemas, examples)
    requests = [one.get("requestBody") for one in all_operations]
    answers = [problems, sent, *(one["responses"] for one in all_operations)]
    return {
        "openapi": schema["openapi"],
        "info": schema["info"],
        "servers": schema["servers"],
        "tags": descriptions.tags(),
        "paths": paths,
        "webhooks": sent,
        "components": {
            "securitySchemes": {"token": descriptions.TOKEN},
            "parameters": path_items.parameters(_parameters(rulesets)),
            "headers": _used_headers([problems, *(one["responses"] for one in all_operations)]),
            "responses": problems,
            "schemas": schemas.used(requests, answers),
        },
    }


def _used_headers(answers: Any) -> dict[str, Any]:
    """Return the shared headers that answers refer to, in their order."""
    text = msgspec.json.encode(answers).decode()
    return {name: one for name, one in path_items.headers().items() if f'/headers/{name}"' in text}


def _parameters(rulesets: Sequence[AnyRuleset]) -> dict[str, dict[str, Any]]:
    ids = [rules.meta.id for rules in rulesets]
    of_ruleset = {**descriptions.PARAMETERS["ruleset"], "schema": {"type": "string", "enum": ids}}
    return {**descriptions.PARAMETERS, "ruleset": of_ruleset}


def contracts_of(app: Litestar) -> dict[str, Contract]:
    """Return the contract of each documented operation, by id."""
    return {
        contract.id: contract
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        if (contract := contract_of(handler)) is not None
    }


def shapes_of(contract: Contract) -> list[Any]:
    """Return the body types in a contract that do not depend on the ruleset."""
    shapes = [*(answer.shape for answer in contract.answers), contract.body]
    return [one for shape in shapes if shape is not None for one in get_args(shape) or (shape,)]
