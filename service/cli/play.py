"""``carolus play``: a game in the terminal against house bots, in memory only."""

import secrets

import click

from domain.ruleset import LANGUAGES, AnyRuleset, Language
from domain.table.actions import TakeSeat
from service.cli.playing_on import Beginning, beginning_from
from service.cli.shared import (
    FIRST,
    FOR_MORE,
    RulesetParameter,
    WholeNumber,
    bots_of,
    examples,
    language_of_environment,
    options_of,
)
from service.cli.terminal_game import TerminalGame


@click.command(
    epilog=examples(
        "carolus play",
        "carolus play --players 3 --seat 2 --bot random",
        f"carolus play {FOR_MORE} --option players=4",
        "carolus play --from game.json@31",
        "printf 'legal\\n1\\nquit\\n' | carolus play --seed 10",
    )
)
@click.argument("rules", type=RulesetParameter(), default=FIRST, metavar="[RULESET]")
@click.option(
    "--players", type=WholeNumber(1), help="Number of players; short for --option players=N."
)
@click.option("--bot", default="greedy", show_default=True, help="House bot of the other seats.")
@click.option(
    "--seat",
    type=WholeNumber(0),
    show_default="0; with --from, the one whose turn it is",
    help="Your seat; the first is 0.",
)
@click.option("--seed", metavar="TEXT", help="Repeat the dice and bots of the game with this seed.")
@click.option("--option", "pairs", multiple=True, metavar="KEY=VALUE", help="Option of the game.")
@click.option(
    "--from",
    "source",
    metavar="RECORD[@VERSION]",
    help="Play on from a moment of a game that has ended; without a version, the last decision.",
)
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=language_of_environment,
    show_default="that of LANG",
    help="Language of rules and the board.",
)
def play(  # noqa: PLR0913, PLR0917 - a parameter for each option of the command
    rules: AnyRuleset,
    players: int | None,
    bot: str,
    seat: int | None,
    seed: str | None,
    pairs: tuple[str, ...],
    source: str | None,
    language: Language,
) -> None:
    """Play a game in the terminal against house bots.

    The board is drawn as text, and you type your actions; `help` explains how. The game needs no
    service and no data folder. It is not stored, so it is gone when you leave.

    The options are the defaults of the ruleset. Games that could go on for ever get a limit unless
    you set one with `--option`.

    RECORD of `--from` is a file, `-` for standard input, or a game of the log. The new game has the
    ruleset and the options of that game, and dice of its own.
    """
    begun = (
        Beginning(rules, options_of(rules, pairs, players, rules.house_options))
        if source is None
        else beginning_from(source, language)
    )
    rules, options = begun.rules, begun.options
    seat = begun.seat if seat is None else seat
    seats = len(rules.sides(options))
    if seat >= seats:
        raise click.BadParameter(f"the seats are 0 to {seats - 1}", param_hint="'--seat'")
    bots = list(bots_of(rules, [bot], seats, "'--bot'"))
    seating = [
        TakeSeat(other) if other == seat else TakeSeat(other, bot=bots[other])
        for other in range(seats)
    ]
    TerminalGame(begun, seat, seating, seed or secrets.token_hex(4), language).run()
