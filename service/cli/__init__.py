"""The command line: ``carolus``, one module per command.

What a machine reads goes to standard output, everything else to standard error. The exit status is
0 when it is done, 1 when it failed and 2 when it was asked for in the wrong way.
"""

from collections.abc import Iterator, Mapping, MutableMapping
from importlib import import_module
from typing import Final, cast

import click

from service.runtime.memory import setting_up

COMMANDS: Final = (
    "audit",
    "config",
    "export",
    "import",
    "keys",
    "migrate",
    "openapi",
    "play",
    "rebuild",
    "replay",
    "serve",
    "show",
    "simulate",
    "token",
    "trail",
)


class _Commands(Mapping[str, click.Command]):
    """All commands; the module of one is imported when it is asked for.

    To import them all takes longer than most of them run.
    """

    def __getitem__(self, name: str) -> click.Command:
        if name not in COMMANDS:
            raise KeyError(name)
        called = "import_" if name == "import" else name  # `import` is a word of Python
        with setting_up():
            command: click.Command = getattr(import_module(f"{__name__}.{called}"), called)
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


@click.group(
    commands=cast("MutableMapping[str, click.Command]", _Commands()),  # none is added
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="carolus", prog_name="carolus", message="%(prog)s %(version)s")
def main() -> None:
    """Play, check and keep board games: `carolus COMMAND --help` says more of each command.

    Games are kept in the folder that CAROLUS_DATA names (without it that is ./data), or in the
    PostgreSQL database of CAROLUS_DATABASE.
    """
