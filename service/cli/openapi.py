"""``carolus openapi``: print the OpenAPI document."""

import asyncio
import json
import tempfile
from typing import Any

import click
import msgspec

from service.cli.shared import environment, examples


@click.command(
    epilog=examples(
        "carolus openapi > openapi.json",
        "carolus openapi | python -m json.tool | less",
        "carolus openapi --record > record.schema.json",
    ),
)
@click.option("--record", is_flag=True, help="Print the JSON Schema of records instead.")
def openapi(*, record: bool) -> None:
    """Print the OpenAPI document of the service, as JSON."""
    from service.app import create_app  # noqa: PLC0415 - slow to import, needed here only
    from service.http.openapi.document import document  # noqa: PLC0415 - the same
    from service.http.openapi.record_schema import record_schema  # noqa: PLC0415 - the same

    with tempfile.TemporaryDirectory() as nowhere:
        app = create_app(msgspec.structs.replace(environment(), data=nowhere))

        async def printed() -> dict[str, Any]:
            # The lifespan closes the log of the temporary folder.
            async with app.lifespan():
                whole = document(app)
                return record_schema(whole) if record else whole

        click.echo(json.dumps(asyncio.run(printed()), indent=2, ensure_ascii=False))
