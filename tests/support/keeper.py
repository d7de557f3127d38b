"""Keeps one server and its folder, for as long as whoever started this is there to want it.

Run by path, in a process of its own: ``keeper.py FOLDER USER COMMAND…``. It reads orders from its
standard input, a word a line, and answers each with a line. When the input ends, it ends the server
and removes the folder. So a test run leaves nothing behind, also when it is killed: then nobody is
left to give an order, and the input ends all the same.
"""

import pwd
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import psutil  # type: ignore[import-untyped]  # it brings no types

LOG: Final = "server.log"
"""The file in the folder with what the server wrote."""

STOP_SECONDS_MAX: Final = 20


class Keeper:
    """What obeys the orders; there is one server at a time, or none."""

    def __init__(self, folder: Path, user: str, command: list[str]) -> None:
        self._folder = folder
        self._user = user or None
        self._command = command
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> str:
        """Start the server, and tell its process id."""
        with (self._folder / LOG).open("ab") as log:
            self._server = subprocess.Popen(
                self._command,
                user=self._user,
                group=pwd.getpwnam(self._user).pw_gid if self._user else None,
                extra_groups=[] if self._user else None,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self._folder,
                start_new_session=True,
            )
        return str(self._server.pid)

    def status(self) -> str:
        """Tell whether the server runs."""
        return "runs" if self._server is not None and self._server.poll() is None else "ended"

    def kill(self) -> str:
        """End the server and its own processes as a power cut would: at once and together."""
        if self._server is not None and self._server.poll() is None:
            server = psutil.Process(self._server.pid)
            server.suspend()  # so that it starts no other meanwhile
            everybody = [*server.children(recursive=True), server]
            for process in everybody:
                if process.is_running():
                    process.kill()
            self._server.wait()
            psutil.wait_procs(everybody)
        return "killed"

    def end(self) -> None:
        """Stop the server in good order if it lets us, and remove its folder."""
        if self._server is not None and self._server.poll() is None:
            self._server.send_signal(signal.SIGINT)
            try:
                self._server.wait(STOP_SECONDS_MAX)
            except subprocess.TimeoutExpired:
                self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)


def main(folder: str, user: str, *command: str) -> None:
    """Obey until the input ends."""
    keeper = Keeper(Path(folder), user, list(command))
    orders: Mapping[str, Callable[[], str]] = {
        "start": keeper.start,
        "status": keeper.status,
        "kill": keeper.kill,
    }
    try:
        for order in sys.stdin:
            sys.stdout.write(orders[order.strip()]() + "\n")
            sys.stdout.flush()
    finally:
        keeper.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
