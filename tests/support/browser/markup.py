"""Holds what a ruleset draws on the page to be sound HTML, without a browser."""

import re
from html.parser import HTMLParser
from typing import Final

VOID: Final = frozenset({"br", "img", "input", "hr"})


def examine(html: str) -> None:
    """Fail if this is not sound: every tag closed, nothing styled or scripted in place."""
    balance = Balance()
    balance.feed(html)
    balance.close()
    assert not balance.open


class Balance(HTMLParser):
    """Holds every tag to be closed, and nothing to be styled or scripted in place."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what is open."""
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"twice in {tag}: {names}"
        assert tag not in ("script", "style")
        assert not {"style", "onclick", "undefined", "null"} & set(names)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close what was opened last."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Look for what a template was not given."""
        assert not re.search(r"undefined|null|NaN|\[object|\{\w+\}", data), data
