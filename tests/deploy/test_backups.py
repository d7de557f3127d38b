"""Test the how-to about backups, on a busy service and on real servers.

The commands are those of the page, word for word except for places.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

import psycopg
import pytest
from click.testing import CliRunner

from service.cli import main
from tests.support.docs.pages import ROOT, blocks
from tests.support.http.client import Json, Table, good, play, start
from tests.support.proof import verifier
from tests.support.run.waiting import until
from tests.support.servers.readiness import OPENING
from tests.support.servers.served import CAROLUS, Served
from tests.support.servers.services import (
    Postgres,
    fresh_database,
    postgres_sources,
    start_postgres,
)

pytestmark = [pytest.mark.process, pytest.mark.long]

PAGE = ROOT / "docs" / "how-to" / "back-up-and-restore.md"
DUMP, RESTORE, BASE = (
    block.text
    for block in blocks(PAGE)
    if block.language == "sh" and "on a real server" in block.mark
)
ARCHIVE, RECOVER = (block.text for block in blocks(PAGE) if ".conf" in block.text)
COPY = next(block.text for block in blocks(PAGE) if "log.backup(copy)" in block.text)
RESCUE = next(block.text for block in blocks(PAGE) if "/proc/" in block.text)


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    """Return a separate PostgreSQL, on which the test can create databases of any name."""
    with start_postgres(durable=False) as running:
        yield running


# --- a busy service, before and after ------------------------------------------------------------


class Kept(NamedTuple):
    """What a backup has to restore."""

    running: Table
    now: Json
    ended: Table
    proof: Json


def played(served: Served, seed: int) -> Kept:
    """Play a game to its end and start another one."""
    with served.client() as http:
        ended, running = start(http, max_rounds=4), start(http, max_rounds=4)
        for _ in play(ended, Random(seed), people=(0, 1)):
            pass
        for _, _ in zip(range(5), play(running, Random(seed), people=(0, 1)), strict=False):
            pass
        return Kept(running, running.now(), ended, good(http.get(f"{ended.url}/proof")))


def go_on(served: Served, table: Table, seed: int) -> None:
    """Play this game to its end, with its original tokens."""
    with served.client() as http:
        again = Table(http, {"game": {"id": table.id}, "tokens": table.tokens})
        for _ in play(again, Random(seed), people=(0, 1)):
            pass
        assert verifier.head_of(again.id, again.events()) == again.now()["head"]


def must_be_back(served: Served, kept: Kept) -> None:
    """Check that games, proofs and keys are those of the time of the backup."""
    with served.client() as http:
        assert good(http.get(kept.running.url)) == kept.now
        assert good(http.get(f"{kept.ended.url}/proof")) == kept.proof
        keys = good(http.get("/.well-known/jwks.json"))
        ended = Table(http, {"game": {"id": kept.ended.id}, "tokens": kept.ended.tokens})
        verifier.verify(ended.events(), kept.proof, keys)


def must_be_private(folder: Path) -> None:
    """Check that only the owner can read this folder and everything in it."""
    found = [folder, *folder.rglob("*")]
    assert len(found) > 2
    for path in found:
        assert not path.stat().st_mode & 0o077, path


def run(commands: str, folder: Path, environment: Mapping[str, str]) -> None:
    """Run the commands of a page in a shell; all must succeed."""
    programs = [str(CAROLUS.parent), str(postgres_sources()[0].folder), os.environ["PATH"]]
    done = subprocess.run(
        ["sh", "-e", "-c", commands],
        cwd=folder,
        env={**os.environ, "PATH": os.pathsep.join(programs), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def here(environment: Mapping[str, str], *words: str) -> None:
    """Run a command in this process, which is faster than a new one."""
    done = CliRunner().invoke(main, words, env=environment)
    assert done.exit_code == 0, done.output


# --- SQLite --------------------------------------------------------------------------------------


def test_a_file_is_backed_up_while_it_is_written_and_restored(tmp_path: Path, seed: int) -> None:
    """The copy is complete and excludes later events, and the service goes on.

    Only the owner can read it, because it contains the dice of running games.
    """
    with Served(tmp_path) as served:
        kept = played(served.start(), seed)
        run(COPY, tmp_path, {})
        must_be_private(tmp_path / "backup")
        go_on(served, kept.running, seed)
    restored = tmp_path / "restored"
    restored.mkdir()
    shutil.move(tmp_path / "backup", restored / "data")
    with Served(restored) as served:
        must_be_back(served.start(), kept)
        go_on(served, kept.running, seed + 1)


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_a_log_that_was_removed_is_rescued_from_the_running_service(
    tmp_path: Path, seed: int
) -> None:
    """The rescued log has everything that was acknowledged; the keys come from a backup."""
    with Served(tmp_path) as served:
        kept = played(served.start(), seed)
        shutil.copytree(served.folder, tmp_path / "backup")
        shutil.rmtree(served.folder)
        with served.client() as http:
            assert http.post("/v1/games", json=OPENING).status_code == 503
        run(RESCUE, tmp_path, {"PID": str(served.pid)})
        must_be_private(tmp_path / "rescued")
        served.kill()
        shutil.move(tmp_path / "rescued", served.folder)
        for keys in ("service.key", "signing-keys"):
            shutil.move(tmp_path / "backup" / keys, served.folder)
        must_be_back(served.start(), kept)
        go_on(served, kept.running, seed)


# --- PostgreSQL ----------------------------------------------------------------------------------


def test_a_dump_is_made_while_people_play_and_restored(
    tmp_path: Path, server: Postgres, seed: int
) -> None:
    """The test restores it into another database, with the keys of the backup."""
    restored = server.url.replace("/postgres?", "/restored?")
    with fresh_database(server.url) as database:
        environment = {"CAROLUS_DATABASE": database, "CAROLUS_DATA": str(tmp_path / "data")}
        here(environment, "migrate")
        with Served(tmp_path, "before", environment) as served:
            kept = played(served.start(), seed)
            run(DUMP.replace("/var/lib/carolus/", "data/"), tmp_path, environment)
            must_be_private(tmp_path / "backup")
            go_on(served, kept.running, seed)
    commands = RESTORE.replace("--username=carolus", "--username=postgres")
    commands = commands.replace("postgres.example", str(server.folder), 1)
    commands = commands.replace("postgresql://carolus@postgres.example/restored", f"'{restored}'")
    run(commands, tmp_path, {})
    environment = {"CAROLUS_DATA": str(tmp_path / "restored"), "CAROLUS_DATABASE": restored}
    with Served(tmp_path, "after", environment) as served:
        must_be_back(served.start(), kept)
        go_on(served, kept.running, seed + 1)


def test_a_moment_in_the_past_is_restored(tmp_path: Path) -> None:
    """A base backup and the write-ahead log restore everything up to then, and nothing later."""
    with start_postgres(durable=False) as server:
        backup = server.folder / "backup"
        (backup / "wal").mkdir(parents=True)
        _give(backup, server)
        configure(server.folder / "data", ARCHIVE.replace("/backup/", f"{backup}/"))
        server.kill()
        server.start()
        environment = {"CAROLUS_DATABASE": server.url, "CAROLUS_DATA": str(tmp_path / "data")}
        here(environment, "migrate")
        here(environment, "simulate", "1", "--seed", "base")
        base = BASE.replace("/backup/", f"{backup}/")
        run(base, tmp_path, {"PGHOST": str(server.folder), "PGUSER": "postgres"})
        here(environment, "simulate", "2", "--seed", "before")
        moment = asked(server, "SELECT clock_timestamp()::text")
        here(environment, "simulate", "3", "--seed", "after")
        last = asked(server, "SELECT pg_walfile_name(pg_switch_wal())")
        until((backup / "wal" / last).exists, "the archive of the write-ahead log")
        server.kill()
        shutil.rmtree(server.folder / "data")
        shutil.move(backup / "base", server.folder / "data")
        recover = RECOVER.replace("/backup/", f"{backup}/")
        configure(server.folder / "data", recover.replace("2026-11-21 19:30:00+00", moment))
        (server.folder / "data" / "recovery.signal").touch()
        _give(server.folder / "data", server)
        server.start()
        until(lambda: asked(server, "SELECT pg_is_in_recovery()::text") == "false")
        must_have_games(3, tmp_path, environment)
        here(environment, "simulate", "1", "--seed", "again")


def must_have_games(count: int, folder: Path, environment: Mapping[str, str]) -> None:
    """Check that the log has this many finished games, and that all of them are valid."""
    archive = str(folder / "games.ndjson")
    here(environment, "export", "--output", archive)
    here(environment, "audit", "--unsigned", "--expect", str(count), archive)


def configure(data: Path, lines: str) -> None:
    """Add these lines to the configuration of a server."""
    with (data / "postgresql.auto.conf").open("a", encoding="utf-8") as file:
        file.write(lines)


def asked(server: Postgres, question: str) -> str:
    """Return the one value in the answer of a server."""
    with psycopg.connect(server.url) as connection:
        row = connection.execute(question.encode()).fetchone()
    assert row is not None
    return str(row[0])


def _give(folder: Path, server: Postgres) -> None:
    """Make the user of a server the owner of a folder and everything in it."""
    owner = server.folder.stat()
    for path in [folder, *folder.rglob("*")]:
        os.chown(path, owner.st_uid, owner.st_gid)
