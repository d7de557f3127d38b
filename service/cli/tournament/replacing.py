"""Another person takes over an entry."""

from pathlib import Path

import click

from domain.tournament.stream.actions import ReplacePlayer
from domain.tournament.stream.people import Person, same_name
from domain.tournament.stream.state import EntrantState
from service.cli.shared import language_of_environment
from service.cli.tournament.common import by_option, changing, file_argument, say_next
from service.clubs import files
from service.clubs.entries import entrant_of, guest_of
from service.clubs.files import ClubFileError
from service.clubs.grids import name_of
from service.clubs.words import CLUB_WORDS


@click.command()
@file_argument
@click.argument("entrant")
@click.argument("name")
@click.option("--reason", required=True, metavar="TEXT", help="Why someone else plays.")
@click.option("--for", "member", metavar="NAME", help="In a fixed pair: who is replaced.")
@by_option
def replace(
    path: Path, entrant: str, name: str, reason: str, member: str | None, by: str | None
) -> None:
    """Let NAME play for ENTRANT from the next pairing on.

    ENTRANT is a number or a name. The entry keeps its number, points and opponents. The person who
    is in a round that is already paired still plays it. The command prints the entry with everybody
    who plays for it.
    """
    with changing(path) as club:
        number = entrant_of(club.state, entrant)
        place = _place(club.state.entrants[number - 1], member)
        person: Person = guest_of(club.state.id, name)
        made = files.append(club, (club.arbiter(by), ReplacePlayer(number, person, reason, place)))
    click.echo(name_of(made.state, number, CLUB_WORDS[language_of_environment()]))
    say_next(made)


def _place(entrant: EntrantState, member: str | None) -> int:
    """Return the place of the person who is replaced, from 1."""
    names = [person.name for person in entrant.people]
    if member is None and len(names) == 1:
        return 1
    found = [at for at, one in enumerate(names, 1) if same_name(one) == same_name(member or "")]
    if not found:
        raise ClubFileError(f"say with --for who is replaced: {' or '.join(names)}")
    return found[0]
