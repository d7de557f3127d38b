"""``carolus tournament publish``: the static site."""

from pathlib import Path

import click

from domain.ruleset import Language
from service.cli.tournament.parts import (
    engine_option,
    file_argument,
    language_option,
    reading,
)
from service.clubs.engines import proposing_again
from service.clubs.site import publish as published


@click.command()
@file_argument
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@engine_option
@language_option
def publish(path: Path, folder: Path, engine: Path | None, language: Language) -> None:
    """Write a static site of the tournament to DIR.

    DIR is empty, or has an earlier site of the same tournament. The site has entrants, rounds,
    standings, crosstable, the record, the key and the report of an audit, and nothing secret.
    """
    with reading(path) as club:
        names = published(club, folder, language, proposing_again(engine))
    click.echo(f"{len(names)} files in {folder}")
