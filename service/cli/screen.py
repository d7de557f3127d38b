"""Full-screen terminal display for a ``Stepper``, with curses of the standard library.

curses reads the keys, paints, follows the size, and restores the terminal however the program
ends. If there is no curses (Windows, a terminal that cannot place its cursor), nothing is shown,
and the caller prints instead.
"""

import contextlib
import locale
import os
import signal
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len, set_cell_size

from service.cli.stepping import LineStyle, Stepper

try:
    import curses
except ImportError:  # pragma: no cover - on Windows
    _CURSES = False
else:
    _CURSES = True

if TYPE_CHECKING:
    from types import FrameType

_ESCAPE_MS: Final = 25
"""How long the rest of a key that begins with Esc may take."""
_LOOK_MS: Final = 500
"""How often to check the size: curses misses a change that comes just before it waits."""


def show(viewer: Stepper) -> bool:
    """Show the viewer until the user leaves; return False if the terminal does not support it."""
    if not _able():
        return False
    # Without a locale, curses takes every non-ASCII character for several.
    with contextlib.suppress(locale.Error):
        locale.setlocale(locale.LC_CTYPE, "")
    # curses follows the size of the terminal unless SIGWINCH has a handler or the environment
    # gives a size. Python's readline, if imported, causes both.
    signal.signal(signal.SIGWINCH, signal.SIG_DFL)
    os.unsetenv("LINES")
    os.unsetenv("COLUMNS")
    with _ended_in_order(), contextlib.suppress(KeyboardInterrupt):
        curses.wrapper(_run, viewer)
    return True


def _able() -> bool:
    """Return whether the terminal has keys to read and a cursor to place."""
    if not _CURSES:
        return False
    try:
        if not sys.stdin.isatty():
            # The record came through a pipe: read keys from the terminal itself, like a pager.
            os.dup2(os.open("/dev/tty", os.O_RDONLY), 0)
        curses.setupterm()
    except (OSError, curses.error):
        return False
    return curses.tigetstr("cup") is not None


@contextlib.contextmanager
def _ended_in_order() -> Iterator[None]:
    """Make SIGTERM raise SystemExit, so that curses restores the terminal."""

    def end(number: int, frame: "FrameType | None") -> None:
        sys.exit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _run(window: "curses.window", viewer: Stepper) -> None:
    curses.set_escdelay(_ESCAPE_MS)
    with contextlib.suppress(curses.error):
        curses.use_default_colors()
        curses.curs_set(0)
    names = {
        curses.KEY_RIGHT: "right",
        curses.KEY_LEFT: "left",
        curses.KEY_DOWN: "down",
        curses.KEY_UP: "up",
        curses.KEY_NPAGE: "page down",
        curses.KEY_PPAGE: "page up",
        curses.KEY_HOME: "home",
        curses.KEY_END: "end",
        curses.KEY_ENTER: "enter",
        curses.KEY_BACKSPACE: "backspace",
        "\n": "enter",
        "\r": "enter",
        "\t": "tab",
        "\b": "backspace",
        "\x7f": "backspace",
    }
    window.timeout(_LOOK_MS)
    painted = False
    while not viewer.left:
        if not painted:
            _paint(window, viewer)
            painted = True
        try:
            key = window.get_wch()
        except curses.error:
            if not os.isatty(0):  # the terminal is gone
                return
            continue
        painted = False
        if key == curses.KEY_RESIZE:
            # The terminal may have rewrapped its contents.
            window.clear()
        else:
            viewer.press(names.get(key, str(key)))


def _paint(window: "curses.window", viewer: Stepper) -> None:
    styles: dict[LineStyle, int] = {
        "plain": curses.A_NORMAL,
        "bold": curses.A_BOLD,
        "dim": curses.A_DIM,
        "bar": curses.A_REVERSE,
        "wrong": curses.A_BOLD | curses.A_STANDOUT,
    }
    height, width = window.getmaxyx()
    window.erase()
    for row, line in enumerate(viewer.lines(width, height)):
        text = line.text
        if line.style == "bar" or cell_len(text) > width:
            text = set_cell_size(text, width)
        text = text.encode(window.encoding, "replace").decode(window.encoding)
        # curses raises an error when the cursor has no place after the last corner.
        with contextlib.suppress(curses.error):
            window.addstr(row, 0, text, styles[line.style])
    window.refresh()
