"""``python -m tests.strategies``: play each row, and print the table of the reference page."""

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tests.strategies.rows import PUBLISHED_TRIALS, ROWS, SEED, played
from tests.strategies.scenes import SCENES


@click.command()
@click.option("--seed", default=SEED, help="The seed of the secrets.")
@click.option("--trials", default=PUBLISHED_TRIALS, help="How many trials each row has.")
def main(seed: int, trials: int) -> None:
    """Print how often the accomplice wins."""
    click.echo(f"seed {seed}, {trials} trials")
    click.echo("| dice | the accomplice | " + " | ".join(SCENES) + " |")
    click.echo("| --- | --- |" + " --- |" * len(SCENES))
    fair = " | ".join(f"{100 * scene.fair:.1f} %" for scene in SCENES.values())
    click.echo(f"| any | plays honestly (computed) | {fair} |")
    for row in ROWS.values():
        shares = []
        for scene in SCENES.values():
            with TemporaryDirectory() as folder:
                shares.append(played(row, scene, trials, Path(folder), seed).percent)
        click.echo(f"| {' | '.join([*row.label, *shares])} |")


if __name__ == "__main__":
    main()
