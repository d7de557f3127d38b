"""The page over HTTP: its front door, and its files, at plain addresses and those of a release."""

import re
from typing import Final

from litestar import Response, get
from litestar.params import FromPath

from service.http.requests.request import AnyRequest
from service.http.requests.resources import NotFound
from service.http.static.discovery import DESCRIBED
from service.http.static.file_responses import REVALIDATE, file_answer
from service.http.static.files import FILES, FRONT_DOOR, WORKER, PageFile, SentFile
from service.http.static.release import Release, named, within

_GENERAL: Final = re.compile(r'<meta name="description"[^>]*>\n<title>[^<]*</title>\n')
"""Matches what the head of the page says about the service."""
_KEEP: Final = "public, max-age=31536000, immutable"


class _Releases:
    """The current release: after a file has changed, there is a new one."""

    def __init__(self) -> None:
        self._last: Release | None = None

    def current(self) -> Release:
        if self._last is None or not self._last.is_current():
            self._last = Release(FILES)
        return self._last

    def with_file(self, address: str) -> Release:
        """Return a release with the current content of this file."""
        last = self._last
        return last if last is not None and last.has(address) else self.current()


_RELEASES: Final = _Releases()


@get(FRONT_DOOR, include_in_schema=False, sync_to_thread=False)
def front_door(request: AnyRequest) -> Response[bytes]:
    """Return the page, which names the files of the current release."""
    content = _RELEASES.current().sent(FRONT_DOOR)
    response = file_answer(request, content, FILES[FRONT_DOOR].media_type, REVALIDATE)
    response.headers.update(DESCRIBED)
    return response


def current(file: PageFile) -> str:
    """Return a file that has no address of its own, with references to the current release."""
    return within(file, _RELEASES.current().name).decode()


def current_page(head: str) -> str:
    """Return the page with this title and description in place of those of the service."""
    page, replaced = _GENERAL.subn(
        lambda _: head, _RELEASES.current().sent(FRONT_DOOR).plain.decode()
    )
    assert replaced == 1, "the page has a description and a title"
    return page


@get(WORKER, include_in_schema=False, sync_to_thread=False)
def service_worker(request: AnyRequest) -> Response[bytes]:
    """Return the service worker, always at the same address: browsers look there for a new one."""
    file = FILES[WORKER]
    return file_answer(request, file.content(), file.media_type, REVALIDATE)


@get("/page/{address:path}", include_in_schema=False, sync_to_thread=False)
def page_file(request: AnyRequest, address: FromPath[str]) -> Response[bytes]:
    """Return a file of the page.

    Browsers keep a file of the current release and never request it again. A page that was opened
    before an upgrade, or that another worker sent during one, gets the file as it is here.
    """
    release, address = named(f"/page{address}")
    file = FILES.get(address)
    if file is None:
        raise NotFound("page_file")
    if not release:
        return file_answer(request, file.content(), file.media_type, REVALIDATE)
    current = _RELEASES.with_file(address)
    if release == current.name:
        return file_answer(request, current.sent(address), file.media_type, _KEEP)
    return file_answer(
        request, SentFile.plainly(within(file, release)), file.media_type, REVALIDATE
    )
