"""Write the Python client for threads, from that for asyncio.

The two differ only in words such as ``await``, so one is derived from the other, as the libraries
do on which they build: a fix in one cannot be missing in the other.

Run it with ``make openapi``; ``--check`` says whether the committed files are up to date.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
CLIENT: Final = ROOT / "openapi" / "clients" / "python" / "carolus_client"
SOURCE: Final = CLIENT / "_async"
TARGET: Final = CLIENT / "_sync"

_NOTE: Final = "# Derived from _async by `make openapi`: change that instead.\n"
_WORDS: Final = (
    (r"for asyncio; ``make openapi`` derives ``_sync`` from it", "for threads"),
    (r"shared by tasks", "shared by threads"),
    (r"\bawait ", ""),
    (r"\basync (def|for|with)\b", r"\1"),
    (r"\bAwaitable, ", ""),
    (r"\bAwaitable\[([\w.]+)\]", r"\1"),
    (r"\basyncio\b", "time"),
    (r"\basynccontextmanager\b", "contextmanager"),
    (r"\bAsync(?=[A-Z])", ""),
    (r"\b__a(enter|exit)__\b", r"__\1__"),
    (r"\ba(close|closing|iter_lines|read)\b", r"\1"),
    (r"\b_async\b", "_sync"),
)
"""What the client for threads has in place of these."""

_RUFF: Final = (sys.executable, "-m", "ruff")


def main() -> None:
    """Write the files, or with ``--check`` end with 1 if one of them differs."""
    modules = dict(derived_modules())
    stale = [
        str(path.relative_to(ROOT))
        for path, text in modules.items()
        if not path.exists() or path.read_text("utf-8") != text
    ]
    if "--check" not in sys.argv:
        TARGET.mkdir(exist_ok=True)
        for path, text in modules.items():
            path.write_text(text, "utf-8")
    elif stale:
        sys.exit(
            f"{', '.join(stale)} differ from _async: run 'make openapi' and commit the result."
        )


def derived_modules() -> Iterator[tuple[Path, str]]:
    """Yield the place and the text of each module for threads."""
    for source in sorted(SOURCE.glob("*.py")):
        target = TARGET / source.name
        yield target, _derived(source.read_text("utf-8"), target)


def _derived(text: str, target: Path) -> str:
    for pattern, word in _WORDS:
        text = re.sub(pattern, word, text)
    text = _NOTE + text
    rules = ("check", "--fix", "--quiet", "--unsafe-fixes", "--select", "I,UP028")
    for command in (rules, ("format",)):
        asked = [*_RUFF, *command, "--stdin-filename", str(target), "-"]
        text = subprocess.run(asked, input=text, capture_output=True, text=True, check=True).stdout
    return text


if __name__ == "__main__":
    main()
