"""Test that the tests notice errors in a page, and say how to get a missing browser."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.browser.chromium import NoBrowser, Person, program_of, start_chromium
from tests.support.run.waiting import until

Meet = Callable[..., Person]

NOWHERE = "/nowhere"
POLICY = "script-src 'unsafe-inline'; connect-src http://a.example ws://a.example; img-src data:"

MISHAPS = {
    "error: Oh": "console.error('Oh')",
    "No": "Promise.reject(Error('No'))",
    "NOT_RESOLVED (http://a.example/)": "fetch('//a.example/').catch(() => 0)",
    "asked another origin": "new WebSocket('ws://a.example/').onerror = () => 0",
    "violates": "fetch('/x').catch(() => 0)",
    "nowhere is not defined": "nowhere()",
}
"""What the tests notice of a script, in a mishap, and the part that causes it."""


def shown(person: Person, script: str) -> Person:
    """Show a page that runs this script; the test answers its requests."""
    head = "<!doctype html><title>A page</title><link rel=icon href=data:,>"
    answer = {"body": f"{head}<script>{script}</script>", "content_type": "text/html"}
    headers = {"Content-Security-Policy": POLICY}
    person.context.route(f"{person.origin}/**", lambda route: route.fulfill(status=204))
    person.context.route("**/shown", lambda route: route.fulfill(**answer, headers=headers))
    person.page.goto("/shown")
    return person


@pytest.mark.browser
def test_mishaps_are_noticed(meet: Meet) -> None:
    person = shown(meet(), "; ".join(MISHAPS.values()))

    def noticed() -> bool:
        person.page.title()  # Playwright delivers events of the page before the answer
        return all(any(seen in mishap for mishap in person.mishaps) for seen in MISHAPS)

    until(noticed, "the mishaps")
    person.mishaps.clear()


@pytest.mark.long
@pytest.mark.browser
def test_a_page_without_mishap_has_none(meet: Meet) -> None:
    assert shown(meet(), "document.title = 'Well'").page.title() == "Well"


@pytest.mark.long
@pytest.mark.browser
def test_between_the_tests_of_the_page_others_run_loops_of_their_own(
    meet: Meet, request: pytest.FixtureRequest
) -> None:
    meet().page.goto("/healthz")
    chromium = request.getfixturevalue("chromium")
    asyncio._set_running_loop(None)
    asyncio.run(asyncio.sleep(0))
    asyncio._set_running_loop(chromium.loop)


def test_a_program_that_is_named_comes_first() -> None:
    assert program_of({"CAROLUS_TEST_CHROMIUM": "/opt/mine"}) == "/opt/mine"


def test_without_a_browser_the_tests_say_how_to_get_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", NOWHERE)
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    with pytest.raises(NoBrowser, match="apt-get install chromium") as missing, start_chromium({}):
        pass
    assert "CAROLUS_TEST_CHROMIUM" in str(missing.value)


@pytest.mark.long
def test_a_browser_that_cannot_be_downloaded_stops_nothing(tmp_path: Path) -> None:
    """The command that runs before the tests says so in one line."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.browser.fetching"],
        env={
            **os.environ,
            "PATH": NOWHERE,
            "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path),
            "PLAYWRIGHT_DOWNLOAD_HOST": "http://127.0.0.1:9",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    last = done.stdout.splitlines()[-1]
    assert re.fullmatch("Chromium could not be downloaded: Error: .*ECONNREFUSED.*", last)
