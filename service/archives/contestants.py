"""Who played in the games of an archive: accounts, names and house bots."""

from typing import Literal, NamedTuple, TypeAlias

from domain.record.synopsis import SeatSynopsis

PlayerKind: TypeAlias = Literal["account", "name", "house bot", "unknown"]


class Contestant(NamedTuple):
    """A player in an archive: the account or, without one, the name.

    A name without an account proves nothing: two people may have used it, or one person two names.
    """

    kind: PlayerKind
    id: str
    """The id of the account, the name, or the id of the house bot; empty if there is none."""


def contestant_of(seat: SeatSynopsis) -> Contestant:
    """Return who sat down in a seat, even if a house bot played on for that player."""
    if seat.house:
        return Contestant("house bot", seat.bot or "")
    if seat.player is not None:
        return Contestant("account", seat.player)
    return Contestant("name", seat.name) if seat.name else Contestant("unknown", "")
