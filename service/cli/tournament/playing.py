"""What happens in a round: pairing, results, corrections, and every other action."""

from collections.abc import Iterator
from pathlib import Path

import click

from domain.refusal import IllegalAction
from domain.tournament.model import ByeTaken
from domain.tournament.stream import actions as a
from domain.tournament.stream.announcement import Swiss
from domain.tournament.stream.chance import next_seed
from domain.tournament.stream.people import Acting
from domain.tournament.stream.state import TableState, Tournament
from service.cli.shared import WholeNumber, language_of_environment
from service.cli.tournament.common import (
    by_option,
    changing,
    engine_option,
    file_argument,
    say_next,
    say_recorded,
)
from service.cli.trust import Command
from service.clubs import files
from service.clubs.dutch_programs import proposal_for
from service.clubs.entries import Places, by_places, by_scores, entrant_of, results_in
from service.clubs.files import Club, ClubFileError
from service.clubs.grids import current_round, round_grid, text_of
from service.clubs.played_games import checked_game
from service.clubs.words import CLUB_WORDS

SLIP = "Result slip"
"""The reason for a result that an arbiter copies from the players' slip."""


def _result_options(command: Command) -> Command:
    """Add the options for how a table ended."""
    options = (
        click.option(
            "--places",
            metavar="NAMES",
            help='Places, best first, with = for ties: "Ana, Berta = Carla".',
        ),
        click.option(
            "--scores",
            metavar="NUMBERS",
            help="Scores in turn order, separated by commas; the highest wins.",
        ),
        click.option(
            "--forfeit",
            "forfeits",
            multiple=True,
            metavar="ENTRANT",
            help="The entrant who loses by forfeit. Can be given several times.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


@click.command()
@file_argument
@click.option(
    "--table",
    "by_hand",
    multiple=True,
    metavar="ENTRANTS",
    help="Pair by hand: the entrants of a table in turn order, separated by commas. Give it once "
    "for every table; needs --reason.",
)
@click.option(
    "--rest",
    multiple=True,
    metavar="ENTRANT",
    help="When pairing by hand: the entrant who gets a pairing bye.",
)
@click.option("--reason", metavar="TEXT", help="Why an arbiter pairs by hand.")
@engine_option
@by_option
def pair(
    path: Path,
    by_hand: tuple[str, ...],
    rest: tuple[str, ...],
    reason: str | None,
    engine: Path | None,
    by: str | None,
) -> None:
    """Draw the next round, open it, and print it."""
    if bool(by_hand) != (reason is not None) or (rest and not by_hand):
        raise click.UsageError("--table, --rest and --reason belong together")
    if by_hand and engine is not None:
        raise click.UsageError("give either --table or --engine")
    with changing(path) as club:
        number = club.state.next_round
        if by_hand:
            assert reason is not None, "checked above"
            acting, action = club.arbiter(by), _by_hand(club.state, by_hand, rest, reason)
            made = files.append(club, (acting, action), (acting, a.OpenRound(number)))
        else:
            secret = files.read_secret(path)
            drawn = _drawn(club.state, bytes.fromhex(secret.secret), engine)
            opened = a.OpenRound(number)
            made = files.append(club, (secret.organiser, drawn), (secret.organiser, opened))
    grid = round_grid(made.state, number, CLUB_WORDS[language_of_environment()])
    click.echo(text_of(grid), nl=False)
    say_next(made)


def _drawn(state: Tournament, secret: bytes, path: Path | None) -> a.PairRound:
    proposal: tuple[tuple[int, ...], ...] = ()
    form = state.announcement.format
    dutch = isinstance(form, Swiss) and form.engine.system == "dutch"
    if path is not None and not dutch:
        raise ClubFileError("no program was announced, so --engine must not pair")
    if isinstance(form, Swiss) and dutch and state.phase == "between":
        proposal = proposal_for(state, form.engine, path)
    return a.PairRound(state.next_round, next_seed(state, secret), proposal)


def _by_hand(
    state: Tournament, tables: tuple[str, ...], rest: tuple[str, ...], reason: str
) -> a.PairByHand:
    seated = tuple(tuple(entrant_of(state, one) for one in table.split(",")) for table in tables)
    byes = tuple(ByeTaken(entrant_of(state, one), "pairing") for one in rest)
    return a.PairByHand(state.next_round, seated, reason, byes)


@click.command()
@file_argument
@click.argument("table", type=WholeNumber(1), required=False)
@_result_options
@click.option(
    "--list",
    "listed",
    type=click.Path(path_type=Path),
    metavar="CSV",
    help="Enter the results of many tables, with the columns table and places or scores. The "
    "command enters all of them or none.",
)
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The record of the game that the players wrote down: the command checks it and takes the "
    "places from it.",
)
@click.option(
    "--reason", default=SLIP, show_default=True, metavar="TEXT", help="The source of the result."
)
@by_option
def result(  # noqa: PLR0913, PLR0917 - a parameter for each option of the command
    path: Path,
    table: int | None,
    places: str | None,
    scores: str | None,
    forfeits: tuple[str, ...],
    listed: Path | None,
    record: Path | None,
    reason: str,
    by: str | None,
) -> None:
    """Enter the results of the current round.

    Enter the result of one TABLE, or many results from a list. At a table for two, --forfeit alone
    is the whole result.
    """
    if (table is None) is (listed is None):
        raise click.UsageError("give either TABLE or --list")
    if listed is not None and (places or scores or forfeits or record):
        raise click.UsageError("--list has the results: give no other option for them")
    if record is not None and (places or scores or forfeits):
        raise click.UsageError("give either --record or --places, --scores and --forfeit")
    with changing(path) as club:
        acting, number = club.arbiter(by), current_round(club.state, None).number
        if listed is not None:
            _print_missing(files.append(club, *_listed(club.state, listed, acting, reason)))
            return
        assert table is not None, "checked above"
        seated = club.state.table(number, table)
        absent = _forfeits(club.state, number, seated, forfeits)
        asked: list[tuple[Acting, object]] = []
        if absent:
            asked.append((acting, a.ForfeitSides(number, table, absent, reason)))
        left = TableState(seated.players, forfeits=(*seated.forfeits, *absent))
        found = _places(club.state, number, left, places, scores)
        if record is not None:
            checked = checked_game(club.state, number, seated, record, language_of_environment())
            found, reason = checked.places, f"Record of the game, with the head {checked.head}"
        if found is not None:
            asked.append((acting, a.EnterResult(number, table, found.ranks, reason, found.scores)))
        _must_ask(asked)
        made = files.append(club, *asked)
    _print_missing(made)


def _listed(
    state: Tournament, path: Path, acting: Acting, reason: str
) -> Iterator[tuple[Acting, object]]:
    """Yield the results of a list for the current round; raise ClubFileError with the line."""
    number = current_round(state, None).number
    for one in results_in(path):
        try:
            seated = state.table(number, one.table)
            found = _places(state, number, seated, one.places, one.scores)
        except (ClubFileError, IllegalAction) as wrong:
            raise ClubFileError(f"{path}, line {one.line}: {wrong}") from None
        assert found is not None, "a line has places or scores"
        entered = a.EnterResult(number, one.table, found.ranks, reason, found.scores)
        yield acting, entered


@click.command()
@file_argument
@click.argument("round_number", type=WholeNumber(1), metavar="ROUND")
@click.argument("table", type=WholeNumber(1))
@_result_options
@click.option(
    "--no-forfeits", "played", is_flag=True, help="Nobody at the table loses by forfeit any more."
)
@click.option("--reason", required=True, metavar="TEXT", help="Why the previous result was wrong.")
@by_option
def correct(  # noqa: PLR0913, PLR0917 - a parameter for each option of the command
    path: Path,
    round_number: int,
    table: int,
    places: str | None,
    scores: str | None,
    forfeits: tuple[str, ...],
    played: bool,
    reason: str,
    by: str | None,
) -> None:
    """Correct the result of TABLE in ROUND.

    You can do this even after later rounds were paired. Those rounds stay as they are; standings
    and later pairings use the new result. If you leave out
    --forfeit, players who lost by forfeit still do.
    """
    if played and forfeits:
        raise click.UsageError("give either --forfeit or --no-forfeits")
    with changing(path) as club:
        acting = club.arbiter(by)
        seated = club.state.table(round_number, table)
        named = _forfeits(club.state, round_number, seated, forfeits)
        absent = named if named or played else seated.forfeits
        left = TableState(seated.players, forfeits=absent)
        found = _places(club.state, round_number, left, places, scores) or Places(())
        if not named and not found.ranks:
            raise ClubFileError("give --places, --scores or --forfeit")
        correction = a.CorrectResult(
            round_number, table, found.ranks, reason, found.scores or None, absent
        )
        say_recorded(club, files.append(club, (acting, correction)))


def _forfeits(
    state: Tournament, number: int, table: TableState, names: tuple[str, ...]
) -> tuple[int, ...]:
    return tuple(entrant_of(state, name, table.players, number) for name in names)


def _places(
    state: Tournament, number: int, table: TableState, places: str | None, scores: str | None
) -> Places | None:
    if places is not None and scores is not None:
        raise ClubFileError("give either --places or --scores; scores give the places")
    if places is not None:
        return by_places(state, number, table, places)
    return None if scores is None else by_scores(table, scores)


def _must_ask(asked: list[tuple[Acting, object]]) -> None:
    if not asked:
        raise ClubFileError("give --places, --scores, --forfeit or --record")


def _print_missing(club: Club) -> None:
    """Print which tables of the round have no result yet."""
    tables = club.state.rounds[-1].tables
    missing = [str(at) for at, table in enumerate(tables, 1) if table.result is None]
    done = f"{len(tables) - len(missing)} of {len(tables)} tables have a result"
    next_ = f"missing: {', '.join(missing)}" if missing else "close the round to go on"
    click.echo(f"{done}; {next_}")


@click.command()
@file_argument
def close(path: Path) -> None:
    """End the current round, when all its tables have a result.

    The command prints what it recorded and what comes next.
    """
    with changing(path) as club:
        organiser = files.read_secret(path).organiser
        number = current_round(club.state, None).number
        say_recorded(club, files.append(club, (organiser, a.CloseRound(number))))


@click.command()
@file_argument
@click.argument("action", metavar="JSON")
@click.option("--organiser", is_flag=True, help="Act as the organiser instead of as an arbiter.")
@by_option
def act(path: Path, action: str, organiser: bool, by: str | None) -> None:
    r"""Take any other action, given as JSON.

    For example, give an entrant a bye: {"type": "give_bye", "entrant": 3, "round": 2, "kind":
    "half", "reason": "Late train"}.

    Arbiters can also take expel_entrant, reinstate_entrant, forbid_pairing, allow_pairing,
    reject_relation, pair_by_hand, change_tables, unpair_round, order_replay, open_check_in,
    check_in, close_check_in and open_round; the organiser, with --organiser, dismiss_arbiter,
    change_rules, close_registration and reopen_registration. The reference of tournaments lists
    their members.

    The command prints what it recorded and what comes next.
    """
    with changing(path) as club:
        asked = files.fitting_action(action)
        acting = files.read_secret(path).organiser if organiser else club.arbiter(by)
        say_recorded(club, files.append(club, (acting, asked)))
