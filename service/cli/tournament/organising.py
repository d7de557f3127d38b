"""What the organiser does: announce, enter people, start, end."""

from pathlib import Path
from typing import Any, get_args

import click
import msgspec
from msgspec.structs import replace

from domain.refusal import IllegalAction, Malformed
from domain.ruleset import AnyRuleset
from domain.tournament.model import TieBreakId
from domain.tournament.stream import actions as a
from domain.tournament.stream.announcement import Announcement, Swiss
from domain.tournament.stream.people import Acting, same_name
from domain.tournament.stream.state import Tournament
from service.cli import rendering
from service.cli.shared import (
    FIRST,
    RulesetParameter,
    WholeNumber,
    language_of_environment,
    options_of,
)
from service.cli.tournament.common import (
    changing,
    club_errors,
    engine_option,
    explanation,
    file_argument,
    say_next,
    say_recorded,
)
from service.clubs import files
from service.clubs.announcing import (
    FORMATS,
    FormatName,
    format_of,
    new_id,
    terms_in,
    terms_of,
)
from service.clubs.entries import entrant_of, entries_in, entry_of
from service.clubs.grids import entrants_grid, legend_text, schedule_line, standings_grid, text_of
from service.clubs.words import CLUB_WORDS
from service.pairing.installed import installed_engine


@click.command()
@file_argument
@click.option("--name", metavar="TEXT", help="The name of the tournament.")
@click.option(
    "--seats",
    type=WholeNumber(2, 6),
    default=2,
    show_default=True,
    help="Seats of a full table; from 4 seats on, tables with one seat less are possible, too.",
)
@click.option("--rounds", type=WholeNumber(1, 99), metavar="N", help="Number of rounds.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="swiss",
    show_default=True,
    help="Who meets whom; `dutch` is FIDE's system for two seats, `groups` has a final.",
)
@click.option(
    "--groups",
    type=WholeNumber(2, 100),
    default=2,
    show_default=True,
    help="With --format groups: their number.",
)
@click.option(
    "--qualify",
    type=WholeNumber(1, 20),
    default=1,
    show_default=True,
    help="With --format groups: how many of each group play in the final.",
)
@engine_option
@click.option(
    "--tie-break",
    "tie_breaks",
    type=click.Choice(get_args(TieBreakId)),
    multiple=True,
    help="A tie-break. Give them in the order in which they apply; `standings` says what each one "
    "means.",
)
@click.option(
    "--ruleset",
    "rules",
    type=RulesetParameter(),
    default=FIRST,
    show_default=True,
    help="The game that is played.",
)
@click.option(
    "--option", "options", multiple=True, metavar="KEY=VALUE", help="An option of that game."
)
@click.option(
    "--terms",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The whole announcement, as TOML or JSON, instead of these options.",
)
@click.option(
    "--arbiter",
    "arbiters",
    multiple=True,
    required=True,
    metavar="NAME",
    help="The name of an arbiter, who enters and corrects results. Can be given several times.",
)
def new(  # noqa: PLR0913, PLR0917 - a parameter for each option of the command
    path: Path,
    name: str | None,
    seats: int,
    rounds: int | None,
    form: FormatName,
    groups: int,
    qualify: int,
    engine: Path | None,
    tie_breaks: tuple[TieBreakId, ...],
    rules: AnyRuleset,
    options: tuple[str, ...],
    terms: Path | None,
    arbiters: tuple[str, ...],
) -> None:
    """Announce a tournament: make FILE and FILE.secret.

    The command prints the commitment to the draws and the thumbprint of the key that signs the end.
    Publish both before anyone enters: they prove later that you did not choose either to suit
    yourself.
    """
    if (terms is None) == (name is None or rounds is None):
        raise click.UsageError("give either --name and --rounds, or --terms")
    if engine is not None and form != "dutch":
        raise click.UsageError("--engine needs --format dutch")
    with club_errors():
        if terms is not None:
            announcement = terms_in(terms)
            _must_be_for_guests(announcement, terms)
        else:
            assert name is not None, "one of both forms is given"
            assert rounds is not None, "one of both forms is given"
            chosen = options_of(rules, options, seats)
            program = None if engine is None else installed_engine(engine).announced
            announcement = terms_of(
                name=name,
                ruleset=rules.meta.pinned,
                options=msgspec.to_builtins(chosen),
                seats=seats,
                rounds=rounds,
                form=format_of(form, groups, qualify) if program is None else Swiss(program),
                tie_breaks=tie_breaks,
            )
        made = files.create(path, new_id(), announcement, arbiters)
    click.echo(f"tournament {made.state.id}")
    click.echo(f"commitment {made.state.commitment}")
    click.echo(f"key        {made.state.organiser}")
    texts = CLUB_WORDS[language_of_environment()]
    click.echo(texts("keep_secret", file=str(files.secret_path(path))), err=True)
    say_next(made)


def _must_be_for_guests(announcement: Announcement, terms: Path) -> None:
    """Raise Malformed for terms under which nobody could be entered by name."""
    if not announcement.real_tables:
        raise Malformed(
            f"{terms} announces no real tables, at which guests play: write `real_tables` = true",
            where="$.real_tables",
        )


@click.command()
@file_argument
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--list",
    "listed",
    type=click.Path(path_type=Path),
    metavar="CSV",
    help="Enter everyone in this file, with the columns name, rating and entropy.",
)
@click.option(
    "--rating", type=WholeNumber(0, 9_999), default=0, metavar="N", help="The rating of one NAME."
)
@click.option(
    "--entropy",
    default="",
    metavar="HEX",
    help="The randomness that one NAME adds to all draws: an even number of hexadecimal digits.",
)
@click.option("--reason", metavar="TEXT", help="Why; required once the tournament has started.")
def enter(
    path: Path,
    names: tuple[str, ...],
    listed: Path | None,
    rating: int,
    entropy: str,
    reason: str | None,
) -> None:
    """Enter guests by name.

    Join the names of a fixed pair with a slash. If a rule refuses one of them, none enters. An
    arbiter with the name of an entrant cannot judge that entrant's tables.
    """
    if bool(names) == (listed is not None):
        raise click.UsageError("give either names or --list")
    if (rating or entropy) and len(names) != 1:
        raise click.UsageError("--rating and --entropy are for one name")
    with changing(path) as club:
        organiser = files.read_secret(path).organiser
        tournament, team = club.state.id, club.state.announcement.team
        entries = (
            [entry_of(tournament, name, team, rating, entropy) for name in names]
            if listed is None
            else entries_in(listed, tournament, team)
        )
        late = [replace(entry, reason=reason) for entry in entries]
        asked = _with_relations(club.state, organiser, late)
        try:
            made = files.append(club, *asked)
        except IllegalAction as refused:
            action = asked[refused.index][1]
            people = getattr(action, "people", ())
            who = " / ".join(person.name for person in people)
            text = explanation(refused, club)
            raise click.ClickException(f"{rendering.printable(who)}: {text}") from refused
    click.echo(CLUB_WORDS[language_of_environment()]("entered", count=len(made.state.entrants)))
    say_next(made)


def _with_relations(
    state: Tournament, organiser: Acting, entries: list[a.RegisterEntrant]
) -> list[tuple[Acting, Any]]:
    """Return the entries, and that arbiters of the same names do not judge them (TN-JUDGE-1)."""
    arbiters = {same_name(name): account for account, name in state.arbiters}
    asked: list[tuple[Acting, Any]] = [(organiser, entry) for entry in entries]
    for number, entry in enumerate(entries, len(state.entrants) + 1):
        names = (same_name(person.name) for person in entry.people)
        own = (arbiters[name] for name in names if name in arbiters)
        asked += ((organiser, a.DeclareRelation(account, number)) for account in own)
    return asked


@click.command()
@file_argument
@click.argument("entrant")
@click.option(
    "--reason",
    metavar="TEXT",
    help="Why the entrant leaves; required once the tournament has started.",
)
def withdraw(path: Path, entrant: str, reason: str | None) -> None:
    """Take ENTRANT, a number or a name, out of all further rounds.

    The current game goes on: if ENTRANT does not finish it, enter a forfeit with `result`. The
    command prints what it recorded and what comes next.
    """
    with changing(path) as club:
        organiser = files.read_secret(path).organiser
        number = entrant_of(club.state, entrant)
        made = files.append(club, (organiser, a.WithdrawEntrant(number, reason)))
        say_recorded(club, made)


@click.command()
@file_argument
@click.argument("name")
@click.option(
    "--reason",
    metavar="TEXT",
    help="Why another arbiter is needed; required once the tournament has started.",
)
def arbiter(path: Path, name: str, reason: str | None) -> None:
    """Name another arbiter.

    For example, nobody can judge a table at which they play. With several arbiters, --by says who
    decides. The command prints the names of all of them.
    """
    with changing(path) as club:
        organiser = files.read_secret(path).organiser
        named = a.NameArbiter(files.account_of(name), name, reason)
        made = files.append(club, (organiser, named))
    names = ", ".join(one for _, one in made.state.arbiters)
    click.echo(CLUB_WORDS[language_of_environment()]("arbiters", names=names))
    say_next(made)


@click.command()
@file_argument
def start(path: Path) -> None:
    """End registration and draw the lots.

    The command prints the list of entrants and, where a schedule is fixed, how often the worst pair
    meets.
    """
    with changing(path) as club:
        made = files.start(club, files.read_secret(path))
    texts = CLUB_WORDS[language_of_environment()]
    click.echo(text_of(entrants_grid(made.state, texts)), nl=False)
    if line := schedule_line(made.state, texts):
        click.echo(line)
    say_next(made)


@click.command()
@file_argument
@click.option("--reason", metavar="TEXT", help="Why the tournament ends before its last round.")
@click.option("--call-off", is_flag=True, help="End it without standings; needs --reason.")
def end(path: Path, reason: str | None, call_off: bool) -> None:
    """End the tournament: fix the standings and sign them.

    This also reveals the secret of the draws, so that anyone can verify them. The command prints
    the standings. After that, FILE is final.
    """
    if call_off and reason is None:
        raise click.UsageError("--call-off needs --reason")
    action = a.AbortTournament(reason or "") if call_off else a.EndTournament(reason)
    with changing(path) as club:
        made = files.end(club, files.read_secret(path), action)
    texts = CLUB_WORDS[language_of_environment()]
    if not call_off:
        found = standings_grid(made.state, texts)
        click.echo(text_of(found) + legend_text(found), nl=False)
    click.echo(texts("signed_end", head=made.head, key=made.state.organiser), err=True)
    say_next(made)
