"""A server of the tests in its own process, which can be killed and restarted on the same port.

It is a module that is run with a port and a folder, and prints the port on which it listens.
"""

import subprocess
import sys
from pathlib import Path
from typing import ClassVar, Final, Self

SAID: Final = "listening on "
"""What the process prints first, before its port."""

_ROOT: Final = Path(__file__).parents[3]


class Listener:
    """The process; in a block, it runs."""

    module: ClassVar[str]

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self._process: subprocess.Popen[str] | None = None
        folder.mkdir(exist_ok=True)
        (folder / "got").touch()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", self.module, str(self.port), str(self.folder.resolve())],
            stdout=subprocess.PIPE,
            text=True,
            cwd=_ROOT,
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        assert said.startswith(SAID), said
        self.port = int(said.removeprefix(SAID))

    def kill(self) -> None:
        """Kill it, if it runs."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None
