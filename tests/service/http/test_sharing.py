"""Links to games, as programs that preview links read them, and games in frames of other sites.

These programs run no script and have no token: they get what everyone may see, and nothing else.
"""

import struct
import subprocess
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import pytest
from litestar.testing import TestClient

from domain.rulesets.registry import BY_ID
from domain.rulesets.teg import RULESET as TEG
from service.http.parts import parts_in
from service.http.sharing.card import HEIGHT, WIDTH
from service.http.sharing.pages import COST
from service.http.sharing.shared_moment import SharedMoment
from service.runtime.raster import TooManyPictures
from tests.support.http.client import Table, create, good, of_two, play, start
from tests.support.run.long import long_after
from tests.support.servers.applications import application_on
from tests.support.storage.stores import settings_of

HIDDEN: Final = "Only its players can see this game."
SITE: Final = "https://club.example"
LEAGUE: Final = "https://*.league.example"


class _Head(HTMLParser):
    """What such a program takes from a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: dict[str, str] = {}
        self.title = ""
        self._in_title = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        name = found.get("property") or found.get("name")
        if tag == "meta" and name:
            self.tags[name] = found["content"] or ""
        self._in_title = tag == "title"

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title = data
            self._in_title = False


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    """Yield a client of a service that lets one site embed games."""
    folder = tmp_path_factory.mktemp("sharing") / "data"
    with (
        application_on(
            settings_of(folder, embed_origins=f"{SITE}, https://*.league.example")
        ) as app,
        TestClient(app, raise_server_exceptions=True) as client,
    ):
        yield client


@pytest.fixture
def http(lasting: TestClient[Any]) -> TestClient[Any]:
    return lasting


@pytest.fixture
def drawn(http: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of the cards that are requested as SVG, and draw none of them."""
    found: list[str] = []

    async def png(svg: str) -> bytes:
        found.append(svg)
        return b"PNG"

    monkeypatch.setattr(parts_in(http.app).raster, "png", png)
    return found


def head_of(http: httpx.Client, address: str, **headers: str) -> _Head:
    answer = http.get(address, headers=headers)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/html")
    return _Head(answer.text)


def sentences(table: Table) -> list[Any]:
    return list(good(table.http.get(f"{table.url}/story"))["sentences"])


def played(http: httpx.Client, turns: int = 2, **terms: Any) -> Table:
    """Return a game in which people have acted a few times."""
    table = start(http, terms=terms)
    for _ in zip(range(turns), play(table, Random(1), (0, 1)), strict=False):
        pass
    return table


def test_a_link_describes_its_game(http: httpx.Client) -> None:
    """With absolute addresses, as Open Graph requires."""
    table = played(http)
    story = sentences(table)
    head = head_of(http, f"/games/{table.id}")
    base = str(http.base_url).rstrip("/")
    version = table.now()["version"]
    assert head.title == "Carolus Magnus: Guest 0 and Guest 1"
    assert head.tags["description"] == story[-1]["text"]
    assert head.tags["og:title"] == head.title
    assert head.tags["og:description"] == head.tags["og:image:alt"] == story[-1]["text"]
    assert head.tags["og:url"] == f"{base}/games/{table.id}"
    assert head.tags["og:image"] == f"{base}/games/{table.id}/v/{version}/card.png"
    assert head.tags["twitter:card"] == "summary_large_image"
    assert head.tags["robots"] == "noindex"


def test_a_link_opens_the_page(http: httpx.Client) -> None:
    """It is the page of the service, except for its head, under the same policy."""
    table = start(http)
    page, front = http.get(f"/games/{table.id}"), http.get("/")
    assert page.headers["content-security-policy"] == front.headers["content-security-policy"]
    assert front.text.partition("<title>Carolus</title>")[2].partition("<link ")[2] in page.text
    again = http.get(f"/games/{table.id}", headers={"If-None-Match": page.headers["etag"]})
    assert again.status_code == 304


def test_the_card_has_the_size_that_the_page_names(http: httpx.Client) -> None:
    table = played(http)
    head = head_of(http, f"/games/{table.id}")
    answer = http.get(head.tags["og:image"])
    assert answer.headers["content-type"] == head.tags["og:image:type"] == "image/png"
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    size = struct.unpack(">II", answer.content[16:24])
    assert size == (WIDTH, HEIGHT)
    assert [head.tags["og:image:width"], head.tags["og:image:height"]] == list(map(str, size))
    again = http.get(head.tags["og:image"], headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


def test_a_card_is_drawn_once(http: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """For as long as its process keeps it; another moment has another card."""
    table = played(http)
    processes = 0
    run: Callable[..., Any] = subprocess.run

    def counted(*args: Any, **kwargs: Any) -> Any:
        nonlocal processes
        processes += 1
        return run(*args, **kwargs)

    monkeypatch.setattr(subprocess, "run", counted)
    version = table.now()["version"]
    cards = [http.get(f"/games/{table.id}/v/{one}/card.png") for one in (version, version)]
    assert processes == 1
    assert cards[0].content == cards[1].content
    assert http.get(f"/games/{table.id}/v/8/card.png").content != cards[0].content
    assert processes == 2


def test_the_link_of_a_moment_reveals_nothing_later(http: httpx.Client, drawn: list[str]) -> None:
    """Its card has the board of that moment, and its description the sentence before it."""
    table = played(http, turns=4)
    story = sentences(table)
    then = story[-3]
    head = head_of(http, f"/games/{table.id}/v/{then['last']}")
    assert head.tags["og:description"] == then["text"]
    assert head.tags["og:url"].endswith(f"/games/{table.id}/v/{then['last']}")
    good_card = http.get(head.tags["og:image"])
    assert good_card.status_code == 200
    board = http.get(f"{table.url}/board.svg", params={"version": then["last"], "part": "board"})
    (card,) = drawn
    assert board.text.partition("<desc>")[2].strip().removesuffix("</svg>") in card
    assert http.get(f"/games/{table.id}/v/99999").status_code == 404
    assert http.get(f"/games/{table.id}/v/99999/card.png").status_code == 404


def test_before_the_start_the_card_shows_the_set_up(http: httpx.Client, drawn: list[str]) -> None:
    table = create(http)
    head = head_of(http, f"/games/{table.id}")
    assert head.title == "Carolus Magnus"
    assert head.tags["og:description"] == "The game has not started yet."
    assert http.get(head.tags["og:image"]).status_code == 200
    assert 'class="board"' in drawn[0]


def test_the_words_are_in_the_language_of_the_reader(http: httpx.Client, drawn: list[str]) -> None:
    table = start(http)
    head = head_of(http, f"/games/{table.id}", **{"Accept-Language": "de"})
    assert head.title == "Carolus Magnus: Guest 0 und Guest 1"
    assert head.tags["og:locale"] == "de_DE"
    http.get(f"/games/{table.id}/card.png", headers={"Accept-Language": "de"})
    assert head.tags["og:description"].split()[2] in drawn[0]


def test_a_name_cannot_leave_its_place(http: httpx.Client, drawn: list[str]) -> None:
    table = create(http)
    name = '"><script src=x></script>&'
    good(table.sit(0, name=name))
    good(table.sit(1, name="Ben"))
    page = http.get(f"/games/{table.id}")
    assert "<script src=x" not in page.text
    assert _Head(page.text).title == f"Carolus Magnus: {name} and Ben"
    assert "<script src=x" not in http.get(f"/embed/{table.id}").text
    http.get(f"/games/{table.id}/card.png")
    assert "<script" not in drawn[0]


def test_a_card_shows_names_that_no_xml_can_contain(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stored names can have two characters of Unicode that no document can contain."""
    table = start(http)
    monkeypatch.setattr(SharedMoment, "players", ["Ana\ufffe", "\uffff Ben"])
    assert http.get(f"/games/{table.id}/card.png").status_code == 200


def test_the_host_of_a_request_is_only_a_guess(http: httpx.Client, tmp_path: Path) -> None:
    """Anyone can send another, even one that no address can have."""
    table = start(http)
    odd = head_of(http, f"/games/{table.id}", Host="a.example:99999")
    assert odd.tags["og:url"] == f"/games/{table.id}"
    settings = settings_of(tmp_path / "data", public_url="https://play.example")
    with application_on(settings) as app, TestClient(app) as named:
        table = start(named)
        tags = head_of(named, f"/games/{table.id}", Host="evil.example").tags
        assert tags["og:url"] == f"https://play.example/games/{table.id}"
        assert "evil.example" not in tags["og:image"]


def test_cards_are_drawn_only_as_fast_as_a_processor_can(tmp_path: Path) -> None:
    """What a stranger requests beyond that is refused, and does not wait."""
    settings = settings_of(tmp_path / "data", rate_per_minute=1, rate_burst=2 * COST)
    with application_on(settings) as app, TestClient(app) as http:
        table = start(http)
        version = table.now()["version"]
        answers = [http.get(f"/games/{table.id}/v/{one}/card.png") for one in (version, 1, version)]
    assert [one.status_code for one in answers] == [200, 429, 200]
    assert int(answers[1].headers["retry-after"]) > 0


def test_the_queue_of_cards_is_short(
    http: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = start(http)

    async def png(svg: str) -> bytes:
        raise TooManyPictures

    monkeypatch.setattr(parts_in(http.app).raster, "png", png)
    answer = http.get(f"/games/{table.id}/card.png")
    assert answer.status_code == 429
    assert answer.headers["retry-after"] == "5"


def test_a_game_without_spectators_shows_nothing(http: httpx.Client) -> None:
    """Not even with the token of a player, which a shared link never needs."""
    table = start(http, terms={"spectators": {"kind": "refused"}})
    for headers in ({}, table.headers(0)):
        page = http.get(f"/games/{table.id}", headers=headers)
        assert page.status_code == 200, "its players have the same address"
        assert "Guest" not in page.text
        assert _Head(page.text).title == "Carolus"
        assert not any(name.startswith("og:") for name in _Head(page.text).tags)
        for address in (f"/games/{table.id}/card.png", f"/games/{table.id}/v/9/card.png"):
            assert http.get(address, headers=headers).status_code == 403
        frame = http.get(f"/embed/{table.id}", headers=headers)
        assert frame.status_code == 403
        assert HIDDEN in frame.text
        assert "Guest" not in frame.text
        assert table.id not in frame.text
    assert http.get(table.url).status_code == 403


def test_a_delayed_game_shows_what_spectators_see(http: httpx.Client) -> None:
    table = played(http, turns=6, spectators={"kind": "delayed", "turns": 3})
    seen = good(http.get(table.url))["version"]
    assert seen < good(http.get(table.url, headers=table.headers(0)))["version"]
    head = head_of(http, f"/games/{table.id}", **table.headers(0))
    assert head.tags["og:image"].endswith(f"/v/{seen}/card.png")
    assert head.tags["og:description"] == sentences(table)[-1]["text"]
    for address in ("/games/{}/v/{}", "/games/{}/v/{}/card.png", "/embed/{}/v/{}"):
        assert http.get(address.format(table.id, seen + 1)).status_code == 404
        assert http.get(address.format(table.id, seen)).status_code == 200


def test_a_token_changes_nothing(http: httpx.Client, drawn: list[str]) -> None:
    """A card shows no hidden hand, not even to the player who requests it."""
    table = start(http, **of_two(TEG))
    for headers in ({}, table.headers(0), table.headers(1), table.headers("creator")):
        assert http.get(f"/games/{table.id}/card.png", headers=headers).status_code == 200
    public = http.get(f"{table.url}/board.svg", params={"part": "board"}).text
    assert len(set(drawn)) == 1
    assert public.partition("<desc>")[2].strip().removesuffix("</svg>") in drawn[0]
    pages = {
        http.get(f"/games/{table.id}", headers=headers).text
        for headers in ({}, table.headers(0), table.headers(1))
    }
    assert len(pages) == 1


@pytest.mark.parametrize("address", ["/games/none", "/games/none/v/1"])
def test_an_unknown_game_opens_the_page(http: httpx.Client, address: str) -> None:
    """The page explains the mistake to people."""
    answer = http.get(address)
    assert answer.status_code == 404
    assert _Head(answer.text).title == "Carolus"
    assert '<div id="page">' in answer.text
    for known in ("*", answer.headers["etag"]):  # nothing is unchanged where nothing is
        assert http.get(address, headers={"If-None-Match": known}).status_code == 404


# --- embedded -------------------------------------------------------------------------------------


def test_a_frame_shows_the_board_with_a_caption_and_a_link(http: httpx.Client) -> None:
    table = played(http)
    answer = http.get(f"/embed/{table.id}")
    version = table.now()["version"]
    assert f'src="/v1/games/{table.id}/board.svg?part=board&amp;version={version}"' in answer.text
    assert sentences(table)[-1]["text"] in answer.text
    assert f'href="/games/{table.id}"' in answer.text
    assert 'data-follows="true"' in answer.text
    assert "Set-Cookie" not in answer.headers


def test_a_frame_of_a_moment_stays_there(http: httpx.Client) -> None:
    table = played(http)
    page = http.get(f"/embed/{table.id}/v/9").text
    assert "version=9" in page
    assert f'href="/games/{table.id}/v/9"' in page
    assert 'data-follows="false"' in page


def test_only_the_chosen_sites_may_frame_a_game(http: httpx.Client) -> None:
    """They may not frame anything else of the service."""
    table = start(http)
    policy = http.get(f"/embed/{table.id}").headers["content-security-policy"]
    assert policy.endswith(f"frame-ancestors {SITE} {LEAGUE}")
    assert "unsafe" not in policy
    for address in ("/", f"/games/{table.id}", f"{table.url}/board.svg", "/page/icon.svg"):
        policy = http.get(address).headers["content-security-policy"]
        assert "frame-ancestors 'none'" in policy


def test_embedding_is_off_by_default(tmp_path: Path) -> None:
    with application_on(settings_of(tmp_path / "data")) as app, TestClient(app) as http:
        table = start(http)
        answer = http.get(f"/embed/{table.id}")
        assert answer.status_code == 404
        assert "CAROLUS_EMBED_ORIGINS" in answer.json()["detail"]
        assert answer.headers["content-security-policy"].endswith("frame-ancestors 'none'")
        assert http.get(f"/games/{table.id}").status_code == 200


@pytest.mark.parametrize("ruleset", long_after(1, ["teg", "lancaster", "ancients"]))
def test_every_game_has_a_card(http: httpx.Client, ruleset: str) -> None:
    """Drawn by the real program, with whatever its picture contains."""
    table = start(http, **of_two(BY_ID[ruleset]))
    answer = http.get(f"/games/{table.id}/card.png")
    assert answer.status_code == 200
    assert len(answer.content) > 20_000
