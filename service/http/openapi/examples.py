"""The examples of the document: files with one request or answer each, from a played game.

The files are ``<operation>.request.json`` and ``<operation>.<status>.json``, with a further name if
there are several (``takeActions.request.place_paladins.json``), and ``problem.<kind>.json``.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parents[3] / "openapi" / "examples"
ENDINGS: Final = {
    "application/json": ".json",
    "application/octet-stream": ".b64",
    "application/jwk-set+json": ".json",
    "application/x-ndjson": ".ndjson",
    "image/svg+xml": ".svg",
    "text/csv": ".csv",
    "text/event-stream": ".sse",
    "text/plain": ".txt",
    "text/x.tlog.size": ".txt",
}


class Examples:
    """All example files, or none for a document without examples."""

    def __init__(self, *, shown: bool = True) -> None:
        self._files: dict[tuple[str, ...], list[Path]] = {}
        for path in sorted(FOLDER.iterdir()) if shown and FOLDER.is_dir() else ():
            self._files.setdefault(tuple(path.name.split(".")[:2]), []).append(path)

    def of(self, operation: str, part: str, media_type: str = "application/json") -> dict[str, Any]:
        """Return the examples of a request or an answer, as members of a media type object."""
        found: dict[str, Any] = {}
        for path in self._files.get((operation, part), ()):
            words = path.name.split(".")
            if path.suffix == ENDINGS[media_type]:
                name = words[2] if len(words) > 3 else "example"
                found[name] = {"value": _value(path)}
        return {"examples": found} if found else {}

    def of_problems(self, kinds: Iterable[str]) -> dict[str, Any]:
        """Return the examples of these kinds of problems."""
        found: dict[str, Any] = {}
        for kind in kinds:
            for path in self._files.get(("problem", kind), ()):
                found[kind] = {"value": _value(path)}
        return {"examples": found} if found else {}


def _value(path: Path) -> Any:
    text = path.read_text(encoding="utf-8")
    return json.loads(text) if path.suffix == ".json" else text
