"""``carolus openapi``: the contract, as the service tells it."""

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
    ),
)
def openapi() -> None:
    """Print the OpenAPI document of the service, as JSON."""
    from service.app import create_app  # noqa: PLC0415 - slow to import, so for this command alone
    from service.http.openapi import document  # noqa: PLC0415 - the same

    with tempfile.TemporaryDirectory() as nowhere:
        app = create_app(msgspec.structs.replace(environment(), data=nowhere))

        async def told() -> dict[str, Any]:
            # Started and stopped, so that it closes the log of its folder.
            async with app.lifespan():
                return document(app)

        click.echo(json.dumps(asyncio.run(told()), indent=2, ensure_ascii=False))
