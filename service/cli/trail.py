"""``carolus trail``: who did what with accounts, tokens and rights."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import click
import msgspec

from service.cli.shared import (
    WholeNumber,
    environment,
    examples,
    must_exist,
    opened_database,
    storage_errors,
)

if TYPE_CHECKING:
    from service.projections.trail import Step, Trail

_AT_ONCE: Final = 500


@click.command(
    epilog=examples(
        "carolus trail",
        "carolus trail --about 5ssnydsx5grvmz7fai6ame7zwa",
        "carolus trail --count 1000 --json > trail.ndjson",
    ),
)
@click.option(
    "--count", type=WholeNumber(1), default=50, show_default=True, help="Maximum number of steps."
)
@click.option("--about", metavar="ID", help="Only steps about this account, token, game or key.")
@click.option("--json", "as_json", is_flag=True, help="For programs: one JSON object per line.")
def trail(count: int, about: str | None, *, as_json: bool) -> None:
    """Show who changed rights or judged games.

    The newest steps come first. A step is the creation, rotation or revocation of a token, the
    grant of a scope, or a decision of an arbiter on a game.
    """
    from service.projections.all import Projections  # noqa: PLC0415 - slow to import

    chosen = environment()
    must_exist(chosen)
    with opened_database(chosen) as database, storage_errors(chosen):
        projections = Projections(database)
        projections.runner.catch_up(projections.trail)
        for step in _steps(projections.trail, count, about):
            click.echo(msgspec.json.encode(step) if as_json else _line(step))


def _steps(trail: "Trail", count: int, about: str | None) -> Iterator["Step"]:
    before: int | None = None
    while count > 0 and (page := trail.page(before, min(count, _AT_ONCE), about)):
        yield from page
        count -= len(page)
        before = page[-1].position


def _line(step: "Step") -> str:
    words = [step.at, step.by, step.did, step.about]
    words += [f"{step.name!r}"] if step.name is not None else []
    words += [" ".join(step.scopes)] if step.scopes is not None else []
    words += [f"until {step.until}"] if step.until is not None else []
    return "  ".join(words)
