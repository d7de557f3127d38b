"""What there is to see: the story, standings, crosstable, and rounds to print."""

from pathlib import Path

import click

from domain.ruleset import Language
from domain.tournament.stream.state import Tournament
from domain.tournament.stream.story import tournament_story
from service.cli import rendering
from service.cli.shared import WholeNumber
from service.cli.tournament.common import file_argument, language_option, reading
from service.clubs.dutch_programs import CheckedRound, checked_rounds
from service.clubs.grids import (
    crosstable_grid,
    current_round,
    group_grids,
    legend_text,
    name_of,
    round_grid,
    standings_grid,
    text_of,
)
from service.clubs.printing import page_of, slips_of, title_of
from service.clubs.words import CLUB_WORDS
from service.pairing.installed import installed_engine


@click.command()
@file_argument
@click.option(
    "--after", type=WholeNumber(1), metavar="ROUND", help="Print the standings after this round."
)
@language_option
def standings(path: Path, after: int | None, language: Language) -> None:
    """Print the standings with all tie-breaks, and what these mean.

    Standings of groups come first.
    """
    texts = CLUB_WORDS[language]
    with reading(path) as club:
        found = standings_grid(club.state, texts, after)
        groups = group_grids(club.state, texts) if after is None else []
        for number, group in enumerate(groups, 1):
            click.echo(f"{texts('title.group', group=number)}\n{text_of(group)}")
        click.echo(text_of(found) + legend_text(found), nl=False)


@click.command()
@file_argument
@language_option
def crosstable(path: Path, language: Language) -> None:
    """Print the result of every entrant in each round, and what the signs mean.

    Opponents are given by their rows. With two seats, `3w1` is a game against row 3, as first
    player, for one point; with more seats, `12 (2 5 7)` means 12 points against these rows. The
    lines below the table say what its other signs mean.
    """
    with reading(path) as club:
        found = crosstable_grid(club.state, CLUB_WORDS[language])
        click.echo(text_of(found) + legend_text(found), nl=False)


@click.command()
@file_argument
@click.option(
    "--engine",
    required=True,
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="An installed program for the Dutch system, such as bbpPairings or a .jar of JaVaFo.",
)
@click.option("--round", "number", type=WholeNumber(1), help="Only this round.")
def check(path: Path, engine: Path, number: int | None) -> None:
    """Compare the rounds with another pairing program.

    A program for the Dutch system pairs each round again. It may be a different program from the
    one that paired. The exit status is 1 if its pairs differ.
    """
    differs = False
    with reading(path) as club:
        if number is not None:
            club.state.round(number)
        program = installed_engine(engine)
        for one in checked_rounds(club.state.id, club.events, program, number):
            differs = differs or bool(one.other_pairs or one.other_turns)
            click.echo(f"round {one.number}: {_said(club.state, one)}")
    click.echo(f"compared with {program.name} {program.version}", err=True)
    raise click.exceptions.Exit(1 if differs else 0)


def _said(state: Tournament, one: CheckedRound) -> str:
    if one.by_hand:
        return "paired by hand"
    parts = [
        f"{said} {', '.join(_pair(state, pair) for pair in pairs)}"
        for said, pairs in (("other pairs:", one.other_pairs), ("other turns:", one.other_turns))
        if pairs
    ]
    return "; ".join(parts) or "the same pairs and turns"


def _pair(state: Tournament, pair: tuple[int, ...]) -> str:
    names = " – ".join(name_of(state, entrant, CLUB_WORDS["en"]) for entrant in pair)
    return rendering.printable(names if len(pair) > 1 else f"{names} (rests)")


@click.command("print")
@file_argument
@click.option(
    "--round", "number", type=WholeNumber(1), help="The round to print; by default, the last."
)
@click.option("--slips", is_flag=True, help="Result slips for the tables.")
@click.option("--html", is_flag=True, help="Write an HTML page that you can print from a browser.")
@language_option
def print_round(
    path: Path, number: int | None, slips: bool, html: bool, language: Language
) -> None:
    """Print a round for the wall, or its result slips.

    Both contain the head of the record. With a print, a player can prove later that no one rewrote
    the record.
    """
    texts = CLUB_WORDS[language]
    with reading(path) as club:
        found = current_round(club.state, number)
        if html:
            text = page_of(club.state, found, club.head, slips=slips, language=language)
        elif slips:
            text = slips_of(club.state, found, club.head, language)
        else:
            grid, head = round_grid(club.state, found.number, texts), texts("head", head=club.head)
            shown = f"{text_of(grid)}{legend_text(grid)}"
            text = f"{title_of(club.state, found, texts)}\n{shown}{head}\n"
    click.echo(text, nl=False)


@click.command()
@file_argument
@language_option
def show(path: Path, language: Language) -> None:
    """Print what has happened so far.

    The command prints a sentence for each event, and the head of the record.
    """
    with reading(path) as club:
        for sentence in tournament_story(club.state.id, club.events, language):
            click.echo(rendering.printable(sentence))
        click.echo(f"{club.state.phase}, {club.state.version} events, head {club.head}")
