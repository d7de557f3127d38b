"""``carolus migrate``: the tables of the database, brought up to date."""

import click

from service.cli.shared import environment, examples, telling_of


@click.command(
    epilog=examples(
        "carolus migrate",
        "CAROLUS_DATABASE=postgresql://carolus@db/carolus carolus migrate",
    )
)
def migrate() -> None:
    """Bring the tables of CAROLUS_DATABASE up to date, before workers of a new version start.

    Workers of the version before go on meanwhile, and after it. It can be run again, and by
    several at once. The file in CAROLUS_DATA, which is used without CAROLUS_DATABASE, is brought up
    to date at each start, so it needs no such command.
    """
    chosen = environment()

    from service.storage.database import migrate as bring_up_to_date  # noqa: PLC0415 - slow

    with telling_of(chosen):
        before, after = bring_up_to_date(chosen)
    what = "was up to date" if before == after else "is up to date now"
    click.echo(f"{chosen.place} {what}, at step {after}")
