"""``carolus new-ruleset``: a small complete game in a package of its own, to change into another.

``template/`` is that package, under the name of its game, Pig. The checks of this project cover it
like all other code, so everything that the command writes has passed them.
"""

import re
import shlex
import sys
from pathlib import Path
from typing import Final

import click

from domain.catalogue import RULES
from domain.rulesets.registry import BY_ID
from service.cli.openapi import whole_document
from service.cli.shared import examples, program

TEMPLATE: Final = Path(__file__).with_name("template")
NAME_LENGTH_MAX: Final = 40

_NAME: Final = re.compile(r"[a-z]+(-[a-z]+)*")
_OF_THE_TEMPLATE: Final = re.compile("carolus_pig|PIG|Pig|pig")
"""Every form of the name of the game in the template."""
_CACHES: Final = {"__pycache__", ".pytest_cache"}
"""What Python and the tests may leave in the template."""


class FreeName(click.ParamType[str]):
    """The id of a ruleset that does not exist yet."""

    name = "name"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Return the id."""
        name = str(value)
        if not _NAME.fullmatch(name) or len(name) > NAME_LENGTH_MAX:
            self.fail(
                f"{name!r} is not a name of up to {NAME_LENGTH_MAX} characters: expected words of "
                "letters from a to z, joined by hyphens, such as game-of-goose",
                param,
                ctx,
            )
        if name in BY_ID:
            self.fail(f"there is a ruleset {name} already", param, ctx)
        first = _names(name)["PIG"]
        if any(rule.startswith(f"{first}-") for rule in RULES):
            self.fail(f"rule ids that begin with {first}- are taken", param, ctx)
        # In the contract, the names of types begin with that of the game, and there is a Problem.
        first = "".join(word.capitalize() for word in name.split("-"))
        for schema in whole_document()["components"]["schemas"]:
            if re.match(rf"{first}([A-Z]|$)", schema):
                self.fail(f"the API has the name {schema} already", param, ctx)
        return name


@click.command(
    epilog=examples(
        "carolus new-ruleset game-of-goose",
        "carolus new-ruleset game-of-goose --folder ~/games/goose",
    )
)
@click.argument("name", type=FreeName())
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder to create, or an empty one; by default ./carolus-NAME.",
)
def new_ruleset(name: str, folder: Path | None) -> None:
    """Create a package with a small game to start from.

    NAME is the id of the game: words of letters from a to z, joined by hyphens. The game is
    complete: it can be played, simulated and audited, and its rules have tests.
    """
    folder = folder or Path(f"carolus-{name}")
    try:
        write_package(name, folder)
    except OSError as failure:
        reason = failure.strerror or failure
        raise click.ClickException(f"the folder {folder} cannot be used: {reason}") from failure
    python = shlex.quote(sys.executable)
    click.echo(
        f"Created {folder}: a small dice game, to change as you like.\n"
        "Install it next to Carolus, test it, play it, and let house bots play it:\n\n"
        f"  {python} -m pip install --editable {shlex.quote(f'{folder}[test]')}\n"
        f"  {python} -m pytest {shlex.quote(str(folder))}\n"
        f"  {program()} play {name}\n"
        f"  {program()} simulate 10 --ruleset {name}\n\n"
        "The how-to 'Add a ruleset' explains its files."
    )


def write_package(name: str, folder: Path) -> None:
    """Write the template under another name; create the folder if it is missing.

    Raises OSError, even if the folder is not empty.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise FileExistsError("it is not empty")
    names = _names(name)

    def renamed(text: str) -> str:
        return _OF_THE_TEMPLATE.sub(lambda found: names[found[0]], text)

    for file in sorted(TEMPLATE.rglob("*")):
        within = file.relative_to(TEMPLATE)
        if file.is_file() and _CACHES.isdisjoint(within.parts):
            copy = folder / renamed(str(within))
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(renamed(file.read_text(encoding="utf-8")), encoding="utf-8")


def _names(name: str) -> dict[str, str]:
    """Return what stands for each form of the template's name."""
    return {
        "carolus_pig": f"carolus_{name.replace('-', '_')}",
        "PIG": name.replace("-", "").upper(),
        "Pig": name.replace("-", " ").capitalize(),
        "pig": name,
    }
