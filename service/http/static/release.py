"""The release of the page: all its files as they are at one time, which browsers keep for ever.

Each file has a second address, ``/page/<release>/…``, whose content never changes, because the
release is a hash of all files. Files at these addresses refer to each other by them, so a
browser that returns requests only the page itself (RFC 8246).

They have no comments, a third of what a first visit would load. Lines keep their numbers, so that a
browser reports a mistake at the line where it was made.
"""

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Final
from urllib.parse import urljoin

from service.http.static.files import FRONT_DOOR, PageFile, SentFile

_NAME: Final = re.compile(r"/page/([0-9a-f]{16})(/.+)")
_REFERENCE: Final = re.compile(rb"""(?<=["'`(])/page/""")
"""Matches the beginning of an address in a file: imported, linked, or requested."""
_REFERRING: Final = frozenset({"text/html", "text/javascript", "text/css"})
_COMMENTS: Final = {
    "text/javascript": re.compile(
        rb"/\*\*(?!\s*\*\s*@license).*?\*/ ?|^[ \t]*//[^\n]*", re.DOTALL | re.MULTILINE
    ),
    "text/css": re.compile(rb"/\*.*?\*/ ?", re.DOTALL),
}
"""Match the comments of a file by its media type, except licences, and those after code."""
_START: Final = re.compile(rb'<script type="module" src="([^"]+)"')
_IMPORTED: Final = re.compile(
    r'^(?:import|export)\b[^;(]*?["\'](/page/[^"\']+|\.[^"\']+)["\']', re.MULTILINE
)
"""Matches the static imports of a module, and none in the body of an exported function."""


def within(file: PageFile, release: str) -> bytes:
    """Return the content of a file without comments, with references to the files of a release."""
    content = file.content().plain
    if file.media_type not in _REFERRING:
        return content
    if (comments := _COMMENTS.get(file.media_type)) is not None:
        content = comments.sub(lambda found: b"\n" * found[0].count(b"\n"), content)
    return _REFERENCE.sub(f"/page/{release}/".encode(), content)


def named(address: str) -> tuple[str, str]:
    """Return the release that an address names, or "", and the address without it."""
    found = _NAME.fullmatch(address)
    return (found[1], f"/page{found[2]}") if found else ("", address)


class Release:
    """The files of the page at one time."""

    def __init__(self, files: Mapping[str, PageFile]) -> None:
        self._files = files
        self._tags = {address: file.content().tag for address, file in files.items()}
        self._sent: dict[str, SentFile] = {}
        self.name = sha256(repr(sorted(self._tags.items())).encode()).hexdigest()[:16]

    def is_current(self) -> bool:
        """Return whether all files are still the same."""
        return all(map(self.has, self._files))

    def has(self, address: str) -> bool:
        """Return whether this file is still the same."""
        return self._files[address].content().tag == self._tags[address]

    def sent(self, address: str) -> SentFile:
        """Return a file that refers to the files of this release."""
        if address not in self._sent:
            content = within(self._files[address], self.name)
            if address == FRONT_DOOR:
                content = self._with_preloads(content)
            self._sent[address] = SentFile.of(content)
        return self._sent[address]

    def _with_preloads(self, page: bytes) -> bytes:
        """Add a preload link for every module of the first load.

        The browser requests them all at once, instead of one level of imports after the other.
        """
        start = _START.search(page)
        assert start is not None, "the page starts a module"
        preloads = "".join(
            f'<link rel="modulepreload" href="{address}">\n'
            for address in self._imported_from(start[1].decode())
        )
        return page[: start.start()] + preloads.encode() + page[start.start() :]

    def _imported_from(self, start: str) -> list[str]:
        """Return the addresses of all modules that this one imports, directly or indirectly."""
        modules = [start]
        for module in modules:  # the list grows during the loop
            source = self.sent(named(module)[1]).plain.decode()
            targets = (urljoin(module, found) for found in _IMPORTED.findall(source))
            modules += [one for one in dict.fromkeys(targets) if one not in modules]
        return modules[1:]
