"""Whose signatures a command trusts: the options, and what they allow.

Several commands read archives of strangers, and each needs the same answer: who vouches for a game.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import IO, Any, Final, TypeVar

import click
import msgspec
from msgspec import Struct

from domain.record.jws import Jwk, from_base64url, jwks_in
from domain.table.actions import GameId
from domain.transparency.notes import COSIGNATURE, BadNote, NoteKey, read_vkey
from service.archives.examining import AuditResult, Examined

THUMBPRINT_BYTES: Final = 32

Command = TypeVar("Command", bound=Callable[..., Any])


class Trust(Struct, frozen=True):
    """Which keys count, and which games may do without them."""

    published: frozenset[str] | None
    """Thumbprints of the keys that count (RFC 7638); None if none were given."""
    services: tuple[frozenset[str], ...]
    """The keys of each service: those of one file, and of others that share one of them."""
    unsigned: bool
    """Whether any game may lack a signature by one of these keys."""
    unsigned_games: frozenset[str]
    """The ids of games that may lack it."""
    keys: tuple[Jwk, ...] = ()
    """The keys of ``published`` that were given as a whole, not by their thumbprints."""


class CosignerKey(click.ParamType[NoteKey]):
    """The verifier key of a witness of a transparency log."""

    name = "verifier key"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> NoteKey:
        """Return the key; fail if the text is another one."""
        try:
            key = read_vkey(value)
        except BadNote:
            key = None
        if key is None or key.kind != COSIGNATURE:
            self.fail(f"{value!r} is not the verifier key of a witness", param, ctx)
        return key


def trust_options(command: Command) -> Command:
    """Add the options that ``trust_of`` takes to a command."""
    options = (
        click.option(
            "--keys",
            "key_files",
            multiple=True,
            type=click.File("rb"),
            metavar="FILE",
            help="Require every game to be finished, and signed by a key of this JWK Set of the "
            "service. Can be given several times.",
        ),
        click.option(
            "--key-thumbprint",
            "thumbprints",
            multiple=True,
            metavar="ID",
            help="Like --keys, for the key with this thumbprint (RFC 7638), as `carolus keys` "
            "lists it. Can be given several times.",
        ),
        click.option(
            "--unsigned",
            is_flag=True,
            help="Accept games that no one vouches for: anyone could have made them up.",
        ),
        click.option(
            "--unsigned-game",
            "unsigned_games",
            multiple=True,
            metavar="ID",
            help="Accept this game without a signature, for example one from a real table. Can be "
            "given several times.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def trust_of(
    key_files: Iterable[IO[bytes]],
    thumbprints: Iterable[str],
    unsigned: bool,
    unsigned_games: Iterable[str],
) -> Trust:
    """Return what the options of ``trust_options`` allow; end the command if one is invalid."""
    files = [keys_in(file) for file in key_files]
    services = _services(files)
    published = frozenset(map(_thumbprint, thumbprints)).union(*services)
    games = frozenset(map(_game, unsigned_games))
    keys = tuple({kid: key for found in files for kid, key in found.items()}.values())
    return Trust(published or None, services, unsigned, games, keys)


class NamedGames:
    """Looks for the games that an option names among the records: an id may be misspelled."""

    def __init__(self, trust: Trust) -> None:
        self._missing = set(trust.unsigned_games)

    def saw(self, result: AuditResult) -> None:
        """Take note of a record, valid or not, whether or not the command uses it."""
        if isinstance(result, Examined) and result.audited.game is not None:
            self._missing.discard(result.audited.game)

    def warn_of_missing(self) -> None:
        """Warn of the games that have no record."""
        for game in sorted(self._missing):
            click.echo(f"--unsigned-game {game}: there is no such game", err=True)


def _services(files: Iterable[Mapping[str, Jwk]]) -> tuple[frozenset[str], ...]:
    """Return the thumbprints of the keys in these files, those of one service together."""
    services: list[frozenset[str]] = []
    for keys in map(frozenset, files):
        same = [one for one in services if not one.isdisjoint(keys)]
        services = [one for one in services if one not in same] + [keys.union(*same)]
    return tuple(services)


def keys_in(file: IO[bytes], option: str = "--keys") -> dict[str, Jwk]:
    """Return the keys in a file by their thumbprints; end the command if there are none."""
    try:
        found = jwks_in(file.read())
    except ValueError as wrong:
        raise click.BadParameter(f"{file.name}: {wrong}", param_hint=f"'{option}'") from wrong
    if not found:
        raise click.BadParameter(f"{file.name}: contains no Ed25519 key", param_hint=f"'{option}'")
    return found


def _thumbprint(text: str) -> str:
    try:
        size = len(from_base64url(text))
    except ValueError:  # also for characters that are not ASCII
        size = 0
    if size != THUMBPRINT_BYTES:
        raise click.BadParameter(
            f"{text!r} is not the thumbprint of a key: 43 characters of base64url, as "
            "`carolus keys` lists them",
            param_hint="'--key-thumbprint'",
        )
    return text


def _game(text: str) -> str:
    try:
        return msgspec.convert(text, GameId)
    except msgspec.ValidationError:
        raise click.BadParameter(
            f"{text!r} is not the id of a game: "
            "1 to 64 of A to Z, a to z, 0 to 9, `.`, `_` and `-`",
            param_hint="'--unsigned-game'",
        ) from None
