"""Test the page on webhooks: its example verifies what the service sends, and nothing else."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from service.webhooks.destinations import Guard
from service.webhooks.hooks import Hook
from service.webhooks.messages import KINDS
from service.webhooks.sending import Delivery, Sender
from tests.support.docs import pages
from tests.support.servers.receiver import Receiver

PAGE = pages.ROOT / "docs" / "reference" / "webhooks.md"
SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"


@pytest.mark.process
def test_the_example_verifies_a_message(tmp_path: Path) -> None:
    """It accepts a real message, but not a changed or old one, or one with another secret."""
    (example,) = [block for block in pages.blocks(PAGE) if block.mark == "verify"]
    page: dict[str, Any] = {}
    exec(example.text, page)  # noqa: S102 - the code of the project's own page
    with Receiver(tmp_path / "receiver") as receiver:
        hook = Hook("h", "a", "me", receiver.url, ("game.over",), SECRET, "", 0)
        sent = Sender(Guard(private=True)).send(hook, "h-1", '{"type": "game.over"}')
        assert asyncio.run(sent) == Delivery(taken=True)
        (got,) = receiver.got()
    verified, body = page["verified"], got.body.encode()
    assert verified(SECRET, got.headers, body)
    assert not verified(SECRET, got.headers, body + b" ")
    assert not verified(f"whsec_{SECRET[6:][::-1]}", got.headers, body)
    assert not verified(SECRET, {**got.headers, "webhook-id": "h-2"}, body)
    old = str(int(got.headers["webhook-timestamp"]) - 301)
    assert not verified(SECRET, {**got.headers, "webhook-timestamp": old}, body)


def test_the_page_has_every_type() -> None:
    """The table has each type."""
    page = PAGE.read_text(encoding="utf-8")
    for kind in KINDS:
        assert f"| `{kind}` |" in page
