"""What happened. THIS FILE IS A STORAGE FORMAT: add versions, never edit.

An event carries facts, never intentions to compute again: the dice, the losses, the cards that
changed hands. So a later correction of a rule cannot rewrite the past. The tag of a type is its
name on the wire and, with the ruleset's id, in the log.

Some members are not for everybody (``HIDDEN``). They are always there in a stored event; shown to
somebody who may not see them they are null.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

from domain.rulesets.teg.atlas import Card, Territory
from domain.rulesets.teg.board import Color, ObjectiveId, PoolName

RuleReason: TypeAlias = Literal["secret", "common", "world", "last_standing", "round_limit"]
"""Why the rules end a game (TG-WIN-4, TG-WIN-7)."""


class Event(Struct, frozen=True, gc=False, tag_field="type"):
    """The base of all events of this ruleset."""


class Pool(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Tokens that the active seat has still to place: free ones, and those bound to a continent."""

    free: int = 0
    south_america: int = 0
    north_america: int = 0
    africa: int = 0
    oceania: int = 0
    europe: int = 0
    asia: int = 0


class BoardDealt(Event, frozen=True, gc=False, tag="board_dealt"):
    """The lots of the set-up: who begins, who owns which territory, the secret objectives.

    ``owners`` has the seat for each territory, in the order of the map; each has one token.
    ``objectives`` has one for each seat, or none at all where none is dealt. A seat sees its own
    alone, the others as null; who has no seat sees null in place of the list.
    """

    first: int
    owners: tuple[int, ...]
    objectives: tuple[ObjectiveId | None, ...] | None


class TurnStarted(Event, frozen=True, gc=False, tag="turn_started"):
    """The seat's turn began, with these tokens to place (TG-COLLECT-1)."""

    round: int
    seat: int
    pool: Pool


class TokensPlaced(Event, frozen=True, gc=False, tag="tokens_placed"):
    """Tokens went from the pool to a territory."""

    seat: int
    pool: PoolName
    territory: Territory
    count: int


class CardsTraded(Event, frozen=True, gc=False, tag="cards_traded"):
    """The seat gave up these cards, in this order, for free tokens.

    It was the trade ``number`` of those that count (TG-TRADE-8). Each territory of ``reinforced``
    got two tokens at once (TG-TRADE-10).
    """

    seat: int
    cards: tuple[Card, ...]
    number: int
    tokens: int
    reinforced: tuple[Territory, ...]


class AttackDeclared(Event, frozen=True, gc=False, tag="attack_declared"):
    """The seat attacked from one territory into another; the dice are awaited."""

    seat: int
    source: Territory
    target: Territory


class BattleFought(Event, frozen=True, gc=False, tag="battle_fought"):
    """The dice of an attack, as they fell, and the tokens that both sides lost.

    ``conquered``: the target is the seat's, and one token went there from the source.
    """

    seat: int
    source: Territory
    target: Territory
    attacker: tuple[int, ...]
    defender: tuple[int, ...]
    attacker_losses: int
    defender_losses: int
    conquered: bool


class SeatEliminated(Event, frozen=True, gc=False, tag="seat_eliminated"):
    """The seat lost its last territory to ``conqueror`` (TG-ELIM-1).

    ``inherited`` are the cards that went to ``conqueror``, oldest first, seen by these two seats
    alone; how many they are, and the cards of ``discarded``, everybody sees. ``freed`` are the
    seats whose objective was to destroy this one and is the common one now (TG-OBJ-7): each sees
    itself.
    """

    seat: int
    conqueror: int
    inherited: tuple[Card, ...] | None
    inherited_count: int
    discarded: tuple[Card, ...]
    freed: tuple[int, ...] | None


class TokensMoved(Event, frozen=True, gc=False, tag="tokens_moved"):
    """Tokens went from one territory of the seat to another."""

    seat: int
    source: Territory
    target: Territory
    count: int


class DeckRenewed(Event, frozen=True, gc=False, tag="deck_renewed"):
    """The deck was empty: all discarded cards are the deck now (TG-DRAW-5)."""


class CardEarned(Event, frozen=True, gc=False, tag="card_earned"):
    """The seat ended a turn in which it conquered; the card that it draws is awaited."""

    seat: int


class CardDrawn(Event, frozen=True, gc=False, tag="card_drawn"):
    """The seat drew this card, which it alone sees."""

    seat: int
    card: Card | None


class TurnEnded(Event, frozen=True, gc=False, tag="turn_ended"):
    """The seat's turn is over; what was not placed is lost (TG-RESIGN-3)."""

    seat: int


class SeatWithdrew(Event, frozen=True, gc=False, tag="seat_withdrew"):
    """The seat resigned: its cards were discarded, its territories stay (TG-RESIGN-2)."""

    seat: int
    discarded: tuple[Card, ...]


class GameEnded(Event, frozen=True, gc=False, tag="game_ended"):
    """The game ended by a rule: who won, and why; the reasons in the order of TG-WIN-4.

    ``territories`` is how many each colour has.
    """

    winners: tuple[Color, ...]
    reasons: tuple[RuleReason, ...]
    territories: dict[Color, int]


AnyEvent: TypeAlias = (
    BoardDealt
    | TurnStarted
    | TokensPlaced
    | CardsTraded
    | AttackDeclared
    | BattleFought
    | SeatEliminated
    | TokensMoved
    | DeckRenewed
    | CardEarned
    | CardDrawn
    | TurnEnded
    | SeatWithdrew
    | GameEnded
)

HIDDEN: Final[Mapping[type[Any], tuple[str, ...]]] = {
    BoardDealt: ("objectives",),
    SeatEliminated: ("inherited", "freed"),
    CardDrawn: ("card",),
}
"""The members that not everybody may see, by type of event (TG-HIDE-1)."""
