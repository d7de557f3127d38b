"""A game that a newer version of Carolus wrote: it cannot be read, and all others go on."""

import json
from pathlib import Path

import httpx
import msgspec
import pytest
from click.testing import CliRunner
from eventsourcing.persistence import StoredEvent

from service.access.game_keys import Tokens, locked
from service.access.policy import OPEN
from service.cli import main
from service.projections.all import Projections
from service.projections.driver import Driver
from service.projections.lobby import Shown
from service.storage.log import VAULT, Log, UnreadableGame
from tests.support.games.wordings import as_it_will_be
from tests.support.http.client import create, good
from tests.support.storage.stores import opened_database, played, put, run, settings_of, sqlite

NEW = "bbbbbbbbbbbbbbbb"
MESSAGE = f"game {NEW} cannot be read: event 1 has the type 'carolus-magnus.disc_played.v2', which"


@pytest.fixture
def unreadable(data: Path) -> str:
    """Store a game of a newer version in the log, with its vault, which has no versions.

    Request this fixture before ``http``: in this process the newer version replaces the present
    one, so an application that is running already could read the game.
    """
    with as_it_will_be(), sqlite(data) as log:
        run(put(log, played(NEW).batches))
        vault = locked(bytes(32), Tokens("creator", ("seat0", "seat1")), OPEN)
        run(log.write([StoredEvent(VAULT + NEW, 1, "vault.v1", msgspec.json.encode(vault))]))
    return NEW


@pytest.fixture
def listed_before(data: Path) -> None:
    """Store a game of a newer version in the log and the lobby; request it before ``http``."""
    with as_it_will_be(), sqlite(data) as log:
        run(put(log, played(NEW).batches))
        assert listed(data) == [NEW]


async def put_strange(log: Log, game: str) -> None:
    """Store an event that no version of Carolus knows."""
    await log._writer.put([StoredEvent(game, 2, "table.seat_sold.v1", b"\n{}\n")])


def listed(folder: Path) -> list[str]:
    """Return the games of the lobby in a service that starts now."""
    with opened_database(settings_of(folder)) as database:
        projections = Projections(database)
        run(Driver(projections.runner).look())
        projections.runner.catch_up(projections.lobby)
        page = projections.lobby.page(Shown(), before=None, limit=100)
        return [row.id for row in page]


def test_a_request_for_an_unreadable_game_gets_the_reason(
    unreadable: str, http: httpx.Client
) -> None:
    """It is neither a client error nor unexpected. A newer version may be running soon."""
    for path in ("", "/events", "/board.svg", "/proof", "/record"):
        answer = http.get(f"/v1/games/{unreadable}{path}")
        assert answer.status_code == 503, path
        assert answer.headers["Retry-After"]
        assert answer.json()["type"].endswith("/unavailable")
        assert MESSAGE in answer.json()["detail"]


@pytest.mark.usefixtures("unreadable")
def test_the_other_games_go_on(http: httpx.Client) -> None:
    """They are listed, opened and played."""
    table = create(http)
    good(table.sit(0))
    games = good(http.get("/v1/games"))["games"]
    assert [game["id"] for game in games] == [table.id]
    assert good(http.get("/readyz"))
    assert good(table.act("creator", {"type": "abort_game"}))


def test_a_listed_game_that_becomes_unreadable_is_skipped(http: httpx.Client, data: Path) -> None:
    """It was in the list when a newer version continued it."""
    table, other = create(http), create(http)
    assert len(good(http.get("/v1/games"))["games"]) == 2
    with sqlite(data) as log:
        run(put_strange(log, table.id))
        with pytest.raises(UnreadableGame, match=r"event 2 has the type 'table\.seat_sold\.v1'"):
            log.load(table.id)
    games = good(http.get("/v1/games"))["games"]
    assert [game["id"] for game in games] == [other.id]
    assert http.get(table.url).status_code == 503


@pytest.mark.long
@pytest.mark.usefixtures("listed_before")
def test_records_of_many_games_skip_an_unreadable_game(http: httpx.Client) -> None:
    """It is in the list of a newer version, which an older one then uses."""
    table = create(http)
    good(table.act("creator", {"type": "abort_game"}))
    assert [one["id"] for one in good(http.get("/v1/records"))["records"]] == [table.id]
    lines = http.get("/v1/records", headers={"Accept": "application/x-ndjson"}).text.splitlines()
    assert [json.loads(line)["id"] for line in lines] == [table.id]


@pytest.mark.long
def test_a_newer_version_adds_the_game_to_the_list(data: Path, unreadable: str) -> None:
    """It takes its place in the order of opening, although it was skipped at first."""
    with sqlite(data) as log:
        run(put(log, played("cccccccccccccccc").batches))
    for _ in range(2):
        assert listed(data) == ["cccccccccccccccc"]
    for _ in range(2):
        with as_it_will_be():
            assert listed(data) == ["cccccccccccccccc", unreadable]


def test_the_command_line_reports_an_unreadable_game_in_one_line(
    data: Path, unreadable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a traceback."""
    monkeypatch.setenv("CAROLUS_DATA", str(data))
    result = CliRunner().invoke(main, ["show", unreadable])
    assert result.exit_code == 1
    assert result.output.startswith(f"Error: {MESSAGE}")
    assert result.output.count("\n") == 1
