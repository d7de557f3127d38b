"""Stops a test run on SIGINT, SIGTERM or the end of its parent, with a summary of the failures."""

import os
import signal
import threading
import time

import psutil  # type: ignore[import-untyped]  # it brings no types
import pytest

from tests.support.run.keeper import send


def make_stoppable(config: pytest.Config) -> None:
    """Let SIGINT, SIGTERM and the end of the parent stop this run, with its summary."""
    # Shells make background jobs ignore SIGINT, but xdist uses it to stop its workers.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(config, "workerinput"):
        return
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if config.getoption("dist", "no") != "no":
        config.pluginmanager.register(_StopWorkers())
    if (parent := config.getoption("--end-with")) is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


class _StopWorkers:
    def pytest_keyboard_interrupt(self) -> None:
        """Interrupt the workers of xdist, which would otherwise give their tests some seconds."""
        for process in psutil.Process().children():
            send(process, signal.SIGINT)


def _end_with(parent: int) -> None:
    """Stop this run when its parent has gone: a killed parent sends no signal."""
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)
