"""A server of the tests in its own process, which can be killed and restarted on the same port.

The process forks from one that has imported the modules (``forking.py``).
"""

from collections.abc import Callable
from importlib import import_module
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import ClassVar, Self, TypeAlias

from tests.support.servers.forking import context

Say: TypeAlias = Callable[[int], None]
"""Reports the port on which a server listens."""


class Listener:
    """The process; in a block, it runs."""

    module: ClassVar[str]
    """Its function ``serve`` takes a port, a folder and a ``Say``, and serves for ever."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self._process: BaseProcess | None = None
        folder.mkdir(exist_ok=True)
        (folder / "got").touch()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        heard, said = context().Pipe(duplex=False)
        with heard:
            with said:
                self._process = context().Process(
                    target=_serve,
                    args=(self.module, self.port, self.folder.resolve(), said),
                    daemon=True,
                )
                self._process.start()
            self.port = heard.recv()

    def kill(self) -> None:
        """Kill it, if it runs."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None


def _serve(module: str, port: int, folder: Path, said: Connection) -> None:
    import_module(module).serve(port, folder, said.send)
