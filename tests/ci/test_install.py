"""Test that an installation shows its progress: one line in a terminal, a few in a log."""

import re
import runpy
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.support.servers.terminal import read_until, terminal

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / ".ci" / "install.py"
INSTALL = runpy.run_path(str(SCRIPT))

PRINTED = [
    "Collecting anyio==4.16.0 (from -r requirements.lock (line 1))\n",
    "  Downloading anyio-4.16.0-py3-none-any.whl (109 kB)\n",
    "Processing /wheels/click-8.3.1-py3-none-any.whl (from -r requirements.lock (line 5))\n",
    "Ignoring colorama: markers 'sys_platform == \"win32\"' don't match your environment\n",
    "Requirement already satisfied: idna==3.11 in .venv (from -r requirements.lock (line 9))\n",
    "Installing collected packages: anyio, click\n",
    "Successfully installed anyio-4.16.0\n",
]

METADATA = """\
Metadata-Version: 2.1
Name: locked
Version: 1.0
Requires-Dist: in-no-lock >= 2
"""


def test_each_package_counts_once() -> None:
    lines = list(INSTALL["progress"](PRINTED, 4, 1))
    assert lines == [
        "fetching: 1 of 4",
        "fetching: 2 of 4",
        "fetching: 3 of 4",
        "fetching: 4 of 4",
        "installing",
    ]
    assert list(INSTALL["progress"](PRINTED, 4, 2)) == [lines[1], lines[3], lines[4]]


def test_all_packages_of_the_lock_are_counted() -> None:
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    assert INSTALL["packages_in"](lock) == lock.count("==") - lock.count(" == '")


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    """Return a lock with one installed package, so that nothing is fetched."""
    whole = (ROOT / "requirements.lock").read_text("utf-8")
    entry = re.search(r"^pluggy==(?:.*\\\n)+.*\n", whole, re.MULTILINE)
    assert entry is not None
    file = tmp_path / "small.lock"
    file.write_text(entry[0])
    return file


@pytest.mark.long
@pytest.mark.process
def test_a_log_has_lines(lock: Path) -> None:
    done = subprocess.run(
        [sys.executable, SCRIPT, lock], capture_output=True, text=True, check=True
    )
    begun = f"Installing the packages of {lock} (1): up to two minutes, once.\n"
    assert done.stdout == f"{begun}  done\n"


@pytest.mark.process
def test_only_the_packages_of_the_lock_are_installed(tmp_path: Path) -> None:
    """Dependencies are not looked for: a newer version in an index would stop the installation."""
    wheel = tmp_path / "locked-1.0-py3-none-any.whl"
    info = "locked-1.0.dist-info"
    with ZipFile(wheel, "w") as files:
        files.writestr(f"{info}/METADATA", METADATA)
        files.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        files.writestr(f"{info}/RECORD", "")
    lock = tmp_path / "small.lock"
    lock.write_text(f"locked==1.0 --hash=sha256:{sha256(wheel.read_bytes()).hexdigest()}\n")
    offline = ["--no-index", "--find-links", str(tmp_path), "--target", str(tmp_path / "installed")]
    subprocess.run([sys.executable, SCRIPT, lock, *offline], check=True)
    assert (tmp_path / "installed" / info).is_dir()


@pytest.mark.parametrize("file", ["deploy/Containerfile", "docs/how-to/run-in-production.md"])
def test_the_other_ways_to_install_a_lock_do_the_same(file: str) -> None:
    text = (ROOT / file).read_text("utf-8")
    assert text.count("--require-hashes --no-deps ") == text.count("--require-hashes") > 0


@pytest.mark.long
@pytest.mark.process
def test_a_terminal_has_a_line_that_counts(lock: Path) -> None:
    with terminal(sys.executable, SCRIPT, lock) as (typing, process):
        shown = read_until(typing, r"done\x1b\[K\r\n")
        assert process.wait(30) == 0
    assert "\n  fetching: 1 of 1\x1b[K\r  done" in shown


@pytest.mark.long
@pytest.mark.process
def test_a_failure_is_shown(tmp_path: Path) -> None:
    lock = tmp_path / "small.lock"
    lock.write_text("pluggy=\n")
    done = subprocess.run(
        [sys.executable, SCRIPT, lock], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "Invalid requirement: 'pluggy='" in done.stderr
    assert "done" not in done.stdout


def test_make_installs_with_this_program() -> None:
    """No other command installs a lock silently."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert makefile.count(".ci/install.py ") == 2
    assert "--require-hashes" not in makefile
