"""The kinds of games for the tests of properties, and players that provoke rare positions."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

import pytest

from domain.ruleset import Legal
from domain.rulesets.teg import RULESET
from domain.rulesets.teg.actions import Attack, EndTurn, MoveTokens, PlaceTokens, TradeCards
from domain.rulesets.teg.atlas import INDEX, NEIGHBOURS
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.position import ACTIVE, Position
from tests.support.games.play import Step, at_random, next_input
from tests.support.run.long import long_if

GAMES: Final[Mapping[str, Options]] = {
    "two": Options(round_limit=80),
    "two for the common target": Options(
        objectives="common_only", common_target=34, trade_window="before_attack", round_limit=40
    ),
    "three": Options(
        players=3, round_starter="rotating", chain_moves=True, allow_resign=True, round_limit=40
    ),
    "three with secrets": Options(
        players=3,
        colors=("green", None, "blue"),
        objectives="secret_and_common",
        common_target=50,
        elimination_cards="discard",
        trade_counter="global",
        first_seat=2,
        round_limit=60,
    ),
    "four": Options(players=4, common_target=45, round_limit=40),
    "four who may leave": Options(
        players=4,
        colors=("magenta", "red", None, None),
        round_starter="rotating",
        allow_resign=True,
        round_limit=40,
    ),
    "five": Options(
        players=5, common_target=20, trade_counter="global", chain_moves=True, round_limit=40
    ),
    "six": Options(players=6, objectives="world", first_seat=5, round_limit=40),
    "six with secrets": Options(players=6, common_target=50, allow_resign=True, round_limit=40),
}
"""Each number of seats and each goal; together they use all option values."""

OPTIONS: Final = tuple(GAMES.values())
KINDS: Final = [pytest.param(options, id=name) for name, options in GAMES.items()]
"""The same, as parameters of a test."""
TELLING: Final = [
    long_if(name not in {"two for the common target", "three", "three with secrets"}, one, id=name)
    for name, one in GAMES.items()
]
"""The same, but `make test` takes a few that use most option values."""

LEAVING: Final = 0.001
"""The probability, before a decision, that a seat resigns if it may."""


def warlike(position: Position, legal: Legal[Any], random: Random) -> Any:
    """Use up seats and cards: mass tokens at a border, and attack with them.

    One decision in ten is still random, so that every kind of legal action occurs.
    """
    choices = {one["type"]: one for one in legal.choices}
    if random.random() < 0.1:
        return at_random(position, legal, random)
    if "trade_cards" in choices:
        return TradeCards(tuple(random.choice(choices["trade_cards"]["sets"])))
    if "place_tokens" in choices:
        return _massed(position, random.choice(choices["place_tokens"]["pools"]))
    best = _best_attack(position, choices.get("attack", {"attacks": ()})["attacks"])
    return best or _forward(position, choices.get("move_tokens", {"moves": ()})["moves"], random)


def meek(position: Position, legal: Legal[Any], random: Random) -> Any:
    """Place anywhere, and never attack."""
    kind = legal.choices[0]["type"]
    return at_random(position, legal, random) if kind == "place_tokens" else EndTurn()


def _massed(position: Position, pool: Mapping[str, Any]) -> PlaceTokens:
    """Put all tokens on the strongest territory that borders another seat's."""

    def weight(name: str) -> tuple[bool, int]:
        return _borders(position, INDEX[name]), position.tokens[INDEX[name]]

    return PlaceTokens(pool["pool"], max(pool["territories"], key=weight), pool["count"])


def _best_attack(position: Position, attacks: Any) -> Attack | None:
    """Attack with more tokens than the defender: the weakest seat, with the biggest advantage."""

    def worth(pair: tuple[Any, Any]) -> tuple[int, int]:
        source, target = INDEX[pair[0]], INDEX[pair[1]]
        weakness = -position.owners.count(position.owners[target])
        return weakness, position.tokens[source] - position.tokens[target]

    pairs = [(one["source"], target) for one in attacks for target in one["targets"]]
    good = [pair for pair in pairs if worth(pair)[1] > 0]
    return Attack(*max(good, key=worth)) if good else None


def _forward(position: Position, moves: Any, random: Random) -> Any:
    """Move tokens from the interior towards the front, or end the turn."""
    far = _distances(position)
    nearer = [
        MoveTokens(one["source"], target, one["count"])
        for one in moves
        for target in one["targets"]
        if far[INDEX[target]] < far[INDEX[one["source"]]]
    ]
    return random.choice([EndTurn(), *nearer])


def _distances(position: Position) -> dict[int, int]:
    """Return how far each territory is from another seat's."""
    near = [here for here in range(len(position.owners)) if _borders(position, here)]
    far = dict.fromkeys(near, 0)
    for here in near:
        for there in NEIGHBOURS[here]:
            if there not in far:
                far[there] = far[here] + 1
                near.append(there)
    return far


def _borders(position: Position, here: int) -> bool:
    """Return whether another seat owns a neighbour."""
    return any(position.owners[there] != position.owners[here] for there in NEIGHBOURS[here])


def campaign(options: Options, name: str) -> Iterator[Step]:
    """Play a whole game, step by step: all seats are warlike, or one among meek ones.

    Some seats resign if the options allow it.
    """
    random = Random(name)
    position = RULESET.start(options)
    bully = random.choice((None, random.randrange(options.players)))

    def choose(position: Position, legal: Legal[Any], random: Random) -> Any:
        style = warlike if bully in (None, position.active) else meek
        return style(position, legal, random)

    while due := RULESET.awaits(position):
        if options.allow_resign and position.round and random.random() < LEAVING:
            yield (step := _resigned(position, random))
        else:
            by, action = next_input(RULESET, position, due, random, choose)
            events = RULESET.decide(position, by, action)
            yield (step := Step(position, by, action, events, RULESET.fold(position, events)))
        position = step.after


def _resigned(position: Position, random: Random) -> Step:
    """Return a step in which a seat leaves, in its turn or not, even between attack and dice."""
    seats = [seat for seat, status in enumerate(position.statuses) if status == ACTIVE]
    seat = random.choice(seats)
    events = RULESET.resign(position, seat)
    assert events is not None
    return Step(position, seat, None, events, RULESET.fold(position, events))
