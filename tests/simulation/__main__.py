"""``python -m tests.simulation --seed 1 --schedules 5000``: simulate, and report what happened."""

import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import click

from tests.simulation.ledger import Violation
from tests.simulation.schedule import run
from tests.support.run.keeper import keeper


@click.command()
@click.option("--seed", default=1, help="The seeds of the schedules are SEED-0, SEED-1, …")
@click.option("--schedules", default=1_000, help="How many schedules.")
@click.option("--replay", metavar="SEED-NUMBER", help="Run this one schedule alone.")
def main(seed: int, schedules: int, replay: str | None) -> None:
    """Simulate the service, on all cores, until it breaks a promise."""
    keeper()
    seeds = [replay] if replay else [f"{seed}-{number}" for number in range(schedules)]
    click.echo(f"seed {replay or seed}, schedules: {len(seeds)}")
    counts = Counter[str]()
    jobs = min(os.cpu_count() or 1, len(seeds))
    with ProcessPoolExecutor(jobs, get_context("spawn")) as processes:
        running = {processes.submit(run, one): one for one in seeds}
        for done in as_completed(running):
            try:
                counts += done.result()
            except Violation as violation:
                processes.shutdown(wait=False, cancel_futures=True)
                again = f"python -m tests.simulation --replay {running[done]}"
                click.echo(f"{violation}\nrun it again: {again}")
                sys.exit(1)
    for what, count in sorted(counts.items()):
        click.echo(f"{count:10,} {what}")


if __name__ == "__main__":
    main()
