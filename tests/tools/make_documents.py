"""Write the documents and schemas of ``openapi/``, as ``carolus openapi`` prints them.

Run it with ``make openapi``; ``--check`` shows how the committed files differ from the code.
"""

import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Final

from service.cli.openapi import text_of, whole_document, witness_document
from service.http.openapi.asyncapi import asyncapi
from service.http.openapi.event_schema import event_schema
from service.http.openapi.record_schema import record_schema

FOLDER: Final = Path(__file__).parents[2] / "openapi"


def main() -> None:
    """Write the files, or with ``--check`` end with 1 if one of them differs."""
    stale = {path: text for path, text in documents() if _committed(path) != text}
    if "--check" not in sys.argv:
        for path, text in stale.items():
            path.write_text(text, "utf-8")
        return
    for path, text in stale.items():
        lines = _committed(path).splitlines(keepends=True), text.splitlines(keepends=True)
        sys.stdout.writelines(unified_diff(*lines, f"openapi/{path.name}", "the service"))
    if stale:
        names = ", ".join(f"openapi/{path.name}" for path in stale)
        sys.exit(f"{names} differ from the service: run 'make openapi' and commit the result.")


def documents() -> Iterator[tuple[Path, str]]:
    """Yield the place and the text of each document."""
    whole = whole_document()
    for name, document in {
        "openapi.json": whole,
        "record.schema.json": record_schema(whole),
        "events.schema.json": event_schema(whole),
        "asyncapi.json": asyncapi(whole),
        "witness.json": witness_document(),
    }.items():
        yield FOLDER / name, text_of(document) + "\n"


def _committed(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""


if __name__ == "__main__":
    main()
