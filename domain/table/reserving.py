"""For whom the seats of a game are reserved, and the table of a tournament at which it is played.

THIS FILE IS A STORAGE FORMAT: both are in the first event of a game.
"""

from collections.abc import Sequence
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from domain.refusal import IllegalAction, expects
from domain.ruleset import AnyRuleset, Seat
from domain.table.actions import GameId, ShownName

BOT: Final = "bot:"
"""Begins the key of a house bot."""

PlayerKey = Annotated[
    str,
    Meta(
        pattern=r"^([a-z2-7]{26}|bot:[a-z0-9][a-z0-9._-]{0,39})$(?!\n)",
        description="An account, or `bot:` and the name of a house bot.",
        extra=expects("the id of an account, or bot: and the name of a house bot"),
    ),
]
Reserved: TypeAlias = Annotated[tuple[PlayerKey, ...], Meta(max_length=8)]
ReservedNames: TypeAlias = Annotated[tuple[ShownName, ...], Meta(max_length=8)]
PlaceNumber = Annotated[int, Meta(ge=1, le=9_999)]


class TournamentTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The table of a round of a tournament."""

    id: GameId
    """The id of the tournament."""
    round: PlaceNumber
    table: PlaceNumber


def player_key(player: str | None, bot: str | None) -> str | None:
    """Return the key of who sits down; None for a person without an account."""
    return player if bot is None else f"{BOT}{bot}"


def must_reserve_soundly(
    rules: AnyRuleset, seats: int, reserved: Sequence[str], tournament: TournamentTable | None
) -> None:
    """Refuse reservations with which the game could never start (TB-RESERVE-1)."""
    if not reserved:
        if tournament is not None:
            raise IllegalAction("TB-RESERVE-2", "seats_are_not_reserved", tournament=tournament.id)
        return
    if len(reserved) != seats:
        raise IllegalAction(
            "TB-RESERVE-1", "one_for_each_seat", reserved=len(reserved), seats=seats
        )
    for seat, key in enumerate(reserved):
        if key.startswith(BOT):
            bot = key.removeprefix(BOT)
            if bot not in rules.bots:
                raise IllegalAction(
                    "TB-RESERVE-1", "no_such_house_bot", bot=bot, bots=list(rules.bots)
                )
        elif (other := reserved.index(key)) != seat:
            raise IllegalAction("TB-RESERVE-1", "account_twice", player=key, seats=[other, seat])


def must_name_everyone(reserved: Sequence[str], names: Sequence[str]) -> None:
    """Refuse names for some of the reserved seats, or for seats that are not (TB-RESERVE-3)."""
    if names and len(names) != len(reserved):
        raise IllegalAction(
            "TB-RESERVE-3", "one_name_for_each_seat", names=len(names), reserved=len(reserved)
        )


def must_be_named_so(names: Sequence[str], seat: Seat, name: str | None) -> None:
    """Refuse any name but the one under which a seat is reserved (TB-SIT-9)."""
    if names and names[seat] != name:
        raise IllegalAction("TB-SIT-9", "name_is_given", seat=seat, name=name, expected=names[seat])


def must_be_expected_on(reserved: Sequence[str], seat: Seat, key: str | None) -> None:
    """Refuse to seat anyone else where a seat is reserved (TB-SIT-8)."""
    if reserved and reserved[seat] != key:
        raise IllegalAction(
            "TB-SIT-8", "seat_is_reserved", seat=seat, reserved=reserved[seat], who=key
        )
