"""The events. THIS FILE IS A STORAGE FORMAT: add versions, never edit.

An event contains facts that need no recomputing: the dice, the losses, the cards that changed
hands. So a later correction of a rule cannot change the past. The tag of a type is its name in the
API and, with the ruleset's id, in the log.

Only some viewers may see the members in ``HIDDEN``. A stored event always has them; for other
viewers they are null.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

from domain.kit import EventType
from domain.rulesets.teg.atlas import Card, Territory
from domain.rulesets.teg.board import Color, ObjectiveId, PoolName

RuleReason: TypeAlias = Literal["secret", "common", "world", "last_standing", "round_limit"]
"""Why the rules end a game (TG-WIN-4, TG-WIN-7)."""


class Pool(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The tokens that the active seat still has to place: free, or bound to a continent."""

    free: int = 0
    south_america: int = 0
    north_america: int = 0
    africa: int = 0
    oceania: int = 0
    europe: int = 0
    asia: int = 0


class BoardDealt(EventType, frozen=True, tag="board_dealt"):
    """The lots of the set-up: first seat, owners of the territories, secret objectives.

    ``owners`` has the seat of each territory, in the order of the map; each territory has one
    token. ``objectives`` has one entry for each seat, or none if the game has no secret objectives.
    A seat sees only its own, and null for the others; a viewer without a seat sees null instead of
    the list.
    """

    first: int
    owners: tuple[int, ...]
    objectives: tuple[ObjectiveId | None, ...] | None


class TurnStarted(EventType, frozen=True, tag="turn_started"):
    """The seat's turn began, with these tokens to place (TG-COLLECT-1)."""

    round: int
    seat: int
    pool: Pool


class TokensPlaced(EventType, frozen=True, tag="tokens_placed"):
    """The seat put tokens from the pool on a territory."""

    seat: int
    pool: PoolName
    territory: Territory
    count: int


class CardsTraded(EventType, frozen=True, tag="cards_traded"):
    """The seat traded these cards, in this order, for free tokens.

    ``number`` is the trade's position in the count of trades (TG-TRADE-8). Each territory of
    ``reinforced`` got two tokens at once (TG-TRADE-10).
    """

    seat: int
    cards: tuple[Card, ...]
    number: int
    tokens: int
    reinforced: tuple[Territory, ...]


class AttackDeclared(EventType, frozen=True, tag="attack_declared"):
    """The seat attacked one territory from another; the dice are due."""

    seat: int
    source: Territory
    target: Territory


class BattleFought(EventType, frozen=True, tag="battle_fought"):
    """Chance rolled the dice of an attack, given in the order rolled; both sides lost these tokens.

    ``conquered``: the seat conquered the target and moved one token there from the source.
    """

    seat: int
    source: Territory
    target: Territory
    attacker: tuple[int, ...]
    defender: tuple[int, ...]
    attacker_losses: int
    defender_losses: int
    conquered: bool


class SeatEliminated(EventType, frozen=True, tag="seat_eliminated"):
    """The seat lost its last territory to ``conqueror`` (TG-ELIM-1).

    ``inherited`` are the cards that went to ``conqueror``, oldest first; only these two seats see
    them. All viewers see their number, and the cards of ``discarded``. ``freed`` are the seats
    whose objective was to destroy this one; the common objective replaces it (TG-OBJ-7). Each of
    them sees only itself.
    """

    seat: int
    conqueror: int
    inherited: tuple[Card, ...] | None
    inherited_count: int
    discarded: tuple[Card, ...]
    freed: tuple[int, ...] | None


class TokensMoved(EventType, frozen=True, tag="tokens_moved"):
    """The seat moved tokens from one of its territories to another."""

    seat: int
    source: Territory
    target: Territory
    count: int


class DeckRenewed(EventType, frozen=True, tag="deck_renewed"):
    """The deck was empty, so all discarded cards became the new deck (TG-DRAW-5)."""


class CardEarned(EventType, frozen=True, tag="card_earned"):
    """The seat ended a turn in which it conquered; the draw of its card is due."""

    seat: int


class CardDrawn(EventType, frozen=True, tag="card_drawn"):
    """The seat drew this card, which only it sees."""

    seat: int
    card: Card | None


class TurnEnded(EventType, frozen=True, tag="turn_ended"):
    """The seat's turn ended; tokens that it did not place are lost (TG-RESIGN-3)."""

    seat: int


class SeatWithdrew(EventType, frozen=True, tag="seat_withdrew"):
    """The seat resigned: its cards were discarded, its territories stay (TG-RESIGN-2)."""

    seat: int
    discarded: tuple[Card, ...]


class GameEnded(EventType, frozen=True, tag="game_ended"):
    """The game ended by a rule, with these winners and reasons; the reasons as in TG-WIN-4.

    ``territories`` is the number of territories of each colour.
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
"""The members that only some viewers may see, by type of event (TG-HIDE-1)."""
