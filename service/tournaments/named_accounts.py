"""The accounts that requests name: each must exist, and an arbiter's should be able to act.

The rules of a tournament know no register of accounts, so the service checks this before them.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from domain.ruleset import Language
from domain.tournament.stream import actions as a
from service.access.register import NoSuchAccount, Register
from service.access.rights import Scope
from service.tournaments.requests import EnterRequest

MissingAccounts: TypeAlias = Callable[[Sequence[str]], Awaitable[Sequence[str]]]
"""Returns those of these accounts that do not exist."""

LISTED_AT_ONCE: Final = 500
"""Accounts that are looked up before the first missing ones are reported."""

ARBITRATE: Final[Scope] = "arbitrate"

WarningReason: TypeAlias = Literal["arbiter_without_scope"]


class NamedAccount(NamedTuple):
    """An account in a request, and where the request names it."""

    account: str
    where: str


class NoSuchNamedAccounts(NoSuchAccount):
    """A request names accounts that do not exist."""

    def __init__(self, named: Sequence[NamedAccount]) -> None:
        super().__init__(named[0].account)
        self.named = named


class ActionWarning(NamedTuple):
    """What the account that acted should know about an action that was accepted."""

    action: int
    """The index of the action; the first is 0."""
    reason: WarningReason
    facts: Mapping[str, Any]

    def message(self, language: Language) -> str:
        """Return the warning as a sentence."""
        return _TEXTS[self.reason][language].format_map(self.facts)


_TEXTS: Final[Mapping[WarningReason, Mapping[Language, str]]] = {
    "arbiter_without_scope": {
        "en": "{name} is named, but cannot decide yet: no key of the account {account} has the "
        "scope {scope}. The operator of the service can make one.",
        "es": "{name} queda designado, pero todavía no puede decidir: ninguna clave de la cuenta "
        "{account} tiene el ámbito {scope}. Quien administra el servicio puede crear una.",
        "de": "{name} ist benannt, kann aber noch nicht entscheiden: Kein Schlüssel des Kontos "
        "{account} hat den Scope {scope}. Wer den Dienst betreibt, kann einen anlegen.",
    },
}


async def must_exist(actions: Sequence[Any], missing: MissingAccounts) -> None:
    """Refuse actions that name accounts that do not exist; raise NoSuchNamedAccounts.

    The error names those among the first ``LISTED_AT_ONCE`` in which one is missing: a request can
    name tens of thousands, and anyone may send it.
    """
    named = list(_named(actions))
    for first in range(0, len(named), LISTED_AT_ONCE):
        some = named[first : first + LISTED_AT_ONCE]
        absent = set(await missing(list(dict.fromkeys(one.account for one in some))))
        if absent:
            raise NoSuchNamedAccounts([one for one in some if one.account in absent])


def _named(actions: Sequence[Any]) -> Iterator[NamedAccount]:
    """Yield the accounts that actions bring into a tournament."""
    for index, action in enumerate(actions):
        where = f"$.actions[{index}]"
        match action:
            case EnterRequest():
                for at, person in enumerate(action.people):
                    if person.account is not None:
                        yield NamedAccount(person.account, f"{where}.people[{at}].account")
            case a.ReplacePlayer():
                if action.person.account is not None:
                    yield NamedAccount(action.person.account, f"{where}.person.account")
            case a.NameArbiter() | a.DeclareRelation():
                yield NamedAccount(action.account, f"{where}.account")
            case a.InvitePlayers():
                for at, account in enumerate(action.accounts):
                    yield NamedAccount(account, f"{where}.accounts[{at}]")
            case _:
                pass


async def warnings_about(actions: Sequence[Any], register: Register) -> tuple[ActionWarning, ...]:
    """Return what to know about accepted actions: which new arbiters have no key to act with."""
    found = []
    for index, action in enumerate(actions):
        if isinstance(action, a.NameArbiter) and await _lacks_a_key(action.account, register):
            facts = {"name": action.name, "account": action.account, "scope": ARBITRATE}
            found.append(ActionWarning(index, "arbiter_without_scope", facts))
    return tuple(found)


async def without_scope(arbiters: Iterable[str], register: Register) -> tuple[str, ...]:
    """Return the accounts of those arbiters who have no key to act with."""
    return tuple([one for one in arbiters if await _lacks_a_key(one, register)])


async def _lacks_a_key(arbiter: str, register: Register) -> bool:
    """Return whether no token of an account lets an arbiter act.

    The scopes of an account of another issuer are in its tokens, so nothing is known about them.
    """
    account = await register.account(arbiter)
    return not account.of_issuer and not account.has_scope(ARBITRATE, register.now())
