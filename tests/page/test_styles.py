"""Test the style sheets of the page and of the games."""

import re
from typing import Final, NamedTuple

from tests.support.browser.javascript import ROOT

FOLDERS: Final = ("service", "domain")
NO_STYLES: Final = re.compile(r"/\*.*?\*/|url\([^)]*\)|\{[^{}]*\}", re.DOTALL)
FOR_EVER: Final = re.compile(r"\binfinite\b|\banimation-iteration-count\b|\biterations\s*:")


def sources(*endings: str) -> dict[str, str]:
    """Return the files of the page with these endings, by path."""
    return {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for folder in FOLDERS
        for ending in endings
        for path in sorted((ROOT / folder).rglob(f"*.{ending}"))
        if "vendor" not in path.parts
    }


def test_no_animation_runs_for_ever() -> None:
    """An idle table takes no time of the browser, so a game of days does not empty a battery."""
    files = sources("css", "js")
    assert any("@keyframes" in text for text in files.values())
    assert any(".animate(" in text for text in files.values())
    assert [path for path, text in files.items() if FOR_EVER.search(text)] == []


def classes(sheet: str) -> set[str]:
    """Return the classes in the selectors of a style sheet."""
    return set(re.findall(r"\.([A-Za-z][\w-]*)", NO_STYLES.sub("", sheet)))


class Written(NamedTuple):
    """What code can give an element as its class."""

    words: frozenset[str]
    starts: frozenset[str]
    """The beginnings of classes such as ``start-${end}``, with the hyphen."""


def written_in(code: str) -> Written:
    """Return the words of code, and the beginnings that it completes."""
    words = re.findall(r"[A-Za-z][\w-]*", code)
    starts = re.findall(r"(?<![\w-])([A-Za-z][\w-]*-)\$?\{", code)
    return Written(frozenset(words), frozenset(starts))


def not_given(names: set[str], written: Written) -> set[str]:
    """Return the classes that code gives no element: neither whole, nor as ``start-${end}``."""
    words, starts = written
    return {
        name
        for name in names - words
        if not any(
            name[: dash.end()] in starts
            and (name[dash.end() :].isdigit() or name[dash.end() :] in words)
            for dash in re.finditer("-", name)
        )
    }


def test_every_class_of_a_style_sheet_is_given_to_elements() -> None:
    """A style that no element has is left over from something that is gone."""
    written = written_in("\n".join(sources("js", "py", "html", "json").values()))
    sheets = sources("css")
    assert len(sheets) > 10
    unused = {path: not_given(classes(text), written) for path, text in sheets.items()}
    assert {path: names for path, names in unused.items() if names} == {}


def test_classes_are_found() -> None:
    assert classes(".a > .b-c:not(.d) { color: url(x.png); } /* .e */") == {"a", "b-c", "d"}
    assert not_given({"b-c", "d"}, written_in('class="b-c"')) == {"d"}
    kinds = written_in('class="b-${kind}"; kinds = ["c"]')
    assert not_given({"b-c", "b-1", "b-d"}, kinds) == {"b-d"}
    assert not_given({"b"}, written_in('class="b-c"')) == {"b"}
