"""``carolus migrate``: bring the tables of the database up to date."""

import click

from service.cli.shared import environment, examples, storage_errors


@click.command(
    epilog=examples(
        "carolus migrate",
        "CAROLUS_DATABASE=postgresql://carolus@db/carolus carolus migrate",
    )
)
def migrate() -> None:
    """Update the tables of the database.

    Run this before workers of a new version start on CAROLUS_DATABASE. Workers of the previous
    version can keep running. You can run it again, and several times at once.

    Without CAROLUS_DATABASE, the log is a file in CAROLUS_DATA. The service updates its tables at
    each start.
    """
    chosen = environment()

    from service.storage.database import migrate as bring_up_to_date  # noqa: PLC0415 - slow

    with storage_errors(chosen):
        before, after = bring_up_to_date(chosen)
    what = "was up to date already" if before == after else "is now up to date"
    click.echo(f"{chosen.place} {what}, at step {after}")
