"""On whose behalf a request acts, judged on the game as it is when the request is carried out.

The service identifies the caller before it reads the body of a request, which can take long.
Meanwhile a player may take or leave a seat, on this worker or another.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from domain.ruleset import Seat, tag_of
from domain.table.actions import AdjudicateRequest, CallOffRequest, decision_of
from domain.table.game import TABLE, By, Game
from service.access.rights import ACT, ARBITRATE, SEAT, Caller, Forbidden, Unauthorized


class Seated(NamedTuple):
    """A seat, for which its account acts; the account may have left it since."""

    seat: Seat
    player: str


class Linked(NamedTuple):
    """A seat, for which the holder of its link acts; the link may have expired (``valid_in``)."""

    seat: Seat


class Arbiter(NamedTuple):
    """An arbiter, who acts as the table does in games in which their account does not sit."""

    player: str
    name: str
    """The arbiter's name in the audit trail."""


Requester: TypeAlias = By | Seated | Linked | Arbiter
"""On whose behalf a request acts."""


def acting(game: Game, by: Requester) -> By:
    """Return who acts.

    Raises Forbidden if the account no longer has the seat, or if an arbiter sits in the game, and
    Unauthorized if the seat's link is no longer valid.
    """
    if isinstance(by, Arbiter):
        if any(state.player == by.player for state in game.seats):
            raise Forbidden(ARBITRATE.needs)
        return TABLE
    if isinstance(by, Linked):
        must_be_valid(Caller(by.seat), game)
        return by.seat
    if not isinstance(by, Seated):
        return by
    if game.seats[by.seat].player != by.player:
        raise Forbidden("this_seat", seat=by.seat)
    return by.seat


def who_acts(who: Caller, actions: tuple[Any, ...]) -> Requester:
    """Return who requests these actions: a seat, or the table or an arbiter for table actions.

    Raises Forbidden if the caller may not, or if the list mixes actions of a seat and of the table:
    no token is for both.
    """
    of_table = [right for one in actions if (right := ACT.actions.get(tag_of(one))) is not None]
    for right in of_table:
        right.admit(who)
    if len(of_table) == len(actions):
        if ARBITRATE in of_table and who.identity is not None:
            return Arbiter(who.identity.account, who.identity.doer)
        return "table"
    SEAT.admit(who)
    if of_table:
        raise Forbidden("actions_of_one_kind")
    return actor(who)


def recorded(actions: Sequence[Any], by: Requester) -> list[Any]:
    """Return the actions as the log keeps them: those of an arbiter name the arbiter."""
    if not isinstance(by, Arbiter):
        return list(actions)
    return [
        decision_of(one, by.player) if isinstance(one, AdjudicateRequest | CallOffRequest) else one
        for one in actions
    ]


def must_be_valid(who: Caller, game: Game) -> None:
    """Raise Unauthorized if the token no longer stands for this caller in the game as given."""
    if not who.valid_in(game):
        raise Unauthorized


def actor(who: Caller) -> Requester:
    """Return who acts when a caller acts for a seat."""
    assert who.seat is not None, "the right lets in seats only"
    if who.identity is None:
        return Linked(who.seat)
    return Seated(who.seat, who.identity.account)
