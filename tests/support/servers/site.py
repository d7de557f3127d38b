"""Several worker processes of the service on one log, and checks of their games."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Self

import httpx
from click.testing import CliRunner

from service.cli import main
from tests.support.http.players import Player, must_all_be_true
from tests.support.servers.served import Served

ENDED = ("over", "aborted")
STATUSES = ("open", "running", *ENDED)


class Site:
    """Workers with the same keys and the same log."""

    def __init__(
        self,
        folder: Path,
        workers: int = 2,
        environment: Mapping[str, str] | None = None,
        alter: Callable[[], None] | None = None,
    ) -> None:
        """``environment`` and ``alter`` are those of each worker: see ``Served``."""
        self.folder = folder
        self.workers = [
            Served(folder, f"worker{number}", environment, alter=alter) for number in range(workers)
        ]
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        for worker in self.workers:
            self._stack.enter_context(worker)
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def database(self) -> str:
        """The kind of database."""
        address = self.workers[0].environment.get("CAROLUS_DATABASE")
        return "postgresql" if address else "sqlite"

    def start(self) -> Self:
        """Start every worker that does not run, all at the same time."""
        with ThreadPoolExecutor(len(self.workers)) as threads:
            sleeping = [worker for worker in self.workers if not worker.runs]
            for started in [threads.submit(worker.start) for worker in sleeping]:
                started.result()
        return self

    def urls(self) -> list[str]:
        """Return the URLs of the running workers."""
        return [worker.url for worker in self.workers if worker.runs]

    def client(self, worker: int = 0) -> httpx.Client:
        """Return a client of one worker."""
        return self.workers[worker].client()

    def run(self, *words: str) -> str:
        """Run a command on the log of this site; return what it prints."""
        done = CliRunner().invoke(main, words, env=self.workers[0].environment)
        assert done.exit_code == 0, done.output
        return done.stdout

    def keeps_its_promises(self, players: Sequence[Player], others: int = 0) -> None:
        """Check that the log has everything acknowledged to these players; audit every game.

        ``others`` is the number of games that must exist in addition to theirs.
        """
        with self.client() as http:
            must_all_be_true(players, http)
        self.must_be_clean(sum(len(player.said) for player in players) + others)

    def must_be_clean(self, games: int) -> None:
        """Export every game, check that there are this many, and audit them all.

        Finished games must be signed with the keys that the service publishes.
        """
        archives = []
        for status in STATUSES:
            archive = self.folder / f"{status}.ndjson"
            self.run("export", "--status", status, "--output", str(archive))
            if archive.read_bytes():
                archives.append(str(archive))
        keys = self.folder / "keys.json"
        with self.client() as http:
            keys.write_bytes(http.get("/.well-known/jwks.json").content)
        self.run(*("audit", "--expect", str(games), "--keys", str(keys), "--unfinished"), *archives)
