"""Foreign positions of any ruleset, made at random: each has faults, or is playable.

The positions are near misses: those of random games, with parts taken from other such positions.
They come in the views of all viewers, so some hide what others show.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple, TypeAlias

import msgspec
import pytest

from domain.refusal import IllegalAction
from domain.ruleset import AnyRuleset, Faults, Viewer
from domain.rulesets.registry import RULESETS
from tests.support.games.changes import Path, Value, at, changed, paths, put, shifted
from tests.support.games.play import options_of, play
from tests.support.run.long import cases

SEATS = range(2, 7)
SCENES = cases(40, 10)
"""The number of positions that are changed."""
STEPS_MAX = 400
MUTANTS = cases(300, 50)
STEPS_PLAYED = 40


class Scene(NamedTuple):
    """What a viewer sees of a position, as in JSON, and the options of its game."""

    view: Value
    options: Any


Parts: TypeAlias = Mapping[Path, Sequence[Value]]
"""By path with all indices replaced by 0: the different values that positions have there."""


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: str(ruleset.meta.id))
def test_a_foreign_position_has_faults_or_is_playable(ruleset: AnyRuleset, seed: int) -> None:
    """The checker reports faults, and raises nothing else; play goes on from what it accepts."""
    random = Random(f"{seed} {ruleset.meta.id} foreign")
    scenes = scenes_of(ruleset, random)
    parts = parts_of(scenes)
    verdicts: Counter[str] = Counter()
    while verdicts["faults"] + verdicts["played on"] < MUTANTS:
        scene = random.choice(scenes)
        view = scene.view
        for _ in range(random.choice((1, 1, 2, 3))):
            view = mutated(view, parts, random)
        verdicts[judged(ruleset, scene._replace(view=view), random)] += 1
    assert verdicts["faults"] > MUTANTS / 10
    assert verdicts["played on"] > MUTANTS / 50


def scenes_of(ruleset: AnyRuleset, random: Random) -> list[Scene]:
    """Return what viewers see in games with each number of seats that the ruleset has."""
    scenes: list[Scene] = []
    for options in options_for(ruleset):
        game = [
            step.after
            for step in play(ruleset, ruleset.start(options), random, steps_max=STEPS_MAX)
        ]
        viewers: list[Viewer] = ["arbiter", "spectator", *range(len(ruleset.sides(options)))]
        for position in random.sample(game, min(SCENES, len(game))):
            view = ruleset.view(position, random.choice(["arbiter", random.choice(viewers)]))
            scenes.append(Scene(msgspec.to_builtins(view), options))
    return random.sample(scenes, min(SCENES, len(scenes)))


def options_for(ruleset: AnyRuleset) -> list[Any]:
    """Return the options of house bots, with each number of seats that can be chosen."""
    found = [options_of(ruleset)]
    for players in SEATS:
        with suppress(msgspec.ValidationError, IllegalAction):
            options = options_of(ruleset, players=players)
            ruleset.start(options)
            found.append(options)
    return found


def parts_of(scenes: Sequence[Scene]) -> Parts:
    """Return what the positions have in each place."""
    found: dict[Path, dict[bytes, Value]] = defaultdict(dict)
    for scene in scenes:
        for path in paths(scene.view):
            part = at(scene.view, path)
            found[kind_of(path)][msgspec.json.encode(part)] = part
    return {kind: list(different.values()) for kind, different in found.items()}


def kind_of(path: Path) -> Path:
    """Return the path with all indices replaced by 0."""
    return tuple(0 if isinstance(key, int) else key for key in path)


def mutated(view: Value, parts: Parts, random: Random) -> Value:
    """Return the view with one part replaced, moved or changed."""
    way = random.random()
    if way < 0.5:
        # First the kind, because some have a hundred paths, and others one.
        by_kind: dict[Path, list[Path]] = defaultdict(list)
        for path in paths(view):
            by_kind[kind_of(path)].append(path)
        kind = random.choice(list(by_kind))
        return put(view, random.choice(by_kind[kind]), random.choice(parts.get(kind, [None])))
    if way < 0.8:
        return shifted(view, random)
    words = [word for word in random.choice(list(parts.values())) if isinstance(word, str | None)]
    return changed(view, random, [*words, None])


def judged(ruleset: AnyRuleset, scene: Scene, random: Random) -> str:
    """Read the position; if it is valid, show it and play on from it."""
    try:
        view = msgspec.convert(scene.view, ruleset.view_type)
    except msgspec.ValidationError:
        return "outside the schema"
    try:
        position = ruleset.read(ruleset.complete(view, scene.options).view, scene.options)
    except Faults:
        return "faults"
    ruleset.text(view)
    ruleset.picture(view)
    for step in play(ruleset, position, random, steps_max=STEPS_PLAYED):
        position = step.after
    assert ruleset.read(ruleset.view(position, "arbiter"), scene.options) == position
    return "played on"
