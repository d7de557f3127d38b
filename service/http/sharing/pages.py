"""The addresses of games that people share and embed.

A link to a game has its id in the path, ``/games/<id>``, because programs that preview links run no
script and never see a fragment. Its page is the page of the service, with a head that describes
the game (Open Graph). A moment of it is at ``/games/<id>/v/<version>``. Everything here shows what
everyone may see, whatever token a request has.
"""

import asyncio
from html import escape
from http import HTTPStatus
from typing import Final

from litestar import Response, get
from litestar.params import FromPath

from domain.ruleset import Language
from service.access.rights import Forbidden
from service.games.handler import NoSuchGame
from service.http.answers.answer import in_language, unchanged, validators
from service.http.bounds.limits import TooManyRequests
from service.http.parts import parts_of
from service.http.requests.request import AnyRequest, language
from service.http.requests.resources import NotFound
from service.http.sharing.card import HEIGHT, WIDTH, card_of
from service.http.sharing.shared_moment import SharedMoment, everyones
from service.http.sharing.words import ABOUT, GO, MISSING, UNSEEN
from service.http.static.file_responses import REVALIDATE, VARIES, file_answer
from service.http.static.files import EMBED, EMBED_FRAME, GAMES, SentFile
from service.http.static.page import current, current_page
from service.runtime.exchange import exchange_of
from service.runtime.raster import TooManyPictures

PNG: Final = "image/png"
_HTML: Final = "text/html"
_LOCALES: Final[dict[Language, str]] = {"en": "en_US", "es": "es_419", "de": "de_DE"}
COST: Final = 15
"""How many more requests a card counts as if it has to be drawn."""
_RETRY_SECONDS: Final = 5
"""When to request a card again if too many are being drawn."""
_REFUSED: Final = (NoSuchGame, NotFound, Forbidden)

_GAME: Final = f"{GAMES}{{game:str}}"
_MOMENT: Final = f"{_GAME}/v/{{version:int}}"
_EMBEDDED: Final = f"{EMBED}{{game:str}}"
_EMBEDDED_MOMENT: Final = f"{_EMBEDDED}/v/{{version:int}}"


@get([_GAME, _MOMENT], include_in_schema=False)
async def game_page(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return the page, with a head that describes the game for programs that preview links."""
    version = _version(request)
    try:
        moment = await everyones(request, game, version)
    except _REFUSED as refused:
        head, status = _head_without_game(language(request)), _status(refused)
        if isinstance(refused, Forbidden):
            # Players have this address too, with a token that the service does not see.
            status = HTTPStatus.OK
    else:
        head, status = _head(moment, _base(request), version), HTTPStatus.OK
    return await _sent(request, current_page(head), status)


@get([f"{_GAME}/card.png", f"{_MOMENT}/card.png"], include_in_schema=False)
async def card(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return the card of a moment, for programs that show no SVG."""
    moment = await everyones(request, game, _version(request))
    headers = in_language(validators(moment.stored), moment.language, "card")
    headers["Vary"] = "Accept-Language"
    if (same := unchanged(request, headers)) is not None:
        return same
    svg = await asyncio.to_thread(card_of, moment)
    drawn = parts_of(request).raster.kept(svg) or await _drawn(request, svg)
    return Response(drawn, media_type=PNG, headers=headers)


async def _drawn(request: AnyRequest, svg: str) -> bytes:
    """Return a card that has to be drawn; raise TooManyRequests."""
    parts = parts_of(request)
    await parts.limits.admit(exchange_of(request.scope).subject, COST)
    try:
        return await parts.raster.png(svg)
    except TooManyPictures:
        raise TooManyRequests(_RETRY_SECONDS) from None


@get([_EMBEDDED, _EMBEDDED_MOMENT], include_in_schema=False)
async def embedded_game(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return a small page for a frame on another site: the board, which follows the game."""
    if not parts_of(request).embeds:
        raise NotFound("embed")
    version = _version(request)
    try:
        moment = await everyones(request, game, version)
    except _REFUSED as refused:
        words = MISSING if _status(refused) == HTTPStatus.NOT_FOUND else UNSEEN
        page, status = _frame_without_game(words[language(request)], request), _status(refused)
    else:
        page, status = _frame(moment, follows=version is None), HTTPStatus.OK
    return await _sent(request, page, status)


async def _sent(request: AnyRequest, page: str, status: HTTPStatus) -> Response[bytes]:
    content = await asyncio.to_thread(SentFile.of, page.encode())
    vary = f"{VARIES}, Accept-Language"
    return file_answer(request, content, _HTML, REVALIDATE, vary=vary, status=status)


def _version(request: AnyRequest) -> int | None:
    """Return the version in the address; None in the address of a game itself."""
    found: int | None = request.path_params.get("version")
    return found


def _status(refused: Exception) -> HTTPStatus:
    return HTTPStatus.FORBIDDEN if isinstance(refused, Forbidden) else HTTPStatus.NOT_FOUND


def _base(request: AnyRequest) -> str:
    """Return the address of the service for people; without one, the one that the request names.

    Any caller can name another one in ``Host``, and a cache in between may keep the answer.
    """
    if public := parts_of(request).public_url:
        return public
    try:
        return str(request.base_url).rstrip("/")
    except ValueError:  # a host that no address can have
        return ""


def _address(moment: SharedMoment, version: int | None) -> str:
    found = f"{GAMES}{moment.stored.game.id}"
    return found if version is None else f"{found}/v/{version}"


def _head(moment: SharedMoment, base: str, version: int | None) -> str:
    """Return the title of a game and what programs that preview links read.

    The image has the version in its address, so that programs which keep images get the new one.
    """
    address = _address(moment, version)
    image = f"{_address(moment, moment.stored.head.version)}/card.png"
    properties = {
        "og:type": "website",
        "og:site_name": "Carolus",
        "og:locale": _LOCALES[moment.language],
        "og:url": f"{base}{address}",
        "og:title": moment.title,
        "og:description": moment.happened,
        "og:image": f"{base}{image}",
        "og:image:type": PNG,
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": moment.happened,
    }
    tags = "".join(_tag("property", name, content) for name, content in properties.items())
    return (
        _titled(moment.title, moment.happened)
        + tags
        + _tag("name", "twitter:card", "summary_large_image")
    )


def _head_without_game(preferred: Language) -> str:
    return _titled("Carolus", ABOUT[preferred])


def _titled(title: str, about: str) -> str:
    """Return a title and a description; a game is for people with its link, not for a search."""
    return (
        _tag("name", "description", about)
        + _tag("name", "robots", "noindex")
        + f"<title>{escape(title)}</title>\n"
    )


def _tag(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(content)}">\n'


def _frame(moment: SharedMoment, *, follows: bool) -> str:
    game, version = moment.stored.game, moment.stored.head.version
    running = game.status in {"open", "running"}
    return current(EMBED_FRAME).format_map(
        {
            "language": moment.language,
            "game": game.id,
            "version": version,
            "follows": "true" if follows and running else "false",
            "title": escape(moment.title),
            "picture": f"/v1/games/{game.id}/board.svg?part=board&amp;version={version}"
            if moment.has_board
            else "",
            "hidden": "" if moment.has_board else "hidden",
            "happened": escape(moment.happened),
            "link": _address(moment, None if follows else version),
            "go": GO[moment.language],
        }
    )


def _frame_without_game(words: str, request: AnyRequest) -> str:
    preferred = language(request)
    return current(EMBED_FRAME).format_map(
        {
            "language": preferred,
            "game": "",
            "version": 0,
            "follows": "false",
            "title": "Carolus",
            "picture": "",
            "hidden": "hidden",
            "happened": escape(words),
            "link": "/",
            "go": "Carolus",
        }
    )
