"""What a table shows at each moment, noted in the page and compared with the service's account."""

import json
import re
from typing import Final

from playwright.sync_api import Page

from tests.support.browser.chromium import Person
from tests.support.http.client import Json, Table, good

SHORT: Final[dict[str, Json]] = {
    "carolus-magnus": {"max_rounds": 3},
    "teg": {"round_limit": 3},
    "lancaster": {"players": 2},
    "ancients": {"turn_limit": 3},
}
"""Options of games for two that end soon by their own rules."""

WATCH: Final = """() => {
  window.seen = [];
  const text = (one) => one?.textContent.trim().replace(/\\s+/g, " ") ?? "";
  const first = (css) => text(document.querySelector(css));
  const look = () => {
    const table = document.querySelector(".table");
    const board = document.querySelector(".board svg");
    if (!table || !board) return;
    const lines = [...document.querySelectorAll(".story li")];
    const found = {
      version: Number(table.dataset.version), live: table.matches(".live"),
      lines: lines.map((one) => Number(one.dataset.version)), last: text(lines.at(-1)),
      whose: first(".whose"), caption: first(".caption .happened"),
      board: board.getAttribute("aria-label"), over: Boolean(table.querySelector(".bar .result")),
      seats: [...document.querySelectorAll(".seats .seat")].map(text),
      controls: Boolean(document.querySelector(".controls")), tab: document.title,
    };
    if (JSON.stringify(found) !== JSON.stringify(window.seen.at(-1))) window.seen.push(found);
  };
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(look).observe(document.body, all);
}"""
"""Note everything that the page shows of the game, after each change."""


def at_pace(person: Person, pace: float) -> Page:
    """Return the person's page, which plays back at this multiple of the usual pace."""
    settings = json.dumps(json.dumps({"pace": pace}))
    person.at_load(f"localStorage.setItem('carolus.settings', {settings})")
    return person.page


def story_of(table: Table, viewer: int | None = None) -> list[Json]:
    """Return all sentences, as a seat or a spectator sees them."""
    sentences: list[Json] = []
    cursor: str | None = ""
    while cursor is not None:
        asked = {"limit": "1000", **({"cursor": cursor} if cursor else {})}
        address, headers = f"{table.url}/story", table.headers(viewer)
        page = good(table.http.get(address, params=asked, headers=headers))
        sentences += page["sentences"]
        cursor = page["next"]
    return sentences


def title_at(table: Table, version: int, viewer: int | None = None) -> str:
    """Return the title of the picture at a version."""
    address = f"{table.url}/board.svg?version={version}&part=board"
    drawn = table.http.get(address, headers=table.headers(viewer)).text
    found = re.search(r"<title>(.*?)</title>", drawn)
    assert found is not None
    return found[1]


def counts_of(game: Json) -> list[str]:
    """Return for each seat what its panel must contain, such as castles, or points and goods."""
    position = game["position"]
    if "laws" in position:
        shown = {"power": "Points", "gold": "Gold", "squires": "Squires", "votes": "Votes"}
        return [
            " ".join(f"{name}{seat[good]}" for good, name in shown.items())
            for seat in position["seats"]
        ]
    if "banners" in position:
        return [f"Banners{position['banners'][side]} of " for side in position["sides"]]
    if "castles_in_play" in position:
        sides = [seat["side"] for seat in position["seats"]]
        return [f"{position['castles_in_play'][side]} of " for side in sides]
    held = [
        [land["tokens"] for land in position["territories"] if land["owner"] == seat]
        for seat in range(len(position["seats"]))
    ]
    return [f"{len(one)} territories {sum(one)} tokens" for one in held]


def must_be_one_moment(
    table: Table, story: list[Json], seen: Json, viewer: int | None = None
) -> None:
    """Check that everything that the page of this viewer showed at once is of one version.

    The last sentence may have ended there when the page read it, and have grown since.
    """
    version = seen["version"]
    lines = [one["last"] for one in story if one["last"] <= version]
    if seen["lines"][-1] == version and any(one["first"] <= version < one["last"] for one in story):
        lines.append(version)
    assert seen["lines"] == lines[-len(seen["lines"]) :], version
    assert seen["caption"].endswith(seen["last"]), version
    assert seen["board"] == title_at(table, version, viewer)
    game = good(table.http.get(f"{table.url}?version={version}", headers=table.headers(viewer)))
    for text, panel in zip(counts_of(game), seen["seats"], strict=True):
        assert text in panel, (version, text, panel)
    ended = game["status"] == "over"
    assert seen["over"] is ended, version
    assert (seen["whose"] == "Game over") is ended, version
    assert ("Game over" in seen["tab"]) is ended, version
    awaited = [one["seat"] for one in game["awaits"]]
    if seen["live"] and viewer in awaited:
        assert seen["whose"] == "Your turn", version
    elif awaited and isinstance(awaited[0], int):
        seat = game["seats"][awaited[0]]
        name = seat["name"] or seat["side"].title()
        assert seen["whose"].startswith(name), (version, seen["whose"])


def steps_of(table: Table, story: list[Json]) -> set[int]:
    """Return the versions at which a playback rests: where all sentences on an action end.

    Before chance has set up the board, there is nothing to see, unless the game continues another.
    """
    continues = table.now()["continues"]
    laid = next(one["version"] for one in table.events() if continues or one["by"] == "chance")
    ends = {(str(one["by"]), one["at"]): one["last"] for one in story}
    return {last for last in ends.values() if last >= laid}
