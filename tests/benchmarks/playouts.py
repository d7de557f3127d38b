"""Random games in one process: the ruleset through the common interface, against a bare engine."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from domain.ruleset import CHANCE, AnyRuleset
from domain.rulesets.ancients import RULESET as ANCIENTS
from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.lancaster import RULESET as LANCASTER
from domain.rulesets.teg import RULESET as TEG
from tests.benchmarks import bare_engine, seam
from tests.benchmarks.bare_engine import Pick
from tests.benchmarks.measure import Row, best_rates, in_words, per_second, shares
from tests.support.games.play import options_of

GAMES = 100
TURNS = 7
DECISIONS = 10_000
GOAL = "≥ 0.25"


def rows() -> Iterator[Row]:
    """Yield the lines of the table."""
    start = RULESET.start(Options())
    decisions: dict[str, int] = {}

    def through_the_seam(choose: seam.Choose) -> Callable[[], int]:
        def play() -> int:
            pick = _pick()
            played = [seam.playout(RULESET, start, choose, pick) for _ in range(GAMES)]
            decisions[choose.__name__] = sum(one.decisions for one in played)
            return GAMES

        return play

    def bare() -> int:
        pick = _pick()
        decisions["bare"] = sum(bare_engine.playout(pick).moves for _ in range(GAMES))
        return GAMES

    rates = best_rates(
        {
            "bare": bare,
            "one_by_one": through_the_seam(seam.one_by_one),
            "any_legal": through_the_seam(seam.any_legal),
        },
        turns=TURNS,
    )
    against = f"bare engine: {per_second(rates['bare'], 'games')}"
    for choose, what in (
        ("one_by_one", "random games: the same games, placed paladin by paladin"),
        ("any_legal", "random games: each legal placement of a turn equally likely"),
    ):
        ours = per_second(rates[choose], "games")
        yield Row(what, ours, against, rates[choose] / rates["bare"], GOAL)
    ours_each = rates["one_by_one"] * decisions["one_by_one"] / GAMES
    bare_each = rates["bare"] * decisions["bare"] / GAMES
    yield Row(
        "player decisions in these games (ours place a whole turn at once)",
        per_second(ours_each, "decisions"),
        f"bare engine: {per_second(bare_each, 'moves')}",
        ours_each / bare_each,
        "",
    )
    yield _of_another(TEG)
    yield _of_another(LANCASTER)
    yield _of_another(ANCIENTS)


def _of_another(rules: AnyRuleset) -> Row:
    """Return the rate of decisions in another ruleset, against that of this one."""
    contestants = {one.meta.title: partial(decisions_in, one) for one in (RULESET, rules)}
    rates = best_rates(contestants, turns=TURNS)
    first, other = RULESET.meta.title, rules.meta.title
    return Row(
        f"random games of {other}: legal, decide and fold, in decisions",
        per_second(rates[other], "decisions"),
        f"{first}: {per_second(rates[first], 'decisions')}",
        rates[other] / rates[first],
        "",
    )


def decisions_in(rules: AnyRuleset) -> int:
    """Play random games with the options of house bots; return the number of decisions."""
    start, pick, decisions = rules.start(options_of(rules)), _pick(), 0
    while decisions < DECISIONS:
        decisions += seam.playout(rules, start, seam.any_legal, pick).decisions
    return decisions


def where_it_goes() -> str:
    """Return how the time of a random game divides among its parts."""
    steps = list(_steps(_pick()))
    seats = [step for step in steps if step[1] != CHANCE]
    chance = [step for step in steps if step[1] == CHANCE]
    start, pick = RULESET.start(Options()), _pick()
    parts: dict[str, Callable[[], None]] = {
        "awaits": lambda: _each(steps, lambda step: RULESET.awaits(step[0])),
        "legal": lambda: _each(seats, lambda step: RULESET.legal(step[0], step[1])),
        "pick": lambda: _each(seats, lambda step: seam.one_by_one(step[4], pick)),
        "chance": lambda: _each(
            chance,
            lambda step: RULESET.answer(step[0], [pick(one) for one in RULESET.asks(step[0])]),
        ),
        "decide": lambda: _each(steps, lambda step: RULESET.decide(*step[:3])),
        "apply": lambda: _apply(steps),
    }

    def games() -> None:
        again = _pick()
        for _ in range(GAMES // 2):
            seam.playout(RULESET, start, seam.one_by_one, again)

    nothing = partial(_each, steps, lambda step: None)
    found = shares(games, parts, turns=TURNS, overhead=nothing)
    return (
        f"Where the time of a random game through the seam goes: {in_words(found)}.\n"
        "It is the price of asking before acting (`legal`), of judging every action again "
        "(`decide`), and of applying every event (`apply`), some 350 in a game."
    )


def _apply(steps: list[Any]) -> None:
    """Apply the events of the games to one draft of each."""
    draft = None
    for position, _, _, events, _ in steps:
        if draft is None or not RULESET.order(position):  # a game begins
            draft = RULESET.thaw(position)
        RULESET.apply(draft, events)


def _each(steps: list[Any], part: Callable[[Any], object]) -> None:
    for step in steps:
        part(step)


def _steps(pick: Pick) -> Iterator[tuple[Any, ...]]:
    """Yield every step of some games: position, actor, action, events, legal actions."""
    for _ in range(GAMES // 2):
        position = RULESET.start(Options())
        while due := RULESET.awaits(position):
            by = due[0].seat
            legal = None
            if by == CHANCE:
                draws = [pick(bound) for bound in RULESET.asks(position)]
                action = RULESET.answer(position, draws)
            else:
                legal = RULESET.legal(position, by)
                action = seam.one_by_one(legal, pick)
            events = RULESET.decide(position, by, action)
            yield position, by, action, events, legal
            position = RULESET.fold(position, events)


def _pick() -> Pick:
    """Return a source of the same numbers each time, which costs both sides little."""
    random = Random(1).random
    return lambda below: int(random() * below)
