"""``carolus conformance``: check a service against the contract, from outside.

The exit status is 0 if no check failed, 1 if one did, and 2 for wrong usage, or if there is no
service at the address.
"""

from pathlib import Path
from typing import Final

import click
import httpx

from service.cli import rendering
from service.cli.shared import LAST, WholeNumber, examples
from service.conformance.check_results import CheckResult, junit
from service.conformance.checks import NOT_COVERED, Conformance, NoService
from service.conformance.client import ContractClient
from service.runtime.complete_file import complete_file

_MARKS: Final = {"passed": "ok  ", "failed": "FAIL", "not checked": "skip"}


@click.command(
    epilog=examples(
        "carolus conformance http://127.0.0.1:8000",
        f"carolus conformance --ruleset {LAST} --junit report.xml https://play.example",
    ),
)
@click.argument("url")
@click.option("--ruleset", "rulesets", multiple=True, help="Play only this game; can be repeated.")
@click.option(
    "--decisions",
    type=WholeNumber(1, 10_000),
    default=30,
    show_default=True,
    help="Decisions in each game, before the players resign.",
)
@click.option(
    "--check",
    "only",
    multiple=True,
    metavar="NAME",
    help="Run only this check, such as http.conditions, or a group, such as http; can be repeated.",
)
@click.option("--token", help="Token of an account, if the service requires one to open games.")
@click.option("--patient", is_flag=True, help="Wait for a heartbeat too, for up to 40 seconds.")
@click.option(
    "--junit",
    "report",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a report in JUnit XML, for test servers.",
)
def conformance(  # noqa: PLR0913, PLR0917 - click passes each option by name
    url: str,
    rulesets: tuple[str, ...],
    decisions: int,
    only: tuple[str, ...],
    token: str | None,
    patient: bool,
    report: Path | None,
) -> None:
    """Check the service at URL against the contract.

    It opens some games, plays a game of each ruleset to a signed end, and verifies its record. You
    can check any service that implements the contract; it may offer fewer rulesets, and send
    members that this version does not know.
    """
    if httpx.URL(url).scheme not in ("http", "https"):
        raise click.BadParameter("expected http://… or https://…", param_hint="'URL'")
    results: list[CheckResult] = []
    client = ContractClient(url, token)
    checks = Conformance(client, rulesets, decisions, patient=patient, only=only)
    try:
        for one in checks.run():
            results.append(one)
            why = f": {rendering.printable(one.why)}" if one.why else ""
            click.echo(f"{_MARKS[one.outcome]} {rendering.printable(one.name)}{why}")
    except NoService as failure:
        raise click.UsageError(f"there is no service at {url}: {failure}") from None
    if report is not None:
        try:
            with complete_file(report) as file:
                file.write(junit(url, results))
        except OSError as failure:
            raise click.UsageError(f"the report cannot be written: {failure}") from failure
    for line in NOT_COVERED:
        click.echo(f"No check is about {line}.")
    counts = {name: sum(one.outcome == name for one in results) for name in _MARKS}
    click.echo(", ".join(f"{count} {name}" for name, count in counts.items()) + ".")
    raise click.exceptions.Exit(1 if counts["failed"] else 0)
