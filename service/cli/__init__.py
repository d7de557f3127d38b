"""The command line: ``carolus``, one module per command.

Results go to standard output, everything else to standard error. The exit status is 0 for success,
1 for failure and 2 for wrong usage.
"""

import os
from collections.abc import Iterator, Mapping, MutableMapping
from importlib import import_module
from importlib.util import find_spec
from platform import python_version
from typing import Final, cast

import click

from domain.rulesets import UnusableRuleset

COMMANDS: Final = (
    "audit",
    "config",
    "conformance",
    "export",
    "import",
    "keys",
    "links",
    "migrate",
    "mirror",
    "new-ruleset",
    "openapi",
    "play",
    "rebuild",
    "replay",
    "results",
    "serve",
    "show",
    "simulate",
    "token",
    "tournament",
    "trail",
    "witness",
)


def _form_of_rules() -> str:
    """Return in which form the rules run, without importing them."""
    rules = find_spec("domain.table.decide")
    assert rules is not None
    return "pure Python" if str(rules.origin).endswith(".py") else "compiled rules"


class _Commands(Mapping[str, click.Command]):
    """All commands. The module of a command is imported when the command is looked up (ADR 34)."""

    def __getitem__(self, name: str) -> click.Command:
        if name not in COMMANDS:
            raise KeyError(name)
        # `import` is a keyword of Python, and names of modules have no hyphens.
        module = "import_" if name == "import" else name.replace("-", "_")
        try:
            command: click.Command = getattr(import_module(f"{__name__}.{module}"), module)
        except UnusableRuleset as failure:
            raise click.ClickException(str(failure)) from failure
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


@click.group(
    commands=cast("MutableMapping[str, click.Command]", _Commands()),  # nothing adds commands
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(
    package_name="carolus",
    prog_name="carolus",
    message=f"%(prog)s %(version)s, Python {python_version()}, {_form_of_rules()}",
)
def main() -> None:
    """Play, check and store board games. `carolus COMMAND --help` describes a command.

    Games are stored in the folder CAROLUS_DATA (default ./data), or in the PostgreSQL database
    CAROLUS_DATABASE.
    """
    _configure_logs()


def _configure_logs() -> None:
    """Send what any command logs to standard error: standard output is for results.

    If a setting is invalid, the defaults apply: a command that needs the settings reports it.
    """
    from service.runtime.logs import configure_logs  # noqa: PLC0415 - `--help` needs no logs
    from service.settings import BadSetting, Settings, settings  # noqa: PLC0415 - the same

    try:
        chosen = settings(os.environ)
    except BadSetting:
        chosen = Settings()
    configure_logs(chosen.log_format, chosen.log_level)
