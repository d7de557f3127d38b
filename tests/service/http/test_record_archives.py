"""Many records over HTTP: in pages, and as an archive that a client can resume."""

import io
import json
from typing import Any

import httpx
import pytest

from domain.record.record import read_record
from service.archives.record_lines import RecordLine
from service.archives.sources import lines_of
from service.projections.all import Projections
from service.projections.lobby import Wanted
from service.records import export
from service.records.export import records
from tests.support.http.client import Table, create, good, start
from tests.support.storage.stores import opened_database, settings_of

RECORDS = "/v1/records"
NDJSON = {"Accept": "application/x-ndjson"}


def ended(http: httpx.Client, count: int, **options: Any) -> list[str]:
    """Call off this many games; return their ids in that order, which reverses their opening."""
    tables = [create(http, **options) for _ in range(count)]
    for table in reversed(tables):
        good(table.act("creator", {"type": "abort_game"}))
    return [table.id for table in reversed(tables)]


def resigned(http: httpx.Client) -> Table:
    """Return a game that a player resigned."""
    table = start(http)
    good(table.act(0, {"type": "resign"}))
    return table


def ids(http: httpx.Client, **asked: Any) -> list[str]:
    """Return the ids of the games in an archive."""
    answer = http.get(RECORDS, params=asked, headers=NDJSON)
    assert answer.status_code == 200, answer.text
    return [json.loads(line)["id"] for line in answer.content.splitlines()]


def test_pages_of_records_in_the_order_in_which_games_ended(http: httpx.Client) -> None:
    """Each equals the record of the game itself; the link leads to the next page."""
    games = ended(http, 7)
    seen: list[Any] = []
    address = f"{RECORDS}?limit=3"
    sizes = []
    while address:
        answer = http.get(address)
        page = good(answer)
        sizes.append(len(page["records"]))
        seen += page["records"]
        assert (page["next"] is None) == ("next" not in answer.links)
        address = answer.links.get("next", {}).get("url", "")
    assert sizes == [3, 3, 1]
    assert [one["id"] for one in seen] == games
    assert seen == [http.get(f"/v1/games/{game}/record").json() for game in games]


def test_an_archive_has_a_record_on_each_line(http: httpx.Client) -> None:
    """With exactly the bytes of the single record."""
    games = [*ended(http, 3), resigned(http).id]
    create(http)
    answer = http.get(RECORDS, headers=NDJSON)
    assert answer.headers["content-type"] == NDJSON["Accept"]
    assert answer.headers["content-disposition"] == 'inline; filename="carolus.ndjson"'
    expected = [http.get(f"/v1/games/{game}/record").content for game in games]
    assert answer.content == b"".join(line + b"\n" for line in expected)
    verdicts = http.post(
        f"{RECORDS}/check",
        content=answer.content,
        headers={"Content-Type": NDJSON["Accept"]},
    ).content.splitlines()
    assert [json.loads(line)["findings"] for line in verdicts] == [[]] * 4


@pytest.mark.long
def test_an_archive_is_compressed_if_the_client_accepts_zstd(http: httpx.Client) -> None:
    """Every reader of archives in Carolus can read it."""
    games = ended(http, 20)
    for coding, packed in (
        ("zstd", True),
        ("gzip, ZSTD;q=0.5", True),
        ("zstd;q=0", False),
        ("gzip", False),
        ("*", False),
    ):
        headers = {**NDJSON, "Accept-Encoding": coding}
        with http.stream("GET", RECORDS, headers=headers) as answer:
            sent = b"".join(answer.iter_raw())
        assert answer.headers.get("content-encoding") == ("zstd" if packed else None), coding
        assert answer.headers["vary"] == "Accept, Accept-Encoding"
        found = list(lines_of(io.BytesIO(sent), "answer"))
        lines = [line.data for line in found if isinstance(line, RecordLine)]
        assert [read_record(line).id for line in lines] == games
        assert (len(sent) < len(b"".join(lines)) / 3) == packed, coding


@pytest.mark.long
def test_a_client_that_continues_after_a_game_misses_none(http: httpx.Client) -> None:
    """After the last complete one, wherever the archive broke off."""
    older = create(http)
    games = ended(http, 5)
    for at in range(5):
        assert ids(http, after=games[at]) == games[at + 1 :]
    good(older.act("creator", {"type": "abort_game"}))
    assert ids(http, after=games[-1]) == [older.id]
    page = good(http.get(RECORDS, params={"after": games[1], "limit": 2}))
    assert [one["id"] for one in page["records"]] == games[2:4]
    following = {"after": games[1], "limit": 2, "cursor": page["next"]}
    page = good(http.get(RECORDS, params=following))
    assert [one["id"] for one in page["records"]] == [games[4], older.id]
    assert http.get(RECORDS, params={"after": create(http).id}).status_code == 404
    assert http.get(RECORDS, params={"after": "a" * 16}).status_code == 404


def test_records_can_be_filtered_by_state_ruleset_and_time(http: httpx.Client) -> None:
    """Without a state, all finished games; unfinished games come in the order of opening."""
    aborted = ended(http, 2)
    over = resigned(http).id
    waiting = [create(http).id, create(http).id]
    running = start(http).id
    assert ids(http) == [*aborted, over]
    assert ids(http, status="aborted") == aborted
    assert ids(http, status="over") == [over]
    assert ids(http, status="open") == waiting
    assert ids(http, status="running") == [running]
    assert ids(http, status="open", after=waiting[0]) == waiting[1:]
    assert ids(http, ruleset="carolus-magnus") == [*aborted, over]
    assert ids(http, ruleset="chess") == []
    at = http.get(f"/v1/games/{over}/record").json()["entries"][-1]["at"]
    assert ids(http, **{"from": at}) == [over]
    assert ids(http, to=at) == aborted
    assert ids(http, **{"from": "2020-01-01", "to": "2020-01-02"}) == []
    assert ids(http, **{"from": "2020-01-01"}) == [*aborted, over]
    assert ids(http, status="open", **{"from": "2020-01-01"}) == []


@pytest.mark.long
def test_records_can_be_filtered_by_player(http: httpx.Client) -> None:
    """As in the list of games, in pages and as an archive."""
    made = good(http.post("/v1/players", json={"name": "Ana"}))
    player = made["player"]["id"]
    theirs, others = create(http), create(http)
    good(theirs.sit(0, headers={"Carolus-Player": made["secret"]}))
    for table in (theirs, others):
        good(table.act("creator", {"type": "abort_game"}))
    assert ids(http) == [theirs.id, others.id]
    assert ids(http, player=player) == [theirs.id]
    page = good(http.get(RECORDS, params={"player": player}))
    assert [one["id"] for one in page["records"]] == [theirs.id]
    assert ids(http, player="a" * 26) == []


def test_invalid_parameters_are_malformed(http: httpx.Client) -> None:
    """With 400, as everywhere."""
    for query in (
        "limit=0",
        "limit=101",
        "cursor=x",
        "status=won",
        "player=me",
        "from=yesterday",
        "from=2026-01-01T00:00:00",
        "to=2026-1-1",
        "after=a/b",
        "after=",
        "since=2026-01-01",
    ):
        assert http.get(f"{RECORDS}?{query}").status_code == 400, query


def test_head_and_options(http: httpx.Client) -> None:
    """HEAD returns only the headers, and OPTIONS the methods."""
    ended(http, 1)
    for headers in ({}, NDJSON):
        head, get = (http.request(one, RECORDS, headers=headers) for one in ("HEAD", "GET"))
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-type"] == get.headers["content-type"]
    assert http.options(RECORDS).headers["allow"] == "GET, HEAD, OPTIONS"


def test_records_are_read_one_at_a_time(
    http: httpx.Client, data: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a few ids at once, so an archive of any length takes the same memory."""
    games = ended(http, 9)
    monkeypatch.setattr(export, "GAMES_AT_ONCE", 2)
    read: list[str] = []
    record = export.record

    def counted(log: Any, game: str, *others: Any, **more: Any) -> Any:
        read.append(game)
        return record(log, game, *others, **more)

    monkeypatch.setattr(export, "record", counted)
    with opened_database(settings_of(data)) as database:
        projections = Projections(database)
        lobby = projections.lobby
        projections.runner.catch_up(lobby)
        for count, _ in enumerate(records(database.log, lobby, Wanted()), start=1):
            assert read == games[:count]
        assert read == games
