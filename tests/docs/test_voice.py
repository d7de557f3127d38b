"""The prose of the project avoids the words that CONTRIBUTING.md lists under *Words to avoid*.

The tests read the docs, the comments of build and deployment files, the docstrings, comments,
strings and names of the Python code, the English words of games and page, and the source of the
page and of the clients. Code in the docs is left out. A name consists of words too: underscores and
capitals separate them.
"""

import io
import itertools
import re
import sys
import tokenize
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.support.docs import pages
from tests.support.docs.pages import ROOT
from tests.tools import make_reference

CONTRIBUTING: Final = ROOT / "CONTRIBUTING.md"

_CODE: Final = re.compile(r"^```.*?^```$|`[^`\n]*`|\]\([^)\n]*\)", re.DOTALL | re.MULTILINE)
_CAPITAL: Final = re.compile(r"([a-z])([A-Z])")
_WRITTEN: Final = {tokenize.STRING, tokenize.COMMENT, tokenize.NAME}
if sys.version_info >= (3, 12):
    _WRITTEN.add(tokenize.FSTRING_MIDDLE)
_INSTALLED: Final = {"node_modules", "__pycache__"}


OTHERS: Final = (
    "service/web/vendor/**/*",
    "domain/**/words/*es.js",
    "domain/**/words/*de.js",
    "service/**/words/*es.js",
    "service/**/words/*de.js",
    "domain/names/scripts.py",
    "openapi/clients/*/*/types.py",
    "openapi/clients/*/src/api.ts",
)
"""Files that are not ours, not in English (a table of codes), or generated from code read here."""


class Found(NamedTuple):
    """A word to avoid, and where it is."""

    path: str
    line: int
    word: str
    instead: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: write {self.instead!r} instead of {self.word!r}"


@cache
def words() -> dict[str, str]:
    """Return each word or phrase to avoid, and what to write instead."""
    return {
        word: instead
        for cell, instead in pages.table(CONTRIBUTING, "Words to avoid")
        for word in cell.split(", ")
    }


@cache
def pattern(*phrases: str) -> re.Pattern[str]:
    """Return what finds any of these phrases, also where one goes on in the next line."""
    return re.compile(rf"(?<![\w-])(?:{_any_of(phrases)})(?![\w-])", re.IGNORECASE)


def _any_of(phrases: Iterable[str]) -> str:
    return "|".join(r"\s+".join(phrase.split()) for phrase in phrases)


@cache
def _all_words() -> re.Pattern[str]:
    """Return what finds all words, and some that only end one, in a text in lower case.

    It takes a quarter of the time of ``pattern``.
    """
    return re.compile(rf"\b(?:{_any_of(words()).lower()})(?![\w-])")


def found_in(path: str, text: str, first_line: int = 1) -> Iterator[Found]:
    """Yield the words to avoid in a text that begins at this line of a file."""
    if not _all_words().search(text.lower()):
        return  # most texts
    for word, instead in words().items():
        for found in pattern(word).finditer(text):
            line = first_line + text.count("\n", 0, found.start())
            yield Found(path, line, found[0], instead)


def found_in_file(file: Path) -> Iterator[Found]:
    """Yield the words to avoid in the prose and the names of a file."""
    path = str(file.relative_to(ROOT))
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".md":
        yield from found_in(path, _CODE.sub(lambda code: "`" + "\n" * code[0].count("\n"), text))
    elif file.suffix == ".py":
        if not _all_words().search(_spaced(text).lower()):
            return  # most files: to split them into tokens takes much longer
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in _WRITTEN:
                yield from found_in(path, _spaced(token.string), token.start[0])
    else:
        yield from found_in(path, _spaced(text))


def _spaced(text: str) -> str:
    """Return a text in which each name is the words of which it consists."""
    return _CAPITAL.sub(r"\1 \2", text.replace("_", " "))


def files(*patterns: str) -> list[Path]:
    """Return the files of the project, but no installed packages."""
    found = itertools.chain.from_iterable(ROOT.glob(pattern) for pattern in patterns)
    return sorted(
        {file for file in found if file.is_file() and not _INSTALLED.intersection(file.parts)}
    )


def docs() -> list[Path]:
    """Return what people read: the docs, but for pages written from code, and configuration."""
    written = {page.file for page in make_reference.PAGES}
    configuration = files(
        "Makefile", "pyproject.toml", ".ci/*", "deploy/**/*.y*ml", "deploy/**/*.env",
        "deploy/systemd/*", "deploy/*file", "openapi/lint/*.yaml", "tests/**/README.md",
        "domain/README.md", "openapi/clients/*/README.md", "openapi/clients/*/pyproject.toml",
        "openapi/clients/*/package.json",
    )  # fmt: skip
    return [*(page for page in pages.pages() if page not in written), *configuration]


def code() -> list[Path]:
    """Return the Python code except for this file, the page with its English words, the clients.

    The examples below contain words to avoid. Each ``en.json`` is in a folder of words, of a guide,
    or of the sentences of rules.
    """
    found = files(
        "domain/**/*.py", "service/**/*.py", "tests/**/*.py", "tests/**/*.mjs",
        "domain/**/words/*en.js", "service/**/words/*en.js", "domain/**/en.json",
        "service/**/en.json",
        "service/web/**/*.css", "service/web/**/*.html", "service/web/**/*.js",
        "domain/**/page/*.css", "domain/**/page/*.js",
        "openapi/clients/python/carolus_client/**/*.py", "openapi/clients/typescript/src/**/*.ts",
        "openapi/clients/*/examples/*", "openapi/clients/*/*.mjs",
    )  # fmt: skip
    left_out = {Path(__file__).resolve(), *files(*OTHERS)}
    return [file for file in found if file not in left_out]


@pytest.mark.parametrize("files", [docs, code])
def test_prose_avoids_these_words(files: Callable[[], list[Path]]) -> None:
    """Each failure names the line, the word, and what to write instead."""
    found = list(itertools.chain.from_iterable(map(found_in_file, files())))
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("page.md", "First.\nWhoever asks.\n```text\nanew\n```\n`anew` is code.", [2]),
        ("code.md", "It goes on by `next` and by `Link`.", []),
        ("module.py", 'try_anew = 1\ndef go():\n    """Do it\n\n    whoever asks."""\n', [1, 5]),
        ("reason.py", 'refuse(1, "record_is_there_twice")\n', [1]),
        ("camel.py", "class AskAnew:\n    pass\n", [1]),
        ("comment.py", "x = 1\n# It goes so\nknown_as = many\n", []),
        ("client.ts", "const first = 1;\nexport function tryAnew(): void {}\n", [2]),
        ("words.js", 'export default {\n  all: "Start it ANEW",\n}\n', [2]),
        ("en.json", '{\n  "all": "Start it ANEW"\n}\n', [2]),
    ],
)
def test_words_are_found_in_prose_and_names(
    name: str, text: str, lines: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In whatever case, but not in the code of a page, nor across names."""
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert [found.line for found in found_in_file(tmp_path / name)] == lines
