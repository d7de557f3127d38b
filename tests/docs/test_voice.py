"""The prose of the project avoids the words that CONTRIBUTING.md lists under *Words to avoid*.

The tests read the docs, the comments of build and deployment files, the docstrings, comments and
strings of the Python code, the names of tests, the English words of games and page, and the source
of the page. Code in the docs is left out.
"""

import io
import itertools
import re
import tokenize
from collections import Counter
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
_STRINGS: Final = {tokenize.STRING, tokenize.COMMENT}
_INSTALLED: Final = {"node_modules", "__pycache__"}


OTHERS: Final = (
    "service/web/vendor/**/*",
    "domain/**/words/*es.js",
    "domain/**/words/*de.js",
    "service/**/words/*es.js",
    "service/**/words/*de.js",
    "domain/names/scripts.py",
)
"""Files that are not ours, or not in English: the last one is a table of codes."""


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
        return  # most strings: to search them for each word takes much longer
    for word, instead in words().items():
        for found in pattern(word).finditer(text):
            line = first_line + text.count("\n", 0, found.start())
            yield Found(path, line, found[0], instead)


def found_in_file(file: Path) -> Iterator[Found]:
    """Yield the words to avoid in the prose of a file."""
    path = str(file.relative_to(ROOT))
    text = file.read_text(encoding="utf-8")
    if not _all_words().search(text.lower().replace("_", " ")):
        return  # most files: finding out where the prose is takes much longer
    if file.suffix == ".md":
        yield from found_in(path, _CODE.sub(lambda code: "\n" * code[0].count("\n"), text))
    elif file.suffix == ".py":
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in _STRINGS:
                yield from found_in(path, token.string, token.start[0])
            elif token.type == tokenize.NAME and token.string.startswith("test_"):
                yield from found_in(path, token.string.replace("_", " "), token.start[0])
    else:
        yield from found_in(path, text)


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
    )  # fmt: skip
    return [*(page for page in pages.pages() if page not in written), *configuration]


def code() -> list[Path]:
    """Return the Python code except for this file, and the page, with its words in English.

    The examples below contain words to avoid. Each ``en.json`` is in a folder of words, of a guide,
    or of the sentences of rules.
    """
    found = files(
        "domain/**/*.py", "service/**/*.py", "tests/**/*.py", "tests/**/*.mjs",
        "domain/**/words/*en.js", "service/**/words/*en.js", "domain/**/en.json",
        "service/**/en.json",
        "service/web/**/*.css", "service/web/**/*.html", "service/web/**/*.js",
        "domain/**/page/*.css", "domain/**/page/*.js",
    )  # fmt: skip
    left_out = {Path(__file__).resolve(), *files(*OTHERS)}
    return [file for file in found if file not in left_out]


@pytest.mark.parametrize("files", [docs, code])
def test_prose_avoids_these_words(files: Callable[[], list[Path]]) -> None:
    """Each failure names the line, the word, and what to write instead."""
    found = list(itertools.chain.from_iterable(map(found_in_file, files())))
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("page.md", "First.\nWhoever asks.\n```text\nanew\n```\n`anew` is code."),
        ("module.py", 'told = 1\ndef anew():\n    """Do it\n\n    whoever asks."""\n'),
        ("comment.py", "x = 1\n# It goes so\n"),
        ("test_name.py", "def test_it_begins_anew(anew): ...\n"),
        ("words.js", 'export default {\n  all: "Start it ANEW",\n}\n'),
        ("en.json", '{\n  "all": "Start it ANEW"\n}\n'),
    ],
)
def test_words_are_found_in_prose_alone(
    name: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In any case, and in names of tests, but not in code, nor in other names."""
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    (tmp_path / name).write_text(text, encoding="utf-8")
    lines = Counter(found.line for found in found_in_file(tmp_path / name))
    expected = {"page.md": {2: 1}, "module.py": {5: 1}, "comment.py": {}, "test_name.py": {1: 1}}
    expected |= {"words.js": {2: 1}, "en.json": {2: 1}}
    assert lines == expected[name]
