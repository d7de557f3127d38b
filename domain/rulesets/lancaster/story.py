"""What happens in a game, in sentences."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from domain.kit import Players, Seat, alone, sentence
from domain.rulesets.lancaster.board import FAVOUR, Operation
from domain.rulesets.lancaster.events import (
    AllyChosen,
    AnyEvent,
    BattleValued,
    CardsTurnedUp,
    CountyScored,
    ExtensionBuilt,
    FavourTaken,
    FinalScored,
    Gained,
    GameEnded,
    KnightPlaced,
    KnightRecruited,
    KnightReturned,
    KnightSailed,
    KnightUpgraded,
    LawApplied,
    LawUsed,
    MarkersReturned,
    PrisonersSettled,
    SourceValued,
    StartPlayerNamed,
    TableArranged,
    TableValued,
    TotalsRevealed,
    VoteCast,
    VotesRevealed,
)
from domain.rulesets.lancaster.exchanges import EXCHANGES
from domain.rulesets.lancaster.phrases import favour, goods, law, place
from domain.rulesets.lancaster.view import PositionView

continues = alone


def describe(row: Sequence[AnyEvent], before: PositionView | None, players: Players) -> str | None:
    """Return the sentence on an event, or None if it needs none."""
    event = row[-1]
    return _SENTENCES.get(type(event), sentence)(event, players)


def _side(color: str, players: Players) -> str:
    """Return the name of a side: its player, or the colour of an ally."""
    return players.side(color) if players.seats(color) else players.texts(f"side.{color}")


def _decider(seat: Seat, side: str, players: Players) -> str:
    """Return the name of a player, and the ally for whose knight they decide."""
    name = players.name(seat)
    if players.seats(side):
        return name
    return players.texts("story.for_ally", name=name, side=players.texts(f"side.{side}"))


def _placed(event: KnightPlaced, players: Players) -> str:
    texts = players.texts
    where = place(event.to, texts)
    own = players.seats(event.side)
    parts = [
        sentence(event, players, place=where) or ""
        if own
        else texts(
            "story.ally_placed",
            name=players.name(event.seat),
            strength=event.strength,
            side=texts(f"side.{event.side}"),
            place=where,
        )
    ]
    if event.squires:
        parts.append(texts("story.squires", count=event.squires))
    if event.ousted is not None:
        ousted = event.ousted
        parts.append(
            texts("story.ousted", strength=ousted.strength, side=_side(ousted.side, players))
        )
    return " ".join(parts)


def _favour(event: FavourTaken, players: Players) -> str | None:
    texts = players.texts
    name, taken = _decider(event.seat, event.side, players), favour(event.favour, texts)
    gained = goods(event.gained, texts)
    if gained or FAVOUR[event.favour].reward[0].op in _LATER:
        return sentence(event, players, name=name, favour=gained or taken)
    return texts("story.favour_without_gain", name=name, favour=taken)


_LATER: Final[frozenset[Operation]] = frozenset({"NOBLE_ANY", "UPGRADE"})
"""What a favour gives by an event of its own."""


def _upgraded(event: KnightUpgraded, players: Players) -> str | None:
    where = place(event.place, players.texts)
    side = _side(event.side, players)
    return sentence(event, players, side=side, place=where, after=event.strength + 1)


def _voted(event: VoteCast, players: Players) -> str | None:
    if event.ballot is None:
        return sentence(event, players)
    texts = players.texts
    ballot = texts(f"ballot.{event.ballot}")
    name = players.name(event.seat)
    return texts("story.vote_known", name=name, ballot=ballot, count=event.markers or 0)


def _revealed(event: VotesRevealed, players: Players) -> str | None:
    texts = players.texts
    ballots = [
        texts(
            "story.ballot",
            name=players.name(seat),
            ballot=texts(f"ballot.{vote.ballot}"),
            markers=vote.markers,
        )
        for seat, vote in enumerate(event.ballots)
    ]
    result = texts("result.approved" if event.approved else "result.rejected")
    named = law(event.law, texts)
    return sentence(event, players, law=named, result=result, ballots=", ".join(ballots))


def _by_seat(values: Sequence[int], players: Players) -> str:
    return _ranks([players.name(seat) for seat in range(len(values))], values, players)


def _ranks(names: Sequence[str], points: Sequence[int], players: Players) -> str:
    """Return names with numbers."""
    texts = players.texts
    found = [
        texts("story.rank", name=name, points=one) for name, one in zip(names, points, strict=True)
    ]
    return ", ".join(found)


def _law_used(event: LawUsed, players: Players) -> str | None:
    texts, count = players.texts, event.amount
    name, named = players.name(event.seat), law(event.law, texts)
    if not count:
        return texts("story.law_declined", name=name, law=named)
    exchange = EXCHANGES.get(event.law)
    if exchange is None:
        return sentence(event, players, law=named, count=count)
    paid = Gained(gold=exchange.gold * count, squires=exchange.squires * count)
    gained = Gained(votes=exchange.votes * count, power=exchange.power * count)
    return texts(
        "story.law_exchanged",
        name=name,
        law=named,
        gained=goods(gained, texts),
        paid=goods(paid, texts),
    )


def _scored(event: CountyScored, players: Players) -> str | None:
    texts = players.texts
    county, option = texts(f"county.{event.county}"), texts(f"choice.{event.option}")
    name = _decider(event.seat, event.side, players)
    gained = goods(event.gained, texts)
    if not gained:
        return sentence(event, players, name=name, county=county, option=option)
    return texts("story.county_gained", county=county, name=name, option=option, gained=gained)


def _source(event: SourceValued, players: Players) -> str | None:
    texts = players.texts
    space = texts(f"space.{event.space}")
    if not event.use:
        return texts("story.source_declined", name=players.name(event.seat), space=space)
    gained = goods(event.gained, texts)
    if not gained:
        return texts("story.source_used", name=players.name(event.seat), space=space)
    return sentence(event, players, gained=gained)


def _battle(event: BattleValued, players: Players) -> str:
    if not event.ranking:
        return players.texts("story.battle_empty", card=event.card)
    names = [_side(color, players) for color in event.ranking]
    ranks = _ranks(names, event.power, players)
    return players.texts(
        "story.battle_won" if event.winner == "england" else "story.battle_lost",
        card=event.card,
        english=event.english,
        ranks=ranks,
    )


def _prisoners(event: PrisonersSettled, players: Players) -> str:
    texts, side = players.texts, _side(event.side, players)
    free, lost = (texts.listed(list(map(str, one))) for one in (event.ransomed, event.lost))
    parts = []
    if event.ransomed:
        count = len(event.ransomed)
        parts.append(texts("story.ransomed", side=side, count=count, knights=free))
    if event.lost:
        parts.append(texts("story.lost", side=side, count=len(event.lost), knights=lost))
    return " ".join(parts)


def _final(event: FinalScored, players: Players) -> str | None:
    kinds = zip(event.knighthood, event.extensions, event.nobles, strict=True)
    ranks = [
        players.texts(
            "story.final_rank",
            name=players.name(seat),
            points=knights + extensions + nobles,
            knights=knights,
            extensions=extensions,
            nobles=nobles,
        )
        for seat, (knights, extensions, nobles) in enumerate(kinds)
    ]
    return sentence(event, players, ranks=", ".join(ranks))


def _ended(event: GameEnded, players: Players) -> str | None:
    names = players.texts.listed([players.side(color) for color in event.winners])
    by_points = sorted(event.power, key=lambda color: -event.power[color])
    points = [event.power[color] for color in by_points]
    ranks = _ranks([players.side(color) for color in by_points], points, players)
    return sentence(event, players, names=names, ranks=ranks)


def _started(event: TableArranged | CardsTurnedUp, players: Players) -> str | None:
    return sentence(event, players, name=players.name(event.start))


def _built(event: ExtensionBuilt, players: Players) -> str | None:
    return sentence(event, players, space=players.texts(f"space.{event.extension}"))


def _applied(event: LawApplied, players: Players) -> str | None:
    if event.gained == Gained():
        return None
    texts = players.texts
    return sentence(event, players, law=law(event.law, texts), gained=goods(event.gained, texts))


def _table(event: TableValued, players: Players) -> str | None:
    return sentence(event, players, gained=goods(Gained(votes=event.votes), players.texts))


def _nothing(event: AnyEvent, players: Players) -> None:
    return None


_SENTENCES: Final[Mapping[type[Any], Callable[[Any, Players], str | None]]] = {
    TableArranged: _started,
    CardsTurnedUp: _started,
    AllyChosen: lambda event, players: sentence(
        event, players, ally=players.texts(f"side.{event.color}")
    ),
    ExtensionBuilt: _built,
    KnightPlaced: _placed,
    FavourTaken: _favour,
    KnightUpgraded: _upgraded,
    KnightRecruited: lambda event, players: sentence(
        event, players, side=_side(event.side, players)
    ),
    VoteCast: _voted,
    VotesRevealed: _revealed,
    MarkersReturned: lambda event, players: (
        sentence(event, players) if any(event.markers) else None
    ),
    TotalsRevealed: lambda event, players: sentence(
        event,
        players,
        law=law(event.law, players.texts),
        totals=_by_seat(event.totals, players),
    ),
    LawApplied: _applied,
    LawUsed: _law_used,
    CountyScored: _scored,
    KnightSailed: lambda event, players: sentence(
        event, players, side=_side(event.side, players), card=event.to
    ),
    KnightReturned: _nothing,
    StartPlayerNamed: lambda event, players: sentence(
        event, players, other=players.name(event.named)
    ),
    SourceValued: _source,
    TableValued: _table,
    BattleValued: _battle,
    PrisonersSettled: _prisoners,
    FinalScored: _final,
    GameEnded: _ended,
}
"""For events whose text needs more than their members, and those that need none."""
