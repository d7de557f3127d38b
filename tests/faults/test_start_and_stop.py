"""Test starting with unusable resources, starting twice, and stopping with requests in progress."""

import re
import signal
import socket
import sqlite3
import stat
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random

import httpx
import pytest
from litestar.testing import TestClient

from service.access.game_keys import KEY_FILE
from service.storage.address import FILE_NAME
from tests.support.http.client import Table, create, good, seat_due, start
from tests.support.proof import verifier
from tests.support.run.long import long_after
from tests.support.run.waiting import until
from tests.support.servers.applications import application_on
from tests.support.servers.rights import without_roots_rights
from tests.support.servers.served import Served
from tests.support.storage.stores import BY_ENGINE, settings_of

pytestmark = pytest.mark.process


# --- stopping ----------------------------------------------------------------------------------


def test_sigterm_stops_the_service_gracefully(served: Served) -> None:
    """The service answers requests in progress, and has stored everything it answered."""
    served.start()
    with ThreadPoolExecutor(4) as threads:
        working = [threads.submit(work, served, number) for number in range(4)]
        with served.client() as http:
            until(lambda: len(http.get("/v1/games").json()["games"]) >= 20, "twenty games")
        served.send(signal.SIGTERM)
        assert served.wait() == 0
        opened = [game for one in working for game in one.result()]
    said = served.log.read_text("utf-8").splitlines()
    assert said[0].startswith("Carolus is at ")
    assert all(re.search(r" \[info *\] request ", line) for line in said[1:])
    with served.start().client() as http:
        assert len(opened) >= 16
        for game in opened:
            assert good(http.get(f"/v1/games/{game}"))["status"] == "open"


def work(served: Served, number: int) -> list[str]:
    """Open games until the service stops answering; return the acknowledged ones."""
    opened: list[str] = []
    with served.client() as http:
        while True:
            try:
                opened.append(create(http, {"Idempotency-Key": f"{number}-{len(opened)}"}).id)
            except httpx.TransportError:
                return opened


# --- several at once ---------------------------------------------------------------------------


@pytest.fixture(params=BY_ENGINE)
def two(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Served, Served]]:
    """Return two services, started at the same moment: on one fresh data folder.

    Or on one database, each with a separate folder and a copy of the keys, as on two machines.
    """
    folders, set_too = [tmp_path, tmp_path], {}
    if request.param == "postgresql":
        folders = [tmp_path / name for name in ("one", "other")]
        set_too = {"CAROLUS_DATABASE": request.getfixturevalue("migrated")}
        for folder in folders:
            (folder / "data").mkdir(parents=True)
            (folder / "data" / KEY_FILE).write_bytes(bytes(32))
    with (
        Served(folders[0], "one", set_too) as one,
        Served(folders[1], "other", set_too) as other,
        ThreadPoolExecutor(2) as threads,
    ):
        for started in [threads.submit(served.start) for served in (one, other)]:
            started.result()
        yield one, other


@pytest.mark.long
def test_two_processes_play_one_game(two: tuple[Served, Served]) -> None:
    """They serve the same games with the same tokens; either answers a retry, in any order."""
    one, other = two
    random = Random(1)
    with one.client() as here, other.client() as there:
        table = start(here, players=3, max_rounds=4)
        again = Table(there, {"game": {"id": table.id}, "tokens": table.tokens})
        with_bots = start(there, {0: "random", 1: "greedy"})
        tables = (table, again)
        key = 0
        while (seat := seat_due(random.choice(tables).now())) is not None:
            action = random.choice(tables).any_action(seat, random)
            key += 1
            headers = {"Idempotency-Key": str(key)}
            answers = [one.act(seat, action, headers=headers) for one in random.sample(tables, 2)]
            assert answers[0].content == answers[1].content
            good(answers[0])
        assert verifier.head_of(table.id, again.events()) == table.now()["head"]
        lists = [good(http.get("/v1/games")) for http in (here, there)]
        assert lists[0]["games"] == lists[1]["games"] or with_bots.now()["status"] == "running"
        assert {game["id"] for game in lists[0]["games"]} == {table.id, with_bots.id}


@pytest.mark.long  # in `make test`, test_kill.py kills one of two
def test_one_of_two_processes_is_killed(two: tuple[Served, Served]) -> None:
    """The other one continues the same game as if nothing had happened."""
    one, other = two
    random = Random(2)
    with one.client() as here, other.client() as there:
        table = start(here)
        again = Table(there, {"game": {"id": table.id}, "tokens": table.tokens})
        for _ in range(20):
            seat = seat_due(table.now())
            assert seat is not None
            good(random.choice((table, again)).act(seat, table.any_action(seat, random)))
        version = table.now()["version"]
        one.kill()
        assert again.now()["version"] == version
        while (seat := seat_due(again.now())) is not None:
            good(again.act(seat, again.any_action(seat, random)))
        assert verifier.head_of(again.id, again.events()) == again.now()["head"]


# --- unusable resources ------------------------------------------------------------------------


def test_a_port_in_use(served: Served) -> None:
    """The error is one line with the port and advice; no data folder is created."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        said = served.refuses("--port", port)
    assert said == (
        f"Error: cannot listen on 127.0.0.1, port {port}: Address already in use; "
        "use --port to choose another port, or `make serve PORT=8080`\n"
    )
    assert not served.folder.exists()


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="root is asked to obey in the way of Linux")
@pytest.mark.parametrize("used_before", long_after(1, [True, False]))
def test_a_read_only_folder(served: Served, *, used_before: bool) -> None:
    """New or with games in it, the error is one line that names the folder."""
    served.folder.mkdir()
    if used_before:
        with served.start().client() as http:
            create(http)
        served.kill()
        for file in served.folder.iterdir():
            file.chmod(stat.S_IRUSR)
    served.folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    served.alter = without_roots_rights
    try:
        said = served.refuses("--port", "0")
    finally:
        served.folder.chmod(stat.S_IRWXU)
        served.alter = None
    assert said.startswith(f"Error: the data folder {served.folder} cannot be used: ")
    assert said.count("\n") == 1
    if used_before:
        for file in served.folder.iterdir():
            file.chmod(stat.S_IRUSR | stat.S_IWUSR)
        with served.start().client() as http:
            assert len(good(http.get("/v1/games"))["games"]) == 1


def overwritten(file: Path) -> None:
    """Overwrite everything between the first and the last pages."""
    content = bytearray(file.read_bytes())
    content[8192:-4096] = b"\x55" * (len(content) - 12288)
    file.write_bytes(content)


def cut_off(file: Path) -> None:
    """Lose the second half."""
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])


def no_database(file: Path) -> None:
    """Replace it with something else."""
    file.write_bytes(b"Dear diary, " * 1000)


def a_folder(file: Path) -> None:
    """Replace it with a folder."""
    file.unlink()
    file.mkdir()


def of_another_program(file: Path) -> None:
    """Replace it with a healthy database of another program."""
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE stored_events (song TEXT)")
        connection.execute("INSERT INTO stored_events VALUES ('Für Elise')")
        connection.commit()


def half_a_key(file: Path) -> None:
    """Lose half of the service's key."""
    key = file.with_name(KEY_FILE)
    key.write_bytes(key.read_bytes()[:16])


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        (overwritten, "malformed"),
        pytest.param(half_a_key, "must contain 32 bytes, not 16", marks=pytest.mark.long),
        pytest.param(cut_off, "malformed", marks=pytest.mark.long),
        pytest.param(no_database, "not a database", marks=pytest.mark.long),
        pytest.param(a_folder, "unable to open", marks=pytest.mark.long),
        pytest.param(
            of_another_program,
            "carolus.sqlite is a database of another program",
            marks=pytest.mark.long,
        ),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_damaged_data_is_reported_and_left_as_it_is(
    used: Path, tmp_path: Path, damage: Callable[[Path], None], expected: str
) -> None:
    """The error is one line, with the folder and the fault; no file in the folder changes."""
    with Served(tmp_path) as served:
        served.folder.mkdir()
        for name in (FILE_NAME, KEY_FILE):
            (served.folder / name).write_bytes((used / name).read_bytes())
        damage(served.folder / FILE_NAME)
        before = contents(served.folder)
        said = served.refuses()
        assert said.startswith(f"Error: the data folder {served.folder} cannot be used: ")
        assert expected in said
        assert said.count("\n") == 1
        after = contents(served.folder)
        assert {name: after[name] for name in before} == before


def contents(folder: Path) -> dict[str, bytes]:
    """Return the bytes of each file; SQLite's own files next to the database come and go."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder with some games, after an orderly stop."""
    folder = tmp_path_factory.mktemp("used")
    with application_on(settings_of(folder)) as app, TestClient(app) as http:
        for _ in range(30):
            start(http)
    return folder


@pytest.mark.long
def test_an_empty_file_is_a_new_database(served: Served) -> None:
    """SQLite sees it the same way: using it loses nothing."""
    served.folder.mkdir()
    (served.folder / FILE_NAME).touch()
    with served.start().client() as http:
        create(http)
