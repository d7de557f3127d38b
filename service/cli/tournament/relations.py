"""An arbiter does not judge an entrant, because they are related."""

from pathlib import Path

import click

from domain.tournament.stream.actions import DeclareRelation
from service.cli.tournament.common import changing, file_argument, say_recorded
from service.clubs import files
from service.clubs.entries import entrant_of


@click.command()
@file_argument
@click.argument("arbiter")
@click.argument("entrant")
@click.option(
    "--reason",
    metavar="TEXT",
    help="Why they are related; everyone can read it. Required after the start.",
)
def relation(path: Path, arbiter: str, entrant: str, reason: str | None) -> None:
    """Declare that ARBITER has a conflict of interest and decides nothing about ENTRANT.

    ENTRANT is a number or a name. The declaration stays. Another arbiter decides at that
    entrant's tables. The command prints what it recorded and what comes next.
    """
    with changing(path) as club:
        organiser = files.read_secret(path).organiser
        number = entrant_of(club.state, entrant)
        account = club.arbiter(arbiter).who
        made = files.append(club, (organiser, DeclareRelation(account, number, reason)))
        say_recorded(club, made)
