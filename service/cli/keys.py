"""``carolus keys``: the keys that sign how games ended."""

from pathlib import Path

import click
import msgspec

from service.access.signing_keys import SigningKey, published_keys, rotate_keys, signing_keys
from service.cli.shared import environment, examples, telling_of
from service.clock import now


class KeyLine(msgspec.Struct, frozen=True):
    """One key, as it is listed."""

    kid: str
    since: str
    in_use: bool


@click.group(
    invoke_without_command=True,
    epilog=examples(
        "carolus keys",
        "carolus keys rotate",
        "carolus keys export > jwks.json",
    ),
)
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
@click.pass_context
def keys(context: click.Context, as_json: bool) -> None:
    """List the keys that sign how games ended, the oldest first; the newest one signs.

    The service makes the first one when it is started for the first time.
    """
    if context.invoked_subcommand is not None:
        if as_json:
            raise click.UsageError("--json is for the list of keys alone")
        return
    found = _existing(environment().folder)
    lines = [KeyLine(one.content.kid, one.content.since, one is found[-1]) for one in found]
    if as_json:
        click.echo(msgspec.json.encode(lines))
        return
    for line in lines:
        click.echo(f"{line.kid}  since {line.since}  {'in use' if line.in_use else 'published'}")


@keys.command()
def rotate() -> None:
    """Make a new key. It signs from the next start of the service on.

    The old ones stay published, so that what they signed can be checked for ever; their private
    parts are deleted.
    """
    folder = environment().folder
    _existing(folder)
    with telling_of(folder):
        made = rotate_keys(folder, now)[-1]
    click.echo(f"{made.content.kid} signs from the next start of the service on")


@keys.command()
def export() -> None:
    """Print the public keys as a JWK Set, for those who audit offline."""
    found = published_keys(_existing(environment().folder))
    click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2))


def _existing(folder: Path) -> tuple[SigningKey, ...]:
    """Return the keys of a data folder; end the command if there are none."""
    with telling_of(folder):
        found = signing_keys(folder)
    if not found:
        raise click.ClickException(
            f"there are no signing keys in {folder.resolve()}: the service makes the first one "
            "when it is started; CAROLUS_DATA names another folder"
        )
    return found
