"""The role of an account in a tournament: what its token is for, and what the actions need.

A player acts with the scope ``play``, the organiser with ``organise`` and an arbiter of the
tournament with ``arbitrate``. The rules decide whether the account has this role.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from domain.refusal import Malformed
from domain.ruleset import kinds_of, tag_of
from domain.tournament.stream.people import Acting
from domain.tournament.stream.rights import RIGHTS, allowed, has_role
from domain.tournament.stream.state import Tournament
from service.access.rights import Forbidden, Identity, Scope
from service.storage.stale_version import VersionRequired
from service.tournaments.requests import RequestedAction

RequestedRole: TypeAlias = Literal["player", "organiser", "arbiter"]

SCOPES: Final[Mapping[RequestedRole, Scope]] = {
    "player": "play",
    "organiser": "organise",
    "arbiter": "arbitrate",
}
"""The scope that a token needs for each role."""

_ROLES: Final = {tag_of(kind): right.roles for kind, right in RIGHTS.items()}
DECISIONS: Final = frozenset(tag for tag, roles in _ROLES.items() if roles == {"arbiter"})
"""The types of actions with which only an arbiter decides (ADR 96)."""

_REQUESTED: Final = frozenset(map(tag_of, kinds_of(RequestedAction)))


class RoleActions(NamedTuple):
    """A role of an account, and the types of actions that it may ask for now."""

    by: Acting
    actions: tuple[str, ...]


class WithheldRole(NamedTuple):
    """A role that an account has, and the scope that its token lacks for it."""

    role: RequestedRole
    scope: Scope


_OFFICIALS: Final[tuple[RequestedRole, ...]] = ("organiser", "arbiter")


def acting(
    state: Tournament, who: Identity, actions: Sequence[Any], role: RequestedRole | None
) -> Acting:
    """Return who requests these actions: in the named role, or in the only one that fits.

    Raises Forbidden if the token is for none, and Malformed if several fit. The rules judge whether
    the account has the role (TN-ACT-1, TN-ACT-3).
    """
    if role is not None:
        return _must_be_for(who, (role,))
    every = get_args(RequestedRole)
    fitting = [one for one in every if _fits(one, actions)]
    held = _held(state, who, fitting)
    if len(held) > 1:
        choices = " or ".join(one.role for one in held)
        raise Malformed(f"say in which role you act: {choices}", where="$.role")
    return held[0] if held else _must_be_for(who, fitting or every)


def must_name_a_version(actions: Sequence[Any], *, named: bool) -> None:
    """Refuse decisions of an arbiter without the version that they are about (ADR 96).

    Several arbiters decide about the same tables: the second one could cancel, without knowing it,
    what the first one has just decided.
    """
    decisions = tuple(dict.fromkeys(tag_of(one) for one in actions if tag_of(one) in DECISIONS))
    if decisions and not named:
        raise VersionRequired(decisions)


def actions_by_role(state: Tournament, who: Identity) -> list[RoleActions]:
    """Return the roles of an account that its token is for, with what each may ask for now."""
    return [
        RoleActions(one, tuple(tag for tag in allowed(state, one) if tag in _REQUESTED))
        for one in _held(state, who, get_args(RequestedRole))
    ]


def withheld_from(state: Tournament, who: Identity) -> list[WithheldRole]:
    """Return the roles of an official that an account has, and its token lacks the scope for."""
    return [
        WithheldRole(role, SCOPES[role])
        for role in _OFFICIALS
        if SCOPES[role] not in who.scopes and has_role(state, Acting(role, who.account))
    ]


def _fits(role: RequestedRole, actions: Sequence[Any]) -> bool:
    return all(role in _ROLES[tag_of(one)] for one in actions)


def _held(state: Tournament, who: Identity, roles: Sequence[RequestedRole]) -> list[Acting]:
    """Return those of these roles that an account has and its token is for."""
    return [one for one in _open_to(who, roles) if has_role(state, one)]


def _must_be_for(who: Identity, roles: Sequence[RequestedRole]) -> Acting:
    """Return the first of these roles that a token is for; raise Forbidden if there is none."""
    found = _open_to(who, roles)
    if not found:
        raise Forbidden("scope", scopes=tuple(SCOPES[role] for role in roles))
    return found[0]


def _open_to(who: Identity, roles: Sequence[RequestedRole]) -> list[Acting]:
    return [Acting(role, who.account) for role in roles if SCOPES[role] in who.scopes]
