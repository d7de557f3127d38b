"""The story of played games, for tests of the sentences of a ruleset."""

from collections.abc import Iterable, Iterator, Sequence

from domain.kit.story import EventRows, Sentence
from domain.ruleset import AnyRuleset, Language, Viewer
from tests.support.games.play import Step

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay")


def described(
    rules: AnyRuleset,
    steps: Iterable[Step],
    *,
    viewer: Viewer = "arbiter",
    language: Language = "en",
    names: Sequence[str | None] = NAMES,
    sides: Sequence[str] | None = None,
) -> Iterator[tuple[Step, list[Sentence | None]]]:
    """Yield each step with the sentences of its events; None where an event needs none.

    ``sides`` are those of the options of the positions, if positions of the game have them.
    """
    rows = EventRows(rules, viewer, language)
    version = 0
    for step in steps:
        seated = rules.sides(step.before.options) if sides is None else sides
        players = rows.players(seated, names[: len(seated)])
        draft = rules.thaw(step.before)
        found: list[Sentence | None] = []
        for event in step.events:
            version += 1
            found.append(rows.describe(draft, event, version, players))
            rules.apply(draft, (event,))
        yield step, found


def whole_story(sentences: Iterable[Sentence | None]) -> list[Sentence]:
    """Return the last sentence on each row, in order."""
    story = {one.first: one for one in sentences if one is not None}
    return [story[first] for first in sorted(story)]
