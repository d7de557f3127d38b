"""Test that the choice of decisions shown on the pages brings every game to its end."""

import io
import random
import re
import sys
from random import Random
from typing import Any

import pytest

from domain.ruleset import AnyRuleset, Legal
from domain.rulesets.registry import BY_ID
from tests.support.docs import pages
from tests.support.games.play import Choose, options_of, play
from tests.support.run.long import long_after

SHOWN_ON = [pages.ROOT / "README.md", pages.ROOT / "docs" / "tutorial" / "a-game-by-curl.md"]
STEPS_MAX = 2_000
"""Half of the games have fewer than 150 steps, dice included; the longest of 400 had 318."""


def is_over(ruleset: AnyRuleset, choose: Choose, seed: int) -> bool:
    """Return whether a game ends if all players choose this way."""
    start = ruleset.start(options_of(ruleset))
    steps = list(play(ruleset, start, Random(seed), choose=choose, steps_max=STEPS_MAX))
    return steps[-1].after.outcome is not None


@pytest.mark.long
@pytest.mark.parametrize("page", long_after(1, SHOWN_ON), ids=lambda page: str(page.stem))
def test_choosing_as_the_page_shows_ends_a_game(
    page: Any, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The code of the page chooses a line; here each line has the number of a legal action."""
    shown = re.search(
        r"^any_legal\(\).*?python3 -c '\n(.*?)'; }$",
        page.read_text("utf-8"),
        re.DOTALL | re.MULTILINE,
    )
    assert shown is not None
    code = compile(shown[1], str(page), "exec")

    def choose(position: Any, legal: Legal[Any], _: Random) -> Any:
        chosen: list[str] = []
        lines = "".join(f"{number}\n" for number in range(legal.count))
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{lines}\n"))
        exec(code, {"print": chosen.append})  # noqa: S102 - the code of the project's own page
        (line,) = chosen
        return legal.at(int(line))

    random.seed(seed)
    for number in range(5):
        assert is_over(BY_ID["carolus-magnus"], choose, seed + number)


def test_always_choosing_the_first_action_ends_no_game() -> None:
    """Most games never end that way, so no page shows it."""
    assert not is_over(BY_ID["carolus-magnus"], lambda _, legal, __: legal.at(0), 1)
    for page in pages.pages():
        assert 'legal-actions" | field actions 0' not in page.read_text("utf-8")
