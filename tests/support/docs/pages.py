"""The pages of the docs as tests read them: their blocks, links and words."""

import itertools
import json
import re
import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[3]

TITLE: Final = ""
"""Stands for the title of a page as the heading above a table."""

_FENCE: Final = re.compile(
    r"^(?:<!-- (?P<mark>[^\n]*?) -->\n)?```(?P<language>\w*)\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
_LINK: Final = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


class Block(NamedTuple):
    """A fenced block, and the mark in a comment on the line above."""

    mark: str
    language: str
    text: str
    line: int
    """Its first line on the page, from 1."""

    @property
    def answers(self) -> list[int]:
        """The statuses from 400 on that the mark announces: ``answers: 400 409``."""
        return [int(one) for one in self.mark.partition("answers:")[2].split()]


class Example(NamedTuple):
    """A block of shell commands, and the output that the page shows."""

    commands: Block
    prints: str | None
    """The whole output, if the page promises it exactly."""
    problems: list[dict[str, Any]]
    """The problems that the page shows; an ellipsis in one stands for any text."""


def pages() -> list[Path]:
    """Return all pages of the project, without those of installed packages."""
    folders = [ROOT.glob("*.md"), (ROOT / "deploy").glob("*.md"), (ROOT / "docs").rglob("*.md")]
    return sorted(itertools.chain(*folders))


def module_of(code: str, file: Path) -> ModuleType:
    """Write the code of a page to a file, and import it as a module."""
    file.write_text(code, encoding="utf-8")
    spec = spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[file.stem] = module  # msgspec looks types up there
    spec.loader.exec_module(module)
    return module


def blocks(page: Path) -> list[Block]:
    """Return the fenced blocks of a page."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(
            found["mark"] or "",
            found["language"],
            found["text"],
            text.count("\n", 0, found.start("text")),
        )
        for found in _FENCE.finditer(text)
    ]


def steps(page: Path) -> Iterator[Example]:
    """Yield the blocks of shell commands to run, in order.

    A block marked ``not run: <reason>`` is left out. Output marked ``exactly`` belongs to the
    commands before it.
    """
    nothing = Block("", "", "", 0)
    for block, following in itertools.pairwise([*blocks(page), nothing]):
        if block.language == "sh" and not block.mark.startswith("not run"):
            shown = nothing if following.language == "sh" else following
            exact = shown.text if shown.mark == "exactly" else None
            yield Example(block, exact, problems(shown.text))


def problems(text: str) -> list[dict[str, Any]]:
    """Return the problems in output, or on a page."""
    decoder = json.JSONDecoder()
    starts = re.finditer(r'\{"type": ?"/problems/', text)
    return [decoder.raw_decode(text, start.start())[0] for start in starts]


def links(page: Path) -> set[str]:
    """Return the link targets of a page within the project: paths, perhaps with an anchor."""
    prose = _FENCE.sub("", page.read_text(encoding="utf-8"))
    return {
        found[1]
        for found in _LINK.finditer(prose)
        if not re.match(r"[a-z]+:|/", found[1])  # a URL, or a path on a server
    }


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as code hosts make them."""
    prose = _FENCE.sub("", page.read_text(encoding="utf-8"))
    titles = re.findall(r"^#{1,6} (.+)$", prose, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-") for title in titles}


def table(page: Path, heading: str) -> list[list[str]]:
    """Return the first table below a heading (``TITLE`` for that of the page): rows of cells.

    The column names and the marks of code are left out.
    """
    return tables(page, heading)[0]


def tables(page: Path, heading: str) -> list[list[list[str]]]:
    """Return all tables below a heading (``TITLE`` for that of the page), as ``table`` does."""
    text = page.read_text(encoding="utf-8")
    if heading != TITLE:
        text = text[re.search(rf"^#+ {re.escape(heading)}$", text, re.MULTILINE).end() :]  # type: ignore[union-attr] # an unknown heading is an error of the test
    found = []
    for is_table, lines in itertools.groupby(text.splitlines(), lambda line: line.startswith("|")):
        if is_table:
            _, _, *rows = lines
            cells = ([cell.strip() for cell in row.strip("|").split("|")] for row in rows)
            found.append([[cell.replace("`", "") for cell in row] for row in cells])
    return found
