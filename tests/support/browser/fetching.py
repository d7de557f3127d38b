"""Download Playwright's Chromium for the tests, unless the machine has one.

``make test`` runs this. Without a browser, the tests of the page are skipped and say so, so a
failed download stops nothing.
"""

import os
import subprocess
import sys
from typing import Final

from playwright.sync_api import sync_playwright

from tests.support.browser.chromium import NoBrowser, chromium_of

INSTALL: Final = (sys.executable, "-m", "playwright", "install", "--no-shell", "chromium")

CONNECT_MILLISECONDS_MAX: Final = 5000
"""A machine without access to the Internet does not wait for long."""


def fetch() -> None:
    """Download a browser if there is none; print a line if that fails."""
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    try:
        chromium_of(os.environ, path)
    except NoBrowser:
        limits = {"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": str(CONNECT_MILLISECONDS_MAX)}
        print("Downloading Chromium for the tests of the page, once.", flush=True)  # noqa: T201
        done = subprocess.run(
            INSTALL, env={**limits, **os.environ}, capture_output=True, text=True, check=False
        )
        if done.returncode:
            reason = next((line for line in done.stderr.splitlines() if "Error" in line), "")
            print(f"Chromium could not be downloaded: {reason}")  # noqa: T201


if __name__ == "__main__":
    fetch()
