"""Test that a release of the page leaves out comments, and nothing else."""

from pathlib import Path
from typing import Final

import pytest

from service.http.static.files import FILES, PageFile
from service.http.static.release import within
from tests.support.browser import javascript

PRINTING: Final = javascript.ROOT / "tests" / "support" / "browser" / "printing.mjs"

MODULE: Final = """/**
 * @license
 * Of someone else.
 */
/** A thing of the module. */
export const a = /** @type {any} */ (b) / 2; // half

  // A line of its own.
const address = "https://carolus.example"; /* short */
const shown = html`<p>${c ? html`// no comment` : ""}</p>`;
"""
BARE: Final = """/**
 * @license
 * Of someone else.
 */

export const a = (b) / 2; // half


const address = "https://carolus.example"; /* short */
const shown = html`<p>${c ? html`// no comment` : ""}</p>`;
"""


@pytest.fixture
def sent(tmp_path: Path) -> PageFile:
    path = tmp_path / "module.js"
    path.write_text(MODULE, encoding="utf-8")
    return PageFile(path)


def test_comments_are_left_out_and_lines_keep_their_numbers(sent: PageFile) -> None:
    """A licence stays, and so do the few comments after code."""
    assert within(sent, "0123456789abcdef").decode() == BARE


def test_a_style_sheet_has_no_comments(tmp_path: Path) -> None:
    path = tmp_path / "sheet.css"
    path.write_text("/* Of\n * the lamp. */\n.lamp { top: 0; } /* above */\n", encoding="utf-8")
    assert within(PageFile(path), "0123456789abcdef") == b"\n\n.lamp { top: 0; } \n"


@pytest.mark.long
def test_every_module_has_the_same_code_without_its_comments() -> None:
    """The TypeScript compiler reads the written file and the sent one, and finds the same."""
    modules = [file for address, file in FILES.items() if address.endswith(".js")]
    written = [file.content().plain.decode().replace('"/page/', '"/page/x/') for file in modules]
    bare = [within(file, "x").decode() for file in modules]
    assert sum(map(len, bare)) < 0.8 * sum(map(len, written))
    half = len(modules)
    printed = javascript.call(PRINTING, "printed", written + bare)
    for file, as_written, as_sent in zip(modules, printed[:half], printed[half:], strict=True):
        assert as_sent == as_written.replace("`/page/", "`/page/x/"), file.path
