"""Download Playwright's Chromium for the tests, unless the machine has one.

``make test`` runs this. Without a browser, the tests of the page are skipped and say so, so a
failed download stops nothing.
"""

import os
import subprocess
import sys
from typing import Final

from tests.support.browser.chromium import program_of

INSTALL: Final = (sys.executable, "-m", "playwright", "install", "--only-shell", "chromium")
"""Does nothing if the browser has been downloaded."""

CONNECT_MILLISECONDS_MAX: Final = 5000
"""A machine without access to the Internet does not wait for long."""


def fetch() -> None:
    """Download a browser if there is none; print a line if that fails."""
    if program_of(os.environ):
        return
    limits = {"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": str(CONNECT_MILLISECONDS_MAX)}
    done = subprocess.run(
        INSTALL, env={**limits, **os.environ}, stderr=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        reason = next((line for line in done.stderr.splitlines() if "Error" in line), "")
        print(f"Chromium could not be downloaded: {reason}")  # noqa: T201 - a command


if __name__ == "__main__":
    fetch()
