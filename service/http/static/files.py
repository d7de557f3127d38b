"""The files of the page: those of the shell and of each ruleset, listed once by their addresses.

``service/web`` is at ``/page/``, and the ``page``
folder of a ruleset at ``/page/rulesets/<id>/``, with its words in ``words/``. A ruleset without a
page gets the generic controls, and one without words gets empty ones, so every ruleset has
addresses of the same form.
An address is looked up in that list and never turned into a path, so nothing else can be reached.
A changed file is read again, so developers see it on the next load.
"""

import gzip
import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

from domain.ruleset import LANGUAGES, AnyRuleset
from domain.rulesets.registry import RULESETS

FRONT_DOOR: Final = "/"
GAMES: Final = "/games/"
"""The beginning of the addresses of games that people share."""
EMBED: Final = "/embed/"
"""The beginning of the addresses of games that other sites embed."""
WORKER: Final = "/worker.js"
"""The service worker: at the root, because it serves what is below its own address."""

_MEDIA_TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".woff2": "font/woff2",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
"""The files to serve; type declarations and licences next to them are for developers."""

_SHELL: Final = Path(str(files("service"))) / "web"
_INDEX: Final = _SHELL / "index.html"
_EMBED: Final = _SHELL / "embed.html"
_WORKER: Final = _SHELL / "worker.js"
_ELSEWHERE: Final = frozenset({_INDEX, _EMBED, _WORKER})
"""The files whose addresses are not below ``/page/``."""
_GENERIC: Final = _SHELL / "app" / "generic.js"
OF_THE_SERVICE: Final = ("story.", "step.", "text.")
"""How the keys of words begin that are for stories and terminals."""
_NO_WORDS: Final = _SHELL / "app" / "no-words.json"


class SentFile(NamedTuple):
    """The content of a file, plain and compressed, and its entity tag."""

    plain: bytes
    packed: bytes
    tag: str

    @classmethod
    def of(cls, plain: bytes) -> "SentFile":
        """Compress and tag this content."""
        return cls(plain, gzip.compress(plain, mtime=0), sha256(plain).hexdigest()[:16])

    @classmethod
    def plainly(cls, plain: bytes) -> "SentFile":
        """Tag this content; it is sent too rarely to be compressed."""
        return cls(plain, plain, sha256(plain).hexdigest()[:16])


class PageFile:
    """A file of the page, compressed once and again after each change."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.media_type = _MEDIA_TYPES[path.suffix]
        self._stamp = (0, 0)
        self._content = SentFile(b"", b"", "")

    def content(self) -> SentFile:
        """Return the current content of the file."""
        found = self.path.stat()
        stamp = (found.st_mtime_ns, found.st_size)
        if stamp != self._stamp:
            self._content = SentFile.of(self.read())
            self._stamp = stamp
        return self._content

    def read(self) -> bytes:
        """Return what the file contains now."""
        return self.path.read_bytes()


class WordsFile(PageFile):
    """The words of a ruleset, without the sentences and texts that only the service writes."""

    def read(self) -> bytes:
        """Return the words that a page can need."""
        words = json.loads(super().read())
        kept = {key: text for key, text in words.items() if not key.startswith(OF_THE_SERVICE)}
        return json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode()


def _found() -> Iterator[tuple[str, PageFile]]:
    yield FRONT_DOOR, PageFile(_INDEX)
    yield WORKER, PageFile(_WORKER)
    yield from _below(_SHELL, "/page/")
    for rules in RULESETS:
        yield from of_ruleset(rules).items()


def of_ruleset(rules: AnyRuleset) -> dict[str, PageFile]:
    """Return the page files of a ruleset by address: its words, and its page or the generic one."""
    below = f"/page/rulesets/{rules.meta.id}/"
    package = sys.modules[rules.options_type.__module__].__package__
    home = _package(package) if package else None  # a single module has no files
    brought = {} if home is None else dict(_below(home / "page", below))
    written = {} if home is None else dict(_below(home / "words", f"{below}words/"))
    words = {address: WordsFile(one.path) for address, one in written.items()}
    if not brought:
        brought = {f"{below}index.js": PageFile(_GENERIC)}
    for language in LANGUAGES:
        words.setdefault(f"{below}words/{language}.json", WordsFile(_NO_WORDS))
    return brought | words


def _package(name: str) -> Path:
    return Path(str(files(name)))


def _below(folder: Path, address: str) -> Iterator[tuple[str, PageFile]]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in _MEDIA_TYPES and path not in _ELSEWHERE:
            yield address + path.relative_to(folder).as_posix(), PageFile(path)


FILES: Final = dict(_found())
"""All files of the page, by their addresses."""

EMBED_FRAME: Final = PageFile(_EMBED)
"""The document of a game to embed, with names in braces for what differs from game to game."""
