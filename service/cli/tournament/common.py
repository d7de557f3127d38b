"""What the subcommands share: the file, who acts, and errors with their rule and field."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from msgspec.structs import replace

from domain.refusal import IllegalAction, Malformed
from domain.ruleset import LANGUAGES
from service.cli import rendering
from service.cli.shared import language_of_environment
from service.cli.trust import Command
from service.clubs.files import Club, ClubFileError, locked, read_club
from service.clubs.next_steps import next_step, recorded_since
from service.clubs.refusals import help_on, named_facts
from service.clubs.words import CLUB_WORDS
from service.pairing.installed import EngineFailed
from service.pairing.trf import NotExpressible

file_argument = click.argument("path", type=click.Path(path_type=Path), metavar="FILE")
by_option = click.option(
    "--by", metavar="NAME", help="The arbiter who decides; needed if there are several."
)


engine_option = click.option(
    "--engine",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="The installed program that pairs by the Dutch system, such as bbpPairings or a .jar of "
    "JaVaFo; by default, the one that comes with Carolus.",
)


def language_option(command: Command) -> Command:
    """Add the option for the language of rules and sentences."""
    option = click.option(
        "--language",
        type=click.Choice(LANGUAGES),
        default=language_of_environment,
        show_default="that of LANG",
        help="Language of rules and sentences.",
    )
    return option(command)


@contextmanager
def club_errors() -> Iterator[None]:
    """End the command with one error: the rule that refuses, or the field that is wrong."""
    try:
        yield
    except (ClubFileError, NotExpressible, EngineFailed) as wrong:
        raise click.ClickException(rendering.printable(str(wrong))) from wrong
    except Malformed as wrong:
        place = f" ({wrong.where})" if wrong.where else ""
        raise click.ClickException(rendering.printable(f"{wrong}{place}")) from wrong
    except IllegalAction as refused:
        text = rendering.refusal(refused.refusal, language_of_environment())
        raise click.ClickException(text) from refused


@contextmanager
def changing(path: Path) -> Iterator[Club]:
    """Yield the tournament in a file, which no other command can change meanwhile."""
    with club_errors(), locked(path), _explained(read_club(path)) as club:
        yield club


@contextmanager
def reading(path: Path) -> Iterator[Club]:
    """Yield the tournament in a file."""
    with club_errors(), _explained(read_club(path)) as club:
        yield club


@contextmanager
def _explained(club: Club) -> Iterator[Club]:
    try:
        yield club
    except IllegalAction as refused:
        raise click.ClickException(explanation(refused, club)) from refused


def explanation(refused: IllegalAction, club: Club) -> str:
    """Return the rule that refuses, the facts by name, and what to do instead."""
    language = language_of_environment()
    named = replace(refused.refusal, facts=named_facts(club.state, refused.refusal.facts))
    helps = help_on(refused.refusal, club, language)
    return f"{rendering.refusal(named, language)}\n{rendering.printable(helps)}".rstrip()


def say_recorded(before: Club, made: Club) -> None:
    """Print a line about what was recorded and what comes next."""
    click.echo(rendering.printable(recorded_since(before, made, language_of_environment())))


def say_next(made: Club) -> None:
    """Print what comes next, apart from the output of the command."""
    step = next_step(made.path, made.state, CLUB_WORDS[language_of_environment()])
    click.echo(rendering.printable(step), err=True)
