"""Test the page of the API, as a developer sees it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.chromium import Person


@pytest.mark.long
def test_the_page_of_the_api_shows_an_operation(meet: Callable[..., Person]) -> None:
    """Swagger UI starts, reads the document, and opens an operation."""
    person = meet()
    person.page.goto("/schema")
    expect(person.page.get_by_text(re.compile("replays? and proves? board games"))).to_have_count(1)
    operation = person.page.locator("#operations-games-createGame")
    expect(operation.get_by_text("/v1/games", exact=True)).to_be_visible()
    operation.get_by_role("button").first.click()
    expect(operation.get_by_text("Request body", exact=True)).to_be_visible()
