"""``python -m tests.simulation --seed 1 --schedules 5000``: simulate, and tell what happened."""

import sys
from collections import Counter

import click

from tests.simulation.ledger import Violation
from tests.simulation.schedule import run


@click.command()
@click.option("--seed", default=1, help="The seeds of the schedules are SEED-0, SEED-1, …")
@click.option("--schedules", default=1_000, help="How many schedules.")
@click.option("--replay", metavar="SEED-NUMBER", help="Run this one schedule alone.")
def main(seed: int, schedules: int, replay: str | None) -> None:
    """Simulate the service, schedule by schedule, until it breaks a promise."""
    seeds = [replay] if replay else [f"{seed}-{number}" for number in range(schedules)]
    click.echo(f"seed {replay or seed}, schedules: {len(seeds)}")
    counts = Counter[str]()
    for one in seeds:
        try:
            counts += run(one)
        except Violation as violation:
            click.echo(f"{violation}\nrun it again: python -m tests.simulation --replay {one}")
            sys.exit(1)
    for what, count in sorted(counts.items()):
        click.echo(f"{count:10,} {what}")


if __name__ == "__main__":
    main()
