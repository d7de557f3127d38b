"""Test the page of the API, as a developer sees it."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.support.browser.chromium import Person

MILLISECONDS_MAX: Final = 60_000
"""Swagger UI reads and shows a megabyte, for which a busy machine takes a while."""


@pytest.mark.long
def test_the_page_of_the_api_shows_an_operation(meet: Callable[..., Person]) -> None:
    """Swagger UI starts, reads the document, and opens an operation."""
    person = meet()
    person.page.goto("/schema")
    title = person.page.get_by_text(re.compile("replays? and proves? board games"))
    title.first.wait_for(timeout=MILLISECONDS_MAX)
    expect(title).to_have_count(1)
    games = person.page.locator("#operations-tag-games")
    games.get_by_role("button").click(timeout=MILLISECONDS_MAX)  # the heading has links
    operation = person.page.locator("#operations-games-createGame")
    shown = operation.get_by_text("/v1/games", exact=True)
    expect(shown).to_be_visible(timeout=MILLISECONDS_MAX)
    operation.get_by_role("button").first.click(timeout=MILLISECONDS_MAX)
    asked = operation.get_by_text("Request body", exact=True)
    expect(asked).to_be_visible(timeout=MILLISECONDS_MAX)
