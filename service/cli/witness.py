"""``carolus witness``: contribute to the dice of games elsewhere."""

import contextlib
from pathlib import Path

import click

from domain.transparency.notes import KEY_NAME
from service.access.secret_files import BadKey
from service.access.signing_keys import add_key
from service.cli.serving import DrainingServer, config, exit_on_sigterm, listener
from service.cli.shared import WholeNumber, environment, examples, warn_of_unknown_settings
from service.runtime.memory import settle_memory
from service.runtime.timestamps import now

FOLDER = click.option(
    "--data",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("witness"),
    show_default=True,
    help="The witness's own data folder; created if it is missing.",
)


def _name(context: click.Context, option: click.Parameter, name: str) -> str:
    """Check the name of the key: notes separate their parts by whitespace and plus signs."""
    if name and not KEY_NAME.fullmatch(name):
        raise click.BadParameter("a name without whitespace and plus signs is expected")
    return name


@click.group(
    invoke_without_command=True,
    epilog=examples(
        "carolus witness --service https://carolus.example/.well-known/jwks.json",
        "carolus witness --service jwks.json --host 0.0.0.0 --port 8020",
        "carolus witness rotate --data /var/lib/carolus-witness",
    ),
)
@FOLDER
@click.option(
    "--service",
    "services",
    multiple=True,
    metavar="KEYS",
    help="A service to witness for: the address of its JWK Set, a file with it, or the thumbprint "
    "of its key. Can be given several times.",
)
@click.option(
    "--name",
    default="",
    callback=_name,
    help="The name of the key that cosigns logs, such as witness.example/carolus; without it, a "
    "name made from the key.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=WholeNumber(0, 65535),
    default=8020,
    show_default=True,
    help="Port to listen on; 0 picks a free one.",
)
@click.option(
    "--restored",
    is_flag=True,
    help="The data folder was restored from a backup: give no more links for games registered "
    "before.",
)
@click.pass_context
def witness(  # noqa: PLR0913 - a parameter for each option of the command
    context: click.Context,
    folder: Path,
    services: tuple[str, ...],
    name: str,
    host: str,
    port: int,
    *,
    restored: bool,
) -> None:
    """Run a witness until Ctrl-C or SIGTERM.

    A witness contributes to the dice of games of other people's services, so that no one can know
    the dice in advance. It gives one link for each moment of a game, for one head of the game's
    log, and signs which. It also cosigns the transparency logs of services whose keys it has.
    """
    if context.invoked_subcommand is not None:
        return
    if not services:
        raise click.UsageError("a witness needs at least one --service")
    settings = environment()
    warn_of_unknown_settings()

    from service.witness.app import create_witness  # noqa: PLC0415 - slow to import
    from service.witness.services import BadService  # noqa: PLC0415 - the same
    from service.witness.table import Unusable  # noqa: PLC0415 - the same

    with listener(host, port, "use --port to choose another port") as opened:
        try:
            made = create_witness(folder, services, settings, name=name, restored=restored)
        except BadService as wrong:
            raise click.BadParameter(str(wrong), param_hint="'--service'") from None
        except (OSError, BadKey, Unusable) as failure:
            raise click.ClickException(
                f"the witness cannot use its data folder: {failure}"
            ) from failure
        settle_memory()
        if made.began:
            click.echo(
                "The table was restored or replaced, so the witness gives nothing more for games "
                "that were registered before this start. It accepts new games, and has a new key "
                "to cosign logs.",
                err=True,
            )
        click.echo(f"It cosigns logs as {made.cosigner}", err=True)
        server = DrainingServer(
            config(made.app),
            made.draining,
            lambda url: (
                f"The witness is at {url}/ (key: {made.thumbprint}), its data in "
                f"{folder.resolve()}. Press Ctrl-C to stop."
            ),
        )
        exit_on_sigterm()
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[opened])


@witness.command()
@FOLDER
def rotate(folder: Path) -> None:
    """Make a new signing key.

    The new key signs for games registered from the next start of the witness on. Earlier games keep
    the key that they were registered with.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        made = add_key(folder, now)[-1]
    except (OSError, BadKey) as failure:
        raise click.ClickException(str(failure)) from failure
    click.echo(f"{made.content.kid} signs for new games from the next start of the witness on")
