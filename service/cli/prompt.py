"""Reading lines from a terminal or a pipe."""

import contextlib
import sys

import click

with contextlib.suppress(ImportError):  # optional: makes lines editable
    import readline  # noqa: F401


def read_line(prompt: str) -> str | None:
    """Return the next line, or None at the end of the input.

    Input from a pipe is echoed after the prompt, so that the output is complete by itself.
    """
    try:
        if sys.stdin.isatty():
            return input(prompt)
        line = sys.stdin.readline()
    except EOFError:
        line = ""
    if not line:
        click.echo()
        return None
    line = line.rstrip("\r\n")
    click.echo(f"{prompt}{line}")
    return line
