"""``carolus tournament``: an evening at real tables, from one file and without a server."""

import click

from service.cli.shared import examples
from service.cli.tournament.exporting import export
from service.cli.tournament.organising import arbiter, end, enter, new, start, withdraw
from service.cli.tournament.playing import act, close, correct, pair, result
from service.cli.tournament.publishing import publish
from service.cli.tournament.relations import relation
from service.cli.tournament.replacing import replace
from service.cli.tournament.showing import check, crosstable, print_round, show, standings


class _InOrder(click.Group):
    """Lists its commands in the order in which an evening needs them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return [*self.commands]


@click.group(
    cls=_InOrder,
    epilog=examples(
        'carolus tournament new club.json --name "Club evening" --seats 4 --rounds 3 --arbiter Ana',
        "carolus tournament enter club.json --list members.csv",
        "carolus tournament start club.json",
        "carolus tournament pair club.json",
        'carolus tournament result club.json 1 --places "Berta, Carla = Dora, Eva"',
        "carolus tournament close club.json",
        "carolus tournament standings club.json",
        "carolus tournament end club.json",
    ),
)
def tournament() -> None:
    """Run a tournament at real tables from one file.

    FILE is the tournament's record, which anyone can audit. Next to it, FILE.secret has the secret
    of the draws and the key that signs the end: keep a copy of it, and keep it private.

    Commands say on standard error which command comes next.
    """


for _command in (
    new, enter, withdraw, replace, arbiter, relation, start, pair, result, correct, close, act, end,
    standings, crosstable, check, print_round, show, export, publish,
):  # fmt: skip
    tournament.add_command(_command)
