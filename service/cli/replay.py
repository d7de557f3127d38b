"""``carolus replay``: step through a recorded game in the terminal, as text, JSON or SVG."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from domain.catalogue import sentence
from domain.ruleset import LANGUAGES, Language
from service.cli import rendering, screen
from service.cli.choosing import chosen
from service.cli.pictures import INDEX, write_album
from service.cli.replayed import ReplayedGame
from service.cli.shared import WholeNumber, examples, language_of_environment
from service.cli.stepping import Stepper


@click.command(
    epilog=examples(
        "carolus replay game.json",
        "carolus replay games.ndjson.zst --game abcdefgh234567ab",
        "carolus replay game.json | grep 'seat 1'",
        "carolus replay game.json --entry 37 --svg entry-37.svg",
        "carolus replay game.json --svg-all pictures",
        "cat game.json | carolus replay - --json",
    )
)
@click.argument("source", metavar="RECORD")
@click.option("--game", metavar="ID", help="Choose the game with this id.")
@click.option("--line", type=WholeNumber(1), help="Choose the game in this line.")
@click.option(
    "--entry", type=WholeNumber(0), help="Start at this entry, or print only it; counts from 0."
)
@click.option(
    "--version",
    type=WholeNumber(1),
    help="Like --entry: the entry that led to this version.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each entry.")
@click.option("--svg", metavar="FILE", help="Draw a position, by default the last, as SVG.")
@click.option("--svg-all", metavar="FOLDER", help="Draw all positions, with a page to browse them.")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=language_of_environment,
    show_default="that of LANG",
    help="Language of rules, boards and pictures.",
)
def replay(  # noqa: PLR0913, PLR0917 - a parameter for each option of the command
    source: str,
    game: str | None,
    line: int | None,
    entry: int | None,
    version: int | None,
    as_json: bool,
    svg: str | None,
    svg_all: str | None,
    language: Language,
) -> None:
    """Step through a recorded game.

    RECORD is a file with a record, an archive (NDJSON, plain, zstd or gzip), `-` for
    standard input, or the id of a game in the log of CAROLUS_DATA.

    In a terminal, the arrow keys step through the game, and `h` lists the other keys. Otherwise the
    command prints the whole game, one line per entry. Seats have the numbers of the record: the
    first is seat 0. An invalid record is replayed up to the first
    invalid entry; the command then reports that entry, and the exit status is 1.
    """
    if sum((as_json, svg is not None, svg_all is not None)) > 1:
        raise click.UsageError("choose one of --json, --svg and --svg-all")
    if entry is not None and version is not None:
        raise click.UsageError("choose one of --entry and --version")
    if svg_all is not None and (entry is not None or version is not None):
        raise click.UsageError("--svg-all draws all positions; --svg draws one")
    replayed = ReplayedGame(chosen(source, game, line))
    at = _place(replayed, entry, version)
    if svg is not None:
        _draw(replayed, at, svg, language)
    elif svg_all is not None:
        _draw_all(replayed, Path(svg_all), language)
    elif as_json:
        for one in _objects(replayed, at, language):
            click.echo(msgspec.json.encode(one))
    elif not (sys.stdout.isatty() and screen.show(Stepper(replayed, at or 0, language))):
        _print(replayed, at, language)
    if replayed.refused is not None:
        raise click.ClickException(replayed.breach(language))


def _place(game: ReplayedGame, entry: int | None, version: int | None) -> int | None:
    """Return the entry that the options choose; None if they choose none."""
    if version is not None:
        if version > game.version:
            raise click.ClickException(
                f"there is no version {version}; the last is {game.version}{_so_far(game)}"
            )
        return game.at_version(version)
    if entry is not None and entry >= len(game.steps):
        raise click.ClickException(
            f"there is no entry {entry}; the last is {len(game.steps) - 1}{_so_far(game)}"
        )
    return entry


def _so_far(game: ReplayedGame) -> str:
    return "" if game.refused is None else " before the invalid one"


def _print(game: ReplayedGame, at: int | None, language: Language) -> None:
    """Print the game, one line per entry; or one entry, with the board."""
    record = game.record
    if at is not None:
        click.echo(f"entry {at} of {len(record.entries) - 1}, version {_version(game, at)}")
        click.echo(f"{game.who(at)}: {game.action(at)}")
        for sentence in game.story(at, language):
            click.echo(f"  {sentence}")
        click.echo(f"\n{game.board(at, language)}", nl=False)
        return
    click.echo(f"{record.ruleset}, game {record.id}: {len(record.entries)} entries")
    if not game.steps:
        return
    for seat in rendering.seats(game.steps[-1].game):
        click.echo(rendering.printable(seat))
    width = len(str(len(record.entries)))
    names = max(len(game.who(index)) for index in range(len(game.steps)))
    for index in range(len(game.steps)):
        action = f"{index:>{width}}  {game.who(index):<{names}}  {game.action(index)}"
        click.echo(" | ".join((action, *game.story(index, language))))
    click.echo(game.ending())


def _objects(game: ReplayedGame, at: int | None, language: Language) -> Iterator[dict[str, object]]:
    """Yield each entry, or one, ready for JSON; an invalid entry has a refusal."""
    entries = game.record.entries
    for index in range(len(game.steps)) if at is None else (at,):
        yield {
            "entry": index,
            "by": entries[index].by,
            "at": entries[index].at,
            "action": entries[index].action,
            "events": game.seen(index),
            "version": _version(game, index),
            "head": game.steps[index].head.hex() or None,
        }
    if game.refused is not None and at is None:
        refusal = game.refused.refusal
        entry = entries[game.refused.index]
        yield {
            "entry": game.refused.index,
            "by": entry.by,
            "at": entry.at,
            "action": entry.action,
            "refusal": {
                "rule": refusal.rule,
                "reason": refusal.reason,
                "facts": refusal.facts,
                "message": sentence(refusal.rule, language),
            },
        }


def _version(game: ReplayedGame, index: int) -> int:
    return game.steps[index].game.version


def _draw(game: ReplayedGame, at: int | None, file: str, language: Language) -> None:
    """Write the picture of one position, by default the last."""
    if at is None:
        at = len(game.steps) - 1
    view = game.view(at) if game.steps else None
    if view is None:
        first = next(game.changes(), None)
        when = "at no entry" if first is None else f"from entry {first[0]} on"
        raise click.ClickException(f"there is no board at entry {at}; the game has one {when}")
    picture = game.rules.picture(view, language)
    if file == "-":
        click.echo(picture, nl=False)
        return
    try:
        Path(file).write_text(picture, encoding="utf-8")
    except OSError as failure:
        raise click.ClickException(f"cannot write {file}: {failure.strerror}") from failure


def _draw_all(game: ReplayedGame, folder: Path, language: Language) -> None:
    """Write the album, and report where it is."""
    if next(game.changes(), None) is None:
        raise click.ClickException("there is nothing to draw: the board was never set up")
    try:
        count = write_album(game, folder, language)
    except OSError as failure:
        why = failure.strerror or failure
        raise click.ClickException(f"cannot write {folder}: {why}") from failure
    click.echo(f"{count} pictures; open {folder / INDEX} in a browser", err=True)
