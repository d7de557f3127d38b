"""A real Chromium for the tests, and the people who use the page in it.

The browser is the first available one: the program in ``CAROLUS_TEST_CHROMIUM``, that of the
machine, or the one that Playwright has downloaded. No test downloads one. A headless shell is the
same browser without windows; it takes a third less time.

Each person has a separate browser context, like a separate machine. For each, the tests watch what
a careful developer would see in the console: errors, violations of the Content-Security-Policy, and
requests to other hosts, whose names the browser cannot resolve. Playwright could report every
request instead, but for a hundred modules that takes a tenth of the time of a page load.
"""

import asyncio
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Playwright,
    WebSocket,
    expect,
    sync_playwright,
)

VARIABLE: Final = "CAROLUS_TEST_CHROMIUM"
PROGRAMS: Final = (
    *("chromium-headless-shell", "chrome-headless-shell"),
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
)
ARGUMENTS: Final = (
    "--no-sandbox",  # root needs it, and only our page loads
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    "--in-process-gpu",
    "--js-flags=--single-threaded-gc",  # short tests pay more for threads than they gain
)
BY_DEFAULT: Final[Mapping[str, Any]] = {
    "locale": "en-GB",
    "viewport": {"width": 1280, "height": 720},
    "color_scheme": "light",
    "reduced_motion": "reduce",
}
"""The settings of a person's browser; by default, it has no motion."""
MEDIA: Final = ("color_scheme", "reduced_motion")
OF_A_PAGE: Final = frozenset({"viewport", *MEDIA})
"""The settings that a page can change, so the next person may have others in the same browser."""
WAIT_MILLISECONDS_MAX: Final = 15_000
LOOK_MILLISECONDS_MAX: Final = 3_000
"""The time for a last look at a page after a failure."""

expect.set_options(timeout=WAIT_MILLISECONDS_MAX)


class NoBrowser(Exception):
    """No Chromium is available."""


class Chromium(NamedTuple):
    """A running browser, with the event loop of Playwright that talks to it."""

    browser: Browser
    loop: asyncio.AbstractEventLoop

    @contextmanager
    def in_use(self) -> Iterator[Browser]:
        """Use the browser in this block; between blocks, tests may run their own event loops.

        Playwright marks its loop as running even while it waits for nothing.
        """
        asyncio._set_running_loop(self.loop)
        try:
            yield self.browser
        finally:
            asyncio._set_running_loop(None)


@contextmanager
def start_chromium(environment: Mapping[str, str]) -> Iterator[Chromium]:
    """Start a browser. Raises NoBrowser if there is none."""
    with sync_playwright() as playwright:
        loop = asyncio.get_running_loop()
        browser = _launched(playwright, program_of(environment))
        asyncio._set_running_loop(None)
        started = Chromium(browser, loop)
        try:
            yield started
        finally:
            asyncio._set_running_loop(loop)
            browser.close()


def lasting(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that a browser keeps for as long as it is open."""
    return {name: value for name, value in settings.items() if name not in OF_A_PAGE}


def program_of(environment: Mapping[str, str]) -> str | None:
    """Return the program to start, or None for the one that Playwright downloaded."""
    found = filter(None, map(shutil.which, PROGRAMS))
    return environment.get(VARIABLE) or next(found, None)


def _launched(playwright: Playwright, program: str | None) -> Browser:
    """Start this program. Raises NoBrowser if there is none."""
    try:
        return playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
    except Error as failure:
        if program is not None or "Executable doesn't exist" not in failure.message:
            raise
        raise NoBrowser(
            "there is no Chromium: install one (apt-get install chromium-headless-shell, or "
            ".venv/bin/python -m playwright install --only-shell chromium), or name its program "
            f"in {VARIABLE}"
        ) from None


# --- a person ------------------------------------------------------------------------------------


class Person:
    """Someone with a browser: ``page`` is what they look at, ``mishaps`` what went wrong there."""

    def __init__(self, browser: Browser, origin: str, **settings: Any) -> None:
        """``settings`` are those of the browser context and of its first page."""
        self.origin = origin
        self.mishaps: list[str] = []
        self.reusable = True
        """Whether another person may have this browser later."""
        self._cut_off = False
        self.context: BrowserContext = browser.new_context(
            base_url=origin, **{**BY_DEFAULT, **lasting(settings)}
        )
        self.context.set_default_timeout(WAIT_MILLISECONDS_MAX)
        self.context.on("console", self._console)
        self.context.on("weberror", lambda error: self.mishaps.append(str(error.error)))
        self.context.on("page", lambda page: page.on("websocket", self._socket))
        self.page: Page = self.context.new_page()
        self.adjust(settings)

    def adjust(self, settings: Mapping[str, Any]) -> None:
        """Give the page the size, theme and motion of these settings, or else the usual ones."""
        chosen = {**BY_DEFAULT, **settings}
        self.page.set_viewport_size(chosen["viewport"])
        self.page.emulate_media(**{name: chosen[name] for name in MEDIA})

    @contextmanager
    def cut_off(self) -> Iterator[None]:
        """Expect the service to be unreachable during the block, with errors in the console."""
        self._cut_off = True
        yield
        self._cut_off = False

    def close(self) -> None:
        """Close the browser, and fail if anything went wrong in it."""
        self.context.close()
        assert not self.mishaps, "\n".join(self.mishaps)

    def at_load(self, script: str) -> None:
        """Run a script whenever the page loads; later tests cannot use this browser."""
        self.reusable = False
        self.page.add_init_script(script)

    def own_clock(self) -> Callable[[int], None]:
        """Return a function that moves the clock of the pages on by some seconds.

        Later tests cannot use this browser.
        """
        self.reusable = False
        self.context.clock.install()
        return lambda seconds: self.context.clock.fast_forward(1_000 * seconds)

    def sees(self) -> str:
        """Return what the pages show, and what went wrong so far."""
        shown = [f"{page.url}\n{_look(page)}" for page in self.context.pages]
        return "\n".join([*shown, *self.mishaps])

    def leave(self) -> None:
        """Leave the browser as it was at the beginning, and fail if anything went wrong in it.

        The next person gets it, because starting its processes and loading the page for the first
        time take longer than many tests.
        """
        for page in self.context.pages:
            if page != self.page:
                page.close()
        self.context.unroute_all()
        self.context.set_offline(False)
        self.context.clear_permissions()
        self.page.unroute_all()
        self.page.mouse.move(0, 0)
        self.page.goto("/healthz")  # on the same site, without a script
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        mishaps, self.mishaps = self.mishaps, []
        assert not mishaps, "\n".join(mishaps)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type not in {"error", "warning"}:
            return
        address = urlsplit(message.location.get("url", ""))
        # The browser logs every 4xx response; that is not a fault if the API refused the request.
        refused = message.text.startswith(
            "Failed to load resource: the server responded with a status of 4"
        )
        if refused and address.path.startswith("/v1/"):
            return
        if self._cut_off and "net::ERR_" in message.text:
            return
        self.mishaps.append(f"{message.type}: {message.text} ({address.geturl()})")

    def _socket(self, socket: WebSocket) -> None:
        url = socket.url.replace("ws", "http", 1)
        if not url.startswith(f"{self.origin}/"):
            self.mishaps.append(f"asked another origin: {url}")


def _look(page: Page) -> str:
    """Return what a screen reader finds on a page."""
    try:
        return page.locator("body").aria_snapshot(timeout=LOOK_MILLISECONDS_MAX)
    except Error as failure:
        return f"no answer: {failure.message}"
