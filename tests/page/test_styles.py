"""Test the style sheets of the page and of the games."""

import re
from typing import Final

from tests.support.browser.javascript import ROOT

FOLDERS: Final = ("service/web", "domain/rulesets")
FOR_EVER: Final = re.compile(r"\binfinite\b|\banimation-iteration-count\b|\biterations\s*:")


def sources(*endings: str) -> dict[str, str]:
    """Return the files of the page with these endings, by path."""
    return {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for folder in FOLDERS
        for ending in endings
        for path in sorted((ROOT / folder).rglob(f"*.{ending}"))
    }


def test_no_animation_runs_for_ever() -> None:
    """An idle table takes no time of the browser, so a game of days does not empty a battery."""
    files = sources("css", "js")
    assert any("@keyframes" in text for text in files.values())
    assert any(".animate(" in text for text in files.values())
    assert [path for path, text in files.items() if FOR_EVER.search(text)] == []
