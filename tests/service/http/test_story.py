"""The story of a game over HTTP: in sentences, from any version on, for each viewer."""

import re
from itertools import islice
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from domain.ruleset import LANGUAGES
from service.http.parts import parts_in
from tests.support.http.client import Json, Table, good, play, seat_due, start
from tests.support.http.twins import hunted
from tests.support.run.long import cases

TEG: Json = {"ruleset": "teg"}


def story(table: Table, who: int | None = None, **query: Any) -> list[Json]:
    """Return the sentences of a story, page by page."""
    found: list[Json] = []
    after: Json = {}
    while True:
        asked = {**query, **after}
        page = good(table.http.get(f"{table.url}/story", params=asked, headers=table.headers(who)))
        found += page["sentences"]
        if page["next"] is None:
            return merged(found)
        after = {"cursor": page["next"]}


def merged(sentences: list[Json]) -> list[Json]:
    """Return a story as a client keeps it: a sentence replaces the one with the same first."""
    return sorted({one["first"]: one for one in sentences}.values(), key=lambda one: one["first"])


@pytest.fixture
def http(lasting: httpx.Client) -> httpx.Client:
    return lasting


@pytest.fixture(scope="module", params=["carolus-magnus", "teg"])
def table(request: pytest.FixtureRequest, lasting: httpx.Client) -> Table:
    """Return a game after some turns, which tests only read."""
    table = start(lasting, terms={"ruleset": request.param})
    for _ in islice(play(table, Random(3), (0, 1)), 40):
        pass
    return table


@pytest.mark.long
def test_a_story_continues_from_any_version(table: Table) -> None:
    """The client gets each sentence that has grown or is new, whole, and no other."""
    whole = story(table, 0)
    assert [one["first"] for one in whole] == sorted({one["first"] for one in whole})
    assert any(one["last"] > one["first"] for one in whole)
    version = table.now()["version"]
    for after in (*range(0, version, cases(1, 7)), version, version + 5):
        expected = [one for one in whole if one["last"] > after]
        assert story(table, 0, after=after) == expected, after


@pytest.mark.long
def test_pages_give_the_same_story(table: Table) -> None:
    """However short they are."""
    whole = story(table, 0)
    for limit in cases((1, 2, 7), (1, 7)):
        assert story(table, 0, limit=limit) == whole, limit


@pytest.mark.long
def test_a_client_that_follows_has_the_whole_story(http: httpx.Client) -> None:
    """It requests what comes after the last version that it knows, after each action."""
    table = start(http, terms=TEG)
    kept = story(table, 0)
    known = table.now()["version"]
    for game in islice(play(table, Random(4), (0, 1)), 25):
        kept = merged([*kept, *story(table, 0, after=known)])
        known = game["version"]
        assert kept == story(table, 0)


def test_sentences_say_when_and_by_whom(table: Table) -> None:
    """``by`` caused the first event, ``at`` is the time of the last one."""
    events = {one["version"]: one for one in table.events()}
    for one in story(table, 0):
        assert one["by"] == events[one["first"]]["by"]
        assert one["at"] == events[one["last"]]["at"]


def test_languages_have_entity_tags_of_their_own(table: Table) -> None:
    """A 304 never has the wrong language."""
    path = f"{table.url}/story"
    tags = {}
    for language in LANGUAGES:
        answer = table.http.get(path, headers={"Accept-Language": language})
        assert answer.headers["content-language"] == language
        tags[language] = answer.headers["etag"]
    assert len(set(tags.values())) == len(LANGUAGES)
    for language in LANGUAGES:
        for other, tag in tags.items():
            headers = {"Accept-Language": language, "If-None-Match": tag}
            status = table.http.get(path, headers=headers).status_code
            assert status == (304 if language == other else 200)
    assert story(table) != []


@pytest.mark.long
def test_take_backs_and_offers_are_part_of_the_story(http: httpx.Client) -> None:
    """From any version and on pages of any length, it is that of the whole game."""
    table = start(http, terms={**TEG, "take_backs": True})
    random = Random(9)
    for turn in range(25):
        seat = seat_due(table.now())
        assert seat is not None
        # One token at a time, so that placements have offers between them.
        single = [one for one in table.legal(seat) if one.get("count") == 1]
        good(table.act(seat, single[0] if single else table.any_action(seat, random)))
        offer = ("offer_draw", "offer_take_back", None)[turn % 3]
        if offer:
            good(table.act(seat, {"type": offer}))
            answer = ("decline_draw", "accept_take_back")[turn % 3]
            good(table.act(1 - seat, {"type": answer}))
    whole = story(table, 0)
    texts = " ".join(one["text"] for one in whole)
    assert "The last move was taken back." in texts
    assert "offers a draw." in texts
    firsts = [one["first"] for one in whole]
    assert any(one["first"] < first < one["last"] for one in whole for first in firsts)
    for after in range(0, table.now()["version"] + 1, 3):
        expected = [one for one in whole if one["last"] > after]
        assert story(table, 0, after=after) == expected, after
        assert story(table, 0, after=after, limit=3) == expected, after


def test_a_head_request_has_the_headers_alone(table: Table) -> None:
    path = f"{table.url}/story"
    found = table.http.get(path, headers={"Accept-Language": "de"})
    head = table.http.head(path, headers={"Accept-Language": "de"})
    assert (head.status_code, head.content) == (200, b"")
    for name in ("etag", "content-language", "content-type"):
        assert head.headers[name] == found.headers[name]


def test_a_page_links_to_the_next(table: Table) -> None:
    """The link continues where the page ends, with the same limit, whatever host was requested."""
    path = f"{table.url}/story"
    page = table.http.get(
        path, params={"limit": 2, "after": 5}, headers={"Host": "a.example:99999"}
    )
    link = re.fullmatch(r'<([^>]+)>; rel="next"', page.headers["link"])
    assert link is not None
    following = good(table.http.get(link[1]))
    cursor = page.json()["next"]
    assert following == good(table.http.get(path, params={"limit": 2, "cursor": cursor}))
    assert len(following["sentences"]) == 2


def test_wrong_queries_are_refused(table: Table) -> None:
    for query in ("after=-1", "after=x", "limit=0", "cursor=x", "before=3"):
        answer = table.http.get(f"{table.url}/story?{query}")
        assert answer.status_code == 400, (query, answer.text)


def test_a_story_hides_cards_until_the_end(http: httpx.Client) -> None:
    """Then everyone reads which cards were drawn."""
    table = start(http, terms=TEG)
    log = parts_in(http.app).handler.log  # type: ignore[attr-defined]
    random = Random(5)
    while not all(one["card_count"] for one in table.now()["position"]["seats"]):
        seat = seat_due(table.now())
        assert seat is not None
        # Random players would rarely conquer anything.
        stored = log.load(table.id)
        assert stored is not None
        action = hunted(stored.game.position, random, seat)
        good(table.act(seat, msgspec.to_builtins(action)))
    hidden = re.compile(r" draws a card\.$")
    shown = re.compile(r" draws (?!a card\.)")
    mine, others, public = ([one["text"] for one in story(table, who)] for who in (0, 1, None))
    drawn = [text for text in (*mine, *others) if shown.search(text)]
    for seen in (mine, others):
        assert any(map(hidden.search, seen))
        assert any(map(shown.search, seen))
    assert any(map(hidden.search, public))
    assert not any(map(shown.search, public))
    good(table.act(0, {"type": "resign"}))
    assert table.now()["status"] == "over"
    after = story(table)
    assert story(table, 0) == story(table, 1) == after
    texts = [one["text"] for one in after]
    assert set(drawn) <= set(texts)
    assert not any(map(hidden.search, texts))


def test_spectators_read_no_more_than_they_see(http: httpx.Client) -> None:
    """Delayed ones read the story up to their version, others nothing."""
    table = start(http, terms={"spectators": {"kind": "delayed", "turns": 2}})
    for _ in islice(play(table, Random(6), (0, 1)), 12):
        pass
    seen = table.now()["version"]
    mine = story(table, 0)
    assert story(table) == [one for one in mine if one["last"] <= seen] != mine
    closed = start(http, terms={"spectators": {"kind": "refused"}})
    assert http.get(f"{closed.url}/story").status_code == 403


def test_a_replay_has_the_story_of_the_game(http: httpx.Client) -> None:
    """In the language of the request, on any page."""
    table = start(http, terms=TEG)
    for _ in islice(play(table, Random(7), (0, 1)), 30):
        pass
    good(table.act(0, {"type": "resign"}))
    record = http.get(f"{table.url}/record").content
    for language in LANGUAGES:
        headers = {"Accept-Language": language}
        answer = good(http.get(f"{table.url}/story", headers=headers))
        found: list[Json] = []
        cursor = ""
        while True:
            path = f"/v1/records/replay?limit=9{cursor}"
            page = good(http.post(path, content=record, headers=headers))
            found += page["sentences"]
            if page["next"] is None:
                break
            cursor = f"&cursor={page['next']}"
        assert merged(found) == answer["sentences"]


def test_a_dry_run_says_what_would_happen(http: httpx.Client) -> None:
    """The same sentences as afterwards, with the index of the action; the checker does too."""
    table = start(http)
    games = play(table, Random(8), (0, 1))
    before = next(game for game in games if game["position"]["step"] == "place")
    seat = before["awaits"][0]["seat"]
    action = table.legal(seat)[0]
    verdict = good(table.act(seat, action, dry_run=True))
    assert verdict["sentences"]
    assert {one["index"] for one in verdict["sentences"]} == {0}
    asked = {"position": before["position"], "actions": [{"seat": seat, "action": action}]}
    checked = good(http.post("/v1/rulesets/carolus-magnus/check", json=asked))
    side = ("White", "Black")[seat]
    named = [one["text"].replace(f"Guest {seat}", side) for one in verdict["sentences"]]
    assert [one["text"] for one in checked["sentences"]] == named
    good(table.act(seat, action))
    after = [one["text"] for one in story(table, seat, after=before["version"])]
    assert after[: len(verdict["sentences"])] == [one["text"] for one in verdict["sentences"]]
