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

SECONDS_MAX: Final = 600


def fetch() -> None:
    """Download a browser if there is none; print a line if that fails."""
    if program_of(os.environ):
        return
    limits = {"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": str(CONNECT_MILLISECONDS_MAX)}
    try:
        subprocess.run(
            INSTALL,
            env={**limits, **os.environ},
            stderr=subprocess.PIPE,
            text=True,
            check=True,
            timeout=SECONDS_MAX,
        )
    except subprocess.CalledProcessError as failed:
        lines = failed.stderr.splitlines() or [f"exit status {failed.returncode}"]
        _report(next((line for line in lines if "Error" in line), lines[-1]))
    except subprocess.TimeoutExpired:
        _report(f"it took longer than {SECONDS_MAX} seconds")


def _report(reason: str) -> None:
    print(f"Chromium could not be downloaded: {reason}")  # noqa: T201 - a command


if __name__ == "__main__":
    fetch()
