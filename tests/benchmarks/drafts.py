"""What a draft saves: events that change one draft, against a new position after each action."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

from domain.ruleset import CHANCE, AnyRuleset
from domain.rulesets.ancients import RULESET as ANCIENTS
from domain.rulesets.carolus_magnus import RULESET as CAROLUS_MAGNUS
from domain.rulesets.lancaster import RULESET as LANCASTER
from domain.rulesets.teg import RULESET as TEG
from tests.benchmarks import seam
from tests.benchmarks.bare_engine import Pick
from tests.benchmarks.measure import Row, best_rates, per_second
from tests.support.games.play import options_of

DECISIONS: Final = 3_000
"""How many the players take in each turn; the last game goes on to its end."""

TURNS: Final = 7


class Played(NamedTuple):
    """A random game: where it began, and who took which actions."""

    start: Any
    actions: Sequence[tuple[Any, Any]]


def rows() -> Iterator[Row]:
    """Yield the lines of the table."""
    for rules in (CAROLUS_MAGNUS, TEG, LANCASTER, ANCIENTS):
        yield from _of(rules)


def _of(rules: AnyRuleset) -> Iterator[Row]:
    games = list(_games(rules))
    actions = sum(len(game.actions) for game in games)
    title = rules.meta.title
    for what, unit, count, ours, others in (
        (f"random games of {title}", "games", len(games), _play, _play_by_positions),
        (f"{title}: deciding and applying", "actions", actions, _decide, _decide_by_positions),
    ):
        contestants = {
            one.__name__: partial(_done, one, rules, games, count) for one in (ours, others)
        }
        ours_rate, others_rate = best_rates(contestants, turns=TURNS).values()
        yield Row(
            f"{what}, on one draft",
            per_second(ours_rate, unit),
            f"a position after each action: {per_second(others_rate, unit)}",
            ours_rate / others_rate,
            "",
        )


def _done(
    work: Callable[[AnyRuleset, Sequence[Played]], None],
    rules: AnyRuleset,
    games: Sequence[Played],
    count: int,
) -> int:
    work(rules, games)
    return count


def _play(rules: AnyRuleset, games: Sequence[Played]) -> None:
    pick = _pick()
    for game in games:
        seam.playout(rules, game.start, seam.any_legal, pick)


def _play_by_positions(rules: AnyRuleset, games: Sequence[Played]) -> None:
    pick = _pick()
    for game in games:
        _actions_of(rules, game.start, pick)


def _decide(rules: AnyRuleset, games: Sequence[Played]) -> None:
    for game in games:
        draft = rules.thaw(game.start)
        for by, action in game.actions:
            rules.apply(draft, rules.decide(draft, by, action))


def _decide_by_positions(rules: AnyRuleset, games: Sequence[Played]) -> None:
    for game in games:
        position = game.start
        for by, action in game.actions:
            position = rules.fold(position, rules.decide(position, by, action))


def _games(rules: AnyRuleset) -> Iterator[Played]:
    pick, decisions = _pick(), 0
    start = rules.start(options_of(rules))
    while decisions < DECISIONS:
        actions = _actions_of(rules, start, pick)
        decisions += sum(by != CHANCE for by, _ in actions)
        yield Played(start, actions)


def _actions_of(rules: AnyRuleset, start: Any, pick: Pick) -> list[tuple[Any, Any]]:
    """Play a random game with a position after each action."""
    position, actions = start, []
    while due := rules.awaits(position):
        by = due[0].seat
        if by == CHANCE:
            action = rules.answer(position, [pick(bound) for bound in rules.asks(position)])
        else:
            action = seam.any_legal(rules.legal(position, by), pick)
        actions.append((by, action))
        position = rules.fold(position, rules.decide(position, by, action))
    return actions


def _pick() -> Pick:
    """Return a source of the same numbers each time."""
    random = Random(1).random
    return lambda below: int(random() * below)
