"""Test the compose file in operation: two workers on PostgreSQL and Redis, behind the proxy."""

import asyncio
import gzip
import json
import re
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from random import Random
from urllib.parse import urlsplit

import httpx
import psycopg
import pytest
import zstandard
from websockets.asyncio.client import connect

from tests.deploy.test_queries import ELSEWHERE
from tests.support.http.addresses import OF_OPERATORS, addresses, got, other_names, other_spellings
from tests.support.http.client import Table, good, play, seat_due, start
from tests.support.http.follow import Follower, following
from tests.support.http.plain import plain_request
from tests.support.http.players import must_all_be_true, play_on, playing
from tests.support.proof import verifier
from tests.support.run.waiting import until
from tests.support.servers.commands import run
from tests.support.servers.deployed import Deployed, deployed, free_ports, serving
from tests.support.servers.deploying import words_of_image
from tests.support.servers.readiness import OPENING, must_be_unavailable, must_not_be_ready
from tests.support.servers.services import empty_redis, fresh_database

pytestmark = [pytest.mark.process, pytest.mark.long]

MEBIBYTE = 1024 * 1024


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, postgres_address: str, redis_address: str
) -> Iterator[Deployed]:
    """Return the running services of the compose file."""
    empty_redis(redis_address)
    folder = tmp_path_factory.mktemp("site")
    with (
        fresh_database(postgres_address) as database,
        deployed(folder, database, redis_address) as it,
    ):
        yield it


def test_a_game_is_played_through_the_proxy_by_both_workers(site: Deployed, seed: int) -> None:
    """Either worker may answer each request, from the creation to the end."""
    with site.client() as http:
        table = start(http, max_rounds=4)
        for _ in play(table, Random(seed), people=(0, 1)):
            pass
        assert table.now()["status"] == "over"
        assert verifier.head_of(table.id, table.events()) == table.now()["head"]
    for worker in site.workers:
        metrics = plain_request("GET", f"{worker.url}/metrics").text
        scraped = re.search(
            r'carolus_requests_total\{method="POST",path="/v1/games/.*200"\} (.*)', metrics
        )
        assert scraped is not None
        assert float(scraped[1]) > 5


def test_the_service_conforms_behind_the_proxy(site: Deployed) -> None:
    """The checks see what clients see; the proxy answers elsewhere, and removes ``Upgrade``."""
    result = run("conformance", site.url, "--ruleset", "carolus-magnus", "--decisions", "3")
    assert result.exit_code == 0, result.output


def test_the_proxy_does_not_buffer_a_stream(site: Deployed) -> None:
    """The proxy does not buffer: each event arrives before the next one happens."""

    async def follow(table: Table) -> None:
        async with following(Follower(f"{table.url}/events"), site.url) as follower:
            begun = (await follower.until("game"))[0]["version"]
            for _ in range(3):
                seat = seat_due(table.now())
                assert isinstance(seat, int)
                done = good(table.act(seat, table.legal(seat)[0]))
                await follower.until("event", done["version"] - begun)

    with site.client() as http:
        asyncio.run(follow(start(http)))


def test_a_websocket_passes_the_proxy(site: Deployed) -> None:
    """Messages pass in both directions."""

    async def follow(table: Table) -> None:
        url = f"{site.url.replace('http', 'ws', 1)}{table.url}/live"
        async with connect(url, additional_headers=table.headers(0), proxy=None) as connection:
            assert json.loads(await connection.recv())["type"] == "game"
            asked = {"type": "act", "id": 1, "actions": [{"type": "resign"}]}
            await connection.send(json.dumps(asked))
            async with asyncio.timeout(30):
                while json.loads(await connection.recv())["type"] != "answer":
                    pass

    with site.client() as http:
        asyncio.run(follow(start(http)))


@pytest.mark.parametrize("coding", ["gzip", "zstd"])
@pytest.mark.parametrize(
    "address", ["{game}/board.svg", "/schema/openapi.json", "/schema/assets/swagger-ui-bundle.js"]
)
def test_the_proxy_compresses_long_answers(site: Deployed, address: str, coding: str) -> None:
    """A client that accepts no coding gets the same bytes, uncompressed."""
    with site.client() as http:
        url = address.format(game=start(http).url)
        plain = http.get(url, headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        with http.stream("GET", url, headers={"Accept-Encoding": coding}) as answer:
            on_the_wire = b"".join(answer.iter_raw())
        assert answer.headers["content-encoding"] == coding
        assert "Accept-Encoding" in answer.headers.get_list("vary", split_commas=True)
        decompress = gzip.decompress if coding == "gzip" else unpacked
        assert decompress(on_the_wire) == plain.content
        assert len(on_the_wire) < len(plain.content) / 2


def unpacked(data: bytes) -> bytes:
    """Decompress zstd data that may not state its length."""
    return zstandard.ZstdDecompressor().decompressobj().decompress(data)


@pytest.mark.parametrize("media_type", ["text/event-stream", "application/x-ndjson"])
def test_the_proxy_does_not_compress_a_stream(site: Deployed, media_type: str) -> None:
    """It may be as long as a whole game."""
    with site.client() as http:
        table = start(http, max_rounds=4)
        for _ in play(table, Random(1), people=(0, 1)):
            pass
        headers = {"Accept": media_type, "Accept-Encoding": "gzip, zstd"}
        with http.stream("GET", f"{table.url}/events?after=0", headers=headers) as answer:
            assert answer.headers["content-type"].split(";")[0] == media_type
            assert "content-encoding" not in answer.headers
            assert len(next(answer.iter_raw(8192))) == 8192


@pytest.mark.parametrize("coding", ["gzip", "zstd", "identity"])
def test_a_client_sends_the_entity_tag_back_as_it_got_it(site: Deployed, coding: str) -> None:
    """If-None-Match and If-Match understand the tag of a compressed answer, too."""
    with site.client() as http:
        table = start(http)
        encoding = {"Accept-Encoding": coding}
        board = f"{table.url}/board.svg"
        tag = http.get(board, headers=encoding).headers["ETag"]
        assert tag.endswith('en"' if coding == "identity" else f'-{coding}"')
        assert http.get(board, headers={**encoding, "If-None-Match": tag}).status_code == 304
        seat = seat_due(table.now())
        assert isinstance(seat, int)
        good(table.act(seat, table.legal(seat)[0], headers={"If-Match": tag}))
        stale = table.act(1 - seat, {"type": "resign"}, headers={"If-Match": tag})
        assert stale.status_code == 412
        assert http.get(board, headers={**encoding, "If-None-Match": tag}).status_code == 200


def test_a_file_of_the_page_arrives_as_the_service_compressed_it(site: Deployed) -> None:
    with site.client() as http:
        first = http.get("/page/app/main.js", headers={"Accept-Encoding": "gzip, zstd"})
        assert first.headers["content-encoding"] == "gzip"
        tag = first.headers["ETag"]
        again = http.get("/page/app/main.js", headers={"If-None-Match": tag})
        assert (again.status_code, again.headers["ETag"]) == (304, tag)


def test_a_game_has_its_version_as_its_entity_tag(site: Deployed) -> None:
    """It is too short for compression."""
    with site.client() as http:
        answer = http.get(start(http).url, headers={"Accept-Encoding": "gzip, zstd, br"})
        assert answer.headers["ETag"] == f'"{answer.json()["version"]}"'


def test_the_proxy_passes_every_address_but_those_of_operators(site: Deployed) -> None:
    """Each operation, each file of the page, and the pages next to the document."""
    known = [*dict.fromkeys(addresses(defaultdict(lambda: "x")))]
    assert set(known) >= {"/v1/games/x/actions", "/page/app/main.js", "/schema", *OF_OPERATORS}
    answers = dict(zip(known, got(site.url, known), strict=True))
    assert {path for path, one in answers.items() if not one.of_the_service} == OF_OPERATORS
    assert {answers[path].status for path in OF_OPERATORS} == {404}


def test_addresses_of_operators_are_not_public(site: Deployed) -> None:
    """Metrics and readiness are for operators only, however a client spells their addresses."""
    for address in OF_OPERATORS:
        tried = [*other_spellings(address), *other_names(address)]
        # Some get through, such as /v1/..%2fmetrics, and the service does not find them either.
        answers = dict(zip(tried, got(site.url, tried), strict=True))
        assert {path: one for path, one in answers.items() if one.status not in {400, 404}} == {}


def test_the_proxy_finds_an_address_only_as_it_is_written(site: Deployed) -> None:
    """The service does not find other spellings, even if the proxy would accept them."""
    for address in ("/healthz", "/v1/rulesets", "/page/app/main.js", "/schema/openapi.json"):
        tried = list(other_spellings(address))
        answers = dict(zip(tried, got(site.url, tried), strict=True))
        assert {path: one for path, one in answers.items() if one.status not in {400, 404}} == {}


def test_games_are_shown_while_nothing_can_be_written(site: Deployed) -> None:
    """The proxy keeps using the workers, and they refuse what they cannot do."""
    with site.client() as http:
        table = start(http)
        with psycopg.connect(site.workers[0].environment["CAROLUS_DATABASE"]) as other:
            other.execute("LOCK TABLE stored_events IN EXCLUSIVE MODE")
            for worker in site.workers:
                with worker.client() as direct:
                    until(partial(is_not_ready, direct), "that an earlier write is forgotten")
                    must_not_be_ready(direct)
                    assert good(direct.get("/readyz?for=reading"))["parts"]["log"] == "read_only"
            before = health_checks(site)
            until(lambda: health_checks(site) >= before + 2 * len(site.workers), "health checks")
            assert healthy(site) == len(site.workers)
            assert table.id in [one["id"] for one in good(http.get("/v1/games"))["games"]]
            must_be_unavailable(http.post("/v1/games", json=OPENING))
            assert http.get("/readyz").status_code == 404
        good(http.post("/v1/games", json=OPENING))


def is_not_ready(http: httpx.Client) -> bool:
    return http.get("/readyz").status_code == 503


def health_checks(site: Deployed) -> int:
    """Return how often the workers have reported that they are ready."""
    asked = r'^carolus_requests_total\{method="GET",path="/readyz",status_code="200"\} (.*)'
    return sum(
        int(float(count))
        for worker in site.workers
        for count in re.findall(
            asked, plain_request("GET", f"{worker.url}/metrics").text, re.MULTILINE
        )
    )


def healthy(site: Deployed) -> int:
    """Return how many workers the proxy considers healthy."""
    scraped = plain_request("GET", site.metrics).text
    return len(
        re.findall(r"^caddy_reverse_proxy_upstreams_healthy\{.*\} 1$", scraped, re.MULTILINE)
    )


def test_a_body_that_is_too_large_is_refused_by_the_service(site: Deployed) -> None:
    """The answer is a problem; the proxy's own limit is far higher."""
    with site.client() as http:
        refused = http.post("/v1/games", content=b"x" * (2 * MEBIBYTE))
        assert refused.status_code == 413
        assert refused.headers["Content-Type"] == "application/problem+json"
        assert http.post("/v1/games", content=b"x" * (17 * MEBIBYTE)).status_code == 413


def test_the_health_check_of_the_image(site: Deployed) -> None:
    """It succeeds while the worker answers, and fails otherwise."""
    for port, healthy in ((urlsplit(site.workers[0].url).port, True), (free_ports(1)[0], False)):
        program, *words = words_of_image("HEALTHCHECK")
        assert program == "python"
        words = [word.replace(":8000/", f":{port}/") for word in words]
        done = subprocess.run([sys.executable, *words], capture_output=True, check=False)
        assert (done.returncode == 0) == healthy


def test_the_proxy_reports_its_workers(site: Deployed) -> None:
    """An alert uses this metric."""
    scraped = plain_request("GET", site.metrics).text
    for metric, labels in ELSEWHERE.items():
        if metric.startswith("caddy_"):
            found = re.findall(rf"^{metric}\{{(.*)\}} 1$", scraped, re.MULTILINE)
            assert len(found) == len(site.workers)
            assert {name for line in found for name in re.findall(r"(\w+)=", line)} == labels


def test_workers_are_replaced_while_people_play(site: Deployed, seed: int) -> None:
    """The test restarts one worker after the other, and every request gets its answer."""
    with playing(lambda: [site.url], seed) as players:
        for worker in site.workers:
            play_on(players)
            port = str(urlsplit(worker.url).port)
            worker.send(signal.SIGTERM)
            assert worker.wait() == 0
            worker.start(*serving(port))
        play_on(players)
    assert [(player.unanswered, player.unavailable) for player in players] == [(0, 0)] * len(
        players
    )
    with site.client() as http:
        must_all_be_true(players, http)
