"""The compiled wheel: the same games, hash for hash, as from the sources.

``conftest.py`` leaves this module out on a machine without a C compiler.
"""

import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.support.run.compiled import compiled
from tests.support.run.once import once

pytestmark = [pytest.mark.process, pytest.mark.long]

TESTED = [
    "tests/archives/test_golden.py",
    "tests/rulesets/carolus_magnus/rules",
    "tests/rulesets/teg/rules",
    "tests/rulesets/ancients/rules",
    "tests/table",
    "--ignore=tests/table/test_notation.py",  # it runs no compiled module
]


@pytest.fixture(scope="module")
def clone(shared: Path) -> Path:
    """Return a folder like the clone, whose domain comes from a compiled wheel."""
    # Unoptimised code has the same results, and takes a fifth of the time to build.
    # Without lines of C in tracebacks, there is less code; warnings take a tenth of the time,
    # and so do temporary files and tables for debuggers.
    flags = "-O0 -g0 -w -pipe -fno-asynchronous-unwind-tables -DCYTHON_CLINE_IN_TRACEBACK=0"
    build = partial(compiled, shared / "compiled", shared / "built", flags=flags)
    return once(shared, "compiled", build)


def test_the_tests_of_rules_and_records_pass(clone: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "--quick", "-p", "no:cacheprovider", *TESTED]
    done = subprocess.run(command, cwd=clone, check=False, stdout=subprocess.PIPE, text=True)
    assert done.returncode == 0, done.stdout
    assert int(done.stdout.split(" passed")[0].split()[-1]) > 800


def test_the_version_says_that_the_rules_are_compiled(clone: Path) -> None:
    program = "from service.cli import main; main(['--version'])"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=clone, check=True, stdout=subprocess.PIPE, text=True)
    assert done.stdout.endswith(", compiled rules\n")
