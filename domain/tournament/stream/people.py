"""Who acts in a tournament, and who plays in it."""

from typing import Annotated, Final, Literal, TypeAlias
from unicodedata import normalize

from msgspec import Meta, Struct

from domain.hexadecimal import Hex32
from domain.refusal import expects
from domain.table.actions import ChosenName, Player

TournamentRole: TypeAlias = Literal["organiser", "arbiter", "player", "service"]

WHO_MAX: Final = 64

BotName = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9][a-z0-9._-]{0,39}$(?!\n)",
        description="The name of a house bot.",
        extra=expects("the name of a house bot"),
    ),
]


Member: TypeAlias = Annotated[int, Meta(ge=1, le=2)]
"""The place of a person in an entry, from 1: 2 only in fixed pairs."""


class Acting(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who acts, and in which role; the service has verified both."""

    role: TournamentRole
    who: Annotated[str, Meta(max_length=WHO_MAX)] = ""
    """The account, or the key of a guest; empty for the service itself."""


SERVICE: Final = Acting("service")
"""The service acts by itself: it opens tables, reports games, and follows the schedule."""


class Person(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A person or a house bot that plays. Exactly one of account, guest key and bot is present."""

    name: ChosenName
    account: Player | None = None
    guest: Hex32 | None = None
    """The key of a guest at a real table."""
    bot: BotName | None = None

    @property
    def key(self) -> str:
        """What identifies a player on the seat of a game."""
        return self.account or self.guest or f"bot:{self.bot}"

    @property
    def is_one_of_a_kind(self) -> bool:
        """Whether exactly one of account, guest key and bot is given."""
        return [self.account, self.guest, self.bot].count(None) == 2


def same_name(name: str) -> str:
    """Return what two names have in common that people cannot tell apart when they read a list.

    >>> same_name("JOSÉ  Ruiz") == same_name("Jose\u0301 Ruiz")
    True
    """
    return " ".join(normalize("NFKC", normalize("NFKC", name).casefold()).split())
