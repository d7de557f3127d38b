"""Checks, without a browser, that a ruleset draws sound HTML on the page."""

import re
from html.parser import HTMLParser
from typing import Final

VOID: Final = frozenset({"br", "img", "input", "hr"})


def examine(html: str) -> None:
    """Fail if this is not sound: a tag is not closed, or an element has inline style or script."""
    balance = Balance()
    balance.feed(html)
    balance.close()
    assert not balance.open


class Balance(HTMLParser):
    """Checks that every tag is closed, and that no element has inline style or script."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Check a tag's attributes, and record that it is open."""
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"twice in {tag}: {names}"
        assert tag not in ("script", "style")
        assert not {"style", "onclick", "undefined", "null"} & set(names)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the tag that was opened last."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Check for gaps that a template did not fill."""
        assert not re.search(r"undefined|null|NaN|\[object|\{\w+\}", data), data
