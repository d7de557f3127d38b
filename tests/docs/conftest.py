"""Provide a service for trying the docs."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.servers.shells import programs

START_SECONDS_MAX = 180

_SERVE = "from service.cli import main; main()"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start the service as ``carolus serve`` does, on a free port and an empty data folder."""
    folder = tmp_path_factory.mktemp("service")
    output = folder / "output.txt"
    with output.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", _SERVE, "serve", "--port", "0"],
            env=os.environ | {"CAROLUS_DATA": str(folder / "data")},
            stdout=out,
            stderr=out,
        )
    try:
        yield _address(process, output)
    finally:
        process.terminate()
        process.wait()


@pytest.fixture(scope="module")
def bin_folder() -> Iterator[Path]:
    """Return a folder of programs, as ``make install`` leaves it in a clone."""
    with programs() as folder:
        yield folder


def _address(process: "subprocess.Popen[bytes]", output: Path) -> str:
    """Return the address that the service prints."""
    deadline = time.monotonic() + START_SECONDS_MAX
    while time.monotonic() < deadline and process.poll() is None:
        found = re.search(r"http://127\.0\.0\.1:\d+", output.read_text(encoding="utf-8"))
        if found:
            return found[0]
        time.sleep(0.05)
    raise AssertionError(f"the service did not start: {output.read_text(encoding='utf-8')}")
