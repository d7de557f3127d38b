"""A folder like the clone, whose domain comes from a compiled wheel."""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import Final

from tests.support.docs.pages import ROOT

COMPILES: Final = bool(
    shutil.which("cc") and Path(sysconfig.get_path("include"), "Python.h").exists()
)
"""Whether this machine has a C compiler that can build modules of Python."""


def compiled(folder: Path, built: Path, *, flags: str = "") -> Path:
    """Build the wheel in one folder, and make the other like the clone, with that wheel.

    ``flags`` are those of the compiler.
    """
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory"]
    environment = {**os.environ, "HATCH_BUILD_HOOK_ENABLE_CUSTOM": "true", "CFLAGS": flags}
    subprocess.run(
        [*build, built], cwd=ROOT / "domain", check=True, env=environment, stdout=subprocess.DEVNULL
    )
    (wheel,) = built.iterdir()
    assert "-none-any" not in wheel.name
    with zipfile.ZipFile(wheel) as files:
        files.extractall(folder)
    for one in ROOT.iterdir():
        if not one.name.startswith(".") and one.name != "domain":
            (folder / one.name).symlink_to(one)
    return folder
