"""``carolus keys``: the keys that sign the results of games."""

import click
import msgspec

from service.access.game_keys import service_key
from service.access.log_key import adopt_key
from service.access.signing_keys import (
    SigningKey,
    published_keys,
    ready_keys,
    rotate_keys,
    signing_keys,
)
from service.cli.shared import environment, examples, opened_log, storage_errors
from service.runtime.timestamps import now
from service.settings import Settings


class KeyLine(msgspec.Struct, frozen=True):
    """A key in the list."""

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
    """Manage the keys that sign results.

    Without a subcommand, the command lists the keys, oldest first; the newest one signs. The
    service makes the first key when it starts for the first time.
    """
    if context.invoked_subcommand is not None:
        if as_json:
            raise click.UsageError("--json applies only to the list of keys")
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
    """Make the keys, unless they exist.

    The keys are service.key and the first signing key. The service does this itself when it starts
    for the first time. If it cannot write to its data folder, make the keys elsewhere and copy them
    there before the first start.
    """
    chosen = environment()
    with storage_errors(chosen):
        chosen.folder.mkdir(parents=True, exist_ok=True)
        service_key(chosen.folder)
        ready_keys(chosen.folder, now)
    click.echo(f"service.key and signing-keys/ are in {chosen.folder.resolve()}")


@keys.command()
def rotate() -> None:
    """Make a new key.

    The new key signs from the next start of the service on. The old keys stay published, so that
    their signatures can be checked for ever. Their private parts are deleted.
    """
    chosen = environment()
    _existing(chosen)
    with storage_errors(chosen):
        made = rotate_keys(chosen.folder, now)[-1]
    click.echo(f"{made.content.kid} signs from the next start of the service on")


@keys.command()
def export() -> None:
    """Print the public keys as a JWK Set.

    Offline audits need them.
    """
    found = published_keys(_existing(environment()))
    click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2))


@keys.command()
def adopt() -> None:
    """Replace the lost key of a log.

    The service.key of this data folder becomes the key of the log. Tokens stay valid. If a client
    retries a creation from before, with the same Idempotency-Key, the tokens in the response are
    invalid. Restart workers that run with the old key.
    """
    chosen = environment()
    with opened_log(chosen) as log, storage_errors(chosen):
        changed = adopt_key(chosen.folder, log)
    what = "is now the key of the log" if changed else "was the key of the log already"
    click.echo(f"service.key in {chosen.folder.resolve()} {what}")


def _existing(chosen: Settings) -> tuple[SigningKey, ...]:
    """Return the keys of a data folder; end the command if there are none."""
    with storage_errors(chosen):
        found = signing_keys(chosen.folder)
    if not found:
        raise click.ClickException(
            f"there are no signing keys in {chosen.folder.resolve()}: the service makes the "
            "first one when it starts; set CAROLUS_DATA to use another folder"
        )
    return found
