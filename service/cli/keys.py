"""``carolus keys``: the keys that sign how games ended."""

import click
import msgspec

from service.access.keys import service_key
from service.access.log_key import adopt_key
from service.access.signing_keys import (
    SigningKey,
    published_keys,
    ready_keys,
    rotate_keys,
    signing_keys,
)
from service.cli.shared import environment, examples, opened_log, telling_of
from service.runtime.clock import now
from service.settings import Settings


class KeyLine(msgspec.Struct, frozen=True):
    """One key, as it is listed."""

    kid: str
    since: str
    in_use: bool


@click.group(
    invoke_without_command=True,
    epilog=examples(
        "carolus keys",
        "carolus keys make",
        "carolus keys rotate",
        "carolus keys export > jwks.json",
        "carolus keys adopt",
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
    found = _existing(environment())
    lines = [KeyLine(one.content.kid, one.content.since, one is found[-1]) for one in found]
    if as_json:
        click.echo(msgspec.json.encode(lines))
        return
    for line in lines:
        click.echo(f"{line.kid}  since {line.since}  {'in use' if line.in_use else 'published'}")


@keys.command()
def make() -> None:
    """Make service.key and the first signing key, where they are missing.

    The service does so by itself when it is started for the first time. This is for where it cannot
    write to its data folder: make the keys elsewhere, and put them there before the first start.
    """
    chosen = environment()
    with telling_of(chosen):
        chosen.folder.mkdir(parents=True, exist_ok=True)
        service_key(chosen.folder)
        ready_keys(chosen.folder, now)
    click.echo(f"service.key and signing-keys/ are in {chosen.folder.resolve()}")


@keys.command()
def rotate() -> None:
    """Make a new key. It signs from the next start of the service on.

    The old ones stay published, so that what they signed can be checked for ever; their private
    parts are deleted.
    """
    chosen = environment()
    _existing(chosen)
    with telling_of(chosen):
        made = rotate_keys(chosen.folder, now)[-1]
    click.echo(f"{made.content.kid} signs from the next start of the service on")


@keys.command()
def export() -> None:
    """Print the public keys as a JWK Set, for those who audit offline."""
    found = published_keys(_existing(environment()))
    click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2))


@keys.command()
def adopt() -> None:
    """Have the log take the service.key of this data folder, because its own is lost.

    Tokens that were given out go on working. A creation that is asked for again, with the
    Idempotency-Key of before, is answered with tokens that open nothing. Workers that run with the
    old key must be started again with this one.
    """
    chosen = environment()
    with opened_log(chosen) as log, telling_of(chosen):
        changed = adopt_key(chosen.folder, log)
    told = "is the key of the log now" if changed else "was the key of the log already"
    click.echo(f"service.key in {chosen.folder.resolve()} {told}")


def _existing(chosen: Settings) -> tuple[SigningKey, ...]:
    """Return the keys of a data folder; end the command if there are none."""
    with telling_of(chosen):
        found = signing_keys(chosen.folder)
    if not found:
        raise click.ClickException(
            f"there are no signing keys in {chosen.folder.resolve()}: the service makes the "
            "first one when it is started; CAROLUS_DATA names another folder"
        )
    return found
