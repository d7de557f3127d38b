"""``carolus config``: the effective settings, and where each comes from."""

import os
from typing import Any, Final, Literal

import click
import msgspec

from service.cli.shared import environment, examples, warn_of_unknown_settings
from service.settings import Settings, masked

_NOTHING: Final = "(none)"


class InForce(msgspec.Struct, frozen=True):
    """The effective value of a setting, and its source."""

    value: Any
    source: Literal["environment", "default"]


@click.command(
    epilog=examples(
        "carolus config",
        "carolus config --json",
        "CAROLUS_LOG_FORMAT=json carolus config",
    ),
)
@click.option("--json", "as_json", is_flag=True, help="For programs: one JSON object.")
def config(*, as_json: bool) -> None:
    """Show the effective settings, and check them.

    Passwords in addresses are masked. The command warns of variables that look like settings but
    are not. An invalid value ends it with status 2.
    """
    found = in_force(environment())
    warn_of_unknown_settings()
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    names = max(map(len, found))
    values = max(len(_shown(one.value)) for one in found.values())
    for name, one in found.items():
        click.echo(f"{name:{names}}  {_shown(one.value):{values}}  {one.source}")


def in_force(settings: Settings) -> dict[str, InForce]:
    """Return each setting by the name of its variable."""
    return {
        field.encode_name: InForce(
            _safe(getattr(settings, field.name)),
            "environment" if os.environ.get(field.encode_name) else "default",
        )
        for field in msgspec.structs.fields(settings)
    }


def _safe(value: Any) -> Any:
    return masked(value) if isinstance(value, str) else value


def _shown(value: Any) -> str:
    return _NOTHING if value == "" else str(value)
