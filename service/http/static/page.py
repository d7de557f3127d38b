"""The page: static files of the shell and of each ruleset, served without a build step.

``service/web`` is at ``/page/``, and the ``page``
folder of a ruleset at ``/page/rulesets/<id>/``, with its words in ``words/``. A ruleset without a
page gets the generic controls, and one without words gets empty ones, so every ruleset has
addresses of the same form.
The files are listed once; an address is looked up in that list and never turned into a path, so
nothing else can be reached. A changed file is read again, so developers see it on the next load.
"""

import gzip
import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urljoin

from litestar import Response, get
from litestar.params import FromPath

from domain.ruleset import LANGUAGES, AnyRuleset
from domain.rulesets.registry import RULESETS
from service.http.answers.answer import unchanged
from service.http.requests.request import AnyRequest, accepts_coding
from service.http.requests.resources import NotFound

FRONT_DOOR: Final = "/"

_GZIP: Final = "gzip"

_MEDIA_TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".woff2": "font/woff2",
}
"""The files to serve; type declarations and licences next to them are for developers."""

_SHELL: Final = Path(str(files("service"))) / "web"
_INDEX: Final = _SHELL / "index.html"
_GENERIC: Final = _SHELL / "app" / "generic.js"
_NO_WORDS: Final = _SHELL / "app" / "no-words.json"

_START: Final = re.compile(rb'<script type="module" src="([^"]+)"')
_IMPORTED: Final = re.compile(
    r'^(?:import|export)\b[^;]*?["\'](/page/[^"\']+|\.[^"\']+)["\']', re.MULTILINE
)
"""Matches the static imports of a module."""


class _SentFile(NamedTuple):
    """The content of a file, plain and compressed, and its entity tag."""

    plain: bytes
    packed: bytes
    tag: str


class PageFile:
    """A file of the page, compressed once and again after each change."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.media_type = _MEDIA_TYPES[path.suffix]
        self._stamp = (0, 0)
        self._content = _SentFile(b"", b"", "")

    def content(self) -> _SentFile:
        """Return the current content of the file."""
        found = self.path.stat()
        stamp = (found.st_mtime_ns, found.st_size)
        if stamp != self._stamp:
            plain = self._read()
            tag = sha256(plain).hexdigest()[:16]
            self._content = _SentFile(plain, gzip.compress(plain, mtime=0), tag)
            self._stamp = stamp
        return self._content

    def _read(self) -> bytes:
        return self.path.read_bytes()


class _Index(PageFile):
    """The page itself, with a preload link for every module of the first load.

    The browser requests them all at once, instead of one level of imports after the other.
    """

    def _read(self) -> bytes:
        page = super()._read()
        start = _START.search(page)
        assert start is not None, "the page starts a module"
        preloads = "".join(
            f'<link rel="modulepreload" href="{address}">\n'
            for address in _imported_from(start[1].decode())
        )
        return page[: start.start()] + preloads.encode() + page[start.start() :]


def _imported_from(start: str) -> list[str]:
    """Return the addresses of all modules that this one imports, directly or indirectly."""
    modules = [start]
    for module in modules:  # the list grows during the loop
        source = FILES[module].path.read_text("utf-8")
        targets = (urljoin(module, found) for found in _IMPORTED.findall(source))
        modules += [one for one in dict.fromkeys(targets) if one not in modules]
    return modules[1:]


def _found() -> Iterator[tuple[str, PageFile]]:
    yield FRONT_DOOR, _Index(_INDEX)
    yield from _below(_SHELL, "/page/")
    for rules in RULESETS:
        yield from of_ruleset(rules).items()


def of_ruleset(rules: AnyRuleset) -> dict[str, PageFile]:
    """Return the page files of a ruleset by address: its words, and its page or the generic one."""
    below = f"/page/rulesets/{rules.meta.id}/"
    package = sys.modules[rules.options_type.__module__].__package__
    home = _package(package) if package else None  # a single module has no files
    brought = {} if home is None else dict(_below(home / "page", below))
    words = {} if home is None else dict(_below(home / "words", f"{below}words/"))
    if not brought:
        brought = {f"{below}index.js": PageFile(_GENERIC)}
    for language in LANGUAGES:
        words.setdefault(f"{below}words/{language}.json", PageFile(_NO_WORDS))
    return brought | words


def _package(name: str) -> Path:
    return Path(str(files(name)))


def _below(folder: Path, address: str) -> Iterator[tuple[str, PageFile]]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in _MEDIA_TYPES and path != _INDEX:
            yield address + path.relative_to(folder).as_posix(), PageFile(path)


FILES: Final = dict(_found())
"""All files of the page, by their addresses."""


@get(FRONT_DOOR, include_in_schema=False, sync_to_thread=False)
def front_door(request: AnyRequest) -> Response[bytes]:
    """Return the page."""
    return _answer(request, FILES[FRONT_DOOR])


@get("/page/{address:path}", include_in_schema=False, sync_to_thread=False)
def page_file(request: AnyRequest, address: FromPath[str]) -> Response[bytes]:
    """Return a file of the page."""
    found = FILES.get(f"/page{address}")
    if found is None:
        raise NotFound("page_file")
    return _answer(request, found)


def _answer(request: AnyRequest, file: PageFile) -> Response[bytes]:
    """Return a file; browsers cache it and revalidate it each time."""
    content = file.content()
    # Fonts are compressed already.
    packs = len(content.packed) < len(content.plain) and accepts_coding(request, _GZIP)
    tag = f'"{content.tag}.gz"' if packs else f'"{content.tag}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if (same := unchanged(request, headers)) is not None:
        return same
    if packs:
        headers["Content-Encoding"] = _GZIP
    body = content.packed if packs else content.plain
    return Response(body, media_type=file.media_type, headers=headers)
