"""``carolus rebuild``: recompute the projections of the log."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
from rich.progress import TaskProgressColumn

from service.cli.progress import progress_bar
from service.cli.shared import (
    environment,
    examples,
    must_exist,
    opened_database,
    storage_errors,
)

if TYPE_CHECKING:
    from service.projections.projection import Projection
    from service.projections.runner import Runner


@click.command(epilog=examples("carolus rebuild", "carolus rebuild ratings counts"))
@click.argument("names", nargs=-1, metavar="[NAME]...")
def rebuild(names: tuple[str, ...]) -> None:
    """Recompute lists, ratings and other results.

    The command drops the projections of the log, all or the named ones, and computes them again.
    The names are lobby (the lists of games and of records), ratings, head_to_head, tallies,
    counts, deadlines, service_due, trail, tree (the transparency log) and tournaments.

    The service may run meanwhile. Requests that need a projection get 503 until it is rebuilt.
    """
    from service.projections.all import Projections  # noqa: PLC0415 - slow to import

    chosen = environment()
    must_exist(chosen)
    with opened_database(chosen) as database, storage_errors(chosen):
        projections = Projections(database)
        known = projections.by_name
        for name in names:
            if name not in known:
                raise click.BadParameter(
                    f"no projection is called {name!r}; expected one of {', '.join(known)}",
                    param_hint="'NAME'",
                )
        wanted = [known[name] for name in dict.fromkeys(names or known)]
        for one in wanted:
            projections.runner.reset(one)
        failed = _built(projections.runner, wanted, database.log.position())
    if failed:
        raise click.ClickException("; ".join(failed))
    click.echo(f"rebuilt: {', '.join(one.short_name for one in wanted)}", err=True)


def _built(runner: "Runner", wanted: Sequence["Projection"], end: int) -> list[str]:
    """Build these projections, and return an error message for each that failed."""
    from service.projections.runner import NotCaughtUp  # noqa: PLC0415 - slow to import

    failed: list[str] = []
    left = list(wanted)
    with progress_bar("building", end, TaskProgressColumn()) as advance:
        while left:
            try:
                runner.catch_up(*left, seconds=math.inf, progress=advance)
            except NotCaughtUp as stopped:
                failed.append(f"{stopped}: {runner.failures[stopped.projection].error}")
                left = [one for one in left if one.name != stopped.projection]
            else:
                break
    return failed
