"""``carolus tournament export``: the tournament for spreadsheets, programs and federations."""

from pathlib import Path
from typing import Literal

import click
import msgspec

from domain.tournament.stream.ending import places_after
from service.cli.shared import language_of_environment, standard_output
from service.cli.tournament.common import file_argument, reading
from service.clubs.exports import csv_of_club, events_of_club, legend_of_csv
from service.clubs.words import CLUB_WORDS
from service.pairing.trf import trf16, trfx
from service.wire.rounds import tournament_export


@click.command()
@file_argument
@click.option(
    "--csv",
    "form",
    flag_value="csv",
    help="Standings and crosstable for spreadsheets and programs.",
)
@click.option("--json", "form", flag_value="json", help="Entrants, rounds and standings.")
@click.option(
    "--events", "form", flag_value="events", help="All events with their hashes, as NDJSON."
)
@click.option("--trf16", "form", flag_value="trf16", help="FIDE's report, for two seats.")
@click.option(
    "--trfx",
    "form",
    flag_value="trfx",
    help="The same report, extended for a program that pairs the next round.",
)
def export(path: Path, form: Literal["csv", "json", "events", "trf16", "trfx"] | None) -> None:
    """Print the tournament in another format.

    Choose one of the options. With --csv, standard error says what columns and signs mean.
    """
    if form is None:
        raise click.UsageError("give one of --csv, --json, --events, --trf16 and --trfx")
    with reading(path) as club:
        if form == "csv":
            data = b"".join(csv_of_club(club.state))
            for line in legend_of_csv(club.state, CLUB_WORDS[language_of_environment()]):
                click.echo(line, err=True)
        elif form == "events":
            data = b"".join(events_of_club(club))
        elif form == "json":
            places = places_after(club.state)
            content = msgspec.json.encode(tournament_export(club.state, club.head, places))
            data = msgspec.json.format(content, indent=2) + b"\n"
        else:
            data = (trf16 if form == "trf16" else trfx)(club.state).encode()
        standard_output().write(data)
        standard_output().flush()
