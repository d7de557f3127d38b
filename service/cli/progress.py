"""The progress bar of a long command, on standard error and only in a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn


class Advance(Protocol):
    """Moves a progress bar."""

    def __call__(self, completed: int, note: str = "") -> None:
        """Show how much is completed, and a note next to it."""


@contextmanager
def progress_bar(
    verb: str,
    total: int | Callable[[], int | None],
    amount: ProgressColumn,
    *,
    shown: bool = True,
) -> Iterator[Advance]:
    """Show a bar with a verb, an amount such as "3/7" and the time left; yield what moves it.

    ``total`` is in the unit of ``completed``. A total that takes work to find is a function, which
    is called only if the bar is shown; if it returns None, the bar only shows that work goes on.
    """
    console = Console(stderr=True)
    if not (shown and console.is_terminal):
        yield _ignore
        return
    columns = (
        TextColumn(verb),
        BarColumn(),
        amount,
        TextColumn("{task.fields[note]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as bar:
        task = bar.add_task(verb, total=total() if callable(total) else total, note="")

        def advance(completed: int, note: str = "") -> None:
            bar.update(task, completed=completed, note=note)

        yield advance


def _ignore(completed: int, note: str = "") -> None:
    pass
