"""What happens in a game, in sentences."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from domain.kit import Players, Words, alone, sentence
from domain.rulesets.ancients.board import SCENARIO, Scenario
from domain.rulesets.ancients.events import (
    AnyEvent,
    AttackAnnounced,
    CardDrawn,
    CardPlayed,
    DiceRolled,
    GameEnded,
    LeaderEliminated,
    LeaderEvaded,
    OrdersIssued,
    PieceMoved,
    ReactionChosen,
    UnitEliminated,
    UnitEvaded,
    UnitRetreated,
    UnitsPlaced,
)
from domain.rulesets.ancients.hexes import SIDES
from domain.rulesets.ancients.phrases import (
    card_name,
    hex_of,
    people,
    piece_at,
    piece_kind,
    piece_name,
)
from domain.rulesets.ancients.view import PositionView

continues = alone


class Telling:
    """The words for one event: the battle, the players and the texts."""

    def __init__(self, before: PositionView | None, players: Players) -> None:
        self.battle: Final[Scenario] = SCENARIO["001" if before is None else before.scenario]
        self.before: Final = before
        self.texts: Final[Words] = players.texts
        armies: dict[str, str] = {
            side: people(self.battle, number, self.texts) for number, side in enumerate(SIDES)
        }
        self.players: Final = players.calling(armies)

    def piece(self, piece: str) -> str:
        """Return a piece with the hex where it stood before the event."""
        return piece_name(self._before, piece, self.texts)

    def kind(self, piece: str) -> str:
        """Return a piece without its hex, for a sentence that says it by itself."""
        return piece_kind(self._before, piece, self.texts)

    def own(self, piece: str, at: str | None = None) -> str:
        """Return a piece of the side that the sentence is about, on this hex or on its own."""
        return piece_at(self._before, piece, at or hex_of(self._before, piece), self.texts)

    @property
    def _before(self) -> PositionView:
        assert self.before is not None, "pieces act after the deal"
        return self.before

    def say(self, event: Any, **values: str | int) -> str | None:
        """Return the sentence of an event, with pieces and the side by name."""
        side = getattr(event, "side", None)
        found: dict[str, str | int] = {} if side is None else {"name": self.players.side(side)}
        for member in ("unit", "leader", "piece", "target"):
            piece = getattr(event, member, None)
            if piece is not None:
                found[member] = self.piece(piece)
        return sentence(event, self.players, **{**found, **values})


def describe(row: Sequence[AnyEvent], before: PositionView | None, players: Players) -> str | None:
    """Return the sentence on an event, or None if it needs none."""
    event = row[-1]
    telling = Telling(before, players)
    found = _SENTENCES.get(type(event))
    return telling.say(event) if found is None else found(event, telling)


def _played(event: CardPlayed, telling: Telling) -> str | None:
    texts = telling.texts
    card = card_name(event.card, texts)
    if event.effective is None or event.card.startswith(event.effective):
        return telling.say(event, card=card)
    return texts(
        "story.card_copied",
        name=telling.players.side(event.side),
        card=card,
        effective=texts(f"card.{event.effective}"),
    )


def _rolled(event: DiceRolled, telling: Telling) -> str | None:
    texts = telling.texts
    faces = ", ".join(texts(f"face.{face}") for face in event.faces)
    return telling.say(event, role=texts(f"role.{event.role}"), faces=faces)


def _ordered(event: OrdersIssued, telling: Telling) -> str | None:
    if not event.pieces:
        return telling.texts("story.no_orders", name=telling.players.side(event.side))
    return telling.say(event, pieces=telling.texts.listed([*map(telling.own, event.pieces)]))


def _placed(event: UnitsPlaced, telling: Telling) -> str | None:
    units = [telling.own(one.unit, one.hex) for one in event.placements]
    return telling.say(event, name=telling.players.side("top"), pieces=telling.texts.listed(units))


def _gone(event: PieceMoved | UnitRetreated | UnitEvaded, telling: Telling) -> str | None:
    piece = telling.kind(event.piece if isinstance(event, PieceMoved) else event.unit)
    if isinstance(event, UnitRetreated) and event.from_ == event.to:
        return telling.texts("story.unit_held", unit=piece, start=event.from_)
    return telling.say(event, start=event.from_, unit=piece, piece=piece)


def _fell(event: UnitEliminated | LeaderEliminated, telling: Telling) -> str | None:
    piece = telling.kind(event.unit if isinstance(event, UnitEliminated) else event.leader)
    return telling.say(event, unit=piece, leader=piece)


def _attacked(event: AttackAnnounced, telling: Telling) -> str | None:
    if event.role != "battle_back":
        return telling.say(event, target=telling.kind(event.target))
    unit, target = telling.piece(event.unit), telling.piece(event.target)
    return telling.texts("story.battles_back", unit=unit, target=target)


def _reacted(event: ReactionChosen, telling: Telling) -> str:
    return telling.texts(f"reaction.{event.choice}", unit=telling.piece(event.unit))


def _drawn(event: CardDrawn, telling: Telling) -> str | None:
    if event.card is None:
        return telling.say(event)
    name = telling.players.side(event.side)
    return telling.texts("story.card_known", name=name, card=card_name(event.card, telling.texts))


def _ended(event: GameEnded, telling: Telling) -> str:
    texts = telling.texts
    if len(event.winners) > 1:
        return texts("story.drawn")
    (side,) = event.winners
    banners = 0 if telling.before is None else getattr(telling.before.banners, side)
    return texts("story.won", names=telling.players.side(side), banners=banners)


_SENTENCES: Final[Mapping[type[Any], Callable[[Any, Telling], str | None]]] = {
    CardPlayed: _played,
    DiceRolled: _rolled,
    OrdersIssued: _ordered,
    UnitsPlaced: _placed,
    PieceMoved: _gone,
    UnitRetreated: _gone,
    UnitEvaded: _gone,
    UnitEliminated: _fell,
    LeaderEliminated: _fell,
    AttackAnnounced: _attacked,
    ReactionChosen: _reacted,
    LeaderEvaded: lambda event, telling: telling.say(event, path=" ".join(event.path)),
    CardDrawn: _drawn,
    GameEnded: _ended,
}
"""For events whose text needs more than their pieces and their side."""
