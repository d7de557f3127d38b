"""Columns and cells of tables for people."""

from rich.table import Table


def table_of(first: str, *numbers: str) -> Table:
    """Return a table without rows; all columns but the first are aligned to the right."""
    table = Table(box=None, pad_edge=False, padding=(0, 1))
    table.add_column(first, no_wrap=True)
    for number in numbers:
        table.add_column(number, justify="right", no_wrap=True)
    return table


def as_p(p: float | None) -> str:
    """Return a p-value with the digits that matter; empty without one."""
    if p is None:
        return ""
    return f"{p:.3f}" if p >= 0.001 else f"{p:.1e}"


def counted(count: int, thing: str) -> str:
    """Return a number of things in words.

    >>> counted(1, "game"), counted(1200, "game")
    ('1 game', '1200 games')
    """
    return f"1 {thing}" if count == 1 else f"{count} {thing}s"
