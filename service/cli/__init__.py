"""The command line: ``carolus``, one module per command.

What a machine reads goes to standard output, everything else to standard error. The exit status is
0 when it is done, 1 when it failed and 2 when it was asked for in the wrong way.
"""

import click

from service.cli.audit import audit
from service.cli.config import config
from service.cli.export import export
from service.cli.import_ import import_
from service.cli.keys import keys
from service.cli.migrate import migrate
from service.cli.openapi import openapi
from service.cli.play import play
from service.cli.rebuild import rebuild
from service.cli.replay import replay
from service.cli.serve import serve
from service.cli.show import show
from service.cli.simulate import simulate
from service.cli.token import token
from service.cli.trail import trail


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="carolus", prog_name="carolus", message="%(prog)s %(version)s")
def main() -> None:
    """Play, check and keep board games: `carolus COMMAND --help` says more of each command.

    Games are kept in the folder that CAROLUS_DATA names (without it that is ./data), or in the
    PostgreSQL database of CAROLUS_DATABASE.
    """


for _command in (
    serve,
    config,
    play,
    simulate,
    show,
    replay,
    audit,
    export,
    import_,
    keys,
    rebuild,
    migrate,
    token,
    trail,
    openapi,
):
    main.add_command(_command)
