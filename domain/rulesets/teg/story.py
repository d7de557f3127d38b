"""What happens in a game, in sentences.

Placements in a row share one sentence, and so do repeated attacks on the same territory.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import asdict

from domain.kit import Players, Words, sentence
from domain.rulesets.teg.atlas import (
    CARD_INDEX,
    CONTINENTS,
    FIGURE_OF,
    LANDS,
    TERRITORIES,
    Card,
    Continent,
)
from domain.rulesets.teg.board import COMMON, OCCUPATIONS, Objective
from domain.rulesets.teg.events import (
    AnyEvent,
    AttackDeclared,
    BattleFought,
    BoardDealt,
    CardDrawn,
    CardsTraded,
    GameEnded,
    Pool,
    SeatEliminated,
    TokensMoved,
    TokensPlaced,
    TurnStarted,
)
from domain.rulesets.teg.view import PositionView, SeatView


def continues(last: AnyEvent, event: AnyEvent) -> bool:
    """Return whether both belong to one placing, or to the attacks on one territory."""
    match last, event:
        case TokensPlaced(), TokensPlaced():
            return last.seat == event.seat
        case AttackDeclared(), BattleFought():
            return True
        case BattleFought(conquered=False), AttackDeclared():
            return (last.seat, last.source, last.target) == (event.seat, event.source, event.target)
        case _:
            return False


def describe(row: Sequence[AnyEvent], before: PositionView | None, players: Players) -> str | None:
    """Return the sentence on these events, or None if they need none."""
    match row[-1]:
        case TokensPlaced() as event:
            return sentence(event, players, places=_places(row, players.texts))
        case AttackDeclared() if len(row) > 1:
            return None  # the dice have the next sentence
        case BattleFought() as event:
            return _fought(event, row, before, players)
        case GameEnded() as event:
            return _ended(event, before, players)
        case event:
            return _SENTENCES.get(type(event), sentence)(event, players)


def _fought(
    battle: BattleFought,
    row: Sequence[AnyEvent],
    before: PositionView | None,
    players: Players,
) -> str:
    """Return the attacks on one territory: the last dice, highest first, and all losses."""
    texts = players.texts
    battles = [event for event in row if isinstance(event, BattleFought)]
    owner = next(
        (
            players.name(land.owner)
            for land in (before.territories if before else ())
            if land.territory == battle.target
        ),
        texts("story.defender"),
    )
    name = players.name(battle.seat)
    losses = (
        (owner, sum(one.defender_losses for one in battles)),
        (name, sum(one.attacker_losses for one in battles)),
    )
    lost = [texts("story.loses", name=one, tokens=count) for one, count in losses if count]
    values: dict[str, str | int] = {
        "name": name,
        "other": owner,
        "times": len(battles),
        "attacker": _dice(battle.attacker),
        "defender": _dice(battle.defender),
        "losses": ", ".join(lost),
        **_ends(battle, texts),
    }
    again = len(battles) > 1
    if battle.conquered:
        return texts("story.conquered_again" if again else "story.conquered", **values)
    return texts("story.fought_again" if again else "story.fought", **values)


def _turn(event: TurnStarted, players: Players) -> str | None:
    tokens = _pool(event.pool, players.texts)
    if not tokens:
        return sentence(event, players)
    name = players.name(event.seat)
    return players.texts("story.turn_collects", round=event.round, name=name, tokens=tokens)


def _drawn(event: CardDrawn, players: Players) -> str | None:
    if event.card is not None:
        return sentence(event, players, card=_card(event.card, players.texts))
    return players.texts("story.card_hidden", name=players.name(event.seat))


def _eliminated(event: SeatEliminated, players: Players) -> str:
    texts, conqueror = players.texts, players.name(event.conqueror)
    parts = [sentence(event, players, conqueror=conqueror) or ""]
    if event.inherited_count:
        parts.append(texts("story.inherits", name=conqueror, count=event.inherited_count))
    parts += [texts("story.freed", name=players.name(seat)) for seat in event.freed or ()]
    return " ".join(parts)


def _traded(event: CardsTraded, players: Players) -> str:
    texts, name = players.texts, players.name(event.seat)
    cards = texts.listed([_card(card, texts) for card in event.cards])
    traded = texts("story.cards_traded", name=name, cards=cards, tokens=event.tokens)
    if not event.reinforced:
        return traded
    lands = texts.listed([texts(f"territory.{one}") for one in event.reinforced])
    return f"{traded} {texts('story.reinforced', territories=lands)}"


def _ended(end: GameEnded, before: PositionView | None, players: Players) -> str:
    """Return how the game ended, with the secret objective if the winner met it."""
    texts = players.texts
    names = texts.listed([players.side(color) for color in end.winners])
    why = texts.listed([texts(f"ending.why.{reason}") for reason in end.reasons])
    owned = end.territories
    alone = len(end.winners) == 1
    if alone and "round_limit" in end.reasons:
        level = [color for color, count in owned.items() if count == owned[end.winners[0]]]
        if len(level) > 1:
            why = texts("ending.tie_broken", why=why)
    counts = [
        texts("ending.count", name=players.side(color), territories=owned[color])
        for color in sorted(owned, key=owned.__getitem__, reverse=True)
    ]
    who = texts("ending.alone" if alone else "ending.shared", names=names)
    ended = texts("ending", who=who, why=why, territories=", ".join(counts))
    if "secret" not in end.reasons or before is None:
        return ended
    (winner,) = (seat for seat in before.seats if seat.color == end.winners[0])
    if winner.objective is None:
        return ended
    objective = _objective(winner.objective, winner, players)
    return f"{ended} {texts('story.objective', objective=objective)}"


def _objective(objective: Objective, holder: SeatView, players: Players) -> str:
    """Return an objective as a verb: "own all of Africa", or the seat to destroy (TG-OBJ-4)."""
    texts = players.texts
    if objective == COMMON:
        return texts("objective.common")
    if objective not in OCCUPATIONS:
        name = "" if holder.target is None else players.name(holder.target)
        return texts("objective.destroy", name=name)
    wanted = OCCUPATIONS[objective]
    needs = [
        _need(continent, count, texts)
        for continent, count in zip(CONTINENTS, wanted.needs, strict=True)
        if count
    ]
    if wanted.triangle:
        needs.append(texts("need.triangle"))
    return texts("objective.occupy", needs=texts.listed(needs))


def _need(continent: Continent, count: int, texts: Words) -> str:
    """Return "all of Africa", or "5 in Asia"."""
    name = texts(f"continent.{continent}")
    if count == sum(land.continent == continent for land in LANDS.values()):
        return texts("need.all", continent=name)
    return texts("need.some", continent=name, territories=count)


def _ends(event: AttackDeclared | BattleFought | TokensMoved, texts: Words) -> dict[str, str]:
    """Return the names of the two territories."""
    return {
        "source": texts(f"territory.{event.source}"),
        "target": texts(f"territory.{event.target}"),
    }


def _places(row: Sequence[AnyEvent], texts: Words) -> str:
    """Return "3 in Argentina and 2 in Brazil", each place once."""
    counts: Counter[str] = Counter()
    for event in row:
        if isinstance(event, TokensPlaced):
            counts[event.territory] += event.count
    return texts.listed(
        [
            texts("placed.in", tokens=count, territory=texts(f"territory.{territory}"))
            for territory, count in counts.items()
        ]
    )


def _pool(pool: Pool, texts: Words) -> str:
    """Return the tokens to place, "5 anywhere and 3 for Africa"; nothing for none."""
    parts = [texts("pool.anywhere", tokens=pool.free)] if pool.free else []
    parts += [
        texts("pool.bound", tokens=count, continent=texts(f"continent.{continent}"))
        for continent, count in asdict(pool).items()
        if continent != "free" and count
    ]
    return texts.listed(parts)


def _card(card: Card, texts: Words) -> str:
    """Return "Argentina (square)", or "wildcard"."""
    figure = FIGURE_OF[CARD_INDEX[card]]
    if figure is None:
        return texts("card.wild")
    territory = texts(f"territory.{TERRITORIES[CARD_INDEX[card]]}")
    return texts("card.of", territory=territory, figure=texts(f"figure.{figure}"))


def _dice(faces: Sequence[int]) -> str:
    return " ".join(str(face) for face in sorted(faces, reverse=True))


_SENTENCES: Final[Mapping[type[Any], Callable[[Any, Players], str | None]]] = {
    BoardDealt: lambda event, players: sentence(event, players, name=players.name(event.first)),
    TurnStarted: _turn,
    CardsTraded: _traded,
    AttackDeclared: lambda event, players: sentence(event, players, **_ends(event, players.texts)),
    SeatEliminated: _eliminated,
    TokensMoved: lambda event, players: sentence(event, players, **_ends(event, players.texts)),
    CardDrawn: _drawn,
}
"""For events whose text needs more than their members."""
