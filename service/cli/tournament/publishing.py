"""``carolus tournament publish``: the static site."""

from pathlib import Path

import click

from domain.ruleset import Language
from service.cli.audits import cores
from service.cli.tournament.common import (
    club_errors,
    engine_option,
    file_argument,
    language_option,
)
from service.clubs.dutch_programs import proposing_again
from service.clubs.files import club_in
from service.clubs.site import archive_of
from service.clubs.site import publish as published
from service.clubs.words import CLUB_WORDS


@click.command()
@file_argument
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--games",
    type=click.Path(path_type=Path),
    metavar="ARCHIVE",
    help="The records of the games, one per line, unless FILE is an archive that contains them.",
)
@click.option(
    "--organiser",
    metavar="NAME",
    help="Who organised the tournament, for the first page; the record has only a key or an "
    "account.",
)
@engine_option
@language_option
def publish(
    path: Path,
    folder: Path,
    games: Path | None,
    organiser: str | None,
    engine: Path | None,
    language: Language,
) -> None:
    """Write a static site of the tournament to DIR, in one language.

    DIR must be empty or contain an earlier site of the same tournament. The first page has the
    winner, dates, players, format and the result of the audit; the others have the rounds,
    standings, crosstable, what happened, and the audit. The site also contains the record and the
    key, but nothing secret.

    FILE can also be the archive of a tournament on the service: its record, followed by its games.
    The command audits the games, and publishes none that `carolus audit` would refuse.
    """
    with club_errors():
        first, others = archive_of(path)
        club = club_in(path, first)
        if games is not None:
            one, more = archive_of(games)
            others = [one, *more]
        propose = proposing_again(engine)
        names = published(club, folder, language, propose, others, cores(), organiser)
    click.echo(CLUB_WORDS[language]("files", count=len(names), folder=str(folder)))
