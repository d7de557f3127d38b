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
    """Bring the tables of CAROLUS_DATABASE up to date, before workers of a new version start.

    Workers of the previous version keep running, during and after it. You can run it again, and
    several times at once. Without CAROLUS_DATABASE the log is a file in CAROLUS_DATA. The service
    brings that up to date at each start, so it needs no migration.
    """
    chosen = environment()

    from service.storage.database import migrate as bring_up_to_date  # noqa: PLC0415 - slow

    with storage_errors(chosen):
        before, after = bring_up_to_date(chosen)
    what = "was up to date already" if before == after else "is now up to date"
    click.echo(f"{chosen.place} {what}, at step {after}")
