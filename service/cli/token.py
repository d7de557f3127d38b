"""``carolus token``: accounts and tokens, for the operator of the service.

Use it to make the first account with the scope ``admin``.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

import click
import msgspec

from domain.expectations import plain_fault
from domain.table.actions import Name
from service.access.accounts import OPERATOR, Token
from service.access.game_keys import Keys
from service.access.log_key import key_of_log
from service.access.register import (
    Issued,
    NewToken,
    NoSuchAccount,
    NoSuchToken,
    Register,
    TooManyTokens,
)
from service.access.rights import SCOPES, Scope
from service.cli.shared import WholeNumber, environment, examples, opened_log, storage_errors
from service.runtime.timestamps import later, now

AnswerT = TypeVar("AnswerT")

_DAY_SECONDS: Final = 24 * 3600


class TokenLine(msgspec.Struct, frozen=True):
    """A token in a list."""

    id: str
    name: str
    scopes: tuple[Scope, ...]
    made_at: str
    expires_at: str | None


def _named(_: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    try:
        return value if value is None else msgspec.convert(value, Name)
    except msgspec.ValidationError as wrong:
        raise click.BadParameter(plain_fault(wrong).message, param=parameter) from None


@click.group(
    epilog=examples(
        'carolus token make --new-account "Anna" --scope play --scope admin',
        "carolus token make --account 5ssnydsx5grvmz7fai6ame7zwa --scope arbitrate --days 90",
        "carolus token list 5ssnydsx5grvmz7fai6ame7zwa",
        "carolus token revoke 5ssnydsx5grvmz7fai6ame7zwa-ysyqofq6obqx6rhh",
    ),
)
def token() -> None:
    """Manage the tokens of accounts.

    The commands make, list and revoke tokens with any scope. The service may run meanwhile. It
    applies changes at once.
    """


@token.command()
@click.option("--account", metavar="ID", help="Make the token for this account.")
@click.option(
    "--new-account",
    "player",
    metavar="NAME",
    callback=_named,
    help="Make the token for a new account with this name.",
)
@click.option(
    "--scope",
    "scopes",
    type=click.Choice(SCOPES),
    multiple=True,
    required=True,
    help="What the token allows; can be given several times.",
)
@click.option(
    "--name",
    default="command line",
    show_default=True,
    callback=_named,
    help="Name of the token in lists.",
)
@click.option(
    "--days", type=WholeNumber(1, 3660), help="Days until the token expires.  [default: never]"
)
def make(
    account: str | None, player: str | None, scopes: tuple[Scope, ...], name: str, days: int | None
) -> None:
    """Make a token and print it.

    The token cannot be shown again, because the service stores only its hash.
    """
    if (account is None) == (player is None):
        raise click.UsageError("give either --account or --new-account")
    expires = None if days is None else later(now(), days * _DAY_SECONDS)
    wanted = NewToken(name, tuple(sorted(set(scopes))), expires)

    async def work(register: Register) -> Issued:
        if account is None:
            assert player is not None, "one of the two is set"
            return await register.open(player, wanted, OPERATOR)
        return await register.make(account, wanted, OPERATOR)

    issued = _carry_out(work)
    click.echo(f"account {issued.account.id}, token {issued.token.id}", err=True)
    click.echo(issued.secret)


@token.command("list")
@click.argument("account")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def list_(account: str, *, as_json: bool) -> None:
    """List the tokens of an account.

    The list shows no secrets and no revoked tokens.
    """
    found = _carry_out(lambda register: register.account(account))
    lines = [_line(one) for one in found.tokens.values()]
    if as_json:
        click.echo(msgspec.json.encode(lines))
        return
    for line in lines:
        until = "" if line.expires_at is None else f" until {line.expires_at}"
        click.echo(f"{line.id}  {' '.join(line.scopes)}  since {line.made_at}{until}  {line.name}")


@token.command()
@click.argument("token_id", metavar="TOKEN")
def revoke(token_id: str) -> None:
    """Revoke a token; TOKEN is its id."""
    _carry_out(lambda register: register.revoke(token_id, OPERATOR))
    click.echo(f"revoked {token_id}", err=True)


def _line(one: Token) -> TokenLine:
    return TokenLine(one.id, one.name, one.scopes, one.made_at, one.expires)


def _carry_out(work: Callable[[Register], Coroutine[Any, Any, AnswerT]]) -> AnswerT:
    """Run ``work`` with the register of the log; end the command if it fails."""
    chosen = environment()
    with opened_log(chosen) as log, storage_errors(chosen):
        register = Register(log, Keys(key_of_log(chosen.folder, log)), now)
        try:
            return asyncio.run(work(register))
        except NoSuchAccount as none:
            raise click.ClickException(f"there is no account {none}") from None
        except NoSuchToken as none:
            raise click.ClickException(f"there is no token {none}") from None
        except TooManyTokens:
            raise click.ClickException("the account has 100 tokens; revoke one first") from None
