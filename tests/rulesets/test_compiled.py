"""The compiled wheel: the same games, hash for hash, as from the sources.

``conftest.py`` leaves this module out on a machine without a C compiler.
"""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.support.docs.pages import ROOT
from tests.support.run.once import once

pytestmark = [pytest.mark.process, pytest.mark.long]

TESTED = [
    "tests/archives/test_golden.py",
    "tests/rulesets/carolus_magnus/rules",
    "tests/rulesets/teg/rules",
    "tests/table",
]


@pytest.fixture(scope="module")
def clone(shared: Path) -> Path:
    """Return a folder like the clone, whose domain comes from a compiled wheel."""
    return once(shared, "compiled", lambda: compiled(shared / "compiled", shared / "built"))


def compiled(folder: Path, built: Path) -> Path:
    """Build the wheel in one folder, and make the other like the clone, with that wheel."""
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory"]
    # Unoptimised code has the same results, and takes a fifth of the time to build.
    environment = {**os.environ, "HATCH_BUILD_HOOK_ENABLE_CUSTOM": "true", "CFLAGS": "-O0 -g0"}
    subprocess.run([*build, built], cwd=ROOT / "domain", check=True, env=environment)
    (wheel,) = built.iterdir()
    assert "-none-any" not in wheel.name
    with zipfile.ZipFile(wheel) as files:
        files.extractall(folder)
    for one in ROOT.iterdir():
        if not one.name.startswith(".") and one.name != "domain":
            (folder / one.name).symlink_to(one)
    return folder


def test_the_tests_of_rules_and_records_pass(clone: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "--quick", "-p", "no:cacheprovider", *TESTED]
    done = subprocess.run(command, cwd=clone, check=False, stdout=subprocess.PIPE, text=True)
    assert done.returncode == 0, done.stdout
    assert int(done.stdout.split(" passed")[0].split()[-1]) > 800


def test_the_version_says_so(clone: Path) -> None:
    program = "from service.cli import main; main(['--version'])"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=clone, check=True, stdout=subprocess.PIPE, text=True)
    assert done.stdout.endswith(", compiled rules\n")
