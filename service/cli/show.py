"""``carolus show``: one game of the log, as text or JSON."""

import click
import msgspec

from domain.ruleset import LANGUAGES, Language, Viewer
from service.access.vaults import Vaults
from service.cli import rendering
from service.cli.shared import (
    WholeNumber,
    environment,
    examples,
    existing_log,
    language_of_environment,
    names_another,
)
from service.games.handler import completes_action
from service.storage.rows import Stored
from service.wire.games import game_view


@click.command(
    epilog=examples(
        "carolus show abcdefgh234567ab",
        "carolus show abcdefgh234567ab --version 40",
        "carolus show abcdefgh234567ab --json | python -m json.tool",
    )
)
@click.argument("game")
@click.option("--version", type=WholeNumber(1), help="Show the game as it was at this version.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print the game as the API returns it, as JSON."
)
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=language_of_environment,
    show_default="that of LANG",
    help="Language of the board.",
)
def show(game: str, version: int | None, as_json: bool, language: Language) -> None:
    """Show a stored game.

    The command shows a game of the log of CAROLUS_DATA as a spectator sees it.
    A version is a number of events. Without one, the command shows the game as it is now.
    """
    chosen = environment()
    with existing_log(chosen) as log:
        stored = log.load(game) if version is None else log.load_at(game, version)
        now = stored if version is None else log.load(game)
        policy = Vaults(log).policy(game)
        due = stored is None or completes_action(log, stored)
    if now is None:
        where = f"{chosen.place}; {names_another(chosen)}"
        raise click.ClickException(f"there is no game {game!r} in {where}")
    if stored is None:
        raise click.ClickException(
            f"game {game} has no version {version}; it is at version {now.head.version}"
        )
    viewer = now.game.as_seen_by("spectator")
    if as_json:
        click.echo(msgspec.json.encode(game_view(stored, viewer, policy, due=due)))
    else:
        click.echo(render(stored, viewer, language), nl=False)


def render(stored: Stored, viewer: Viewer, language: Language) -> str:
    """Return a game as lines of text, as this viewer may see it."""
    game = stored.game
    lines = [
        f"{game.ruleset}, game {game.id}: {game.status}, version {stored.head.version}",
        f"head {stored.head.hash.hex()}",
        *rendering.seats(game),
    ]
    lines += [
        f"awaits {rendering.actor(due.seat)}: {' or '.join(due.actions)}" for due in game.awaits
    ]
    if game.outcome is not None:
        outcome = game.outcome
        lines.append(rendering.ending(outcome.reason, outcome.winners, outcome.standing))
    view = game.rules.view(game.position, viewer)
    board = game.rules.text(game.options if view is None else view, language)
    return "\n".join(lines) + f"\n\n{board}"
