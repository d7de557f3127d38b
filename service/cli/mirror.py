"""``carolus mirror``: keep a copy of the transparency log of a service."""

from pathlib import Path
from typing import IO, Final

import click
import httpx
from rich.progress import MofNCompleteColumn

from domain.record.jws import Jwk, jwks_in
from domain.transparency.checkpoints import cosignatures
from domain.transparency.following import Misbehaved
from domain.transparency.notes import BadNote, NoteKey
from domain.transparency.tiles import BadTile
from service.access.ed25519 import verify_bytes
from service.archives.summary import time_of
from service.cli import rendering
from service.cli.progress import progress_bar
from service.cli.shared import examples
from service.cli.trust import CosignerKey
from service.transparency.remote import SECONDS_MAX, LogUnreachable, over_http
from service.transparency.remote import mirror as mirrored

_NOT_FOLLOWED: Final = (
    "the log was not followed, and the checkpoint in {folder} is unchanged: {why}"
)


@click.command(
    epilog=examples(
        "carolus mirror --keys jwks.json https://play.example mirror/",
        "carolus audit --keys jwks.json --log mirror/ games.ndjson.zst",
    ),
)
@click.argument("address", metavar="ADDRESS")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--keys",
    "key_files",
    multiple=True,
    required=True,
    type=click.File("rb"),
    metavar="FILE",
    help="The JWK Set of the service, as it was published. Can be given several times.",
)
@click.option(
    "--cosigner",
    "cosigners",
    multiple=True,
    type=CosignerKey(),
    metavar="KEY",
    help="Verify the cosignature of this witness of the log below the checkpoint, and say when it "
    "cosigned. Can be given several times.",
)
def mirror(
    address: str,
    folder: Path,
    key_files: tuple[IO[bytes], ...],
    cosigners: tuple[NoteKey, ...],
) -> None:
    """Keep a copy of a transparency log.

    ADDRESS is the address of the service.

    The command verifies that the log continues the copy in FOLDER, and that all files are
    consistent. If it does not, the exit status is 1, and the message is the evidence: keep the
    folder.
    """
    keys: list[Jwk] = []
    for file in key_files:
        try:
            keys += jwks_in(file.read()).values()
        except ValueError as wrong:
            raise click.BadParameter(f"{file.name}: {wrong}", param_hint="'--keys'") from wrong
    bar = progress_bar("copying", lambda: None, MofNCompleteColumn())
    try:
        with httpx.Client(timeout=SECONDS_MAX) as client, bar as advance:
            found = mirrored(
                over_http(address, client),
                keys,
                folder,
                lambda done, of: advance(done, f"of {of:,}"),
                cosigners,
            )
    except (LogUnreachable, Misbehaved, BadNote, BadTile, OSError) as failure:
        why = _NOT_FOLLOWED.format(folder=folder, why=failure)
        raise click.ClickException(why) from failure
    size, origin = found.checkpoint.size, found.checkpoint.origin
    click.echo(f"{folder}: {size:,} leaves of {origin}", err=True)
    for key in cosigners:
        for signed in cosignatures(found.note, [key], verify_bytes):
            said = f"cosigned by {key.name} at {time_of(signed)}, by its own clock"
            break
        else:
            said = f"not cosigned by {key.name}"
        click.echo(rendering.printable(f"{folder}: {said}"), err=True)
