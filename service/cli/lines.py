"""Reading what a person types, or what a pipe brings."""

import contextlib
import sys

import click

with contextlib.suppress(ImportError):  # not everywhere; it makes lines editable where it is
    import readline  # noqa: F401


def read_line(prompt: str) -> str | None:
    """Return the next line, or None if there are no more or the person wants to leave.

    What a pipe brings is shown after the prompt, so that the output can be read by itself.
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
