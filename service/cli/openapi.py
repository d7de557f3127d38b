"""``carolus openapi``: print the OpenAPI document."""

import json
from typing import Any

import click

from domain.ruleset import AnyRuleset
from domain.rulesets.registry import RULESETS
from service.cli.shared import LAST, RulesetParameter, examples


@click.command(
    epilog=examples(
        "carolus openapi > openapi.json",
        "carolus openapi | python -m json.tool | less",
        f"carolus openapi --ruleset {LAST} > {LAST}.json",
        "carolus openapi --record > record.schema.json",
        "carolus openapi --events > events.schema.json",
        "carolus openapi --asyncapi > asyncapi.json",
        "carolus openapi --witness > witness.json",
    ),
)
@click.option(
    "--ruleset", type=RulesetParameter(), help="Print the document of this ruleset alone."
)
@click.option("--record", is_flag=True, help="Print the JSON Schema of records instead.")
@click.option("--events", is_flag=True, help="Print the JSON Schema of events instead.")
@click.option("--asyncapi", is_flag=True, help="Print the AsyncAPI document instead.")
@click.option("--witness", is_flag=True, help="Print the document of `carolus witness` instead.")
def openapi(
    *, ruleset: AnyRuleset | None, record: bool, events: bool, asyncapi: bool, witness: bool
) -> None:
    """Print the OpenAPI document of the service, as JSON."""
    if (ruleset is not None) + record + events + asyncapi + witness > 1:
        raise click.UsageError(
            "--ruleset, --record, --events, --asyncapi and --witness cannot be combined"
        )
    from service.http.openapi import asyncapi as streams  # noqa: PLC0415 - slow to import, needed here only
    from service.http.openapi.event_schema import event_schema  # noqa: PLC0415 - slow to import, needed here only
    from service.http.openapi.record_schema import record_schema  # noqa: PLC0415 - slow to import, needed here only

    whole = witness_document() if witness else whole_document(ruleset)
    if record:
        whole = record_schema(whole)
    elif events:
        whole = event_schema(whole)
    elif asyncapi:
        whole = streams.asyncapi(whole)
    click.echo(text_of(whole))


def text_of(document: dict[str, Any]) -> str:
    """Return the text of a document."""
    return json.dumps(document, indent=2, ensure_ascii=False)


def witness_document() -> dict[str, Any]:
    """Return the OpenAPI document of a witness."""
    from service.witness.app import routes_app  # noqa: PLC0415 - slow to import, needed here only
    from service.witness.openapi import document  # noqa: PLC0415 - the same

    return document(routes_app())


def whole_document(ruleset: AnyRuleset | None = None) -> dict[str, Any]:
    """Return the OpenAPI document of the service, or that of a ruleset alone."""
    from litestar import Litestar  # noqa: PLC0415 - slow to import, needed here only

    from service.http.openapi.document import document  # noqa: PLC0415 - the same
    from service.http.openapi.framework import CONFIG  # noqa: PLC0415 - the same
    from service.http.routes import ROUTES  # noqa: PLC0415 - the same

    # The routes alone: the document needs no database and no other part of the service.
    app = Litestar(route_handlers=ROUTES, openapi_config=CONFIG, logging_config=None)
    return document(app, RULESETS if ruleset is None else (ruleset,))
