"""Veil: a small game of hidden cards, to test the service's promises about such games.

Each seat has three of twelve cards, which nobody else sees. All seats lay one face down, in any
order; then the cards are turned over. The highest takes the trick, and its seat draws a card, which
nobody else sees. The first seat with two tricks wins. An option says what happens when a seat
resigns: the house plays on for it, or it leaves by the rules of the game and shows its cards. When
one seat is left, the rules either end the game or leave that to the table.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from domain.chance import SCHEME, commitment
from domain.kit import (
    CHANCE,
    TABLE_RULES,
    ActionType,
    Actor,
    Await,
    Bounds,
    Completed,
    Draws,
    EventType,
    IllegalAction,
    Language,
    Legal,
    Meta,
    Part,
    Place,
    Rule,
    Sample,
    Seat,
    TurnRules,
    Unknown,
    Viewer,
    awaited,
    is_due,
    not_due,
    placed,
    ruleset_of,
)
from domain.rulesets.registry import BY_ID
from domain.table.actions import TakeSeat
from domain.table.decide import Batch, open_game
from domain.table.game import TABLE
from domain.table.opening import OpenGame
from tests.support.games.table import ID, SECRET, Table

CARDS: Final = (
    *("alpha", "beta", "gamma", "delta", "epsilon", "zeta"),
    *("eta", "theta", "iota", "kappa", "lambda", "mu"),
)
HAND: Final = 3
TRICKS: Final = 2

META: Final = Meta(
    id="veil",
    edition=1,
    title="Veil",
    designers=("nobody",),
    summary={
        "en": "Lay a card face down; the highest takes the trick.",
        "es": "Pon una carta boca abajo; la más alta gana la baza.",
        "de": "Lege eine Karte verdeckt; die höchste macht den Stich.",
    },
    seats=(2, 3),
    minutes=(5, 10),
    difficulty="easy",
    maturity="alpha",
    rulebook="this module",
)

CATALOGUE: Final = {
    rule.id: rule
    for rule in (
        Rule(
            "VEIL-LAY-1",
            "Each seat lays one card of its hand.",
            "Cada asiento pone una carta de su mano.",
            "Jeder Platz legt eine Karte seiner Hand.",
            source="decided",
        ),
        Rule(
            "VEIL-TURN-1",
            "Only who is awaited acts.",
            "Solo actúa quien debe hacerlo.",
            "Nur wer dran ist, handelt.",
            source="decided",
        ),
        Rule(
            "VEIL-WIN-1",
            "The first seat with two tricks wins; the others rank by tricks, and those that have "
            "left come last.",
            "Gana el primer asiento con dos bazas; los demás siguen por bazas, y los que "
            "abandonaron van al final.",
            "Der erste Platz mit zwei Stichen gewinnt; die anderen folgen nach Stichen, und wer "
            "gegangen ist, kommt zuletzt.",
            source="decided",
        ),
    )
}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game."""

    players: Literal[2, 3] = 2
    leaving: Literal["house", "rules", "table"] = "house"


Card: TypeAlias = Annotated[str, msgspec.Meta(pattern=f"^({'|'.join(CARDS)})$")]
Hand: TypeAlias = tuple[Card, ...]


class LayCard(ActionType, frozen=True, tag="lay_card"):
    """Lay a card face down."""

    card: Card


class DealHands(ActionType, frozen=True, tag="deal_hands"):
    """Chance: the first cards."""

    hands: tuple[Hand, ...]


class TurnOver(ActionType, frozen=True, tag="turn_over"):
    """Chance, without a draw: turn the cards over."""


class DrawCard(ActionType, frozen=True, tag="draw_card"):
    """Chance: the next card."""

    card: Card


SeatAction: TypeAlias = LayCard
ChanceAction: TypeAlias = DealHands | TurnOver | DrawCard
Action: TypeAlias = SeatAction | ChanceAction


class HandsDealt(EventType, frozen=True, tag="hands_dealt"):
    """Everyone got cards."""

    hands: tuple[Hand | None, ...] | None


class CardLaid(EventType, frozen=True, tag="card_laid"):
    """The seat laid a card face down."""

    seat: int
    card: Card | None


class TrickTaken(EventType, frozen=True, tag="trick_taken"):
    """The cards were turned over, and the highest took the trick."""

    seat: int
    cards: tuple[Card | None, ...]


class CardDrawn(EventType, frozen=True, tag="card_drawn"):
    """The seat drew a card."""

    seat: int
    card: Card | None


class SeatGone(EventType, frozen=True, tag="seat_gone"):
    """The seat left, and showed its cards."""

    seat: int
    cards: Hand


class GameWon(EventType, frozen=True, tag="game_won"):
    """The seat won."""

    seat: int


AnyEvent: TypeAlias = HandsDealt | CardLaid | TrickTaken | CardDrawn | SeatGone | GameWon

HIDDEN: Final[Mapping[type[Any], tuple[str, ...]]] = {
    HandsDealt: ("hands",),
    CardLaid: ("card",),
    CardDrawn: ("card",),
}


Reason: TypeAlias = Literal["won", "resignation", "draw_agreed", "time", "adjudicated"]


class Outcome(Struct, frozen=True):
    """How it ended."""

    reason: Reason
    winners: tuple[str, ...]
    standing: tuple[Place, ...]


class Position(Struct, frozen=True):
    """The whole position."""

    options: Options
    hands: tuple[Hand, ...] = ()
    laid: tuple[Card | None, ...] = ()
    tricks: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    deck: Hand = CARDS
    drawing: int | None = None
    outcome: Outcome | None = None

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that have not left."""
        return tuple(seat for seat in range(self.options.players) if seat not in self.gone)


class PositionView(Struct, frozen=True, forbid_unknown_fields=True):
    """What a viewer sees; of the cards of others, only their number."""

    hands: tuple[Hand | None, ...]
    sizes: tuple[int, ...]
    laid: tuple[Card | None, ...]
    have_laid: tuple[int, ...]
    tricks: tuple[int, ...]
    gone: tuple[int, ...]
    deck: Hand | None
    drawing: int | None
    outcome: Outcome | None


TURNS: Final = TurnRules(over="VEIL-TURN-1", actor="VEIL-TURN-1", kind="VEIL-TURN-1")


def awaits(position: Position) -> tuple[Await, ...]:
    """Return who may act."""
    if position.outcome is not None:
        return ()
    if not position.hands:
        return (awaited(CHANCE, DealHands),)
    if position.drawing is not None:
        return (awaited(CHANCE, DrawCard),)
    due = [seat for seat in position.seats if position.laid[seat] is None]
    return tuple(awaited(seat, LayCard) for seat in due) or (awaited(CHANCE, TurnOver),)


def asks(position: Position) -> Bounds:
    """Return the bounds of chance's draws: cards by their place among the remaining ones."""
    if not position.hands:
        return tuple(len(CARDS) - drawn for drawn in range(position.options.players * HAND))
    return () if position.drawing is None else (len(position.deck),)


def answer(position: Position, draws: Draws) -> ChanceAction:
    """Return the action that these draws select."""
    if not position.hands:
        deck = list(CARDS)
        dealt = [deck.pop(draw) for draw in draws]
        return DealHands(
            tuple(tuple(dealt[at : at + HAND]) for at in range(0, len(dealt), HAND)),
        )
    return TurnOver() if position.drawing is None else DrawCard(position.deck[draws[0]])


def decide(position: Position, by: Actor, action: Any) -> Sequence[AnyEvent]:
    """Return the events that an action causes."""
    if not is_due(awaits(position), by, action):
        raise not_due(awaits(position), by, action, TURNS)
    match action:
        case DealHands():
            return [HandsDealt(action.hands)]
        case LayCard(card=card):
            assert isinstance(by, int)
            if card not in position.hands[by]:
                raise IllegalAction("VEIL-LAY-1", "card_is_not_in_hand", seat=by, card=card)
            return [CardLaid(by, card)]
        case TurnOver():
            ranks = [-1 if card is None else CARDS.index(card) for card in position.laid]
            seat = ranks.index(max(ranks))
            taken = TrickTaken(seat, position.laid)
            return [taken, GameWon(seat)] if position.tricks[seat] + 1 == TRICKS else [taken]
        case _:
            assert position.drawing is not None
            return [CardDrawn(position.drawing, action.card)]


def resign(position: Position, seat: Seat) -> Sequence[AnyEvent] | None:
    """Return the events when a seat leaves; None if the house plays on."""
    if position.options.leaving == "house":
        return None
    laid = position.laid[seat]
    gone = SeatGone(seat, (*position.hands[seat], *(() if laid is None else (laid,))))
    left = [other for other in position.seats if other != seat]
    ends = position.options.leaving == "rules" and len(left) == 1
    return [gone, GameWon(left[0])] if ends else [gone]


def apply(draft: Any, events: Sequence[AnyEvent]) -> None:
    """Change the draft as the events say."""
    for event in events:
        match event:
            case HandsDealt(hands=hands):
                assert hands is not None
                dealt = tuple(hand or () for hand in hands)
                draft.hands = dealt
                draft.laid = (None,) * len(dealt)
                draft.tricks = (0,) * len(dealt)
                draft.deck = _without(draft.deck, *(card for hand in dealt for card in hand))
            case CardLaid(seat=seat, card=card):
                draft.hands = _with(draft.hands, seat, _without(draft.hands[seat], card))
                draft.laid = _with(draft.laid, seat, card)
            case TrickTaken(seat=seat):
                draft.tricks = _with(draft.tricks, seat, draft.tricks[seat] + 1)
                draft.laid = (None,) * len(draft.laid)
                draft.drawing = seat
            case CardDrawn(seat=seat, card=card):
                draft.hands = _with(draft.hands, seat, (*draft.hands[seat], card))
                draft.deck = _without(draft.deck, card)
                draft.drawing = None
            case SeatGone(seat=seat):
                draft.hands = _with(draft.hands, seat, ())
                draft.laid = _with(draft.laid, seat, None)
                draft.gone = (*draft.gone, seat)
            case GameWon(seat=seat):
                draft.outcome = settle(draft, "won", (sides(draft.options)[seat],))


def _with(things: tuple[Any, ...], place: int, thing: Any) -> tuple[Any, ...]:
    return (*things[:place], thing, *things[place + 1 :])


def _without(cards: Hand, *gone: Any) -> Hand:
    return tuple(card for card in cards if card not in gone)


def legal(position: Position, seat: Seat) -> Legal[LayCard]:
    """Return the cards that the seat may lay."""
    due = any(one.seat == seat for one in awaits(position))
    cards = position.hands[seat] if due else ()
    choices = [{"type": "lay_card", "card": list(cards)}] if cards else []
    return Legal(len(cards), lambda index: LayCard(cards[index]), lambda: choices)


def view(position: Position, viewer: Viewer) -> PositionView | None:
    """Return what the viewer may see."""
    if not position.hands:
        return None
    return PositionView(
        hands=_seen(position.hands, viewer),
        sizes=tuple(map(len, position.hands)),
        laid=_seen(position.laid, viewer),
        have_laid=tuple(seat for seat, card in enumerate(position.laid) if card is not None),
        tricks=position.tricks,
        gone=position.gone,
        deck=position.deck if viewer == "arbiter" else None,
        drawing=position.drawing,
        outcome=position.outcome,
    )


def _seen(things: tuple[Any, ...], viewer: Viewer) -> tuple[Any, ...]:
    return tuple(one if viewer in (seat, "arbiter") else None for seat, one in enumerate(things))


def view_event(event: AnyEvent, viewer: Viewer) -> AnyEvent:
    """Return what the viewer may see of an event."""
    match event:
        case HandsDealt(hands=hands) if hands is not None:
            return HandsDealt(_seen(hands, viewer))
        case CardLaid() | CardDrawn() if viewer not in (event.seat, "arbiter"):
            return replace(event, card=None)
    return event


def read(view: PositionView, options: Options) -> Position:
    """Return the position in an arbiter's view."""
    return Position(
        options,
        tuple(hand or () for hand in view.hands),
        view.laid,
        view.tricks,
        view.gone,
        view.deck or (),
        view.drawing,
        view.outcome,
    )


def complete(view: PositionView, options: Options) -> Completed[PositionView]:
    """Return a view with unseen cards for those that it hides."""
    if view.deck is not None:
        return Completed(view, ("arbiter",))
    seen = [card for hand in view.hands for card in hand or ()]
    # The cards of former tricks are not in the view, so the deck may have too many.
    unseen = [card for card in CARDS if card not in (*seen, *view.laid)]
    hands = [hand if hand is not None else _taken(unseen, size) for hand, size in _sized(view)]
    laid = [
        _taken(unseen, 1)[0] if card is None and seat in view.have_laid else card
        for seat, card in enumerate(view.laid)
    ]
    seats = [seat for seat, hand in enumerate(view.hands) if hand is not None]
    names = [f"hands[{seat}]" for seat, hand in enumerate(view.hands) if hand is None]
    names += [f"laid[{seat}]" for seat in view.have_laid if view.laid[seat] is None]
    return Completed(
        replace(view, hands=tuple(hands), laid=tuple(laid), deck=tuple(unseen)),
        (seats[0] if seats else "spectator",),
        (Unknown("VEIL-LAY-1", (*names, "deck")),),
    )


def _sized(view: PositionView) -> Iterator[tuple[Hand | None, int]]:
    return zip(view.hands, view.sizes, strict=True)


def _taken(unseen: list[Card], size: int) -> Hand:
    taken = tuple(unseen[:size])
    del unseen[:size]
    return taken


def text(view: PositionView | Options, spoken: Language = "en") -> str:
    """Return a view, or a set-up, in words."""
    if isinstance(view, Options):
        return f"{view.players} seats, {len(CARDS)} cards\n"
    return f"hands {view.hands}, laid {view.laid} by {view.have_laid}, deck {view.deck}\n"


def picture(view: PositionView | Options, spoken: Language = "en", part: Part = "all") -> str:
    """Return a view as a picture."""
    words = f"{part}, {spoken}: {text(view).strip()}"
    return f'<svg xmlns="http://www.w3.org/2000/svg"><text>{words}</text></svg>'


def samples(position: Position, event: AnyEvent) -> Sequence[Sample]:
    """Return no samples: no test needs the statistics of this game."""
    return ()


def order(position: Position) -> tuple[Seat, ...]:
    """Return the seats that have not left, once the cards are dealt."""
    return position.seats if position.hands else ()


def settle(position: Position, reason: Reason, winners: tuple[str, ...]) -> Outcome:
    """Return the outcome; the other seats rank by tricks, and below them those that have left."""
    named = sides(position.options)
    tricks = dict(zip(named, position.tricks or (0,) * len(named), strict=True))
    merits = {
        side: -1 if seat in position.gone else tricks[side] for seat, side in enumerate(named)
    }
    won_by = TABLE_RULES.get(reason, "VEIL-WIN-1")
    places = placed(winners, tricks, merits, won_by=won_by, others_by="VEIL-WIN-1")
    return Outcome(reason, winners, places)


def start(options: Options) -> Position:
    """Return the position before the cards are dealt."""
    return Position(options)


def sides(options: Options) -> tuple[str, ...]:
    """Return the side of each seat."""
    return ("north", "south", "west")[: options.players]


VEIL: Final = ruleset_of(__name__)


def opening(options: Options, **terms: Any) -> Batch:
    """Return an empty table with this game; ``terms`` are clock and take-backs.

    It uses the first version of each event.
    """
    action = OpenGame(VEIL.meta.pinned, options, SCHEME, commitment(SECRET), **terms)
    return open_game(ID, BY_ID[VEIL.meta.id], action)


def seated(
    players: Literal[2, 3] = 2,
    leaving: Literal["house", "rules", "table"] = "house",
    bots: Mapping[int, str] | None = None,
    accounts: Sequence[str] = (),
    **terms: Any,
) -> Table:
    """Return a table with people on all seats for which ``bots`` names none."""
    table = Table(opening(Options(players, leaving), **terms))
    for seat in range(players):
        player = accounts[seat] if accounts else UNSET
        table.ask(TABLE, TakeSeat(seat, bot=(bots or {}).get(seat), player=player))
    return table
